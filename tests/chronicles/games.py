"""Which games are told: between them they come to most of the rules, and each player takes part in some."""

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from engine.core.errors import BadOptions
from engine.core.files.options import Option, Options


class Told(NamedTuple):
    """A game of a title: variant, seats, who plays them in turn, the seed, and whether options are chosen by it.

    With `begun` it goes on from the position of docs/positions that has the name of the title, which says the rest.
    """

    title: str
    variant: str
    seats: int
    players: tuple[str, ...]
    seed: int
    mixed: bool = False
    begun: bool = False


STEWARDS, COURTIERS, CAPTAINS, MARSHALS = (
    ("steward", "fickle"), ("courtier", "fickle"), ("captain", "fickle"), ("marshal", "fickle")
)  # fmt: skip

GAMES: Mapping[str, Told] = {
    "base_for_two": Told("kingmaker", "base", 2, ("fickle",), 1),
    "base_for_five": Told("kingmaker", "base", 5, STEWARDS, 2),
    "wbc_for_three": Told("kingmaker", "wbc", 3, ("fickle",), 3),
    "wbc_for_six": Told("kingmaker", "wbc", 6, STEWARDS, 4),
    "covault_for_three": Told("kingmaker", "covault", 3, ("fickle",), 5),
    "covault_for_five": Told("kingmaker", "covault", 5, STEWARDS, 6),
    "henry_for_two": Told("lancaster", "henry", 2, COURTIERS, 7),
    "henry_for_five": Told("lancaster", "henry", 5, COURTIERS, 8),
    "lancaster_for_four": Told("lancaster", "base", 4, ("random", "courtier"), 9),
    "court_for_three": Told("lancaster", "court", 3, COURTIERS, 10),
    "resentment_for_four": Told("lancaster", "resentment", 4, COURTIERS, 11),
    "tourney": Told("warlord", "base", 2, CAPTAINS, 12),
    "tourney_in_the_woods": Told("warlord", "woods", 2, CAPTAINS, 13),
    "tourney_of_armies": Told("warlord", "march", 2, ("captain",), 14),
    "four_crowns": Told("warlord", "crowns", 4, CAPTAINS, 15),
    "hundred_years_war": Told("warriors", "hyw", 2, ("fickle",), 16),
    "lion_in_winter": Told("warriors", "liw", 2, MARSHALS, 17),
    **{f"kingmaker_mixed_{seed}": Told("kingmaker", ("base", "wbc", "covault")[seed % 3], 4, STEWARDS, seed, True)
       for seed in range(6)},
    **{f"lancaster_mixed_{seed}": Told("lancaster", "henry", 3, COURTIERS, seed, True) for seed in range(2)},
    **{f"warlord_mixed_{seed}": Told("warlord", ("base", "woods", "march")[seed % 3], 2, CAPTAINS, seed, True)
       for seed in range(9)},
    **{f"warriors_mixed_{seed}": Told("warriors", ("hyw", "liw")[seed % 2], 2, MARSHALS, seed, True)
       for seed in range(2)},
    **{f"{title}_begun_elsewhere": Told(title, "", 0, ("fickle",), 18, begun=True)
       for title in ("kingmaker", "lancaster", "warlord", "warriors")},
}  # fmt: skip

BY_NIGHT = frozenset((
    "base_for_two", "wbc_for_three", "wbc_for_six", "covault_for_five", "kingmaker_mixed_0", "kingmaker_mixed_2",
    "kingmaker_mixed_5", "henry_for_two", "henry_for_five", "tourney", "tourney_in_the_woods", "tourney_of_armies",
    "warlord_mixed_0", "warlord_mixed_1", "warlord_mixed_5", "warlord_mixed_6", "warlord_mixed_7", "warlord_mixed_8",
    "hundred_years_war", "lion_in_winter",
))  # fmt: skip
"""Games that are played again at night alone: whatever is asked, done, told or planned in them, by kind, is in one of
the others or in a scenario too, and each variant is played by day."""

SHARE = 0.3
"""Which part of the options is chosen otherwise where they are mixed."""


def options_of(game: Told, known: Options) -> dict[str, object]:
    """Return the options of a game, by the catalogue of its title; what cannot go together is left as it was."""
    chance, chosen = Random(f"options {game.seed}"), dict[str, object]()
    for option in known.option if game.mixed else ():
        if option.words:  # a limit that there usually is none of: games would be over at once
            continue
        value = _value(option, chance)
        if chance.random() < SHARE and _possible(known, game.variant, {**chosen, option.id: value}):
            chosen[option.id] = value
    return chosen


def _value(option: Option, chance: Random) -> object:
    match option.type:
        case "flag":
            return chance.random() < 0.5
        case "integer":
            most = option.least + 3 if option.most is None else min(option.most, option.least + 3)
            return chance.randint(option.least, most)
        case "choice":
            return chance.choice(option.values)
        case "subset":
            return [value for value in option.values if chance.random() < 0.5]


def _possible(known: Options, variant: str, options: Mapping[str, object]) -> bool:
    try:
        known.chosen(variant, options)
    except BadOptions:
        return False
    return True

"""Which games are told: between them they come to most of the rules, and each player takes part in some."""

from collections.abc import Mapping
from typing import NamedTuple


class Told(NamedTuple):
    """A game of a title: variant, seats, who plays them in turn, the seed, and options that are not the usual ones."""

    title: str
    variant: str
    seats: int
    players: tuple[str, ...]
    seed: int
    options: Mapping[str, object] = {}


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
}

"""What a tournament is agreed to be: its game, heats, tables, Final and clocks."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from engine.core.errors import BadOptions

Scheme = Literal["heats", "league", "knockout"]
"""How one comes to be champion: by a Final after open heats, by all rounds together, or by winning every round."""

Criterion = Literal["clear_wins", "best", "total", "wins", "share", "survived"]
"""What standings can go by; see `engine.tournament.standings`."""

MOST_HEATS = 20
"""Heats of the longest tournament."""

MOST_DAYS = 1000
"""Days of the longest game."""

DUEL = 2
"""The seats of a table for two."""

HOUR, DAY = 60, 24 * 60
"""Minutes."""


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    """How long games last, in minutes; what happens before the end counts back from it."""

    heat: int = 4 * HOUR
    """A game of a heat [WBC-T06]."""

    final: int = 5 * HOUR
    """The Final [WBC-T06]."""

    warning: int = 15
    """So long before the last round begins everybody is warned; and again before play stops."""

    last_round: int = 15
    """So long before the end the last round begins [WBC-T08, WBC-T09]."""

    stop: int = 5
    """So long before the end a heat stops, and points are counted as things stand [WBC-T08]."""

    ending: Literal["last_round_and_stop", "one_more_turn"] = "last_round_and_stop"
    """Whether a heat ends as above, or time is called at the end and each player has one more turn [WBC-DUR]."""

    grace: int = 5
    """So long after the announced start a heat is closed to whoever has not checked in [WBC-T07]."""

    rounds: int = 0
    """By post: how many rounds of play a game of a heat has; 0 for as many as fit into its time."""

    rounds_final: int = 0
    """The same of the Final."""

    @property
    def by_post(self) -> bool:
        """Whether games last for days."""
        return self.heat >= DAY


BY_POST = Clock(
    heat=60 * DAY,
    final=75 * DAY,
    warning=3 * DAY,
    last_round=10 * DAY,
    stop=2 * DAY,
    grace=DAY,
    rounds=12,
    rounds_final=15,
)
"""The clocks of a tournament by post."""


class Format(msgspec.Struct, frozen=True, kw_only=True):
    """What a tournament is agreed to be; fixed once the first heat is seated."""

    title: str
    """Its name."""

    year: int
    """Its year; 0 for none."""

    game: str
    """The game that is played."""

    variant: str
    """Its variant."""

    options: Mapping[str, Any] = {}
    """The house rules of all its tables, as they differ from the variant."""

    scheme: Scheme = "heats"
    """How one comes to be champion."""

    heats: int = 3
    """How many heats there are [WBC-T01]; rounds, in a league. A knock-out has as many as it takes."""

    fewest: int = 3
    """The least persons at a table."""

    usual: int = 5
    """As many as a table has where numbers allow."""

    most: int = 7
    """The most persons at a table."""

    finalists: int = 5
    """The seats of the Final [WBC-T01]; 0 for none."""

    widened: int = 6
    """The seats of a Final that the game master enlarges [WBC-T05]."""

    seating: Literal["random", "weighed", "paired"] = "random"
    """Whether tables are drawn [WBC-T10], drawn and then bettered so that people meet others in other seats, or, at
    tables of two, drawn once and from then on so that everybody meets everybody."""

    order: tuple[Criterion, ...] = ("clear_wins", "best", "total")
    """What the standings go by, first things first [WBC-T02, WBC-T03, WBC-T04]."""

    clock: Clock = Clock()
    """How long games last."""


PRESETS = ("wbc", "league", "knockout")
"""The names of the ready formats: heats and a Final, a league of some rounds, a knock-out."""


def preset(name: str, *, title: str, year: int, game: str, variant: str, seats: tuple[int, int]) -> Format:
    """Return a ready format: "wbc", "league" or "knockout", for a game of so many seats; raises BadOptions."""
    fewest, most = seats
    about: dict[str, Any] = {"title": title, "year": year, "game": game, "variant": variant}
    about |= {"fewest": max(2, fewest), "most": most, "usual": min(most, 5)}
    match name:
        case "wbc":
            made = Format(**about, finalists=min(most, 5), widened=min(most, 6))
        case "league":
            seating: Any = "paired" if most == DUEL else "weighed"
            made = Format(**about, scheme="league", finalists=0, seating=seating, order=("share", "wins", "total"))
        case "knockout":
            made = Format(**about, scheme="knockout", finalists=0, order=("survived", "wins", "share"))
        case _:
            raise BadOptions(f"There is no format '{name}'; there are: {', '.join(PRESETS)}.")
    check(made, seats)
    return made


def check(tournament_format: Format, seats: tuple[int, int]) -> None:
    """Raise BadOptions for a format that cannot be played; `seats` are the fewest and the most of its game."""
    fewest, most = seats
    clock = tournament_format.clock
    faults = {
        "Give the tournament a title of at most 80 characters.": not 0 < len(tournament_format.title) <= 80,
        f"A tournament has 1 to {MOST_HEATS} heats.": not 1 <= tournament_format.heats <= MOST_HEATS,
        f"Tables of this game have {fewest} to {most} seats; let fewest, usual and most rise within them.": not (
            fewest <= tournament_format.fewest <= tournament_format.usual <= tournament_format.most <= most
        ),
        "The Final has as many seats as a table can have, or none.": bool(tournament_format.finalists)
        and not tournament_format.fewest <= tournament_format.finalists <= tournament_format.widened <= most,
        "Only a tournament of heats has a Final.": bool(tournament_format.finalists)
        != (tournament_format.scheme == "heats"),
        "Times must follow each other: the last round begins, then play stops, then the game ends.": not (
            0 <= clock.stop < clock.last_round < min(clock.heat, clock.final)
        ),
        f"A game lasts at most {MOST_DAYS} days.": max(clock.heat, clock.final) > MOST_DAYS * DAY,
        "Warning and grace are 0 or more, and shorter than a heat.": not (
            0 <= clock.warning < clock.heat and 0 <= clock.grace < clock.heat
        ),
        "A round robin needs tables of two; choose another way of seating.": (
            tournament_format.seating == "paired" and tournament_format.most != DUEL
        ),
        "Two people may be left in a knock-out, so let tables have 2 seats at the least.": (
            tournament_format.scheme == "knockout" and tournament_format.fewest > DUEL
        ),
        "Name each criterion of the standings once.": len(set(tournament_format.order)) != len(tournament_format.order)
        or not tournament_format.order,
    }
    for sentence, fault in faults.items():
        if fault:
            raise BadOptions(sentence)

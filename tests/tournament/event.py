"""A small tournament for the tests: people by their first names, results by who came first."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from engine.core.dice import commitment
from engine.tournament import log, tournament
from engine.tournament.format import Format
from engine.tournament.log import FINAL
from engine.tournament.results import Place, Result

WBC = Format(title="Wars of the Roses", year=2007, game="kingmaker", variant="wbc")


def opened(
    tournament_format: Format = WBC, master: str = "gm", assistants: Sequence[str] = ("al",), **changes: Any
) -> "Event":
    """Return a tournament that has just been announced."""
    return Event(msgspec.structs.replace(tournament_format, **changes), master, assistants)


class Event:
    """A tournament in the making, and its log."""

    def __init__(self, tournament_format: Format, master: str, assistants: Sequence[str]) -> None:
        opening = log.Opened(format=tournament_format, master=master, assistants={name: name for name in assistants})
        self.state = tournament.opened(opening)
        self.log: list[log.AnyEntry] = [opening]

    def do(self, entry: log.AnyEntry) -> None:
        tournament.carry_out(self.state, entry)
        self.log.append(entry)

    def enter(self, *people: str, heats: tuple[int, ...] = ()) -> None:
        every = heats or tuple(heat.number for heat in self.state.heats)
        for person in people:
            self.do(log.Entered(person=person, name=person, heats=every))

    def announce(self, heat: int) -> None:
        self.do(log.Announced(heat=heat, commitment=commitment(secret(heat))))

    def check_in(self, heat: int, *people: str) -> None:
        for person in people:
            self.do(log.CheckedIn(heat=heat, person=person))

    def seat(self, heat: int, *tables: Sequence[str]) -> None:
        """Close a heat, with tables of our own where they are named."""
        named = tuple(tuple(table) for table in tables)
        reason = "As the test needs it." if named else ""
        self.do(
            log.Seated(
                heat=heat, secret=secret(heat).hex(), tables=named, reason=reason, by=self.state.master if named else ""
            )
        )

    def start(self, heat: int, *tables: Sequence[str]) -> None:
        """Announce a heat, let its people come, and seat them."""
        self.announce(heat)
        self.check_in(heat, *(person for table in tables for person in table))
        self.seat(heat, *tables)

    def finish(self, heat: int, table: int, points: Mapping[str, int], king: str = "") -> None:
        self.do(log.Finished(heat=heat, table=table, result=result(points, king)))

    def play(self, heat: int, *tables: Mapping[str, int], kings: Sequence[str] = ()) -> None:
        """Play a whole heat: the points of each table, in the order of play, and who won with the sole King."""
        self.start(heat, *(list(table) for table in tables))
        for number, points in enumerate(tables, start=1):
            self.finish(heat, number, points, next((king for king in kings if king in points), ""))

    def final(self, points: Mapping[str, int]) -> None:
        """Play the Final."""
        self.start(FINAL, list(points))
        self.finish(FINAL, 1, points)


def secret(heat: int) -> bytes:
    return sha256(f"sealed {heat}".encode()).digest()


def result(points: Mapping[str, int], king: str = "") -> Result:
    """A result: most points first, the sole King before all."""
    order = {person: (person != king, -points[person]) for person in points}
    places = [
        Place(
            seat=person,
            person=person,
            place=1 + sum(other < order[person] for other in order.values()),
            points=points[person],
            clear=person == king,
        )
        for person in points
    ]
    return Result(places=tuple(sorted(places, key=lambda place: place.place)), ending="It is over.")

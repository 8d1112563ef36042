"""The judges of all games, and how a game is put before them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from engine.core.actions import MASTER, Action
from engine.core.events import Event
from engine.core.record import transcript
from engine.core.record.transcript import Transcript
from engine.core.rules import Rules
from engine.core.table import Table
from engine.recount.judging import Act, Doubt, Judge, Sum
from engine.recount.kingmaker import KingmakerJudge
from engine.recount.lancaster import LancasterJudge
from engine.recount.warlord import WarlordJudge
from engine.recount.warriors import WarriorsJudge

JUDGES: Mapping[str, type[Judge]] = {
    judge.game: judge for judge in (KingmakerJudge, LancasterJudge, WarlordJudge, WarriorsJudge)
}
"""The judges by the games that they judge."""


class Recount:
    """The judging of one game, action by action."""

    def __init__(self, table: Table, events: Sequence[Event]) -> None:
        """Begin with a table that has just been opened, and what happened meanwhile."""
        self.sums = self.events = 0
        self.doubts: list[Doubt] = []
        self._state = table.snapshot()
        self._judge = JUDGES[table.rules.name]
        self._judged(Act(0, {}, {}, msgspec.json.decode(self._state), events))

    def look(self, table: Table, seat: str, action: Action) -> None:
        """Judge what has just happened on the table. What the game master does by hand follows no rule."""
        before, self._state = self._state, table.snapshot()
        if seat != MASTER:
            now, after = msgspec.json.decode(before), msgspec.json.decode(self._state)
            self._judged(
                Act(table.version, msgspec.to_builtins(action), now, after, table.game.events, table.game.dice.fallen)
            )

    def _judged(self, act: Act) -> None:
        self.events += len(act.events)
        for event, found in judged(self._judge, act):
            self.sums += 1
            if found.said != found.expected:
                rule = found.rule or (event.rule if event else "")
                self.doubts.append(Doubt(act.number, event, rule, found.what, found.said, found.expected))

    def words(self) -> Iterator[str]:
        """Yield what came out, the differences a line each."""
        yield from (doubt.words() for doubt in self.doubts)
        number = len(self.doubts)
        told = "no difference" if not number else f"{number} difference{'s' if number > 1 else ''}"
        yield f"judged {self.sums} sums of {self.events} events: {told}"


def judged(judge: type[Judge], act: Act) -> Iterator[tuple[Event | None, Sum]]:
    """Yield the figures of an action with their events."""
    mind = judge(act)
    for event in act.events:
        yield from ((event, found) for found in _all(mind.read(event)))
    yield from ((None, found) for found in _all(mind.end()))


def _all(found: Iterator[Sum]) -> Iterator[Sum]:
    """Yield the figures that are found; where what is told makes no sense to the judge, that is a doubt."""
    try:
        yield from found
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        yield Sum("makes sense", repr(error), "")


def of_record(rules: Rules[Any], record: Transcript) -> Recount:
    """Play a record again and judge it; it must come out as it says."""
    table = transcript.opened(rules, record)
    found = Recount(table, table.opening().events)
    for entry, _ in transcript.played(table, record):
        found.look(table, entry.seat, rules.codec.decode_action(entry.action))
    return found

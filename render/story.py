"""The story of a whole game as moments, from its transcript or from what was kept of it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from engine.core import transcript
from engine.core.actions import Rewind, tag_of
from engine.core.events import Event
from engine.core.table import Table
from engine.games import rules_of
from render.wish import Moment

Kept = tuple[bytes, tuple[Event, ...]]
"""The snapshot of a table, and what had happened publicly since the one before."""


class Chapters:
    """Gathers the versions of a game at which its story comes to a new moment; what is taken back is forgotten."""

    def __init__(self, milestone: str) -> None:
        self.found: dict[int, tuple[Event, ...]] = {0: ()}
        """What happened publicly before each version, since the one before."""

        self._milestone = milestone
        self._latest = 0
        self._changes: list[Event] = []

    def hear(self, version: int, action: Mapping[str, Any], events: Iterable[Event]) -> bool:
        """Hear of the action that led to a version; tell whether a moment has come."""
        self._latest = version
        if action["action"] == tag_of(Rewind):
            self.found = {before: changes for before, changes in self.found.items() if before <= action["to"]}
            self._changes = []
            return False
        self._changes += [event for event in events if event.seats is None]
        if not any(event.kind == self._milestone for event in self._changes):
            return False
        self.close()
        return True

    def close(self) -> int:
        """Let a moment come after the last action heard of, if anything has happened; return its version."""
        if self._changes:
            self.found[self._latest] = tuple(self._changes)
            self._changes = []
        return self._latest


def replayed(record: transcript.Transcript) -> tuple[Moment, ...]:
    """Play a transcript and return its moments, the opening first, however it is left at the end."""
    rules = rules_of(record.rules)
    table = transcript.opened(rules, record)
    views: dict[int, msgspec.Struct] = {0: table.view("")}
    chapters = Chapters(rules.milestone)
    for entry, outcome in transcript.played(table, record):
        if chapters.hear(entry.number, entry.action, outcome.events):
            views[entry.number] = table.view("")
    views[chapters.close()] = table.view("")
    return tuple(Moment(views[version], changes) for version, changes in chapters.found.items())


def recalled(game: str, kept: Iterable[Kept]) -> tuple[Moment, ...]:
    """Return the moments of a game whose tables were kept."""
    rules = rules_of(game)
    return tuple(Moment(Table.restore(rules, snapshot, b"").view(""), changes) for snapshot, changes in kept)


def gathered(moments: Sequence[Moment], most: int) -> list[Moment]:
    """Return at most so many moments, the last always among them: those between are told together."""
    step = -(-len(moments) // most)
    groups = [moments[max(0, end - step) : end] for end in range(len(moments), 0, -step)]
    return [
        Moment(group[-1].view, tuple(change for moment in group for change in moment.changes))
        for group in reversed(groups)
    ]

"""The story of a whole game as frames, from its transcript or from what was kept of it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from engine.core.actions import Rewind, tag_of
from engine.core.events import Event
from engine.core.record import transcript
from engine.core.table import Table
from engine.games import rules_of
from render.picture_request import Frame, NothingToShow

Kept = tuple[bytes, tuple[Event, ...]]
"""The snapshot of a table, and what had happened publicly since the one before."""


class Milestones:
    """Collects the versions of a game that become frames of its story, without those that were undone."""

    def __init__(self, story_event: str) -> None:
        self.found: dict[int, tuple[Event, ...]] = {0: ()}
        """What happened publicly before each version, since the one before."""

        self._story_event = story_event
        self._latest = 0
        self._changes: list[Event] = []

    def hear(self, version: int, action: Mapping[str, Any], events: Iterable[Event]) -> bool:
        """Hear of the action that led to a version; tell whether there is a frame of it."""
        self._latest = version
        if action["action"] == tag_of(Rewind):
            self.found = {before: changes for before, changes in self.found.items() if before <= action["to"]}
            self._changes = []
            return False
        self._changes += [event for event in events if event.seats is None]
        if not any(event.kind == self._story_event for event in self._changes):
            return False
        self.close()
        return True

    def close(self) -> int:
        """Add a frame of the last version heard of, if anything has happened since; return that version."""
        if self._changes:
            self.found[self._latest] = tuple(self._changes)
            self._changes = []
        return self._latest


def replayed(record: transcript.Transcript) -> tuple[Frame, ...]:
    """Play a transcript and return its frames, the opening first, however it is left at the end."""
    rules = rules_of(record.rules)
    table = transcript.opened(rules, record)
    views: dict[int, msgspec.Struct] = {0: table.view("")}
    milestones = Milestones(rules.story.moment_event)
    for entry, outcome in transcript.played(table, record):
        if milestones.hear(entry.number, entry.action, outcome.events):
            views[entry.number] = table.view("")
    views[milestones.close()] = table.view("")
    return tuple(Frame(views[version], changes) for version, changes in milestones.found.items())


def recalled(game: str, kept: Iterable[Kept]) -> tuple[Frame, ...]:
    """Return the frames of a game whose tables were kept."""
    rules = rules_of(game)
    return tuple(Frame(Table.restore(rules, snapshot, b"").view(""), changes) for snapshot, changes in kept)


def begun(frames: Sequence[Frame]) -> list[Frame]:
    """Return the frames; NothingToShow before there are two."""
    if len(frames) < 2:
        raise NothingToShow("The game has no story yet: nothing has been played.")
    return list(frames)


def starts(frames: Sequence[Frame], number: Callable[[Frame], int]) -> dict[int, int]:
    """Return the first frame of every round or turn, by the `number` that a frame has."""
    found: dict[int, int] = {}
    for place, frame in enumerate(frames):
        found.setdefault(number(frame), place)
    return found


def gathered(frames: Sequence[Frame], most: int) -> list[Frame]:
    """Return at most this many frames, with the last one; events in between are told together."""
    step = -(-len(frames) // most)
    groups = [frames[max(0, end - step) : end] for end in range(len(frames), 0, -step)]
    return [
        Frame(group[-1].view, tuple(change for frame in group for change in frame.changes))
        for group in reversed(groups)
    ]

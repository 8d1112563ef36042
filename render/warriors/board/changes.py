"""What has changed since the last picture: who has come, where somebody marched, what was won, lost and fought for."""

from collections.abc import Collection, Sequence

import msgspec

from engine.core.events import Event
from engine.warriors.views import WarriorsView
from render.warriors.board.words import by_id

MOVES = ("move", "flight", "disgrace")
"""The kinds of event that have a track."""

COMINGS = (*MOVES, "placed", "taken", "crowned", "recruited")
"""The kinds of event after which a leader is marked as fresh."""

TURNS = ("control", "unmark", "ransom")
"""The kinds of event after which the control of areas may be another."""

FIGHTS = ("battle_over", "round", "assault", "pursuit")
"""The kinds of event that tell of fighting in an area."""


class March(msgspec.Struct, frozen=True):
    """A march from an area to the next; `number` leaders went."""

    side: str
    start: str
    end: str
    number: int


def marches(view: WarriorsView, changes: Sequence[Event]) -> list[March]:
    """Return the marches, those of one side over the same border as one."""
    leaders = by_id(view)
    found: dict[tuple[str, str, str], int] = {}
    for change in changes:
        if change.kind in MOVES and len(change.track) > 1:
            sides = [leaders[leader_id].side for leader_id in change.subjects if leader_id in leaders]
            key = (sides[0] if sides else "", change.track[0], change.track[-1])
            found[key] = max(found.get(key, 0), len(sides))
    return [March(*key, number) for key, number in found.items()]


def fresh(changes: Sequence[Event]) -> Collection[str]:
    """Return the leaders that have come or moved."""
    return {leader_id for change in changes if change.kind in COMINGS for leader_id in change.subjects}


def turned(view: WarriorsView, changes: Sequence[Event]) -> Collection[str]:
    """Return the areas that somebody has won or lost."""
    areas = {area.id for area in view.areas}
    found: set[str] = set()
    for change in changes:
        if change.kind == "control" and "roll" in change.report and not change.report["side"]:
            continue
        if change.kind in TURNS:
            found |= areas & set(change.subjects)
    return found


def fought(changes: Sequence[Event]) -> Collection[str]:
    """Return the areas in which there was fighting."""
    return {leader_id for change in changes if change.kind in FIGHTS for leader_id in change.subjects}

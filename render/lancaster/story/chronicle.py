"""What a game of Lancaster was like, read from the frames of its story: points, counties, conflicts, laws, the end."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

import msgspec

from engine.core.events import Event, name_seats
from engine.lancaster.views import LancasterView
from render.lancaster.papers.battle import Fought
from render.lancaster.papers.parliament import Ballots, revealed
from render.picture_request import Frame
from render.story import starts


class Conflict(NamedTuple):
    """A conflict that was fought out for good, and in which round."""

    round: int
    fought: Fought


def view_of(frame: Frame) -> LancasterView:
    """Return the view of a frame."""
    return cast(LancasterView, frame.view)


def boards(frames: Sequence[Frame]) -> list[Frame]:
    """Return the frames at which all knights and lords had just been placed."""
    return [frame for frame in frames if view_of(frame).phase == "parliament"]


def course(frames: Sequence[Frame]) -> dict[str, list[int]]:
    """Return the power points of every player at every frame; at the end also those before the final scoring."""
    last = view_of(frames[-1])
    found = {player.id: [_points(view_of(frame), player.id) for frame in frames] for player in last.players}
    for line in last.sheet:
        if line.what == "track":
            found[line.seat].insert(-1, line.points)
    return found


def _points(view: LancasterView, seat: str) -> int:
    return next(player.points for player in view.players if player.id == seat)


def round_starts(frames: Sequence[Frame]) -> dict[int, int]:
    """Return the first frame of every round."""
    return starts(frames, lambda frame: view_of(frame).round)


def holders(frames: Sequence[Frame]) -> dict[str, dict[int, str]]:
    """Return which house held each county when a round's placing was over, by county and round."""
    found: dict[str, dict[int, str]] = {county.id: {} for county in view_of(frames[-1]).counties}
    for frame in boards(frames):
        for county in view_of(frame).counties:
            if county.house:
                found[county.id][view_of(frame).round] = county.house
    return found


def changes(frames: Sequence[Frame]) -> list[tuple[int, Event]]:
    """Return what has happened, each with its round."""
    found: list[tuple[int, Event]] = []
    number = 1
    for frame in frames:
        for change in frame.changes:
            number += change.kind == "round" and any(event.kind == "round" for _, event in found)
            found.append((number, change))
    return found


def conflicts(frames: Sequence[Frame]) -> list[Conflict]:
    """Return the conflicts that were won or lost for good, in order."""
    found = [
        Conflict(number, msgspec.convert(change.report, Fought))
        for number, change in changes(frames)
        if change.kind == "battle"
    ]
    return [one for one in found if one.fought.won or one.fought.row == "lower"]


def votes(frames: Sequence[Frame]) -> list[Ballots]:
    """Return the votes of the game."""
    return [vote for frame in frames for vote in revealed(frame.changes)]


def winners(frames: Sequence[Frame]) -> list[str]:
    """Return the seats that have won, in table order; none while the game goes on."""
    said = _victory(frames)
    return [player.id for player in view_of(frames[-1]).players if f"{{{player.id}}}" in said]


def ending(frames: Sequence[Frame], names: Mapping[str, str]) -> str:
    """Return how the game ended, "" while it goes on."""
    return name_seats(_victory(frames), names)


def _victory(frames: Sequence[Frame]) -> str:
    return next((change.text for change in reversed(frames[-1].changes) if change.kind == "victory"), "")

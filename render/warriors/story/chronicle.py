"""What a game was like, read from the frames of its story: the score by turns, who held what, battles, who fell."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

import msgspec

from engine.core.events import Event, name_seats
from engine.warriors.board.state import SIDES, Record
from engine.warriors.sequence.turn import PHASES
from engine.warriors.views import WarriorsView
from render.picture_request import Frame
from render.story import starts

ROAD = (*PHASES[PHASES.index("battles") :], "over")
"""The phases after impulses, in order."""


class Tally(NamedTuple):
    """What was scored on a turn, and the score after it."""

    turn: int
    english: int
    french: int
    score: int


def view_of(frame: Frame) -> WarriorsView:
    """Return the view of a frame."""
    return cast(WarriorsView, frame.view)


def turn_starts(frames: Sequence[Frame]) -> dict[int, int]:
    """Return the first frame of every turn."""
    return starts(frames, lambda frame: view_of(frame).turn)


def scores(frames: Sequence[Frame]) -> list[int]:
    """Return the English lead at every frame."""
    return [view_of(frame).score for frame in frames]


def held(frames: Sequence[Frame]) -> dict[str, list[int]]:
    """Return the values of all areas that each side controls, at every frame."""
    return {side: [_values(view_of(frame), side) for frame in frames] for side in SIDES}


def _values(view: WarriorsView, side: str) -> int:
    return sum(area.value for area in view.areas if area.control == side)


def tallies(frames: Sequence[Frame]) -> list[Tally]:
    """Return what was scored turn by turn."""
    found = []
    for number, change in enumerate(change for frame in frames for change in frame.changes if change.kind == "score"):
        points = {side: sum(row["points"] for row in change.report["points"] if row["side"] == side) for side in SIDES}
        found.append(Tally(number + 1, points["english"], points["french"], change.report["score"]))
    return found


def holders(frames: Sequence[Frame]) -> Mapping[str, list[str]]:
    """Return who controlled each area at the end of every turn, "" for nobody."""
    last: dict[int, WarriorsView] = {}
    for frame in frames:
        last[view_of(frame).turn] = view_of(frame)
    found: dict[str, list[str]] = {}
    for turn in sorted(last):
        for area in last[turn].areas:
            if area.value:
                found.setdefault(area.id, []).append(area.control)
    return found


def battles(frames: Sequence[Frame]) -> list[Record]:
    """Return all battles in order."""
    over = [change.report.get("record") for frame in frames for change in frame.changes if change.kind == "battle_over"]
    return [msgspec.convert(one, Record) for one in over if one]


def greatness(fought: Record) -> int:
    """Return how great a battle was: by who met in it, and by who fell."""
    met = sum(1 + sum(troops.values()) for side in SIDES for troops in fought.armies.get(side, {}).values())
    fates = [fate for clash in fought.clashes for fate in clash.fates]
    return met + 6 * len(fates) + 4 * len(fought.taken) + 8 * sum(fate.leader in fought.kings for fate in fates)


def fallen(frames: Sequence[Frame]) -> list[tuple[int, str]]:
    """Return the leaders who were killed in battle, each with his turn."""
    return [
        (fought.turn, fate.leader)
        for fought in battles(frames)
        for clash in fought.clashes
        for fate in clash.fates
        if fate.fate == "killed"
    ]


def film_frames(frames: Sequence[Frame]) -> list[Frame]:
    """Return two frames for each turn: after the impulses, and once control has been rolled for; and the last one."""
    found: list[Frame] = []
    waiting: tuple[Event, ...] = ()
    seen: set[tuple[int, bool]] = set()
    for place, frame in enumerate(frames):
        waiting += frame.changes
        view, last = view_of(frame), place == len(frames) - 1
        stage = (view.turn, view.phase in ROAD[2:])
        if last or (view.phase in ROAD and stage not in seen):
            seen.add(stage)
            found.append(Frame(view, waiting))
            waiting = ()
    return found


def winner(frames: Sequence[Frame]) -> str:
    """Return the side that has won, "" for a draw, or while the game goes on."""
    view = view_of(frames[-1])
    return next((one.id for one in view.sides if one.seat and one.seat in (view.winners or ())), "")


def ending(frames: Sequence[Frame], names: Mapping[str, str]) -> str:
    """Return how the game ended, "" while it goes on."""
    said = [change.text for change in frames[-1].changes if change.kind == "victory"]
    return name_seats(said[-1], names) if said else ""

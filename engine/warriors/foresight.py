"""How Phase Two is likely to go on, as the computer player sees it: each side in turn does what gains most at once."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.warriors.board import ways
from engine.warriors.board.game import enemy
from engine.warriors.board.state import Side
from engine.warriors.evaluation import REACH, Prospects, Standings
from engine.warriors.impulses.impulses import Move

WORTH = 0.05
"""The least gain for which an impulse is spent."""

AT_ONCE, LAST = 99, 1
"""With how many impulses left a side begins to move: at once, or with its last one."""


class Step(NamedTuple):
    """What a group gains by going next door."""

    gain: float
    leaders: tuple[str, ...]
    start: str
    to: str


def at_the_end(prospects: Prospects, move: Move | None = None) -> float:
    """Return what the board promises when all impulses are spent, if a side makes this move now, or passes.

    It goes on at once, waits for its last impulse or lets everybody stay, whichever is best. So does the enemy, who
    does something at the last: he comes when nobody can answer.
    """
    standing = dict(prospects.standing)
    if move:
        start = prospects.game.leader(move.leaders[0]).area
        _go(standing, prospects.side, Step(0, tuple(move.leaders), start, move.to))
    return max(
        min(_played_out(prospects, dict(standing), own, foe) for foe in (AT_ONCE, LAST)) for own in (AT_ONCE, LAST, 0)
    )


def _played_out(prospects: Prospects, standing: Standings, own: int, foe: int) -> float:
    """Return what the board promises at the end if either side passes until it has so few impulses left."""
    side, turn, left = prospects.side, prospects.foe, dict(prospects.game.state.turn.impulses)
    left[side] -= 1
    while any(left.values()):
        if 0 < left[turn] <= (own if turn == side else foe) and (step := _best(prospects, standing, turn)):
            _go(standing, turn, step)
        left[turn] = max(0, left[turn] - 1)
        turn = enemy(turn)
    held = sum(prospects.promise(area, there[side], there[prospects.foe]) for area, there in standing.items())
    return held + _reach(prospects, standing, side) - _reach(prospects, standing, prospects.foe)


def _best(prospects: Prospects, standing: Standings, side: Side) -> Step | None:
    best = max(_steps(prospects, standing, side), default=None)
    return best if best and best.gain > WORTH else None


def _go(standing: Standings, side: Side, step: Step) -> None:
    for area, own in (
        (step.start, tuple(one for one in standing[step.start][side] if one not in step.leaders)),
        (step.to, tuple(sorted((*standing[step.to][side], *step.leaders)))),
    ):
        standing[area] = {**standing[area], side: own}


def _steps(prospects: Prospects, standing: Standings, side: Side) -> Iterator[Step]:
    """Yield what single leaders of a side, and the best of each area together, can do now."""
    game = prospects.game
    for start, there in standing.items():
        own = there[side]
        free = _may_leave(prospects, standing, side, start) if own else 0
        best = game.by_merit(list(own)) if free > 1 else []
        groups = [(one,) for one in own if free] + [tuple(best[:many]) for many in range(2, free + 1)]
        for group in groups:
            leaving = _gain(prospects, standing, side, start, tuple(one for one in own if one not in group))
            for to in game.catalog.near[start]:
                if ways.limit(game, side, start, to) >= len(group):
                    joined = tuple(sorted((*standing[to][side], *group)))
                    yield Step(leaving + _gain(prospects, standing, side, to, joined), group, start, to)


def _may_leave(prospects: Prospects, standing: Standings, side: Side, area: str) -> int:
    """Return how many leaders may leave an area as everybody would stand then [WOG-2.10]."""
    game, foe = prospects.game, enemy(side)
    own, hold = len(standing[area][side]), len(standing[area][foe]) + (game.controller(area) == foe)
    return 0 if own <= hold else own if game.option("leaving") == "group" else own - hold


def _gain(prospects: Prospects, standing: Standings, side: Side, area: str, own: tuple[str, ...]) -> float:
    """Return what it gains a side to stand in an area with these leaders instead of those who are there."""
    there = standing[area]
    if side == prospects.side:
        foes = there[prospects.foe]
        return prospects.promise(area, own, foes) - prospects.promise(area, there[side], foes)
    foes = there[prospects.side]
    return prospects.promise(area, foes, there[side]) - prospects.promise(area, foes, own)


def _reach(prospects: Prospects, standing: Standings, side: Side) -> float:
    """Return what the leaders of a side who are free promise next door, for the turns to come."""
    game, foe, found = prospects.game, enemy(side), 0.0
    for area, there in standing.items():
        if there[side] and not there[foe] and game.controller(area) != foe:
            near = tuple((to, *standing[to].values()) for to in game.catalog.near[area])
            known = side, area, there[side], near
            if known not in prospects.reaches:
                prospects.reaches[known] = sum(_next_door(prospects, standing, side, area, one) for one in there[side])
            found += prospects.reaches[known]
    return REACH * found


def _next_door(prospects: Prospects, standing: Standings, side: Side, area: str, one: str) -> float:
    game = prospects.game
    joined = (
        (to, tuple(sorted((*standing[to][side], one))))
        for to in game.catalog.near[area]
        if ways.limit(game, side, area, to)
    )
    return max(0.0, *(_gain(prospects, standing, side, to, own) for to, own in joined))

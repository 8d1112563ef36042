"""The ways that a force can take by land: across country and by road (rules 2.3.2 to 2.3.4)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from engine.core.game import remembered
from engine.kingmaker.board import geography, locations, sites
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.movement import resuming


@dataclass(frozen=True, slots=True)
class Way:
    """A way by land over `squares`, "road" or "country". A `halted` one ends in the open at a hostile site."""

    squares: tuple[str, ...]
    by: str
    halted: bool = False


class Leg(NamedTuple):
    """How far a search has come: to a square, along a road (or ""), past these of the squares it must visit."""

    square: str
    road: str
    seen: frozenset[str]


Paths = dict[Leg, tuple[str, ...]]
Onward = Callable[[Leg, tuple[str, ...]], Iterable[tuple[str, str]]]


def _search(starts: Iterable[Leg], visit: frozenset[str], onward: Onward) -> Paths:
    """The shortest path to every leg; `onward` gives the next squares, each with the road that leads to it."""
    paths: Paths = {leg: (leg.square,) for leg in starts}
    edge = list(paths)
    while edge:
        found: list[Leg] = []
        for leg in edge:
            path = paths[leg]
            for square, road in onward(leg, path):
                there = Leg(square, road, leg.seen | {square} if square in visit else leg.seen)
                if there not in paths:
                    paths[there] = (*path, square)
                    found.append(there)
        edge = found
    return paths


def across_country(game: Kingmaker, nobles: Sequence[str], visit: frozenset[str]) -> dict[str, list[Way]]:
    """The ways of at most five squares, by where they end; forest ends a move [BASE-MOV-1, BASE-MOV-2]."""
    start = square_of(game, nobles)
    squares = game.book.squares
    first, later = geography.touching(game), geography.touching(game, underway=True)
    moved = (*game.state.turn.extra, *game.state.turn.marches)
    fresh = not any(noble in moved for noble in nobles)
    reach = 1 if squares[start].kind == "area" else resuming.steps_left(game, nobles)
    if not resuming.goes_by(game, nobles, "country"):
        return {}

    def onward(leg: Leg, path: tuple[str, ...]) -> Iterable[tuple[str, str]]:
        here, steps = squares[leg.square], len(path) - 1
        if steps >= reach or (steps and (here.terrain == "forest" or here.kind == "area")):
            return ()
        near = first if fresh and not steps else later
        return ((there, "") for there in near[leg.square])

    paths = _search([Leg(start, "", visit & {start})], visit, onward)
    return {leg.square: [Way(path, "country")] for leg, path in paths.items() if leg.seen == visit}


def by_road(
    game: Kingmaker, nobles: Sequence[str], visit: frozenset[str], stops: Callable[[str], bool]
) -> dict[str, list[Way]]:
    """The ways along roads, any distance, up to the first site that `stops` [BASE-MOV-3, BASE-MOV-5].

    A site in the starting square does not stop anybody (RULING 8); roads may be changed where two meet, unless a
    site of either stops the move (RULING 58).
    """
    start = square_of(game, nobles)
    squares = game.book.squares
    if not resuming.goes_by(game, nobles, "road"):
        return {}

    @cache
    def halts(square: str, road: str) -> bool:
        return any(stops(place) for place in geography.roadside(road, square))

    def onward(leg: Leg, path: tuple[str, ...]) -> Iterable[tuple[str, str]]:
        if len(path) == 1:
            roads = [leg.road]
        elif halts(leg.square, leg.road):
            return
        else:
            others = squares[leg.square].roads
            roads = [leg.road, *(r for r in others if r != leg.road and not halts(leg.square, r))]
        for road in roads:
            for there in geography.along(road, leg.square):
                yield there, road

    starts = [Leg(start, road, visit & {start}) for road in squares[start].roads]
    found: dict[str, list[Way]] = {}
    for leg, path in _search(starts, visit, onward).items():
        if leg.seen == visit and len(path) > 1:
            found.setdefault(leg.square, []).append(Way(path, "road", halts(leg.square, leg.road)))
    return found


def square_of(game: Kingmaker, nobles: Sequence[str]) -> str:
    """The square in which nobles of one location stand."""
    return locations.square_of(game.noble(nobles[0]).at)


def hostile(game: Kingmaker, seat: str) -> Callable[[str], bool]:
    """Tell whether a site on the road stops a seat: a fortress not friendly, an occupied open town [BASE-MOV-5]."""
    return lambda place: sites.status(game, place, seat) != "none" and not sites.friendly(game, place, seat)


def leading(game: Kingmaker, seat: str, nobles: Sequence[str], fetch: Sequence[str] = ()) -> dict[str, list[Way]]:
    """Every way that nobles of one location can take past the heirs `fetch`, by the square where it ends."""
    return _leading(game, seat, tuple(nobles), tuple(fetch))


@remembered
def _leading(game: Kingmaker, seat: str, nobles: tuple[str, ...], fetch: tuple[str, ...]) -> dict[str, list[Way]]:
    visit = frozenset(locations.square_of(game.heir(heir).at) for heir in fetch)
    found = across_country(game, nobles, visit)
    for square, roads in by_road(game, nobles, visit, hostile(game, seat)).items():
        found[square] = [*found.get(square, ()), *roads]
    return found


def best(several: Iterable[Way]) -> Way:
    """The shortest of several ways; by road rather than across country."""
    return min(several, key=lambda way: (len(way.squares), way.by == "country"))

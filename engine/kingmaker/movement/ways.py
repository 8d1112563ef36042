"""The ways that a force can take by land: across country and by road (rules 2.3.2 to 2.3.4)."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import Literal

import msgspec

from engine.core.game import cached_while_waiting
from engine.kingmaker.board import locations
from engine.kingmaker.board.catalog import ours
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import PlaceId, SquareId
from engine.kingmaker.board.places import geography, sites
from engine.kingmaker.board.state import March
from engine.kingmaker.movement import resuming


class Way(msgspec.Struct, frozen=True):
    """A way by land."""

    squares: tuple[SquareId, ...]
    """The squares from the start to the goal."""

    by: str
    """How it is travelled: "road" or "country"."""

    halted: bool = False
    """Whether it ends in the open at a hostile site, beyond which it cannot go."""


Leg = tuple[SquareId, str, frozenset[SquareId]]
"""How far a search for a way has come: to which square, along which road ("" across country), and which of the squares
that it must visit it has passed."""

Paths = dict[Leg, tuple[SquareId, ...]]
Onward = Callable[[Leg, tuple[SquareId, ...]], Iterable[tuple[SquareId, str]]]


def _search(starts: Iterable[Leg], visit: frozenset[SquareId], onward: Onward) -> Paths:
    """Return the shortest path to every leg; `onward` gives the next squares, each with the road that leads to it."""
    paths: Paths = {leg: (leg[0],) for leg in starts}
    edge = list(paths)
    while edge:
        further: list[Leg] = []
        for leg in edge:
            path, seen = paths[leg], leg[2]
            for square, road in onward(leg, path):
                there = (square, road, seen | {square} if square in visit else seen)
                if there not in paths:
                    paths[there] = (*path, square)
                    further.append(there)
        edge = further
    return paths


def across_country(game: Kingmaker, nobles: Sequence[str], visit: frozenset[SquareId]) -> dict[SquareId, list[Way]]:
    """Return the ways of at most five squares, by where they end; forest ends a move [BASE-MOV-1, BASE-MOV-2]."""
    start = square_of(game, nobles)
    turn = game.state.turn
    fresh = not any(noble in turn.extra or noble in turn.marches for noble in nobles)
    if not resuming.goes_by(game, nobles, "country"):
        return {}
    reach = 1 if game.catalog.squares[start].kind == "area" else resuming.steps_left(game, nobles)
    return dict(_country(geography.drawn(game), geography.drawn(game, True), start, reach, fresh, visit))


@lru_cache(8_192)
def _country(
    at_first: geography.Drawn,
    underway: geography.Drawn,
    start: SquareId,
    reach: int,
    fresh: bool,
    visit: frozenset[SquareId],
) -> dict[SquareId, list[Way]]:
    """Return what the printed map alone says about the ways across country."""
    squares = ours().squares
    first, later = geography.links(*at_first), geography.links(*underway)

    def onward(leg: Leg, path: tuple[SquareId, ...]) -> Iterable[tuple[SquareId, str]]:
        here, steps = squares[leg[0]], len(path) - 1
        if steps >= reach or (steps and (here.terrain == "forest" or here.kind == "area")):
            return ()
        near = first if fresh and not steps else later
        return [(there, "") for there in near[here.id]]

    paths = _search([(start, "", visit & {start})], visit, onward)
    return {square: [Way(path, "country")] for (square, _, seen), path in paths.items() if seen == visit}


def by_road(
    game: Kingmaker, nobles: Sequence[str], visit: frozenset[SquareId], closed: frozenset[PlaceId]
) -> dict[SquareId, list[Way]]:
    """Return the ways along roads, any distance, up to the first site of those `closed` [BASE-MOV-3, BASE-MOV-5].

    A site in the starting square does not stop anybody (RULING 8); roads may be changed where two meet, unless a
    site of either stops the move (RULING 58).
    """
    if not resuming.goes_by(game, nobles, "road"):
        return {}
    return _roads(square_of(game, nobles), visit, closed)


@lru_cache(8_192)
def _roads(start: SquareId, visit: frozenset[SquareId], closed: frozenset[PlaceId]) -> dict[SquareId, list[Way]]:
    """Return the ways along roads where the sites `closed` stop a move."""
    squares, halts = ours().squares, _halts(closed)

    def onward(leg: Leg, path: tuple[SquareId, ...]) -> Iterable[tuple[SquareId, str]]:
        here, road, _ = leg
        if len(path) == 1:
            return _next(here, road)
        if (here, road) in halts:
            return ()
        changes = (step for r in squares[here].roads if r != road and (here, r) not in halts for step in _next(here, r))
        return (*_next(here, road), *changes)

    starts = [(start, road, visit & {start}) for road in squares[start].roads]
    by_square: dict[SquareId, list[Way]] = {}
    for (square, road, seen), path in _search(starts, visit, onward).items():
        if seen == visit and len(path) > 1:
            by_square.setdefault(square, []).append(Way(path, "road", (square, road) in halts))
    return by_square


@lru_cache(256)
def _halts(closed: frozenset[PlaceId]) -> frozenset[tuple[SquareId, str]]:
    """Where, and on which road, one of the sites `closed` stops a move."""
    return frozenset(
        (ours().places[place].square, road.id)
        for road in ours().roads.values()
        for place in closed.intersection(road.places)
    )


@cache
def _next(square: SquareId, road: str) -> tuple[tuple[SquareId, str], ...]:
    """Return the squares next to a square on a road, each with the road."""
    return tuple((there, road) for there in geography.along(road, square))


def square_of(game: Kingmaker, nobles: Sequence[str]) -> SquareId:
    """Return the square in which nobles of one location stand."""
    return locations.square_of(game.noble(nobles[0]).at)


@cached_while_waiting
def hostile(game: Kingmaker, seat: str) -> frozenset[PlaceId]:
    """Return the sites on roads that stop a seat: unfriendly fortresses, perhaps occupied open towns [BASE-MOV-5]."""
    walls = sites.closed_to(game, _beside_roads("walls"), seat)
    towns = _beside_roads("open_town") if towns_stop(game) else ()
    return frozenset((*walls, *(town for town in towns if not sites.friendly(game, town, seat))))


@cache
def _beside_roads(what: Literal["walls", "open_town"]) -> tuple[PlaceId, ...]:
    """Return the fortresses, or the open towns, along roads."""
    along = (ours().places[place] for road in ours().roads.values() for place in road.places)
    fit = {site.id for site in along if (site.fortress if what == "walls" else site.kind == what)}
    return tuple(sorted(fit))


def towns_stop(game: Kingmaker) -> bool:
    """Whether an occupied open town stops a move along its road (option `road_stops`) [BASE-MOV-5, COV-8.4.2]."""
    return game.option("road_stops") == "places"


def road_rule(game: Kingmaker) -> str:
    """Return the rule by which hostile places end a move along the road."""
    return "BASE-MOV-5" if towns_stop(game) else "COV-8.4.2"


def leading(game: Kingmaker, seat: str, nobles: Sequence[str], fetch: Sequence[str] = ()) -> dict[SquareId, list[Way]]:
    """Every way that nobles of one location can take past the heirs `fetch`, by the square where it ends."""
    return _leading(game, seat, tuple(nobles), tuple(fetch))


@cached_while_waiting
def _leading(game: Kingmaker, seat: str, nobles: tuple[str, ...], fetch: tuple[str, ...]) -> dict[SquareId, list[Way]]:
    visit = frozenset(locations.square_of(game.heir(heir).at) for heir in fetch)
    by_end = across_country(game, nobles, visit)
    passed = game.catalog.squares[square_of(game, nobles)].roads
    roads = by_road(game, nobles, visit, hostile(game, seat)) if passed else {}
    for square, several in roads.items():
        by_end[square] = [*by_end.get(square, ()), *several]
    return by_end


def alternatives(several: Sequence[Way]) -> list[Way]:
    """Return the best way by road and the best across country, as far as there are such, the best first."""
    kinds = ([way for way in several if way.by == by] for by in ("road", "country"))
    two = [best(kind) for kind in kinds if kind]
    return sorted(two, key=lambda way: way is not best(two))


def best(several: Sequence[Way]) -> Way:
    """Return the shortest of several ways; by road rather than across country."""
    if len(several) == 1:
        return several[0]
    return min(several, key=lambda way: (len(way.squares), way.by == "country"))


def note(game: Kingmaker, nobles: Iterable[str], taken: Sequence[Way]) -> None:
    """Remember how far nobles have come, by which of the ways that they can have taken, and if their move is over.

    While the road and the way across country both fit, both stay open (RULING 170).
    """
    stepped = len(next((way for way in taken if way.by == "country"), taken[0]).squares) - 1
    for noble in nobles:
        before = resuming.march_of(game, noble)
        steps = before.steps + stepped
        onward = [way.by for way in taken if not _ends(game, way, steps)] if stepped else [before.by]
        by = resuming.BOTH if len(onward) > 1 else (onward or [taken[0].by])[0]
        game.state.turn.marches[noble] = March(by, steps, over=before.over or not onward)


def _ends(game: Kingmaker, way: Way, steps: int) -> bool:
    """Whether a move ends with a way: at a hostile place, after five squares across country, in forest or overseas."""
    end = game.catalog.squares[way.squares[-1]]
    spent = steps >= resuming.STEPS_ACROSS_COUNTRY or end.terrain == "forest" or end.kind == "area"
    return way.halted or (way.by == "country" and spent)

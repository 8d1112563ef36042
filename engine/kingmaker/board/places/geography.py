"""The lie of the land and of the sea: what touches what, and how far it is (rules 2.3.2, 2.3.8, 2.3.9, 2.4.1)."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import TypeVar

from engine.core.game import cached_by_options
from engine.kingmaker.board import locations
from engine.kingmaker.board.catalog import ours
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import NO_PLACE, Location, PlaceId, SeaId, SquareId

Id = TypeVar("Id", bound=str)

FAR = 1_000
"""A distance longer than any way, for squares that cannot be reached on foot."""

Neighbours = Mapping[SquareId, list[SquareId]]


def neighbours(game: Kingmaker, square: SquareId) -> list[SquareId]:
    """Return the squares that touch a square, by edges, corners, and crossings that are in use [BASE-MOV-1]."""
    return touching(game)[square]


def touching(game: Kingmaker, *, underway: bool = False) -> Neighbours:
    """Return the neighbours of every square.

    `underway` leaves out crossings only good as a first step [BASE-MOV-13].
    """
    return links(*drawn(game, underway))


Drawn = tuple[bool, tuple[str, ...]]


@cached_by_options
def drawn(game: Kingmaker, underway: bool = False) -> tuple[bool, tuple[str, ...]]:
    """Return the table's map options: whether rulings on corners apply, and the crossings in use."""
    crossings = tuple(
        crossing.id
        for crossing in game.catalog.crossings
        if (not crossing.option or game.option(crossing.option)) and not (underway and crossing.first_step)
    )
    return game.option("diagonal_overrides") == "wbc", crossings


@cache
def links(ruled: bool, crossings: tuple[str, ...]) -> Neighbours:
    """Return the neighbours of every square, with corners `ruled` on or not, and these crossings."""
    printed = ours()
    near = {square.id: [*square.orthogonal, *square.diagonal] for square in printed.squares.values()}
    for crossing in printed.crossings:
        if crossing.id in crossings:
            _link(near, *crossing.squares)
    for ruling in printed.corner_rulings if ruled else ():
        (_link if ruling.connected else _part)(near, *ruling.squares)
    return {square: sorted(found) for square, found in near.items()}


def _link(near: dict[SquareId, list[SquareId]], one: SquareId, other: SquareId) -> None:
    if other not in near[one]:
        near[one].append(other)
        near[other].append(one)


def _part(near: dict[SquareId, list[SquareId]], one: SquareId, other: SquareId) -> None:
    if other in near[one]:
        near[one].remove(other)
        near[other].remove(one)


# ---------------------------------------------------------------------- distances on land


def land_distance(game: Kingmaker, a: SquareId, b: SquareId) -> int | None:
    """Return the shortest distance in squares, ignoring forest; None if there is no way on foot."""
    return land_distances(game, a).get(b)


def land_distances(game: Kingmaker, square: SquareId) -> Mapping[SquareId, int]:
    """Return the distance of every square that can be reached on foot."""
    return distances_on(*drawn(game), square)


@cache
def distances_on(ruled: bool, crossings: tuple[str, ...], square: SquareId) -> Mapping[SquareId, int]:
    """Return the distances on a map with corners `ruled` on or not, and these crossings."""
    return spread(square, links(ruled, crossings).__getitem__)


def nearest(game: Kingmaker, square: SquareId, places: Iterable[PlaceId]) -> PlaceId:
    """Return the place nearest to a square by land, the first by id among equals; "" if there are none."""
    far = land_distances(game, square)
    return min(places, key=lambda place: (far.get(game.catalog.places[place].square, FAR), place), default=NO_PLACE)


def spread(start: Id, near: Callable[[Id], Iterable[Id]]) -> dict[Id, int]:
    """Return the number of steps to everything that can be reached from `start`."""
    steps = {start: 0}
    edge = [start]
    while edge:
        found = [(there, steps[here] + 1) for here in edge for there in near(here)]
        edge = []
        for there, far in found:
            if there not in steps:
                steps[there] = far
                edge.append(there)
    return steps


# ---------------------------------------------------------------------- the sea


def sea_neighbours(sea: SeaId) -> list[SeaId]:
    """Return the sea squares that touch a sea square."""
    return _sea_neighbours()[sea]


@cache
def _sea_neighbours() -> Mapping[SeaId, list[SeaId]]:
    return {sea.id: sorted({*sea.orthogonal, *sea.diagonal}) for sea in ours().seas.values()}


def ports_on(sea: SeaId) -> list[PlaceId]:
    """Return the ports that open to a sea square, each by its place."""
    return ours().sea_ports[sea]


def sea_steps(at: Location) -> list[Location]:
    """Return the locations that a ship can reach in one step [BASE-SEA-1]."""
    return _sea_steps()[at]


@cache
def _sea_steps() -> Mapping[Location, list[Location]]:
    printed = ours()
    steps = {
        locations.sea(sea): [*map(locations.sea, sea_neighbours(sea)), *map(locations.port, ports_on(sea))]
        for sea in printed.seas
    }
    return steps | {
        locations.port(port.place): [locations.sea(sea) for sea in port.sea] for port in printed.ports.values()
    }


def sea_distance(a: Location, b: Location) -> int | None:
    """Return the fewest steps of a ship from one `port:` or `sea:` location to another, not through other ports."""
    return voyages(a).get(b)


@cache
def voyages(at: Location) -> Mapping[Location, int]:
    """Return the steps to every port and sea square, a port ending the voyage."""
    return spread(at, lambda here: sea_steps(here) if here == at or locations.kind(here) == "sea" else ())


@cache
def course(a: Location, b: Location) -> tuple[Location, ...]:
    """Return a shortest course from one ship's location to another, both included; it touches no port between."""
    steps = voyages(a)
    track = [b]
    while track[-1] != a:
        far = steps[track[-1]] - 1
        before = [there for there in sea_steps(track[-1]) if steps.get(there) == far]
        track.append(min(there for there in before if there == a or locations.kind(there) == "sea"))
    return tuple(reversed(track))


# ---------------------------------------------------------------------- roads


@cache
def along(road: str, square: SquareId) -> tuple[SquareId, ...]:
    """Return the squares next to a square on a road."""
    squares = ours().roads[road].squares
    here = squares.index(square)
    return squares[max(here - 1, 0) : here] + squares[here + 1 : here + 2]


@cache
def roadside(road: str, square: SquareId) -> tuple[PlaceId, ...]:
    """Return the sites of a square that lie on a road: those that can stop a move along it (RULING 58)."""
    on_road = ours().roads[road].places
    return tuple(place for place in ours().squares[square].places if place in on_road)

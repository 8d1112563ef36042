"""What makes the land look like land: rivers, hills and trees. Only the trees mean something in the game."""

import math
import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise

import msgspec

from engine.core.files.catalog import load_toml
from engine.kingmaker.board.catalog import GAME
from engine.kingmaker.board.ids import SquareId
from render.kingmaker.heraldry.charges import curve
from render.kingmaker.map.geography import Geography, distance_to_edge, grid_in, inside_polygon, project
from render.kit import glyphs
from render.kit.palette import HILL, RIVER
from render.kit.pen import Box, Pen, Point

PIXELS_PER_KILOMETRE = 2.74
RIVER_WIDTHS = (1.2, 3.2)
ROOM_FOR_PLACES = 27
ROOM_FOR_ROADS = 11
HILL_SPACING = 27
CELL = 40


class River(msgspec.Struct, frozen=True):
    """A river from its source to its mouth."""

    id: str
    line: tuple[Point, ...]


class Hills(msgspec.Struct, frozen=True):
    """Hills on both sides of a ridge, up to `width` kilometres from it."""

    id: str
    size: int
    width: float
    line: tuple[Point, ...]


class Lines:
    """Lines whose distance is asked for again and again, as points by cell of a coarse grid."""

    def __init__(self, lines: Iterable[Sequence[Point]]) -> None:
        self._cells: dict[tuple[int, int], list[Point]] = defaultdict(list)
        for spot in (spot for line in lines for spot in dotted(line)):
            self._cells[self._cell(spot)].append(spot)

    def _cell(self, spot: Point) -> tuple[int, int]:
        return int(spot[0] // CELL), int(spot[1] // CELL)

    def distance(self, spot: Point) -> float:
        """Return how far a point is from the nearest line, infinity if there is none within a cell."""
        column, row = self._cell(spot)
        near = (self._cells.get((column + x, row + y), ()) for x in (-1, 0, 1) for y in (-1, 0, 1))
        return min((math.dist(spot, other) for others in near for other in others), default=math.inf)


class Relief:
    """Rivers and hills of a map, in pixels, clear of places and roads."""

    def __init__(self, land: Geography) -> None:
        self.land = land
        rows = load_toml(GAME, "relief")
        self.rivers = [msgspec.convert(row, River) for row in rows["river"]]
        self.ranges = [msgspec.convert(row, Hills) for row in rows["hills"]]

    def courses(self) -> list[list[Point]]:
        """Return the lines of the rivers, rounded."""
        return [curve([project(*spot) for spot in river.line]) for river in self.rivers]

    def hills(self) -> list[tuple[Point, int]]:
        """Return where each hill stands and its size, the northernmost first, so that nearer ones cover farther."""
        taken: list[Point] = []
        found: list[tuple[Point, int]] = []
        for ridge in self.ranges:
            chance = random.Random(ridge.id)
            for spot in _strewn(ridge, chance):
                apart = all(math.dist(spot, other) > HILL_SPACING + 4 * ridge.size for other in taken)
                if apart and self._free(spot):
                    taken.append(spot)
                    found.append((spot, ridge.size))
        return sorted(found, key=lambda hill: hill[0][1])

    def _free(self, spot: Point) -> bool:
        if any(math.dist(spot, place) < ROOM_FOR_PLACES for place in self.land.places.values()):
            return False
        if any(inside_polygon(spot, forest) for forest in self._forests):
            return False
        return self._lines.distance(spot) > ROOM_FOR_ROADS

    @cached_property
    def _forests(self) -> list[list[Point]]:
        squares = self.land.catalog.squares.values()
        return [self.land.land[square.id] for square in squares if square.terrain == "forest"]

    @cached_property
    def _lines(self) -> Lines:
        return Lines([*self.land.roads.values(), *self.courses(), *self.land.coasts.values()])


def dotted(line: Sequence[Point]) -> list[Point]:
    """Return points along a line, at most ten pixels apart."""
    spots: list[Point] = []
    for (x0, y0), (x1, y1) in pairwise(line):
        count = max(1, math.ceil(math.hypot(x1 - x0, y1 - y0) / 10))
        spots += [(x0 + (x1 - x0) * step / count, y0 + (y1 - y0) * step / count) for step in range(count)]
    return [*spots, line[-1]]


def _strewn(ridge: Hills, chance: random.Random) -> list[Point]:
    """Return spots by chance along a ridge, those on the ridge itself first."""
    spots = dotted(curve([project(*spot) for spot in ridge.line]))
    reach = ridge.width * PIXELS_PER_KILOMETRE
    tries = [(spot, share) for share in (0.15, 0.6, 1.0) for spot in spots]
    return [(x + chance.uniform(-reach, reach) * share, y + chance.uniform(-8, 8)) for (x, y), share in tries]


def draw_rivers(pen: Pen, relief: Relief) -> None:
    """Draw the rivers, each wider from its source to its mouth."""
    thin, thick = RIVER_WIDTHS
    for course in relief.courses():
        for step, (one, other) in enumerate(pairwise(course)):
            share = step / len(course)
            pen.stroke([one, other], RIVER, thin + (thick - thin) * share)


def draw_hills(pen: Pen, relief: Relief) -> None:
    """Draw the hills as an old map has them: humps with a shaded side."""
    for spot, size in relief.hills():
        hill(pen.at(*spot, 0.62 + 0.2 * size))


def hill(pen: Pen) -> None:
    """One hump, 26 wide and 14 high, lit from the west."""
    hump = [(-13.0, 6.0), (-9.0, 1.0), (-4.0, -5.5), (0.0, -8.0), (3.6, -5.0), (8.0, 1.5), (13.0, 6.0)]
    pen.line(curve(hump), HILL, 1.5)
    for x, y, length in ((1.6, -5.6, 9.0), (4.6, -2.4, 7.0), (7.6, 1.6, 4.2)):
        pen.line([(x, y), (x - 1.6, y + length)], HILL, 1.2)


def draw_forest(pen: Pen, land: Geography, square: SquareId) -> None:
    """Fill a square with trees, in loose rows, clear of its places and its border."""
    polygon = land.land[square]
    taken = [land.places[place] for place in land.catalog.squares[square].places]
    chance = random.Random(square)
    for x, y in grid_in(polygon, 22):
        spot = (x + chance.uniform(-4.5, 4.5), y + chance.uniform(-4, 4))
        clear = all(abs(spot[0] - a) > 24 or abs(spot[1] - b) > 24 for a, b in taken)
        if clear and distance_to_edge(spot, polygon) > 8:
            glyphs.tree(pen.at(*spot, chance.uniform(0.85, 1.15)), conifer=chance.random() < 0.3)


def draw_waves(pen: Pen, land: Geography, colour: tuple[int, int, int], clear_of: Sequence[Box]) -> None:
    """Strew small waves over the open sea."""
    chance, shores = random.Random(1455), Lines(land.shores)
    for polygon in land.sea.values():
        for x, y in grid_in(polygon, 96):
            spot = (x + chance.uniform(-18, 18), y + chance.uniform(-18, 18))
            free = not any(box.holds(Box(*spot, *spot)) for box in clear_of)
            if free and distance_to_edge(spot, polygon) > 18 and shores.distance(spot) > 34:
                glyphs.wave(pen.at(*spot), colour)

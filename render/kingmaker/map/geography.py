"""Where things lie on the map of England and Wales: projection, polygons, spots for places and counters."""

import math
import random
from collections.abc import Sequence
from functools import cache, cached_property
from itertools import combinations, pairwise

from engine.core.files.catalog import load_toml
from engine.kingmaker.board import locations
from engine.kingmaker.board.catalog import GAME, Catalog, PlaceKind
from engine.kingmaker.board.ids import Location, PlaceId, SeaId, SquareId
from render.kingmaker.edition import catalog
from render.kit.pen import Box, Point

WEST, EAST, SOUTH, NORTH = -6.5, 2.62, 49.62, 56.0
PIXELS_PER_DEGREE = 305
LATITUDE_OF_SCALE = 53.0
FRAME = 24
CAPTION_HEIGHT = 92

ACROSS = math.cos(math.radians(LATITUDE_OF_SCALE)) * PIXELS_PER_DEGREE
MAP = Box(
    FRAME,
    CAPTION_HEIGHT,
    FRAME + round((EAST - WEST) * ACROSS),
    CAPTION_HEIGHT + round((NORTH - SOUTH) * PIXELS_PER_DEGREE),
)
SHEET_WIDTH = int(MAP.right) + FRAME

GLYPH_SIZES: dict[PlaceKind, tuple[int, int]] = {
    "city": (46, 42),
    "town": (38, 32),
    "royal_castle": (34, 38),
    "noble_castle": (28, 32),
    "open_town": (34, 26),
    "unfortified_town": (20, 18),
    "area": (26, 26),
}

AREA_PANELS = {
    "ireland": Box(MAP.left + 8, MAP.top + 520, MAP.left + 134, MAP.top + 960),
    "scotland": Box(MAP.left + 330, MAP.top + 10, MAP.left + 640, MAP.top + 210),
    "continent": Box(MAP.right - 270, MAP.bottom - 300, MAP.right - 8, MAP.bottom - 70),
}
PANEL_TITLE = 46
PIXELS_PER_MILE = 4.42
COMPASS = Box(MAP.right - 216, MAP.top + 640, MAP.right - 96, MAP.top + 760)
SCALE = Box(MAP.left + 26, MAP.bottom - 62, MAP.left + 26 + 50 * PIXELS_PER_MILE + 34, MAP.bottom - 14)


def project(longitude: float, latitude: float) -> Point:
    """Return the pixel of a place on earth."""
    return MAP.left + (longitude - WEST) * ACROSS, MAP.top + (NORTH - latitude) * PIXELS_PER_DEGREE


def inside_polygon(point: Point, polygon: Sequence[Point]) -> bool:
    """Tell whether a point lies in a polygon."""
    x, y = point
    return sum(x < edge for edge in _edges_at(y, polygon)) % 2 == 1


def _edges_at(y: float, polygon: Sequence[Point]) -> list[float]:
    """Return where the edges of a polygon cross a height."""
    edges: list[float] = []
    x0, y0 = polygon[-1]
    for x1, y1 in polygon:
        if (y0 > y) != (y1 > y):
            edges.append((x1 - x0) * (y - y0) / (y1 - y0) + x0)
        x0, y0 = x1, y1
    return edges


def distance_to_edge(point: Point, polygon: Sequence[Point]) -> float:
    """Return how far a point is from a polygon's edge.

    It is asked of ten thousand points before the first map, so it calls as little as it can.
    """
    x, y = point
    nearest = math.inf
    x0, y0 = polygon[-1]
    for x1, y1 in polygon:
        across, down = x1 - x0, y1 - y0
        length = across**2 + down**2
        share = ((x - x0) * across + (y - y0) * down) / length if length else 0.0
        if share < 0.0:
            share = 0.0
        elif share > 1.0:
            share = 1.0
        apart = math.hypot(x - x0 - share * across, y - y0 - share * down)
        if apart < nearest:
            nearest = apart
        x0, y0 = x1, y1
    return nearest


def grid_in(polygon: Sequence[Point], step: float) -> list[Point]:
    """Return the points of a square grid that lie in a polygon and on the map."""
    left, right = min(x for x, _ in polygon), max(x for x, _ in polygon)
    top, bottom = min(y for _, y in polygon), max(y for _, y in polygon)
    seen = MAP.grown(-14)
    columns = [left + step * (column + 0.5) for column in range(math.ceil((right - left) / step))]
    across = [x for x in columns if seen.left <= x <= seen.right]
    rows = [top + step * (row + 0.5) for row in range(math.ceil((bottom - top) / step))]
    spots: list[Point] = []
    for y in (y for y in rows if seen.top <= y <= seen.bottom):
        edges = _edges_at(y, polygon)
        spots += [(x, y) for x in across if sum(x < edge for edge in edges) % 2]
    return spots


class Geography:
    """The map in pixels; every spot is where a glyph's or a counter's middle belongs."""

    def __init__(self) -> None:
        squares = load_toml(GAME, "map")["square"]
        seas = load_toml(GAME, "map")["sea"]
        self.land = {row["id"]: _polygon(row["polygon"]) for row in squares}
        self.sea = {row["id"]: _polygon(row["polygon"]) for row in seas}
        self.labels = {row["id"]: project(*row["label"]) for row in [*squares, *seas]}
        self.outlines = {row["id"]: _polygon(row["points"]) for row in load_toml(GAME, "outline")["outline"]}
        self._stands: dict[SquareId, Point] = {}

    @property
    def catalog(self) -> Catalog:
        """The printed things of the edition that is shown; where they lie is the same in all."""
        return catalog()

    @cached_property
    def places(self) -> dict[str, Point]:
        """Where each place is drawn: its true spot, moved a little where glyphs would overlap."""
        true = {row["id"]: project(row["lon"], row["lat"]) for row in load_toml(GAME, "places")["place"]}
        for area, panel in AREA_PANELS.items():
            true[area] = panel.centre
        return self._spread(true)

    def _spread(self, true: dict[str, Point]) -> dict[str, Point]:
        spots = dict(true)
        near = [pair for pair in combinations(spots, 2) if math.dist(spots[pair[0]], spots[pair[1]]) < 110]
        for _ in range(80):
            for one, other in near:
                _push_apart(spots, one, other, self._room(one, other))
            for place, spot in spots.items():
                spots[place] = self._kept_in(PlaceId(place), spot)
        return spots

    def _room(self, one: str, other: str) -> float:
        sizes = [sum(GLYPH_SIZES[self.catalog.places[PlaceId(place)].kind]) / 2 for place in (one, other)]
        return sum(sizes) / 2 + 6

    def _kept_in(self, place: PlaceId, spot: Point) -> Point:
        square = self.catalog.places[place].square
        if self.catalog.squares[square].kind == "area":
            return AREA_PANELS[square].centre
        if inside_polygon(spot, self.land[square]):
            return spot
        x, y = self.labels[square]
        return spot[0] + (x - spot[0]) * 0.2, spot[1] + (y - spot[1]) * 0.2

    @cached_property
    def coasts(self) -> dict[str, list[Point]]:
        """The coast lines, roughened and rounded as a map-maker's hand would draw them."""
        return {name: _weathered(line) for name, line in self.outlines.items() if name != "border"}

    @cached_property
    def shores(self) -> list[list[Point]]:
        """The coast lines as they were typed, with fewer corners: enough to keep clear of them."""
        return [line for name, line in self.outlines.items() if name != "border"]

    def stand(self, square: SquareId) -> Point:
        """Return where a force in the open stands in a square: away from glyphs and borders."""
        if square not in self._stands:
            self._stands[square] = self._stand(square)
        return self._stands[square]

    def _stand(self, square: SquareId) -> Point:
        if square in AREA_PANELS:
            return AREA_PANELS[square].centre
        taken = [self.places[place] for place in self.catalog.squares[square].places]
        polygon = self.land[square]

        return _roomiest(grid_in(polygon, 6) or [self.labels[square]], taken, polygon)

    @cached_property
    def waters(self) -> dict[str, Point]:
        """Where ships of each sea square are drawn: its label's spot, or the widest visible water."""
        return {sea: self._water(sea) for sea in self.sea}

    def _water(self, sea: SeaId) -> Point:
        x, y = self.labels[sea]
        spot = Box(x, y, x, y)
        if MAP.grown(-40).holds(spot):
            return x, y
        polygon = self.sea[sea]
        return max(grid_in(polygon, 14), key=lambda spot: distance_to_edge(spot, polygon))

    @cached_property
    def roads(self) -> dict[str, list[Point]]:
        """The line of each road, led through the spots where its places are drawn."""
        moved = {project(row["lon"], row["lat"]): self.places[row["id"]] for row in load_toml(GAME, "places")["place"]}
        lines = {row["id"]: row["line"] for row in load_toml(GAME, "map")["road"]}
        return {road: [moved.get(project(*spot), project(*spot)) for spot in line] for road, line in lines.items()}

    def harbour(self, place: PlaceId) -> Point:
        """Return where a ship in the port of a place lies: off the place, towards its first sea square."""
        x, y = self.places[place]
        sea_x, sea_y = self.waters[self.catalog.ports[place].sea[0]]
        away = math.hypot(sea_x - x, sea_y - y) or 1.0
        return x + (sea_x - x) / away * 46, y + (sea_y - y) / away * 46

    def spot(self, at: Location) -> Point:
        """Return the pixel of a location, as arrows and rings need it; KeyError for one that is not on the map."""
        name = locations.name(at)
        match locations.kind(at):
            case "inside":
                return self.places[name]
            case "port":
                return self.harbour(PlaceId(name)) if name not in AREA_PANELS else AREA_PANELS[name].centre
            case "sea":
                return self.waters[name]
            case _:
                return self.stand(SquareId(name))


def _weathered(outline: Sequence[Point]) -> list[Point]:
    """Break each stretch of a coast into small bays and heads, then round the corners; the same each time."""
    chance = random.Random(1399)
    for _ in range(3):
        outline = [spot for one, other in pairwise([*outline, outline[0]]) for spot in _broken(one, other, chance)]
    for _ in range(2):
        outline = [spot for one, other in pairwise([*outline, outline[0]]) for spot in _cut(one, other)]
    return list(outline)


def _broken(one: Point, other: Point, chance: random.Random) -> list[Point]:
    """Return the start of a stretch and its middle, pushed to one side by up to a twelfth of its length."""
    if math.dist(one, other) < 12:
        return [one]
    (x0, y0), (x1, y1), push = one, other, chance.uniform(-0.085, 0.085)
    return [one, ((x0 + x1) / 2 - (y1 - y0) * push, (y0 + y1) / 2 + (x1 - x0) * push)]


def _cut(one: Point, other: Point) -> list[Point]:
    (x0, y0), (x1, y1) = one, other
    return [(0.75 * x0 + 0.25 * x1, 0.75 * y0 + 0.25 * y1), (0.25 * x0 + 0.75 * x1, 0.25 * y0 + 0.75 * y1)]


def _polygon(rows: list[list[float]]) -> list[Point]:
    return [project(longitude, latitude) for longitude, latitude in rows]


def _push_apart(spots: dict[str, Point], one: str, other: str, room: float) -> None:
    (x0, y0), (x1, y1) = spots[one], spots[other]
    apart = math.hypot(x1 - x0, y1 - y0) or 0.1
    if apart < room:
        step = (room - apart) / apart * 0.25
        spots[one] = x0 - (x1 - x0) * step, y0 - (y1 - y0) * step
        spots[other] = x1 + (x1 - x0) * step, y1 + (y1 - y0) * step


def _roomiest(spots: Sequence[Point], taken: Sequence[Point], polygon: Sequence[Point]) -> Point:
    """Return the first of those spots that are farthest from what is taken, and from the edge, which counts less."""
    found, most = spots[0], -math.inf
    for spot in spots:
        room = min((math.dist(spot, other) for other in taken), default=math.inf)
        if room > most and (room := min(1.6 * distance_to_edge(spot, polygon), room)) > most:
            found, most = spot, room
    return found


@cache
def geography() -> Geography:
    """Return the map; it never changes."""
    return Geography()

"""The names on the map: what is written for places, squares and seas, and where it rests on an empty board."""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial

import msgspec

from engine.kingmaker.board.catalog import Place, PlaceKind
from engine.kingmaker.board.ids import SeaId, SquareId
from render.kingmaker.edition import catalog, remembered
from render.kingmaker.map.geography import (
    AREA_PANELS,
    COMPASS,
    GLYPH_SIZES,
    MAP,
    PANEL_TITLE,
    SCALE,
    Geography,
    distance_to_edge,
    geography,
    grid_in,
)
from render.kit.labels import Block, Job, Spot, Terrain, Wishes, around, place_jobs
from render.kit.lettering import NOTE_SIZE, Face, Type, block_size, on_phone
from render.kit.palette import FADED_INK, INK, SEA, SEA_INK, blend
from render.kit.pen import Box, Point, box_round

STYLES: dict[PlaceKind, Type] = {
    "city": Type(Face.CAPITALS, 26, halo_width=3),
    "town": Type(Face.BOLD, 22, halo_width=3),
    "royal_castle": Type(Face.BOLD, 20, halo_width=3),
    "noble_castle": Type(Face.BOLD, 19, halo_width=3),
    "open_town": Type(Face.BOLD, 20, halo_width=3),
    "unfortified_town": Type(Face.ITALIC, 18, blend(INK, FADED_INK, 0.45), halo_width=3),
    "area": Type(Face.CAPITALS, 24),
}
SQUARE_STYLE = Type(Face.ITALIC, 17, FADED_INK, halo_width=2)
SEA_STYLE = Type(Face.ITALIC, 21, SEA_INK, SEA, 2)

GLYPH_WEIGHT = 0.7
PANEL_WEIGHT = 0.5
ROOM_FOR_BADGE = 11
LONGEST_LINE = 11
NEARER = 5
RINGS = (2, 12, 26, 46, 76)
BEARABLE = 250.0
RANK_OF_AREAS = 5
ASTRAY = 30.0
AMBIGUITY = 9.0
LOW = 6
TAILS = re.compile(r"-(upon|on|de la|de-la)-.*| by Wakefield| and Weymouth| Regis")


class Toponym(msgspec.Struct, frozen=True):
    """A name on the map: its size in pixels, its lines, a small note after them (the garrison), and its type."""

    job: Job
    size: tuple[int, int]
    lines: tuple[str, ...]
    style: Type
    note: str = ""


def short_lines(name: str) -> tuple[str, ...]:
    """Return a place's name as the map writes it: without tails, long ones in two lines."""
    words = TAILS.sub("", name).replace("-under-", " under ").split()
    if len(" ".join(words)) <= LONGEST_LINE or len(words) == 1:
        return (" ".join(words),)
    cut = min(range(1, len(words)), key=lambda n: abs(len(" ".join(words[:n])) - len(" ".join(words[n:]))))
    return " ".join(words[:cut]), " ".join(words[cut:])


def glyph_box(land: Geography, place: Place) -> Box:
    """Return the space of a place's glyph with its cross, anchor and badge."""
    (x, y), (width, height) = land.places[place.id], GLYPH_SIZES[place.kind]
    box = box_round(x, y, width, height)
    left = box.left - (8 if place.cathedral else 0)
    right = box.right + (11 if place.port else 0)
    if place.fortress:
        return Box(left, box.top - ROOM_FOR_BADGE, max(right, box.right + ROOM_FOR_BADGE), box.bottom)
    return Box(left, box.top, right, box.bottom + (3 if place.port else 0))


@cache
def terrain() -> Terrain:
    """Return what counters and names had better not cover: glyphs, panels, compass, scale."""
    land = geography()
    places = [place for place in land.catalog.places.values() if place.kind != "area"]
    panels = [Box(box.left, box.top + PANEL_TITLE, box.right, box.bottom) for box in AREA_PANELS.values()]
    blocks = [Block(glyph_box(land, place), GLYPH_WEIGHT) for place in places]
    return Terrain([*blocks, *(Block(panel, PANEL_WEIGHT) for panel in [*panels, COMPASS, SCALE])])


@remembered
def usual_garrison(kind: PlaceKind) -> int:
    """Return the men of the garrison that most places of a kind have, as the key says."""
    return Counter(place.garrison for place in catalog().places.values() if place.kind == kind).most_common(1)[0][0]


@remembered
def place_toponym(place: Place, garrison: int, width: float = 0) -> Toponym:
    """Return the name of a place, with the men of its garrison where they are not as many as the kind has.

    A phone can read it in a part of the map of a `width`; 0 for the whole map.
    """
    note = str(garrison) if garrison != usual_garrison(place.kind) else ""
    lines, style = short_lines(place.name), on_phone(STYLES[place.kind], width / NOTE_SIZE if note else width)
    rank = 3 if place.kind in ("city", "town") else 2 if place.fortress else 1
    return _toponym(f"place:{place.id}", lines, style, partial(_by_place, place), rank, LOW, note)


def _toponym(
    place_id: str,
    lines: tuple[str, ...],
    style: Type,
    spots: Callable[[int, int], list[Spot]],
    rank: int,
    less: int = 0,
    note: str = "",
) -> Toponym:
    """Return a name with the spots for it, by its width and height; letters may come `less` pixels high."""
    width, height = block_size(lines, style, note)
    size = width, height - less

    def find() -> Wishes:
        return terrain().options(size, spots(*size), limit=BEARABLE)

    return Toponym(Job(place_id, find, rank), size, lines, style, note)


def _by_place(place: Place, width: int, height: int) -> list[Spot]:
    """Return the spots round a place, those dearer that are as near to another one."""
    box = glyph_box(geography(), place)
    others = _neighbours(place, 2 * (width + RINGS[-1]))
    spots = around(box.grown(-2), width - 4, height - 4, RINGS)
    return [(spot, cost + _ambiguity(box_round(*spot, width, height), box, others)) for spot, cost in spots]


def _neighbours(place: Place, reach: float) -> list[tuple[Point, Box]]:
    """Return the other places within reach of one: their spots and their glyphs."""
    land = geography()
    spot = land.places[place.id]
    others = (other for other in land.catalog.places.values() if other.id != place.id and other.kind != "area")
    return [
        (land.places[other.id], glyph_box(land, other))
        for other in others
        if math.dist(land.places[other.id], spot) < reach
    ]


def _ambiguity(label: Box, own: Box, others: Sequence[tuple[Point, Box]]) -> float:
    """Return the cost of a label that lies as near to another place as to its own."""
    near, middle, width = _gap(label, own) + NEARER, label.centre, label.width
    closer = [glyph for spot, glyph in others if math.dist(spot, middle) < width]
    return AMBIGUITY * sum(_gap(label, glyph) < near for glyph in closer)


def _gap(one: Box, other: Box) -> float:
    across = max(one.left - other.right, other.left - one.right, 0.0)
    return math.hypot(across, max(one.top - other.bottom, other.top - one.bottom, 0.0))


def _area_toponym(square: SquareId, shown: float) -> Toponym:
    panel, lines = AREA_PANELS[square], (geography().catalog.squares[square].name,)
    style = on_phone(STYLES["area"], shown)
    width, height = size = block_size(lines, style)
    left, top = round(panel.centre[0] - width / 2), round(panel.top + 12)
    box = Box(left, top, left + width, top + height)
    return Toponym(Job(f"place:{square}", lambda: Wishes([(0.0, box)]), RANK_OF_AREAS), size, lines, style)


def _square_toponym(square: SquareId, shown: float) -> Toponym:
    lines = short_lines(geography().catalog.squares[square].name)
    return _toponym(f"square:{square}", lines, on_phone(SQUARE_STYLE, shown), partial(_in_square, square), 0, LOW)


def _in_square(square: SquareId, width: int, height: int) -> list[Spot]:
    """Return the spots in a square, those dearer that are near its border, and some round the middle."""
    polygon, (x, y) = geography().land[square], geography().labels[square]
    spots = [(spot, max(0.0, 26 - distance_to_edge(spot, polygon)) * 0.5) for spot in grid_in(polygon, 7)]
    return spots + [(spot, ASTRAY + cost) for spot, cost in around(box_round(x, y, 8, 8), width, height, RINGS)]


def _sea_toponym(sea: SeaId, shown: float) -> Toponym:
    lines = short_lines(geography().catalog.seas[sea].name)
    return _toponym(f"sea:{sea}", lines, on_phone(SEA_STYLE, shown), partial(_in_sea, sea), 1)


def _in_sea(sea: SeaId, width: int, height: int) -> list[Spot]:
    """Return the spots in a sea, those dearer that are far from its middle or near its border, and some round it."""
    polygon, (x, y) = geography().sea[sea], geography().waters[sea]
    spots = [((x, y), 0.0)]
    for spot in grid_in(polygon, 16):
        away = ((spot[0] - x) ** 2 + (spot[1] - y) ** 2) ** 0.5
        spots.append((spot, 2 + away * 0.06 + max(0.0, 30 - distance_to_edge(spot, polygon)) * 0.4))
    return spots + [(spot, ASTRAY + cost) for spot, cost in around(box_round(x, y, 8, 8), width, height, RINGS)]


def _nameless(land: Geography) -> Iterable[SquareId]:
    """Return the squares whose name is not that of one of their places."""
    for square in land.catalog.squares.values():
        names = {short_lines(land.catalog.places[place].name) for place in square.places}
        if square.kind != "area" and short_lines(square.name) not in names:
            yield square.id


@remembered
def toponyms(width: float = 0) -> dict[str, Toponym]:
    """Return every name of the empty board by its job's id; a phone can read it in a part of the map of a `width`."""
    land = geography()
    places = [place for place in land.catalog.places.values() if place.kind != "area"]
    order = sorted(places, key=lambda place: list(STYLES).index(place.kind))
    names = [_area_toponym(SquareId(area), width) for area in AREA_PANELS]
    names += [place_toponym(place, place.garrison, width) for place in order]
    names += [_sea_toponym(sea, width) for sea in land.sea]
    names += [_square_toponym(square, width) for square in _nameless(land)]
    return {name.job.id: name for name in names}


def resting_boxes() -> dict[str, Box]:
    """Work out where every name rests on the empty board."""
    jobs = [name.job for name in toponyms().values()]
    return place_jobs(jobs, MAP.grown(-4))

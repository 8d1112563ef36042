"""The board without counters: sea, land, squares, forests, roads, frame. Drawn once and cached."""

import random
from collections.abc import Sequence

from PIL import Image, ImageDraw

from render import glyphs
from render.geography import (
    AREA_PANELS,
    GLYPH_SIZES,
    MAP,
    SHEET_WIDTH,
    Geography,
    distance_to_edge,
    geography,
    grid_in,
)
from render.kingmaker_key import draw_key
from render.palette import (
    COAST,
    FADED_INK,
    FOREIGN,
    FOREST_SHADES,
    INK,
    PARCHMENT,
    PARCHMENT_SHADES,
    ROAD,
    ROAD_LIGHT,
    SEA,
    SEA_INK,
    SEA_LINE,
    SEA_NEAR,
    SQUARE_LINE,
    STONE,
    WHITE,
    blend,
)
from render.picture import SUPERSAMPLE, Box, Pen, Point

FOREIGN_LANDS = ("ireland", "france")
RIPPLES = (44, 33, 22, 11)


def draw_base() -> Image.Image:
    """Return the empty board as an RGB image, caption space above it included."""
    land = geography()
    size = (SHEET_WIDTH * SUPERSAMPLE, (int(MAP.bottom) + int(MAP.left)) * SUPERSAMPLE)
    image = Image.new("RGB", size, PARCHMENT)
    pen = Pen(ImageDraw.Draw(image), SUPERSAMPLE)
    _sea(pen, land)
    _land(image, pen, land)
    _roads(pen, land)
    _places(pen, land)
    _panels(pen)
    _frame(pen, image)
    board = image.reduce(SUPERSAMPLE)
    draw_key(board)
    return board


def _sea(pen: Pen, land: Geography) -> None:
    pen.rect(MAP, SEA)
    for width, tone in zip(RIPPLES, SEA_NEAR, strict=True):
        for coast in land.coasts.values():
            pen.polygon(coast, None, tone, width)
    _waves(pen, land)
    for polygon in land.sea.values():
        pen.dashes([*polygon, polygon[0]], SEA_LINE, 1.4, 7, 6)


def _waves(pen: Pen, land: Geography) -> None:
    chance = random.Random(1455)
    for polygon in land.sea.values():
        for x, y in grid_in(polygon, 78):
            spot = (x + chance.uniform(-16, 16), y + chance.uniform(-16, 16))
            if distance_to_edge(spot, polygon) > 18:
                glyphs.wave(pen.at(*spot), blend(SEA, SEA_INK, 0.3))


def _land(image: Image.Image, pen: Pen, land: Geography) -> None:
    """Paint all land, then let through only what lies inside the coasts."""
    ground = Image.new("RGB", image.size, PARCHMENT)
    inland = Pen(ImageDraw.Draw(ground), SUPERSAMPLE)
    for name in FOREIGN_LANDS:
        inland.polygon(land.coasts[name], FOREIGN)
    inland.polygon(land.land["scotland"], FOREIGN)
    for square in land.book.squares.values():
        if square.kind != "area":
            _square(inland, land, square.id)
    mask = Image.new("L", image.size, 0)
    for coast in land.coasts.values():
        ImageDraw.Draw(mask).polygon(inland.spots(coast), fill=255)
    image.paste(ground, (0, 0), mask)
    for coast in land.coasts.values():
        pen.polygon(coast, None, COAST, 2.4)
    pen.dashes(land.outlines["border"], FADED_INK, 3, 12, 7)
    for square in land.book.squares.values():
        if square.terrain == "forest":
            _forest(pen, land, square.id)


def _square(pen: Pen, land: Geography, square: str) -> None:
    row = land.book.squares[square]
    shades = FOREST_SHADES if row.terrain == "forest" else PARCHMENT_SHADES
    tone = shades[_shade(land, square) % len(shades)]
    pen.polygon(land.land[square], tone, SQUARE_LINE, 1.6)


def _shade(land: Geography, square: str) -> int:
    order = list(land.book.squares)
    taken = {_rank(order, other) % 5 for other in land.book.squares[square].orthogonal}
    own = _rank(order, square) % 5
    return next((shade for shade in range(own, own + 5) if shade % 5 not in taken), own)


def _rank(order: Sequence[str], square: str) -> int:
    return order.index(square) * 7


def _forest(pen: Pen, land: Geography, square: str) -> None:
    polygon = land.land[square]
    taken = [land.places[place] for place in land.book.squares[square].places]
    chance = random.Random(square)
    for x, y in grid_in(polygon, 22):
        spot = (x + chance.uniform(-4, 4), y + chance.uniform(-4, 4))
        clear = all(abs(spot[0] - a) > 24 or abs(spot[1] - b) > 24 for a, b in taken)
        if clear and distance_to_edge(spot, polygon) > 9:
            glyphs.tree(pen.at(*spot, 1.1))


def _roads(pen: Pen, land: Geography) -> None:
    for colour, width in ((ROAD, 6.4), (ROAD_LIGHT, 3.2)):
        for line in land.roads.values():
            pen.stroke(line, colour, width)
    for crossing in land.book.crossings:
        if not crossing.option:
            ends = [land.stands[square] for square in crossing.squares]
            pen.dashes(ends, ROAD, 3, 5, 5)


def _places(pen: Pen, land: Geography) -> None:
    for place in land.book.places.values():
        if place.kind != "area":
            glyphs.PLACES[place.kind](pen.at(*land.places[place.id]), STONE)
    for place in land.book.places.values():
        _signs(pen, land, place.id)


def _signs(pen: Pen, land: Geography, name: str) -> None:
    place = land.book.places[name]
    if place.kind == "area":
        return
    (x, y), (width, height) = land.places[name], GLYPH_SIZES[place.kind]
    if place.cathedral:
        glyphs.cathedral_cross(pen.at(x - width / 2 - 3, y - height / 2 + 5))
    if place.port:
        glyphs.anchor(pen.at(x + width / 2 + 3, y + height / 2 - 5), SEA_INK)


def _panels(pen: Pen) -> None:
    for panel in AREA_PANELS.values():
        pen.rect(panel, blend(PARCHMENT, WHITE, 0.5), FADED_INK, 3, 10)
        pen.rect(panel.grown(-6), None, FADED_INK, 1.2, 6)


def _frame(pen: Pen, image: Image.Image) -> None:
    """Hide what runs over the edge, and draw the scale-like border of an old map."""
    edge = MAP.left
    width, height = image.width / SUPERSAMPLE, image.height / SUPERSAMPLE
    for box in (
        Box(0, 0, width, MAP.top),
        Box(0, MAP.bottom, width, height),
        Box(0, 0, MAP.left, height),
        Box(MAP.right, 0, width, height),
    ):
        pen.rect(box, PARCHMENT)
    pen.rect(MAP.grown(edge * 0.5), None, INK, 2)
    _chequers(pen, _steps(MAP.left, MAP.right), (MAP.top - 8, MAP.bottom + 2), upright=False)
    _chequers(pen, _steps(MAP.top, MAP.bottom), (MAP.left - 8, MAP.right + 2), upright=True)
    pen.rect(MAP.grown(2), None, INK, 2)


def _steps(start: float, end: float) -> list[tuple[float, float]]:
    step = (end - start) / 24
    return [(start + step * n, start + step * (n + 1)) for n in range(0, 24, 2)]


def _chequers(pen: Pen, steps: list[tuple[float, float]], edges: tuple[float, float], *, upright: bool) -> None:
    for low, high in steps:
        for edge in edges:
            corners: tuple[Point, Point] = (
                ((edge, low), (edge + 6, high)) if upright else ((low, edge), (high, edge + 6))
            )
            pen.rect(Box(*corners[0], *corners[1]), FADED_INK)

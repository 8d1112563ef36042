"""Small drawings of places by kind, and of the signs beside them. Each is drawn round the pen's origin."""

import math
from collections.abc import Callable

from engine.kingmaker.board.catalog import PlaceKind
from render.kit.glyphs import battlements, crown
from render.kit.palette import ALARM, INK, STONE, WHITE, Colour, blend
from render.kit.pen import Box, Pen, Point


def _wall(pen: Pen, outline: list[Point], fill: Colour) -> None:
    pen.polygon(outline, fill, INK, 2)


def _gate(pen: Pen, y: float, width: float, height: float) -> None:
    half = width / 2
    arch = [(half * math.cos(math.pi * s / 8), y - height + half - half * math.sin(math.pi * s / 8)) for s in range(9)]
    pen.polygon([(half, y), *arch, (-half, y)], INK)


def city(pen: Pen, fill: Colour) -> None:
    """Draw a walled city: wall, two towers, a great church."""
    pen.polygon([(-7, 2), (-7, -10), (0, -23), (7, -10), (7, 2)], blend(fill, WHITE, 0.35), INK, 2)
    pen.line([(0, -27), (0, -21)], INK, 2)
    pen.line([(-2.5, -25), (2.5, -25)], INK, 2)
    _wall(pen, battlements(-20, 20, -4, 19, 8, 4), fill)
    for x in (-17, 17):
        _wall(pen, battlements(x - 6, x + 6, -13, 19, 3, 4), fill)
    _gate(pen, 19, 10, 14)


def town(pen: Pen, fill: Colour) -> None:
    """Draw a fortified town: a wall between two towers, roofs behind."""
    pen.polygon([(-9, 0), (-9, -7), (-3, -13), (3, -7), (9, -11), (11, 0)], blend(fill, WHITE, 0.35), INK, 2)
    _wall(pen, battlements(-15, 15, -3, 15, 6, 4), fill)
    for x in (-14, 14):
        _wall(pen, battlements(x - 5, x + 5, -9, 15, 3, 4), fill)
    _gate(pen, 15, 8, 11)


def royal_castle(pen: Pen, fill: Colour) -> None:
    """Draw a royal castle: a keep under a crown."""
    _wall(pen, battlements(-15, 15, 0, 18, 5, 4), fill)
    _wall(pen, battlements(-9, 9, -7, 18, 3, 4), fill)
    _gate(pen, 18, 8, 11)
    crown(pen.at(0, -13), 8)


def noble_castle(pen: Pen, fill: Colour) -> None:
    """Draw a noble's castle: one tower."""
    _wall(pen, [(-8, 15), (-8, -4), (8, -4), (8, 15)], fill)
    _wall(pen, battlements(-11, 11, -14, -3, 3, 5), fill)
    _gate(pen, 15, 7, 10)


def open_town(pen: Pen, fill: Colour) -> None:
    """Draw an open town: three houses without a wall."""
    for x, y, size in ((-10.0, 0.0, 1.0), (10.0, 0.0, 1.0), (0.0, 2.0, 1.25)):
        house(pen.at(x, y, size), fill)


def house(pen: Pen, fill: Colour) -> None:
    """One house with a gable."""
    pen.polygon([(-7, 8), (-7, -1), (0, -8), (7, -1), (7, 8)], fill, INK, 2)
    pen.rect(Box(-1.8, 2, 1.8, 8), INK)


def unfortified_town(pen: Pen, fill: Colour) -> None:
    """Draw an unfortified town: a single house."""
    house(pen, fill)


def area(pen: Pen, fill: Colour) -> None:
    """Draw nothing: an overseas area has no glyph of its own."""


PLACES: dict[PlaceKind, Callable[[Pen, Colour], None]] = {
    "city": city,
    "town": town,
    "royal_castle": royal_castle,
    "noble_castle": noble_castle,
    "open_town": open_town,
    "unfortified_town": unfortified_town,
    "area": area,
}


def cathedral_cross(pen: Pen) -> None:
    """Draw the cross of a cathedral."""
    for colour, extra in ((STONE, 3.2), (ALARM, 0.0)):
        pen.rect(Box(-1.8 - extra / 2, -8 - extra / 2, 1.8 + extra / 2, 8 + extra / 2), colour)
        pen.rect(Box(-6 - extra / 2, -4.2 - extra / 2, 6 + extra / 2, -0.6 + extra / 2), colour)


def anchor(pen: Pen, ink: Colour) -> None:
    """Draw the anchor of a port."""
    for colour, extra in ((STONE, 2.6), (ink, 0.0)):
        pen.circle(0, -6.5, 2.6, None, colour, 1.8 + extra)
        pen.line([(0, -5), (0, 8)], colour, 2.2 + extra)
        pen.line([(-4, -2), (4, -2)], colour, 2 + extra)
        arc = [(7 * math.cos(math.radians(a)), 1 + 7 * math.sin(math.radians(a))) for a in range(10, 171, 20)]
        pen.stroke(arc, colour, 2.2 + extra)

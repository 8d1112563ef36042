"""Small drawings: badges, crowns, trees, ships, roses, mitres, swords. Each is drawn round the pen's origin."""

import math

from render.kit.palette import (
    ALARM,
    COAST,
    GOLD,
    INK,
    ROSES,
    STONE,
    TREE,
    TREE_DARK,
    WHITE,
    WOOD,
    Colour,
    Livery,
    Shape,
    blend,
)
from render.kit.pen import Box, Pen, Point


def ring(count: int, radius: float, start: float = -90, squeeze: float = 1) -> list[Point]:
    """Return the corners of a regular figure; degrees clockwise from the right."""
    turns = [math.radians(start + 360 * step / count) for step in range(count)]
    return [(radius * math.cos(turn), radius * squeeze * math.sin(turn)) for turn in turns]


def star(points: int, radius: float, inner: float, start: float = -90) -> list[Point]:
    """Return the outline of a star."""
    corners: list[Point] = []
    for tip, notch in zip(ring(points, radius, start), ring(points, inner, start + 180 / points), strict=True):
        corners += [tip, notch]
    return corners


def battlements(left: float, right: float, top: float, base: float, merlons: int, tooth: float) -> list[Point]:
    """Return the outline of a wall with `merlons` teeth of height `tooth`."""
    step = (right - left) / (2 * merlons - 1)
    outline = [(left, base)]
    for merlon in range(merlons):
        x = left + 2 * merlon * step
        outline += [(x, top), (x + step, top)]
        if merlon < merlons - 1:
            outline += [(x + step, top + tooth), (x + 2 * step, top + tooth)]
    return [*outline, (right, base)]


BADGES: dict[Shape, list[Point]] = {
    Shape.CIRCLE: ring(40, 1.0),
    Shape.SQUARE: [(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
    Shape.DIAMOND: [(0, -1.22), (1.22, 0), (0, 1.22), (-1.22, 0)],
    Shape.TRIANGLE: [(0, -1.3), (1.25, 0.92), (-1.25, 0.92)],
    Shape.CROSS: [
        (-0.55, -1.1), (0.55, -1.1), (0.55, -0.55), (1.1, -0.55), (1.1, 0.55), (0.55, 0.55),
        (0.55, 1.1), (-0.55, 1.1), (-0.55, 0.55), (-1.1, 0.55), (-1.1, -0.55), (-0.55, -0.55),
    ],
    Shape.STAR: star(6, 1.28, 0.82),
    Shape.SHIELD: [(-0.95, -1), (0.95, -1), (0.95, 0.1), (0.6, 0.75), (0, 1.2), (-0.6, 0.75), (-0.95, 0.1)],
}  # fmt: skip


def badge(pen: Pen, livery: Livery, radius: float) -> None:
    """Draw a faction's badge without its letter: shape, fill, white rim and ink line."""
    outline = [(x * radius, y * radius) for x, y in BADGES[livery.shape]]
    pen.polygon(outline, None, INK, radius * 0.42)
    pen.polygon(outline, livery.fill, WHITE, radius * 0.2)


def crown(pen: Pen, half: float) -> None:
    """Draw a gold crown of half-width `half`."""
    unit = half / 8
    outline = [(-8, 5), (-8, -4), (-4, 1), (0, -7), (4, 1), (8, -4), (8, 5)]
    pen.polygon([(x * unit, y * unit) for x, y in outline], GOLD, INK, 1.6 * max(unit, 0.8))
    for x, y in ((-8, -4), (0, -7), (8, -4)):
        pen.circle(x * unit, y * unit, 1.7 * unit, ALARM)


def tree(pen: Pen, conifer: bool = False) -> None:
    """One tree of a forest: round of crown, or pointed."""
    pen.line([(0, 2), (0, 8)], WOOD, 2.4)
    if conifer:
        pen.polygon([(0, -11), (5.4, 4.5), (-5.4, 4.5)], TREE_DARK)
        pen.polygon([(-0.4, -8), (1.6, 2.6), (-3.6, 2.6)], TREE)
        return
    for x, y, radius in ((-3.6, 0.0, 4.6), (3.6, 0.0, 4.6), (0.0, -4.0, 5.2)):
        pen.circle(x, y, radius, TREE_DARK)
    for x, y, radius in ((-3.6, -0.6, 3.5), (3.2, -0.8, 3.5), (-0.4, -4.4, 4.0)):
        pen.circle(x, y, radius, TREE)


def wave(pen: Pen, ink: Colour) -> None:
    """Draw a small wave of the sea."""
    pen.line([(-9, 1), (-5, -2), (-1, 1), (3, -2), (7, 1)], ink, 1.4)


def ship(pen: Pen, sail: Colour, mark: Colour) -> None:
    """Draw a cog under sail, 52 wide and 52 high; the sail shows the faction."""
    pen.line([(0, -24), (0, 14)], INK, 3)
    pen.polygon([(0, -26), (13, -23), (0, -20)], mark, INK, 1.2)
    pen.polygon([(-17, -17), (17, -17), (21, 6), (8, 9), (-8, 9), (-21, 6)], sail, INK, 2)
    pen.line([(-18, -17), (18, -17)], INK, 3)
    _hull(pen)


def ship_in_port(pen: Pen, mark: Colour) -> None:
    """Draw a cog at its moorings, the sail furled on the yard."""
    pen.line([(0, -24), (0, 14)], INK, 3)
    pen.polygon([(0, -26), (13, -23), (0, -20)], mark, INK, 1.2)
    pen.line([(-19, -16), (19, -16)], INK, 7)
    pen.line([(-18, -16), (18, -16)], STONE, 4)
    for x in (-12, -6, 6, 12):
        pen.line([(x, -19), (x, -13)], INK, 1.4)
    for x in (-18, 18):
        pen.line([(x * 0.9, -13), (x * 1.2, 8)], INK, 1)
    _hull(pen)


def _hull(pen: Pen) -> None:
    hull = [(-26, 6), (-20, 6), (-18, 12), (17, 12), (19, 6), (26, 6), (20, 20), (12, 24), (-13, 24), (-21, 19)]
    pen.polygon(hull, WOOD, INK, 2)
    pen.line([(-19, 16), (19, 16)], blend(WOOD, INK, 0.5), 1.4)
    for x in (-16, 0, 16):
        pen.line([(x - 8, 25), (x - 4, 23), (x, 25), (x + 4, 23), (x + 8, 25)], COAST, 1.2)


def rose(pen: Pen, house: str, crowned: bool, radius: float) -> None:
    """Draw a rose, red for Lancaster, white for York; a crown above it for a King."""
    unit, petals = radius / 12, ROSES[house]
    for x, y in ring(5, 10.6 * unit, -54):
        pen.polygon([(x * 1.12, y * 1.12), (y * 0.25 + x * 0.7, -x * 0.25 + y * 0.7), (x * 0.6, y * 0.6)], TREE_DARK)
    for x, y in ring(5, 6.6 * unit):
        pen.circle(x, y, 5.8 * unit, INK)
    for x, y in ring(5, 6.4 * unit):
        pen.circle(x, y, 4.7 * unit, petals)
    for x, y in ring(5, 3.1 * unit, -54):
        pen.circle(x, y, 2.6 * unit, blend(petals, INK, 0.25))
    for x, y in ring(5, 2.9 * unit, -90):
        pen.circle(x, y, 2.3 * unit, petals)
    pen.circle(0, 0, 3.2 * unit, GOLD, INK, 0.9 * unit)
    if crowned:
        crown(pen.at(0, -13.5 * unit), 9 * unit)


def mitre(pen: Pen) -> None:
    """Draw a bishop's mitre, 40 wide and 52 high."""
    pen.polygon([(-14, 18), (-19, -6), (0, -28), (19, -6), (14, 18)], STONE, INK, 2.2)
    pen.polygon([(-3, 12), (-3, -23), (0, -27), (3, -23), (3, 12)], GOLD, INK, 1.2)
    pen.polygon([(-14, 18), (-15, 10), (15, 10), (14, 18)], GOLD, INK, 1.6)
    for x in (-9, 9):
        pen.circle(x, 0, 2.8, ALARM, INK, 1)
        pen.polygon([(x * 0.8 - 3, 18), (x * 0.8 + 3, 18), (x + 4, 30), (x - 4, 30)], ALARM, INK, 1.2)


def sword(pen: Pen) -> None:
    """Draw a sword, point up, 22 wide and 60 high."""
    pen.polygon([(0, -30), (3.6, -24), (3, 13), (-3, 13), (-3.6, -24)], STONE, INK, 1.6)
    pen.line([(0, -24), (0, 12)], blend(STONE, INK, 0.4), 1)
    pen.rect(Box(-11, 12, 11, 16), GOLD, INK, 1.4, 2)
    pen.rect(Box(-2.4, 16, 2.4, 26), WOOD, INK, 1.2)
    pen.circle(0, 28, 4, GOLD, INK, 1.2)


def turned(points: list[Point], degrees: float) -> list[Point]:
    """Return points turned clockwise round the origin."""
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    return [(x * cosine - y * sine, x * sine + y * cosine) for x, y in points]


def crossed_swords(pen: Pen) -> None:
    """Two crossed swords, the mark of a battle, 30 wide and high."""
    for side in (-1, 1):
        blade = turned([(-1.8, 10), (-1.8, -16), (0, -19), (1.8, -16), (1.8, 10)], 45 * side)
        guard = turned([(-6, 8), (6, 8), (6, 11), (-6, 11)], 45 * side)
        grip = turned([(-1.6, 11), (1.6, 11), (1.6, 17), (-1.6, 17)], 45 * side)
        for outline in (blade, guard, grip):
            pen.polygon(outline, None, STONE, 3.6)
        for outline in (blade, guard, grip):
            pen.polygon(outline, ALARM)


def death_cross(pen: Pen) -> None:
    """Draw the cross of a death, as in an old chronicle."""
    for colour, width in ((STONE, 9.0), (ALARM, 5.0)):
        pen.stroke([(-11, -11), (11, 11)], colour, width)
        pen.stroke([(-11, 11), (11, -11)], colour, width)


def crossed_out(pen: Pen, across: float, down: float) -> None:
    """Draw a thin cross over the arms of somebody who is dead: they can still be read. Half its width and height."""
    for colour, width in ((WHITE, 6.4), (ALARM, 3.4)):
        for side in (-1, 1):
            pen.stroke([(-across, -down * side), (across, down * side)], colour, width)


def chain(pen: Pen) -> None:
    """Three links of a chain, the mark of a capture, 34 wide."""
    for colour, width in ((STONE, 7.0), (INK, 3.6)):
        for x in (-11, 0, 11):
            pen.oval(Box(x - 7.5, -4.5, x + 7.5, 4.5), None, colour, width)


def skull(pen: Pen) -> None:
    """Draw a skull, the mark of the plague, 20 wide and high."""
    pen.circle(0, -2, 9.5, STONE, INK, 2)
    pen.rect(Box(-5, 3, 5, 10), STONE, INK, 2, 2)
    pen.rect(Box(-4, 2, 4, 7), STONE)
    for x in (-3.8, 3.8):
        pen.circle(x, -1.5, 2.7, INK)
    pen.polygon([(0, 1.5), (1.6, 4.4), (-1.6, 4.4)], INK)
    for x in (-2, 2):
        pen.line([(x, 6), (x, 9)], INK, 1.2)


def scroll(pen: Pen, fill: Colour) -> None:
    """Draw a sealed parchment scroll, 44 wide and 52 high."""
    pen.rect(Box(-18, -22, 18, 22), fill, INK, 2)
    for y in (-22, 22):
        pen.rect(Box(-22, y - 4, 22, y + 4), blend(fill, INK, 0.12), INK, 2, 4)
    for row in range(4):
        pen.line([(-12, -11 + row * 6), (12 - 5 * (row == 3), -11 + row * 6)], INK, 1.6)
    pen.circle(8, 14, 6, ALARM, INK, 1.4)

"""Small signs of a noble's or a ship's condition, drawn round the origin, some 18 high and wide."""

from collections.abc import Callable
from typing import Literal

from render.kingmaker.heraldry.charges import smooth
from render.kit import glyphs
from render.kit.palette import ALARM, AYE, GOLD, INK, STONE, TREE, WHITE, WOOD
from render.kit.pen import Pen

Sign = Literal["bishop", "office", "peace", "time", "wavering"]


def bishop(pen: Pen) -> None:
    """Draw a mitre: a bishop goes with the force."""
    glyphs.mitre(pen.at(0, -0.5, 0.34))


def office(pen: Pen) -> None:
    """Draw a collar of state: somebody in the force has an office."""
    pen.circle(0, -2, 6.6, None, INK, 4)
    pen.circle(0, -2, 6.2, None, GOLD, 2.4)
    pen.polygon([(0, 3), (4, 6.4), (0, 10), (-4, 6.4)], ALARM, INK, 1.2)


def peace(pen: Pen) -> None:
    """Draw an olive branch: the King's Peace binds and shelters."""
    pen.line([(-6, 9), (-1, 2), (5, -8)], WOOD, 1.8)
    for x, y, side in ((-4.0, 5.0, -1), (-1.0, 2.0, 1), (0.5, -1.0, -1), (3.0, -4.0, 1), (5.0, -8.0, -1)):
        tip = (x + side * 7, y - 4.5)
        leaf = [(x, y), ((x + tip[0]) / 2 - side, y - 5.5), tip, ((x + tip[0]) / 2 + side * 2, y - 0.6)]
        pen.polygon(smooth(leaf, 4), TREE, AYE, 1.2)


def time(pen: Pen) -> None:
    """Draw an hourglass: somebody must have left, or be back, by a certain round."""
    pen.polygon([(-5, -7), (5, -7), (0, 0)], STONE, INK, 1.6)
    pen.polygon([(-5, 7), (5, 7), (0, 0)], GOLD, INK, 1.6)
    for y in (-8, 8):
        pen.line([(-7, y), (7, y)], WOOD, 2.8)


def wavering(pen: Pen) -> None:
    """Draw a turning arrow: a noble of uncertain allegiance stands aside."""
    pen.circle(0, 0, 8.5, WHITE, ALARM, 1.8)
    pen.stroke([(-4.5, 2), (-3.5, -3), (1, -4.5), (4, -1.5)], ALARM, 2.2)
    pen.polygon([(4.8, 4.6), (0.6, -0.6), (7, -1.2)], ALARM)


SIGNS: dict[Sign, Callable[[Pen], None]] = {
    "bishop": bishop,
    "office": office,
    "peace": peace,
    "time": time,
    "wavering": wavering,
}

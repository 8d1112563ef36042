"""Silhouettes of the pieces, drawn round the pen's origin in a field of 100 by 100."""

import math
from collections.abc import Callable

from engine.warlord.board.state import Kind
from render.kit.palette import Colour
from render.kit.pen import Box, Pen, Point

Figure = Callable[[Pen, Colour, Colour], None]
"""Draws a silhouette in an ink; the second colour is the ground, for what is cut out of it."""


def _arc(x: float, y: float, radius: float, start: float, end: float, squeeze: float = 1) -> list[Point]:
    """Points on a circle, degrees clockwise from the right."""
    turns = [math.radians(start + (end - start) * step / 16) for step in range(17)]
    return [(x + radius * math.cos(turn), y + radius * squeeze * math.sin(turn)) for turn in turns]


def warlord(pen: Pen, ink: Colour, ground: Colour) -> None:
    """Draw a great helm under a crown."""
    pen.polygon([(-32, -16), (-38, -47), (-18, -31), (0, -50), (18, -31), (38, -47), (32, -16)], ink)
    pen.polygon([(-29, -11), (29, -11), (27, 26), *_arc(0, 26, 27, 0, 180, 0.8)], ink)
    pen.rect(Box(-22, 1, 22, 8), ground)
    pen.rect(Box(-3.5, 8, 3.5, 38), ground)
    for x, y in ((-14, 20), (14, 20), (-12, 30), (12, 30)):
        pen.circle(x, y, 3, ground)


def lady(pen: Pen, ink: Colour, ground: Colour) -> None:
    """Draw a lady in a tall hat with a veil."""
    pen.polygon([(-12, -14), (22, -50), (16, -6)], ink)
    pen.line([(21, -48), (38, -32), (36, -6), (44, 16)], ink, 6)
    pen.circle(1, 0, 15, ink)
    pen.polygon([(-6, 12), (8, 12), (10, 22), (40, 46), (-40, 46), (-10, 22)], ink)
    pen.line([(-14, -13), (16, -5)], ground, 4)


def knight(pen: Pen, ink: Colour, ground: Colour) -> None:
    """Draw the head of a horse."""
    head = [
        (-28, 46), (-25, 30), (-10, 12), (-7, 2), (-20, 5), (-31, 14), (-41, 9), (-45, -2), (-34, -18),
        (-25, -32), (-21, -48), (-12, -38), (-4, -50), (2, -37), (18, -28), (29, -10), (34, 14), (34, 46),
    ]  # fmt: skip
    pen.polygon(head, ink)
    pen.circle(-17, -19, 4.5, ground)
    pen.line([(4, -26), (17, -12), (20, 10), (18, 30)], ground, 4.5)


def _spearman(pen: Pen, ink: Colour, ground: Colour) -> None:
    """Draw a man in a kettle hat, without his weapon."""
    pen.polygon([(-44, -8), *_arc(-10, -12, 22, 180, 360), (24, -8)], ink)
    pen.rect(Box(-24, -4, 4, 16), ink, radius=8)
    pen.polygon([(-40, 46), (-38, 26), (-24, 17), (4, 17), (18, 26), (20, 46)], ink)
    pen.line([(-36, -6), (16, -6)], ground, 3)


def footman(pen: Pen, ink: Colour, ground: Colour) -> None:
    """Draw a man in a kettle hat with a spear."""
    _spearman(pen, ink, ground)
    pen.line([(33, 46), (33, -34)], ink, 6)
    pen.polygon([(33, -52), (42, -34), (33, -22), (24, -34)], ink)


def sergeant(pen: Pen, ink: Colour, ground: Colour) -> None:
    """Draw a man in a kettle hat with a halberd, stripes on his breast."""
    _spearman(pen.at(-4, 0), ink, ground)
    pen.line([(36, 46), (36, -52)], ink, 6)
    pen.polygon([(37, -40), (20, -46), (12, -30), (20, -12), (37, -18)], ink)
    pen.polygon([(38, -38), (50, -29), (38, -20)], ink)
    for y in (26, 36):
        pen.line([(-30, y), (-14, y + 8), (2, y)], ground, 4)


def bowman(pen: Pen, ink: Colour, ground: Colour) -> None:
    """Draw a bow with an arrow on its string."""
    pen.line(_arc(-20, 0, 48, -72, 72), ink, 9)
    pen.line([(-5, -46), (-22, 0), (-5, 46)], ink, 3.4)
    pen.line([(-36, 0), (36, 0)], ink, 6)
    pen.polygon([(50, 0), (30, -11), (30, 11)], ink)
    for x in (-44, -36):
        pen.line([(x - 4, -9), (x + 4, 0), (x - 4, 9)], ink, 4.5)


def bishop(pen: Pen, ink: Colour, ground: Colour) -> None:
    """Draw a mitre with a cross."""
    pen.polygon([(-28, 28), (-38, -12), (0, -50), (38, -12), (28, 28)], ink)
    pen.polygon([(-28, 33), (28, 33), (27, 46), (-27, 46)], ink)
    pen.line([(0, -32), (0, 20)], ground, 6.5)
    pen.line([(-14, -10), (14, -10)], ground, 6.5)


def wizard(pen: Pen, ink: Colour, ground: Colour) -> None:
    """Draw a pointed hat with a star over a beard."""
    pen.polygon([(-26, 6), (-2, -40), (18, -52), (14, -34), (27, 6)], ink)
    pen.oval(Box(-44, 0, 44, 17), ink)
    pen.polygon([(-20, 20), (20, 20), (16, 36), (2, 50), (-12, 38)], ink)
    star = [_arc(1, -12, 11 if tip % 2 == 0 else 4.6, -90 + 36 * tip, -90 + 36 * tip)[0] for tip in range(10)]
    pen.polygon(star, ground)


FIGURES: dict[Kind, Figure] = {
    "warlord": warlord,
    "lady": lady,
    "knight": knight,
    "footman": footman,
    "sergeant": sergeant,
    "bowman": bowman,
    "bishop": bishop,
    "wizard": wizard,
}

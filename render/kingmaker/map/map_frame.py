"""The furniture of the board: boxes of the lands overseas, compass, scale, and the frame of an old map."""

import math

from PIL import Image

from render.kingmaker.heraldry.charges import fleur_de_lis, harp, lion_rampant
from render.kingmaker.map.geography import AREA_PANELS, COMPASS, FRAME, MAP, PIXELS_PER_MILE, SCALE
from render.kit.glyphs import ring
from render.kit.lettering import Face, Type, write
from render.kit.palette import (
    ALARM,
    FADED_INK,
    GOLD,
    INK,
    PARCHMENT,
    PARCHMENT_SHADES,
    SEA,
    SEA_INK,
    STONE,
    WHITE,
    blend,
)
from render.kit.pen import Box, Pen, Point
from render.kit.theme import Theme

MILES = (0, 25, 50)
PAPER = blend(PARCHMENT, WHITE, 0.5)
FAINT = blend(FADED_INK, PAPER, 0.7)
EMBLEMS = {"scotland": lion_rampant, "ireland": harp, "continent": fleur_de_lis}

NORTH = Type(Face.CAPITALS, 24, INK, SEA, 3)
MILE = Type(Face.BOLD, 17, SEA_INK, SEA, 2)


def draw_furniture(pen: Pen) -> None:
    """Draw panels, compass, scale and frame; the frame hides what runs over the edge."""
    for area, panel in AREA_PANELS.items():
        _panel(pen, area, panel)
    _compass(pen.at(*COMPASS.centre))
    _scale(pen)
    _frame(pen)


def write_furniture(board: Image.Image, theme: Theme) -> None:
    """Write what stands beside compass and scale."""
    x = COMPASS.centre[0]
    write(board, x, COMPASS.top - 12, "N", theme.type(NORTH), "mm")
    for miles in MILES:
        words = f"{miles} miles" if miles == MILES[-1] else str(miles)
        write(board, SCALE.left + miles * PIXELS_PER_MILE, SCALE.top + 12, words, theme.type(MILE), "mm")


def _panel(pen: Pen, area: str, panel: Box) -> None:
    """Draw an overseas land: a sheet of lighter paper with its emblem, fixed with a double line."""
    pen.rect(panel.moved(4, 5), blend(SEA, INK, 0.28), radius=8)
    pen.rect(panel, PAPER, INK, 2.4, 8)
    pen.rect(panel.grown(-6), None, FADED_INK, 1.2, 5)
    for x in (panel.left, panel.right):
        for y in (panel.top, panel.bottom):
            pen.circle(x, y, 6, GOLD, INK, 1.8)
    x, y = panel.centre[0], panel.bottom - 50
    EMBLEMS[area](pen.at(x, y, 32), FAINT)


def _compass(pen: Pen) -> None:
    """Draw a compass rose of sixteen points."""
    pen.circle(0, 0, 47, None, SEA_INK, 1.4)
    pen.circle(0, 0, 43, None, SEA_INK, 1)
    for count, reach, waist, turn in ((8, 40.0, 11.0, 22.5), (4, 50.0, 11.0, 45.0), (4, 58.0, 13.0, 0.0)):
        for point in ring(count, reach, turn - 90) if count == 8 else ring(4, reach, turn - 90):
            _needle(pen, point, waist)
    pen.circle(0, 0, 6, GOLD, INK, 1.6)
    pen.polygon([(0, -60), (5, -47), (0, -50), (-5, -47)], ALARM, INK, 1)


def _needle(pen: Pen, tip: Point, waist: float) -> None:
    """One ray of the compass, half dark and half light."""
    angle = math.atan2(tip[1], tip[0])
    for side, fill in ((1, INK), (-1, STONE)):
        flank = (waist * math.cos(angle + side * math.pi / 4), waist * math.sin(angle + side * math.pi / 4))
        pen.polygon([(0, 0), tip, flank], fill, INK, 1)


def _scale(pen: Pen) -> None:
    top, bottom = SCALE.bottom - 20, SCALE.bottom - 11
    for step in range(5):
        left = SCALE.left + step * 10 * PIXELS_PER_MILE
        fill = INK if step % 2 == 0 else STONE
        pen.rect(Box(left, top, left + 10 * PIXELS_PER_MILE, bottom), fill, INK, 1.4)


def _frame(pen: Pen) -> None:
    """Draw the margins over all that runs into them, with the scale-like border of an old map."""
    edge, paper = MAP.left, PARCHMENT_SHADES[0]
    right, bottom = MAP.right + FRAME, MAP.bottom + FRAME
    for box in (
        Box(0, 0, right, MAP.top),
        Box(0, MAP.bottom, right, bottom),
        Box(0, 0, MAP.left, bottom),
        Box(MAP.right, 0, right, bottom),
    ):
        pen.rect(box, paper)
    pen.rect(MAP.grown(edge * 0.5), None, INK, 2.4)
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

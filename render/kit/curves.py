"""Curves over the course of a game: a box with levels, one line for each player, and names at their ends."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from PIL import Image

from render.kit.lettering import Face, Type, fitted, on_phone, text_width, write
from render.kit.palette import FADED_INK, INK, PARCHMENT, WHITE, Colour, blend
from render.kit.pen import Box, Pen, Point, overdraw, paste

MOST_NAMES = 0.34
"""The part of the width that names may take."""

AXIS = 112
HEADING = Type(Face.CAPITALS, 36)
FIGURE = Type(Face.TEXT, 33, FADED_INK)
NAME = Type(Face.BOLD, 33)
PAPER = blend(PARCHMENT, WHITE, 0.5)
GRID = blend(PARCHMENT, INK, 0.22)
LEAST_GAP = 50
MOST_TICKS = 12
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000)
LEVELS = 6
"""The largest number of levels above zero."""


class Curve(NamedTuple):
    """A line: its value at every frame, its colour, and the badge and the name at its end."""

    values: Sequence[int]
    tone: Colour
    mark: Image.Image
    name: str


class Scale(NamedTuple):
    """The lowest and the highest level, and the step between two."""

    least: int
    most: int
    step: int


def plot(
    image: Image.Image,
    box: Box,
    heading: str,
    curves: Sequence[Curve],
    starts: Mapping[int, int],
    unit: str = "round",
) -> Box:
    """Draw the curves with names at their ends; return the box of the curves themselves.

    `starts` has the first frame of every round, or of whatever the game calls it: its `unit`.
    """
    name, figure = on_phone(NAME, image.width), on_phone(FIGURE, image.width)
    write(image, box.left, box.top - 24, heading, on_phone(HEADING, image.width))
    inner = Box(box.left + AXIS, box.top, box.right - _wide(curves, name, box.width), box.bottom)
    scale, count = _scale(curves), max(len(curve.values) for curve in curves)
    lines = [_line(inner, curve.values, scale) for curve in curves]
    overdraw(image, box.grown(12), lambda pen: _draw(pen, inner, curves, lines, scale, starts, count))
    for level in range(scale.least, scale.most + 1, scale.step):
        write(image, inner.left - 14, _up(inner, level, scale), str(level).replace("-", "−"), figure, "rm")
    _rounds(image, inner, starts, count, unit, figure)
    _ends(image, inner, curves, lines, name, box.right)
    return inner


def _wide(curves: Sequence[Curve], style: Type, width: float) -> float:
    """Return the room that the names take, with their badges."""
    names = (curve.mark.width + text_width(curve.name, style.face, style.size) + 6 for curve in curves)
    return min(width * MOST_NAMES, max(names))


def _scale(curves: Sequence[Curve]) -> Scale:
    """Return a scale for all curves; it begins below nought only where a curve does."""
    most = max(1, *(max(curve.values) for curve in curves))
    least = min(0, *(min(curve.values) for curve in curves))
    step = next((step for step in STEPS if (most - least) / step <= LEVELS), STEPS[-1])
    return Scale(least // step * step, -(-most // step) * step, step)


def _line(inner: Box, values: Sequence[int], scale: Scale) -> list[Point]:
    return [(across(inner, place, len(values)), _up(inner, value, scale)) for place, value in enumerate(values)]


def across(inner: Box, place: int, count: int) -> float:
    """Return where a frame lies in the box of the curves, from the left."""
    return inner.left + 12 + (inner.width - 36) * place / max(1, count - 1)


def _up(inner: Box, value: int, scale: Scale) -> float:
    return inner.bottom - 6 - (inner.height - 40) * (value - scale.least) / (scale.most - scale.least)


def _draw(
    pen: Pen,
    inner: Box,
    curves: Sequence[Curve],
    lines: Sequence[Sequence[Point]],
    scale: Scale,
    starts: Mapping[int, int],
    count: int,
) -> None:
    pen.rect(inner, PAPER, FADED_INK, 2, 8)
    for level in range(scale.least + scale.step, scale.most + 1, scale.step):
        y = _up(inner, level, scale)
        pen.line([(inner.left + 2, y), (inner.right - 2, y)], GRID, 1.4)
    for start in starts.values():
        x = across(inner, start, count)
        pen.line([(x, inner.bottom - 10), (x, inner.bottom)], FADED_INK, 2)
    for curve, line in zip(curves, lines, strict=True):
        pen.stroke(line, INK, 8)
        pen.stroke(line, curve.tone, 5)


def _rounds(image: Image.Image, inner: Box, starts: Mapping[int, int], count: int, unit: str, style: Type) -> None:
    every = -(-len(starts) // MOST_TICKS)
    for number, start in starts.items():
        if (number - 1) % every == 0:
            write(image, across(inner, start, count), inner.bottom + 24, str(number), style, "mm")
    write(image, inner.left - 14, inner.bottom + 24, unit, style, "rm")


def _ends(
    image: Image.Image, inner: Box, curves: Sequence[Curve], lines: Sequence[Sequence[Point]], style: Type, right: float
) -> None:
    """Write every name with its badge beside the end of the curve, apart from the others."""
    wanted = sorted(range(len(lines)), key=lambda place: (lines[place][-1][1], place))
    tallest = max(curve.mark.height for curve in curves)
    gap = min(max(LEAST_GAP, tallest * 0.85), inner.height / len(wanted))
    heights = [lines[place][-1][1] for place in wanted]
    spots = spread(heights, gap, inner.top + gap / 2, inner.bottom - gap / 2)
    for place, y in zip(wanted, spots, strict=True):
        end, mark = lines[place][-1], curves[place].mark
        link = [end, (inner.right + 6, y)]
        overdraw(image, Box(end[0], min(end[1], y), inner.right + 8, max(end[1], y)).grown(4),
                 lambda pen, link=link: pen.line(link, FADED_INK, 1.4))  # type: ignore[misc]  # fmt: skip
        paste(image, mark, inner.right + 2, y - mark.height / 2)
        x = inner.right + 4 + mark.width
        name = fitted(curves[place].name, style.face, style.size, right - x)
        write(image, x, y, name, style)


def spread(wanted: Sequence[float], gap: float, least: float, most: float) -> list[float]:
    """Return heights near the wanted ones (in rising order) that keep a gap and stay between two limits."""
    spots: list[float] = []
    for height in wanted:
        spots.append(max(height, spots[-1] + gap if spots else least))
    limit = most
    for place in range(len(spots) - 1, -1, -1):
        spots[place] = min(spots[place], limit)
        limit = spots[place] - gap
    return spots

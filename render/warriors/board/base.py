"""The empty map: sea and land, borders of three kinds, sea connections, and the names of the seas."""

import math
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from PIL import Image, ImageDraw

from render.kit import glyphs
from render.kit.lettering import Face, Type, write
from render.kit.palette import INK, WHITE, blend
from render.kit.pen import SUPERSAMPLE, Box, Pen, Point
from render.kit.theme import Theme
from render.warriors.board import geography
from render.warriors.board.palette import (
    ABROAD,
    BORDER,
    COASTLINE,
    DEEP,
    LAND,
    NEUTRAL_LAND,
    ROCK,
    ROUTE,
    SHALLOWS,
    SNOW,
    STREAM,
    WATER,
)

Borders = tuple[tuple[str, str, str], ...]
"""The kind of the border between two areas: clear, river, obstructed or sea."""

WAVES: Sequence[Point] = (
    (60, 60), (60, 210), (160, 300), (40, 560), (60, 690), (150, 760), (230, 940), (90, 1010), (300, 1030), (400, 1110),
    (180, 1180), (60, 1240), (330, 1250), (600, 110), (760, 180), (690, 300), (900, 60), (960, 240), (1100, 150),
    (480, 90), (350, 700), (620, 560), (880, 1420), (1010, 1440), (1120, 1400), (960, 1370), (290, 560), (420, 590),
)  # fmt: skip
SEAS: Sequence[tuple[str, float, float]] = (
    ("North Sea", 800, 250), ("The Channel", 470, 592), ("Bay of Biscay", 330, 1160), ("Mediterranean", 1010, 1410),
)  # fmt: skip
SEA_NAME = Type(Face.ITALIC, 31, ROUTE)
PEAK = 30
"""How far apart the mountains of an obstructed border stand, in pixels."""


def borders_of(kinds: Mapping[frozenset[str], str]) -> Borders:
    """Return the borders of an edition as a key."""
    return tuple(sorted((*sorted(pair), kind) for pair, kind in kinds.items()))  # type: ignore[misc]


def _large(theme: Theme) -> Image.Image:
    size = (geography.WIDTH * SUPERSAMPLE, geography.HEIGHT * SUPERSAMPLE)
    return Image.new("RGB", size, theme.tone(WATER))


@cache
def ground(theme: Theme, neutral: frozenset[str]) -> Image.Image:
    """Return the sea and the land without any line, as an RGB image. Do not change it."""
    large = _large(theme)
    pen = Pen(ImageDraw.Draw(large), SUPERSAMPLE, tone=theme.tone)
    for width, tone in ((38, blend(SHALLOWS, WATER, 0.5)), (20, SHALLOWS)):
        for line in geography.coasts():
            pen.line(line, tone, width)
    for x, y in WAVES:
        glyphs.wave(pen.at(x, y, 1.5), DEEP)
    for land in geography.ABROAD:
        pen.polygon(geography.abroad(land), ABROAD)
    for area in geography.rings():
        pen.polygon(geography.outline(area), NEUTRAL_LAND if area in neutral else LAND)
    image = large.reduce(SUPERSAMPLE)
    for name, x, y in SEAS:
        write(image, x, y, name, theme.type(SEA_NAME), "mm")
    return image


@lru_cache(maxsize=8)
def lines(theme: Theme, borders: Borders) -> Image.Image:
    """Return borders, coasts and sea connections as an RGBA sprite of the size of the map. Do not change it."""
    size = (geography.WIDTH * SUPERSAMPLE, geography.HEIGHT * SUPERSAMPLE)
    large = Image.new("RGBA", size, (*theme.tone(BORDER), 0))
    pen = Pen(ImageDraw.Draw(large), SUPERSAMPLE, tone=theme.tone)
    for one, other, kind in borders:
        if kind != "sea":
            for line in geography.border(one, other):
                _border(pen, line, kind)
    for line in geography.frontiers():
        pen.line(line, BORDER, 2)
    for line in geography.coasts():
        pen.line(line, COASTLINE, 3.4)
    for one, other, kind in borders:
        if kind == "obstructed":
            for line in geography.border(one, other):
                _mountains(pen, line)
        if kind == "sea":
            _route(pen, geography.routes().get(frozenset((one, other)), ()))
    return large.reduce(SUPERSAMPLE)


def _border(pen: Pen, line: Sequence[Point], kind: str) -> None:
    if kind == "river":
        pen.stroke(line, blend(STREAM, INK, 0.35), 9)
        pen.stroke(line, STREAM, 5.6)
    elif kind == "clear":
        pen.line(line, BORDER, 3)
    else:
        pen.line(line, ROCK, 2)


def _mountains(pen: Pen, line: Sequence[Point]) -> None:
    """Peaks along a border, those in front over those behind."""
    for x, y in sorted(spaced(line, PEAK), key=lambda spot: spot[1]):
        peak(pen.at(x, y))


def peak(pen: Pen) -> None:
    """One mountain, 34 wide and 30 high."""
    pen.polygon([(-17, 11), (-2, -18), (5, -9), (17, 11)], ROCK, INK, 2)
    pen.polygon([(-8, -6), (-2, -18), (5, -9), (6, -4), (1, -8), (-3, -2)], SNOW)


def spaced(line: Sequence[Point], step: float) -> list[Point]:
    """Return points at even distances along a line, its ends left out."""
    whole = sum(math.dist(one, other) for one, other in pairwise(line))
    number = max(1, round(whole / step) - 1)
    wanted = [whole * (place + 1) / (number + 1) for place in range(number)]
    found: list[Point] = []
    done = 0.0
    for (x0, y0), (x1, y1) in pairwise(line):
        length = math.dist((x0, y0), (x1, y1))
        while wanted and wanted[0] <= done + length:
            share = (wanted.pop(0) - done) / length
            found.append((x0 + (x1 - x0) * share, y0 + (y1 - y0) * share))
        done += length
    return found


def _route(pen: Pen, line: Sequence[Point]) -> None:
    """Draw a dashed line over the sea with a round port at each end."""
    if not line:
        return
    pen.dashes(line, WHITE, 6, 15, 9)
    pen.dashes(line, ROUTE, 3.4, 15, 9)
    for x, y in (line[0], line[-1]):
        pen.circle(x, y, 7.5, WHITE, ROUTE, 3)


@cache
def mask(area: str) -> tuple[Image.Image, tuple[int, int]]:
    """Return an area as a mask, and where its left upper corner lies."""
    box = geography.bounds(area)
    left, top = int(box.left), int(box.top)
    size = (int(box.right) - left, int(box.bottom) - top)
    large = Image.new("L", (size[0] * SUPERSAMPLE, size[1] * SUPERSAMPLE), 0)
    spots = [((x - left) * SUPERSAMPLE, (y - top) * SUPERSAMPLE) for x, y in geography.outline(area)]
    ImageDraw.Draw(large).polygon(spots, fill=255)
    return large.reduce(SUPERSAMPLE), (left, top)


FRAME = Box(0, 0, geography.WIDTH, geography.HEIGHT)
"""The map in its own pixels."""

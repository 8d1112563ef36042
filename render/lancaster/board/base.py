"""The empty map: the sea, the land, and the borders of the nine counties."""

from functools import cache

from PIL import Image, ImageDraw

from render.kit import glyphs
from render.kit.palette import blend
from render.kit.pen import SUPERSAMPLE, Pen, Point
from render.kit.theme import DAY, Theme
from render.lancaster.board import geography
from render.lancaster.board.palette import BORDER, COASTLINE, DEEP, FOAM, LAND, MARCH, WATER

WAVES: tuple[Point, ...] = (
    (60, 60), (150, 150), (70, 240), (180, 290), (60, 330), (190, 70), (860, 60), (960, 130), (1020, 240), (900, 180),
    (950, 320), (1030, 350), (1040, 60), (60, 540), (40, 760), (120, 740), (180, 850), (1050, 880), (960, 900),
    (480, 915), (740, 912),
)  # fmt: skip


@cache
def base(theme: Theme = DAY) -> Image.Image:
    """Return the empty map as an RGB image. Do not change it."""
    size = (geography.WIDTH * SUPERSAMPLE, geography.HEIGHT * SUPERSAMPLE)
    large = Image.new("RGB", size, theme.tone(WATER))
    pen = Pen(ImageDraw.Draw(large), SUPERSAMPLE, tone=theme.tone)
    coast = list(geography.land())
    for width, tone in ((34, FOAM), (18, blend(FOAM, WATER, 0.5))):
        pen.line(coast, tone, width)
    for x, y in WAVES:
        glyphs.wave(pen.at(x, y, 1.5), DEEP)
    pen.polygon(coast, MARCH)
    for county in geography.COUNTIES:
        pen.polygon(geography.outline(county), LAND)
    for county in geography.COUNTIES:
        pen.polygon(geography.outline(county), None, BORDER, 2.4)
    pen.dashes(geography.path(geography.MARCH), BORDER, 2.4, 10, 8)
    pen.line(coast, COASTLINE, 3.4)
    return large.reduce(SUPERSAMPLE)


@cache
def mask(county: str) -> tuple[Image.Image, tuple[int, int]]:
    """Return the area of a county as a mask, and where its left upper corner lies."""
    box = geography.bounds(county).grown(2)
    left, top = int(box.left), int(box.top)
    size = (int(box.right) - left, int(box.bottom) - top)
    large = Image.new("L", (size[0] * SUPERSAMPLE, size[1] * SUPERSAMPLE), 0)
    spots = [((x - left) * SUPERSAMPLE, (y - top) * SUPERSAMPLE) for x, y in geography.outline(county)]
    ImageDraw.Draw(large).polygon(spots, fill=255)
    return large.reduce(SUPERSAMPLE), (left, top)

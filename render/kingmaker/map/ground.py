"""The ground of the board: old paper, sea with engraved shores, land with its squares."""

import random
from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.kingmaker.map.geography import AREA_PANELS, MAP, SHEET_WIDTH, Geography
from render.kingmaker.map.relief import Relief, draw_forest, draw_hills, draw_rivers, draw_waves
from render.kit.palette import (
    COAST,
    FADED_INK,
    FOREIGN_SHADES,
    FOREST_SHADES,
    PARCHMENT_SHADES,
    SEA,
    SEA_INK,
    SEA_LINE,
    SHORE,
    SHORE_LINE,
    SQUARE_LINE,
    Colour,
    blend,
)
from render.kit.pen import SUPERSAMPLE, Pen, Point
from render.kit.theme import Theme

FOREIGN_LANDS = ("ireland", "france")
PALE = "calais"
SHORE_LINES = (7, 19)
STAIN = 210
STAINED = (140,)


class Sheet(NamedTuple):
    """What is being drawn on: the picture at large scale, its theme and its land."""

    image: Image.Image
    theme: Theme
    land: Geography

    def pen(self, image: Image.Image | None = None) -> Pen:
        """Return a pen for this sheet, or for a layer of its size."""
        return Pen(ImageDraw.Draw(image or self.image), SUPERSAMPLE, tone=self.theme.tone)


def new_sheet(theme: Theme, land: Geography) -> Sheet:
    """Return an empty sheet of stained paper with the space of the map."""
    size = (SHEET_WIDTH * SUPERSAMPLE, (int(MAP.bottom) + int(MAP.left)) * SUPERSAMPLE)
    return Sheet(Image.new("RGB", size, theme.tone(PARCHMENT_SHADES[0])), theme, land)


def stained(sheet: Sheet, shades: Sequence[Colour], seed: int) -> Image.Image:
    """Return a layer of the first shade with large stains of the others, each darker and rarer."""
    chance = random.Random(seed)
    width, height = sheet.image.size
    across, down = width // (STAIN * SUPERSAMPLE) + 2, height // (STAIN * SUPERSAMPLE) + 2
    coarse = Image.frombytes("L", (across, down), chance.randbytes(across * down))
    noise = coarse.resize((width // 2, height // 2), Image.Resampling.BICUBIC)
    layer = Image.new("RGB", sheet.image.size, sheet.theme.tone(shades[0]))
    for shade, level in zip(shades[1:], STAINED, strict=False):
        mask = noise.point(lambda value, level=level: 255 * (value > level)).resize(layer.size)
        layer.paste(sheet.theme.tone(shade), (0, 0), mask)
    return layer


def draw_ground(sheet: Sheet) -> None:
    """Draw sea and land, without roads and places."""
    relief = Relief(sheet.land)
    _sea(sheet)
    _land(sheet, relief)
    pen = sheet.pen()
    for coast in sheet.land.coasts.values():
        pen.polygon(coast, None, COAST, 2.6)
    for border in (sheet.land.outlines["border"], sheet.land.land[PALE]):
        pen.dashes(border, FADED_INK, 3, 12, 7)
    draw_hills(pen, relief)
    for square in sheet.land.catalog.squares.values():
        if square.terrain == "forest":
            draw_forest(pen, sheet.land, square.id)


def _sea(sheet: Sheet) -> None:
    pen, land = sheet.pen(), sheet.land
    pen.rect(MAP, SEA)
    for polygon in land.sea.values():
        pen.dashes([*polygon, polygon[0]], SEA_LINE, 1.3, 6, 7)
    _shores(pen, list(land.coasts.values()))
    draw_waves(pen, land, blend(SEA, SEA_INK, 0.3), [*AREA_PANELS.values()])


def _shores(pen: Pen, coasts: Sequence[Sequence[Point]]) -> None:
    """Engrave the water along the coasts: lines that grow fainter and wider apart towards the sea."""
    for step, distance in reversed(list(enumerate(SHORE_LINES))):
        line = blend(SHORE_LINE, SHORE, step / len(SHORE_LINES))
        for colour, width in ((line, 2 * distance + 1.5), (SHORE, 2 * distance - 1.5)):
            for coast in coasts:
                _band(pen, coast, colour, width)


def _band(pen: Pen, coast: Sequence[Point], colour: Colour, width: float) -> None:
    """Draw a broad line round a coast; a circle on each corner leaves no gaps."""
    pen.draw.line(pen.spots([*coast, coast[0]]), pen.ink(colour), pen.thick(width))
    for x, y in coast:
        pen.circle(x, y, width / 2, colour)


def _land(sheet: Sheet, relief: Relief) -> None:
    """Paint all land, then let through only what lies inside the coasts."""
    ground = stained(sheet, PARCHMENT_SHADES, 1455)
    inland, land = sheet.pen(ground), sheet.land
    forests = [land.land[square.id] for square in land.catalog.squares.values() if square.terrain == "forest"]
    foreign = [*(land.coasts[name] for name in FOREIGN_LANDS), land.land["scotland"]]
    for polygons, shades in ((forests, FOREST_SHADES), (foreign, FOREIGN_SHADES)):
        ground.paste(stained(sheet, shades, 1485), (0, 0), _mask(sheet, polygons))
    inland.polygon(land.land[PALE], PARCHMENT_SHADES[0])
    for square in land.catalog.squares.values():
        if square.kind != "area":
            inland.polygon(land.land[square.id], None, SQUARE_LINE, 1.5)
    draw_rivers(inland, relief)
    sheet.image.paste(ground, (0, 0), _mask(sheet, list(land.coasts.values())))


def _mask(sheet: Sheet, polygons: Sequence[Sequence[Point]]) -> Image.Image:
    mask = Image.new("L", sheet.image.size, 0)
    pen = Pen(ImageDraw.Draw(mask), SUPERSAMPLE)
    for polygon in polygons:
        pen.draw.polygon(pen.spots(polygon), fill=255)
    return mask

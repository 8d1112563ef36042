"""The board without counters: ground, roads, places and frame. Drawn once for each theme and cached."""

from PIL import Image

from engine.kingmaker.board.ids import PlaceId
from render.kingmaker.map import strongholds
from render.kingmaker.map.geography import GLYPH_SIZES, MAP, Geography, geography
from render.kingmaker.map.ground import draw_ground, new_sheet
from render.kingmaker.map.map_frame import draw_furniture, write_furniture
from render.kit.palette import PARCHMENT, ROAD, ROAD_LIGHT, SEA_INK, STONE
from render.kit.pen import SUPERSAMPLE, Pen, overdraw
from render.kit.theme import DAY, Theme

VEIL = 0.62


def draw_base(theme: Theme = DAY) -> Image.Image:
    """Return the empty board as an RGB image, caption space above it included."""
    land = geography()
    sheet = new_sheet(theme, land)
    draw_ground(sheet)
    pen = sheet.pen()
    draw_roads(pen, land)
    _places(pen, land)
    draw_furniture(pen)
    board = sheet.image.reduce(SUPERSAMPLE)
    write_furniture(board, theme)
    return board


def roads_alone(base: Image.Image, theme: Theme) -> Image.Image:
    """Return an empty board on which all but the roads has faded."""
    land, corner = geography(), (int(MAP.left), int(MAP.top))
    image = base.copy()
    part = base.crop((*corner, int(MAP.right), int(MAP.bottom)))
    image.paste(Image.blend(part, Image.new("RGB", part.size, theme.tone(PARCHMENT)), VEIL), corner)
    overdraw(image, MAP, lambda pen: draw_roads(pen, land, 1.35), theme.tone)
    return image


def draw_roads(pen: Pen, land: Geography, scale: float = 1) -> None:
    """Draw the roads, and the crossings that every table has."""
    for colour, width in ((ROAD, 6.4), (ROAD_LIGHT, 3.2)):
        for line in land.roads.values():
            pen.stroke(line, colour, width * scale)
    for crossing in land.catalog.crossings:
        if not crossing.option:
            ends = [land.stand(square) for square in crossing.squares]
            pen.dashes(ends, ROAD, 3, 5, 5)


def _places(pen: Pen, land: Geography) -> None:
    for place in land.catalog.places.values():
        if place.kind != "area":
            draw_place(pen, land, place.id)


def draw_place(pen: Pen, land: Geography, name: PlaceId) -> None:
    """Draw a place with its cross and anchor."""
    place, (x, y) = land.catalog.places[name], land.places[name]
    strongholds.PLACES[place.kind](pen.at(x, y), STONE)
    width, height = GLYPH_SIZES[place.kind]
    if place.cathedral:
        strongholds.cathedral_cross(pen.at(x - width / 2 - 3, y - height / 2 + 5))
    if place.port:
        strongholds.anchor(pen.at(x + width / 2 + 3, y + height / 2 - 5), SEA_INK)

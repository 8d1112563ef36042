"""The key of the map: what each sign means. It lies in a cartouche in the Northern Ocean."""

from collections.abc import Callable

from PIL import Image

from engine.kingmaker.board.catalog import PlaceKind
from render.kingmaker.heraldry import signs
from render.kingmaker.map import strongholds
from render.kingmaker.map.geography import KEY
from render.kingmaker.map.toponyms import usual_garrison
from render.kit import glyphs
from render.kit.lettering import Face, Type, write
from render.kit.palette import (
    ALARM,
    COAST,
    FADED_INK,
    INK,
    LIVERIES,
    PARCHMENT,
    ROAD,
    ROAD_LIGHT,
    SEA_INK,
    STONE,
    TINCTURES,
    WHITE,
    WOOD,
    Shape,
    blend,
    tint,
)
from render.kit.pen import Box, Pen, overdraw
from render.kit.theme import Theme

TITLE = Type(Face.CAPITALS, 24)
ENTRY = Type(Face.BOLD, 19)
NOTE = Type(Face.TEXT, 19, FADED_INK)
ROW = 38
TITLE_ROW = 48

PLACE_ROWS: tuple[tuple[PlaceKind, str], ...] = (
    ("city", "City"),
    ("town", "Town"),
    ("royal_castle", "Royal castle"),
    ("noble_castle", "Noble castle"),
    ("open_town", "Open town"),
    ("unfortified_town", "Unfortified town"),
)


def _inside(pen: Pen) -> None:
    _plate(pen)
    pen.polygon(glyphs.battlements(-17, 17, -13, -4, 5, 5), STONE, INK, 1.8)


def _plate(pen: Pen) -> None:
    pen.rect(Box(-17, -6, 17, 13), LIVERIES[0].fill, INK, 1.8, 3)
    pen.rect(Box(-12, -2, 12, 6), PARCHMENT)


def _open(pen: Pen) -> None:
    pen.line([(-11, -15), (-11, -4)], INK, 2.4)
    pen.polygon([(-11, -15), (4, -11), (-11, -7)], LIVERIES[0].fill, INK, 1.2)
    _plate(pen)


def _aboard(pen: Pen) -> None:
    pen.polygon([(-22, 6), (22, 6), (16, 16), (-16, 16)], WOOD, INK, 1.8)
    pen.line([(0, -16), (0, -4)], INK, 2.4)
    _plate(pen.at(0, -3))


def _siege(pen: Pen) -> None:
    pen.circle(0, 0, 15, None, ALARM, 3)
    pen.circle(0, 0, 12, None, INK, 1.4)
    pen.polygon(glyphs.battlements(-7, 7, -6, 7, 3, 3), STONE, INK, 1.6)


def _road(pen: Pen) -> None:
    for colour, width in ((ROAD, 6.4), (ROAD_LIGHT, 3.2)):
        pen.stroke([(-18, 5), (0, -4), (18, 3)], colour, width)


def _roses(pen: Pen) -> None:
    glyphs.rose(pen.at(-10, 4), "lancaster", True, 9)
    glyphs.rose(pen.at(11, 4), "york", False, 9)


def _keeper(pen: Pen) -> None:
    strongholds.noble_castle(pen.at(4, -2, 0.9), tint(LIVERIES[0].fill))
    pen.at(-9, 8, 8).polygon(glyphs.BADGES[Shape.SHIELD], TINCTURES["or"], INK, 0.2)


def _wreathed(pen: Pen) -> None:
    pen.circle(0, 0, 15, WHITE, TINCTURES["vert"], 2.4)
    signs.peace(pen)


SIGNS: tuple[tuple[Callable[[Pen], None], str], ...] = (
    (lambda pen: strongholds.cathedral_cross(pen.at(0, 0)), "Cathedral"),
    (lambda pen: strongholds.anchor(pen.at(0, 0), SEA_INK), "Port"),
    (_road, "Road"),
    (_roses, "Heirs"),
    (signs.bishop, "Bishop"),
    (signs.office, "Office"),
    (_keeper, "Its keeper"),
    (_open, "In the open"),
    (_inside, "Inside"),
    (_aboard, "Aboard"),
    (_siege, "Besieged"),
    (_wreathed, "Peace"),
    (signs.time, "Must leave"),
    (signs.wavering, "Wavers"),
)


def draw_key(image: Image.Image, theme: Theme) -> None:
    """Draw the key into its corner of the finished board."""
    half = len(SIGNS) // 2
    overdraw(image, KEY.grown(7), lambda pen: _signs(pen, half), theme.tone)
    write(image, KEY.centre[0], KEY.top + 28, "The signs", theme.type(TITLE), "mm")
    for row, (kind, name) in enumerate(PLACE_ROWS):
        write(image, KEY.left + 68, _middle(row), name, theme.type(ENTRY))
        men = usual_garrison(kind)
        if men:
            write(image, KEY.right - 18, _middle(row), str(men), theme.type(NOTE), "rm")
    for place, (_, name) in enumerate(SIGNS):
        x = KEY.left + (60 if place < half else 204)
        write(image, x, _middle(len(PLACE_ROWS) + place % half), name, theme.type(ENTRY))


def _middle(row: int) -> float:
    return KEY.top + TITLE_ROW + 18 + row * ROW


def _signs(pen: Pen, half: int) -> None:
    pen.rect(KEY, blend(PARCHMENT, WHITE, 0.5), COAST, 3, 10)
    pen.rect(KEY.grown(-6), None, FADED_INK, 1.2, 6)
    for row, (kind, _) in enumerate(PLACE_ROWS):
        strongholds.PLACES[kind](pen.at(KEY.left + 38, _middle(row), 0.86), STONE)
    for place, (draw, _) in enumerate(SIGNS):
        x = KEY.left + (34 if place < half else 178)
        draw(pen.at(x, _middle(len(PLACE_ROWS) + place % half), 0.82))

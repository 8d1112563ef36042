"""The key of the map: what each sign means. It is the last strip below the map."""

from collections.abc import Callable, Iterator

from PIL import Image

from engine.kingmaker.board.catalog import PlaceKind
from render.kingmaker.edition import remembered
from render.kingmaker.heraldry import signs
from render.kingmaker.map import strongholds
from render.kingmaker.map.geography import FRAME, SHEET_WIDTH
from render.kingmaker.map.toponyms import usual_garrison
from render.kit import glyphs
from render.kit.lettering import TONES, Face, Type, on_phone, text_width, write
from render.kit.palette import (
    ALARM,
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

ENTRY = on_phone(Type(Face.BOLD, 19), SHEET_WIDTH)
NOTE = on_phone(Type(Face.TEXT, 19, FADED_INK), SHEET_WIDTH)
ROW = 66
COLUMNS = 3
WIDE = (SHEET_WIDTH - 2 * FRAME) / COLUMNS
SIGN = 92
SCALE = 1.6

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


@remembered
def key_strip(theme: Theme) -> Image.Image:
    """Return the key. Do not change it."""
    entries = [*_places(), *((draw, name, "") for draw, name in SIGNS)]
    rows = -(-len(entries) // COLUMNS)
    image = Image.new("RGB", (SHEET_WIDTH, ROW * rows + 2 * FRAME), theme.tone(blend(PARCHMENT, WHITE, 0.5)))
    spots = [(FRAME + number // rows * WIDE, FRAME + (number % rows + 0.5) * ROW) for number in range(len(entries))]

    def draw_signs(pen: Pen) -> None:
        for (draw, _, _), (left, middle) in zip(entries, spots, strict=True):
            draw(pen.at(left + SIGN / 2, middle, SCALE))

    overdraw(image, Box(0, 0, *image.size), draw_signs, theme.tone)
    for (_, name, men), (left, middle) in zip(entries, spots, strict=True):
        write(image, left + SIGN, middle, name, theme.type(ENTRY), "lm", TONES)
        write(
            image,
            left + SIGN + text_width(name, ENTRY.face, ENTRY.size) + 14,
            middle,
            men,
            theme.type(NOTE),
            "lm",
            TONES,
        )
    return image


def _places() -> Iterator[tuple[Callable[[Pen], None], str, str]]:
    """Return the kinds of places: the glyph of each, its name, and the men of its garrison."""
    for kind, name in PLACE_ROWS:
        glyph = strongholds.PLACES[kind]
        yield lambda pen, glyph=glyph: glyph(pen.at(0, 0, 0.8), STONE), name, str(usual_garrison(kind) or "")  # type: ignore[misc]

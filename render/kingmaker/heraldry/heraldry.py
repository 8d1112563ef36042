"""Shields of the nobles, drawn from the heraldry of the data."""

from collections.abc import Callable
from functools import cache

import msgspec
from PIL import Image, ImageChops, ImageDraw

from engine.core.files.catalog import load_toml
from engine.kingmaker.board.catalog import GAME
from render.kingmaker.heraldry.charges import CHARGES, FEATURES
from render.kit.glyphs import ring
from render.kit.palette import INK, TINCTURES, WHITE, Colour, blend, luminance
from render.kit.pen import SPRITE_SUPERSAMPLE, Box, Pen, Point, dashed

FIELD = (100, 118)
PARTITION_PARTS = 6
DARK = 0.03


class Ordinary(msgspec.Struct, frozen=True):
    """A broad band on a shield."""

    kind: str
    tincture: str
    edge: str = "plain"


class ChargeRow(msgspec.Struct, frozen=True):
    """Charges of one kind: how many and where."""

    shape: str
    tincture: str
    count: int = 1
    where: str = "field"
    arrangement: str = ""


class Bordure(msgspec.Struct, frozen=True):
    """A border of the shield, perhaps with charges on it."""

    kind: str
    tinctures: tuple[str, ...]
    charge: str = ""
    charge_tincture: str = "or"


class Label(msgspec.Struct, frozen=True):
    """The mark of an eldest son: a bar with hanging points."""

    tincture: str
    points: int
    tincture_2: str = ""
    charge: str = ""
    charge_tincture: str = "or"


class Arms(msgspec.Struct, frozen=True):
    """A coat of arms as `[noble.heraldry]` describes it."""

    field: tuple[str, ...]
    division: str
    blazon: str = ""
    ordinary: Ordinary | None = None
    charges: tuple[ChargeRow, ...] = ()
    bordure: Bordure | None = None
    label: Label | None = None


@cache
def arms() -> dict[str, Arms]:
    """Return the arms of every noble by the noble's id."""
    rows = load_toml(GAME, "nobles")["noble"]
    return {row["id"]: msgspec.convert(row["heraldry"], Arms) for row in rows}


SPOTS: dict[str, list[tuple[float, float, float]]] = {
    "2_1": [(27, 32, 17), (73, 32, 17), (50, 76, 17)],
    "in_pale": [(50, 24, 27), (50, 55, 24), (50, 85, 18)],
    "in_chief": [(22, 18, 11), (50, 18, 11), (78, 18, 11)],
    "cantons": [(23, 24, 15), (77, 24, 15), (24, 76, 14), (76, 76, 14)],
    "3_and_3": [(50, 14, 11), (72, 30, 11), (86, 58, 11), (14, 40, 11), (28, 68, 11), (50, 92, 11)],
    "2_above_1_below": [(24, 20, 14), (76, 20, 14), (50, 92, 15)],
    "6_above_4_below": [
        (14, 14, 8), (38, 14, 8), (62, 14, 8), (86, 14, 8), (20, 34, 8), (80, 34, 8),
        (36, 76, 8), (64, 76, 8), (50, 94, 8), (50, 60, 0.1),
    ],
    "quarters_1_4": [
        (15, 15, 9), (36, 15, 9), (25, 40, 9), (63, 72, 8), (82, 72, 8), (68, 94, 8),
    ],
    "quarters_2_3": [
        (75, 12, 11), (75, 29, 11), (75, 46, 11), (27, 70, 11), (30, 86, 10), (38, 101, 8),
    ],
    "on_ordinary": [(22, 25, 13), (50, 56, 13), (76, 86, 12)],
    "single": [(50, 54, 44)],
}  # fmt: skip


def _heater(inset: float = 0) -> list[Point]:
    """Return the outline of the shield, perhaps with a margin."""
    width, height = FIELD
    side = [(width, 0.0), (width, 46.0)]
    curve = [(width - 50 * (t / 12) ** 1.9, 46 + 72 * (t / 12) ** 0.86) for t in range(1, 13)]
    right = [*side, *curve]
    full = [*right, *((width - x, y) for x, y in reversed(right))]
    middle_x, middle_y = width / 2, height * 0.44
    shrink = 1 - inset / 50
    return [(middle_x + (x - middle_x) * shrink, middle_y + (y - middle_y) * shrink) for x, y in full]


def _of(tincture: str) -> Colour:
    return TINCTURES[tincture]


def _box(pen: Pen, left: float, top: float, right: float, bottom: float, tincture: str) -> None:
    pen.rect(Box(left, top, right, bottom), _of(tincture))


def _division(pen: Pen, coat: Arms) -> None:
    first, second = coat.field[0], coat.field[-1]
    _box(pen, 0, 0, 100, 118, first)
    if coat.division == "quarterly":
        _box(pen, 50, 0, 100, 56, second)
        _box(pen, 0, 56, 50, 118, second)
    elif coat.division == "per_pale":
        _box(pen, 50, 0, 100, 118, second)
    elif coat.division == "chequy":
        for row in range(7):
            for column in range(PARTITION_PARTS):
                if (row + column) % 2:
                    _box(pen, column * 100 / 6, row * 17, (column + 1) * 100 / 6, (row + 1) * 17, second)
    elif coat.division == "barry_6":
        for row in range(1, PARTITION_PARTS, 2):
            _box(pen, 0, row * 19.7, 100, (row + 1) * 19.7, second)


def _bend(pen: Pen, tint: Colour, edge: str) -> None:
    pen.polygon([(-16, 0), (16, -16), (116, 92), (88, 118)], tint)


def _chevron(pen: Pen, tint: Colour, edge: str) -> None:
    pen.polygon([(50, 34), (104, 84), (104, 112), (50, 62), (-4, 112), (-4, 84)], tint)


def _cross(pen: Pen, tint: Colour, edge: str) -> None:
    pen.rect(Box(39, 0, 61, 118), tint)
    pen.rect(Box(0, 40, 100, 62), tint)
    if edge == "engrailed":
        for step in range(11):
            for edge_at in (39, 61):
                pen.circle(edge_at, step * 11 + 5.5, 4.4, tint)
            for edge_at in (40, 62):
                pen.circle(step * 11 + 5.5, edge_at, 4.4, tint)


def _saltire(pen: Pen, tint: Colour, edge: str) -> None:
    pen.polygon([(-14, 0), (14, -14), (112, 100), (84, 118)], tint)
    pen.polygon([(114, 0), (86, -14), (-12, 100), (16, 118)], tint)


def _fretty(pen: Pen, tint: Colour, edge: str) -> None:
    for start in range(-120, 240, 30):
        pen.line([(start, -2), (start + 120, 118)], tint, 7)
        pen.line([(start, -2), (start - 120, 118)], tint, 7)


def _fess(pen: Pen, tint: Colour, edge: str) -> None:
    pen.rect(Box(0, 40, 100, 72), tint)


def _chief(pen: Pen, tint: Colour, edge: str) -> None:
    pen.rect(Box(0, 0, 100, 36), tint)


ORDINARIES: dict[str, Callable[[Pen, Colour, str], None]] = {
    "bend": _bend,
    "chevron": _chevron,
    "cross": _cross,
    "saltire": _saltire,
    "fretty": _fretty,
    "fess": _fess,
    "chief": _chief,
}


def _arrangement(row: ChargeRow, coat: Arms) -> list[tuple[float, float, float]]:
    """Return spots and sizes of charges: smaller inside a border, lower under a label."""
    spots = SPOTS[row.where if row.where in SPOTS else row.arrangement or "single"]
    shrink = 0.78 if coat.bordure else 0.88 if coat.label else 1.0
    lower = 9 if coat.label else 0
    return [(50 + (x - 50) * shrink, 52 + (y - 52) * shrink + lower, half * shrink) for x, y, half in spots]


def _charges(pen: Pen, row: ChargeRow, coat: Arms) -> None:
    tint = _of(row.tincture)
    if row.shape in ORDINARIES:
        ORDINARIES[row.shape](pen, tint, "plain")
        return
    for x, y, half in _arrangement(row, coat):
        CHARGES[row.shape](pen.at(x, y, half), tint)
        if row.shape in FEATURES:
            FEATURES[row.shape](pen.at(x, y, half), _shade(tint))


def _shade(tint: Colour) -> Colour:
    """Return the colour of lines drawn on a charge."""
    return blend(tint, WHITE, 0.55) if luminance(tint) < DARK else blend(tint, INK, 0.75)


def _bordure(pen: Pen, bordure: Bordure) -> None:
    """Draw the border; what lies inside is cut out of it by the caller's mask."""
    _box(pen, 0, 0, 100, 118, bordure.tinctures[0])
    if bordure.kind == "compony":
        for turn in range(0, 16, 2):
            corners = [_around(turn), _around(turn + 1)]
            pen.polygon([(50, 52), *corners], _of(bordure.tinctures[1]))
    if bordure.charge:
        for x, y in (
            (6, 8),
            (35, 6),
            (65, 6),
            (94, 8),
            (6, 42),
            (94, 42),
            (16, 76),
            (84, 76),
            (35, 102),
            (65, 102),
        ):
            CHARGES[bordure.charge](pen.at(x, y, 6), _of(bordure.charge_tincture))


def _around(turn: int) -> Point:
    edge = [(50, -30), (90, -30), (140, -10), (140, 30), (140, 52), (140, 80), (140, 130), (90, 140)]
    left = [(100 - x, 104 - y) for x, y in edge]
    return (edge + left)[turn % 16]


def _label(pen: Pen, label: Label) -> None:
    tint = _of(label.tincture)
    pen.rect(Box(8, 10, 92, 17), tint, INK, 1)
    for step in range(label.points):
        x = 20 + 60 * step / (label.points - 1)
        pen.polygon([(x - 6, 16), (x + 6, 16), (x + 9, 36), (x - 9, 36)], tint, INK, 1)
        if label.tincture_2:
            pen.rect(Box(x - 6, 22, x + 6, 28), _of(label.tincture_2))
        if label.charge:
            CHARGES[label.charge](pen.at(x, 27, 5), _of(label.charge_tincture))
    pen.rect(Box(9, 11, 91, 16), tint)


def _inner(size: tuple[int, int], scale: float, bordure: Bordure) -> Image.Image:
    """Return the mask of the field inside a border."""
    mask = Image.new("L", size, 0)
    pen = Pen(ImageDraw.Draw(mask), scale)
    outline = _heater(13)
    pen.draw.polygon(pen.spots(outline), fill=255)
    if bordure.kind == "engrailed":
        for piece in dashed([*outline, outline[0]], 13, 0.1):
            pen.draw.polygon(pen.at(*piece[0]).spots(ring(16, 6)), fill=255)
    return mask


@cache
def shield(noble: str, width: int) -> Image.Image:
    """Return the shield of a noble as an RGBA sprite `width` pixels wide, with an ink outline."""
    scale = width * SPRITE_SUPERSAMPLE / (FIELD[0] + 6)
    size = (width * SPRITE_SUPERSAMPLE, round(width * FIELD[1] / FIELD[0]) * SPRITE_SUPERSAMPLE)
    coat = arms()[noble]
    image = _painted(coat, size, scale)
    mask = Image.new("L", size, 0)
    ImageDraw.Draw(mask).polygon(Pen(ImageDraw.Draw(mask), scale, 3 * scale, 3 * scale).spots(_heater()), fill=255)
    image.putalpha(mask)
    Pen(ImageDraw.Draw(image), scale, 3 * scale, 3 * scale).polygon(_heater(), None, INK, max(4.0, 260 / width))
    return image.reduce(SPRITE_SUPERSAMPLE)


def _painted(coat: Arms, size: tuple[int, int], scale: float) -> Image.Image:
    image = Image.new("RGB", size)
    pen = Pen(ImageDraw.Draw(image), scale, 3 * scale, 3 * scale)
    _division(pen, coat)
    if coat.ordinary:
        ORDINARIES[coat.ordinary.kind](pen, _of(coat.ordinary.tincture), coat.ordinary.edge)
    for row in coat.charges:
        _charges(pen, row, coat)
    if coat.label:
        _label(pen, coat.label)
    if coat.bordure:
        border = Image.new("RGB", size)
        _bordure(Pen(ImageDraw.Draw(border), scale, 3 * scale, 3 * scale), coat.bordure)
        inner = _inner(size, scale, coat.bordure)
        inner = ImageChops.offset(inner, round(3 * scale), round(3 * scale))
        border.paste(image, (0, 0), inner)
        image = border
    return image


def shield_height(width: int) -> int:
    """Return the height of a shield sprite of this width."""
    return round(width * FIELD[1] / FIELD[0])

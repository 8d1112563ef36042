"""The pieces of War Lord Tourney as counters: livery, outline, silhouette, letter, and what befell them."""

from functools import cache

import msgspec
from PIL import Image

from engine.warlord.board.state import Kind
from engine.warlord.views import PieceView
from render.kit.lettering import Face, Type, text_width, write
from render.kit.palette import ALARM, GOLD, INK, STONE, WHITE, Colour, blend
from render.kit.pen import Box, Pen, Point, sprite
from render.warlord.board.figures import FIGURES
from render.warlord.board.palette import COATS, Coat, Outline

BROAD = (60, 78)
"""The size of a piece alone on its square."""

NARROW = (41, 82)
"""The size of one of two on a square."""

SMALL = (54, 80)
"""The size of a piece at the side of the board."""

WEAPONS = ("axe", "spear", "shield")
"""The weapons that are marked; a sword is what everybody carries."""


class Token(msgspec.Struct, frozen=True):
    """The content of a counter."""

    side: str
    kind: Kind
    letter: str
    width: int
    height: int
    wounds: int = 0
    banners: int = 0
    weapon: str = ""
    stricken: bool = False
    lamed: bool = False
    risen: bool = False
    dead: bool = False


def token(piece: PieceView, size: tuple[int, int]) -> Token:
    """Return the counter of a piece, at a size."""
    return Token(
        piece.side,
        piece.kind,
        piece.letter,
        *size,
        wounds=piece.wounds,
        banners=piece.banners,
        weapon=piece.weapon if piece.weapon in WEAPONS else "",
        stricken=piece.stricken,
        lamed=piece.lamed,
        risen=piece.risen,
        dead=piece.status in ("slain", "gone"),
    )


@cache
def counter(look: Token) -> Image.Image:
    """Return a counter as an RGBA sprite of its token's size."""
    coat = _worn(look)
    image = sprite(look.width, look.height, lambda pen: _draw(pen, look, coat))
    _write_letter(image, look, coat)
    if look.banners:
        _write_banners(image, look)
    return image


def _worn(look: Token) -> Coat:
    """Return the livery, faded for the dead and the stricken."""
    coat = COATS[look.side]
    if not (look.dead or look.stricken):
        return coat
    return coat._replace(fill=blend(coat.fill, STONE, 0.55), ink=INK)


def outline(shape: Outline, box: Box) -> list[Point]:
    """Return the outline of a side's counters: each side has its own."""
    left, top, right, bottom = box.left, box.top, box.right, box.bottom
    middle, cut = (left + right) / 2, box.width * 0.24
    match shape:
        case "square":
            return [(left, top), (right, top), (right, bottom), (left, bottom)]
        case "arch":
            return _arched(box)
        case "cut":
            return [
                (left + cut, top), (right - cut, top), (right, top + cut), (right, bottom - cut),
                (right - cut, bottom), (left + cut, bottom), (left, bottom - cut), (left, top + cut),
            ]  # fmt: skip
        case "heater":
            return [(left, top), (right, top), (right, bottom - cut), (middle, bottom), (left, bottom - cut)]
        case "gable":
            return [(left, top + cut), (middle, top), (right, top + cut), (right, bottom), (left, bottom)]


def _arched(box: Box) -> list[Point]:
    half = box.width / 2
    bow = [(step / 12 - 0.5) * 2 for step in range(13)]
    arch = [(box.left + half + x * half, box.top + half * 0.8 * (1 - (1 - x * x) ** 0.5)) for x in bow]
    return [(box.left, box.bottom), *arch, (box.right, box.bottom)]


def _draw(pen: Pen, look: Token, coat: Coat) -> None:
    plate = Box(2.5, 2.5, look.width - 2.5, look.height - 2.5)
    shape = outline(coat.outline, plate)
    pen.polygon(shape, coat.fill, INK, 3.4)
    size = _figure_size(look)
    top = plate.top + look.height * (0.1 if coat.outline in ("arch", "gable") else 0.06)
    FIGURES[look.kind](pen.at(look.width / 2, top + size / 2, size / 100), coat.ink, coat.fill)
    _marks(pen, look)


def _figure_size(look: Token) -> float:
    return min(look.width * 0.84, look.height * 0.5)


def letter_size(look: Token) -> int:
    """Return the size of the letter with its number, as large as the counter has room for."""
    size = round(look.height * 0.44)
    while text_width(look.letter, Face.BOLD, size) > look.width * 0.9:
        size -= 1
    return size


def _write_letter(image: Image.Image, look: Token, coat: Coat) -> None:
    lift = 0.27 if coat.outline == "heater" else 0.21
    write(
        image, look.width / 2, look.height * (1 - lift), look.letter, Type(Face.BOLD, letter_size(look), coat.ink), "mm"
    )


# ---------------------------------------------------------------------- what befell a piece


def _marks(pen: Pen, look: Token) -> None:
    for wound in range(look.wounds):
        pen.circle(look.width - 8, 9 + 13 * wound, 6, ALARM, WHITE, 1.8)
    if look.weapon:
        WEAPON_SIGNS[look.weapon](pen.at(12, 15, look.height / 78))
    if look.lamed:
        _arrow(pen.at(look.width / 2, look.height * 0.5))
    if look.stricken or look.dead:
        _struck(pen, look)


def _struck(pen: Pen, look: Token) -> None:
    """Draw a cross over whoever is dead, a single stroke through the stricken."""
    low, high = look.height * 0.12, look.height * 0.6
    strokes = [[(6.0, low), (look.width - 6, high)]]
    if look.dead:
        strokes.append([(look.width - 6, low), (6, high)])
    for colour, width in ((WHITE, 6.0), (ALARM, 3.4)):
        for stroke in strokes:
            pen.stroke(stroke, colour, width)


def _arrow(pen: Pen) -> None:
    """Draw the arrow that lames."""
    for colour, extra in ((WHITE, 3.0), (ALARM, 0.0)):
        pen.stroke([(-14, -12), (12, 10)], colour, 3 + extra)
        pen.polygon([(17, 14), (5, 13), (13, 3)], colour, colour, 1 + extra)


def _axe(pen: Pen) -> None:
    pen.stroke([(-5, 10), (4, -10)], INK, 3)
    pen.polygon([(1, -12), (12, -10), (10, 3), (2, -4)], STONE, INK, 1.6)


def _spear(pen: Pen) -> None:
    pen.stroke([(-6, 11), (5, -7)], INK, 3)
    pen.polygon([(10, -14), (9, -4), (1, -8)], STONE, INK, 1.6)


def _shield(pen: Pen) -> None:
    pen.polygon([(-8, -9), (8, -9), (8, 1), (0, 11), (-8, 1)], STONE, INK, 2.2)
    pen.line([(0, -9), (0, 10)], INK, 1.6)


WEAPON_SIGNS = {"axe": _axe, "spear": _spear, "shield": _shield}


def _write_banners(image: Image.Image, look: Token) -> None:
    """Draw the number of an army's banners on a pennon at the left shoulder."""
    size = round(look.height * 0.36)
    high = size + 2

    def draw(pen: Pen) -> None:
        pen.polygon([(1, 1), (high + 3, 1), (high - 2, high / 2), (high + 3, high - 1), (1, high - 1)], GOLD, INK, 1.6)

    image.alpha_composite(sprite(high + 5, high + 1, draw), (0, 0))
    write(image, high * 0.45, high / 2, str(look.banners), Type(Face.BOLD, size, INK), "mm")


def grave(size: int) -> Image.Image:
    """Return the cross of a grave."""
    return _grave(size, WHITE)


@cache
def _grave(size: int, rim: Colour) -> Image.Image:
    def draw(pen: Pen) -> None:
        own = pen.at(size / 2, size / 2, size / 40)
        for colour, extra in ((rim, 6.0), (INK, 0.0)):
            own.rect(Box(-4 - extra / 2, -15 - extra / 2, 4 + extra / 2, 15 + extra / 2), colour, radius=2)
            own.rect(Box(-11 - extra / 2, -9 - extra / 2, 11 + extra / 2, -2 + extra / 2), colour, radius=2)
        own.oval(Box(-15, 11, 15, 19), INK)

    return sprite(size, size, draw)

"""Small signs for goods and pieces, drawn round the pen's origin in a field of 40 by 40, and as sprites of any size."""

from collections.abc import Callable, Mapping
from functools import cache

from PIL import Image

from render.initials import kept_lettered, letter_of
from render.kit import glyphs
from render.kit.lettering import Face, Type, write
from render.kit.palette import GOLD, INK, STONE, WHITE, WOOD, Colour, Shape, blend
from render.kit.pen import Box, Pen, sprite
from render.lancaster.board.palette import AZURE, CRIMSON, FLESH, LEAF, SHADE, STEEL, WAX, livery

FIELD = 44
"""The side of the field that a sign fills, rim included."""


def _coin(pen: Pen) -> None:
    pen.circle(0, 0, 18, GOLD, INK, 2.4)
    pen.circle(0, 0, 12.5, None, blend(GOLD, INK, 0.5), 1.8)
    pen.polygon(glyphs.star(5, 8, 3.6), blend(GOLD, INK, 0.5))


def _squire(pen: Pen) -> None:
    """Draw a squire's head and shoulders in a cap."""
    pen.polygon([(-17, 19), (-14, 7), (-6, 3), (6, 3), (14, 7), (17, 19)], LEAF, INK, 2.4)
    pen.circle(0, -5, 9.5, FLESH, INK, 2.2)
    pen.polygon([(-11, -7), (-9, -15), (0, -18), (9, -15), (11, -7)], WOOD, INK, 2.2)


def _voting_marker(pen: Pen) -> None:
    """Draw a ballot token with a cross."""
    pen.circle(0, 0, 18, STONE, INK, 2.4)
    pen.circle(0, 0, 13.5, AZURE)
    for bar in (Box(-9, -2.4, 9, 2.4), Box(-2.4, -9, 2.4, 9)):
        pen.rect(bar, WHITE)


def _seal(pen: Pen) -> None:
    """Draw a wax seal on its ribbon."""
    for side in (-1, 1):
        pen.polygon([(side * 2, 4), (side * 12, 4), (side * 13, 20), (side * 7, 16), (side * 3, 20)], GOLD, INK, 1.6)
    pen.circle(0, -4, 14.5, WAX, INK, 2.2)
    pen.circle(0, -4, 10, None, blend(WAX, INK, 0.4), 1.8)
    glyphs.crown(pen.at(0, -3), 6)


def _dishonor(pen: Pen) -> None:
    """Draw a dark shield, reversed and broken."""
    outline = [(0, -18), (13, -8), (15, 17), (-15, 17), (-13, -8)]
    pen.polygon(outline, SHADE, INK, 2.4)
    pen.line([(-3, -16), (4, -6), (-4, 3), (3, 17)], WHITE, 3)


def _points(pen: Pen) -> None:
    """Draw a red rose: power points."""
    glyphs.rose(pen, "lancaster", False, 17)


def _noble(pen: Pen) -> None:
    """Draw a lord with a coronet."""
    pen.polygon([(-18, 19), (-14, 8), (-5, 4), (5, 4), (14, 8), (18, 19)], CRIMSON, INK, 2.4)
    pen.line([(-8, 19), (0, 6), (8, 19)], WHITE, 2.6)
    pen.circle(0, -3, 9, FLESH, INK, 2.2)
    glyphs.crown(pen.at(0, -12), 9)


def _bishop(pen: Pen) -> None:
    glyphs.mitre(pen.at(0, -1, 0.62))


def _shield(pen: Pen) -> None:
    outline = [(-15, -17), (15, -17), (15, 2), (9, 12), (0, 19), (-9, 12), (-15, 2)]
    pen.polygon(outline, WHITE, INK, 2.4)
    pen.rect(Box(-3.4, -15, 3.4, 15), WAX)
    pen.rect(Box(-13.5, -6, 13.5, 0.8), WAX)


def _archer(pen: Pen) -> None:
    """Draw a longbow with its arrow."""
    bow = [(-4, -19), (8, -12), (13, 0), (8, 12), (-4, 19)]
    for colour, width in ((WHITE, 9.0), (INK, 6.4), (WOOD, 3.6)):
        pen.line(bow, colour, width)
    pen.line([(-4, -19), (-4, 19)], INK, 1.6)
    pen.line([(-17, 0), (17, 0)], INK, 2.8)
    pen.polygon([(20, 0), (12, -5), (12, 5)], INK)
    pen.polygon([(-19, -4), (-13, 0), (-19, 4), (-15, 0)], INK, INK, 1)


def _helm(pen: Pen) -> None:
    pen.polygon([(-13, 17), (-14, -6), (-8, -15), (0, -18), (8, -15), (14, -6), (13, 17)], STEEL, INK, 2.4)
    pen.line([(-12, -2), (12, -2)], INK, 3.6)
    pen.line([(0, -1), (0, 14)], INK, 2.4)
    for x in (-6, 6):
        for y in (5, 11):
            pen.circle(x, y, 1.4, INK)


def _tudor_knight(pen: Pen) -> None:
    """Draw a helm with a plume in white and green."""
    pen.polygon([(-2, -10), (-14, -19), (-4, -20), (6, -18), (14, -21), (9, -11)], LEAF, INK, 1.6)
    _helm(pen.at(0, 4, 0.82))


def _lord(pen: Pen) -> None:
    pen.rect(Box(-15, 8, 15, 16), CRIMSON, INK, 2.2, 4)
    glyphs.crown(pen.at(0, -1), 16)


def _tile(pen: Pen) -> None:
    """Draw a tower of a castle."""
    pen.polygon(glyphs.battlements(-15, 15, -17, 18, 3, 6), STEEL, INK, 2.4)
    pen.rect(Box(-4.5, 4, 4.5, 18), INK, radius=4)
    pen.line([(-10, -3), (-4, -3)], INK, 2)
    pen.line([(4, -3), (10, -3)], INK, 2)


def _upgrade(pen: Pen) -> None:
    _helm(pen.at(-5, 2, 0.88))
    pen.polygon([(11, -20), (20, -8), (14, -8), (14, 8), (8, 8), (8, -8), (2, -8)], GOLD, INK, 1.8)


def _recruit(pen: Pen) -> None:
    _helm(pen.at(-5, 2, 0.88))
    plus = [(8, -19), (14, -19), (14, -13), (20, -13), (20, -7), (14, -7), (14, -1), (8, -1), (8, -7), (2, -7),
            (2, -13), (8, -13)]  # fmt: skip
    pen.polygon(plus, GOLD, INK, 1.8)


def _start(pen: Pen) -> None:
    """Draw a banner: who begins the next round."""
    pen.stroke([(-13, -19), (-13, 19)], WOOD, 4)
    pen.polygon([(-11, -17), (18, -17), (11, -8), (18, 1), (-11, 1)], WAX, INK, 2.2)
    pen.circle(-1, -8, 4.4, GOLD, INK, 1.4)


def _ship(pen: Pen) -> None:
    glyphs.ship(pen.at(0, 0, 0.74), WHITE, WAX)


def _lily(pen: Pen) -> None:
    """Draw a fleur-de-lis."""
    pen.polygon([(0, -20), (6, -10), (4, 4), (-4, 4), (-6, -10)], GOLD, INK, 1.6)
    for side in (-1, 1):
        leaf = [(3, 3), (6, -6), (13, -10), (18, -4), (15, 3), (13, -2), (10, -2), (8, 4)]
        pen.polygon([(side * x, y) for x, y in leaf], GOLD, INK, 1.6)
    pen.polygon([(-4, 8), (4, 8), (6, 16), (0, 20), (-6, 16)], GOLD, INK, 1.6)
    pen.rect(Box(-9, 3, 9, 8), GOLD, INK, 1.6, 2)


def _swords(pen: Pen) -> None:
    pen.circle(0, 0, 19, WHITE, WAX, 2.4)
    glyphs.crossed_swords(pen.at(0, 1, 0.8))


SIGNS: Mapping[str, Callable[[Pen], None]] = {
    "gold": _coin,
    "squires": _squire,
    "voting_markers": _voting_marker,
    "seals": _seal,
    "dishonor": _dishonor,
    "power_points": _points,
    "noble": _noble,
    "bishop": _bishop,
    "shield": _shield,
    "archer": _archer,
    "tudor_knight": _tudor_knight,
    "lord": _lord,
    "extension": _tile,
    "knight": _helm,
    "upgrade": _upgrade,
    "recruit": _recruit,
    "choose_start_player": _start,
    "move_to_conflict": _ship,
    "lily": _lily,
    "swords": _swords,
}
"""Signs by the names of goods, rewards and pieces."""


@cache
def sign(name: str, size: int = FIELD) -> Image.Image:
    """Return a sign as a sprite of this width and height."""
    return sprite(size, size, lambda pen: SIGNS[name](pen.at(size / 2, size / 2, size / FIELD)))


def lily(size: int) -> Image.Image:
    """Return the fleur-de-lis."""
    return sign("lily", size)


REACH = {Shape.STAR: 3.0, Shape.DIAMOND: 2.95}
"""How many times its radius the badge of a house is wide, rim included; 2.72 times for most."""


@cache
def knight(house: str, strength: int, size: int = 56) -> Image.Image:
    """Return a knight: the shape and colour of his house with his strength."""
    return _badge(house, str(strength), size)


@kept_lettered
def badge(house: str, size: int = 48) -> Image.Image:
    """Return the badge of a house with its letter."""
    return _badge(house, letter_of(house, livery(house).letter), size)


def _badge(house: str, text: str, size: int) -> Image.Image:
    coat = livery(house)
    radius = size / REACH.get(coat.shape, 2.72)
    image = sprite(size, size, lambda pen: glyphs.badge(pen.at(size / 2, size / 2), coat, radius))
    style = Type(Face.BOLD, round(size * (0.68 if len(text) < 2 else 0.55)), coat.ink)
    write(image, size / 2, size / 2 + 0.5, text, style, "mm")
    return image


@cache
def least(strength: int, size: int = 44) -> Image.Image:
    """Return the sign of the strength that a knight needs: a helm's number on steel."""

    def draw(pen: Pen) -> None:
        pen.at(size / 2, size / 2, size / FIELD).polygon(
            [(-16, -18), (16, -18), (16, 6), (0, 19), (-16, 6)], STEEL, INK, 2.6
        )

    image = sprite(size, size, draw)
    write(image, size / 2, size * 0.45, str(strength), Type(Face.BOLD, round(size * 0.66), INK), "mm")
    return image


@cache
def dot(colour: Colour, size: int = 20) -> Image.Image:
    """Return a round marker."""
    return sprite(size, size, lambda pen: pen.circle(size / 2, size / 2, size / 2 - 1.5, colour, INK, 2))

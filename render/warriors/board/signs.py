"""Small signs: the arms of both sides, kinds of troops, marks of leaders. Drawn round the origin in 40 by 40."""

from collections.abc import Callable, Mapping
from functools import cache

from PIL import Image

from render.kit import glyphs
from render.kit.lettering import Face, Type, write
from render.kit.palette import ALARM, GOLD, INK, STONE, WHITE, WOOD, Colour, blend
from render.kit.pen import Box, Pen, Point, sprite
from render.warriors.board.palette import COATS, LEATHER, POWDER, PURPLE, STEEL

FIELD = 44
"""The side of the field that a sign fills, rim included."""

SHIELD: list[Point] = [(-16, -18), (16, -18), (16, 3), (10, 12), (0, 20), (-10, 12), (-16, 3)]
BANNER: list[Point] = [(-18, -18), (18, -18), (18, 18), (-18, 18)]


def lily(pen: Pen, fill: Colour = GOLD, line: Colour = INK) -> None:
    """Draw a fleur-de-lis, 36 wide and 40 high."""
    pen.polygon([(0, -20), (6, -10), (4, 4), (-4, 4), (-6, -10)], fill, line, 1.6)
    for side in (-1, 1):
        leaf = [(3, 3), (6, -6), (13, -10), (18, -4), (15, 3), (13, -2), (10, -2), (8, 4)]
        pen.polygon([(side * x, y) for x, y in leaf], fill, line, 1.6)
    pen.polygon([(-4, 8), (4, 8), (6, 16), (0, 20), (-6, 16)], fill, line, 1.6)
    pen.rect(Box(-9, 3, 9, 8), fill, line, 1.6, 2)


def _england(pen: Pen) -> None:
    """Draw the cross of Saint George on a square banner."""
    pen.polygon(BANNER, WHITE, INK, 2.6)
    pen.rect(Box(-4, -16.6, 4, 16.6), COATS["english"].fill)
    pen.rect(Box(-16.6, -4, 16.6, 4), COATS["english"].fill)


def _france(pen: Pen) -> None:
    """Draw a gold lily on a blue shield."""
    pen.polygon(SHIELD, COATS["french"].fill, INK, 2.6)
    lily(pen.at(0, -1, 0.72))


def _nobody(pen: Pen) -> None:
    pen.circle(0, 0, 17, STONE, INK, 2.6)
    pen.line([(-8, 0), (8, 0)], INK, 3.4)


# ---------------------------------------------------------------------- troops


def _infantry(pen: Pen) -> None:
    """Draw a kettle hat over crossed spears."""
    for side in (-1, 1):
        pen.line([(side * -15, 19), (side * 14, -17)], WOOD, 4)
        pen.polygon([(side * 18, -21), (side * 15, -10), (side * 8, -16)], STEEL, INK, 1.4)
    pen.polygon([(-17, 6), (-10, 2), (-8, -8), (0, -13), (8, -8), (10, 2), (17, 6), (0, 11)], STEEL, INK, 2.2)


def _knight(tone: Colour) -> Callable[[Pen], None]:
    """Return a great helm with a plume in the tone of its country."""

    def draw(pen: Pen) -> None:
        pen.polygon([(-2, -11), (-15, -19), (-5, -21), (5, -19), (14, -22), (10, -11)], tone, INK, 1.8)
        pen.polygon([(-13, 19), (-14, -3), (-8, -11), (0, -13), (8, -11), (14, -3), (13, 19)], STEEL, INK, 2.4)
        pen.line([(-12, 1), (12, 1)], INK, 4)
        pen.line([(0, 2), (0, 16)], INK, 2.6)
        for x in (-6, 6):
            for y in (8, 13):
                pen.circle(x, y, 1.6, INK)

    return draw


def _longbow(tone: Colour) -> Callable[[Pen], None]:
    """Return a longbow with its arrow; the fletching has the tone of its country."""

    def draw(pen: Pen) -> None:
        bow = [(-6, -20), (7, -13), (12, 0), (7, 13), (-6, 20)]
        pen.line(bow, INK, 7)
        pen.line(bow, LEATHER, 3.6)
        pen.line([(-6, -20), (-6, 20)], INK, 1.8)
        pen.line([(-17, 0), (16, 0)], INK, 3)
        pen.polygon([(21, 0), (12, -6), (12, 6)], STEEL, INK, 1.6)
        pen.polygon([(-21, -6), (-11, -6), (-7, 0), (-11, 6), (-21, 6), (-17, 0)], tone, INK, 1.6)

    return draw


def _gunner(pen: Pen) -> None:
    """Draw a bombard on its bed."""
    pen.polygon([(-19, 14), (-15, 4), (16, 4), (20, 14)], WOOD, INK, 2)
    pen.polygon([(-17, -2), (-13, -9), (13, -14), (16, -12), (17, 0), (15, 3), (-13, 5)], POWDER, INK, 2)
    pen.oval(Box(12, -14, 20, 3), blend(POWDER, INK, 0.5), INK, 2)
    for x in (-10, 9):
        pen.circle(x, 14, 6, WOOD, INK, 2)


def _mercenary(pen: Pen) -> None:
    """Draw a purse: soldiers for money."""
    pen.polygon([(-7, -10), (7, -10), (16, 6), (13, 17), (0, 20), (-13, 17), (-16, 6)], LEATHER, INK, 2.4)
    pen.polygon([(-9, -19), (-3, -15), (3, -19), (9, -17), (6, -9), (-6, -9)], LEATHER, INK, 2.2)
    pen.line([(-9, -10), (9, -10)], GOLD, 3.4)
    pen.circle(0, 6, 6.4, GOLD, INK, 1.8)


# ---------------------------------------------------------------------- marks


def _crown(pen: Pen) -> None:
    glyphs.crown(pen.at(0, 2), 17)


def _swords(pen: Pen) -> None:
    pen.circle(0, 0, 19, WHITE, ALARM, 3)
    glyphs.crossed_swords(pen.at(0, 1, 0.8))


def _disgrace(pen: Pen) -> None:
    """Draw a broken sword on white: a leader who has run away."""
    pen.circle(0, 0, 19, WHITE, INK, 3)
    pen.polygon([(-3, 0), (-3, -11), (4, -14), (4, -4)], STEEL, INK, 1.6)
    pen.rect(Box(-9, 1, 9, 5), GOLD, INK, 1.4)
    pen.rect(Box(-2.4, 5, 2.4, 14), WOOD, INK, 1.4)
    pen.polygon([(7, 2), (13, -8), (15, 3), (11, 8)], STEEL, INK, 1.4)


def _chain(pen: Pen) -> None:
    pen.circle(0, 0, 19, WHITE, INK, 3)
    glyphs.chain(pen.at(0, 0, 0.8))


def _cross(pen: Pen) -> None:
    pen.circle(0, 0, 19, WHITE, ALARM, 3)
    glyphs.death_cross(pen.at(0, 0, 0.86))


def _routed(pen: Pen) -> None:
    """Draw an arrow that turns back, on white."""
    pen.circle(0, 0, 19, WHITE, INK, 3)
    pen.line([(-8, -8), (5, -8), (10, -3), (10, 2), (5, 7), (-2, 7)], INK, 5)
    pen.polygon([(-12, 7), (-1, -1), (-1, 15)], INK)


def _walls(pen: Pen) -> None:
    """Draw a walled gate: the side that is besieged."""
    pen.polygon(glyphs.battlements(-19, 19, -17, 19, 4, 7), STEEL, INK, 2.4)
    pen.rect(Box(-6, 3, 6, 19), INK, radius=5)
    for x in (-12, 12):
        pen.line([(x - 3, -1), (x + 3, -1)], INK, 2.2)


def _flight(pen: Pen) -> None:
    """Draw an arrow on white: a leader who had to leave, without disgrace."""
    pen.circle(0, 0, 19, WHITE, INK, 3)
    pen.stroke([(-10, 0), (6, 0)], INK, 5)
    pen.polygon([(14, 0), (3, -9), (3, 9)], INK)


def _banner(pen: Pen) -> None:
    """Draw a lance with a pennon: impulses."""
    pen.stroke([(-12, -19), (-12, 19)], WOOD, 4)
    pen.polygon([(-10, -17), (18, -12), (6, -6), (18, 0), (-10, 3)], GOLD, INK, 2.2)


SIGNS: Mapping[str, Callable[[Pen], None]] = {
    "english": _england,
    "french": _france,
    "": _nobody,
    "infantry": _infantry,
    "knight_english": _knight(COATS["english"].fill),
    "knight_french": _knight(COATS["french"].fill),
    "knight_burgundian": _knight(PURPLE),
    "longbow_english": _longbow(COATS["english"].fill),
    "longbow_welsh": _longbow(blend(COATS[""].fill, GOLD, 0.1)),
    "gunner": _gunner,
    "mercenary": _mercenary,
    "crown": _crown,
    "swords": _swords,
    "disgraced": _disgrace,
    "captured": _chain,
    "killed": _cross,
    "routed": _routed,
    "besieged": _walls,
    "fled": _flight,
    "impulses": _banner,
}
"""Signs by the names of sides, troops and marks."""


@cache
def sign(name: str, size: int = FIELD) -> Image.Image:
    """Return a sign as a sprite of this width and height; mercenaries of all bands look the same."""
    kind = "mercenary" if name.startswith("mercenary") else name
    return sprite(size, size, lambda pen: SIGNS[kind](pen.at(size / 2, size / 2, size / FIELD)))


@cache
def value(side: str, number: int, size: int = 44) -> Image.Image:
    """Return the marker of an area: its value on the arms of who controls it, a plain ring for nobody."""

    def draw(pen: Pen) -> None:
        own = pen.at(size / 2, size / 2, size / FIELD)
        coat = COATS[side]
        if side == "english":
            own.polygon(BANNER, coat.fill, WHITE, 5)
            own.polygon([(x * 1.1, y * 1.1) for x, y in BANNER], None, INK, 2)
        elif side == "french":
            own.polygon(SHIELD, coat.fill, GOLD, 5)
            own.polygon([(x * 1.12, y * 1.1) for x, y in SHIELD], None, INK, 2)
        else:
            own.circle(0, 0, 18, STONE, INK, 2.6)

    image = sprite(size, size, draw)
    style = Type(Face.BOLD, round(size * 0.66), COATS[side].ink if side else INK)
    write(image, size / 2, size / 2 - (2 if side == "french" else 0), str(number), style, "mm")
    return image

"""The colours of the pictures: an old map, seven factions that colour-blind people can tell apart, heraldry."""

from collections.abc import Callable
from enum import Enum
from functools import cache
from typing import NamedTuple

Colour = tuple[int, int, int]


def colour(code: str) -> Colour:
    """Return the colour of a six-digit hexadecimal code such as `f0e3c3`."""
    return int(code[0:2], 16), int(code[2:4], 16), int(code[4:6], 16)


INK = colour("2b1d10")
FADED_INK = colour("6b5236")
PARCHMENT = colour("f1e4c3")
PARCHMENT_SHADES = (PARCHMENT, colour("eadbb4"))
FOREST_SHADES = (colour("dcdcac"), colour("d5d6a2"))
FOREIGN_SHADES = (colour("ddcfac"), colour("d6c7a2"))
SQUARE_LINE = colour("cdb88e")
SEA = colour("b7cfc8")
SHORE = colour("a3c0bd")
SHORE_LINE = colour("5f8d94")
SEA_LINE = colour("86aaab")
RIVER = colour("7aa4ab")
HILL = colour("b39a6c")
SEA_INK = colour("245362")
COAST = colour("4a3a22")
ROAD = colour("8a5a2b")
ROAD_LIGHT = colour("f6e9c0")
TREE = colour("6f8a4a")
TREE_DARK = colour("43592c")
STONE = colour("fffaf0")
WHITE = colour("fffdf7")
ALARM = colour("b3121d")
NEUTRAL = colour("8d8069")
GOLD = colour("f0bd27")
WOOD = colour("7c4e28")
AYE = colour("17613a")


class Shape(Enum):
    """The outline of a faction's badge."""

    CIRCLE = "circle"
    SQUARE = "square"
    DIAMOND = "diamond"
    TRIANGLE = "triangle"
    CROSS = "cross"
    STAR = "star"
    SHIELD = "shield"


class Livery(NamedTuple):
    """How one faction is shown: fill, ink that reads on it, badge shape, and the letter of its colour (K for black)."""

    fill: Colour
    ink: Colour
    shape: Shape
    letter: str
    colour_name: str


LIVERIES = (
    Livery(colour("2c3dc6"), WHITE, Shape.CIRCLE, "B", "blue"),
    Livery(colour("c44d08"), WHITE, Shape.SQUARE, "V", "vermilion"),
    Livery(colour("f2c511"), INK, Shape.DIAMOND, "Y", "yellow"),
    Livery(colour("2a2a2e"), WHITE, Shape.CROSS, "K", "black"),
    Livery(colour("de79b1"), INK, Shape.TRIANGLE, "P", "pink"),
    Livery(colour("5edeff"), INK, Shape.SHIELD, "S", "sky blue"),
    Livery(colour("0d845b"), WHITE, Shape.STAR, "G", "green"),
)

MASTERLESS = Livery(colour("6f6450"), WHITE, Shape.CIRCLE, "–", "grey")

TINCTURES = {
    "or": colour("f0bd27"),
    "argent": colour("fbf8ee"),
    "gules": colour("b81f24"),
    "azure": colour("1f4e96"),
    "sable": colour("231f20"),
    "vert": colour("2e7d3b"),
}

TONES = {
    "Noble": TINCTURES["gules"],
    "Title": colour("7a4a9c"),
    "Office": TINCTURES["azure"],
    "Bishop": colour("6d2748"),
    "Mercenary": colour("5b4a36"),
    "Town": colour("7c5a1e"),
    "Ship": SEA_INK,
    "Pardon": colour("2e6b3c"),
    "Event": colour("3d3d45"),
}

ROSES = {"lancaster": colour("c01f2e"), "york": colour("fffdf7")}


def livery(number: int | None) -> Livery:
    """Return the livery of the seat with this number, 0 to 6 in table order; grey for what has no master."""
    return MASTERLESS if number is None else LIVERIES[number % len(LIVERIES)]


def blend(one: Colour, other: Colour, share: float) -> Colour:
    """Return `one` mixed with `other`; `share` is the part of `other`, 0 to 1."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def luminance(of: Colour) -> float:
    """Return the relative luminance by WCAG 2, 0 to 1."""

    def linear(channel: int) -> float:
        value = channel / 255
        return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)

    red, green, blue = (linear(channel) for channel in of)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast ratio by WCAG 2, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def tint(of: Colour) -> Colour:
    """Return the paler tone of a faction's colour in which its places are painted."""
    return blend(of, STONE, 0.35)


COAT, THIN_COAT = 0.45, 0.2
"""The opacity of a faction's colour over its squares."""


def wash(of: Colour, ground: Colour, thickness: float = COAT) -> Colour:
    """Return a ground with a coat of a faction's colour."""
    return blend(ground, of, thickness)


def window(tone: Colour) -> Colour:
    """Return the ground behind the picture of a card of this tone."""
    return blend(tone, PARCHMENT, 0.82)


def between(one: Colour, other: Colour, steps: int) -> list[Colour]:
    """Return this many colours in even steps between two, for a smooth edge."""
    return [blend(one, other, step / (steps + 1)) for step in range(1, steps + 1)]


def _scenery() -> list[Colour]:
    """Return the colours of the board and of the words on it, with what edges need between."""
    grounds = [*PARCHMENT_SHADES, *FOREST_SHADES, *FOREIGN_SHADES, SEA, SHORE, STONE, WHITE]
    inks = [INK, FADED_INK, SQUARE_LINE, SEA_LINE, SEA_INK, COAST, ROAD, ROAD_LIGHT, TREE, TREE_DARK, ALARM]
    inks += [SHORE_LINE, RIVER, HILL, GOLD, WOOD]
    edges = [*between(INK, PARCHMENT, 4), *between(INK, SEA, 3), *between(INK, FOREST_SHADES[0], 2)]
    edges += [*between(SEA_INK, SEA, 3), *between(FADED_INK, PARCHMENT, 3), *between(SEA, PARCHMENT, 1)]
    edges += [*between(ROAD, PARCHMENT, 2), *between(INK, WHITE, 3)]
    edges += [*between(COAST, SHORE, 2), *between(TREE_DARK, FOREST_SHADES[0], 2)]
    edges += [*between(SHORE_LINE, SHORE, 3), *between(HILL, PARCHMENT, 1)]
    return [*grounds, *inks, *edges, *between(RIVER, PARCHMENT, 1), *between(PARCHMENT, WHITE, 3)]


def _things() -> list[Colour]:
    """Return the colours of counters and cards, which look the same in all themes."""
    plain = [
        NEUTRAL,
        MASTERLESS.fill,
        GOLD,
        WOOD,
        AYE,
        INK,
        WHITE,
        STONE,
        PARCHMENT,
        *TINCTURES.values(),
        *ROSES.values(),
    ]
    fills = [livery.fill for livery in LIVERIES]
    edges = [*between(INK, WHITE, 3), *between(PARCHMENT, WHITE, 1)]
    for fill in [*fills, *TINCTURES.values(), ALARM, WOOD]:
        edges += [fill, *between(fill, INK, 1), *between(fill, WHITE, 2)]
    return [*plain, *fills, *(tint(fill) for fill in fills), *(wash(fill, PARCHMENT) for fill in fills), *edges]


def _cards() -> list[Colour]:
    """Return the colours that only cards and sheets have."""
    grounds = [*TONES.values(), *(window(tone) for tone in TONES.values())]
    edges = [mixed for tone in (AYE, *TONES.values()) for mixed in (*between(tone, INK, 1), *between(tone, WHITE, 2))]
    return [*grounds, *edges]


@cache
def printing_colours() -> tuple[Colour, ...]:
    """Return the colours that pictures are printed in, at most 256."""
    return tuple(dict.fromkeys([*_scenery(), *_things(), *_cards()]))


@cache
def map_colours(tone: Callable[[Colour], Colour]) -> tuple[Colour, ...]:
    """Return the colours of a map whose scenery is toned, at most 256."""
    fills = [wash(livery.fill, tone(PARCHMENT), coat) for livery in LIVERIES for coat in (COAT, THIN_COAT)]
    return tuple(dict.fromkeys([*map(tone, _scenery()), *_things(), *fills]))

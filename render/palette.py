"""The colours of the pictures: an old map, seven factions that colour-blind people can tell apart, heraldry."""

from enum import Enum
from typing import NamedTuple

Colour = tuple[int, int, int]


def colour(code: str) -> Colour:
    """Return the colour of a six-digit hexadecimal code such as `f0e3c3`."""
    return int(code[0:2], 16), int(code[2:4], 16), int(code[4:6], 16)


INK = colour("2b1d10")
FADED_INK = colour("6b5236")
PARCHMENT = colour("f1e4c3")
PARCHMENT_SHADES = (colour("f3e8cb"), colour("efe0bb"), colour("f0e4c6"), colour("ecddb8"), colour("f1e2bd"))
FOREST_SHADES = (colour("dbdcab"), colour("d4d8a6"))
FOREIGN = colour("ddcfac")
SQUARE_LINE = colour("c9b388")
SEA = colour("b3cfcd")
SEA_NEAR = (colour("a5c5c5"), colour("bcd5d1"), colour("9fc0c1"), colour("95b8bb"))
SEA_LINE = colour("7fa5ac")
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
    """How one faction is shown: fill, the ink that reads on it, badge shape and letter."""

    fill: Colour
    ink: Colour
    shape: Shape
    letter: str
    colour_name: str


LIVERIES = (
    Livery(colour("2c3dc6"), WHITE, Shape.CIRCLE, "A", "blue"),
    Livery(colour("c44d08"), WHITE, Shape.SQUARE, "B", "vermilion"),
    Livery(colour("f2c511"), INK, Shape.DIAMOND, "C", "yellow"),
    Livery(colour("2a2a2e"), WHITE, Shape.CROSS, "D", "black"),
    Livery(colour("de79b1"), INK, Shape.TRIANGLE, "E", "pink"),
    Livery(colour("5edeff"), INK, Shape.SHIELD, "F", "sky blue"),
    Livery(colour("0d845b"), WHITE, Shape.STAR, "G", "green"),
)

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


def livery(number: int) -> Livery:
    """Return the livery of the seat with this number, 0 to 6 in table order."""
    return LIVERIES[number % len(LIVERIES)]


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


def window(tone: Colour) -> Colour:
    """Return the ground behind the picture of a card of this tone."""
    return blend(tone, PARCHMENT, 0.82)


def _between(one: Colour, other: Colour, steps: int) -> list[Colour]:
    return [blend(one, other, step / (steps + 1)) for step in range(1, steps + 1)]


def printing_colours() -> list[Colour]:
    """Return the colours that pictures are printed in, at most 256: all of this file's, and what edges need between."""
    grounds = [PARCHMENT, *PARCHMENT_SHADES, *FOREST_SHADES, FOREIGN, SEA, *SEA_NEAR, STONE, WHITE]
    inks = [INK, FADED_INK, SQUARE_LINE, SEA_LINE, SEA_INK, COAST, ROAD, ROAD_LIGHT, TREE, TREE_DARK, ALARM]
    things = [NEUTRAL, GOLD, WOOD, AYE, *TINCTURES.values(), *ROSES.values(), *TONES.values()]
    fills = [livery.fill for livery in LIVERIES]
    edges = [*_between(INK, PARCHMENT, 7), *_between(INK, SEA, 4), *_between(INK, FOREST_SHADES[0], 3)]
    edges += [*_between(SEA_INK, SEA, 4), *_between(FADED_INK, PARCHMENT, 4), *_between(SEA, PARCHMENT, 3)]
    edges += [*_between(ROAD, PARCHMENT, 3), *_between(ROAD, FOREST_SHADES[0], 1), *_between(INK, WHITE, 4)]
    edges += [*_between(COAST, SEA, 2), *_between(TREE_DARK, FOREST_SHADES[0], 3), *_between(TREE, TREE_DARK, 1)]
    edges += [*_between(PARCHMENT, WHITE, 3), *(window(tone) for tone in TONES.values())]
    for fill in [*fills, *TINCTURES.values(), ALARM, AYE, WOOD, *TONES.values()]:
        edges += [*_between(fill, INK, 1), *_between(fill, WHITE, 2)]
    return list(dict.fromkeys([*grounds, *inks, *things, *fills, *(tint(fill) for fill in fills), *edges]))

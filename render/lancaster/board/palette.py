"""The colours of Lancaster: liveries of the houses, and crimson, gold and vellum for everything else."""

from collections.abc import Mapping
from functools import cache

from render.kit.palette import (
    ALARM,
    AYE,
    FADED_INK,
    GOLD,
    INK,
    PARCHMENT,
    STONE,
    WHITE,
    WOOD,
    Colour,
    Livery,
    Shape,
    between,
    blend,
    colour,
)
from render.kit.theme import DAY, Theme

LIVERIES: Mapping[str, Livery] = {
    "blue": Livery(colour("2c3dc6"), WHITE, Shape.CIRCLE, "B", "blue"),
    "green": Livery(colour("57b560"), INK, Shape.SQUARE, "G", "green"),
    "yellow": Livery(colour("ffd83a"), INK, Shape.DIAMOND, "Y", "yellow"),
    "red": Livery(colour("a31621"), WHITE, Shape.SHIELD, "R", "red"),
    "purple": Livery(colour("b57edc"), INK, Shape.STAR, "P", "purple"),
}
"""The houses by colour. Shapes and letters tell them apart without colours."""

NOBODY = Livery(colour("6f6450"), WHITE, Shape.CROSS, "–", "grey")
"""The colour of things without a house: the neutral knight."""

CRIMSON = colour("6d1029")
VELLUM = colour("faf1d8")
LAND = colour("e6e0b4")
MARCH = colour("d9cfa4")
BORDER = colour("8a7a4c")
WATER = colour("a9c6cd")
DEEP = colour("8db2bd")
FOAM = colour("cfe0de")
COASTLINE = colour("43536a")
FRANCE = colour("cfd3e6")
LILY = colour("b4bad8")
AZURE = colour("24417f")
WAX = colour("b8202c")
STEEL = colour("b9bfc6")
GILT = colour("f6dc93")
SHADE = colour("3a3346")
FLESH = colour("e9bf94")
LEAF = colour("4c7a3a")

COAT, NIGHT_COAT = 0.5, 0.14
"""How thick a livery lies on the county that a house holds, by day and by night."""

TINT = 0.3
"""How much of a livery is in the ground of a panel."""

GROUNDS = (PARCHMENT, VELLUM, GILT, LAND, MARCH, WATER, DEEP, FOAM, FRANCE, LILY)


def livery(house: str) -> Livery:
    """Return the livery of a house; grey for none."""
    return LIVERIES.get(house, NOBODY)


def held(house: str, theme: Theme = DAY) -> Colour:
    """Return the colour of a county that a house holds."""
    return blend(theme.tone(LAND), livery(house).fill, COAT if theme is DAY else NIGHT_COAT)


def pale(house: str, theme: Theme = DAY) -> Colour:
    """Return the tone of a house in which its panels are laid out."""
    return blend(theme.tone(VELLUM), livery(house).fill, TINT if theme is DAY else NIGHT_COAT)


def _toned() -> list[Colour]:
    """Return the colours of the land, the sea and the words on them, with what edges need between."""
    lines = [INK, FADED_INK, BORDER, COASTLINE]
    edges = [*between(INK, VELLUM, 3), *between(INK, PARCHMENT, 3), *between(FADED_INK, VELLUM, 2)]
    edges += [*between(INK, LAND, 3), *between(INK, FRANCE, 2), *between(INK, FOAM, 2), *between(BORDER, LAND, 1)]
    edges += [*between(WATER, FOAM, 2), *between(COASTLINE, WATER, 2), *between(COASTLINE, LAND, 1)]
    return [
        *GROUNDS,
        *lines,
        *edges,
        *between(CRIMSON, VELLUM, 3),
        *between(ALARM, VELLUM, 2),
        ALARM,
        AYE,
        *between(LILY, FRANCE, 1),
    ]


def _things() -> list[Colour]:
    """Return the colours of what looks the same by day and by night: tokens, signs, the band."""
    plain = [INK, WHITE, STONE, GOLD, WOOD, ALARM, AYE, CRIMSON, AZURE, WAX, STEEL, SHADE, FLESH, LEAF, NOBODY.fill]
    edges = [*between(INK, WHITE, 3), *between(CRIMSON, WHITE, 3), *between(CRIMSON, GOLD, 3)]
    for tone in (GOLD, WOOD, AZURE, WAX, STEEL, LEAF, ALARM, AYE):
        edges += [*between(tone, INK, 1), *between(tone, WHITE, 1)]
    for coat in LIVERIES.values():
        edges += [coat.fill, *between(coat.fill, INK, 2), *between(coat.fill, WHITE, 2)]
    return [*plain, *edges]


@cache
def inks(theme: Theme = DAY) -> tuple[Colour, ...]:
    """Return the colours that pictures of Lancaster are printed in, at most 256."""
    grounds = [ground for house in LIVERIES for ground in (held(house, theme), pale(house, theme))]
    edges = [blend(ground, theme.tone(INK), share) for ground in grounds for share in (0.35, 0.7)]
    return tuple(dict.fromkeys([*map(theme.tone, _toned()), *_things(), *grounds, *edges]))

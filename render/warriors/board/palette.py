"""The colours of Warriors of God: the red of England, the blue of France, gold between them, and an old map."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

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
    between,
    blend,
    colour,
)
from render.kit.theme import DAY, Theme


class Coat(NamedTuple):
    """How a side is shown: its fill, the ink that reads on it, its deeper tone, and its name."""

    fill: Colour
    ink: Colour
    deep: Colour
    name: str


COATS: Mapping[str, Coat] = {
    "english": Coat(colour("b3202a"), WHITE, colour("7d1119"), "English"),
    "french": Coat(colour("234f9e"), WHITE, colour("15346e"), "French"),
    "": Coat(colour("cbbf9c"), INK, colour("b3a67f"), "Nobody"),
}
"""The sides by id, and "" for neither. Their counters have outlines of their own, too."""

VELLUM = colour("fbf3dd")
LAND = colour("efe2bd")
NEUTRAL_LAND = colour("d8cbb0")
ABROAD = colour("cabd9f")
BORDER = colour("8d7448")
WATER = colour("aecbcb")
SHALLOWS = colour("c9dedb")
DEEP = colour("8fb3b6")
COASTLINE = colour("3f5563")
STREAM = colour("3a7f9a")
ROCK = colour("8a7660")
SNOW = colour("f4efe3")
ROUTE = colour("2f5f72")
STEEL = colour("c3c8cc")
FLESH = colour("e9bf94")
LEATHER = colour("8a5a33")
POWDER = colour("4a4744")
PURPLE = colour("6b3f7f")

HELD: Mapping[str, Colour] = {"english": colour("e3907f"), "french": colour("94b3df"), "": LAND}
"""The colour of an area by who controls it."""

PALE: Mapping[str, Colour] = {"english": colour("f7dccf"), "french": colour("dbe5f4"), "": VELLUM}
"""The ground of the panels of a side."""

NIGHT_COAT, NIGHT_PALE = 0.5, 0.3
"""How thick the colour of a side lies on its areas and its panels by night."""

GROUNDS = (PARCHMENT, VELLUM, LAND, NEUTRAL_LAND, ABROAD, WATER, SHALLOWS, DEEP)


def held(side: str, theme: Theme = DAY) -> Colour:
    """Return the colour of an area that a side controls."""
    if theme is DAY or not side:
        return theme.tone(HELD[side])
    return blend(theme.tone(LAND), COATS[side].fill, NIGHT_COAT)


def pale(side: str, theme: Theme = DAY) -> Colour:
    """Return the ground of a side's panels."""
    if theme is DAY or not side:
        return theme.tone(PALE[side])
    return blend(theme.tone(VELLUM), COATS[side].fill, NIGHT_PALE)


def _toned() -> list[Colour]:
    """Return the colours of the land, the sea and the words on them, with what edges need between."""
    lines = [INK, FADED_INK, BORDER, COASTLINE, STREAM, ROCK, SNOW, ROUTE, ALARM, AYE]
    edges = [*between(INK, VELLUM, 3), *between(INK, LAND, 3), *between(INK, PARCHMENT, 2)]
    edges += [*between(FADED_INK, VELLUM, 2), *between(WATER, SHALLOWS, 1), *between(COASTLINE, WATER, 2)]
    edges += [*between(COASTLINE, LAND, 1), *between(STREAM, LAND, 2), *between(ROUTE, WATER, 2)]
    edges += [
        *between(BORDER, LAND, 1),
        *between(ROCK, LAND, 1),
        *between(ROCK, INK, 1),
        *between(ROCK, SNOW, 1),
        *between(INK, WATER, 2),
        *between(ALARM, VELLUM, 2),
    ]
    return [*GROUNDS, *lines, *edges]


def _things() -> list[Colour]:
    """Return the colours of what looks the same by day and by night: counters, signs, the band."""
    plain = [INK, WHITE, STONE, GOLD, WOOD, ALARM, AYE, STEEL, FLESH, LEATHER, POWDER, PURPLE, VELLUM]
    edges = [*between(INK, WHITE, 3), *between(INK, VELLUM, 2)]
    for tone in (GOLD, WOOD, STEEL, LEATHER, ALARM, PURPLE, POWDER):
        edges += [*between(tone, INK, 1), *between(tone, WHITE, 1)]
    for coat in COATS.values():
        edges += [coat.fill, coat.deep, *between(coat.fill, INK, 2), *between(coat.fill, WHITE, 3)]
        edges += [*between(coat.fill, GOLD, 1), *between(coat.deep, WHITE, 2), *between(coat.deep, GOLD, 2)]
    return [*plain, *edges]


@cache
def inks(theme: Theme = DAY) -> tuple[Colour, ...]:
    """Return the colours that pictures of Warriors of God are printed in, at most 256."""
    grounds = [ground for side in COATS for ground in (held(side, theme), pale(side, theme))]
    edges = [blend(ground, theme.tone(line), 0.5) for ground in grounds for line in (INK, BORDER, STREAM)]
    return tuple(dict.fromkeys([*map(theme.tone, _toned()), *_things(), *grounds, *edges]))

"""The colours of War Lord Tourney: liveries of the sides and tones of the land."""

from typing import Literal, NamedTuple

from engine.warlord.board.state import WIZARD
from render.kit.palette import (
    INK,
    PARCHMENT,
    SEA,
    STONE,
    TINCTURES,
    TREE,
    TREE_DARK,
    WHITE,
    Colour,
    blend,
    colour,
    livery,
    map_colours,
)
from render.kit.theme import DAY, Theme

Outline = Literal["square", "arch", "cut", "heater", "gable"]


class Coat(NamedTuple):
    """How a side is shown: fill, the ink that reads on it, the outline of its pieces, and its letter."""

    fill: Colour
    ink: Colour
    outline: Outline
    letter: str


COATS: dict[str, Coat] = {
    "red": Coat(TINCTURES["gules"], WHITE, "square", "R"),
    "blue": Coat(livery(0).fill, WHITE, "arch", "B"),
    "white": Coat(WHITE, INK, "cut", "W"),
    "gold": Coat(livery(2).fill, INK, "heater", "G"),
    WIZARD: Coat(livery(3).fill, WHITE, "gable", "Z"),
}
"""The sides by id. Outlines and letters tell them apart without colours."""

OPEN = (colour("eef0cd"), colour("e6e9c0"))
FOREST = colour("b4c98f")
ROUGH = colour("d2ba8c")
HILL = colour("e3cf93")
MOUNTAIN = colour("c0b3a0")
GREEN = colour("cfe6a4")
YARD = colour("ddd7ca")
LINE = colour("c3bd93")
STONES = colour("8f7a55")
CRAG = colour("857a6c")
SLOPE = colour("a98f4f")
COAT = 0.37
"""How thick a livery lies on squares within reach."""


def tones(theme: Theme = DAY) -> tuple[Colour, ...]:
    """Return the colours that these pictures need beside those that all pictures share, and what edges need between."""
    grounds = (*OPEN, FOREST, ROUGH, HILL, MOUNTAIN, GREEN, YARD)
    lines = (LINE, STONES, CRAG, SLOPE)
    edges = [blend(INK, ground, 0.5) for ground in grounds]
    edges += [blend(coat.fill, ground, 0.5) for coat in COATS.values() for ground in (OPEN[0], FOREST, ROUGH)]
    edges += [blend(TREE_DARK, FOREST, 0.5), blend(TREE, FOREST, 0.5), blend(STONES, ROUGH, 0.5)]
    edges += [blend(CRAG, MOUNTAIN, 0.5), blend(SEA, PARCHMENT, 0.5), blend(STONE, YARD, 0.5)]
    return tuple(dict.fromkeys([theme.tone(tone) for tone in (*grounds, *lines, *edges)]))


def inks(theme: Theme) -> tuple[Colour, ...]:
    """Return the inks of a board in a theme; pieces look the same in all."""
    grounds = [theme.tone(ground) for ground in (*OPEN, FOREST, ROUGH, GREEN)]
    coats = [coated(ground, coat.fill) for coat in COATS.values() for ground in grounds]
    return tuple(dict.fromkeys([*map_colours(theme.tone), GREEN, YARD, *tones(theme), *coats]))


def coated(ground: Colour, fill: Colour) -> Colour:
    """Return the colour of a square within reach of a side."""
    return blend(ground, fill, COAT)

"""The colours of War Lord Tourney: liveries of the sides and tones of the land."""

from typing import Literal, NamedTuple

from engine.warlord.state import WIZARD
from render.palette import INK, PARCHMENT, SEA, STONE, TINCTURES, TREE, TREE_DARK, WHITE, Colour, blend, colour, livery

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


def tones() -> tuple[Colour, ...]:
    """The colours that these pictures need beside those that all pictures share, and what edges need between."""
    grounds = (*OPEN, FOREST, ROUGH, HILL, MOUNTAIN, GREEN, YARD)
    lines = (LINE, STONES, CRAG, SLOPE)
    edges = [blend(INK, ground, 0.5) for ground in grounds]
    edges += [blend(coat.fill, ground, 0.5) for coat in COATS.values() for ground in (OPEN[0], FOREST, ROUGH)]
    edges += [blend(TREE_DARK, FOREST, 0.5), blend(TREE, FOREST, 0.5), blend(STONES, ROUGH, 0.5)]
    edges += [blend(CRAG, MOUNTAIN, 0.5), blend(SEA, PARCHMENT, 0.5), blend(STONE, YARD, 0.5)]
    return (*grounds, *lines, *edges)

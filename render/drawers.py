"""Which pictures there are of which game."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec

from engine.core.events import Event
from render.cache import board
from render.kingmaker_faction import draw_faction
from render.kingmaker_hand import draw_hand
from render.kingmaker_map import draw_map
from render.kingmaker_parliament import draw_parliament
from render.picture import Picture

Drawer = Callable[..., Picture]

MAPS: Mapping[str, Drawer] = {"kingmaker": draw_map}
"""Drawn as (view, names, changes, cache=folder)."""

OTHERS: Mapping[tuple[str, str], Drawer] = {
    ("kingmaker", "hand"): draw_hand,
    ("kingmaker", "parliament"): draw_parliament,
}
"""Drawn as (view, names), by game and kind of picture."""

FACTIONS: Mapping[str, Drawer] = {"kingmaker": draw_faction}
"""Drawn as (view, seat, names)."""


def prepare(cache: Path) -> None:
    """Draw the empty boards, or read them from the cache, before the first picture is asked for."""
    board(cache)


def draw(
    game: str, kind: str, view: msgspec.Struct, names: Mapping[str, str], changes: Sequence[Event], cache: Path
) -> Picture:
    """Return a picture of a view: "map", "faction:<seat>", or another kind; KeyError if the game has none such."""
    if kind == "map":
        return MAPS[game](view, names, changes, cache=cache)
    name, _, seat = kind.partition(":")
    if name == "faction":
        return FACTIONS[game](view, seat, names)
    return OTHERS[game, kind](view, names)

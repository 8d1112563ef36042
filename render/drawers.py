"""Which pictures there are of which game."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec

from engine.core.events import Event
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


def draw(
    game: str, kind: str, view: msgspec.Struct, names: Mapping[str, str], changes: Sequence[Event], cache: Path
) -> Picture:
    """Return a picture of a view; KeyError if the game has none of that kind."""
    if kind == "map":
        return MAPS[game](view, names, changes, cache=cache)
    return OTHERS[game, kind](view, names)

"""What somebody wants to see: the order that every picture is drawn from."""

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from engine.core.events import Event
from render.picture import Picture


class Wish(msgspec.Struct, frozen=True):
    """A picture to be drawn of a view: its `kind` (map, hand, ...), and its `subject` where the kind has several.

    `names` are the players' by seat, `changes` the events since the last picture, `cache` a folder for layers
    that never change. `layer` is laid over a map, `night` darkens it.
    """

    kind: str
    view: msgspec.Struct
    names: Mapping[str, str] = {}
    subject: str = ""
    changes: tuple[Event, ...] = ()
    cache: Path | None = None
    layer: str = ""
    night: bool = False


class NothingToShow(ValueError):
    """The view has nothing of the kind that was wished for."""


Drawer = Callable[[Wish], Picture]
"""Draws one kind of picture; raises NothingToShow where the view has nothing of the kind."""

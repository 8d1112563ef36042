"""What somebody wants to see: the order that every picture is drawn from."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from engine.core.events import Event
from render.picture import Film, Picture


class Frame(msgspec.Struct, frozen=True):
    """One frame of the story of a table: the view of the public, and what has happened since the frame before."""

    view: msgspec.Struct
    changes: tuple[Event, ...] = ()


class PictureRequest(msgspec.Struct, frozen=True):
    """A picture to be drawn of a view: its `kind` (map, hand, ...), and its `subject` where the kind has several.

    `names` are the players' by seat, `changes` the events since the last picture, `cache` a folder for layers
    that never change. `layer` is laid over a map, `night` darkens it. `figures` are those of an edition, for pictures
    that show no table; the view of a table has its own. With `near` a map is cut to where the changes are, if that is a
    part of it.
    """

    kind: str
    view: msgspec.Struct
    names: Mapping[str, str] = {}
    subject: str = ""
    changes: tuple[Event, ...] = ()
    cache: Path | None = None
    layer: str = ""
    night: bool = False
    figures: Mapping[str, Any] = {}
    near: bool = False


class Story(msgspec.Struct, frozen=True):
    """A whole game to be told: its frames, the players' names by seat, a folder for layers that never change."""

    frames: Sequence[Frame]
    names: Mapping[str, str] = {}
    cache: Path | None = None


class NothingToShow(ValueError):
    """The view has nothing of the kind that was wished for."""


Drawer = Callable[[PictureRequest], Picture]
"""Draws one kind of picture; raises NothingToShow where the view has nothing of the kind."""

StoryDrawer = Callable[[Story], Picture | Film]
"""Draws one kind of picture of a whole game; raises NothingToShow where there is nothing to tell yet."""

"""A request for a picture, from which every picture is drawn."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from PIL import Image

from engine.core.events import Event
from render.picture import Film, Picture


class Frame(msgspec.Struct, frozen=True):
    """One frame of the story of a table: the view of the public, and what has happened since the frame before."""

    view: msgspec.Struct
    changes: tuple[Event, ...] = ()


class Goal(msgspec.Struct, frozen=True):
    """A place that a panel offers: the number on its button, the id by which a map knows it, and its name."""

    number: int
    at: str
    words: str


class PictureRequest(msgspec.Struct, frozen=True):
    """A picture to be drawn of a view: its `kind` (map, hand, ...), and its `subject` where the kind has several.

    `names` are the players' by seat, `changes` the events since the last picture, `cache` a folder for layers
    that never change. `layer` is laid over a map, `night` darkens it. `figures` are those of an edition, for pictures
    that show no table; the view of a table has its own. With `near` a map is cut to where the changes are, if that is a
    part of it. `goals` are numbered on a map, which is cut to them and to its subject.
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
    goals: tuple[Goal, ...] = ()


class Story(msgspec.Struct, frozen=True):
    """A whole game to be told: its frames, the players' names by seat, a folder for layers that never change."""

    frames: Sequence[Frame]
    names: Mapping[str, str] = {}
    cache: Path | None = None


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """What the page of a whole game shows of one title (render.replay)."""

    boards: Callable[[], Callable[[PictureRequest], Image.Image]]
    """Begins a row of boards; what it returns draws one after the other, without words that change with every action.

    What lies still may keep its place from one board to the next.
    """

    unseen: frozenset[str] = frozenset()
    """The view's fields that the board does not show: if only these change, it is not drawn again."""

    measure: str
    """By what the seats are compared, for a heading."""

    score: Callable[[Any], Mapping[str, int]]
    """Returns how the seats stand by it in a view of everybody's."""

    marks: Mapping[str, str]
    """The kinds of events to which a reader can jump, each with its name."""


class NothingToShow(ValueError):
    """The view has nothing of the kind that was wished for."""


Drawer = Callable[[PictureRequest], Picture]
"""Draws one kind of picture; raises NothingToShow where the view has nothing of the kind."""

StoryDrawer = Callable[[Story], Picture | Film]
"""Draws one kind of picture of a whole game; raises NothingToShow where there is nothing to tell yet."""

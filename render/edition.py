"""The edition whose printed things a picture shows: that of the table, whose view carries its figures."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import Any, Generic, Protocol, TypeVar, cast

import msgspec

from engine.core.files.figures import EditionNumbers
from render.initials import lettered
from render.picture import Film, Picture
from render.picture_request import Drawer, PictureRequest, Story, StoryDrawer

C = TypeVar("C")
L = TypeVar("L", bound=Callable[..., Any])

MOST_KEPT = 2_048
"""What a look-up finds that is kept, of all editions together."""

_FIGURES: ContextVar[EditionNumbers | None] = ContextVar("figures", default=None)


NAMELESS: Mapping[str, str] = {}
"""No player's name."""


def _nobody(view: Any) -> Mapping[Hashable, str]:
    return {}


class Figured(Protocol):
    """A view that carries the figures of its table's own edition."""

    @property
    def figures(self) -> EditionNumbers:
        """The figures by address, where they are not ours."""


class Edition(Generic[C]):
    """The printed things of one game, as the table has them whose picture is being drawn."""

    def __init__(
        self,
        view: type[Figured],
        printed: Callable[[EditionNumbers | None], C],
        badges: Callable[[Any], Mapping[Hashable, str]] = _nobody,
    ) -> None:
        """`badges` returns the seats in a view by what tells their badges apart."""
        self._view, self._printed, self._badges = view, printed, badges

    def catalog(self) -> C:
        """Return the printed things of the picture that is being drawn; ours unless `of` says otherwise."""
        return self._printed(_FIGURES.get())

    @contextmanager
    def of(
        self, view: msgspec.Struct | None, figures: EditionNumbers | None = None, names: Mapping[str, str] = NAMELESS
    ) -> Iterator[None]:
        """Let pictures show the figures of the table of a view; where that is none, those that are given, else ours.

        The players with names have their initials on their badges.
        """
        before = _FIGURES.set(view.figures if isinstance(view, self._view) else figures)
        seats: Mapping[Hashable, str] = self._badges(view) if isinstance(view, self._view) else {}
        try:
            with lettered({key: names[seat] for key, seat in seats.items() if seat in names}):
                yield
        finally:
            _FIGURES.reset(before)

    def remembered(self, look: L) -> L:
        """Work out only once for each edition what follows from its printed things. What is found must not change."""

        @lru_cache(MOST_KEPT)
        def found(printed: C, *about: object) -> Any:
            return look(*about)

        @wraps(look)
        def recall(*about: object) -> Any:
            return found(self.catalog(), *about)

        recall.cache_clear = found.cache_clear  # type: ignore[attr-defined]
        return cast(L, recall)

    def pictures(self, drawers: Mapping[str, Drawer]) -> Mapping[str, Drawer]:
        """Return the drawers of pictures by kind, each showing the printed things of the table's own edition."""
        return {kind: self._shown(drawer) for kind, drawer in drawers.items()}

    def stories(self, drawers: Mapping[str, StoryDrawer]) -> Mapping[str, StoryDrawer]:
        """Return the drawers of stories by kind, each showing the printed things of the table's own edition."""
        return {kind: self._told(drawer) for kind, drawer in drawers.items()}

    def _shown(self, drawer: Drawer) -> Drawer:
        def draw(wish: PictureRequest) -> Picture:
            with self.of(wish.view, wish.figures, wish.names):
                return drawer(wish)

        return draw

    def _told(self, drawer: StoryDrawer) -> StoryDrawer:
        def draw(story: Story) -> Picture | Film:
            with self.of(story.frames[0].view if story.frames else None, names=story.names):
                return drawer(story)

        return draw

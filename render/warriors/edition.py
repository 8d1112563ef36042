"""The printed things that a picture shows: those of the edition with which its table plays."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import msgspec

from engine.warriors.board import catalog as printed
from engine.warriors.board.catalog import Catalog
from engine.warriors.views import WarriorsView

_FIGURES: ContextVar[Mapping[str, Any] | None] = ContextVar("figures", default=None)


def catalog() -> Catalog:
    """Return the printed things of the picture that is being drawn; ours unless `edition_of` says otherwise."""
    return printed.catalog(_FIGURES.get())


@contextmanager
def edition_of(view: msgspec.Struct, figures: Mapping[str, Any] | None = None) -> Iterator[None]:
    """Let pictures show the figures of the table of a view; where that is none, those that are given, else ours."""
    before = _FIGURES.set(view.figures if isinstance(view, WarriorsView) else figures)
    try:
        yield
    finally:
        _FIGURES.reset(before)

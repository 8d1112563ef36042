"""Drivers for tests that play through the local Discord, and what they share."""

import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest

from engine.core.actions import AWAITED, Prospect
from engine.core.files.figures import BadFigures
from engine.core.rules import Rules

T = TypeVar("T")

BOARDS = Path(tempfile.gettempdir()) / "herald-test-boards"
"""Where drawn boards are kept between tests; their names carry a hash of what they were drawn from."""


def as_kind(kind: type[T], value: object) -> T:
    """Return a value that has to be of a kind; fail where it is not."""
    assert isinstance(value, kind), f"{value!r} is no {kind.__name__}"
    return value


def own_figures(rules: Rules[Any], *lines: str) -> str:
    """A file of figures of one's own edition with these lines alone."""
    return "\n".join([f'game = "{rules.name}"', *lines])


def refused_figures(rules: Rules[Any], *lines: str) -> str:
    """What is said of such a file, which cannot be used."""
    with pytest.raises(BadFigures) as refusal:
        rules.read_figures(own_figures(rules, *lines))
    return str(refusal.value)


def with_late_chances(patch: pytest.MonkeyPatch, rules: Rules[Any]) -> None:
    """Let something that takes long to work out belong to all that is likely in a game."""
    prospects = rules.offering.prospects

    def slowly(game: Any, seat: str) -> Sequence[Prospect]:
        return [
            replace(one, outcome=lambda: "it succeeds with 50%", pending=f"it succeeds with {AWAITED}")
            for one in prospects(game, seat)
        ]

    patch.setattr(rules, "offering", replace(rules.offering, prospects=slowly))

"""Drivers for tests that play through the local Discord, and what they share."""

import tempfile
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

BOARDS = Path(tempfile.gettempdir()) / "herald-test-boards"
"""Where drawn boards are kept between tests; their names carry a hash of what they were drawn from."""


def as_kind(kind: type[T], value: object) -> T:
    """Return a value that has to be of a kind; fail where it is not."""
    assert isinstance(value, kind), f"{value!r} is no {kind.__name__}"
    return value

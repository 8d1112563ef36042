"""What `herald doctor` finds, and how it is told."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple


class Grade(StrEnum):
    """How something stands."""

    WELL = "well"
    LOOK = "look"
    """Herald runs, and somebody should look at it before long."""
    WRONG = "wrong"
    """Herald, or something of it, does not work."""
    SKIPPED = "skipped"
    """It could not be looked at, because something else is missing."""


class Finding(NamedTuple):
    """One thing that was looked at: how it stands, in a sentence, and what to do about it."""

    about: str
    grade: Grade
    says: str
    do: str = ""


def told(findings: Iterable[Finding]) -> Iterator[str]:
    """Yield findings as lines, what to do below each."""
    for found in findings:
        yield f"{found.grade:<8} {found.about}: {found.says}"
        if found.do:
            yield f"{'':<8} → {found.do}"

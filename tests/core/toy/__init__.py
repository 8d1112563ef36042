"""High Card, the smallest whole game that Herald can moderate: what a new game is copied from."""

from collections.abc import Iterator
from contextlib import contextmanager

from engine import games


@contextmanager
def moderated() -> Iterator[None]:
    """Let Herald moderate it for a while."""
    rules = games.register(f"{__name__}.rules", f"{__name__}.pictures", f"{__name__}.commands")
    try:
        yield
    finally:
        games.forget(rules.name)

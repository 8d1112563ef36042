"""Votes in the Commons and the Lords (rules 5.3)."""

from collections.abc import Sequence

from engine.kingmaker.game import Kingmaker


def commons(game: Kingmaker, seat: str) -> int:
    """A seat's votes in the Commons."""
    return 0


def lords(game: Kingmaker, seat: str, attending: Sequence[str]) -> int:
    """A seat's votes in the Lords, from its nobles among `attending`."""
    return 0

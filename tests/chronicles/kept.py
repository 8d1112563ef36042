"""What is kept of the games: for each action a few letters of the hash of what came of it."""

from collections.abc import Iterable
from pathlib import Path
from textwrap import fill

from tests.chronicles.telling import digest

FOLDER = Path(__file__).parent


def keep(name: str, moments: Iterable[str]) -> None:
    """Keep a game as it was told now."""
    _file(name).write_text(fill(" ".join(map(digest, moments)), 120) + "\n")


def kept(name: str) -> list[str]:
    """Return what is kept of a game, by action; the first one is the opening."""
    return _file(name).read_text().split()


def _file(name: str) -> Path:
    return FOLDER / f"{name}.txt"

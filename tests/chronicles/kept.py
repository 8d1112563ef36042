"""What is kept of games and scenarios: for each action or step a few letters of the hash of what came of it."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from textwrap import fill

FOLDER = Path(__file__).parent

LETTERS = 8
"""How much is kept of the hash of what came of an action."""


UNSEEN = "Nobody has looked."
"""Stands for a moment that is like any other: it is there, and no more is known of it."""


def digest(text: str) -> str:
    """Return what is kept of what came of an action."""
    return sha256(text.encode()).hexdigest()[:LETTERS]


def keep(name: str, moments: Iterable[str]) -> None:
    """Keep a game as it was told now."""
    _file(name).write_text(fill(" ".join(map(digest, moments)), 120) + "\n")


def kept(name: str) -> list[str]:
    """Return what is kept of a game, by action; the first one is the opening."""
    file = _file(name)
    if not file.exists():
        raise FileNotFoundError(f"{file.name} is not kept yet: `make chronicles ONLY=` and the game's name records it.")
    return file.read_text().split()


def keep_scenes(title: str, scenes: Mapping[str, Iterable[str]]) -> None:
    """Keep the scenarios of a title as they were told now, a line for each."""
    lines = (" ".join([name, *map(digest, moments)]) for name, moments in scenes.items())
    _file(_scenes(title)).write_text("".join(f"{line}\n" for line in lines))


def keep_telling(names: Iterable[str]) -> None:
    """Keep which scenarios are looked at closely by day."""
    _file("telling_scenes").write_text("".join(f"{name}\n" for name in names))


@cache
def kept_telling() -> frozenset[str]:
    """Return which scenarios are looked at closely by day."""
    return frozenset(kept("telling_scenes"))


def kept_scene(name: str) -> list[str]:
    """Return what is kept of a scenario, by step; nothing if it has never been told."""
    return _kept_scenes(name.partition("/")[0]).get(name, [])


@cache
def _kept_scenes(title: str) -> Mapping[str, list[str]]:
    file = _file(_scenes(title))
    lines = file.read_text().splitlines() if file.exists() else []
    return {name: moments for name, *moments in map(str.split, lines)}


CHANGED = "{what} {number} came out otherwise than it did; `make chronicles` if that is meant. It is now:\n{now}"


def compare(what: str, before: Sequence[str], moments: Iterable[str]) -> None:
    """Raise AssertionError at the first moment that is told otherwise than it is kept; `what` is one of them."""
    count = 0
    for number, moment in enumerate(moments):
        same = number < len(before) and (moment == UNSEEN or digest(moment) == before[number])
        assert same, CHANGED.format(what=what, number=number, now=moment)
        count += 1
    assert count == len(before), f"It ended after {count} moments, and before after {len(before)}."


def _scenes(title: str) -> str:
    return f"scenes_of_{title}"


def _file(name: str) -> Path:
    return FOLDER / f"{name}.txt"

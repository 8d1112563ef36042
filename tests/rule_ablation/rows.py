"""How each rule of a game is left out: the rows in `tests/rule_ablation/<game>/*.toml`."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import msgspec

ROOT = Path(__file__).parents[2]


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change of a text that stands exactly once in a file of the engine or the data."""

    file: str
    """The file, from the root of the project."""

    before: str
    """The text."""

    after: str
    """What stands there without the rule."""


class Way(Change, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A way to leave a rule out, with which the game can still be played."""

    left_out: str
    """What is not enforced any more, in one sentence."""

    also: list[Change] = []
    """What has to be changed with it, where the rule stands in more than one place."""

    def changes(self) -> list[Change]:
        """Return all changes that leave the rule out."""
        return [self, *self.also]


class LeftOut(Way, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A rule, and the smallest change that leaves it out."""

    id: str
    """The rule."""

    part: list[Way] = []
    """Of a rule that says several things: how each of the others is left out, tried by itself."""

    def ways(self) -> list[Way]:
        """Return every way in which the rule, or a part of it, is left out."""
        return [self, *self.part]


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule that cannot be left out by itself, with the reason."""

    id: str
    reason: str


class Rows(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of rows, or all of a game."""

    rule: list[LeftOut] = []
    nothing: list[Nothing] = []

    def ids(self) -> list[str]:
        """Return the ids of all rules that have a row."""
        return [*(row.id for row in self.rule), *(row.id for row in self.nothing)]


def games() -> list[str]:
    """Return the games that have rows."""
    return sorted({file.parent.name for file in Path(__file__).parent.glob("*/*.toml")})


def of_game(game: str) -> Rows:
    """Return all rows of a game."""
    files = [_read(file) for file in sorted((Path(__file__).parent / game).glob("*.toml"))]
    return Rows([row for file in files for row in file.rule], [row for file in files for row in file.nothing])


def _read(file: Path) -> Rows:
    return msgspec.convert(tomllib.loads(file.read_text("utf-8")), Rows)


def troubles(change: Change) -> Iterator[str]:
    """Yield what is wrong with a change."""
    source = (ROOT / change.file).read_text("utf-8")
    if (times := source.count(change.before)) != 1:
        yield f"{change.before!r} stands {times} times in {change.file}"
    if change.before == change.after:
        yield f"{change.before!r} in {change.file} stays as it is"

"""What can be done with a weapon: blows, guards and their effects (rules 7.1, 9.10), as the data say."""

from functools import cache
from typing import Literal

import msgspec

from engine.core.files.catalog import load_toml, row, rows
from engine.warlord.board.catalog import GAME
from engine.warlord.board.state import Blow, Line

LINES: tuple[Line, ...] = ("high", "mid", "low")

PAIRS: tuple[tuple[Line, Line], ...] = (("high", "mid"), ("high", "low"), ("mid", "low"))


class Weapon(msgspec.Struct, frozen=True):
    """A weapon (option 10)."""

    id: str
    """Its id."""

    name: str
    """Its name."""

    tempo: dict[Line, int]
    """How quick a blow is, by line: 3 is the quickest."""

    damage: dict[Line, int | Literal["killing"]]
    """The wounds of a blow, by line, or "killing"."""

    stagger: list[Line]
    """The lines of the blows that stagger."""

    guard: dict[Line, Literal["one", "close", "any2"]]
    """Which guard goes with a blow, by line: "one" for any one line, "close" for mid and one other, "any2" for any two.
    """


class Constants(msgspec.Struct, frozen=True):
    """The numbers of the duel."""

    wounds_to_kill: int
    """How many wounds are a killing blow."""


class Row(msgspec.Struct, frozen=True):
    """A row of a default table: the stroke for a roll of a d20."""

    start: int = msgspec.field(name="from")
    """The lowest roll."""

    to: int = 20
    """The highest roll."""

    blow: Blow = "none"
    """The line of the blow."""

    guard: list[Line] = []
    """The lines that are guarded."""


class Table(msgspec.Struct, frozen=True):
    """A default table."""

    id: str
    """The state of a duel in which it holds."""

    rows: list[Row]
    """Its rows."""


class Half(msgspec.Struct, frozen=True):
    """What one of a pair does."""

    blow: Blow
    """The line of his blow."""

    guard: list[Line]
    """The lines that he guards."""


class PairRow(msgspec.Struct, frozen=True):
    """A row of the default table of a pair, who roll one die."""

    first: Half
    """What the one with the lower piece id does."""

    second: Half
    """What the other does."""

    start: int = msgspec.field(name="from")
    """The lowest roll."""

    to: int = 20
    """The highest roll."""


class HighGround(msgspec.Struct, frozen=True):
    """What standing on a hill first is worth (option 8)."""

    high_tempo: int
    """The tempo of a HIGH blow."""


@cache
def weapons() -> dict[str, Weapon]:
    """Every weapon by id."""
    return {weapon.id: weapon for weapon in rows(GAME, "duel", "weapon", Weapon)}


@cache
def wounds_to_kill() -> int:
    """Return the number of wounds that is a killing blow."""
    return row(GAME, "duel", "duel", Constants).wounds_to_kill


@cache
def high_ground_tempo() -> int:
    """Return the tempo of a HIGH blow struck from a hill."""
    return row(GAME, "duel", "high_ground", HighGround).high_tempo


@cache
def default_tables() -> dict[str, list[Row]]:
    """Return the default tables by the state of the duel."""
    return {table.id: table.rows for table in rows(GAME, "duel", "default_table", Table)}


@cache
def pair_rows() -> list[PairRow]:
    """Return the default table of a pair."""
    return rows(GAME, "duel", "pair_default", PairRow)


def measured() -> dict[str, dict[str, float]]:
    """Return the results of duels, measured by playing them (rules 7.4)."""
    found: dict[str, dict[str, float]] = load_toml(GAME, "duel")["measured"]
    return found


def guards(weapon: str, blow: Blow, *, outnumbered: bool = False) -> list[list[Line]]:
    """Return the guards that go with a blow: sets of lines (rules 7.1, 9.10). Without a blow it is any one line.

    Whoever is outnumbered guards any two lines, whatever he holds [WLT-5.5].
    """
    kind = "any2" if outnumbered else "one" if blow == "none" else weapons()[weapon].guard[blow]
    match kind:
        case "any2":
            return [list(pair) for pair in PAIRS]
        case "close":
            return [["mid", "high"], ["mid", "low"]]
        case _:
            return [[line] for line in LINES]


def narrowed(weapon: str, blow: Blow, guard: list[Line]) -> list[Line]:
    """Return the guard that is left to a fighter who is no longer outnumbered, or who has lost his blow (rules 7.3).

    Without a blow the line other than MID stays; a MID blow goes with MID and the first other line named; else the
    first line stays.
    """
    if any(set(guard) == set(allowed) for allowed in guards(weapon, blow)):
        return guard
    others: list[Line] = [line for line in guard if line != "mid"]
    if blow == "none":
        return others[:1]
    if blow == "mid" and weapons()[weapon].guard["mid"] == "close":
        return ["mid", *others[:1]]
    return guard[:1]

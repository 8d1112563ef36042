"""The printed things of War Lord Tourney: pieces, armies, terrain and boards, as they lie in `data/warlord`."""

from functools import cache
from typing import Literal

import msgspec

from engine.core.files.catalog import rows
from engine.warlord.board.ids import Square

GAME = "warlord"

Directions = Literal["orth", "diag", "all"]


class Mode(msgspec.Struct, frozen=True):
    """One way to spend a whole move."""

    dirs: Directions
    """The directions: "orth" along ranks and files, "diag" across corners, or "all"."""

    steps: int
    """How many steps it has at most."""

    straight: bool
    """Whether all go in one direction."""


class Unit(msgspec.Struct, frozen=True):
    """A kind of piece."""

    id: str
    """Its id."""

    name: str
    """Its name."""

    letter: str
    """The letter on its counters."""

    fighter: bool
    """Whether it duels, slays and takes Castles."""

    chivalrous: bool
    """Whether it surrenders to a Lady's rose."""

    banners: int
    """How many banners its army has (option 11)."""

    option: int
    """The number of the optional rule that brings it in; 0 for the base game."""

    move_modes: tuple[Mode, ...]
    """The ways of moving among which it chooses."""

    kind_of_mover: Literal["foot", "mounted"] = msgspec.field(name="class")
    """Whether it goes on foot or rides: terrain is closed to the one or the other."""

    @property
    def mounted(self) -> bool:
        """Whether forest and rough terrain are closed to it."""
        return self.kind_of_mover == "mounted"


class Army(msgspec.Struct, frozen=True):
    """How many pieces of each kind a side has."""

    id: str
    """Its id."""

    name: str
    """Its name."""

    pieces: dict[str, int]
    """The numbers, by kind."""


class Terrain(msgspec.Struct, frozen=True):
    """A kind of square."""

    id: str
    """Its id."""

    chars: str
    """The signs that stand for it in the rows of boards."""

    name: str
    """Its name."""

    foot: bool
    """Whether it is open to pieces on foot."""

    mounted: bool
    """Whether it is open to pieces that ride."""

    stack: int
    """How many friends may end a move there."""

    ends_move: bool
    """Whether it ends every move."""


class BoardSeat(msgspec.Struct, frozen=True):
    """A colour's place on a board."""

    seat: int
    """Its number, from 1."""

    colour: str
    """The colour."""

    castle: Square
    """Its Castle."""

    green: tuple[Square, ...]
    """Its Green."""

    warlord: Square
    """Where its Warlord is set up."""

    lady: Square
    """Where its Lady is set up."""

    knight: Square
    """Where its first Knight is set up."""

    footman: Square
    """Where its first Footman is set up."""

    reserve: tuple[Square, ...]
    """Where further pieces are set up, in order."""


class BoardSheet(msgspec.Struct, frozen=True):
    """A board as it is printed."""

    id: str
    """Its id."""

    name: str
    """Its name."""

    width: int
    """How many squares it is wide."""

    height: int
    """How many squares it is high."""

    rows: tuple[str, ...]
    """Its rows as signs of terrain, the northern one first."""

    wizard_start: tuple[Square, ...]
    """The squares where the Wizard may begin."""

    seat: tuple[BoardSeat, ...]
    """What belongs to each colour."""


@cache
def units() -> dict[str, Unit]:
    """Return the kinds of piece by id, in the order of the data."""
    return {unit.id: unit for unit in rows(GAME, "units", "unit", Unit)}


@cache
def armies() -> dict[str, Army]:
    """Return the armies that a table may choose, by id."""
    return {army.id: army for army in rows(GAME, "units", "army", Army)}


@cache
def terrains() -> dict[str, Terrain]:
    """Return the kinds of terrain by id."""
    return {terrain.id: terrain for terrain in rows(GAME, "boards", "terrain", Terrain)}


@cache
def boards() -> dict[str, BoardSheet]:
    """Return the printed boards by id."""
    return {board.id: board for board in rows(GAME, "boards", "board", BoardSheet)}


def open_to(terrain: str, *, mounted: bool) -> bool:
    """Tell whether pieces of a class may stand on a kind of terrain [WLT-1.5, WLT-9.8]."""
    found = terrains()[terrain]
    return found.mounted if mounted else found.foot

"""The printed things of War Lord Tourney: pieces, armies, terrain and boards, as they lie in `data/warlord`."""

from functools import cache
from typing import Literal

import msgspec

from engine.core.catalog import rows
from engine.warlord.board.ids import Square

GAME = "warlord"

Directions = Literal["orth", "diag", "all"]


class Mode(msgspec.Struct, frozen=True):
    """One way to spend a whole move: up to so many steps, all in one direction if `straight`."""

    dirs: Directions
    steps: int
    straight: bool


class Unit(msgspec.Struct, frozen=True):
    """A kind of piece. `option` is the number of the optional rule that brings it in, 0 for the base game."""

    id: str
    name: str
    letter: str
    fighter: bool
    chivalrous: bool
    banners: int
    option: int
    move_modes: tuple[Mode, ...]
    kind_of_mover: Literal["foot", "mounted"] = msgspec.field(name="class")

    @property
    def mounted(self) -> bool:
        """Whether forest and rough terrain are closed to it."""
        return self.kind_of_mover == "mounted"


class Army(msgspec.Struct, frozen=True):
    """How many pieces of each kind a side has."""

    id: str
    name: str
    pieces: dict[str, int]


class Terrain(msgspec.Struct, frozen=True):
    """A kind of square: whom it is open to, how many friends may end a move there, whether it ends every move."""

    id: str
    chars: str
    name: str
    foot: bool
    mounted: bool
    stack: int
    ends_move: bool


class BoardSeat(msgspec.Struct, frozen=True):
    """A colour's place on a board: its Castle, its Green, and where its pieces are set up."""

    seat: int
    colour: str
    castle: Square
    green: tuple[Square, ...]
    warlord: Square
    lady: Square
    knight: Square
    footman: Square
    reserve: tuple[Square, ...]


class BoardSheet(msgspec.Struct, frozen=True):
    """A board as it is printed: rows of terrain signs, the northern row first."""

    id: str
    name: str
    width: int
    height: int
    rows: tuple[str, ...]
    wizard_start: tuple[Square, ...]
    seat: tuple[BoardSeat, ...]


@cache
def units() -> dict[str, Unit]:
    """The kinds of piece by id, in the order of the data."""
    return {unit.id: unit for unit in rows(GAME, "units", "unit", Unit)}


@cache
def armies() -> dict[str, Army]:
    """The armies that a table may choose, by id."""
    return {army.id: army for army in rows(GAME, "units", "army", Army)}


@cache
def terrains() -> dict[str, Terrain]:
    """The kinds of terrain by id."""
    return {terrain.id: terrain for terrain in rows(GAME, "boards", "terrain", Terrain)}


@cache
def boards() -> dict[str, BoardSheet]:
    """The printed boards by id."""
    return {board.id: board for board in rows(GAME, "boards", "board", BoardSheet)}


def open_to(terrain: str, *, mounted: bool) -> bool:
    """Tell whether pieces of a class may stand on a kind of terrain [WLT-1.5, WLT-9.8]."""
    found = terrains()[terrain]
    return found.mounted if mounted else found.foot

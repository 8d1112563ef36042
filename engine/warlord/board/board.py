"""The board: squares, their terrain, and where a step leads (rules 2, 4)."""

from dataclasses import dataclass
from functools import cache, cached_property

from engine.warlord.board.catalog import BoardSeat, Directions, Terrain, boards, open_to, terrains
from engine.warlord.board.ids import NOWHERE, Square

COMPASS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""The eight directions as (columns, rows): north first, then clockwise."""

WINDS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
"""The names of the directions, in the same order."""

TURNS: dict[Directions, tuple[int, ...]] = {"orth": (0, 2, 4, 6), "diag": (1, 3, 5, 7), "all": tuple(range(8))}
"""Which of the directions a way of moving has."""


@dataclass(frozen=True, eq=False)
class Board:
    """The squares of a board."""

    id: str
    """Its id."""

    name: str
    """Its name for people."""

    width: int
    """How many squares it is wide."""

    height: int
    """How many squares it is high."""

    lie: dict[Square, str]
    """The kind of terrain of each square."""

    seats: dict[str, BoardSeat]
    """The Castle, Green and other squares of each colour."""

    castles: dict[Square, str]
    """The colour of each square that is a Castle."""

    greens: dict[Square, str]
    """The colour of each square that is of a Green."""

    wizard_start: tuple[Square, ...]
    """The squares where the Wizard may begin."""

    @cached_property
    def order(self) -> dict[Square, int]:
        """The place of each square in a list: Castles and Greens first, all from west to east."""
        homes = {*self.castles, *self.greens}
        listed = sorted(self.lie, key=lambda square: (square not in homes, place(square)))
        return {square: number for number, square in enumerate(listed)}

    def terrain(self, square: Square) -> str:
        """Return the kind of terrain of a square; KeyError off the board."""
        return self.lie[square]

    def ground(self, square: Square) -> Terrain:
        """Return the printed terrain of a square."""
        return terrains()[self.lie[square]]

    def castle_of(self, square: Square) -> str:
        """Return the colour whose Castle a square is, or ""."""
        return self.castles.get(square, "")

    def green_of(self, square: Square) -> str:
        """Return the colour whose Green a square belongs to, or ""."""
        return self.greens.get(square, "")


@cache
def board(board_id: str) -> Board:
    """Return a board; KeyError if there is none of that id."""
    sheet = boards()[board_id]
    signs = {sign: terrain.id for terrain in terrains().values() for sign in terrain.chars}
    lie = {
        named(column, row): signs[sign]
        for row, line in enumerate(reversed(sheet.rows))
        for column, sign in enumerate(line)
    }
    seats = {seat.colour.lower(): seat for seat in sheet.seat}
    castles = {seat.castle: colour for colour, seat in seats.items()}
    greens = {square: colour for colour, seat in seats.items() for square in seat.green}
    return Board(sheet.id, sheet.name, sheet.width, sheet.height, lie, seats, castles, greens, sheet.wizard_start)


# ---------------------------------------------------------------------- squares


def named(column: int, row: int) -> Square:
    """Return the name of the square in a column and a row, both counted from 0."""
    return Square(f"{chr(ord('A') + column)}{row + 1}")


@cache
def place(square: Square) -> tuple[int, int]:
    """Return the column and the row of a square, both counted from 0; also the order in which squares are listed."""
    return ord(square[0]) - ord("A"), int(square[1:]) - 1


@cache
def beyond(board: Board, square: Square, direction: int) -> Square:
    """Return the square next to a square in a direction of the compass; "" off the board."""
    (column, row), (east, north) = place(square), COMPASS[direction]
    found = named(column + east, row + north)
    return found if found in board.lie else NOWHERE


def bearing(start: Square, to: Square) -> int:
    """Return the direction in which a square next to another lies; ValueError if it is not next to it."""
    (column, row), (east, north) = place(start), place(to)
    return COMPASS.index((east - column, north - row))


@cache
def distance(start: Square, to: Square) -> int:
    """Return the steps between two squares, corners counting as edges, whatever lies between."""
    (column, row), (east, north) = place(start), place(to)
    return max(abs(east - column), abs(north - row))


@cache
def around(board: Board, square: Square) -> tuple[Square, ...]:
    """Return the squares that touch a square by an edge or a corner, from the north clockwise."""
    return tuple(found for direction in range(len(COMPASS)) if (found := beyond(board, square, direction)))


@cache
def within(board: Board, square: Square, far: int) -> frozenset[Square]:
    """Return the squares within a number of steps, the square itself included."""
    column, row = place(square)
    near = range(-far, far + 1)
    return frozenset(board.lie.keys() & {named(column + east, row + north) for east in near for north in near})


# ---------------------------------------------------------------------- steps


@cache
def neighbours(board: Board, square: Square) -> tuple[Square, ...]:
    """Return the squares one step away: a Castle has no neighbours but its Green [WLT-2.2]."""
    return tuple(there for there in around(board, square) if not walled(board, square, there))


def walled(board: Board, square: Square, there: Square) -> bool:
    """Tell whether a Castle's walls part two squares that touch [WLT-2.2]."""
    inside = [end for end in (square, there) if board.castle_of(end)]
    return any({square, there} - {castle} - set(board.seats[board.castle_of(castle)].green) for castle in inside)


def squeezed(board: Board, square: Square, there: Square, *, mounted: bool) -> bool:
    """Tell whether a diagonal step would pass between two squares closed to its class (R-WLT-08) [WLT-1.5]."""
    if bearing(square, there) not in TURNS["diag"] or board.castle_of(square) or board.castle_of(there):
        return False
    (column, row), (east, north) = place(square), place(there)
    corners = (named(column, north), named(east, row))
    return all(board.castle_of(corner) or not open_to(board.lie[corner], mounted=mounted) for corner in corners)


@cache
def steps(board: Board, square: Square, *, mounted: bool) -> tuple[Square, ...]:
    """Return the squares one step away that the land opens to a class of pieces."""
    return tuple(
        there
        for there in neighbours(board, square)
        if open_to(board.lie[there], mounted=mounted) and not squeezed(board, square, there, mounted=mounted)
    )


@cache
def leading(board: Board, square: Square, directions: tuple[int, ...], *, mounted: bool) -> tuple[Square, ...]:
    """Return the squares one step away in some of the directions that the land opens to a class of pieces."""
    able = steps(board, square, mounted=mounted)
    return tuple(there for turn in directions if (there := beyond(board, square, turn)) in able)


@cache
def steps_to(board: Board, goal: Square, *, mounted: bool, closed: str = "") -> dict[Square, int]:
    """How many steps it is to a square from every other from which the land leads there.

    `closed` is a kind of terrain to go around; who stands in it may leave it.
    """
    distances, rim = {goal: 0}, [goal]
    while rim:
        reached = []
        for here in rim:
            for there in neighbours(board, here):
                if there not in distances and here in steps(board, there, mounted=mounted):
                    distances[there] = distances[here] + 1
                    if board.terrain(there) != closed:
                        reached.append(there)
        rim = reached
    return distances

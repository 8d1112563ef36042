"""The boards keep what the rules ask of every board, and steps follow the land (rules 2, 4)."""

import pytest

from engine.warlord.board.board import (
    COMPASS,
    Board,
    around,
    bearing,
    beyond,
    board,
    distance,
    neighbours,
    place,
    steps,
    steps_to,
)
from engine.warlord.board.catalog import armies, boards, terrains, units
from engine.warlord.board.ids import Square
from tests.harness.rows import rows

BOARDS = list(boards())


def turned(printed: Board, square: str) -> str:
    """Where a square lies after the turn that leads one player's side to the next one's."""
    column, row = place(square)
    half = len(printed.seats) == 2
    east, north = (printed.width - 1 - column, printed.height - 1 - row) if half else (printed.width - 1 - row, column)
    return f"{chr(ord('A') + east)}{north + 1}"


@rows("board_id", BOARDS)
def test_every_player_has_the_same_board(board_id: str) -> None:
    printed = board(board_id)
    assert len(printed.lie) == printed.width * printed.height
    assert all(printed.lie[square] == printed.lie[Square(turned(printed, square))] for square in printed.lie)
    seats = list(printed.seats.values())
    for one, other in zip(seats, [*seats[1:], seats[0]], strict=True):
        for name in ("castle", "warlord", "lady", "knight", "footman"):
            assert turned(printed, getattr(one, name)) == getattr(other, name)
        assert tuple(turned(printed, square) for square in one.reserve) == other.reserve
    start = printed.wizard_start
    assert [turned(printed, square) for square in start] == [*start[1:], start[0]]


@rows("board_id", BOARDS)
def test_pieces_are_set_up_where_they_can_stand(board_id: str) -> None:
    printed = board(board_id)
    for seat in printed.seats.values():
        assert printed.terrain(seat.castle) == "castle" and seat.warlord == seat.castle
        assert all(printed.terrain(square) == "green" for square in seat.green) and seat.lady in seat.green
        spots = (seat.knight, seat.footman, *seat.reserve)
        assert len(set(spots)) == len(spots) and all(printed.terrain(square) == "open" for square in spots)
    assert all(printed.terrain(square) == "forest" for square in printed.wizard_start)


@rows("mounted", [True, False])
@rows("board_id", BOARDS)
def test_every_green_is_reached_on_foot_and_on_horseback(board_id: str, mounted: bool) -> None:
    printed = board(board_id)
    greens = [square for seat in printed.seats.values() for square in seat.green]
    reached, edge = {greens[0]}, {greens[0]}
    while edge:
        edge = {there for here in edge for there in steps(printed, here, mounted=mounted)} - reached
        reached |= edge
    assert set(greens) <= reached
    if not mounted:
        assert {square for square in printed.lie if terrains()[printed.lie[square]].foot} <= reached


@rows("board_id", BOARDS)
def test_neighbours_are_neighbours_of_each_other(board_id: str) -> None:
    printed = board(board_id)
    for square in printed.lie:
        assert all(square in neighbours(printed, there) for there in neighbours(printed, square))
        assert all(distance(square, there) == 1 for there in around(printed, square))
        assert all(beyond(printed, square, bearing(square, there)) == there for there in around(printed, square))
    for seat in printed.seats.values():
        assert neighbours(printed, seat.castle) == seat.green


@pytest.mark.parametrize("mounted", [False, True])
def test_steps_are_counted_from_the_goal(mounted: bool) -> None:
    printed = board("tourney_field")
    far = steps_to(printed, "G8", mounted=mounted)
    near = {there for there in printed.lie if "G8" in steps(printed, there, mounted=mounted)}
    assert far[Square("G8")] == 0 and {there for there, number in far.items() if number == 1} == near - {"G8"}


def test_the_compass_goes_round_from_the_north() -> None:
    printed = board("tourney_field")
    assert [beyond(printed, "G8", direction) for direction in range(len(COMPASS))] == [
        "G9", "H9", "H8", "H7", "G7", "F7", "F8", "F9",
    ]  # fmt: skip
    assert beyond(printed, "A1", 6) == ""


def test_the_pieces_are_those_of_the_rules() -> None:
    fighters = {unit_id for unit_id, unit in units().items() if unit.fighter}
    assert fighters == {"warlord", "knight", "footman", "sergeant"}
    assert {unit_id for unit_id, unit in units().items() if unit.mounted} == {"knight", "lady"}
    assert {unit_id for unit_id, unit in units().items() if unit.chivalrous} == {"warlord", "knight"}
    assert units()["warlord"].move_modes == units()["footman"].move_modes
    assert units()["knight"].move_modes == units()["lady"].move_modes
    assert len({unit.letter for unit in units().values()}) == len(units())
    assert all(army.pieces["warlord"] == army.pieces["lady"] == 1 for army in armies().values())


@rows("board_id", BOARDS)
def test_no_forest_lies_beside_a_castle(board_id: str) -> None:
    """So that the enchanted forest leads nobody into one [WLT-9.12]."""
    printed = board(board_id)
    assert not [
        s
        for s in printed.lie
        if printed.terrain(s) == "forest"
        if any(printed.castle_of(near) for near in around(printed, s))
    ]

"""What can be reached agrees with the rules of movement, read step by step (rules 4)."""

from itertools import pairwise
from random import Random

import pytest

from engine.core.dice import Dice
from engine.core.errors import Illegal
from engine.warlord.board.board import TURNS, around, beyond
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import PieceId, Square
from engine.warlord.board.state import Kind, Piece
from engine.warlord.movement import movement, obstacles
from engine.warlord.rules import RULES
from tests.harness.rows import rows
from tests.warlord.tables import begun

TABLES: dict[str, dict[str, object]] = {
    "field": {},
    "straight": {"knight_straight": True},
    "march": {"board": "broken_march"},
    "enchanted": {"board": "greenwood", "enchanted_forest": True},
    "woods": {"board": "greenwood", "wizard": "automaton", "bishop": True},
    "teams": {"board": "four_crowns", "more_players": "teams"},
}
KINDS: tuple[Kind, ...] = ("warlord", "lady", "knight", "footman", "sergeant", "bowman", "bishop")


def scattered(options: dict[str, object], seed: int) -> Warlord:
    """A game with pieces of all kinds strewn over the board, legally or not."""
    seats = ["ann", "ben", "cat", "dan"][: 4 if "more_players" in options else 2]
    game = RULES.bare("test", seats, RULES.options("base", options), Dice(bytes(32), "test"))
    chance = Random(seed)
    squares = sorted(game.board.lie)
    for number in range(30):
        side = chance.choice(sorted(game.state.sides))
        piece = Piece(side, chance.choice(KINDS), square=chance.choice(squares), stricken=chance.random() < 0.1)
        piece.risen = side == "wizard"
        game.bring(PieceId(f"{side}_{piece.kind}_{number + 10}"), piece)
    return game


def reached(game: Warlord, piece: PieceId) -> set[str]:
    """Every square where some way of the piece may end, found by walking all ways."""
    found: set[str] = set()

    def walk(square: Square, turns: tuple[int, ...], left: int, straight: bool) -> None:
        for turn in turns:
            there = beyond(game.board, square, turn)
            if not there or obstacles.to_step(game, PieceId(piece), square, there):
                continue
            found.add(there)
            if left > 1 and not obstacles.to_go_on(game, PieceId(piece), there):
                walk(there, (turn,) if straight else turns, left - 1, straight)

    if not obstacles.to_leave(game, piece):
        for mode in movement.manner(game, piece).modes:
            walk(game.piece(piece).square, TURNS[mode.dirs], mode.steps, mode.straight)
    found.discard(game.piece(piece).square)
    return {square for square in found if obstacles.to_stay(game, piece, Square(square)) is None}


@rows("table", TABLES)
@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.nightly) for n in (2, 3))])
def test_paths_lead_to_every_square_that_some_way_reaches(table: str, seed: int) -> None:
    game = scattered(TABLES[table], seed)
    for piece in sorted(game.state.pieces):
        assert set(movement.paths(game, piece)) == reached(game, piece), piece


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.nightly)])
@rows("table", TABLES)
def test_every_refusal_has_a_reason(table: str, every: int) -> None:
    game = scattered(TABLES[table], 4)
    for number, piece in enumerate(sorted(game.state.pieces)):
        legal = movement.paths(game, piece)
        for square in sorted(set(game.board.lie) - set(legal))[number % every :: every]:
            if square != game.piece(piece).square:
                assert movement.objection(game, piece, square).rule.startswith("WLT-")


@rows("table", TABLES)
def test_ways_go_from_square_to_touching_square(table: str) -> None:
    game = scattered(TABLES[table], 5)
    for piece in sorted(game.state.pieces):
        for square, track in movement.paths(game, piece).items():
            assert track[0] == game.piece(piece).square and track[-1] == square
            assert all(there in around(game.board, here) for here, there in pairwise(track))
            assert all(not obstacles.to_go_on(game, piece, passed) for passed in track[1:-1])


def test_a_piece_does_not_move_to_where_it_stands() -> None:
    game = scattered({}, 6)
    game.stand(PieceId("red_knight"), Square("I9"))
    with pytest.raises(Illegal, match="is there already"):
        movement.carry_out(game, "red", movement.Move(PieceId("red_knight"), Square("I9")))


def test_a_withdrawal_leads_to_a_free_square_beside_the_piece() -> None:
    game = RULES.bare("test", ["ann", "ben"], RULES.options("base", {"strategic": True}), Dice(bytes(32), "test"))
    game.stand(PieceId("red_footman"), Square("G14"))
    game.stand(PieceId("red_knight"), Square("G14"))
    assert movement.adjacent(game, PieceId("red_footman")) == [
        "F13", "F14", "G13", "H13", "H14",
    ]  # fmt: skip
    assert movement.adjacent(game, PieceId("red_knight")) == ["F13", "F14", "G13", "H13"]
    assert movement.stackable(game, "blue", Square("G15")) and not movement.stackable(game, "red", Square("G14"))


@pytest.mark.rule("WLT-3.4", "WLT-5.8", "WLT-9.10")
@rows(
    "comer, found, hint",
    [
        ("lady", ["footman"], "meets Blue Footman; would be captured by Blue Footman"),
        ("lady", ["knight"], "meets Blue Knight"),
        ("lady", ["footman", "knight"], "meets Blue Footman and Blue Knight; would be captured by Blue Footman"),
        ("bowman", ["knight"], "meets Blue Knight; would be captured by Blue Knight"),
        ("bowman", ["lady"], "meets Blue Lady"),
        ("footman", ["knight"], "meets Blue Knight"),
    ],
)
def test_a_goal_says_who_would_capture_the_mover(comer: str, found: list[str], hint: str) -> None:
    game = begun({f"red_{comer}": "D8", **{f"blue_{kind}": "D9" for kind in found}})
    assert movement.goal_hint(game, PieceId(f"red_{comer}"), Square("D9")) == hint


def test_squares_are_shown_from_the_front_backwards() -> None:
    """Enemies first, then Castles and Greens, then what is nearest to an enemy's Green."""
    game = begun({"red_footman": "E4", "blue_knight": "E6", "red_lady": "A9", "blue_lady": "L16"})
    found = movement.offer(game, "red")[0].field("to").choices({"piece": "red_footman"})
    offered = [choice.value for choice in sorted(found, key=lambda choice: choice.rank)]
    assert offered[0] == "E6"
    assert offered.index("E5") < offered.index("D4") < offered.index("E3")


def test_a_square_says_in_how_many_turns_the_piece_is_at_the_green_from_there() -> None:
    """A diagonal is a Footman's whole move."""
    game = begun({"red_footman": "E4", "red_warlord": "F1", "red_lady": "A9", "blue_lady": "L16"})
    hints = {
        (piece, choice.value): choice.hint
        for piece in ("red_footman", "red_warlord")
        for choice in movement.offer(game, "red")[0].field("to").choices({"piece": piece})
    }
    assert hints["red_footman", "E5"] == "safe until your next turn; 6 turns to Blue's Green instead of 7"
    assert hints["red_footman", "E3"].endswith("; forest, closed to riders; still 7 turns to Blue's Green")
    assert hints["red_warlord", "F2"] == "leaves your Castle empty; safe until your next turn"


def test_a_square_says_of_a_bishop_whom_he_keeps_away_and_not_how_far_he_is_from_a_castle() -> None:
    """He takes none."""
    pieces = {"red_bishop": "H3", "red_lady": "A9", "blue_lady": "L16", "wizard": "C11"}
    game = begun(pieces, {"wizard": "automaton", "bishop": True})
    choices = movement.offer(game, "red")[0].field("to").choices({"piece": "red_bishop"})
    hints = {choice.value: choice.hint for choice in choices}
    assert hints["H4"] == "safe until your next turn"
    assert hints["G2"] == "safe until your next turn; no Risen can come to your Green; enemies still can"


def test_a_square_is_found_by_its_name() -> None:
    """Beyond those near the enemy's Green squares stand from west to east, as on the board; a Lady's all do."""
    game = begun({"red_knight": "E8", "red_lady": "D8", "blue_lady": "L16"})
    for piece, near in (("red_knight", movement.NEAREST), ("red_lady", 0)):
        found = movement.offer(game, "red")[0].field("to").choices({"piece": piece})
        shown = [
            choice for choice in sorted(found, key=lambda choice: choice.rank) if "Green" not in choice.hint or near
        ]
        offered = [choice.value for choice in shown][near:]
        assert offered == sorted(offered, key=lambda square: (square[0], int(square[1:]))) and len(offered) > 10

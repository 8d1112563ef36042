"""What is told on the broken march, where two pieces move in a turn and Bowmen shoot."""

from collections.abc import Mapping

from engine.core.actions import Pass, Prospect
from engine.core.game import waited_for
from engine.core.table import Table
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import PieceId, Square
from engine.warlord.edits import Goto
from engine.warlord.movement.movement import Move
from engine.warlord.prospects import prospects
from engine.warlord.rules import RULES
from engine.warlord.sequence.setup import Ready
from tests.warlord.tables import all_that_can_be_done, begun, game_of

RED = {
    "red_bowman": "D2",
    "red_footman_1": "E2",
    "red_footman_2": "G5",
    "red_footman_3": "F2",
    "red_knight_1": "C11",
    "red_knight_2": "K7",
    "red_lady": "J6",
    "red_sergeant": "H1",
    "red_warlord": "F2",
}
BLUE = {
    "blue_bowman": "I15",
    "blue_footman_1": "G16",
    "blue_footman_2": "F10",
    "blue_footman_3": "G15",
    "blue_knight_1": "G10",
    "blue_knight_2": "G10",
    "blue_lady": "H15",
    "blue_sergeant": "F14",
    "blue_warlord": "G15",
}
"""A tourney in its sixth round; Blue's Sergeant bars Red Knight 1 the way to the Green."""


def marching(side: str, pieces: Mapping[str, str]) -> Warlord:
    """The tourney with some pieces elsewhere, and a side to move."""
    game = begun({**RED, **BLUE, **pieces}, dict(RULES.options("march", {})))
    RULES.edit(game, Goto(side))
    game.flow()
    return game


def of(game: Warlord, piece: str, to: str) -> Prospect:
    """What is said of a move."""
    action = Move(PieceId(piece), Square(to))
    return next(one for one in all_that_can_be_done(game) if one.action == action)


def first(game: Warlord) -> Prospect:
    """What the panel of the side that moves begins with."""
    return prospects(game, waited_for(game)[0].seat)[0]


def test_whoever_bars_the_way_to_a_guarded_green_hears_whom_he_lets_past() -> None:
    game = marching("blue", {})
    left = of(game, "blue_sergeant", "H12")
    assert left.comes_of == (
        "no enemy comes, but lets Red Knight 1 attack on your Green; 5 turns to Red's Green instead of 6"
    )
    assert not left.likely and left.short == "Sergeant to H12", "he is neither safer nor advised to go"


def test_nobody_is_advised_to_leave_the_castle_while_the_green_is_threatened() -> None:
    pieces = {"red_footman_1": "G4", "red_footman_2": "G9", "blue_footman_2": "F6", "blue_sergeant": "F10"}
    game = marching("blue", pieces)
    assert isinstance(first(game).action, Pass), "the way onward leads to where two can come at once"
    out = of(game, "blue_footman_1", "G14")
    assert (out.words, out.likely) == ("Footman 1, G16 to G14", False)
    assert out.comes_of.startswith("Red Knight 1 can attack there; leaves your Castle empty; ")


def test_who_goes_on_hears_who_can_come_and_shoot_and_that_the_way_is_barred() -> None:
    pieces = {"red_footman_1": "G6", "red_footman_2": "G9", "red_sergeant": "F3", "blue_footman_1": "G14"}
    found = of(marching("blue", {**pieces, "blue_footman_2": "F6", "blue_sergeant": "F10"}), "blue_footman_2", "F4")
    assert found.comes_of == (
        "Red Footman 3, Red Sergeant and Red Warlord can attack there, two at once; Red Bowman can shoot him there; "
        "1 turn to Red's Green instead of 2, now blocked"
    )
    assert not found.likely


def test_two_who_can_come_at_once_are_told_together() -> None:
    game = marching("red", {})
    told = of(game, "red_footman_2", "G7").comes_of
    assert told.startswith("Blue Knight 1 and Blue Knight 2 can attack there together; ")
    assert "Knight 1 on C11 from Blue Knight 1 and Blue Knight 2, who win 81% together" in RULES.words.advice(
        game, waited_for(game)[0].seat
    )


def test_a_lady_hears_only_of_those_whom_she_could_reach() -> None:
    far = of(marching("red", {"red_lady": "J7"}), "red_lady", "J6").comes_of
    assert "could capture" not in far, "the hill on J7 bars the way to G10"
    near = of(marching("red", {}), "red_lady", "J8").comes_of
    assert near.startswith("Blue Knight 1 or Blue Knight 2 can capture her there; ")
    assert near.endswith(
        "next turn she could capture one of Blue Knight 1 and Blue Knight 2, if they stay; the other would capture her"
    )


def test_before_the_tourney_nobody_is_advised_to_arm_anew() -> None:
    game = game_of(Table.new(RULES, "g", ["ann", "ben"], RULES.options("march", {}), bytes(32)))
    assert prospects(game, waited_for(game)[0].seat) == [Prospect(Ready(), "", likely=True)]

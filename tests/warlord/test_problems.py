"""What must always be true of a tourney (rules 1): each thing that could be wrong is found, and named."""

from collections.abc import Callable

import pytest

from engine.warlord.board.arms import wounds_to_kill
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import PieceId, Square
from engine.warlord.board.state import Grave
from engine.warlord.meetings.meeting import Meeting
from engine.warlord.rules import RULES
from tests.harness.rows import rows
from tests.warlord.tables import begun

Spoil = Callable[[Warlord], object]


def sound() -> Warlord:
    """A tourney with nothing wrong: two sides on the board, a prisoner, a dead man in his grave, a Lady at the gate."""
    game = begun(
        {"red_knight": "D8", "red_bishop": "D9", "blue_knight": "D10", "red_lady": "F2"},
        {"wizard": "player", "bishop": True},
    )
    game.lift(PieceId("blue_footman"), "prison")
    game.piece(PieceId("blue_footman")).holder = "red"
    game.lift(PieceId("red_footman"), "slain")
    game.state.graves["grave_1"] = Grave(Square("H8"), PieceId("red_footman"), "footman", "red")
    game.lift(PieceId("blue_lady"), "gatehouse")
    game.state.gatehouses["blue"] = [PieceId("blue_lady")]
    return game


def test_a_sound_tourney_has_no_problems() -> None:
    assert RULES.problems(sound()) == []


def piece(name: str, **values: object) -> Spoil:
    """Change something about a piece."""

    def spoil(game: Warlord) -> None:
        for field, value in values.items():
            setattr(game.piece(PieceId(name)), field, value)

    return spoil


def over(game: Warlord) -> None:
    game.piece(PieceId("red_knight")).square = Square("")
    game.finish(["ann"], "It is late.")


@rows(
    "spoil, says",
    [
        (piece("red_knight", square=""), "(red_knight) has status board and stands on ''"),
        (piece("blue_footman", square="H5"), "(blue_footman) has status prison and stands on 'H5'"),
        (piece("blue_footman", holder=""), "(blue_footman) has status prison and is held by ''"),
        (piece("red_knight", holder="blue"), "(red_knight) has status board and is held by 'blue'"),
        (piece("red_knight", side="green"), "(red_knight) belongs to nobody at this table"),
        (piece("blue_footman", stricken=True), "(blue_footman) is stricken off the board"),
        (piece("red_knight", wounds=-1), "(red_knight) has -1 wounds"),
        (piece("red_knight", wounds=wounds_to_kill()), f"(red_knight) has {wounds_to_kill()} wounds"),
        (piece("red_lady", status="slain", square=""), "(red_lady) has been slain"),
        (piece("red_bishop", kind="lady"), "Red has more than one Lady"),
        (piece("red_bishop", kind="warlord"), "Red has more than one Warlord"),
        (lambda game: game.state.vacant.update(red=""), "Red has a Warlord and may name a successor"),
        (lambda game: game.state.gatehouses.clear(), "but waiting are ['blue_lady']"),
        (piece("blue_warlord", square="K14"), "is empty while others wait"),
        (piece("red_footman", status="gone"), "Red Footman lies in a grave, but has not been slain"),
        (piece("blue_knight", square="D8"), "share D8 and do not fight"),
        (piece("blue_knight", square="D9"), "share D9 and do not fight"),
        (piece("red_knight", square="F1"), "are too many on F1"),
    ],
)
def test_what_is_wrong_is_named(spoil: Spoil, says: str) -> None:
    game = sound()
    spoil(game)
    found = RULES.problems(game)
    assert any(says in problem for problem in found), found


def test_the_dead_lead_nobody() -> None:
    game = sound()
    game.piece(PieceId("red_bishop")).kind = "warlord"
    game.lift(PieceId("red_bishop"), "slain")
    assert RULES.problems(game) == []


def test_nobody_lies_in_two_graves() -> None:
    game = sound()
    game.state.graves["grave_2"] = Grave(Square("H9"), PieceId("red_footman"), "footman", "red")
    assert "Red Footman lies in 2 graves" in RULES.problems(game)


@pytest.mark.parametrize("ground", ["forest", "rough"])
def test_nobody_mounted_stands_on_closed_ground(ground: str) -> None:
    game = sound()
    closed = [square for square in game.board.lie if game.board.terrain(square) == ground]
    game.stand(PieceId("red_knight"), closed[0])
    assert any(f"stands on {closed[0]}, which is closed to it" in problem for problem in RULES.problems(game))


def test_who_has_just_come_upon_an_enemy_is_about_to_fight() -> None:
    game = sound()
    game.stand(PieceId("blue_knight"), Square("D8"))
    game.state.turn.arrived = [PieceId("blue_knight")]
    assert RULES.problems(game) == []


def test_a_meeting_goes_on_although_the_lady_is_lost_who_has_brought_it_about() -> None:
    """Those with whom she came upon the enemy fight on, wherever nobody else has moved there in this turn."""
    game = sound()
    game.stand(PieceId("blue_knight"), Square("D8"))
    game.push(Meeting(Square("D8"), fighting=True))
    assert RULES.problems(game) == []


def test_of_a_finished_tourney_nothing_is_asked() -> None:
    game = sound()
    over(game)
    assert RULES.problems(game) == []


def test_the_index_of_the_pieces_is_compared_with_a_look_at_all_of_them() -> None:
    game = sound()
    assert game.stale() == []
    game.piece(PieceId("red_knight")).square = Square("D7")
    assert game.stale() == ["by_square", "able"]

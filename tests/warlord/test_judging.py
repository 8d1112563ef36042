"""Players that think find what lies at hand, whatever they think of it beforehand."""

from collections.abc import Mapping

import pytest

from engine.core.actions import Action
from engine.core.computer.players import Seated
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import PieceId, Square
from engine.warlord.judging import JUDGE, horizon
from engine.warlord.movement.movement import Move
from engine.warlord.rules import RULES
from tests.matches.match import on_trial
from tests.warlord.tables import game_of
from tests.warlord.test_captain import laid

LEVELS = ("one ply", "plans")


def choice(level: str, pieces: Mapping[str, str], held: Mapping[str, str] | None = None) -> Action:
    """What a player does as Red, with Red to move."""
    return Seated(on_trial(RULES)[level], 3).choose(laid(pieces, held, {}), "ann")


@pytest.mark.parametrize("level", LEVELS)
def test_he_storms_a_castle_that_is_open(level: str) -> None:
    assert choice(level, {"red_knight": "G15", "blue_warlord": "J12"}) == Move(PieceId("red_knight"), Square("G16"))


@pytest.mark.parametrize("level", LEVELS)
def test_his_lady_takes_a_knight_who_stands_alone(level: str) -> None:
    assert choice(level, {"blue_knight": "C10", "red_knight": "L1"}) == Move(PieceId("red_lady"), Square("C10"))


@pytest.mark.parametrize("level", LEVELS)
def test_his_lady_frees_her_warlord(level: str) -> None:
    pieces = {"red_lady": "F13", "blue_knight": "A1", "red_footman": "D5"}
    assert choice(level, pieces, {"red_warlord": "blue"}) == Move(PieceId("red_lady"), Square("G15"))


def test_to_win_is_worth_more_than_any_position_and_to_lose_less() -> None:
    table = laid({"red_knight": "G15", "blue_warlord": "J12"}, None, {})
    before = JUDGE.ahead(table.game, "ann")
    table.act("ann", Move(PieceId("red_knight"), Square("G16")))
    assert JUDGE.ahead(table.game, "ann") > before and JUDGE.ahead(table.game, "ben") == -JUDGE.prize


def test_a_plan_is_followed_to_the_end_of_the_next_turn_of_his_own() -> None:
    table = laid({"red_knight": "C5", "blue_knight": "K12"}, None, {})
    game = table.game
    assert isinstance(game, Warlord)
    reached, seen = horizon(game, "ann"), []
    for _ in range(4):
        seen.append((table.requests()[0].seat, reached(game_of(table))))
        seat = table.requests()[0].seat
        table.act(seat, table.default(seat))
    assert seen == [("ann", False), ("ben", False), ("ann", False), ("ben", True)]

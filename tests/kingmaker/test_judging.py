"""How the players that think judge Kingmaker: heirs above all, then men, and the way to where they are wanted."""

import pytest

from engine.core.computer.deciding import Player
from engine.core.computer.levels import OnePly
from engine.core.table import Table
from engine.core.trials import simulation
from engine.games import rules_of
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location
from engine.kingmaker.judging import JUDGE, lead
from tests.kingmaker import boards


def position(*held: str, heir: str = "", at: str = "open:whitby", king: bool = False) -> Kingmaker:
    """Percy of ann's and Neville of ben's, with what Percy has."""
    game = boards.empty()
    boards.put(game, "percy", "ann", at, *held)
    boards.put(game, "neville", "ben", Location("open:bristol"))
    if heir:
        boards.guard(game, heir, "percy")
        game.heir(heir).king = king
    table: Table = boards.begin(game, "movement")
    assert isinstance(table.game, Kingmaker)
    return table.game


def test_men_are_worth_something_to_one_and_a_loss_to_the_other() -> None:
    plain, strong = position(), position("marshal_of_england")
    assert lead(strong, "ann") > lead(plain, "ann")
    assert lead(strong, "ben") < lead(plain, "ben")


def test_an_heir_is_worth_more_than_men_and_a_king_more_than_an_heir() -> None:
    plain, men = lead(position(), "ann"), lead(position("marshal_of_england"), "ann")
    heir, king = lead(position(heir="henry_vi"), "ann"), lead(position(heir="henry_vi", king=True), "ann")
    assert plain < men < king and plain < heir < king


def test_it_is_better_to_be_nearer_to_an_heir_of_nobodys() -> None:
    far, near = position(at="open:whitby"), position(at="open:coventry")
    assert lead(near, "ann") != lead(far, "ann")


@pytest.mark.parametrize("deal", [27, pytest.param(11, marks=pytest.mark.nightly)])
def test_whoever_looks_at_little_brings_his_game_to_its_end(deal: int) -> None:
    """In these two he would pass ships to and fro, and plan his way home anew, rather than answer."""
    rules = rules_of("kingmaker")
    options = rules.options("wbc", {"time_limit_rounds": 6})
    hasty: list[Player] = [OnePly(JUDGE, budget=4)] * 2
    played = simulation.play(rules, options, 2, seed=29227, number=deal, limit=400, players=hasty, careful=False)
    assert played.ending != "unfinished"

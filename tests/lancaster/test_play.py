"""Whole games of Lancaster at random, under all invariants, for every number of players and every variant."""

from random import Random

import pytest

from engine.core.actions import MASTER
from engine.core.computer.players import RandomPlayer, Seated
from engine.core.editing.edits import Drop
from engine.core.table import Table
from engine.core.trials import simulation
from engine.lancaster.rules import RULES
from tests.harness.rows import rows
from tests.lancaster.tables import game


@pytest.mark.parametrize("games", [1, pytest.param(2, marks=pytest.mark.nightly)])
@rows("seats", [2, 3, 4, 5])
@rows("variant", list(RULES.variants))
def test_random_games_come_to_their_end(variant: str, seats: int, games: int) -> None:
    options = RULES.options(variant, {})
    for number in range(games):
        played = simulation.play(RULES, options, seats, seed=seats, number=number, players=[RandomPlayer()])
        assert played.ending == "won [LAN-BASE-88]"
        assert played.actions > 60


@pytest.mark.parametrize("seed", [0, 1, 2, *(pytest.param(n, marks=pytest.mark.nightly) for n in range(3, 6))])
def test_players_can_leave_in_the_middle_of_anything(seed: int) -> None:
    """Nobody waits for who has left, whatever the game was asking, and all invariants hold."""
    chance, player = Random(seed), Seated(RandomPlayer(), seed)
    names = [f"s{number}" for number in range(1, 6)]
    table = Table.new(RULES, "g", names, RULES.options("henry", {}), bytes([seed]) * 32)
    while table.result is None:
        playing = game(table).playing()
        assert {request.seat for request in table.requests()} <= set(playing)
        if chance.random() < 0.02 and len(playing) > 2:
            table.act(MASTER, Drop(chance.choice(playing)))
        else:
            seat = chance.choice(table.requests()).seat
            table.act(seat, player.choose(table, seat))

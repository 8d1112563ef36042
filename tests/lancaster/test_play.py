"""Whole games of Lancaster at random, under all invariants, for every number of players and every variant."""

import pytest

from engine.core.players import RandomPlayer
from engine.core.trials import simulation
from tests.lancaster.tables import RULES


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("variant", list(RULES.variants))
def test_random_games_come_to_their_end(variant: str, seats: int) -> None:
    options = RULES.options(variant, {})
    for number in range(2):
        played = simulation.play(RULES, options, seats, seed=seats, number=number, players=[RandomPlayer()])
        assert played.ending == "won [LAN-BASE-88]"
        assert played.actions > 60

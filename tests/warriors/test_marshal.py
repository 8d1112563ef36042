"""The marshal plays soundly: he beats players at random on both sides of both scenarios."""

import pytest

from engine.core.players import RandomPlayer
from engine.core.trials.simulation import play
from engine.warriors.marshal import Marshal
from engine.warriors.rules import RULES


@pytest.mark.parametrize("variant", RULES.variants)
@pytest.mark.parametrize("seat", range(2))
def test_the_marshal_beats_a_player_at_random(variant: str, seat: int) -> None:
    players = [RandomPlayer(), RandomPlayer()]
    options = RULES.options(variant, {"sides": "host"})
    played = play(RULES, options, 2, seed=5, players=[*players[:seat], Marshal(), *players[seat + 1 :]])
    assert played.winners == (f"s{seat + 1}",)

"""Whole games by players at random, under all invariants."""

from engine.core.trials.simulation import play
from engine.warriors.rules import RULES
from tests.harness.rows import rows


@rows("variant", RULES.variants)
@rows("number", range(2))
def test_games_at_random_come_to_an_end(variant: str, number: int) -> None:
    options = RULES.options(variant, {"hit_allocation": ("auto", "owner")[number]})
    played = play(RULES, options, 2, seed=7, number=number, perturb=0.05)
    assert played.ending in ("won [WOG-13.2]", "won [WOG-13.3]", "drawn [WOG-13.3]")

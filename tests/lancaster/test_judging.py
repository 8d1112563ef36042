"""How the players that think judge Lancaster: in power points, and by the best rival."""

from itertools import product

import pytest

from engine.core.computer.levels import Plans
from engine.core.computer.players import Seated
from engine.core.editing.edits import Drop
from engine.lancaster.edits import SetFavours, SetGoods, SetNobles, SetRound, Stand
from engine.lancaster.judging import JUDGE, horizon, lead, margin
from engine.lancaster.placing.favours import TakeFavour
from engine.lancaster.placing.knights import Place
from tests.lancaster.tables import COLOURS, defaults, game, table


def test_a_power_point_is_a_point_and_the_best_rival_is_what_counts() -> None:
    level = table()
    ahead = table(SetGoods("ann", "points", 6))
    assert lead(game(ahead), "ann") - lead(game(level), "ann") == pytest.approx(6)
    assert lead(game(ahead), "ben") - lead(game(level), "ben") == pytest.approx(-6, abs=0.5)
    both = table(SetGoods("ann", "points", 6), SetGoods("ben", "points", 6))
    assert lead(game(both), "ann") == pytest.approx(lead(game(level), "ann"), abs=0.5)


def test_nobles_and_knights_are_worth_more_while_rounds_are_left() -> None:
    for edit in (SetNobles("ann", ["A", "B", "C"]), Stand("blue_4", "court")):
        gains = []
        for number in (1, 5):
            before, after = table(SetRound(number)), table(SetRound(number), edit)
            gains.append(lead(game(after), "ann") - lead(game(before), "ann"))
        assert gains[0] > gains[1] >= 0, edit


def test_when_it_is_over_the_victory_counts_and_by_how_much() -> None:
    opened = table(SetRound(5), *(SetGoods(seat, "points", 60 if seat == "ann" else 10) for seat in COLOURS))
    reached = horizon(game(opened), "ann")
    assert not reached(game(opened))
    defaults(opened, "victory")
    assert opened.result is not None and opened.result.winners == ("ann",)
    assert JUDGE.ahead(opened.game, "ann") > JUDGE.prize > 0 > -JUDGE.prize > JUDGE.ahead(opened.game, "ben")


def test_who_has_left_is_judged_by_his_points_and_is_nobodys_rival() -> None:
    opened = table(SetGoods("ann", "points", 7), SetGoods("ben", "points", 60), Drop("ben"))
    assert margin(game(opened), "ann") == 7 and margin(game(opened), "ben") == 53
    assert 0 < lead(game(opened), "ben") < 53
    assert lead(game(opened), "ann") == pytest.approx(7, abs=0.5)


def test_who_is_alone_is_ahead_of_nobody() -> None:
    opened = table(SetGoods("ann", "points", 7), *(Drop(seat) for seat in COLOURS if seat != "ann"))
    assert opened.result is not None and opened.result.winners == ("ann",)
    assert margin(game(opened), "ann") == lead(game(opened), "ann") == 0
    assert JUDGE.ahead(opened.game, "ann") == JUDGE.prize > 0 > JUDGE.ahead(opened.game, "ben")


def test_a_favour_is_taken_to_be_used() -> None:
    """Leaving it looked as good as using it to a player who compared everything that he might do."""
    for shown, seed in product((["F1", "F3", "F4", "F5"], ["F4"]), range(4)):
        opened = table(SetFavours(shown))
        opened.act("ann", Place("blue_1a", f"conflict:{next(iter(opened.game.state.conflicts))}"))
        taken = Seated(Plans(JUDGE), seed).choose(opened, "ann")
        assert isinstance(taken, TakeFavour) and not taken.effect

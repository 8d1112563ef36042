"""What is learnt about who wins: the equations are solved, what counts is found, and the files fit their games."""

from random import Random

import msgspec
import pytest

from engine.core.computer.judge import SURE, Judge, at_the_table
from engine.core.computer.learnt import Learnt, weights_of
from engine.core.computer.players import Seated
from engine.core.files.catalog import folder_of
from engine.core.table import Table
from engine.games import GAMES, rules_of
from tests.harness.rows import rows
from tests.matches.learning import Sample, gain, learnt, played, solution, told
from tests.matches.match import judge_of

JUDGED = sorted(game for game in GAMES if judge_of(game))


def judged(game: str) -> Judge:
    judge = judge_of(game)
    assert judge is not None
    return judge


def test_equations_are_solved_where_the_first_pivot_is_nothing_too() -> None:
    assert solution([[0.0, 2.0], [4.0, 1.0]], [6.0, 11.0]) == pytest.approx([2.0, 3.0])


def test_what_decides_games_gets_the_weight_and_what_does_not_gets_none() -> None:
    chance = Random(1)
    samples = []
    for number in range(600):
        strong, idle = chance.gauss(0, 1), chance.gauss(0, 5)
        won = strong + chance.gauss(0, 0.3) > 0
        traits = {"always": 1.0, "lead": idle, "strong": strong, "same": 3.0}
        samples.append(Sample(number, traits, 1.0 if won else -1.0))
    weights = learnt(samples, ["lead", "strong", "same"])
    assert weights["strong"] > 0.5 > 0.05 > abs(weights["lead"]) and "same" not in weights
    assert gain(samples, weights).sorted_right > 0.95 and gain(samples, weights).explained > 0.5
    assert 0.4 < gain(samples, learnt(samples, ["lead"])).sorted_right < 0.65


def test_games_are_played_by_their_number_and_held_back_by_it() -> None:
    rules, judge = rules_of("lancaster"), judged("lancaster")
    one, again = played(rules, judge, 3, 1), played(rules, judge, 3, 1)
    assert one == again and {sample.outcome for sample in one} <= {1.0, 0.5, 1 / 3, -1.0}
    held_back = [Sample(5, sample.traits, outcome) for sample, outcome in zip(one[:3], (1.0, -1.0, -1.0), strict=True)]
    lines = list(told([*one, *held_back], "3", 3, 6))
    assert f"positions = {len(one)}" in lines and "held_back = 3" in lines and "[weights]" in lines


@rows("game", JUDGED)
def test_a_game_has_the_traits_that_its_weights_are_for_and_expects_no_more_than_the_prize(game: str) -> None:
    rules, judge = rules_of(game), judged(game)
    names = [f"s{number}" for number in range(1, 1 + max(2, rules.seats(rules.options(rules.usual_variant, {}))[0]))]
    table = Table.new(rules, "learnt", names, rules.options(rules.usual_variant, {}), b"learnt".ljust(32, b"."))
    player = Seated(judge.habit, 1)
    for _ in range(8):
        request = table.requests()[0]
        table.act(request.seat, player.choose(table, request.seat))
    assert judge.traits is not None and judge.weights == weights_of(game)
    for seat in names:
        found = {**judge.traits(table.game, seat), **at_the_table(table.game)}
        assert judge.weights and judge.weights.keys() <= found.keys()
        assert found["lead"] == judge.lead(table.game, seat)
        assert abs(judge.ahead(table.game, seat)) <= SURE * judge.prize


@rows("game", JUDGED)
def test_more_than_twenty_thousand_positions_were_learnt_from_and_it_was_worth_it(game: str) -> None:
    found = msgspec.toml.decode((folder_of(game) / "values.toml").read_bytes(), type=Learnt)
    assert found.positions >= 20_000 and found.held_back >= 4_000
    assert found.learnt["explained"] > found.by_hand["explained"]

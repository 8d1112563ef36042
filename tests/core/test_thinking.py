"""Players that think: what they think of, how they compare it, and that they keep within their budget."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from engine.core.actions import Action, Choice, Draft, Field, Offer
from engine.core.computer import worlds
from engine.core.computer.candidates import candidates
from engine.core.computer.deciding import Budget
from engine.core.computer.levels import OnePly, Race, thinks
from engine.core.computer.players import Seated
from engine.core.computer.worlds import MOODS, Spent, Worlds, habitual
from engine.core.table import Table
from engine.games import GAMES, rules_of
from engine.warlord.judging import JUDGE
from tests.conformance.tables import opened
from tests.harness import as_kind
from tests.harness.rows import rows
from tests.matches.match import judge_of, on_trial

JUDGED = sorted(game for game in GAMES if judge_of(game))
"""The games that players who think can judge."""


class Gather(Action, frozen=True):
    """Take some things, and say how."""

    things: list[str]
    how: str = ""


def gathered(action: Action) -> Gather:
    return as_kind(Gather, action)


def offered(things: Sequence[str], most: int, ways: Sequence[str] = ("",)) -> Offer:
    """An offer to take up to `most` things."""

    def left(draft: Draft) -> list[Choice]:
        taken = draft["things"]
        return [Choice(thing, thing) for thing in things if thing not in taken and len(taken) < most]

    way = Field("how", "How?", lambda _: [Choice(value, value) for value in ways])
    return Offer(Gather, "Gather", (Field("things", "Which?", left, many=True), way))


# ---------------------------------------------------------------------- what he thinks of


def test_every_list_is_thought_of_once_whatever_its_order() -> None:
    found = candidates([offered("abc", 2, "xy")], Random(1), 100)
    lists = ["a", "b", "c", "ab", "ac", "bc"]
    assert [("".join(one.things), one.how) for one in map(gathered, found)] == [
        (one, way) for one in lists for way in "xy"
    ]


def test_where_lists_are_too_many_the_short_ones_and_the_longest_are_thought_of() -> None:
    found = [gathered(one).things for one in candidates([offered("abcdefghij", 10)], Random(1), 1000)]
    assert [len(one) for one in found[:11]] == [1] * 10 + [2]
    assert found[-1] == list("abcdefghij")


def test_of_too_many_actions_chance_chooses_and_the_same_chance_the_same() -> None:
    offer = offered("abcdef", 3, "xyz")
    few = [candidates([offer], Random(seed), 5) for seed in (1, 1, 2)]
    assert few[0] == few[1] != few[2] and len(few[0]) == 5
    whole = candidates([offer], Random(1), 1000)
    assert all(whole.index(one) < whole.index(other) for one, other in pairwise(few[0]))


# ---------------------------------------------------------------------- what is better


def test_a_race_compares_the_means_of_the_same_worlds() -> None:
    race = Race(3)
    for row in ((1.0, 2.0, 0.0), (3.0, 1.0, 0.0)):
        race.run(row.__getitem__, [0, 1, 2])
    assert race.leader() == 0
    race.keep(1)
    assert race.running == [0]


def test_what_was_possible_nowhere_is_worse_than_anything() -> None:
    race = Race(2)
    race.run([None, -50.0].__getitem__, [0, 1])
    assert race.leader() == 1


def test_a_world_that_was_not_finished_does_not_count() -> None:
    race = Race(2)
    race.run([1.0, 2.0].__getitem__, [0, 1])

    def fails(place: int) -> float:
        if place:
            raise Spent
        return 100.0

    with pytest.raises(Spent):
        race.run(fails, [0, 1])
    assert race.leader() == 1


def test_where_the_first_world_is_not_finished_what_was_tried_is_compared() -> None:
    race = Race(3)

    def tried(place: int) -> float:
        if place == 2:
            raise Spent
        return float(place)

    with pytest.raises(Spent):
        race.run(tried, [0, 1, 2])
    assert race.running == [0, 1] and race.leader() == 1


# ---------------------------------------------------------------------- habit


def test_habit_is_asked_once_where_it_all_stands_alike_and_again_in_another_mood(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = rules_of("warlord")
    table = opened(rules, "base", 2)
    player = Seated(rules.players["captain"], 1)
    while table.requests()[0].decision != "W-03":
        seat = table.requests()[0].seat
        table.act(seat, player.choose(table, seat))
    seat = table.requests()[0].seat
    asked: list[object] = []

    def noted(*about: Any) -> Any:
        asked.append(about[-1])
        return habitual(*about)

    monkeypatch.setattr(worlds, "habitual", noted)
    tried = Worlds(table.legal(seat), JUDGE, Budget(1000), 5)
    plan = (player.choose(table, seat),)
    first = tried.followed(0, plan)
    once = len(asked)
    assert once and tried.followed(MOODS, plan) == first and len(asked) == once
    tried.followed(1, plan)
    assert len(asked) == 2 * once and len(set(asked)) == 2


# ---------------------------------------------------------------------- budgets


def test_a_part_of_a_budget_is_taken_off_it() -> None:
    budget = Budget(10)
    part = budget.part(4)
    assert part.spend(3) and budget.left == 6
    assert budget.with_rest_of(part).left == 7
    assert budget.part(100).left == 6 and not budget.spend()


def test_nothing_is_spent_when_it_is_late() -> None:
    assert not Budget(10, late=lambda: True).spend()


def asked(game: str, moves: int = 12) -> tuple[Table, str]:
    """A table of a game after some moves of its usual computer player in a hurry, and the seat that is asked."""
    rules = rules_of(game)
    table, player = opened(rules, rules.usual_variant, 3), Seated(next(iter(rules.players.values())), 1, budget=8)
    for _ in range(moves):
        seat = table.requests()[0].seat
        table.act(seat, player.choose(table, seat))
    return table, table.requests()[0].seat


@pytest.mark.parametrize("game", JUDGED)
@pytest.mark.parametrize("level", ["one ply", "plans"])
def test_no_more_actions_are_tried_than_the_budget_has(game: str, level: str, tried: list[object]) -> None:
    table, seat = asked(game, moves=6)
    tried.clear()
    chosen = Seated(on_trial(table.rules)[level], 1, budget=50).choose(table, seat)
    assert 0 < len(tried) <= 50
    table.act(seat, chosen)


@rows("game", JUDGED)
def test_whatever_habit_thinks_of_is_legal_and_thought_of_once(game: str) -> None:
    judge, most = judge_of(game), 0
    assert judge is not None
    for moves in range(2, 15, 3):
        table, seat = asked(game, moves)
        found = judge.ideas(lambda table=table, seat=seat: table.view(seat), table.legal(seat))  # type: ignore[misc]
        most = max(most, len(found))
        for place, action in enumerate(found):
            assert action not in found[:place]
            table.copy().act(seat, action)
    assert most >= 2


def test_one_ply_looks_at_eight_worlds_however_much_time_there_is() -> None:
    table, seat = asked("warlord")
    legal, seeds = table.legal(seat), set[int]()

    def counted(seed: int) -> Any:
        seeds.add(seed)
        return table.world(seat, seed)

    player = OnePly(JUDGE, budget=10_000)
    player.decide(lambda: table.view(seat), replace(legal, world=counted), Budget(), 1)
    assert len(seeds) == 8


@rows("game", JUDGED)
def test_when_it_is_late_from_the_first_he_still_does_something_legal(game: str) -> None:
    for level in ("one ply", "plans", "long plans"):
        table, seat = asked(game)
        table.act(seat, Seated(on_trial(table.rules)[level], 1, late=lambda: True).choose(table, seat))


@pytest.mark.parametrize("budget", [40, pytest.param(80, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("game", JUDGED)
def test_the_same_seed_leads_to_the_same_decision_and_the_table_stays_as_it_was(game: str, budget: int) -> None:
    table, seat = asked(game, 20)
    before = table.hash(), table.game.dice.counter
    for level in ("one ply", "plans"):
        player = on_trial(table.rules)[level]
        chosen = [Seated(player, 7, budget=budget).choose(table, seat) for _ in range(2)]
        assert chosen[0] == chosen[1]
    assert (table.rules.codec.encode(table.game.state) == table.snapshot()) and (
        table.hash(),
        table.game.dice.counter,
    ) == before


def test_those_who_think_are_known_from_those_who_answer_at_once() -> None:
    thinking = {name for name, player in on_trial(rules_of("warlord")).items() if thinks(player)}
    assert thinking == {"hard", "one ply", "plans", "long plans"}


def test_a_budget_without_a_number_is_never_spent() -> None:
    budget = Budget()
    assert budget.spend(1_000_000) and budget.left is None
    assert budget.part(5) == Budget(5) and budget.left is None
    assert Budget(2).spend(2) and not Budget(2).spend(3)


def test_as_many_stay_in_the_running_as_are_kept_and_the_better_ones() -> None:
    race = Race(5)
    race.run([3.0, 1.0, 5.0, 2.0, 4.0].__getitem__, list(range(5)))
    race.keep(3)
    assert race.running == [0, 2, 4] and race.leader() == 2
    race.run({0: 9.0, 2: 0.0, 4: 0.0}.__getitem__, list(range(5)))
    assert race.leader() == 0 and race.mean(0) == 6.0 and race.mean(2) == 2.5 and race.mean(1) == 1.0

"""The worlds in which a player tries out what he may do, and how far he follows a plan there."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from engine.core.actions import MASTER, Action, Offer, Request
from engine.core.chapter import AnyTime, Chapter
from engine.core.computer.deciding import Budget, Legal, View, World
from engine.core.computer.judge import Judge
from engine.core.computer.levels import OnePly, Plans, made, thought_of
from engine.core.computer.players import seed_of
from engine.core.computer.worlds import SOON, Spent, Worlds
from engine.core.steps import Step
from engine.core.table import Table
from tests.harness import as_kind
from tests.referee.relay import (
    SET_UP,
    Advance,
    Leg,
    Nightfall,
    Pledge,
    Pledging,
    Relay,
    RelayRules,
    Rest,
    Trip,
    Whisper,
    relay,
)

KEY = b"worlds".ljust(32, b".")
SEED = 5


@dataclass(frozen=True)
class Always:
    """Does the same whatever comes."""

    action: Action

    def decide(self, view: View, legal: Legal, budget: Budget, seed: int) -> Action:
        """Do it."""
        return self.action


def ahead(game: Any, seat: str) -> float:
    """How many steps a runner is ahead of the other."""
    places = game.state.places
    return float(places[seat] - max(place for other, place in places.items() if other != seat))


def next_lap(game: Any, seat: str) -> Callable[[Any], bool]:
    """A plan is followed to the end of the lap."""
    laps = game.state.laps
    return lambda later: bool(later.state.laps > laps)


JUDGE = Judge(
    lead=ahead,
    turn=lambda game: (game.state.laps, getattr(game.top, "turn", None)),
    horizon=next_lap,
    habit=Always(Rest()),
    prize=100.0,
    ignored=(Trip,),
)


def race(rules: RelayRules | None = None, goal: int = 90) -> Table:
    """A race before its first leg."""
    rules = rules or relay()
    table = Table.new(rules, "g", ["s1", "s2"], rules.options("base", {"goal": goal}), KEY)
    for seat in ("s1", "s2"):
        table.act(seat, Pledge())
    return table


def runner(table: World) -> str:
    """Whose leg it is."""
    return table.requests()[0].seat


def worlds(table: Table, judge: Judge = JUDGE, budget: int = 1000) -> Worlds:
    """The worlds of the runner whose leg it is."""
    return Worlds(table.legal(runner(table)), judge, Budget(budget), SEED)


def true_world(table: Table, number: int) -> Table:
    """The world of a number, dealt without `Worlds`."""
    return table.world(runner(table), seed_of(SEED, number))


# ---------------------------------------------------------------------- one action


def test_an_action_is_tried_in_each_world_with_its_own_dice() -> None:
    table = race()
    tried, seat = worlds(table), runner(table)
    found = []
    for number in range(6):
        world = true_world(table, number)
        world.act(seat, Advance("run"))
        found.append(ahead(world.game, seat))
        assert tried.tried(number, Advance("run")) == found[-1]
    assert len(set(found)) > 1 and not any(table.game.state.places.values())


def test_what_is_not_possible_comes_to_nothing_and_costs_an_action() -> None:
    tried = worlds(race())
    assert tried.tried(0, Advance("fly")) is None
    assert tried.after(tried.world(0), Advance("fly")) is None
    assert tried.followed(0, (Advance("fly"), Advance("run"))) is None
    assert tried.budget.left == 997


def test_a_spent_budget_stops_what_is_being_tried() -> None:
    tried = worlds(race(), budget=2)
    assert tried.tried(0, Rest()) == tried.tried(1, Rest()) == 0
    with pytest.raises(Spent):
        tried.tried(2, Rest())


def test_what_is_under_way_is_carried_on_until_things_are_settled() -> None:
    """Habit answers for the other runner until the lap is over."""
    table = race()
    seat = runner(table)
    settled = replace(JUDGE, settled=lambda game: game.state.laps == 1, habit=Always(Advance("walk")))
    world = true_world(table, 0)
    world.act(seat, Rest())
    world.act(runner(world), Advance("walk"))
    assert worlds(table, settled).tried(0, Rest()) == ahead(world.game, seat) < 0


def test_nothing_is_carried_on_where_habit_knows_no_answer() -> None:
    tried = worlds(race(), replace(JUDGE, settled=lambda game: False, habit=Always(Advance("fly"))))
    assert tried.tried(0, Rest()) == 0 and tried.budget.left == 998


def test_what_is_won_in_a_world_counts_as_won() -> None:
    table = race(goal=1)
    won, by_far = (worlds(table, judge).tried(0, Advance("walk")) for judge in (JUDGE, replace(JUDGE, margin=ahead)))
    assert won == 100 and by_far is not None and by_far > 100


class Abandon(Action, frozen=True):
    """Leave the track, so that nobody is asked any more."""


ABANDONED = Chapter(
    any_time=(
        AnyTime(
            lambda game, seat: [Offer(Abandon, "Leave")],
            {Abandon: lambda game, seat, action: game.state.steps.clear()},
        ),
    )
)
"""A race may come to a standstill, which no careful table would allow."""


def test_a_world_in_which_nobody_is_asked_is_left_as_it_is() -> None:
    table = race(relay(ABANDONED))
    tried = worlds(table, replace(JUDGE, settled=lambda game: False))
    assert tried.tried(0, Abandon()) == 0
    assert tried.followed(0, (Abandon(), Rest())) == 0
    assert tried.budget.left == 998


class Dusk(Step):
    """Nobody but the game master is asked whether night falls."""

    def requests(self, game: Relay) -> list[Request]:
        """Ask the game master."""
        return [Request(MASTER, "DUSK", "Does night fall?", (Offer(Nightfall, "Night falls"),), Nightfall)]


def evening() -> RelayRules:
    """Return the race that ends at dusk, as soon as all have pledged."""
    deal = lambda game: game.push(Pledging(), Dusk(), Leg())  # noqa: E731
    return relay(Chapter(steps=(Dusk,)), set_up=replace(SET_UP, deal=deal))


def test_in_a_world_the_game_master_does_what_he_does_by_default() -> None:
    rules = evening()
    table = Table.new(rules, "g", ["s1", "s2"], rules.options("base", {}), KEY)
    judge = replace(JUDGE, settled=lambda game: False, habit=Always(Pledge()))
    tried = Worlds(table.legal("s1"), judge, Budget(10), SEED)
    after = as_kind(Table, tried.after(tried.world(0), Pledge("2")))
    assert after.result is not None and after.result.reason == "Night has fallen."
    assert tried.budget.left == 7


# ---------------------------------------------------------------------- plans


def test_a_plan_is_worth_where_it_leads_and_a_little_how_it_stands_after_its_first_action() -> None:
    """Two laps: the second action of the plan is taken when the runner is asked again, habit answers all else."""
    table = race()
    seat = runner(table)
    two_laps = replace(
        JUDGE, horizon=lambda game, seat: lambda later: later.state.laps == 2, habit=Always(Advance("walk"))
    )
    world = true_world(table, 3)
    world.act(seat, Rest())
    soon = ahead(world.game, seat)
    for action in (Advance("walk"), Advance("run"), Advance("walk")):
        world.act(runner(world), action)
    found = worlds(table, two_laps).followed(3, (Rest(), Advance("run")))
    assert found == pytest.approx(SOON * soon + (1 - SOON) * ahead(world.game, seat))


def test_habit_goes_on_where_a_plan_ends_or_is_no_longer_possible() -> None:
    table = race()
    seat = runner(table)
    judge = replace(JUDGE, horizon=lambda game, seat: lambda later: later.state.laps == 2)
    tried = worlds(table, judge)
    world = true_world(table, 0)
    world.act(seat, Advance("walk"))
    walked = ahead(world.game, seat)
    for plan in ((Advance("walk"),), (Advance("walk"), Advance("fly"))):
        assert tried.followed(0, plan) == pytest.approx(walked)
    assert tried.budget.left == 1000 - 4 - 5


def test_a_plan_that_wins_is_followed_no_further() -> None:
    tried = worlds(race(goal=1))
    assert tried.followed(0, (Advance("walk"), Rest())) == 100 and tried.budget.left == 999


def test_a_turn_goes_on_while_the_seat_is_asked_in_it() -> None:
    table = race()
    seat = runner(table)
    tried = worlds(table)
    assert tried.goes_on(tried.world(0))
    other = tried.after(tried.world(0), Rest())
    assert other is not None and not tried.goes_on(other)
    assert not worlds(table, replace(JUDGE, by_habit=frozenset({"LEG"}))).goes_on(tried.world(0))
    won = tried.world(1).copy()
    won.act(MASTER, Nightfall())
    assert not worlds(table, replace(JUDGE, turn=lambda game: 0)).goes_on(won)
    everybody = replace(JUDGE, turn=lambda game: 0)
    assert not worlds(table, everybody).goes_on(other) and runner(other) != seat
    other.act(runner(other), Rest())
    assert worlds(table, everybody).goes_on(other)


def test_plans_grow_for_as_long_as_the_turn_goes_on_and_the_best_are_kept() -> None:
    """If a turn is a whole race with nobody else in it, a plan is as long as plans are."""
    table = race()
    alone = replace(JUDGE, turn=lambda game: 0, settled=lambda game: runner_of(game) == runner(table))
    first = [Rest(), Advance("walk")]
    found = made(worlds(table, alone, budget=100_000), alone, first, 3)
    assert len(found) == 3 and max(map(len, found)) == 6
    assert {plan[0] for plan in found} <= set(first)
    assert made(worlds(table), JUDGE, first, 3) == [(Advance("walk"),), (Rest(),)]
    assert made(worlds(table), JUDGE, first, 1) == [(Advance("walk"),)]


def runner_of(game: Relay) -> str:
    """Whose leg it is in a game."""
    assert isinstance(game.top, Leg)
    return game.runners[game.top.turn % len(game.runners)]


# ---------------------------------------------------------------------- what he decides


def decided(player: OnePly | Plans, table: Table, budget: int | None = None) -> tuple[Action, list[int]]:
    """What a player does, and the seeds of the worlds that he has looked at."""
    seat, seeds = runner(table), []

    def world(seed: int) -> Table:
        seeds.append(seed)
        return table.world(seat, seed)

    legal = replace(table.legal(seat), world=world)
    return player.decide(lambda: table.view(seat), legal, Budget(budget), SEED), seeds


def test_who_runs_is_further_ahead_than_who_walks_or_rests() -> None:
    for player in (OnePly(JUDGE), Plans(JUDGE)):
        assert decided(player, race())[0] == Advance("run")


def test_what_is_taken_by_habit_needs_no_world() -> None:
    for player in (
        OnePly(replace(JUDGE, by_habit=frozenset({"LEG"}))),
        Plans(replace(JUDGE, by_habit=frozenset({"LEG"}))),
    ):
        assert decided(player, race()) == (Rest(), [])


def test_what_habit_does_is_done_without_a_plan_where_it_is_no_part_of_one() -> None:
    assert decided(Plans(replace(JUDGE, ignored=(Rest,))), race()) == (Rest(), [])


def test_where_there_is_nothing_else_to_think_of_no_world_is_looked_at() -> None:
    judge = replace(JUDGE, ignored=(Advance,))
    assert decided(OnePly(judge), race()) == (Rest(), [])
    assert decided(Plans(judge), race()) == (Rest(), [])
    nothing = replace(JUDGE, ignored=(Advance, Rest), habit=Always(Advance("walk")))
    assert decided(OnePly(nothing), race()) == (Rest(), []), "the default"


def test_where_one_plan_is_left_no_more_is_tried(tried: list[object]) -> None:
    """Two plans: after the first world the better one stays, and the budget is not used up."""
    table = race()
    tried.clear()
    judge = replace(JUDGE, ignored=(Rest,), habit=Always(Advance("walk")))
    assert decided(Plans(judge, budget=500), table)[0] == Advance("run")
    assert len(tried) < 20


def test_nothing_is_thought_of_that_cannot_be_taken_back_or_is_no_part_of_a_plan() -> None:
    """Of what may be done at any time only what the judge names is thought of, and nothing drastic."""
    table = race()
    legal = table.legal(runner(table))

    def kinds(judge: Judge) -> Sequence[str]:
        return sorted({type(action).__name__ for action in thought_of(judge, legal, Random(1))})

    assert kinds(JUDGE) == ["Advance", "Rest"]
    assert kinds(replace(JUDGE, beside=(Whisper, Trip), ignored=())) == ["Advance", "Rest", "Whisper"]

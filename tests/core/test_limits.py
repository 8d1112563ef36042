"""How far the core goes before it stops, and what it takes for granted where nothing is said."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from engine.core import drafts, orders
from engine.core.actions import MASTER, Action, Choice, Draft, Field, Offer, Overrule, Request
from engine.core.computer import levels
from engine.core.computer.candidates import candidates
from engine.core.computer.deciding import Budget
from engine.core.computer.judge import Judge
from engine.core.computer.levels import OnePly, Plans, described
from engine.core.computer.players import RandomPlayer, Seated
from engine.core.computer.worlds import Worlds
from engine.core.dice import Dice
from engine.core.editing import edits
from engine.core.errors import BrokenInvariant, DeadEnd, Illegal, NoWorld
from engine.core.files.figures import BadFigures
from engine.core.game import Game
from engine.core.orders import Entry, IfNothingFits, Plan
from engine.core.parts import Offering
from engine.core.record import transcript
from engine.core.table import Table
from engine.core.trials import simulation
from tests.core.test_worlds import JUDGE, race, runner, worlds
from tests.core.toy.rules import RULES, State
from tests.referee.relay import Advance, Pledge, Rest, relay, unsound


class Pick(Action, frozen=True):
    """Pick some things."""

    things: list[str]
    last: str = ""


def picking(number: int, most: int, lasts: int = 1) -> Offer:
    """An offer of up to `most` of so many things, and one more of `lasts`."""

    def left(draft: Draft) -> list[Choice]:
        free = [f"t{n}" for n in range(number) if f"t{n}" not in draft["things"]]
        return [Choice(thing, thing) for thing in free if len(draft["things"]) < most]

    ends = [Choice(f"l{n}", f"l{n}") for n in range(lasts)]
    last = Field("last", "And?", lambda _: ends)
    return Offer(Pick, "Pick", (Field("things", "What?", left, many=True), last))


# ---------------------------------------------------------------------- thinking


def test_it_is_said_how_much_a_player_thinks() -> None:
    assert described("plans") == "looks some turns ahead and simulates 300 actions for each decision"
    assert described("long plans") == "looks some turns ahead and simulates 1000 actions for each decision"
    assert described("courtier") == "rules of thumb, at once"
    assert (Plans(JUDGE).budget, OnePly(JUDGE).budget) == (300, 300)
    long = levels.levels(JUDGE)["long plans"]
    assert isinstance(long, Plans) and long.budget == 1000


def test_the_worse_half_of_the_plans_drops_out_after_one_three_seven_and_fifteen_worlds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of nine plans, that of habit among them, five, three, two and one are left."""
    seen: dict[int, int] = {}

    def made(worlds: Worlds, judge: Any, first: Sequence[Action], beam: int) -> list[tuple[Action, ...]]:
        return [(Advance(f"{number}"),) for number in range(beam)]

    def followed(self: Worlds, number: int, plan: Sequence[Action]) -> float:
        seen[number] = seen.get(number, 0) + 1
        return 0.0 if plan[0] == Rest() else float(getattr(plan[0], "pace"))  # noqa: B009

    monkeypatch.setattr(levels, "made", made)
    monkeypatch.setattr(Worlds, "followed", followed)
    table = race()
    chosen = Plans(JUDGE).decide(lambda: None, table.legal(runner(table)), Budget(), 1)
    assert chosen == Advance("7")
    assert [seen[number] for number in sorted(seen)] == [9, 5, 5, 3, 3, 3, 3, *[2] * 8]


def test_at_most_120_actions_are_thought_of() -> None:
    table = race()
    legal = table.legal(runner(table))
    many = Request("s1", "X", "?", (picking(20, 1, 20),), Rest)
    assert len(levels.thought_of(JUDGE, replace(legal, request=many), Random(1))) == 120


def test_of_a_list_24_and_the_longest_are_thought_of_and_of_a_kind_600_actions() -> None:
    assert len(candidates([picking(30, 2)], Random(1), 10_000)) == 24 + 1
    assert len(candidates([picking(24, 1, 50)], Random(1), 10_000)) == 600


def test_a_plan_that_leads_nowhere_is_left_after_400_actions() -> None:
    endless = replace(JUDGE, horizon=lambda game, seat: lambda later: False)
    tried = worlds(race(), endless, 1000)
    tried.followed(0, (Rest(),))
    assert tried.budget.left == 1000 - 1 - 400
    never = worlds(race(), replace(JUDGE, settled=lambda game: False), 1000)
    never.tried(0, Rest())
    assert never.budget.left == 1000 - 1 - 400


# ---------------------------------------------------------------------- filling in


def test_a_list_by_commas_names_forty_things_at_most() -> None:
    assert len(drafts.listed(",".join(["x"] * 40))) == 40
    with pytest.raises(Illegal, match="That names 41 things; name at most 40"):
        drafts.listed(",".join(["x"] * 41))


def test_chance_gives_up_after_thirty_drafts() -> None:
    asked = []

    def nothing(_: Draft) -> list[Choice]:
        asked.append(1)
        return []

    assert drafts.any_of([Offer(Pick, "Pick", (Field("last", "And?", nothing),))], Random(1)) is None
    assert len(asked) == 30


def test_a_plan_tries_forty_ways_and_forms_two_thousand(monkeypatch: pytest.MonkeyPatch) -> None:
    table = race()
    seat, tried = runner(table), []
    request = Request(seat, "LEG", "?", (picking(3, 3, 60),), Rest)

    def refused(*about: Any) -> Action:
        tried.append(about[-1])
        raise Illegal("No.")

    monkeypatch.setattr(orders, "_taken", refused)
    monkeypatch.setattr(Table, "request", lambda *_: request)
    entry = Entry(action={"action": "pick"})
    (why,) = orders.decide(table, seat, Plan("LEG", (entry,))).why
    assert len(tried) == 40 and why.text == "No."
    assert len([*orders._formed(table.rules, picking(1, 1, 3000), entry)]) == 2000


# ---------------------------------------------------------------------- the flow, and records


def test_ten_thousand_steps_without_a_decision_are_endless() -> None:
    class Circle:
        answers_itself, times = False, 0

        def proceed(self, game: object) -> bool:
            Circle.times += 1
            return True

    game = Table.new(RULES, "g", ["ann", "ben"], RULES.options("high", {}), b"key").game
    game.state.steps.append(Circle())
    with pytest.raises(DeadEnd):
        game.flow()
    assert Circle.times == 10_000


def test_a_record_of_64_megabytes_is_read_and_a_longer_one_is_not(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    for more, says in ((0, "is not a transcript"), (1, "too large")):
        with file.open("wb") as writing:
            writing.truncate(2**26 + more)
        with pytest.raises(Exception, match=says):
            transcript.load(file)


def test_a_hash_is_looked_for_from_sixteen_digits_on() -> None:
    known = ["a" * 64, "b" * 64]
    assert transcript.found_head(known, "b" * 16) == 1
    with pytest.raises(transcript.Mismatch, match="Give at least 16 digits"):
        transcript.found_head(known, "b" * 15)


# ---------------------------------------------------------------------- what is taken for granted


def test_tables_are_careful_unless_they_are_told_otherwise() -> None:
    """Invariants are looked at after every action, also where a table was restored."""
    rules = relay()
    table = race(rules)
    restored = Table.restore(rules, table.snapshot(), bytes(32))
    trusting = Table.restore(rules, table.snapshot(), bytes(32), careful=False)
    rules.problems = unsound
    for careful in (table, restored):
        with pytest.raises(BrokenInvariant):
            careful.act(runner(careful), Rest())
    trusting.act(runner(trusting), Rest())
    with pytest.raises(BrokenInvariant):
        Table.new(rules, "g", ["s1", "s2"], rules.options("base", {}), bytes(32)).act("s1", Pledge())


def test_a_simulated_game_is_the_first_of_its_seed_and_careful() -> None:
    played = simulation.play(RULES, RULES.options("high", {}), 2, seed=4)
    assert played.transcript.game_id == "sim-4-0"
    rules = relay()
    rules.problems = unsound
    with pytest.raises(BrokenInvariant):
        simulation.play(rules, rules.options("base", {}), 2, seed=1)


def test_dice_begin_at_the_first_number_and_lie_open() -> None:
    dice = Dice(b"key", "g")
    assert dice.counter == 0
    dice.roll(6, "open")
    dice.pick(["a", "b"], "open too")
    dice.roll(6, "secret", hidden=True)
    assert [(draw.counter, draw.hidden) for draw in dice.drawn] == [(1, False), (2, False), (3, True)]


# ---------------------------------------------------------------------- what is told


def test_eight_faults_of_a_file_are_told_and_how_many_more_there_are() -> None:
    faults = [f"Line {number}: wrong." for number in range(10)]
    assert str(BadFigures(faults[:8])).splitlines() == faults[:8]
    assert str(BadFigures(faults)).splitlines() == [*faults[:8], "... and 2 more."]


class Look(msgspec.Struct):
    """A view."""

    things: dict[str, dict[str, int]]


def test_eight_changes_of_an_edit_are_told_and_how_many_more_there_are() -> None:
    before, known = Look({}), {f"thing{number}": f"Thing {number}" for number in range(9)}
    for number, told in ((8, 8), (9, 9)):
        after = Look({name: {"size": 1} for name in [*known][:number]})
        found = edits._changes(Rest(), before, after, known)
        assert len(found) == told and (found[-1] == "And 1 more.") is (number == 9)


class Shy:
    """Lets the deals of High Card fit to what is seen at a certain try only."""

    def __init__(self, fits: int) -> None:
        self.fits, self.tried = fits, 0
        self.rules = replace(RULES, sight=replace(RULES.sight, is_possible=self.is_possible))

    def is_possible(self, game: Game[State]) -> bool:
        """Ask nobody unless it is the right try."""
        self.tried += 1
        if self.tried != self.fits:
            game.state.steps.clear()
        return True


def test_a_hundred_deals_are_tried_until_one_fits_to_whom_the_game_waits_for() -> None:
    for fits in (1, 3):
        shy = Shy(fits)
        table = Table.new(shy.rules, "g", ["ann", "ben"], shy.rules.options("high", {}), b"key")
        assert len(table.world("ann", 1).requests()) == 2
        assert shy.tried == fits


def test_where_no_deal_fits_plans_ask_and_players_follow_habit() -> None:
    shy = Shy(0)
    table = Table.new(shy.rules, "g", ["ann", "ben"], shy.rules.options("high", {}), b"key")
    with pytest.raises(NoWorld, match="cannot look ahead"):
        table.world("ann", 1)
    assert shy.tried == 100
    plan = Plan(table.asked("ann").decision, (Entry("default"),), otherwise=IfNothingFits.DEFAULT)
    assert orders.choose(table, "ann", plan).action is None
    judge = Judge(lambda game, seat: 0.0, turn=id, horizon=lambda game, seat: bool, habit=RandomPlayer(), prize=1.0)
    for player in (OnePly(judge), Plans(judge)):
        assert table.objection("ann", Seated(player).choose(table, "ann")) is None


class Pile(Action, frozen=True):
    """Name any number of things."""

    things: list[str]


def test_a_list_of_thousands_is_refused_before_anybody_looks_at_it(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[object] = []
    objection = lambda game, seat, kind, action: looked.append(action)  # noqa: E731
    rules = replace(RULES, offering=Offering(objection=objection))
    table = Table.new(rules, "g", ["ann", "ben"], rules.options("high", {}), b"key")
    monkeypatch.setattr(rules, "edit", lambda game, edit, told=False: looked.append(edit))
    many = Pile(["card"] * 5_000)
    for seat, action in (("ann", many), (MASTER, many), (MASTER, Overrule(many))):
        with pytest.raises(Illegal, match="names 5000 things at once; name at most 300"):
            table.act(seat, action)
    assert not looked
    with pytest.raises(Illegal) as refused:
        table.act("ann", Pile(["card"] * 300))
    assert "at once" not in str(refused.value) and looked

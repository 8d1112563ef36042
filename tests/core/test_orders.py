"""Plans: the first entry that fits, open ends, conditions, and what is left once a plan has answered."""

import dataclasses
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.core import orders
from engine.core.actions import Action, Choice, Draft, Field, Offer, Request
from engine.core.chapter import Chapter
from engine.core.errors import Illegal
from engine.core.orders import Entry, IfNothingFits, Plan, Scope, Term, Then
from engine.core.parts import Offering
from engine.core.steps import Step
from engine.core.table import Table
from tests.harness import as_kind
from tests.harness.rows import rows
from tests.referee.relay import MUD, SET_UP, Advance, Carry, Pledge, Relay, RelayRules, Rest, deal, relay

KEY = b"plans".ljust(32, b".")
RUN, WALK = Entry(action=orders.whole(Advance("run"))), Entry(action=orders.whole(Advance("walk")))
OPEN = Entry(action={"action": "advance"})


@pytest.fixture
def table() -> Table:
    """A race that has begun, before its first leg."""
    rules = relay()
    table = Table.new(rules, "g", ["s1", "s2"], rules.options("base", {}), KEY)
    for seat in ("s1", "s2"):
        table.act(seat, Pledge())
    return table


def runner(table: Table) -> str:
    """Whose leg it is."""
    return table.requests()[0].seat


def test_the_first_entry_that_fits_is_taken(table: Table) -> None:
    fly = Entry(action=orders.whole(Advance("fly")))
    chosen = orders.choose(table, runner(table), Plan("LEG", (fly, RUN, WALK)))
    assert (chosen.action, chosen.place) == (Advance("run"), 1)
    (why,) = chosen.why
    assert why.impossible and "walk or run" in why.text


def test_an_open_end_is_filled_in_by_what_is_offered_first(table: Table) -> None:
    assert orders.choose(table, runner(table), Plan("LEG", (OPEN,))).action == Advance("walk")


def test_conditions_must_hold_all(table: Table) -> None:
    early, fresh = Term("early", {"laps": "1"}), Term("fresh")
    plan = Plan("LEG", (Entry(action=RUN.action, terms=(early, fresh)), WALK))
    assert orders.choose(table, runner(table), plan).action == Advance("run")
    table.act(runner(table), Advance("walk"))
    chosen = orders.choose(table, runner(table), plan)
    assert chosen.action == Advance("walk") and not chosen.why[0].impossible
    assert chosen.why[0].text == "Its condition is not met: only if nobody has moved."


def test_what_is_no_condition_here_does_not_hold(table: Table) -> None:
    chosen = orders.choose(table, runner(table), Plan("LEG", (Entry("default", terms=(Term("sunny"),)),)))
    assert chosen.action is None and chosen.why[0].impossible


def test_a_default_may_wait_for_a_condition(table: Table) -> None:
    plan = Plan("LEG", (Entry("default", terms=(Term("fresh"),)),))
    assert orders.choose(table, runner(table), plan).action == Rest()
    assert orders.choose(table, runner(table), Plan("LEG", (Entry("decline"),))).action == Rest()


def test_without_an_entry_that_fits_the_player_is_asked_or_the_default_taken(table: Table) -> None:
    fly = Entry(action=orders.whole(Advance("fly")))
    assert orders.choose(table, runner(table), Plan("LEG", (fly,))).action is None
    plan = Plan("LEG", (fly,), otherwise=IfNothingFits.DEFAULT)
    chosen = orders.choose(table, runner(table), plan)
    assert (chosen.action, chosen.place) == (Rest(), None)


def test_a_plan_for_another_question_answers_nothing(table: Table) -> None:
    assert orders.choose(table, runner(table), Plan("PLEDGE", (Entry("default"),))).action is None
    other = next(seat for seat in table.seats if seat != runner(table))
    assert orders.choose(table, other, Plan("LEG", (RUN,))).action is None


def test_what_would_happen_now_is_seen_on_a_table_of_ones_own(table: Table) -> None:
    before = table.hash()
    other = next(seat for seat in table.seats if seat != runner(table))
    world = orders.foreseen(table, other, "LEG")
    assert world is not None and orders.decide(world, other, Plan("LEG", (RUN,))).action == Advance("run")
    assert orders.foreseen(table, other, "PLEDGE") is None and orders.foreseen(table, other, "DINNER") is None
    assert table.hash() == before


@rows(
    "scope, then, left",
    [
        (Scope.QUESTION, Then.AGAIN, None),
        (Scope.ROUND, Then.NEXT, (WALK,)),
        (Scope.ALWAYS, Then.AGAIN, (RUN, WALK)),
        (Scope.ALWAYS, Then.STOP, None),
    ],
)
def test_scope_and_sequel_say_what_is_left(scope: Scope, then: Then, left: tuple[Entry, ...] | None) -> None:
    first = msgspec.structs.replace(RUN, then=then)
    plan = Plan("LEG", (first, WALK), scope)
    found = orders.left(plan, 0)
    assert (found and tuple(msgspec.structs.replace(e, then=Then.NEXT) for e in found.entries)) == left


def test_only_the_entry_that_has_answered_goes() -> None:
    again = [replace(entry, then=Then.NEXT) for entry in (RUN, WALK, OPEN)]
    plan = Plan("LEG", tuple(again), scope=Scope.ROUND)
    assert [as_kind(Plan, orders.left(plan, place)).entries for place in range(3)] == [
        (again[1], again[2]), (again[0], again[2]), (again[0], again[1])
    ]  # fmt: skip


def test_the_last_entry_ends_a_plan_and_a_default_does_not() -> None:
    assert orders.left(Plan("LEG", (RUN,), Scope.ALWAYS), 0) is None
    plan = Plan("LEG", (RUN,), Scope.ROUND, IfNothingFits.DEFAULT)
    assert orders.left(plan, None) == plan
    assert orders.left(msgspec.structs.replace(plan, scope=Scope.QUESTION), None) is None


def test_an_open_end_has_a_most() -> None:
    squires = [Choice(str(number), str(number)) for number in range(2, 6)]
    assert [choice.value for choice in orders.up_to(squires, "3")] == ["2", "3"]
    assert orders.up_to(squires, "1") == [] and orders.up_to(squires, None) == squires
    assert orders.up_to(squires, "9") == squires


def test_a_plan_is_said_in_words(table: Table) -> None:
    offer = table.offer(runner(table), "advance")
    known = table.rules.plans.conditions(table.game, "s1", offer)
    entry = msgspec.structs.replace(RUN, terms=(Term("early", {"laps": "2"}),))
    assert orders.entry_words(offer, entry, known) == "Advance: run, while 2 laps at most are run"
    assert orders.entry_words(None, entry) == "advance: pace run, if early 2"
    assert orders.entry_words(offer, msgspec.structs.replace(OPEN, most={"pace": "walk"})) == (
        "Advance: pace up to walk, but no more than needed"
    )
    assert orders.entry_words(None, Entry("default")) == "give the default answer"


def test_an_action_that_is_no_answer_to_the_question_is_named(table: Table) -> None:
    chosen = orders.choose(table, runner(table), Plan("LEG", (Entry(action=orders.whole(Pledge("2"))),)))
    (why,) = chosen.why
    assert why.impossible and why.text.startswith("'pledge' is no answer to: Lap 1: move.")


def test_after_so_many_refusals_nothing_more_is_tried(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = runner(table)
    table.arrange(Carry(seat, MUD))
    monkeypatch.setattr("tests.referee.relay.PACES", ("run", "walk"))
    assert orders.choose(table, seat, Plan("LEG", (OPEN,))).action == Advance("walk")
    monkeypatch.setattr(orders, "MAX_TRIED", 1)
    (why,) = orders.choose(table, seat, Plan("LEG", (OPEN,))).why
    assert why.impossible and why.text == "Nobody runs in the mud; walk. [RELAY-2]"


def test_a_question_is_declined_by_what_needs_no_words_or_by_its_default(table: Table) -> None:
    rules = relay()
    moving = table.asked(runner(table))
    assert orders.refusal(rules, moving) == Rest()
    assert orders.refusal(rules, msgspec.structs.replace(moving, default=lambda: Advance("walk"))) == Rest()
    pledging = Table.new(rules, "g", ["s1", "s2"], rules.options("base", {}), KEY).asked("s1")
    with pytest.raises(Illegal, match="This cannot be declined: Pledge your laps"):
        orders.refusal(rules, pledging)
    rules.offering = Offering(refusals=(Pledge,))
    assert orders.refusal(rules, pledging) == Pledge()


def test_where_a_default_is_taken_the_reasons_of_all_entries_are_told(table: Table) -> None:
    fly = Entry(action=orders.whole(Advance("fly")))
    tired = msgspec.structs.replace(RUN, terms=(Term("sunny"),))
    chosen = orders.choose(table, runner(table), Plan("LEG", (fly, tired), otherwise=IfNothingFits.DEFAULT))
    assert (chosen.action, chosen.place, len(chosen.why)) == (Rest(), None, 2)


def test_a_question_that_is_not_asked_now_is_no_impossible_answer(table: Table) -> None:
    """It may come another time, so that the entry stays."""
    other = next(seat for seat in table.seats if seat != runner(table))
    for seat, decision in ((other, "LEG"), (runner(table), "PLEDGE")):
        (why,) = orders.choose(table, seat, Plan(decision, (RUN,))).why
        assert not why.impossible and why.text == "This question is not open now."


# ---------------------------------------------------------------------- open lists


class Load(Action, frozen=True):
    """Carry things somewhere before one runs."""

    things: list[str]
    where: str = ""


class Loading(Step):
    """The first runner loads; no more than `room` things, and no fewer than `need`."""

    def requests(self, game: Relay) -> list[Request]:
        """Ask him."""

        def left(draft: Draft) -> list[Choice]:
            names = [name for name in ("axe", "bow", "cup") if name not in draft["things"]]
            return [Choice(name, name) for name in names]

        where = [Choice("cart", "cart"), Choice("mule", "mule")]
        fields = (Field("things", "What?", left, many=True), Field("where", "Where?", lambda _: where, least=0))
        return [Request(game.runners[0], "LOAD", "Load.", (Offer(Load, "Load", fields),), lambda: Load(["axe"]))]

    def act(self, game: Relay, seat: str, action: Load) -> None:
        """Two things need a cart or a mule, and one is not enough."""
        if len(action.things) < 2:
            raise Illegal("One thing is not enough.", "RELAY-3")
        if not action.where:
            raise Illegal("Nobody carries two things; take a cart or a mule.", "RELAY-4")
        game.pop(self)


def laden(game: Relay) -> None:
    """Deal, and let the first runner load something first."""
    deal(game)
    game.push(Loading())


def caravan() -> RelayRules:
    """Return the race in which the first runner has something to load."""
    return relay(Chapter(steps=(Loading,), actions=(Load,)), set_up=dataclasses.replace(SET_UP, deal=laden))


def loads(most: dict[str, str], **said: Any) -> Action | None:
    """How a plan loads that has said so much."""
    rules = caravan()
    table = Table.new(rules, "g", ["s1", "s2"], rules.options("base", {}), KEY)
    entry = Entry(action={"action": "load", **said}, most=most)
    return orders.choose(table, runner(table), Plan("LOAD", (entry,))).action


def test_an_open_list_grows_by_what_is_offered_first_until_it_can_be_done() -> None:
    """Of each list nothing is tried before what optional is answered, the first values first."""
    assert loads({}) == Load(["axe", "bow"], "cart")
    assert loads({}, where="mule") == Load(["axe", "bow"], "mule")
    assert loads({}, things=["cup", "bow"]) == Load(["cup", "bow"], "cart")
    assert loads({"where": "cart"}, things=["cup"]) is None
    assert loads({}, where="ship") is None and loads({}, things=["axe", "axe"]) is None

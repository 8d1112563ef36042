"""Plans, for every game: what is said ahead is what is done, and nothing that a seat may not know decides it."""

from collections import Counter
from random import Random

import msgspec
import pytest

from engine.core import orders, redeal
from engine.core.actions import MASTER, Action, Offer
from engine.core.computer.players import RandomPlayer, Seated
from engine.core.conditions import Condition
from engine.core.drafts import any_of, at_random, fill
from engine.core.orders import Entry, IfNothingFits, Plan, Term
from engine.core.table import Table
from tests.conformance.tables import GAMES, by_day, every_title, moments, opened


@every_title
@pytest.mark.parametrize("questions", [35, pytest.param(90, marks=pytest.mark.nightly)])
def test_what_is_said_one_question_early_is_what_is_done(game: str, variant: str, questions: int) -> None:
    """The same game, number by number, whether random players act or have said before what they do."""
    acting, planning = opened(GAMES[game], variant, 3), opened(GAMES[game], variant, 3)
    player = Seated(RandomPlayer(meddles=0), 21)
    for number in range(questions):
        if acting.result is not None:
            break
        request = acting.requests()[number % len(acting.requests())]
        seat = request.seat
        action = request.default() if seat == MASTER else player.choose(acting, seat)
        plan = Plan(request.decision, (Entry(action=orders.whole(action)),))
        plan = msgspec.json.decode(msgspec.json.encode(plan), type=Plan)
        outcome = acting.act(seat, action)
        said = planning.act(seat, action if seat == MASTER else _answer(planning, seat, plan))
        assert (said.draws, said.events) == (outcome.draws, outcome.events)
        assert planning.hash() == acting.hash()


def _answer(table: Table, seat: str, plan: Plan) -> Action:
    chosen = orders.choose(table, seat, plan)
    assert chosen.action is not None and chosen.place == 0, chosen.why
    return chosen.action


@every_title
@by_day(12, 2)
def test_an_action_with_open_ends_is_filled_in_and_legal(game: str, variant: str, every: int) -> None:
    answered = 0
    for number, (_, table) in enumerate(moments(game, variant, every)):
        request = table.requests()[number % len(table.requests())]
        offers = [offer for offer in request.offers if not offer.drastic]
        if request.seat == MASTER or not offers:
            continue
        offer = offers[number % len(offers)]
        chosen = orders.choose(table, request.seat, Plan(request.decision, (Entry(action={"action": offer.tag}),)))
        if chosen.action is not None:
            answered += 1
            assert isinstance(chosen.action, offer.action) and table.objection(request.seat, chosen.action) is None
    assert answered > 10


@every_title
@by_day(28, 6)
def test_a_plan_knows_no_more_than_its_seat(game: str, variant: str, every: int) -> None:
    """Two states that differ in what a seat may not know lead its plan to the same choice, for the same reasons."""
    rules = GAMES[game]
    chance = Random(17)
    came = Counter[bool]()
    for number, table in moments(game, variant, every):
        request = table.requests()[number % len(table.requests())]
        if request.seat == MASTER:
            continue
        plan = _plan(table, request.seat, chance)
        state = redeal.world(rules, table.game, request.seat, Random(number))
        other = Table(rules, rules.game(state, table.game.dice))
        chosen = orders.choose(table, request.seat, plan)
        assert chosen == orders.choose(other, request.seat, plan)
        came[chosen.action is not None] += 1
        if chosen.action is not None:
            assert table.objection(request.seat, chosen.action) is None
    assert came[True] > 5


def _plan(table: Table, seat: str, chance: Random) -> Plan:
    """A plan of some random entries for what a seat is asked, each with a random condition if there is one."""
    request = table.request(seat)
    assert request is not None
    entries = []
    offers = [offer for offer in request.offers if not offer.drastic]
    for action in filter(None, (any_of(offers, chance) for _ in range(3))):
        offer = next(offer for offer in offers if isinstance(action, offer.action))
        said = {name: v for name, v in orders.whole(action).items() if name == "action" or chance.random() < 0.8}
        entries.append(Entry(action=said, terms=_terms(table, seat, offer, chance)))
    entries.append(Entry("decline"))
    return Plan(request.decision, tuple(entries), otherwise=chance.choice(list(IfNothingFits)))


def _terms(table: Table, seat: str, offer: Offer, chance: Random) -> tuple[Term, ...]:
    known = table.rules.plans.conditions(table.world(seat, orders.SEED).game, seat, offer)
    return (_said(chance.choice(known), chance),) if known else ()


def _said(condition: Condition, chance: Random) -> Term:
    draft = fill(Offer(Action, "", condition.fields), at_random(chance))
    assert draft is not None, f"nothing can be said of {condition.id}"
    return Term(condition.id, draft)


@every_title
@by_day(22, 5)
def test_conditions_have_words_and_hold_or_not(game: str, variant: str, every: int) -> None:
    """Every condition that is offered can be said in words with nothing left open, and answered yes or no."""
    chance, player = Random(5), Seated(RandomPlayer(meddles=0), 3)
    rules = GAMES[game]
    for _, table in moments(game, variant, every):
        request = table.requests()[0]
        if request.seat == MASTER:
            continue
        action = player.choose(table, request.seat)
        for offer in (offer for offer in request.offers if isinstance(action, offer.action)):
            known = rules.plans.conditions(table.world(request.seat, orders.SEED).game, request.seat, offer)
            assert len({condition.id for condition in known}) == len(known)
            for condition in known:
                term = _said(condition, chance)
                words = condition.said(term.said)
                assert words.split()[0] in ("while", "only", "if") and "<" not in words and "…" not in words
                draft = msgspec.structs.asdict(action)
                assert condition.holds(table.view(request.seat), draft, term.said) in (True, False)


@every_title
@by_day(40, 20)
def test_a_question_can_be_looked_at_before_it_comes(game: str, variant: str, every: int) -> None:
    """What a seat would be asked if it were its turn has offers, and a plan for it is answered from them."""
    ahead = [decision for decision, known in GAMES[game].plans.plannable.items() if known.ahead]
    seen = 0
    for _, table in moments(game, variant, every):
        for seat in table.seats:
            for decision in ahead:
                world = orders.foreseen(table, seat, decision)
                if world is not None:
                    seen += 1
                    assert world.asked(seat).decision == decision
                    default = Plan(decision, (Entry("default"),))
                    assert orders.decide(world, seat, default).action is not None
    assert bool(seen) == bool(ahead)


@every_title
def test_the_seats_before_ones_turn_begin_with_whose_turn_it_is(game: str, variant: str) -> None:
    rules = GAMES[game]
    for _, table in moments(game, variant, 6):
        following = rules.pace.next_seat(table.game)
        for seat in table.seats:
            before = list(rules.pace.seats_before(table.game, seat))
            assert seat not in before and len(set(before)) == len(before)
            assert seat != following or len(before) <= 1

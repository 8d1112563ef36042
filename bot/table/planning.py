"""Plans at a running table: finding those for a question, the time of their answer, and their end. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from bot.store.payloads import Call
from bot.store.rows import PlanRecord
from bot.table.live_game import LiveGame
from engine.core import orders
from engine.core.actions import Offer, tag_of
from engine.core.events import name_seats
from engine.core.orders import Entry, IfNothingFits, Scope, Then
from engine.core.table import Table

SCOPES = {
    Scope.QUESTION: "for the next question of this kind only",
    Scope.ROUND: "until the end of the round in which this comes up",
    Scope.ALWAYS: "until you delete it",
}
SEQUELS = {
    Then.NEXT: "used once; the next question gets your next answer",
    Then.AGAIN: "used every time",
    Then.STOP: "used once; then I ask you again",
}
FALLBACKS = {
    IfNothingFits.ASK: "if nothing fits, I ask you",
    IfNothingFits.DEFAULT: "if nothing fits, I give the default answer, which is a safe one",
}


def plans_for(live: LiveGame, call: Call, plans: Sequence[PlanRecord]) -> list[PlanRecord]:
    """Return the plans for a question, without those in which nothing fits now."""
    prompt = name_seats(call.prompt, live.names).casefold()
    mine = [plan for plan in plans if (plan.seat, plan.decision) == call.key and plan.passed != live.table.version]
    return [plan for plan in mine if plan.words.casefold() in prompt]


def at_once(live: LiveGame, call: Call, fitting: Sequence[PlanRecord]) -> bool:
    """Tell whether the answer of the plans for a question comes at once: it need not hide that it was given ahead.

    Somebody's usual answer does not: it would tell them from somebody who decides each time.
    """
    if any(plan.usual for plan in fitting):
        return False
    known = live.table.rules.plans.plannable.get(call.decision)
    open_turn = known is not None and known.in_turn and not call.secret and not call.together
    return live.game.pace.fast_plans or open_turn


@dataclass(frozen=True)
class Rounds:
    """What has become of plans that last for a round: those whose round has begun, as they are now, and is over."""

    begun: list[PlanRecord]
    over: list[PlanRecord]


def rounds(live: LiveGame, waiting: Sequence[Call], plans: Sequence[PlanRecord]) -> Rounds:
    """Return the plans for a round whose question has come for the first time, and those whose round is over."""
    now = live.table.rules.pace.round(live.table.game)
    asked = {call.key for call in waiting}
    lasting = [plan for plan in plans if plan.scope is Scope.ROUND]
    begun = [replace(plan, round=now) for plan in lasting if not plan.round and (plan.seat, plan.decision) in asked]
    return Rounds(begun, [plan for plan in lasting if plan.round not in ("", now)])


# ---------------------------------------------------------------------- in words


def words(live: LiveGame, plan: PlanRecord) -> str:
    """Return a plan in a line: its question, its entries in order, and how long it lasts."""
    world = orders.seen(live.table, plan.seat) if any(entry.terms for entry in plan.entries) else live.table
    said = " — else ".join(entry_words(live, world, plan.seat, entry) for entry in plan.entries)
    return f"{question_words(live, plan)} → {said}; {SCOPES[plan.scope]}; {FALLBACKS[plan.otherwise]}"


def question_words(live: LiveGame, plan: PlanRecord) -> str:
    """Return the question of a plan in words."""
    asked = live.table.rules.plans.plannable.get(plan.decision)
    question = asked.words if asked else plan.decision
    question = f"{question}: your usual answer" if plan.usual else question
    return f"{question} (with “{plan.words}” in it)" if plan.words else question


def entry_words(live: LiveGame, world: Table | None, seat: str, entry: Entry) -> str:
    """Return an entry in words, by what a table of the seat's own offers, or by names alone where there is none."""
    offer = offer_for(world, seat, entry) if world else None
    known = world.rules.plans.conditions(world.game, seat, offer) if world and offer and entry.terms else ()
    names = live.table.rules.vocabulary(live.table.game) if entry.action else {}
    said = orders.entry_words(offer if offer and offer.label else None, entry, known, names)
    return said if entry.then is Then.NEXT else f"{said}, {SEQUELS[entry.then]}"


def offer_for(world: Table, seat: str, entry: Entry) -> Offer | None:
    """Return the offer that an entry answers, or one of its kind without words and questions; None for no action."""
    if entry.answer != "action":
        return Offer(world.rules.actions[0], "")
    tag = str(entry.action.get("action", ""))
    request = world.request(seat)
    asked = next((offer for offer in request.offers if offer.tag == tag), None) if request else None
    kinds = (kind for kind in world.rules.actions if tag_of(kind) == tag)
    return asked or next((Offer(kind, "") for kind in kinds), None)

"""Plans: answers that a player gives ahead, and their use when the question comes.

A `Plan` is a list of entries for one kind of question, in order of preference. `choose` looks for the first entry whose
conditions hold and whose action the gate would take. It looks at a table that the seat cannot tell from the true one
(`Table.world`), so that a plan never knows more than its owner.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from engine.core import drafts
from engine.core.actions import Action, Choice, Field, Offer, Request, tag_of
from engine.core.conditions import Condition
from engine.core.errors import Illegal, NoWorld, allows
from engine.core.rules import Rules
from engine.core.table import Table

SEED = 1
"""The seed of the worlds in which plans are looked at: every look at the same table finds the same."""

MAX_TRIED = 40
"""The number of ways to fill in an entry's open fields that are tried at the gate."""

MAX_FORMED = 2000
"""The number of ways to fill in an entry's open fields that are generated."""

NO_NAMES: Mapping[str, str] = {}

Answers = Literal["default", "decline", "action"]


class Scope(StrEnum):
    """How long a plan lasts."""

    QUESTION = "question"
    """Until its question has come once."""
    ROUND = "round"
    """To the end of the round in which its question comes next."""
    ALWAYS = "always"
    """Until its owner takes it back."""


class Then(StrEnum):
    """The fate of a plan after an entry has answered, within the plan's scope."""

    NEXT = "next"
    """The entry is done with; the others are for the next question."""
    AGAIN = "again"
    """The entry answers the next question, too."""
    STOP = "stop"
    """The plan is over, and its owner is asked."""


class IfNothingFits(StrEnum):
    """The answer if no entry fits."""

    ASK = "ask"
    DEFAULT = "default"


class Term(msgspec.Struct, frozen=True):
    """A condition of an entry."""

    condition: str
    """The id of the condition."""

    said: dict[str, Any] = {}
    """The answers, by field."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One answer of a plan, with its conditions."""

    answer: Answers = "action"
    """Whether that is an action, the default of the question, or to decline it."""

    action: dict[str, Any] = {}
    """The action as plain data, with its tag under "action"; fields that are not in it are open."""

    most: dict[str, str] = {}
    """The last values that are wanted of open fields: those up to them are tried, in the order of the choices."""

    terms: tuple[Term, ...] = ()
    """The conditions, all of which must hold."""

    then: Then = Then.NEXT
    """What becomes of the plan once this has answered."""


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player's answers to a question of one kind."""

    decision: str
    """The id of the question, as in Request."""

    entries: tuple[Entry, ...] = ()
    """Their answers, in order of preference."""

    scope: Scope = Scope.QUESTION
    """How long the plan lasts."""

    otherwise: IfNothingFits = IfNothingFits.ASK
    """The answer if no entry fits."""


@dataclass(frozen=True, slots=True)
class Why:
    """Why an entry does not fit."""

    text: str
    """The reason, in a sentence."""

    impossible: bool
    """Whether the answer is impossible now; else a condition does not hold."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The result of a plan for a question."""

    action: Action | None = None
    """The answer; None for nothing."""

    place: int | None = None
    """The place of the entry that does it; None for the default."""

    why: tuple[Why, ...] = ()
    """Why the entries before that one, or all, do not fit."""


# ---------------------------------------------------------------------- looking for an answer


def choose(table: Table, seat: str, plan: Plan) -> Chosen:
    """Return a plan's answer to a seat's open request, chosen from the seat's view alone.

    Choose nothing if no entry fits and the plan does not fall back on the default, or if lookahead is impossible.
    """
    try:
        world = table.world(seat, SEED)
    except NoWorld as blind:
        return Chosen(why=tuple(Why(str(blind), impossible=False) for _ in plan.entries))
    return decide(world, seat, plan)


def decide(world: Table, seat: str, plan: Plan) -> Chosen:
    """Choose like `choose` at a table without hidden knowledge, such as one of `foreseen`."""
    request = world.request(seat)
    if request is None or request.decision != plan.decision:
        return Chosen(why=tuple(Why("This question is not open now.", impossible=False) for _ in plan.entries))
    reasons: list[Why] = []
    for place, entry in enumerate(plan.entries):
        by_entry = _by_entry(world, seat, request, entry)
        if isinstance(by_entry, Action):
            return Chosen(by_entry, place, tuple(reasons))
        reasons.append(by_entry)
    default = request.default() if plan.otherwise is IfNothingFits.DEFAULT else None
    return Chosen(default, None, tuple(reasons))


def seen(table: Table, seat: str) -> Table | None:
    """Return a table with everything hidden from a seat dealt again; None if no deal fits."""
    try:
        return table.world(seat, SEED)
    except NoWorld:
        return None


def foreseen(table: Table, seat: str, decision: str) -> Table | None:
    """Return a table on which a seat is asked a question as if it came now; None if that is impossible.

    The table is like the true one in all that the seat knows, and in nothing else.
    """
    known = table.rules.plans.plannable.get(decision)
    if table.result is not None or known is None:
        return None
    world = seen(table, seat)
    if world is None:
        return None
    if not _asks(world, seat, decision):
        if known.ahead is None:
            return None
        world.game.cache = None
        if not allows(known.ahead, world.game, seat):
            return None
        world = Table(world.rules, world.game, careful=False)
    return world if _asks(world, seat, decision) else None


def _asks(table: Table, seat: str, decision: str) -> bool:
    request = table.request(seat)
    return request is not None and request.decision == decision


def _by_entry(world: Table, seat: str, request: Request, entry: Entry) -> Action | Why:
    """Return the action by which an entry answers, or why it does not."""
    try:
        if entry.answer != "action":
            return _plain(world, seat, request, entry)
        return _acted(world, seat, request, entry)
    except Illegal as objection:
        return Why(str(objection), impossible=True)


def _plain(world: Table, seat: str, request: Request, entry: Entry) -> Action | Why:
    """Take the default, or say no."""
    action = request.default() if entry.answer == "default" else refusal(world.rules, request)
    offer = next((offer for offer in request.offers if isinstance(action, offer.action)), Offer(type(action), ""))
    draft = msgspec.structs.asdict(action)
    return _unmet(world, seat, offer, entry, draft) or _taken(world, seat, action)


def _acted(world: Table, seat: str, request: Request, entry: Entry) -> Action | Why:
    """Take the action of an entry, its open ends filled in by the first values with which it can be done."""
    tag = entry.action.get("action")
    offers = [offer for offer in request.offers if offer.tag == tag]
    if not offers:
        raise Illegal(f"'{str(tag).replace('_', ' ')}' is no answer to: {request.prompt}")
    reason = Why("It names something that can no longer be chosen.", impossible=True)
    tried = 0
    for offer in offers:
        for draft in _formed(world.rules, offer, entry):
            if unmet := _unmet(world, seat, offer, entry, draft):
                reason = unmet
                continue
            try:
                return _taken(world, seat, msgspec.convert(draft, type=offer.action))
            except Illegal as objection:
                reason = Why(_named(world, str(objection)), impossible=True)
            tried += 1
            if tried == MAX_TRIED:
                return reason
    return reason


def _named(world: Table, reason: str) -> str:
    """Return a reason with names in place of the ids that it quotes: those of a plan are nobody's own words."""
    known = world.rules.vocabulary(world.game)
    return re.sub(r"'(\w+)'", lambda quote: str(known.get(quote[1], quote[0])), reason)


def _taken(world: Table, seat: str, action: Action) -> Action:
    """Return an action that the gate would take; raises Illegal with its objection."""
    if objection := world.objection(seat, action):
        raise objection
    return action


def _unmet(world: Table, seat: str, offer: Offer, entry: Entry, draft: dict[str, Any]) -> Why | None:
    """Return the first condition of an entry that does not hold."""
    if not entry.terms:
        return None
    known = {condition.id: condition for condition in world.rules.plans.conditions(world.game, seat, offer)}
    for term in entry.terms:
        condition = known.get(term.condition)
        if condition is None:
            return Why("One of its conditions does not apply to this question.", impossible=True)
        if not condition.holds(world.view(seat), draft, term.said):
            return Why(f"Its condition is not met: {condition.said(term.said)}.", impossible=False)
    return None


def refusal(rules: Rules[Any], request: Request) -> Action:
    """Return the answer that says no: one that needs no more words, or the default if that is one."""
    for offer in request.offers:
        if issubclass(offer.action, rules.offering.refusals) and drafts.question(offer, {}) is None:
            return drafts.build(offer, {})
    default = request.default()
    if isinstance(default, rules.offering.refusals):
        return default
    raise Illegal(f"This cannot be declined: {request.prompt}")


# ---------------------------------------------------------------------- open ends


def _formed(rules: Rules[Any], offer: Offer, entry: Entry) -> Iterator[dict[str, Any]]:
    """Yield the actions that an entry may mean, the cheapest first; raises Illegal for what cannot be read."""
    said = {name: value for name, value in entry.action.items() if name != "action"}
    if set(offer.action.__struct_fields__) <= set(said):
        yield msgspec.structs.asdict(rules.codec.decode_action(entry.action))
        return
    yield from islice(_filled(offer, {}, said, entry.most), MAX_FORMED)


def _filled(
    offer: Offer, draft: dict[str, Any], said: dict[str, Any], most: dict[str, str]
) -> Iterator[dict[str, Any]]:
    field = drafts.question(offer, draft)
    if field is None:
        yield draft
        return
    if field.name in said:
        values = [said[field.name]]
    elif field.many:
        values = list(_lists(field, draft))
    else:
        nothing = [""] if field.least == 0 else []
        values = nothing + [choice.value for choice in up_to(field.choices(draft), most.get(field.name))]
    for value in values:
        picks = value if isinstance(value, list) else [value] if value else []
        try:
            further = drafts.answered(offer, draft, picks)
        except Illegal:
            continue
        yield from _filled(offer, further, said, most)


def up_to(choices: Sequence[Choice], most: str | None) -> list[Choice]:
    """Return the choices up to one, or, among numbers, up to that number; all where nothing is said.

    >>> bids = [Choice("0", "Nothing"), Choice("1", "1 squire"), Choice("3", "3 squires")]
    >>> [choice.value for choice in up_to(bids, "1")]
    ['0', '1']
    >>> [choice.value for choice in up_to(bids, "2")]
    ['0', '1']
    """
    if most is None:
        return list(choices)
    values = [choice.value for choice in choices]
    if most in values:
        return list(choices[: values.index(most) + 1])
    return [choice for choice in choices if choice.value.isdigit() and most.isdigit() and int(choice.value) < int(most)]


def _lists(field: Field, draft: dict[str, Any]) -> Iterator[list[str]]:
    """Yield lists for an open field, each by one longer than the one before, of what is offered first."""
    picks: list[str] = []
    while True:
        if len(picks) >= field.least:
            yield list(picks)
        legal = field.choices({**draft, field.name: list(picks)})
        if not legal:
            return
        picks.append(legal[0].value)


# ---------------------------------------------------------------------- what is left of a plan, and plans in words


def left(plan: Plan, place: int | None) -> Plan | None:
    """Return what is left of a plan after the entry of a place, or the default, has answered; None for nothing.

    >>> first, second = Entry(action={"action": "pass"}, then=Then.NEXT), Entry(action={"action": "yield"})
    >>> rest = left(Plan("W-03", (first, second), scope=Scope.ROUND), 0)
    >>> rest and [entry.action for entry in rest.entries]
    [{'action': 'yield'}]
    """
    if plan.scope is Scope.QUESTION:
        return None
    if place is None:
        return plan
    match plan.entries[place].then:
        case Then.AGAIN:
            return plan
        case Then.NEXT if len(plan.entries) > 1:
            return replace(plan, entries=(*plan.entries[:place], *plan.entries[place + 1 :]))
    return None


def entry_words(
    offer: Offer | None, entry: Entry, conditions: Sequence[Condition] = (), names: Mapping[str, str] = NO_NAMES
) -> str:
    """Return an entry in words; with the offer of its action in those of its panel, else by `names` of things."""
    what = {"default": "give the default answer", "decline": "decline"}.get(entry.answer)
    what = what or _action_words(offer, entry, names)
    known = {condition.id: condition for condition in conditions}
    said = [known[term.condition].said(term.said) if term.condition in known else _raw(term) for term in entry.terms]
    return ", ".join([what, *said])


def _action_words(offer: Offer | None, entry: Entry, names: Mapping[str, str]) -> str:
    said = {name: value for name, value in entry.action.items() if name != "action"}
    if offer is None:
        told = [f"{name.replace('_', ' ')} {_listed(value, names)}" for name, value in said.items() if value]
        label = str(entry.action.get("action", "")).replace("_", " ")
    else:
        told = [", ".join(words) for words in _labelled(offer, said, names) if words]
        label = offer.label
    told += [
        f"{name.replace('_', ' ')} up to {value}, but no more than needed"
        for name, value in entry.most.items()
        if value
    ]
    return f"{label}: {'; '.join(told)}" if told else label


def _labelled(offer: Offer, said: dict[str, Any], names: Mapping[str, str]) -> Iterator[list[str]]:
    """Yield the labels of what was said of each field; where fields before it are open, the names of the values."""
    draft: dict[str, Any] = {}
    for field in offer.fields:
        if field.name not in said:
            continue
        try:
            yield drafts.labels(field, draft, said[field.name]) if field.when(draft) else []
        except (KeyError, ValueError):
            yield [_listed(said[field.name], names)]
        draft[field.name] = said[field.name]


def _raw(term: Term) -> str:
    values = " ".join(_listed(value, NO_NAMES) for value in term.said.values())
    return f"if {term.condition.replace('_', ' ')} {values}".rstrip()


def _listed(value: object, names: Mapping[str, str]) -> str:
    values = map(str, value) if isinstance(value, list) else [str(value)]
    return ", ".join(names.get(one, one) for one in values)


def whole(action: Action) -> dict[str, Any]:
    """Return an action with nothing left open, as an entry holds it.

    >>> from engine.core.actions import Pass
    >>> whole(Pass())
    {'action': 'pass'}
    """
    return {"action": tag_of(action), **msgspec.to_builtins(action)}

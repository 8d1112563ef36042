"""A plan in the making: what has been said of its next entry so far, and what is asked next. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from engine.core import drafts
from engine.core.actions import Action, Choice, Field, Offer
from engine.core.conditions import Condition
from engine.core.errors import Illegal
from engine.core.orders import Answers, Entry, IfNothingFits, Scope, Term, Then
from engine.core.table import Table

UP_TO = "<"
"""What the value of a choice begins with that means "up to this, as little as is needed"."""

LEFT_OPEN = "Fill in for me"


class Making(msgspec.Struct, frozen=True, kw_only=True):
    """An entry that is being made for the question `decision`.

    `draft` fills in the action `tag` where its panel could be shown; fields that are `open` have something in their
    place there. Where it could not, `written` has what was written of it.
    """

    decision: str
    answer: Answers = "action"
    tag: str = ""
    draft: dict[str, Any] = {}
    written: dict[str, Any] | None = None
    open: tuple[str, ...] = ()
    most: dict[str, str] = {}
    terms: tuple[Term, ...] = ()
    asked: Term | None = None
    """A condition whose fields are still being asked."""
    scope: Scope = Scope.QUESTION
    then: Then = Then.NEXT
    otherwise: IfNothingFits = IfNothingFits.ASK

    def entry(self) -> Entry:
        """Return the entry as far as it has been said."""
        if self.answer != "action":
            return Entry(self.answer, terms=self.terms, then=self.then)
        said = self.draft if self.written is None else self.written
        kept = {name: value for name, value in said.items() if name not in (*self.open, drafts.GATHERED)}
        return Entry("action", {**kept, "action": self.tag}, self.most, self.terms, self.then)


def offer_of(world: Table | None, seat: str, making: Making) -> Offer:
    """Return the offer that is filled in; raises Illegal if it is not to be had any more."""
    if world is None:
        raise Illegal("That question may not come any more; start again with /plan.")
    return world.offer(seat, making.tag)


def question(offer: Offer, making: Making) -> Field | None:
    """Return what is asked next of the action."""
    return drafts.question(offer, making.draft)


def open_questions(offer: Offer, making: Making) -> Iterator[tuple[Field, dict[str, Any]]]:
    """Yield what may be said next, each with the draft in which it is asked.

    A question that may be left, or a list that is long enough, does not keep anybody from answering the one after it.
    What has one answer only now is asked as well: by the time it matters there may be others.
    """
    so_far: dict[str, Any] | None = making.draft
    while so_far is not None and (field := drafts.question(offer, so_far)) is not None:
        if field.least > 0 or choices(field, so_far):
            yield field, so_far
        so_far = _left_as_it_is(offer, so_far)


def _left_as_it_is(offer: Offer, draft: dict[str, Any]) -> dict[str, Any] | None:
    """Return a draft whose next question is left, or whose list is ended; None where that cannot be."""
    try:
        return drafts.answered(offer, draft, [])
    except Illegal:
        return None


def _asked(offer: Offer, making: Making, name: str) -> tuple[Field, dict[str, Any]]:
    """Return one of the open questions with the draft in which it is asked; raises Illegal if it is none of them."""
    for field, draft in open_questions(offer, making):
        if field.name == name:
            return field, draft
    raise Illegal("That question is no longer open. Choose how long the plan lasts, or keep it as it is.")


def legal(offer: Offer, making: Making, name: str) -> list[Choice]:
    """Return what may be said to an open question; raises Illegal if it is none."""
    return choices(*_asked(offer, making, name))


def choices(field: Field, draft: dict[str, Any]) -> list[Choice]:
    """Return what may be said: the choices of the panel, and for numbers "up to" as well."""
    found = drafts.choices(field, draft)
    if field.many or len(found) < 2 or not all(choice.value.isdigit() for choice in found):
        return found
    some = [Choice(f"{UP_TO}{choice.value}", f"up to {choice.label}, but no more than needed") for choice in found[1:]]
    return [*some, *found]


def answered(offer: Offer, making: Making, name: str, values: Sequence[str]) -> Making:
    """Return the entry with an open question answered, and those before it left; values of a list are added to it.

    Raises Illegal for what cannot be said.
    """
    field, draft = _asked(offer, making, name)
    if not field.many and values and values[0].startswith(UP_TO):
        most = {**making.most, field.name: values[0].removeprefix(UP_TO)}
        return msgspec.structs.replace(left_open(offer, making, name), most=most)
    take = drafts.added if field.many else drafts.answered
    return msgspec.structs.replace(making, draft=take(offer, draft, values))


def ended(offer: Offer, making: Making) -> Making | None:
    """Return the entry with everything that is open left as it is; None where something has to be said."""
    so_far: dict[str, Any] | None = making.draft
    while so_far is not None and drafts.question(offer, so_far) is not None:
        so_far = _left_as_it_is(offer, so_far)
    return None if so_far is None else msgspec.structs.replace(making, draft=so_far)


def left_open(offer: Offer, making: Making, name: str) -> Making:
    """Return the entry with a question left open; the first choice stands in its place for the others."""
    field, asked = _asked(offer, making, name)
    draft = {name: value for name, value in asked.items() if name != drafts.GATHERED}
    value = _first(field, draft)
    return msgspec.structs.replace(making, draft={**draft, field.name: value}, open=(*making.open, field.name))


def _first(field: Field, draft: dict[str, Any]) -> str | list[str]:
    if field.many:
        picks: list[str] = []
        while len(picks) < field.least and (legal := field.choices({**draft, field.name: picks})):
            picks.append(legal[0].value)
        return picks
    legal = field.choices(draft) if field.least else ()
    return legal[0].value if legal else ""


# ---------------------------------------------------------------------- conditions


def open_field(condition: Condition, term: Term) -> Field | None:
    """Return what is asked next of a condition."""
    return next((field for field in condition.fields if field.name not in term.said), None)


def with_condition(making: Making, condition: Condition) -> Making:
    """Return the entry with a condition, which is asked for its fields if it has any."""
    kept = tuple(term for term in making.terms if term.condition != condition.id)
    term = Term(condition.id)
    if condition.fields:
        return msgspec.structs.replace(making, terms=kept, asked=term)
    return msgspec.structs.replace(making, terms=(*kept, term), asked=None)


def condition_answered(making: Making, condition: Condition, value: str) -> Making:
    """Return the entry with the next field of the condition answered; raises Illegal for a value that is none."""
    assert making.asked is not None
    field = open_field(condition, making.asked)
    if field is None or value not in {choice.value for choice in field.choices(making.asked.said)}:
        raise Illegal("That can no longer be chosen; choose again.")
    term = Term(condition.id, {**making.asked.said, field.name: value})
    if open_field(condition, term) is not None:
        return msgspec.structs.replace(making, asked=term)
    return msgspec.structs.replace(making, terms=(*making.terms, term), asked=None)


def known_conditions(world: Table | None, seat: str, making: Making) -> Sequence[Condition]:
    """Return the conditions that the entry may have; `world`, if any, holds nothing that the seat may not know."""
    if world is None:
        return ()
    kinds = {str(kind.__struct_config__.tag): kind for kind in world.rules.actions}
    kind: type[Action] = kinds.get(making.tag, next(iter(kinds.values())))
    return world.rules.plans.conditions(world.game, seat, Offer(kind if making.answer == "action" else Action, ""))

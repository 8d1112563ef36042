"""Filling in an action, question by question: what any panel or command does, without Discord."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from bot.texts import tidy
from engine.core.actions import Action, Choice, Field, Offer
from engine.core.errors import Illegal
from engine.core.players import build

GATHERED = ""
"""The key under which a draft holds the picks of a list that is still being made."""

QUOTED = 40
"""Characters of what a person wrote that are said back to him."""


def question(offer: Offer, draft: Mapping[str, Any]) -> Field | None:
    """Return the first field of an offer that still has to be answered, or None when the draft is complete."""
    for field in offer.fields:
        if field.name not in draft and field.when(draft):
            return field
    return None


def answered(offer: Offer, draft: Mapping[str, Any], values: Sequence[str]) -> dict[str, Any]:
    """Return the draft with the next question answered; no values skip a question that may be skipped.

    Raises Illegal if a value is not legal (any more), naming it.
    """
    field = question(offer, draft)
    if field is None:
        raise Illegal("There is nothing more to choose; confirm it or begin again.")
    if field.many:
        picks = _picks(field, draft, [*gathered(draft), *values])
        _check_enough(field, picks)
        return {**_closed(draft), field.name: picks}
    if not values:
        _check_skippable(field)
        return {**draft, field.name: ""}
    _check_legal(field, draft, values[0])
    return {**draft, field.name: values[0]}


def gathered(draft: Mapping[str, Any]) -> list[str]:
    """Return what has been picked so far for a list that is still being made."""
    return list(draft.get(GATHERED, ()))


def added(offer: Offer, draft: Mapping[str, Any], values: Sequence[str]) -> dict[str, Any]:
    """Return the draft with more picks for the list that is being made; it is finished when nothing can be added.

    Raises Illegal if a value does not fit to those picked before.
    """
    field = question(offer, draft)
    assert field is not None and field.many
    picks = _picks(field, draft, [*gathered(draft), *values])
    if field.choices({**draft, field.name: picks}):
        return {**draft, GATHERED: picks}
    return answered(offer, draft, values)


def _closed(draft: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in draft.items() if name != GATHERED}


def _picks(field: Field, draft: Mapping[str, Any], values: Sequence[str]) -> list[str]:
    """Add picks one after the other, each in the first order in which it fits."""
    picks: list[str] = []
    waiting = list(values)
    while waiting:
        legal = {choice.value for choice in field.choices({**draft, field.name: picks})}
        fitting = next((value for value in waiting if value in legal), None)
        if fitting is None:
            raise Illegal(f"{_label(field, draft, waiting[0])} cannot be chosen together with the rest; choose again.")
        waiting.remove(fitting)
        picks.append(fitting)
    return picks


def _check_enough(field: Field, picks: Sequence[str]) -> None:
    if not picks:
        _check_skippable(field)
    if len(picks) < field.least:
        raise Illegal(f"Choose {field.least} at least, not {len(picks)}: {field.prompt}")


def _check_skippable(field: Field) -> None:
    if field.least > 0:
        raise Illegal(f"Choose something first: {field.prompt}")


def _check_legal(field: Field, draft: Mapping[str, Any], value: str) -> None:
    if value not in {choice.value for choice in field.choices(draft)}:
        raise Illegal(f"'{tidy(value, QUOTED)}' cannot be chosen (any more); choose again: {field.prompt}")


def _label(field: Field, draft: Mapping[str, Any], value: str) -> str:
    return next((choice.label for choice in choices(field, draft) if choice.value == value), tidy(value, QUOTED))


def choices(field: Field, draft: Mapping[str, Any]) -> list[Choice]:
    """Return what may be chosen for a field now; of a list, what may be added."""
    start = {**draft, field.name: gathered(draft)} if field.many else draft
    return list(field.choices(start))


def rebuilt(offer: Offer, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return a stored draft checked again, question by question; raises Illegal where it no longer holds."""
    draft: dict[str, Any] = {}
    while (field := question(offer, draft)) is not None and field.name in fields:
        value = fields[field.name]
        values = value if isinstance(value, list) else [value] if value else []
        draft = answered(offer, draft, values)
    picks = gathered(fields)
    return added(offer, draft, picks) if picks and field and field.many else draft


def stamp(tag: str, draft: Mapping[str, Any]) -> str:
    """Return six letters that stand for an action as far as it is filled in."""
    return sha256(msgspec.json.encode((tag, draft), order="deterministic")).hexdigest()[:6]


def summary(offer: Offer, draft: Mapping[str, Any]) -> str:
    """Return a draft in plain words, one line a question."""
    lines = []
    so_far: dict[str, Any] = {}
    for field in offer.fields:
        if field.name in draft:
            lines.append(f"{field.prompt} **{_words(so_far, field, draft[field.name])}**")
            so_far[field.name] = draft[field.name]
    unfinished = question(offer, draft)
    if unfinished and gathered(draft):
        lines.append(f"{unfinished.prompt} **{_words(so_far, unfinished, gathered(draft))}** …")
    return "\n".join(lines)


def _words(so_far: Mapping[str, Any], field: Field, value: Any) -> str:
    labels = {choice.value: choice.label for choice in choices(field, so_far)}
    values = value if isinstance(value, list) else [value] if value else []
    return ", ".join(labels.get(str(item), str(item)) for item in values) or "none"


def finished(offer: Offer, draft: Mapping[str, Any]) -> Action:
    """Return the action of a complete draft; raises Illegal if a question is open."""
    field = question(offer, draft)
    if field is not None:
        raise Illegal(f"One question is still open: {field.prompt}")
    return build(offer, dict(draft))


def matched(text: str, legal: Sequence[Choice]) -> str:
    """Return the value that a person meant by a word: a value, a label, or the only one that contains the word.

    Raises Illegal with what could be meant.
    """
    word = text.strip().casefold()
    for choice in legal:
        if word in (choice.value.casefold(), choice.label.casefold()):
            return choice.value
    near = [choice for choice in legal if word in choice.label.casefold() or word in choice.value.casefold()]
    if len(near) == 1:
        return near[0].value
    could = ", ".join(choice.label for choice in (near or legal)[:10])
    raise Illegal(
        f"'{tidy(text, QUOTED)}' {'could be several things' if near else 'is not possible'}; choose one of: {could}."
    )

"""The arguments of a command as people write them: what they mean, and how they can be completed. Without Discord."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.panels.panel import MENU
from engine.core import drafts
from engine.core.actions import Choice, Field, Offer
from engine.core.drafts import build
from engine.core.errors import Illegal, allows
from engine.core.table import Table


def legal_texts(offer: Offer, given: Mapping[str, str], name: str, current: str) -> list[Choice]:
    """Return what may be written into one option, given the others: of a list, what is there and one pick more."""
    draft: dict[str, Any] = {}
    while (field := drafts.question(offer, draft)) is not None and field.name != name:
        draft = drafts.answered(offer, draft, read(offer, draft, field, given.get(field.name, "")))
    if field is None:
        return []
    if not field.many:
        return _containing(field.choices(draft), current)[:MENU]
    *done, last = current.split(",")
    picks = read(offer, draft, field, ",".join(done))
    start = ", ".join(picks)
    more = _containing(field.choices({**draft, field.name: picks}), last)[:MENU]
    return [_joined(start, choice) for choice in more]


def in_order(offer: Offer, words: Sequence[str]) -> dict[str, str]:
    """Return written words by the fields of an offer, each answering the next question that is asked.

    A word that fits nothing is the last: whatever comes behind it may be about something else.
    """
    draft: dict[str, Any] = {}
    texts: dict[str, str] = {}
    for word in words:
        if (field := drafts.question(offer, draft)) is None:
            break
        texts[field.name] = word
        try:
            draft = drafts.answered(offer, draft, read(offer, draft, field, word))
        except Illegal:
            break
    return texts


def legal_in_order(offer: Offer, words: Sequence[str], current: str) -> list[Choice]:
    """Return what may be written for the question that comes after those which words have answered.

    It may be one that can be left open; whoever means to leave it open writes nothing there.
    """
    texts = in_order(offer, words)
    draft: dict[str, Any] = {}
    while (field := drafts.question(offer, draft)) is not None:
        text = texts.get(field.name)
        if text is None or (not text and field.least > 0):
            return legal_texts(offer, texts, field.name, current)
        draft = drafts.answered(offer, draft, read(offer, draft, field, text))
    return []


def _joined(start: str, choice: Choice) -> Choice:
    if not start:
        return choice
    return Choice(f"{start}, {choice.value}", f"… and {choice.label}")


def _containing(choices: Sequence[Choice], text: str) -> list[Choice]:
    word = text.strip().casefold()
    return [choice for choice in choices if word in choice.label.casefold() or word in choice.value.casefold()]


def read(offer: Offer, draft: Mapping[str, Any], field: Field, text: str) -> list[str]:
    """Return the values that a written option means; raises Illegal where a word fits nothing or several things."""
    if not text.strip():
        return []
    if not field.many:
        return [drafts.matched(text, field.choices(draft))]
    picks: list[str] = []
    for word in drafts.listed(text):
        picks.append(drafts.matched(word, field.choices({**draft, field.name: picks})))
    return picks


def filled(offer: Offer, texts: Mapping[str, str]) -> dict[str, Any]:
    """Return the draft that written options make, as far as they go; the first one missing ends it."""
    draft: dict[str, Any] = {}
    while (field := drafts.question(offer, draft)) is not None:
        text = texts.get(field.name, "")
        if not text and field.least > 0:
            _check_nothing_after(offer, field, texts)
            break
        draft = drafts.answered(offer, draft, read(offer, draft, field, text))
    return draft


def leads_on(offer: Offer, texts: Mapping[str, str]) -> bool:
    """Tell whether written options are legal together, as far as they go."""
    return allows(filled, offer, texts)


def draft_of(table: Table, seat: str, tag: str, texts: Mapping[str, str]) -> dict[str, Any]:
    """Return the draft that written options make; raises Illegal, with the rule that they break if there is one."""
    offer = table.offer(seat, tag)
    try:
        return filled(offer, texts)
    except Illegal as error:
        raise _objection(table, seat, offer, texts) or error from None


def _objection(table: Table, seat: str, offer: Offer, texts: Mapping[str, str]) -> Illegal | None:
    """Try the words as they stand on a copy of the table: a broken rule tells more than a list of what is legal."""
    draft: dict[str, Any] = {}
    try:
        things = [Choice(thing, name) for thing, name in table.rules.vocabulary(table.game).items()]
        for field in drafts.walk(offer, draft):
            if field.least and not texts.get(field.name):
                return None
            draft[field.name] = _as_written(field, texts, things)
        objection = table.objection(seat, build(offer, draft))
    except Exception:
        return None  # the words are no ids of the game at all
    return objection if objection and objection.rule else None


def _as_written(field: Field, texts: Mapping[str, str], things: Sequence[Choice]) -> str | list[str]:
    text = texts.get(field.name, "")
    return [_thing(word, things) for word in drafts.listed(text)] if field.many else _thing(text, things)


def _thing(word: str, things: Sequence[Choice]) -> str:
    """Return the id of what is called so in the game; any other word stands for itself."""
    name = word.strip().casefold()
    return next((thing.value for thing in things if name == thing.label.casefold()), word)


def _check_nothing_after(offer: Offer, missing: Field, texts: Mapping[str, str]) -> None:
    later = [field.name for field in offer.fields if texts.get(field.name)]
    order = [field.name for field in offer.fields]
    if any(order.index(name) > order.index(missing.name) for name in later):
        raise Illegal(f"Say first: {missing.prompt} (option '{missing.name}').")

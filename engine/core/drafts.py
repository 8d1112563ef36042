"""Filling in an offer question by question, for panels, commands, plans and computer players.

A draft holds the answers so far, by field. `walk` yields the fields that are asked; `fill` asks for every answer in
turn; everything else is built on these two.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from string import Formatter
from types import MappingProxyType
from typing import Any

import msgspec

from engine.core.actions import Action, Choice, Draft, Field, Offer, values_of
from engine.core.errors import Illegal
from engine.core.text import QUOTED, capital, quoted, tidy

GATHERED = ""
"""The key under which a draft holds the picks of a list that is still being made."""

BRIEF = 30
"""Letters of an action that is short enough to be said whole."""

MOST_WORDS = 40
"""Things that one list by commas may name."""

MAX_DRAFTS = 30
"""Drafts that are begun at random before it is given up to find one that can be finished."""

ENOUGH = 0.4
"""The chance that a random answer ends a list that is long enough."""

Answer = Callable[[Field, Draft, Sequence[Choice]], str | None]
"""Answers a question, given the draft so far and what may be chosen: with one of the values, with "" for none (or, of a
list, for no more), or with None to give the offer up."""


def walk(offer: Offer, draft: Draft) -> Iterator[Field]:
    """Yield the fields that are asked, in order; the caller fills each into `draft` before the next."""
    for field in offer.fields:
        if field.when(draft):
            yield field


def fill(offer: Offer, answer: Answer) -> dict[str, Any] | None:
    """Return a complete draft with every question answered by `answer`; None if it gives up or errs."""
    draft: dict[str, Any] = {}
    for field in walk(offer, draft):
        filled = _fill_list(field, draft, answer) if field.many else _fill_value(field, draft, answer)
        if not filled:
            return None
    return draft


def _fill_value(field: Field, draft: dict[str, Any], answer: Answer) -> bool:
    found = field.choices(draft)
    value = answer(field, draft, found)
    draft[field.name] = value
    return _is_one(value, found) if value else value == "" and field.least == 0


def _fill_list(field: Field, draft: dict[str, Any], answer: Answer) -> bool:
    picks: list[str] = []
    draft[field.name] = picks
    while legal := field.choices(draft):
        pick = answer(field, draft, legal)
        if pick is None or (pick and not _is_one(pick, legal)):
            return False
        if not pick:
            break
        picks.append(pick)
    return len(picks) >= field.least


def _is_one(value: str, found: Sequence[Choice]) -> bool:
    return value in values_of(found)


def all_that_fit(field: Field, draft: Draft, found: Sequence[Choice]) -> str:
    """Answer with the first legal value, so that a list becomes as long as possible."""
    return values_of(found)[0] if found else ""


def at_random(chance: Random) -> Answer:
    """Answer every question with one of the legal values, each equally likely."""

    def answer(field: Field, draft: Draft, found: Sequence[Choice]) -> str | None:
        if field.many:
            enough = len(draft[field.name]) >= field.least and chance.random() < ENOUGH
            return "" if enough else chance.choice(values_of(found))
        able = [*values_of(found), *[""] * (field.least == 0)]
        return chance.choice(able) if able else None

    return answer


def any_of(offers: Sequence[Offer], chance: Random) -> Action | None:
    """Return a random action that the offers allow, each kind equally likely; None if none is found."""
    for _ in range(MAX_DRAFTS):
        offer = chance.choice(offers)
        draft = fill(offer, at_random(chance))
        if draft is not None:
            return build(offer, draft)
    return None


def every(offer: Offer, listed: Answer = all_that_fit, begun: Draft = MappingProxyType({})) -> Iterator[dict[str, Any]]:
    """Yield every complete draft of an offer that starts with the answers `begun`, in the order of the choices.

    Lists are not varied: `listed` makes them.
    """
    yield from _every(offer, dict(begun), listed)


def _every(offer: Offer, draft: dict[str, Any], listed: Answer) -> Iterator[dict[str, Any]]:
    field = question(offer, draft)
    if field is None:
        yield draft
        return
    if field.many:
        if _fill_list(field, draft, listed):
            yield from _every(offer, draft, listed)
        return
    for value in _values(field, draft):
        yield from _every(offer, {**draft, field.name: value}, listed)


def _values(field: Field, draft: Draft) -> list[str]:
    return [*values_of(field.choices(draft)), *[""] * (field.least == 0)]


def sole(offers: Sequence[Offer]) -> Action | None:
    """Return the only complete action that the offers allow; None if there are several, or none."""
    found = list(islice(((offer, draft) for offer in offers for draft in _varied(offer, {})), 2))
    return build(*found[0]) if len(found) == 1 else None


def _varied(offer: Offer, draft: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield every complete draft of an offer, with every list in every order, which can be very many."""
    field = question(offer, draft)
    if field is None:
        yield draft
        return
    for value in _lists(field, draft, []) if field.many else _values(field, draft):
        yield from _varied(offer, {**draft, field.name: value})


def _lists(field: Field, draft: dict[str, Any], picks: list[str]) -> Iterator[list[str]]:
    """Yield every list that can be picked, depth first."""
    if len(picks) >= field.least:
        yield picks
    for value in values_of(field.choices({**draft, field.name: picks})):
        yield from _lists(field, draft, [*picks, value])


def build(offer: Offer, draft: Draft) -> Action:
    """Return the action that a filled-in draft stands for."""
    return msgspec.convert(draft, type=offer.action)


# ---------------------------------------------------------------------- checking actions


def admits(offer: Offer, action: Action) -> bool:
    """Tell whether `action` is one that the fields of an offer could have built."""
    if not isinstance(action, offer.action):
        return False
    draft = fill(offer, _as_in(action))
    if draft is None or not all(_says(draft, field, getattr(action, field.name)) for field in offer.fields):
        return False
    asked = {field.name for field in offer.fields}
    built = build(offer, draft)
    return all(getattr(action, name) == getattr(built, name) for name in action.__struct_fields__ if name not in asked)


def _as_in(action: Action) -> Answer:
    """Answer every question with the value that an action has."""

    def answer(field: Field, draft: Draft, found: Sequence[Choice]) -> str:
        value = getattr(action, field.name)
        if not field.many:
            return field.means(value)
        place = len(draft[field.name])
        return str(value[place]) if place < len(value) else ""

    return answer


def _says(draft: Draft, field: Field, value: Any) -> bool:
    """Whether a draft made from an action has its value in a field; a field that is not asked must be empty."""
    if field.name not in draft:
        return not value
    return len(draft[field.name]) == len(value) if field.many else True


def check_offered(offers: Sequence[Offer], action: Action, rule: str = "") -> Offer:
    """Return the offer that could have built an action; raises Illegal with the mistake and its rule id."""
    alike = [offer for offer in offers if isinstance(action, offer.action)]
    for offer in alike:
        if admits(offer, action):
            return offer
    raise Illegal(_what_is_wrong(alike[0], action) if alike else "That is not offered; choose again.", rule)


def _what_is_wrong(offer: Offer, action: Action) -> str:
    try:
        rebuilt(offer, msgspec.structs.asdict(action))
    except Illegal as refusal:
        return refusal.reason
    return "That answers more questions than I asked; choose again."


def words(offer: Offer, action: Action) -> str:
    """Return an action in words: 'Give Ring of England to Percy', or 'Give a card: Ring of England; Percy'."""
    answers = said(offer, {field.name: getattr(action, field.name) for field in offer.fields})
    parts = {field.name: ", ".join(words) for field, words in answers if words}
    if not parts:
        return offer.says_none or sentence(offer, parts) or offer.label
    return sentence(offer, parts) or f"{offer.label}: {'; '.join(parts.values())}"


def brief(offer: Offer, action: Action) -> str:
    """Return an action in a few words: whole if that is short, else its answers, such as 'Ring of England, Percy'."""
    answers = said(offer, {field.name: getattr(action, field.name) for field in offer.fields})
    parts = {field.name: ", ".join(words) for field, words in answers if words}
    whole = words(offer, action)
    return whole if len(whole) <= BRIEF or offer.says or not parts else ", ".join(parts.values())


def sentence(offer: Offer, answers: Mapping[str, str]) -> str:
    """Return a whole action as its offer says it, with the words of all its answers; "" where it leaves that open."""
    named = {name for _, name, _, _ in Formatter().parse(offer.says) if name}
    return capital(offer.says.format(**answers)) if offer.says and named <= answers.keys() else ""


def said(offer: Offer, draft: Draft) -> Iterator[tuple[Field, list[str]]]:
    """Yield every question that a draft answers, with the labels of its answers."""
    so_far: dict[str, Any] = {}
    for field in walk(offer, so_far):
        if field.name not in draft:
            return
        yield field, labels(field, so_far, draft[field.name])
        so_far[field.name] = draft[field.name]


def labels(field: Field, draft: Draft, value: Any) -> list[str]:
    """Return the labels of a field's values; illegal values are returned unchanged."""
    if not field.many:
        return [_label(field.choices(draft), field.means(value))] if value else []
    before = ({**draft, field.name: value[:place]} for place in range(len(value)))
    return [_label(field.choices(so_far), pick) for so_far, pick in zip(before, value, strict=True)]


def _label(found: Sequence[Choice], value: object) -> str:
    return next((choice.label for choice in found if choice.value == value), tidy(str(value), QUOTED))


# ---------------------------------------------------------------------- question by question


def question(offer: Offer, draft: Draft) -> Field | None:
    """Return the first field of an offer that still has to be answered, or None when the draft is complete."""
    return next((field for field in walk(offer, draft) if field.name not in draft), None)


def answered(offer: Offer, draft: Draft, values: Sequence[str]) -> dict[str, Any]:
    """Return the draft with the next question answered; no values skip a question that may be skipped.

    Raises Illegal if a value is not legal (any more), naming it.
    """
    field = question(offer, draft)
    if field is None:
        raise Illegal("There is nothing more to choose; confirm it or begin again.")
    if field.many:
        picks = _picks(field, draft, [*gathered(draft), *values])
        if not picks:
            _check_skippable(field)
        if len(picks) < field.least:
            raise Illegal(f"Choose {field.least} at least, not {len(picks)}: {field.prompt}")
        return {**_closed(draft), field.name: picks}
    if not values:
        _check_skippable(field)
        return {**draft, field.name: ""}
    value = values[0]
    if not _is_one(value, field.choices(draft)):
        raise Illegal(f"{quoted(value)} cannot be chosen now; choose again: {field.prompt}")
    return {**draft, field.name: value}


def gathered(draft: Draft) -> list[str]:
    """Return the picks so far of an unfinished list."""
    return list(draft.get(GATHERED, ()))


def added(offer: Offer, draft: Draft, values: Sequence[str]) -> dict[str, Any]:
    """Return the draft with more picks for the list that is being made; it is finished when nothing can be added.

    Raises Illegal if a value does not fit to those picked before.
    """
    field = question(offer, draft)
    assert field is not None and field.many
    picks = _picks(field, draft, [*gathered(draft), *values])
    if field.choices({**draft, field.name: picks}):
        return {**draft, GATHERED: picks}
    return answered(offer, draft, values)


def autofill(offer: Offer, draft: Draft) -> dict[str, Any]:
    """Return the draft with the next questions answered as far as each has one answer only."""
    filled = dict(draft)
    while not gathered(filled) and (field := question(offer, filled)) is not None:
        only = _only_answer(field, filled)
        if only is None:
            break
        filled = {**filled, field.name: only}
    return filled


def _only_answer(field: Field, draft: Draft) -> Any:
    """Return the only answer to a question; None if there are several, or none."""
    values = values_of(_open_choices(field, draft))
    if not field.many:
        answers = [*values[:2], *[""] * (field.least == 0)]
        return answers[0] if len(answers) == 1 else None
    if not values:
        return [] if field.least == 0 else None
    alone = [values[0]]
    return alone if len(values) == field.least == 1 and not field.choices({**draft, field.name: alone}) else None


def open_questions(offer: Offer, draft: Draft) -> Iterator[tuple[Field, dict[str, Any]]]:
    """Yield the questions that may be answered next, each with the draft that it belongs to.

    An optional question, or a list that is long enough, does not keep anybody from answering the one after it.
    """
    so_far: dict[str, Any] | None = autofill(offer, draft)
    while so_far is not None and (field := question(offer, so_far)) is not None:
        if _open_choices(field, so_far):
            yield field, so_far
        so_far = _left_as_it_is(offer, so_far)


def _left_as_it_is(offer: Offer, draft: Draft) -> dict[str, Any] | None:
    """Skip the next question, or end its list; return None if neither is possible."""
    try:
        return autofill(offer, answered(offer, draft, []))
    except Illegal:
        return None


def together(offer: Offer, draft: Draft) -> list[tuple[Field, Sequence[Choice]]]:
    """Return all open questions of an offer with their choices, if none depends on another open one.

    Questions with a single answer are left out. Return nothing if fewer than two questions are left.
    """
    filled = autofill(offer, draft)
    left = [field for field in offer.fields if field.name not in filled]
    if gathered(filled) or any(field.after is None or not filled.keys() >= set(field.after) for field in left):
        return []
    asked = [field for field in left if field.when(filled) and _only_answer(field, filled) is None]
    return [(field, _open_choices(field, filled)) for field in asked] if len(asked) > 1 else []


def with_answers(offer: Offer, draft: Draft, answers: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Return the draft with several questions answered, and with those that have one answer only.

    Raises Illegal if one of the answers is not legal (any more).
    """
    filled = autofill(offer, draft)
    while (field := question(offer, filled)) is not None and field.name in answers:
        filled = autofill(offer, answered(offer, filled, answers[field.name]))
    return filled


def with_answer(offer: Offer, draft: Draft, name: str, values: Sequence[str]) -> dict[str, Any]:
    """Return the draft with one of the open questions answered, and those before it left as they are.

    Values of a list are added to it. Raises Illegal if the question is not open, or a value not legal (any more).
    """
    filled = autofill(offer, draft)
    if name in filled and name not in draft and filled[name] in (*values, list(values)):
        return filled
    for field, so_far in open_questions(offer, draft):
        if field.name == name:
            take = added if field.many else answered
            return autofill(offer, take(offer, so_far, values))
    raise Illegal("That question is no longer open; choose again.")


def close_list(offer: Offer, draft: Draft) -> dict[str, Any] | None:
    """Skip all open questions and return the complete draft; None if an answer is needed."""
    so_far: dict[str, Any] | None = autofill(offer, draft)
    while so_far is not None and question(offer, so_far) is not None:
        so_far = _left_as_it_is(offer, so_far)
    return so_far


def _closed(draft: Draft) -> dict[str, Any]:
    return {name: value for name, value in draft.items() if name != GATHERED}


def _picks(field: Field, draft: Draft, values: Sequence[str]) -> list[str]:
    """Add picks one by one, each in the first order that is legal."""
    picks: list[str] = []
    waiting = list(values)
    while waiting:
        legal = values_of(field.choices({**draft, field.name: picks}))
        fitting = next((value for value in waiting if value in legal), None)
        if fitting is None:
            label = _label(choices(field, draft), waiting[0])
            raise Illegal(f"{label} cannot be chosen together with the rest; choose again.")
        waiting.remove(fitting)
        picks.append(fitting)
    return picks


def _check_skippable(field: Field) -> None:
    if field.least > 0:
        raise Illegal(f"Choose something first: {field.prompt}")


def choices(field: Field, draft: Draft) -> list[Choice]:
    """Return the legal choices of a field now; for a list, the values that may be added."""
    return list(_open_choices(field, draft))


def _open_choices(field: Field, draft: Draft) -> Sequence[Choice]:
    """Return the legal choices of a field, not yet put into words."""
    return field.choices({**draft, field.name: gathered(draft)} if field.many else draft)


def rebuilt(offer: Offer, fields: Draft) -> dict[str, Any]:
    """Check a stored draft again, question by question, and return it; raise Illegal if it no longer holds."""
    draft: dict[str, Any] = {}
    while (field := question(offer, draft)) is not None and field.name in fields:
        value = fields[field.name]
        values = value if isinstance(value, list) else [value] if value else []
        draft = answered(offer, draft, values)
    picks = gathered(fields)
    return added(offer, draft, picks) if picks and field and field.many else draft


def revalidate(offer: Offer, fields: Draft) -> dict[str, Any]:
    """Return the legal part of a draft: the list values that still fit, and nothing after the first illegal answer."""
    draft: dict[str, Any] = {}
    while (field := question(offer, draft)) is not None and field.name in fields:
        try:
            draft = answered(offer, draft, _fitting(field, draft, fields[field.name]))
        except Illegal:
            break
    return draft


def _fitting(field: Field, draft: Draft, value: Any) -> list[str]:
    if not field.many:
        return [value] if value else []
    picks: list[str] = []
    for pick in value:
        picks += [pick] if _is_one(pick, field.choices({**draft, field.name: picks})) else []
    return picks


def changed(offer: Offer, draft: Draft, name: str, picks: Sequence[str]) -> dict[str, Any]:
    """Replace a list in a draft, keeping later answers as far as they are still legal."""
    field = question(offer, draft)
    if field is not None and field.name == name:
        return {**_closed(draft), **({GATHERED: list(picks)} if picks else {})}
    said = revalidate(offer, {**draft, name: list(picks)})
    if _goes_on(offer, said, draft):
        said = rebuilt(offer, {**said, GATHERED: gathered(draft)})
    return autofill(offer, said)


def _goes_on(offer: Offer, said: Draft, draft: Draft) -> bool:
    """Whether the unfinished list is still the open question."""
    before, now = question(offer, draft), question(offer, said)
    return bool(gathered(draft)) and before is not None and now is not None and before.name == now.name


def lists(offer: Offer, draft: Draft) -> Iterator[tuple[Field, dict[str, Any], list[str]]]:
    """Yield the lists of a draft that somebody has made, each with the draft before it and what is in it."""
    so_far: dict[str, Any] = {}
    for field in walk(offer, so_far):
        last = field.name not in draft
        picks = gathered(draft) if last else draft[field.name]
        if field.many and picks and autofill(offer, so_far).get(field.name) != picks:
            yield field, dict(so_far), list(picks)
        if last:
            return
        so_far[field.name] = draft[field.name]


def to_action(offer: Offer, draft: Draft) -> Action:
    """Return the action of a complete draft; raises Illegal if a question is open."""
    field = question(offer, draft)
    if field is not None:
        raise Illegal(f"One question is still open: {field.prompt}")
    return build(offer, draft)


def listed(text: str) -> list[str]:
    """Return the words of a comma-separated list; raises Illegal if there are too many.

    >>> listed("percy, , scrope")
    ['percy', 'scrope']
    """
    words = [word.strip() for word in text.split(",") if word.strip()]
    if len(words) > MOST_WORDS:
        raise Illegal(f"That names {len(words)} things; name at most {MOST_WORDS}, each once.")
    return words


def matched(text: str, legal: Sequence[Choice]) -> str:
    """Return the value that a person meant by a word: a value, a label, or the only one that contains the word.

    Raises Illegal with what could be meant.

    >>> matched("york", [Choice("inside:york", "York"), Choice("open:newark", "Newark")])
    'inside:york'
    """
    word = text.strip().casefold()
    for choice in legal:
        if word in (choice.value.casefold(), choice.label.casefold()):
            return choice.value
    near = [choice for choice in legal if word in choice.label.casefold() or word in choice.value.casefold()]
    if len(near) == 1:
        return near[0].value
    could = ", ".join(choice.label for choice in (near or legal)[:10])
    raise Illegal(f"{quoted(text)} {'could be several things' if near else 'is not possible'}; choose one of: {could}.")

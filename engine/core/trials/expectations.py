"""The expectations of a scenario: values in a view, offers, events, and worlds that a viewer cannot tell apart."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from engine.core.actions import MASTER, Draft, Offer, Request, distinct
from engine.core.errors import EngineError
from engine.core.events import Event
from engine.core.table import Table

PUBLIC = "public"
"""How a scenario calls the viewer who sits at no seat."""


class Failure(EngineError):
    """A scenario whose expectations are not met."""


class Offered(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The offers of a seat."""

    seat: str
    """The seat."""

    action: str
    """The tag of the action."""

    label: str = ""
    """Words that are in the label of the offer."""

    field: str = ""
    """A field of the offer."""

    prompt: str = ""
    """Words that are in the question of that field."""

    draft: dict[str, Any] = {}
    """The answers to the fields before it."""

    has: list[str] = []
    """Values that are among its choices."""

    lacks: list[str] = []
    """Values that are not."""

    exactly: list[str] | None = None
    """All values of its choices, in any order; None where this is not looked at."""

    at_least: int = 0
    """How many choices there are at least."""


class Heard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """An event that a viewer was told in the last steps with an action."""

    seat: str = ""
    """The hearer; "" for everybody."""

    kind: str = ""
    """The kind of the event; "" for any."""

    text: str = ""
    """Words that are in its text."""

    rule: str = ""
    """The rule that it cites; "" for any."""

    steps: int | Literal["all"] = 1
    """How many steps are looked at, the last one first."""

    times: int | None = None
    """How often it was told; None for once or more."""


# ---------------------------------------------------------------------- values


def _has(found: Any, parts: Any) -> bool:
    return all(part in found for part in _listed(parts))


def _lacks(found: Any, parts: Any) -> bool:
    return not any(part in found for part in _listed(parts))


def _listed(parts: Any) -> list[Any]:
    return parts if isinstance(parts, list) else [parts]


def _size(found: Any) -> Any:
    return len(found) if isinstance(found, list | dict | str) else found


def _alike(found: Any, wanted: Any) -> bool:
    """Whether two lists have the same in them, in whatever order."""
    return isinstance(found, list) and sorted(found, key=repr) == sorted(wanted, key=repr)


MATCHERS: Mapping[str, Callable[[Any, Any], bool]] = {
    "has": _has,
    "lacks": _lacks,
    "any_order": _alike,
    "at_least": lambda found, least: bool(_size(found) >= least),
    "at_most": lambda found, most: bool(_size(found) <= most),
    "count": lambda found, number: bool(_size(found) == number),
    "not": lambda found, other: bool(found != other),
}
"""What may be said of a value instead of naming it: of a list, a mapping, a text or a number."""


def suits(found: Any, wanted: Any) -> bool:
    """Tell whether a value equals the expected one, or meets all conditions given instead."""
    if not isinstance(wanted, dict) or not wanted or not set(wanted) <= set(MATCHERS):
        return bool(found == wanted)
    try:
        return all(MATCHERS[word](found, value) for word, value in wanted.items())
    except TypeError:
        return False


def unmet(table: Table, wanted: Mapping[str, Any], viewer: str = MASTER) -> str:
    """Return the first expectation that does not hold, as a sentence; "" if all do."""
    seen = _seen(table, viewer)
    for path, value in wanted.items():
        found = _along(seen, path)
        if not suits(found, value):
            return f"{path} is {found!r}, not {value!r}"
    return ""


def of_requests(wanted: Mapping[str, Any]) -> bool:
    """Tell whether expectations speak of what the game waits for: between its steps it waits for nothing."""
    return any(path.partition(".")[0] == "requests" for path in wanted)


def _seen(table: Table, viewer: str) -> dict[str, Any]:
    """Return a view as plain data, with what the game waits for, and how it ended."""
    seen: dict[str, Any] = msgspec.to_builtins(table.view(viewer))
    seen["requests"] = {request.seat: _asked(request, viewer) for request in table.requests()}
    seen["winners"] = list(table.result.winners) if table.result else []
    seen["over"] = table.result is not None
    return seen


def _asked(request: Request, viewer: str) -> dict[str, Any]:
    """Return a decision as a viewer sees it: of a secret question only its seat knows."""
    known = viewer in (MASTER, request.seat) or not request.secret
    return {
        "decision": request.decision,
        "prompt": request.prompt if known else "",
        "secret": request.secret,
        "actions": [offer.tag for offer in request.offers] if known else [],
    }


def _along(seen: dict[str, Any], path: str) -> Any:
    first, *others = path.split(".")
    if first not in seen:
        raise Failure(f"nothing in the view is called '{first}'; there are {', '.join(seen)}")
    found = seen[first]
    for word in others:
        found = _at(found, word, path)
    return found


def _at(found: Any, word: str, path: str) -> Any:
    if isinstance(found, dict):
        if "id" in found and word not in found:
            raise Failure(f"{path}: '{found['id']}' has no '{word}'; it has {', '.join(found)}")
        return found.get(word, "")
    if isinstance(found, list):
        if word.lstrip("-").isdigit():
            return found[int(word)] if -len(found) <= int(word) < len(found) else ""
        return next((row for row in found if isinstance(row, dict) and row.get("id") == word), "")
    return ""


# ---------------------------------------------------------------------- offers


def check_offered(table: Table, wanted: Offered) -> None:
    """Raise Failure, or the table's own refusal, unless a seat is offered what is wanted."""
    offer = table.offer(wanted.seat, wanted.action)
    _check_words(f"the label of {wanted.action}", offer.label, wanted.label)
    if wanted.field:
        _check_choices(offer, wanted)


def _check_words(what: str, words: str, part: str) -> None:
    if part not in words:
        raise Failure(f"{what} is {words!r} and lacks {part!r}")


def _check_choices(offer: Offer, wanted: Offered) -> None:
    if wanted.field not in [field.name for field in offer.fields]:
        raise Failure(f"{wanted.action} has no field '{wanted.field}'")
    field = offer.field(wanted.field)
    _check_words(f"the prompt of {wanted.field}", field.prompt, wanted.prompt)
    offered = _values(offer, wanted)
    if not distinct(offered):
        raise Failure(f"the same thing is offered twice for {wanted.field}: {sorted(offered)}")
    choices = set(offered)
    missing = [value for value in [*wanted.has, *(wanted.exactly or [])] if value not in choices]
    surplus = sorted(choices & set(wanted.lacks))
    if wanted.exactly is not None:
        surplus += sorted(choices - set(wanted.exactly))
    if missing or surplus or len(choices) < wanted.at_least:
        raise Failure(f"offered for {wanted.field}: {sorted(choices)}; missing {missing}, too many {surplus}")


def _values(offer: Offer, wanted: Offered) -> list[str]:
    """Return the choices for a field after a draft, in which a list that is not named is empty."""
    lists: Draft = {field.name: [] for field in offer.fields if field.many}
    try:
        return [choice.value for choice in offer.field(wanted.field).choices({**lists, **wanted.draft})]
    except KeyError as unsaid:
        raise Failure(f"{wanted.field} of {wanted.action} needs a draft with {unsaid}") from unsaid


def is_offered(table: Table, wanted: Offered) -> bool:
    """Tell whether a seat is offered an action, or the values that are named of one of its fields."""
    offer = next((offer for offer in table.offers(wanted.seat) if offer.tag == wanted.action), None)
    if offer is None or not wanted.field:
        return offer is not None
    choices = set(_values(offer, wanted))
    return bool(choices & set(wanted.has)) if wanted.has else bool(choices)


# ---------------------------------------------------------------------- events

Told = Sequence[Sequence[Event]]
"""The events of a scenario, by the step that led to them."""


def check_heard(told: Told, wanted: Heard | Sequence[Heard]) -> None:
    """Raise Failure unless something was told; several things in the order in which they are named."""
    if isinstance(wanted, Heard):
        _check_one(told, wanted)
        return
    start = 0
    for part in wanted:
        events = _of_steps(told, part.steps)
        found = next((place for place in range(start, len(events)) if _fits(events[place], part)), None)
        if found is None:
            raise Failure(f"{_said(part)} was not told after the event before it; the events were: {_texts(events)}")
        start = found + 1


def _check_one(told: Told, wanted: Heard) -> None:
    events = _of_steps(told, wanted.steps)
    times = sum(_fits(event, wanted) for event in events)
    if times == 0 if wanted.times is None else times != wanted.times:
        often = f"{times} times " if wanted.times is not None else "not "
        raise Failure(f"{_said(wanted)} was {often}told; the events were: {_texts(events)}")


def check_not_heard(told: Told, unwanted: Heard | Sequence[Heard]) -> None:
    """Raise Failure if something was told."""
    for part in [unwanted] if isinstance(unwanted, Heard) else unwanted:
        if any(_fits(event, part) for event in _of_steps(told, part.steps)):
            raise Failure(f"{_said(part)} was told")


def _of_steps(told: Told, steps: int | str) -> list[Event]:
    latest = told if isinstance(steps, str) else told[-steps:]
    return [event for events in latest for event in events]


def _fits(event: Event, wanted: Heard) -> bool:
    return (
        event.heard_by(wanted.seat)
        and wanted.kind in ("", event.kind)
        and wanted.rule in ("", event.rule)
        and wanted.text in event.text
    )


def _said(wanted: Heard) -> str:
    fields = {name: getattr(wanted, name) for name in ("seat", "kind", "text", "rule")}
    return ", ".join(f"{name} {value!r}" for name, value in fields.items() if value) or "anything"


def _texts(events: Sequence[Event]) -> list[str]:
    return [f"{event.kind}: {event.text}" for event in events]


# ---------------------------------------------------------------------- indistinguishable worlds


def perceived(table: Table, viewer: str) -> dict[str, Any]:
    """Return everything that a viewer can know of a table: the view, the requests and the offers."""
    offers = [
        [offer.tag, offer.label, offer.hint, *([repr(offer.fields[0].choices({}))] if offer.fields else [])]
        for offer in table.offers(viewer)
    ]
    return {**_seen(table, viewer), "offered": offers}


def check_alike(one: Table, other: Table, viewer: str) -> None:
    """Raise Failure if a viewer can tell one table from another."""
    mine, yours = perceived(one, viewer), perceived(other, viewer)
    for name, value in mine.items():
        if value != yours[name]:
            raise Failure(f"{viewer or PUBLIC} can tell them apart: {name} is {value!r} or {yours[name]!r}")

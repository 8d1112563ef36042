"""A scenario told step by step: what is done, what happens, who is asked what, and what is offered then."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from engine.core.actions import MASTER, Choice, Field, Offer, Request
from engine.core.dice import Draw
from engine.core.errors import EngineError, Illegal
from engine.core.events import Event
from engine.core.rules import Rules
from engine.core.table import Table
from engine.core.trials import scenario
from engine.core.trials.scenario import Done

SHOWN = 8
"""Choices of a field that are named; of the others it is said how many they are."""


def traced(rules_of: Any, path: Path) -> Iterator[str]:
    """Run the scenarios at a path and yield their traces line by line, with the failure where one fails."""
    for file in scenario.files(path):
        yield f"{file}"
        yield from _traced(rules_of, file)


def _traced(rules_of: Any, file: Path) -> Iterator[str]:
    lines: list[str] = []
    try:
        read = scenario.load(file)
        rules: Rules[Any] = rules_of(read.game)
        lines.append(f"{read.title} ({', '.join(read.rules)})")
        scenario.run(rules, read, lambda table, said, done: lines.extend(_moment(table, said, done)))
    except EngineError as error:
        yield from [*lines, f"FAILED: {error}", ""]
    else:
        yield from [*lines, ""]


def _moment(table: Table, said: str, done: Done) -> Iterator[str]:
    """One step: what it says, what came of it, and how the table stands then."""
    yield ""
    yield f"== {said}"
    if isinstance(done, Illegal):
        yield f"  refused: {done}"
    elif done is not None:
        yield from map(_drawn, done.draws)
        yield from map(_told, done.events)
        yield from _standing(table)


def _drawn(draw: Draw) -> str:
    return f"  drawn {draw.result} of {draw.sides}: {draw.purpose}"


def _told(event: Event) -> str:
    audience = "" if event.seats is None else f" (only to {', '.join(event.seats) or MASTER})"
    rule = f" [{event.rule}]" if event.rule else ""
    return f"  {event.kind}{audience}: {event.text}{rule}"


def _standing(table: Table) -> Iterator[str]:
    yield f"  -- {table.rules.words.headline(table.game)}"
    if table.game.stopped:
        yield "  -- stopped here; nobody is asked yet"
    for request in table.requests():
        yield from _asked(table, request)


def _asked(table: Table, request: Request) -> Iterator[str]:
    secret = ", in secret" if request.secret else ""
    yield f"  -- {request.seat} is asked {request.decision}{secret}: {request.prompt}"
    for offer in request.offers:
        yield from _offered(offer)
    others = {offer.tag for offer in table.offers(request.seat)} - {offer.tag for offer in request.offers}
    if others:
        yield f"       at any time: {', '.join(sorted(others))}"


def _offered(offer: Offer) -> Iterator[str]:
    yield f"       {offer.tag}: {offer.label}"
    draft: dict[str, Any] = {}
    for field in offer.fields[:1]:
        yield f"         {field.name}: {_choices(field.choices(draft))}{_how_many(field)}"
    if len(offer.fields) > 1:
        yield f"         then {', '.join(field.name for field in offer.fields[1:])}"


def _choices(choices: Sequence[Choice]) -> str:
    named = ", ".join(choice.value for choice in choices[:SHOWN])
    more = len(choices) - SHOWN
    return f"{named} and {more} more" if more > 0 else named or "nothing"


def _how_many(field: Field) -> str:
    return f" (several, at least {field.least})" if field.many else ""

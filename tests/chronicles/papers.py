"""What is said of the papers of a title that are a little wrong: options, positions, figures, records and plans."""

import copy
import json
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

from engine import RELEASE
from engine.core import drafts, orders
from engine.core.actions import MASTER, Offer, Request
from engine.core.computer.players import Seated
from engine.core.drafts import at_random, fill
from engine.core.errors import EngineError, Illegal
from engine.core.event_grouping import gathered
from engine.core.files import figures
from engine.core.orders import Entry, IfNothingFits, Plan, Scope, Term, Then
from engine.core.record import transcript
from engine.core.rules import Rules
from engine.core.table import Table
from engine.core.trials import proof, simulation
from engine.games import rules_of
from tests.chronicles.around import shown
from tests.conformance.tables import livelier

POSITIONS = Path(__file__).parents[2] / "docs" / "positions"
EDITIONS = ("lancaster", "warriors")
"""The titles of which somebody may have another edition."""

FILES, TABLES, EDGES, RECORDS, PLANS = 25, 30, 60, 25, 12
"""How many files, choices of options, editions, records and plans are looked at."""

NUMBERS = ("-1", "0", "1", "7", "99", "true", '"york"')

ANSWERS = {"flag": ("true", "false"), "integer": ("1", "2", "3", "6"), "subset": ("",)}
"""What may be said of options that list no values."""

ODD = 0.3
"""How often somebody says something odd of an option."""


def papers(title: str) -> Iterator[str]:
    """Tell what is made of papers of a title, most of which somebody has spoilt in one place, by any release."""
    rules, chance = rules_of(title), Random(title)
    parts = (_tables(rules, chance), _positions(title, chance), _editions(title, chance), _records(rules, chance))
    for told in chain(*parts, _plans(rules, chance)):
        yield told.replace(f"Herald {RELEASE}", "Herald")


def _spoilt(text: str, chance: Random) -> str:
    """A file with a line left out, a number or a word changed, or a sign lost."""
    lines = text.splitlines()
    place = chance.choice([number for number, line in enumerate(lines) if line.strip() and line.strip()[0] != "#"])
    line, words = lines[place], re.findall(r'"[^"]*"', text)
    match chance.randrange(6):
        case 0:
            del lines[place]
        case 1:
            lines[place] = line.replace(chance.choice('[]{}",='), "", 1)
        case 2 | 3:
            lines[place] = re.sub(r"\b\d+\b", chance.choice(NUMBERS), line, count=1)
        case _:
            lines[place] = re.sub(r'"[^"]*"', lambda _: chance.choice(words), line, count=chance.randint(1, 3))
    return "\n".join(lines)


# ---------------------------------------------------------------------- files


def _tables(rules: Rules[Any], chance: Random) -> Iterator[str]:
    """Options as somebody may choose them, those among them that cannot be, or not together."""
    known = rules.option_book
    for _ in range(TABLES):
        variant = chance.choice(list(rules.variants))
        rows = chance.sample(list(known.option), min(4, len(known.option)))
        said = {row.id: chance.choice([*map(str, row.values), *ANSWERS.get(row.type, ())]) for row in rows}
        if chance.random() < ODD:
            said[rows[0].id] = chance.choice(NUMBERS)
        yield f"{variant} {said} {_chosen(rules, variant, said)}"


def _chosen(rules: Rules[Any], variant: str, said: dict[str, str]) -> str:
    values: dict[str, object] = {}
    answers = []
    for name, text in said.items():
        try:
            values[name] = rules.option_book.read(name, text)
        except EngineError as refusal:
            answers.append(str(refusal))
    try:
        chosen = rules.options(variant, values)
    except EngineError as refusal:
        return f"{answers} {refusal}"
    return f"{answers} {chosen} {rules.option_book.by_hand(variant, chosen)} {rules.seats(chosen)}"


def _positions(title: str, chance: Random) -> Iterator[str]:
    file = POSITIONS / f"{title}.toml"
    text = file.read_text() if file.exists() else ""
    for found in (text, *(_spoilt(text, chance) for _ in range(FILES))) if text else ():
        yield _read_position(title, found)


def _read_position(title: str, text: str) -> str:
    try:
        found = proof.read(text, {title: rules_of(title)})
    except proof.BadPosition as bad:
        return f"{bad.faults}"
    return f"{list(proof.told(found))} {found.table.hash()}"


def _editions(title: str, chance: Random) -> Iterator[str]:
    if title in EDITIONS:
        text = figures.written(title, rules_of(title).title)
        yield text
        for _ in range(FILES):
            yield _read_edition(title, _spoilt(text, chance))
        for _ in range(EDGES):
            yield _at_the_edge(title, chance)


def _read_edition(title: str, text: str) -> str:
    try:
        found = rules_of(title).read_figures(text)
        return f"{found} {figures.digest(figures.for_record(title, found))}"
    except figures.BadFigures as bad:
        return f"{bad}"


def _at_the_edge(title: str, chance: Random) -> str:
    """An edition whose figures can each be so, though perhaps not together."""
    places = figures.described(title).places
    said = {address: _extreme(title, address, places[address][2], chance) for address in chance.sample(list(places), 2)}
    return f"{said} {[tuple(fault) for fault in rules_of(title).faults(said)]}"


def _extreme(title: str, address: str, field: figures.Figure, chance: Random) -> Any:
    now = figures.ours(title, address)
    match field.type:
        case "integer":
            return chance.choice([field.least, min(now + 1, field.most), max(now - 1, field.least)])
        case "numbers":
            return [chance.choice([now[0], now[-1]]) for _ in now]
        case "amounts":
            return {good: chance.randint(field.least, field.least + 3) for good in now}
        case "names":
            return now[1:]
        case "choice" if field.values:
            return chance.choice(field.values)
        case "flag":
            return not now
    return now


# ---------------------------------------------------------------------- records


def _records(rules: Rules[Any], chance: Random) -> Iterator[str]:
    options = rules.options(rules.usual_variant, {})
    played = simulation.play(rules, options, rules.seats(options)[0], seed=5, limit=6)
    yield f"{played.actions} {played.ending} {sorted(played.rules.items())} {sorted(played.outcomes.items())}"
    sound = json.loads(transcript.write(played.transcript))
    for _ in range(RECORDS):
        raw = copy.deepcopy(sound)
        part = chance.choice([raw, *raw["entries"]])
        name = chance.choice(sorted(part))
        part[name] = chance.choice(_instead(part[name], raw))
        yield f"{name} {_replayed(raw)}"


def _instead(value: Any, raw: dict[str, Any]) -> list[Any]:
    """What could stand in the place of a part of a record."""
    match value:
        case str():
            return ["", value[:-1], value[::-1], raw["game_id"]]
        case int():
            return [value + 1, -1]
        case list():
            return [value[1:], value[::-1], value * 2]
        case dict():
            return [{}, {**value, "kind": "odd"}, dict(list(value.items())[1:])]
    return [None]


def _replayed(raw: dict[str, Any]) -> str:
    said = []
    try:
        record = transcript.read(json.dumps(raw).encode())
        for check in (transcript.check_numbers, transcript.check_draws, transcript.check_chain):
            try:
                said.append(str(check(record)))
            except EngineError as trouble:
                said.append(str(trouble))
        return f"{said} {transcript.replay(rules_of(record.rules), record).hash()}"
    except EngineError as trouble:
        return f"{said} {trouble}"


# ---------------------------------------------------------------------- plans


def _plans(rules: Rules[Any], chance: Random) -> Iterator[str]:
    """Plans for what is asked now, and how their forms are filled in step by step."""
    options = rules.options(rules.usual_variant, {})
    seats = [f"s{number}" for number in range(rules.seats(options)[0])]
    table = Table.new(rules, "papers", seats, options, bytes(32))
    table.opening()
    fickle = Seated(livelier(rules), 3)
    for number in range(2 * PLANS):
        waiting = [request for request in table.requests() if request.seat != MASTER]
        if table.result is not None or not waiting:
            return
        request = chance.choice(waiting)
        if number % 2:
            yield "\n".join(_planned(table, request, chance))
        outcome = table.act(request.seat, fickle.choose(table, request.seat))
        yield f"{[event.text for event in gathered(outcome.events, rules.story.series, rules.story.log_headings)]}"


def _planned(table: Table, request: Request, chance: Random) -> Iterator[str]:
    world = table.world(request.seat, 1)
    entries = []
    for offer in request.offers:
        draft = fill(offer, at_random(chance))
        if draft is not None:
            yield from _steps(offer, draft)
            entries.append(_entry(world, request.seat, offer, draft, chance))
            conditions = world.rules.plans.conditions(world.game, request.seat, offer)
            yield orders.entry_words(offer, entries[-1], conditions)
            yield orders.entry_words(None, entries[-1], names=world.rules.vocabulary(world.game))
    entries += [Entry("decline"), Entry("default", then=chance.choice(list(Then)))]
    chance.shuffle(entries)
    scope, otherwise = chance.choice(list(Scope)), chance.choice(list(IfNothingFits))
    plan = Plan(request.decision, tuple(entries), scope, otherwise)
    found = orders.choose(table, request.seat, plan)
    yield f"{shown(plan)} leads to {found}"
    yield f"{[entry.answer + orders.entry_words(None, entry) for entry in entries]}"
    yield f"{[orders.left(plan, place) for place in (None, *range(len(entries)))]}"


def _entry(world: Table, seat: str, offer: Offer, draft: dict[str, Any], chance: Random) -> Entry:
    said = {name: value for name, value in draft.items() if chance.random() < 0.6}
    terms = []
    for condition in world.rules.plans.conditions(world.game, seat, offer)[:2]:
        values = {field.name: [choice.value for choice in field.choices({})] for field in condition.fields}
        if all(values.values()) and chance.random() < 0.5:
            terms.append(Term(condition.id, {name: chance.choice(known) for name, known in values.items()}))
    open_ = [field for field in offer.fields if field.name in draft and field.name not in said and not field.many]
    most = {field.name: draft[field.name] for field in open_[:1]}
    return Entry(action={"action": offer.tag, **said}, most=most, terms=tuple(terms), then=chance.choice(list(Then)))


def _steps(offer: Offer, draft: dict[str, Any]) -> Iterator[str]:
    """A form as panels show it: what is asked next, what has one answer only, what was said, and what follows."""
    begun = drafts.autofill(offer, {})
    for name, value in draft.items():
        yield f"{name}: {[field.name for field, _ in drafts.open_questions(offer, begun)]} after {begun}"
        try:
            begun = drafts.with_answer(offer, begun, name, value if isinstance(value, list) else [value])
        except Illegal as refusal:
            yield str(refusal)
    said = [(field.name, words) for field, words in drafts.said(offer, draft)]
    yield f"{begun} {drafts.close_list(offer, begun)} {said}"
    whole = drafts.build(offer, draft)
    yield f"{drafts.words(offer, whole)} {drafts.admits(offer, whole)} {drafts.rebuilt(offer, draft)}"

"""Scenario files: rules as data, readable by someone who knows the game and not Python."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from engine.core.actions import MASTER, distinct
from engine.core.errors import BadFile, EngineError, Illegal
from engine.core.events import Event
from engine.core.rules import Rules
from engine.core.table import Table

KEY = bytes(range(32))
"""The key of every scenario: what is not forced is the same at each run."""

DICE = re.compile(r"(?:d|pick)(\d+)")
"""Names of dice by their sides: d6, d20, and pick7 for one of seven things; also `percent`."""


class Failure(EngineError):
    """A scenario that did not come out as it says."""


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One step of a scenario: an action, a default, an edit, or something to look at."""

    seat: str = ""
    act: dict[str, Any] | None = None
    refused: str | None = None
    default: str = ""
    edit: dict[str, Any] | None = None
    expect: dict[str, Any] = {}
    offered: dict[str, Any] | None = None
    not_offered: dict[str, Any] | None = None
    heard: dict[str, str] | None = None
    not_heard: dict[str, str] | None = None


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A whole scenario file. `start` "set_up" begins with the deal instead of an empty table."""

    game: str
    variant: str
    seats: list[str]
    rules: list[str]
    title: str
    options: dict[str, Any] = {}
    start: str = "bare"
    edit: list[dict[str, Any]] = []
    dice: dict[str, list[Any]] = {}
    step: list[Act] = []


def load(path: Path) -> Scenario:
    """Read a scenario file; raises BadFile that names the file and the place."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text("utf-8")), type=Scenario)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadFile(f"{path} is no readable scenario: {error}") from error


def files(path: Path) -> list[Path]:
    """Return the scenario files at a path, a folder's in order; raises BadFile if there are none."""
    found = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
    if not found:
        raise BadFile(f"There are no scenario files (*.toml) in {path}.")
    return found


def run(rules: Rules[Any], scenario: Scenario) -> Table:
    """Play a scenario and return its table; raises Failure at the first thing that is not as it says."""
    options = rules.options(scenario.variant, scenario.options)
    if scenario.start == "set_up":
        table = Table.new(rules, "scenario", scenario.seats, options, KEY)
    else:
        table = Table.bare(rules, scenario.seats, options, KEY)
    for edit in scenario.edit:
        table.arrange(rules.decode_action(_edit(edit)))
    _force(table, scenario.dice)
    last = table.begin().events
    for number, step in enumerate(scenario.step, 1):
        try:
            last = _step(table, step, last)
        except EngineError as error:
            raise Failure(f"step {number}: {error}") from error
    return table


def _edit(edit: dict[str, Any]) -> dict[str, Any]:
    """An edit of a scenario file as an action: its `op` is the action's tag."""
    fields = {name: value for name, value in edit.items() if name != "op"}
    return {"action": edit["op"], **fields}


def _force(table: Table, dice: dict[str, list[Any]]) -> None:
    piles = {name: results for name, results in dice.items() if not _sides(name)}
    if piles:
        table.stack(piles)
    for name, results in dice.items():
        if sides := _sides(name):
            table.game.dice.force(sides, results)


def _sides(name: str) -> int:
    """The sides of the die that a name means; 0 for a pile of cards."""
    found = DICE.fullmatch(name)
    return 100 if name == "percent" else int(found.group(1)) if found else 0


def _step(table: Table, step: Act, last: tuple[Event, ...]) -> tuple[Event, ...]:
    if step.edit is not None:
        return table.act(MASTER, table.rules.decode_action(_edit(step.edit))).events
    if step.default:
        return table.act(step.default, table.default(step.default)).events
    if step.act is not None:
        return _act(table, step) or last
    _look(table, step, last)
    return last


def _act(table: Table, step: Act) -> tuple[Event, ...]:
    before = table.snapshot()
    try:
        events = table.act(step.seat, table.rules.decode_action(step.act)).events
    except Illegal as refusal:
        if step.refused is None:
            raise
        if refusal.rule != step.refused:
            raise Failure(f"refused with '{refusal.rule}' instead of '{step.refused}': {refusal.reason}") from refusal
        if table.snapshot() != before:
            raise Failure("the refused action has changed something") from refusal
        return ()
    if step.refused is not None:
        raise Failure(f"{step.act} was accepted, but should be refused with '{step.refused}'")
    return events


def _look(table: Table, step: Act, last: tuple[Event, ...]) -> None:
    for path, wanted in step.expect.items():
        found = lookup(table, path)
        if found != wanted:
            raise Failure(f"{path} is {found!r}, not {wanted!r}")
    if step.offered is not None:
        _check_offered(table, step.offered)
    if step.not_offered is not None and _offers(table, step.not_offered):
        raise Failure(f"{step.not_offered} is offered")
    if step.heard is not None and not _hears(step.heard, last):
        raise Failure(f"nobody told of {step.heard}; told was: {[event.text for event in last]}")
    if step.not_heard is not None and _hears(step.not_heard, last):
        raise Failure(f"{step.not_heard} was told")


def _offers(table: Table, wanted: dict[str, Any]) -> bool:
    return any(offer.tag == wanted["action"] for offer in table.offers(wanted["seat"]))


def _check_offered(table: Table, wanted: dict[str, Any]) -> None:
    offer = table.offer(wanted["seat"], wanted["action"])
    if "field" not in wanted:
        return
    choices = [choice.value for choice in offer.field(wanted["field"]).choices(wanted.get("draft", {}))]
    if not distinct(choices):
        raise Failure(f"something is offered twice for {wanted['field']}: {sorted(choices)}")
    missing = [value for value in wanted.get("has", []) if value not in choices]
    surplus = [value for value in wanted.get("lacks", []) if value in choices]
    if missing or surplus:
        raise Failure(f"offered for {wanted['field']}: {sorted(choices)}; missing {missing}, too many {surplus}")


def _hears(wanted: dict[str, str], events: tuple[Event, ...]) -> bool:
    return any(
        event.heard_by(wanted.get("seat", ""))
        and wanted.get("kind", event.kind) == event.kind
        and wanted.get("text", "") in event.text
        for event in events
    )


def lookup(table: Table, path: str) -> Any:
    """Return what lies at a dotted path in the game master's view (or `requests.`); "" where nothing is."""
    found: Any = msgspec.to_builtins(table.view(MASTER))
    found["requests"] = {
        request.seat: {"decision": request.decision, "prompt": request.prompt, "secret": request.secret}
        for request in table.requests()
    }
    found["winners"] = list(table.result.winners) if table.result else []
    found["over"] = table.result is not None
    for word in path.split("."):
        found = _at(found, word)
    return found


def _at(found: Any, word: str) -> Any:
    if isinstance(found, dict):
        return found.get(word, "")
    if isinstance(found, list):
        if word.lstrip("-").isdigit():
            return found[int(word)] if -len(found) <= int(word) < len(found) else ""
        return next((row for row in found if isinstance(row, dict) and row.get("id") == word), "")
    return ""


def run_all(path: Path, rules_of: Any) -> Iterator[tuple[Path, str]]:
    """Run every scenario at a path; yield each file with "" or what went wrong."""
    for file in files(path):
        try:
            scenario = load(file)
            run(rules_of(scenario.game), scenario)
        except EngineError as error:
            yield file, str(error)
        else:
            yield file, ""

"""Scenario files: rules as data, readable by someone who knows the game and not Python (docs/scenarios.md)."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from engine.core.actions import MASTER, Action
from engine.core.data import renamed
from engine.core.errors import BadFile, EngineError, Illegal
from engine.core.events import Event
from engine.core.files.given import NotToml, parsed
from engine.core.position import edit_action
from engine.core.rules import Rules
from engine.core.table import Outcome, Table
from engine.core.trials import expectations
from engine.core.trials.expectations import PUBLIC, Failure, Heard, Offered

KEY = bytes(range(32))
"""The key of every scenario: what is not forced is the same at each run."""

DICE = re.compile(r"(?:d|pick)(\d+)")
"""Names of dice by their sides: d6, d20, and pick7 for one of seven things; also `percent`."""

MOST_DECISIONS = 1_000
"""Defaults that are given for a step with `until` before it is said that it never comes to that."""


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One step of a scenario: something is done (`act`, `default`, `edit`, `until`), and then looked at."""

    seat: str = ""
    """The seat that acts."""

    act: dict[str, Any] | None = None
    """The action that it takes."""

    default: str = ""
    """A seat that takes its default."""

    edit: dict[str, Any] | None = None
    """The game master's change."""

    until: dict[str, Any] = {}
    """What has to hold, as in `expect`: the game goes on until it does, everybody who is asked doing the default, and
    stops right there; where it speaks of what is asked, at the next moment at which somebody is."""

    dice: dict[str, list[Any]] = {}
    """The numbers that are drawn, by the name of the die."""

    refused: str | bool | None = None
    """The rule by which what is done is refused; true for any."""

    saying: str = ""
    """Words that are in the refusal."""

    view: str = MASTER
    """The viewer of `expect`."""

    expect: dict[str, Any] = {}
    """Values in the view, by path."""

    offered: Offered | None = None
    """The offers of a seat."""

    not_offered: Offered | None = None
    """The offers that a seat does not have."""

    heard: Heard | list[Heard] | None = None
    """The sentences that somebody was told."""

    not_heard: Heard | list[Heard] | None = None
    """The sentences that somebody was not told."""

    alike_for: list[str] = []
    """The seats that cannot tell what happens from what happens with `swapped` or `instead`."""

    swapped: list[str] = []
    """Two names that are exchanged in the other world."""

    instead: dict[str, Any] | None = None
    """The action that replaces `act` in the other world."""


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A whole scenario file."""

    game: str
    """The game."""

    variant: str
    """The variant."""

    seats: list[str]
    """The seats, in the order of the table."""

    rules: list[str]
    """The ids of the rules that it shows."""

    title: str
    """Its subject, in a few words."""

    options: dict[str, Any] = {}
    """Options that are other than in the variant."""

    start: str = "bare"
    """How it begins: "bare" with an empty table, "set_up" with the deal."""

    edit: list[dict[str, Any]] = []
    """What the game master puts on the table before the first step."""

    dice: dict[str, list[Any]] = {}
    """The numbers that are drawn until the first step, by the name of the die."""

    step: list[Act] = []
    """The steps."""


Done = Outcome | Illegal | None
"""The outcome of a step: the events, or the refusal; None if nothing was done."""

Watch = Callable[[Table, str, Done], None]
"""Whoever looks on: at the table, at what the step says, and at what came of it."""


def load(path: Path) -> Scenario:
    """Read a scenario file; raises BadFile that names the file and the place."""
    try:
        return msgspec.convert(parsed(path.read_text("utf-8")), type=Scenario)
    except (OSError, UnicodeDecodeError, NotToml, msgspec.ValidationError) as error:
        raise BadFile(f"{path} is no readable scenario: {error}") from error


def files(path: Path) -> list[Path]:
    """Return the scenario files at a path, a folder's in order; raises BadFile if there are none."""
    found = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
    if not found:
        raise BadFile(f"There are no scenario files (*.toml) in {path}.")
    return found


def run(rules: Rules[Any], scenario: Scenario, watch: Watch = lambda *_: None) -> Table:
    """Play a scenario and return its table; raises Failure at the first thing that is not as it says."""
    table = _opened(rules, scenario)
    for edit in scenario.edit:
        table.arrange(rules.codec.decode_action(edit_action(edit)))
    _force(table, scenario.dice)
    opening = table.begin()
    watch(table, "the beginning", opening)
    told = [opening.events]
    for number, step in enumerate(scenario.step, 1):
        try:
            done = _step(table, step, told)
        except EngineError as error:
            watch(table, f"step {number}: {words(step)}", None)
            raise Failure(f"step {number}: {error}") from error
        watch(table, f"step {number}: {words(step)}", done)
    return table


def _opened(rules: Rules[Any], scenario: Scenario) -> Table:
    options = rules.options(scenario.variant, scenario.options)
    if scenario.start == "set_up":
        return Table.new(rules, "scenario", scenario.seats, options, KEY)
    return Table.bare(rules, scenario.seats, options, KEY)


def words(step: Act) -> str:
    """Return what a step says, as it stands in the file."""
    return ", ".join(f"{name} = {value!r}" for name, value in msgspec.to_builtins(step).items())


def _force(table: Table, dice: dict[str, list[Any]]) -> None:
    piles = {name: results for name, results in dice.items() if not _sides(name)}
    if piles:
        table.stack(piles)
    for name, results in dice.items():
        if sides := _sides(name):
            table.game.dice.force(sides, results)


def _sides(name: str) -> int:
    """Return the sides of the die that a name means; 0 for a pile of cards."""
    found = DICE.fullmatch(name)
    return 100 if name == "percent" else int(found.group(1)) if found else 0


# ---------------------------------------------------------------------- a step


def _step(table: Table, step: Act, told: list[tuple[Event, ...]]) -> Done:
    """Do what a step says, then look; return what came of it."""
    _check_sense(step)
    _force(table, step.dice)
    before, forced = table.snapshot(), {sides: list(results) for sides, results in table.game.dice.forced.items()}
    done = _done(table, step)
    if isinstance(done, Outcome):
        told.append(done.events)
    _look(table, step, told)
    if step.alike_for:
        _compare(table, step, before, forced, done)
    return done


def _check_sense(step: Act) -> None:
    deeds = [step.act is not None, bool(step.default), step.edit is not None]
    looks = [step.expect, step.offered, step.not_offered, step.heard, step.not_heard, step.alike_for, step.dice]
    if sum(deeds) > 1:
        raise Failure("a step does one thing: act, default or edit")
    if not any(deeds) and not step.until and not any(looks):
        raise Failure("the step is empty; give it act, default, edit or something to check")
    if bool(step.seat) != (step.act is not None):
        raise Failure("`seat` and `act` go together; to see what a seat sees, write `view`")
    if (step.refused is not None or step.saying) and not any(deeds):
        raise Failure("`refused` needs an act, a default or an edit")
    if bool(step.alike_for) != bool(step.swapped or step.instead):
        raise Failure("`alike_for` needs `swapped` or `instead`: the two things that look alike")
    if step.swapped and len(step.swapped) != 2:
        raise Failure("`swapped` takes exactly two names")


def _done(table: Table, step: Act) -> Done:
    """Return the result of a step; the refusal where it should be refused."""
    if step.refused is None:
        return _carried_out(table, step)
    if table.game.stopped and step.edit is None:
        table.begin()
    before = table.snapshot()
    try:
        _deed(table, step)
    except Illegal as refusal:
        if step.refused is not True and refusal.rule != step.refused:
            raise Failure(f"refused with '{refusal.rule}' instead of '{step.refused}': {refusal.reason}") from refusal
        if step.saying not in refusal.reason:
            raise Failure(f"the refusal does not say {step.saying!r}: {refusal.reason}") from refusal
        if table.snapshot() != before:
            raise Failure("the refused action has changed something") from refusal
        return refusal
    raise Failure(f"{step.act or step.edit} was accepted, but should be refused with '{step.refused}'")


def _carried_out(table: Table, step: Act) -> Outcome | None:
    parts: list[Outcome] = []
    if step.until and not expectations.of_requests(step.until):
        table.game.until = lambda: not expectations.unmet(table, step.until)
    try:
        if step.act is not None or step.default or step.edit is not None:
            parts.append(_deed(table, step))
        if step.until:
            parts += _gone_on(table, step.until)
    finally:
        table.game.until = None
    return _joined(parts) if parts else None


def _deed(table: Table, step: Act) -> Outcome:
    if step.edit is not None:
        return table.act(MASTER, table.rules.codec.decode_action(edit_action(step.edit)))
    rested = [table.begin()] if table.game.stopped else []
    if step.default:
        return _joined([*rested, table.act(step.default, table.default(step.default))])
    return _joined([*rested, table.act(step.seat, table.rules.codec.decode_action(step.act))])


def _gone_on(table: Table, wanted: dict[str, Any]) -> Iterator[Outcome]:
    """Let the game go on with defaults until something holds; raises Failure if it never does."""
    if table.game.stopped and expectations.of_requests(wanted):
        yield table.begin()
    for _ in range(MOST_DECISIONS):
        trouble = expectations.unmet(table, wanted)
        if not trouble:
            return
        if table.result is not None:
            break
        yield _default(table)
    raise Failure(f"the game never gets there: {trouble}")


def _default(table: Table) -> Outcome:
    waiting = table.requests()
    if not waiting:
        return table.begin()
    request = next((request for request in waiting if request.seat != MASTER), waiting[0])
    action: Action = request.default()
    return table.act(request.seat, action)


def _joined(parts: list[Outcome]) -> Outcome:
    events = tuple(event for part in parts for event in part.events)
    return Outcome(parts[-1].version, events, tuple(draw for part in parts for draw in part.draws))


# ---------------------------------------------------------------------- looking


def _look(table: Table, step: Act, told: list[tuple[Event, ...]]) -> None:
    if step.expect and (trouble := expectations.unmet(table, step.expect, _viewer(step.view))):
        raise Failure(trouble)
    if step.offered is not None:
        expectations.check_offered(table, step.offered)
    if step.not_offered is not None and expectations.is_offered(table, step.not_offered):
        raise Failure(f"{step.not_offered} is offered")
    if step.heard is not None:
        expectations.check_heard(told, step.heard)
    if step.not_heard is not None:
        expectations.check_not_heard(told, step.not_heard)


def _viewer(name: str) -> str:
    return "" if name == PUBLIC else name


def _compare(table: Table, step: Act, before: bytes, forced: dict[int, list[int]], done: Done) -> None:
    """Raise Failure if a viewer of `alike_for` can tell the result from that in the other world."""
    other = _other_world(table, step, before, forced)
    changed = msgspec.structs.replace(step, act=step.instead or step.act)
    theirs = _done(other, changed)
    for viewer in map(_viewer, step.alike_for):
        if _heard_of(done, viewer) != _heard_of(theirs, viewer):
            raise Failure(f"{viewer or PUBLIC} can tell them apart by what is told: {_heard_of(theirs, viewer)}")
        expectations.check_alike(table, other, viewer)


def _other_world(table: Table, step: Act, before: bytes, forced: dict[int, list[int]]) -> Table:
    """Return the table as it stood before the step, with two names exchanged."""
    if step.swapped:
        one, two = step.swapped
        state = msgspec.json.decode(before)
        before = msgspec.json.encode({**renamed(state, {one: two, two: one}), "options": state["options"]})
    other = Table.restore(table.rules, before, KEY)
    other.game.dice.forced = forced
    return other


def _heard_of(done: Done, viewer: str) -> list[str]:
    events = done.events if isinstance(done, Outcome) else ()
    return [event.text for event in events if event.heard_by(viewer)]


# ---------------------------------------------------------------------- many of them


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

"""What a title says of itself before any game is played, and how what is saved of it is read."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from engine.core.actions import tag_of
from engine.core.game import Part
from engine.core.rules import Rules
from engine.games import rules_of
from tests.chronicles.around import shown


def face(title: str) -> Iterator[str]:
    """Tell the options, decisions and events of a title, and of each class that is saved what its parts are by
    themselves: what has its usual value is not written, so that another would change games that are saved already."""
    rules = rules_of(title)
    yield shown(rules.option_book)
    yield f"{[shown(kind) for kind in rules.pace.decision_kinds]}"
    yield f"{[_plannable(decision, row) for decision, row in rules.plans.plannable.items()]}"
    yield _events(rules)
    yield f"{sorted(rules.cards().items())} {sorted(rules.players)} {sorted(rules.words.reports)}"
    for kind in (*rules.actions, *rules.edits):
        yield f"{tag_of(kind)} {_usual(kind)} {kind in rules.offering.refusals} {rules.editing.discreet.get(kind)}"
    for step in rules.steps:
        yield f"{step.__name__} {_usual(step)} {_of_class(step)}"
    for part in _parts(rules.state_type):
        yield f"{part.__name__} {_usual(part)}"


def _plannable(decision: str, row: Any) -> str:
    return f"{decision} {row.words} {[tag_of(kind) for kind in row.answers]} {row.ahead is None} {row.in_turn}"


def _events(rules: Rules[Any]) -> str:
    known = (
        rules.story.pictures,
        rules.story.finale_pictures,
        rules.story.moment_event,
        rules.story.phase_end_event,
        sorted(rules.story.hidden_from_story),
    )
    others = (
        rules.story.series,
        sorted(rules.story.revelations),
        rules.story.log_headings,
        sorted(rules.story.mailed_events),
    )
    about = (
        rules.name,
        rules.title,
        rules.version,
        rules.set_up.least_seats,
        rules.set_up.most_seats,
        rules.competition.variant,
    )
    return f"{known} {others} {about}"


def _usual(kind: type[Any]) -> Mapping[str, Any]:
    """The parts of a class that have a usual value, with that value."""
    fields = msgspec.structs.fields(kind)
    made = {one.name: one.default_factory() for one in fields if one.default_factory is not msgspec.NODEFAULT}
    return {**made, **{one.name: one.default for one in fields if one.default is not msgspec.NODEFAULT}}


def _of_class(kind: type) -> Mapping[str, Any]:
    """What is true of every step of a class: its decision, its rule, whether it locks the game."""
    found = {name: getattr(kind, name, None) for name in ("decision", "rule", "locked", "answers_itself")}
    return {name: value for name, value in found.items() if isinstance(value, str | bool)}


def _parts(state: type[Any]) -> list[type[Any]]:
    """The classes of the parts of a state, by name."""
    module = state.__module__
    found = [kind for kind in _below(Part) if kind.__module__ == module]
    return sorted([state, *found], key=lambda kind: kind.__name__)


def _below(kind: type[Any]) -> list[type[Any]]:
    return [one for each in kind.__subclasses__() for one in (each, *_below(each))]

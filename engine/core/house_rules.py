"""House rules during a game: changed options, and rulings kept as notes to the rules."""

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.core.actions import Annotate, DropAnnotation
from engine.core.editing import differences
from engine.core.errors import BadOptions, Illegal
from engine.core.files.registry import registry
from engine.core.game import Game, RuleNote
from engine.core.rules import Rules

MOST_TOLD = 8
"""The largest number of public changes that the announcement of a house rule names."""


UNFIT = "That does not fit the position on the table; change it later in the game."
"""The refusal of a house rule that would break the state; details could reveal something hidden."""


def amend(game: Game[Any], rules: Rules[Any], changes: Mapping[str, object]) -> None:
    """Change options during a game, and tell everybody the public effects.

    Raises Illegal where they cannot change so now.
    """
    before, seen = game.state.chosen, rules.sight.view(game, "")
    defaults = {option.id: option.default for option in rules.option_book.option}
    if not changes:
        raise Illegal("Say which option changes; /game options has the list.")
    try:
        rules.option_book.check_amendment(defaults | before, changes, under_way(game))
    except BadOptions as refusal:
        raise Illegal(str(refusal)) from refusal
    begun = defaults | game.state.options
    amended = {**game.state.amended, **changes}
    game.state.amended = {name: value for name, value in amended.items() if value != begun[name]}
    game.options_cache.clear()
    tell(game, rules, before)
    changed = differences.words(seen, rules.sight.view(game, ""), rules.vocabulary(game), list(changes))
    for change in changed[:MOST_TOLD]:
        game.emit("house_rule", change)
    if len(changed) > MOST_TOLD:
        game.emit("house_rule", f"And {len(changed) - MOST_TOLD} more changes.")


def tell(game: Game[Any], rules: Rules[Any], before: Mapping[str, object]) -> None:
    """Tell which options have other values than `before`, and which these were."""
    changed = []
    for option in rules.option_book.option:
        was, now = before.get(option.id, option.default), game.option(option.id)
        if was != now:
            changed.append(f"`{option.id}` is {value_words(now)} (it was {value_words(was)})")
    if changed:
        game.emit("house_rule", f"House rules from now on: {'; '.join(changed)}.")


def annotate(game: Game[Any], rules: Rules[Any], action: Annotate | DropAnnotation) -> None:
    """Keep a note to the rules, or take one away; raises Illegal for a rule or a note that there is not."""
    state = game.state
    if isinstance(action, Annotate):
        if action.rule and action.rule not in registry(rules.name):
            raise Illegal(f"There is no rule '{action.rule}' in {rules.title}; look for its id with /rule.")
        state.noted += 1
        note = RuleNote(state.noted, action.text, action.rule)
        state.notes.append(note)
        game.emit("rule_note", note.words, rule=note.rule)
        return
    annotation = next((note for note in state.notes if note.number == action.number), None)
    if annotation is None:
        known = ", ".join(str(note.number) for note in state.notes)
        raise Illegal(f"There is no house note {action.number}. Notes of this table: {known or 'none'}.")
    state.notes.remove(annotation)
    game.emit("rule_note", f"House note {annotation.number} no longer applies: {annotation.text}")


def under_way(game: Game[Any]) -> set[str]:
    """Return the tags of the steps that are under way."""
    return {str(msgspec.to_builtins(step)["step"]) for step in game.state.steps}


def value_words(value: object) -> str:
    """Return the value of an option as people write it.

    >>> value_words(True), value_words([6, 7]), value_words([]), value_words("none")
    ('true', '6, 7', 'none', 'none')
    """
    match value:
        case bool():
            return "true" if value else "false"
        case list():
            return ", ".join(map(str, value)) or "none"
    return str(value)

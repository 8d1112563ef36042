"""Conditions of plans: an answer given ahead is used only if its conditions hold when the question comes up."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.core.actions import Choice, Draft, Field
from engine.core.drafts import labels

OPEN = "…"
"""The placeholder for a missing value in the words of a condition."""

Holds = Callable[[Any, Draft, Draft], bool]
"""Tells whether a condition holds, from the seat's view, the planned action and the condition's values."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition that a plan may have, such as "while <county> is empty"."""

    id: str
    """Its name in plans."""

    words: str
    """Half a sentence that begins with while, only or if, with the name of each field in angle brackets."""

    holds: Holds
    """Tells whether it holds, from the seat's view alone."""

    fields: tuple[Field, ...] = ()
    """Its values, asked for like the fields of an action."""

    def said(self, values: Draft) -> str:
        """Return the condition in words, with its values."""
        words = self.words
        draft: dict[str, Any] = {}
        for field in self.fields:
            labelled = labels(field, draft, values[field.name]) if field.name in values else []
            words = words.replace(f"<{field.name}>", ", ".join(labelled) or OPEN)
            draft[field.name] = values.get(field.name, "")
        return words


def one_of(name: str, prompt: str, named: Mapping[str, str]) -> Field:
    """Return a field of a condition that is one of some values, given with their labels.

    >>> field = one_of("county", "Which county?", {"york": "Yorkshire"})
    >>> [(choice.value, choice.label) for choice in field.choices({})]
    [('york', 'Yorkshire')]
    >>> Condition("empty", "while <county> is empty", lambda *_: True, (field,)).said({"county": "york"})
    'while Yorkshire is empty'
    """
    choices = [Choice(value, label) for value, label in named.items()]
    return Field(name, prompt, lambda _: choices)

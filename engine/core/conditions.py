"""Conditions of plans: what must hold at the moment of a question for an answer given ahead to be meant."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.core.actions import Choice, Draft, Field
from engine.core.drafts import labels

OPEN = "…"
"""Stands in the words of a condition for what has not been said."""

Holds = Callable[[Any, Draft, Draft], bool]
"""Tells from the view of a seat, the action as it would be, and what was said of the condition, whether it holds."""


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that a plan may wait for, such as "while <county> is empty".

    `words` is half a sentence that begins with while, only or if, with the name of each of its `fields` in angle
    brackets. `holds` looks at nothing but what the seat sees.
    """

    id: str
    words: str
    holds: Holds
    fields: tuple[Field, ...] = ()

    def said(self, values: Draft) -> str:
        """Return the condition in words, with what was said of it."""
        words = self.words
        draft: dict[str, Any] = {}
        for field in self.fields:
            found = labels(field, draft, values[field.name]) if field.name in values else []
            words = words.replace(f"<{field.name}>", ", ".join(found) or OPEN)
            draft[field.name] = values.get(field.name, "")
        return words


def one_of(name: str, prompt: str, named: Mapping[str, str]) -> Field:
    """Return a field of a condition that is one of some values, given with their labels."""
    choices = [Choice(value, label) for value, label in named.items()]
    return Field(name, prompt, lambda _: choices)

"""Forms with lines to write in, and what was answered in any form."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.panels.ids import Press
from bot.panels.panel import menu_options
from bot.texts import clipped
from engine.core.actions import Choice

TITLE, LABEL, HINT = 45, 45, 100
"""Characters that Discord allows in the title of a form, above a line and in an empty one."""

QUESTIONS = 5
"""Questions that Discord allows in a form."""

RADIO, RADIOS = 10, 12
"""Choices that stand open below a question at most, and in a whole form, which a phone shows at once."""


@dataclass(frozen=True)
class Line:
    """A line of a form, or several where it is `long`; `value` stands there already."""

    name: str
    label: str
    value: str = ""
    hint: str = ""
    long: bool = False
    required: bool = True
    most: int = 400


REASON = Line("reason", "Why? Everybody reads it.", long=True)


def modal(press: Press, title: str, lines: Iterable[Line]) -> discord.ui.Modal:
    """Return a form that is answered by its id alone, before and after a restart."""
    form = discord.ui.Modal(title=clipped(title, TITLE), custom_id=str(press), timeout=None)
    for line in lines:
        form.add_item(
            discord.ui.TextInput(
                label=clipped(line.label, LABEL),
                custom_id=line.name,
                style=discord.TextStyle.paragraph if line.long else discord.TextStyle.short,
                default=line.value or None,
                placeholder=clipped(line.hint, HINT) or None,
                required=line.required,
                max_length=line.most,
            )
        )
    form.stop()
    return form


@dataclass(frozen=True)
class Question:
    """A question of a form, with what may be chosen; `most` is more than one where several may be."""

    name: str
    prompt: str
    choices: Sequence[Choice]
    least: int = 1
    most: int = 1


def questions(press: Press, title: str, asked: Sequence[Question]) -> discord.ui.Modal:
    """Return a form that asks several questions at once: with radio buttons where a phone has room, else by menus."""
    form = discord.ui.Modal(title=clipped(title, TITLE), custom_id=str(press), timeout=None)
    room = sum(len(one.choices) for one in asked) <= RADIOS
    for one in asked:
        # What does not stand above its choices in full stands below its beginning.
        whole = one.prompt if len(one.prompt) > LABEL else ""
        answer = _radio(one) if room and one.least == one.most == 1 and len(one.choices) <= RADIO else _select(one)
        form.add_item(
            discord.ui.Label(
                text=clipped(one.prompt, LABEL), description=clipped(whole, HINT) or None, component=answer
            )
        )
    form.stop()
    return form


def _radio(one: Question) -> discord.ui.RadioGroup[Any]:
    found = [
        discord.RadioGroupOption(label=clipped(_in_a_line(choice), HINT), value=choice.value) for choice in one.choices
    ]
    return discord.ui.RadioGroup(custom_id=one.name, options=found)


def _in_a_line(choice: Choice) -> str:
    return f"{choice.label} – {choice.hint}" if choice.hint else choice.label


def _select(one: Question) -> discord.ui.Select[Any]:
    least, most = min(one.least, len(one.choices)), min(one.most, len(one.choices))
    options, required = menu_options(one.choices), one.least > 0
    return discord.ui.Select(custom_id=one.name, options=options, min_values=least, max_values=most, required=required)


def named(data: Any) -> list[str]:
    """Return what was chosen in a form, each as the id of its input and the value."""
    return [f"{name}={answer}" for name, answers in _answers(data) for answer in answers]


def written(data: Any) -> dict[str, str]:
    """Return what was answered in a form that was sent, by the ids of its inputs: several choices are joined by commas.

    An empty box and a list without a choice are "".
    """
    return {name: ",".join(answers) for name, answers in _answers(data)}


def values(data: Any) -> list[str]:
    """Return what was chosen in a menu, or answered in a form, each by itself."""
    if "values" in data:
        return [str(value) for value in data["values"]]
    return [answer for _, answers in _answers(data) for answer in answers]


def _answers(data: Any) -> Iterator[tuple[str, list[str]]]:
    """Yield the answers of each input: lines stand in rows, or below labels as menus, radio buttons and boxes do."""
    for part in data.get("components", ()):
        for found in part.get("components") or [part.get("component", part)]:
            if name := found.get("custom_id"):
                many = found.get("values") or ()
                one = found.get("value")
                yield str(name), [str(answer) for answer in (*many, *([one] if one else ()))]

"""How the legal answers to a question are shown: a few as buttons, many as menus, and none called like another."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.panels.ids import Press
from bot.panels.panel import BUTTON, MENU, ROW, Button, Menu
from bot.texts import clipped
from engine.core.actions import Choice, Field
from engine.core.events import name_seats

SHORT = 12
"""Letters of a label, such as that of a square, of which many stand side by side."""

BRIEF = 26
"""Letters of a label of which some rows can be read."""

SAID = 60
"""Letters of a button that still tells more about its choice."""

GRID, BLOCK = 20, 15
"""Buttons with short and with brief labels that are still found at a glance."""

Row = Menu | list[Button]


def named(choices: Sequence[Choice], names: Mapping[str, str]) -> list[Choice]:
    """Return choices with the players' names in them, and so that no two are called alike."""
    said = [
        replace(choice, label=name_seats(choice.label, names), hint=name_seats(choice.hint, names))
        for choice in choices
    ]
    twice = {label for label, count in Counter(choice.label for choice in said).items() if count > 1}
    return [_told_apart(choice, twice) for choice in said]


def _told_apart(choice: Choice, twice: set[str]) -> Choice:
    if choice.label not in twice or not choice.hint:
        return choice
    return replace(choice, label=f"{choice.label}, {choice.hint}", hint="")


def rows(press: Press, field: Field, prompt: str, choices: Sequence[Choice], room: int) -> list[Row]:
    """Return the choices of a field in at most `room` rows: each a button where they are few or short, else menus."""
    if as_buttons(choices, room):
        most = SAID if len(choices) <= ROW else BRIEF
        told = all(len(_whole(choice)) <= most for choice in choices)
        found = [_button(press, field, choice, told=told or len(choices) <= ROW) for choice in choices]
        return [found[start : start + ROW] for start in range(0, len(found), ROW)]
    pages = [choices[start : start + MENU] for start in range(0, len(choices), MENU)][:room]
    return [_menu(press, field, prompt, page, number, len(pages)) for number, page in enumerate(pages)]


def as_buttons(choices: Sequence[Choice], room: int) -> bool:
    """Tell whether choices are shown as buttons where there are `room` rows for them."""
    longest = max((len(choice.label) for choice in choices), default=0)
    most = GRID if longest <= SHORT else BLOCK if longest <= BRIEF else ROW
    return len(choices) <= min(most, room * ROW)


def shown(choices: Sequence[Choice], room: int) -> int:
    """Return how many of the choices find their place in `room` rows."""
    return len(choices) if as_buttons(choices, room) else min(len(choices), room * MENU)


def _button(press: Press, field: Field, choice: Choice, *, told: bool) -> Button:
    label = _whole(choice) if told and len(_whole(choice)) <= SAID else choice.label
    return Button(str(press.answering(field.name, choice.value)), clipped(label, BUTTON), "primary")


def _whole(choice: Choice) -> str:
    return f"{choice.label} – {choice.hint}" if choice.hint else choice.label


def _menu(press: Press, field: Field, prompt: str, page: Sequence[Choice], number: int, pages: int) -> Menu:
    about = list(dict.fromkeys(choice.group for choice in page if choice.group))
    if about and pages > 1:
        prompt = f"{prompt} – {', '.join(about)}"
    elif pages > 1:
        prompt = f"{prompt} – {page[0].label} to {page[-1].label}"
    key = str(replace(press, page=number, answer=field.name))
    return Menu(key, prompt, page, most=len(page) if field.many else 1)

"""How the legal answers to a question are shown: a few as buttons, many as menus, and none called like another."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, takewhile

from msgspec import structs

from bot.panels.ids import Press
from bot.panels.panel import MENU, ROW, Button, Menu, at_once, opening
from engine.core.actions import Choice, Field
from engine.core.events import name_seats

SHORT = 12
"""Letters of a label, such as a square's, so short that many fit side by side."""

BRIEF = 26
"""Letters of a label, so short that several rows stay readable."""

SAID = 60
"""Letters of a button that still tells more about its choice."""

GRID, BLOCK = 20, 15
"""Buttons with short and with brief labels that are still found at a glance."""

NUMBER = re.compile(r"^\d+\. ")
"""The number that a place has on a map, which is no reason for a longer list."""

Row = Menu | list[Button]

Settles = Callable[[str], bool]
"""Tells whether an answer carries out the whole action at once; else its button ends in dots."""


def always(_: str) -> bool:
    """Say so of every answer."""
    return True


def never(_: str) -> bool:
    """Say so of none."""
    return False


def named(choices: Sequence[Choice], names: Mapping[str, str]) -> list[Choice]:
    """Return choices with the players' names in them, what people look for first, and no two called alike."""
    said = [
        structs.replace(choice, label=name_seats(choice.label, names), hint=name_seats(choice.hint, names))
        for choice in sorted(choices, key=lambda choice: choice.rank)
    ]
    hints: dict[str, list[str]] = {}
    for choice in said:
        hints.setdefault(choice.label, []).append(choice.hint)
    told = {label for label, each in hints.items() if len({*each}) > 1}
    return _numbered([_told_apart(choice, told) for choice in said])


def _told_apart(choice: Choice, told: set[str]) -> Choice:
    if choice.label not in told or not choice.hint:
        return choice
    return structs.replace(choice, label=f"{choice.label}, {choice.hint}", hint="")


def _numbered(choices: Sequence[Choice]) -> list[Choice]:
    """Return the choices, each of those that share a label with its number among them."""
    alike, seen = Counter(choice.label for choice in choices), Counter[str]()
    numbered = []
    for choice in choices:
        seen[choice.label] += 1
        label = f"{choice.label} ({seen[choice.label]} of {alike[choice.label]})"
        numbered.append(structs.replace(choice, label=label) if alike[choice.label] > 1 else choice)
    return numbered


def gathered(choices: Sequence[Choice]) -> list[Choice]:
    """Return choices with those that are ways of one thing as one: its value is the beginning that they share."""
    ways: dict[str, list[Choice]] = {}
    for choice in choices:
        ways.setdefault(choice.under or choice.value, []).append(choice)
    return [_one_of(same) for same in ways.values()]


def _one_of(ways: Sequence[Choice]) -> Choice:
    if len(ways) == 1:
        return ways[0]
    alike = takewhile(lambda letters: len(set(letters)) == 1, zip(*(choice.value for choice in ways), strict=False))
    return structs.replace(
        ways[0], value="".join(letters[0] for letters in alike), label=ways[0].under, hint=f"{len(ways)} ways"
    )


def ways_of(value: str, choices: Sequence[Choice]) -> list[Choice]:
    """Return the choices that a gathered value stands for; none where it is one of the choices itself."""
    if any(choice.value == value for choice in choices):
        return []
    return [choice for choice in choices if choice.under and choice.value.startswith(value)]


def rows(
    press: Press,
    field: Field,
    prompt: str,
    choices: Sequence[Choice],
    room: int,
    settles: Settles = always,
    *,
    besides: bool = False,
) -> list[Row]:
    """Return the choices of a field in at most `room` rows: each a button where they are few or short, else menus.

    What may be chosen `besides`, and need not be, looks like it.
    """
    if as_buttons(choices, room):
        found = [_button(press, field, choice, settles, "+ " if besides else "") for choice in choices]
        if besides:
            found = [replace(button, style="secondary") for button in found]
        return _in_rows(found, choices, room)
    first = _first(field, choices, room)
    ahead = [_button(press, field, choice, settles) for choice in choices[:first]]
    lines = [ahead[start : start + ROW] for start in range(0, first, ROW)]
    pages = [choices[start : start + MENU] for start in range(first, len(choices), MENU)][: room - len(lines)]
    alike = len({frozenset(choice.group for choice in page) for page in pages}) == 1
    menus = [_menu(press, field, prompt, page, number, len(pages), alike=alike) for number, page in enumerate(pages)]
    return [*lines, *menus]


def _in_rows(found: Sequence[Button], choices: Sequence[Choice], room: int) -> list[Row]:
    """Return buttons in rows, one for each group of their choices where there is room for that."""
    groups = [list(same) for _, same in groupby(range(len(found)), key=lambda place: choices[place].group)]
    if len(groups) > room or any(len(group) > ROW for group in groups):
        return [list(found[start : start + ROW]) for start in range(0, len(found), ROW)]
    return [[found[place] for place in group] for group in groups]


def menu(press: Press, field: Field, prompt: str, choices: Sequence[Choice]) -> Menu:
    """Return the choices of a field as one menu, where they are no more than it holds."""
    return _menu(press, field, prompt, choices, 0, 1, alike=False)


def count(rows: Sequence[Row]) -> int:
    """Return how many choices stand in some rows."""
    return sum(len(row.choices) if isinstance(row, Menu) else len(row) for row in rows)


def _first(field: Field, choices: Sequence[Choice], room: int) -> int:
    """Return how many of the choices, the likeliest, stand as buttons before the menus of the others.

    Of a list in groups, none: the first ones are no likelier than the others.
    """
    short = told(choices) and all(len(choice.label) <= SHORT for choice in choices)
    grouped = not field.places and len({choice.group for choice in choices}) > 1
    if field.many or grouped or (len(choices) <= BLOCK and not short):
        return 0
    able = (lines for lines in range(room if short else 2) if lines + -((lines * ROW - len(choices)) // MENU) <= room)
    return ROW * max(able, default=0)


def as_buttons(choices: Sequence[Choice], room: int) -> bool:
    """Tell whether choices are shown as buttons where there are `room` rows for them."""
    longest = max((len(choice.label) for choice in choices), default=0)
    able = GRID if longest <= SHORT else BLOCK if longest <= BRIEF else ROW
    most = able if told(choices) else ROW
    return len(choices) <= min(most, room * ROW)


def told(choices: Sequence[Choice]) -> bool:
    """Tell whether buttons have room for what there is to know of choices; if not, a menu has it below each.

    A few long ones among them are found at a glance.
    """
    return sum(bool(choice.hint) and len(NUMBER.sub("", _whole(choice))) > BRIEF for choice in choices) <= ROW


def _button(press: Press, field: Field, choice: Choice, settles: Settles, before: str = "") -> Button:
    settled = settles(choice.value)
    # Of places that are told apart by their numbers alone a word of each is said.
    short = _begun(choice) if field.places and not settled else choice.label
    label = before + (_whole(choice) if len(_whole(choice)) <= SAID else short)
    said = at_once(label) if settled else opening(label)
    return Button(str(press.answering(field.name, choice.value)), said, "primary")


def _begun(choice: Choice) -> str:
    """Return a choice with as many parts of what is told of it as find room, for a button that leads to the others."""
    parts = choice.hint.split("; ")
    begun = [f"{choice.label} – {'; '.join(parts[:number])}" for number in range(len(parts), 0, -1)]
    return next((label for label in begun if len(label) <= SAID), choice.label)


def _whole(choice: Choice) -> str:
    return f"{choice.label} – {choice.hint}" if choice.hint else choice.label


def _menu(
    press: Press, field: Field, prompt: str, page: Sequence[Choice], number: int, pages: int, *, alike: bool
) -> Menu:
    about = list(dict.fromkeys(choice.group for choice in page if choice.group))
    if about and pages > 1 and not alike:
        prompt = f"{prompt} – {', '.join(about)}"
    elif pages > 1:
        prompt = f"{prompt} – {page[0].label} to {page[-1].label}"
    key = str(replace(press, page=number, field_value=field.name))
    several = field.many and not any(choice.under for choice in page)
    return Menu(key, prompt, page, most=len(page) if several else 1)

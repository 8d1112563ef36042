"""The options of a table as menus, and the panel of one of them with its values: made without Discord."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from bot.panels.ids import Press
from bot.panels.panel import MENU, ROW, AnyRow, Button, Menu, Panel, at_once, opening
from engine.core.actions import Choice
from engine.core.errors import BadOptions
from engine.core.files.options import Option
from engine.core.house_rules import value_words
from engine.core.rules import Rules

STEPS = (1, 2, 5, 10, 20, 50, 100)
"""The steps in which numbers are offered where there are too many to offer each."""

VALUE = "to"
"""The field that the button of a value answers."""


@dataclass(frozen=True)
class Chosen:
    """The options with which a table plays now."""

    rules: Rules[Any]
    variant: str
    values: Mapping[str, object]
    steps: Collection[str] | None = None
    """The tags of the steps that are under way; None before the start."""

    def fixed(self, name: str) -> str:
        """Return why an option cannot change now, in a sentence; "" where it can."""
        return "" if self.steps is None else self.rules.option_book.fixed(name, self.steps)

    def check(self, changes: Mapping[str, object]) -> None:
        """Raise BadOptions where the options cannot change so now."""
        if self.steps is None:
            self.rules.changed(self.variant, self.values, changes)
        else:
            self.rules.option_book.check_amendment(self.values, changes, self.steps)

    def words(self, name: str) -> str:
        """Return the value that an option has now, as people write it."""
        return value_words(self.values[name])

    def choices(self, option: Option) -> list[Choice]:
        """Return the other values that an option may have, each as people write it; of a subset, what it may hold."""
        values = option.values if option.type == "subset" else self._others(option)
        return [self._choice(option, value) for value in values]

    def _others(self, option: Option) -> list[object]:
        now = self.values[option.id]
        if option.type == "flag":
            return [not now]
        known = self._numbers(option) if option.type == "integer" else option.values
        return [value for value in known if value != now]

    def _numbers(self, option: Option) -> list[object]:
        """Return the words and numbers that an integer may be: all, or the likely ones and others in even steps."""
        variants = self.rules.option_book.variant
        likely = [option.default, option.by_post, self.values[option.id]]
        likely += [variant.values.get(option.id) for variant in variants]
        near = {number + by for number in likely if type(number) is int for by in (-1, 0, 1)}
        room = MENU - len(option.words)
        top = option.least + room - 1 if option.most is None else option.most
        ranges = (range(option.least - option.least % step, top + 1, step) for step in STEPS)
        spans = ([number for number in sorted({*near, *numbers}) if option.accepts(number)] for numbers in ranges)
        return [*option.words, *next((span for span in spans if len(span) <= room), [])]

    def _choice(self, option: Option, value: object) -> Choice:
        """Return a value as a choice, with the change that it needs beside it."""
        beside = {} if option.type == "subset" else self._needed(option, value)
        text, label = value_words(value), said(value)
        for name, other in beside.items():
            text, label = f"{text}; {name} = {value_words(other)}", f"{label}, with {name} = {value_words(other)}"
        return Choice(text, label)

    def _needed(self, option: Option, value: object) -> dict[str, object]:
        """Return the change of another option without which a value makes no sense; nothing where none helps."""
        if self._allows({option.id: value}):
            return {}
        book = self.rules.option_book
        names = {name for clash in book.clash if option.id in clash.when for name in clash.when} - {option.id}
        partners = [other for other in book.option if other.id in names and other.type != "subset"]
        tries = ({other.id: beside} for other in partners for beside in self._others(other))
        return next((change for change in tries if self._allows({option.id: value, **change})), {})

    def _allows(self, changes: Mapping[str, object]) -> bool:
        try:
            self.check(changes)
        except BadOptions:
            return False
        return True


def said(value: object) -> str:
    """Return the value of an option in words, that of a flag with how it is written.

    >>> said(True), said("seven"), said(["writ", "refuge"])
    ('Yes (true)', 'seven', 'writ, refuge')
    """
    words = value_words(value)
    return f"{'Yes' if value else 'No'} ({words})" if isinstance(value, bool) else words


# ---------------------------------------------------------------------- the menus of all options


def menus(chosen: Chosen, game: str) -> list[Menu]:
    """Return the menus of the options that may change now, each with its value and its effect."""
    found = []
    for number, (words, options) in enumerate(chosen.rules.option_book.groups):
        free = [option for option in options if not chosen.fixed(option.id)]
        lines = [Choice(option.id, f"{option.id} = {chosen.words(option.id)}", option.text) for option in free]
        prompt = f"{words or 'Change an option'} ({len(lines)})"
        found += [Menu(str(Press("houseopt", game, page=number)), prompt, lines)] if lines else []
    return found


# ---------------------------------------------------------------------- one option


def option_panel(chosen: Chosen, game: str, option: Option) -> Panel:
    """Show one option: its effect, its value now and in the variants, and the values that it may have instead."""
    lines = [option.text, f"-# {_by_variant(chosen.rules, option)}"]
    lines += [f"-# Rules: {', '.join(option.rules)}; `/rule` shows them."] if option.rules else []
    fixed = chosen.fixed(option.id) or ("" if chosen.choices(option) else "It has no other value.")
    how = "Change it to:" if chosen.steps is None else "Choose another value; I first show what it would do."
    lines.append(f"**Now**: {said(chosen.values[option.id])}. {fixed or how}")
    values = [] if fixed else _values(chosen, game, option)
    return Panel("\n".join(lines), title=f"`{option.id}`", rows=[*values, [way_back(game)]])


def way_back(game: str) -> Button:
    """Return the button that leads to all options."""
    return Button(str(Press("houses", game)), "All house rules")


def _by_variant(rules: Rules[Any], option: Option) -> str:
    """Say which value an option has in which variant."""
    names: dict[str, list[str]] = {}
    for variant in rules.option_book.variant:
        words = value_words(variant.values.get(option.id, option.default))
        names.setdefault(words, []).append(variant.name)
    if len(names) == 1:
        return f"In every variant: {next(iter(names))}."
    return "; ".join(f"{', '.join(found)}: {words}" for words, found in names.items()) + "."


def _values(chosen: Chosen, game: str, option: Option) -> list[AnyRow]:
    """Return what an option's value is chosen with: buttons for a few, else a menu; of a subset several at once."""
    choices, press = chosen.choices(option), Press("houseset", game, topic=option.id)
    if option.type == "subset":
        menu = Menu(str(press), "Choose all that apply", choices, most=len(choices))
        none = Choice("", "None of these")
        return [menu, *([[_button(chosen, press, none)]] if chosen.values[option.id] else [])]
    if len(choices) <= ROW:
        return [[_button(chosen, press, choice) for choice in choices]]
    return [Menu(str(press), "Choose another value", choices)]


def _button(chosen: Chosen, press: Press, choice: Choice) -> Button:
    """Return the button of a value; in a running game it shows first what the change would do."""
    label = at_once(choice.label) if chosen.steps is None else opening(choice.label)
    return Button(str(press.answering(VALUE, choice.value)), label)

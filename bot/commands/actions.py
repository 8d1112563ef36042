"""Slash commands that map to engine actions: one row of a table each, completed from what is legal."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands

from bot.herald import Herald
from bot.panels import forms
from bot.panels.panel import LABEL, MENU, clipped
from bot.panels.play import Play
from engine.core.actions import Choice, Field, Offer
from engine.core.errors import EngineError, Illegal
from engine.core.events import name_seats

Interaction = discord.Interaction[Any]


@dataclass(frozen=True)
class ActionCommand:
    """A command: its name below the group ("move", "trade offer"), the action's tag, and its options by field."""

    path: str
    tag: str
    description: str
    options: Mapping[str, str]


def action_group(herald: Herald, name: str, description: str, table: Sequence[ActionCommand]) -> app_commands.Group:
    """Return the group `/name` with one command for each row of the table."""
    group = app_commands.Group(name=name, description=description)
    inner: dict[str, app_commands.Group] = {}
    for row in table:
        *parents, leaf = row.path.split()
        home = group
        for parent in parents:
            if parent not in inner:
                inner[parent] = app_commands.Group(name=parent, description=f"{parent.capitalize()}.", parent=group)
            home = inner[parent]
        home.add_command(_command(herald, leaf, row))
    return group


def _command(herald: Herald, name: str, row: ActionCommand) -> app_commands.Command[Any, ..., None]:
    async def run(interaction: Interaction, **texts: str) -> None:
        with herald.working():
            await Play(herald, interaction).command(row.tag, lambda offer: filled(offer, texts))

    # discord.py reads the options of a command from the signature of its callback.
    setattr(run, "__signature__", _signature(row))  # noqa: B010
    described = app_commands.describe(**row.options)(run)
    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=name, description=row.description, callback=described
    )
    for field in row.options:
        command.autocomplete(field)(_completion(herald, row, field))
    return command


def _signature(row: ActionCommand) -> inspect.Signature:
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    options = [inspect.Parameter(name, kind, default="", annotation=str) for name in row.options]
    return inspect.Signature([inspect.Parameter("interaction", kind, annotation=discord.Interaction), *options])


def _completion(
    herald: Herald, row: ActionCommand, name: str
) -> Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]:
    async def complete(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        given = {option: value for option, value in interaction.namespace if option in row.options and value}
        async with Play(herald, interaction).looking() as desk:
            if desk is None:
                return []
            names = desk.names
            try:
                offer = desk.table.offer(desk.seat, row.tag)
                legal = legal_texts(offer, given, name, current)
            except EngineError:
                return []
        return [
            app_commands.Choice(name=clipped(name_seats(choice.label, names), LABEL), value=choice.value)
            for choice in legal
            if len(choice.value) <= LABEL
        ]

    return complete


def legal_texts(offer: Offer, given: Mapping[str, str], name: str, current: str) -> list[Choice]:
    """Return what may be written into one option, given the others: of a list, what is there and one pick more."""
    draft: dict[str, Any] = {}
    while (field := forms.question(offer, draft)) is not None and field.name != name:
        draft = forms.answered(offer, draft, read(offer, draft, field, given.get(field.name, "")))
    if field is None:
        return []
    if not field.many:
        return _containing(field.choices(draft), current)[:MENU]
    *done, last = current.split(",")
    picks = read(offer, draft, field, ",".join(done))
    start = ", ".join(picks)
    more = _containing(field.choices({**draft, field.name: picks}), last)[:MENU]
    return [_joined(start, choice) for choice in more]


def _joined(start: str, choice: Choice) -> Choice:
    if not start:
        return choice
    return Choice(f"{start}, {choice.value}", f"… and {choice.label}")


def _containing(choices: Sequence[Choice], text: str) -> list[Choice]:
    word = text.strip().casefold()
    return [choice for choice in choices if word in choice.label.casefold() or word in choice.value.casefold()]


def read(offer: Offer, draft: Mapping[str, Any], field: Field, text: str) -> list[str]:
    """Return the values that a written option means; raises Illegal where a word fits nothing or several things."""
    if not text.strip():
        return []
    if not field.many:
        return [forms.matched(text, field.choices(draft))]
    picks: list[str] = []
    for word in text.split(","):
        if word.strip():
            picks.append(forms.matched(word, field.choices({**draft, field.name: picks})))
    return picks


def filled(offer: Offer, texts: Mapping[str, str]) -> dict[str, Any]:
    """Return the draft that written options make, as far as they go; the first one missing ends it."""
    draft: dict[str, Any] = {}
    while (field := forms.question(offer, draft)) is not None:
        text = texts.get(field.name, "")
        if not text and field.least > 0:
            _check_nothing_after(offer, field, texts)
            break
        draft = forms.answered(offer, draft, read(offer, draft, field, text))
    return draft


def _check_nothing_after(offer: Offer, missing: Field, texts: Mapping[str, str]) -> None:
    later = [field.name for field in offer.fields if texts.get(field.name)]
    order = [field.name for field in offer.fields]
    if any(order.index(name) > order.index(missing.name) for name in later):
        raise Illegal(f"Say first: {missing.prompt} (option '{missing.name}').")

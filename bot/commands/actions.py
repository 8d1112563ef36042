"""Slash commands that map to engine actions: one row of a table each, completed from what is legal."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine
from functools import cache
from typing import Any

import discord
from discord import app_commands

from bot.commands.arguments import draft_of, leads_on, legal_texts
from bot.commands.common import Names, herald_of
from bot.errors import HeraldError
from bot.model.action_commands import ActionCommand, commands_of
from bot.panels.deciding.play import Play
from bot.panels.panel import LABEL
from bot.texts import clipped
from engine.core.errors import EngineError
from engine.core.events import name_seats
from engine.core.rules import Rules

Interaction = discord.Interaction[Any]


class GameGroup(app_commands.Group):
    """The commands of a game, such as `/kingmaker`: the same for every client, so they are made once."""

    def __init__(self, rules: Rules[Any]) -> None:
        super().__init__(name=rules.name, description=f"Play {rules.title}")
        self._sent: dict[str, Any] = {}

    def to_dict(self, tree: app_commands.CommandTree[Any]) -> dict[str, Any]:
        """Return the group as Discord is told of it."""
        self._sent = self._sent or super().to_dict(tree)
        return self._sent


@cache
def action_group(rules: Rules[Any]) -> GameGroup:
    """Return the group of a game, with one command for each row of its table that has its own."""
    group = GameGroup(rules)
    inner: dict[str, app_commands.Group] = {}
    for row in commands_of(rules.name):
        if row.asked:
            continue
        *parents, leaf = row.path.split()
        home: app_commands.Group = group
        for parent in parents:
            if parent not in inner:
                inner[parent] = app_commands.Group(name=parent, description=f"{parent.capitalize()}.", parent=group)
            home = inner[parent]
        home.add_command(_command(leaf, row))
    return group


def _command(name: str, row: ActionCommand) -> app_commands.Command[Any, ..., None]:
    async def run(interaction: Interaction, **texts: str) -> None:
        herald = herald_of(interaction)
        with herald.working():
            await Play(herald, interaction).command(
                lambda here: (row.tag, draft_of(here.table, here.seat, row.tag, {**texts, **row.fixed}))
            )

    # discord.py reads the options of a command from the signature of its callback.
    setattr(run, "__signature__", _signature(*row.options))  # noqa: B010
    described = app_commands.describe(**row.options)(run)
    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=name, description=row.description, callback=described
    )
    for name_ in row.options:
        command.autocomplete(name_)(_completion(row, name_))
    return command


@cache
def _signature(*names: str) -> inspect.Signature:
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    options = [inspect.Parameter(name, kind, default="", annotation=Names) for name in names]
    return inspect.Signature([inspect.Parameter("interaction", kind, annotation=discord.Interaction), *options])


def _completion(
    row: ActionCommand, name: str
) -> Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]:
    async def complete(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        given = {option: value for option, value in interaction.namespace if option in row.options and value}
        try:
            async with Play(herald_of(interaction), interaction).seat_context() as here:
                offer = here.table.offer(here.seat, row.tag)
                legal = legal_texts(offer, {**given, **row.fixed}, name, current)
                if row.fixed:
                    legal = [one for one in legal if leads_on(offer, {**given, **row.fixed, name: one.value})]
        except (HeraldError, EngineError):
            return []  # a completion cannot explain; the command itself will
        return [
            app_commands.Choice(name=clipped(name_seats(choice.label, here.names), LABEL), value=choice.value)
            for choice in legal
            if len(choice.value) <= LABEL
        ]

    return complete

"""What all commands share: how their mistakes are told, which game is meant, and long answers."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping
from functools import partial, wraps
from typing import Any

import discord
from discord import app_commands

from bot import texts
from bot.errors import HeraldError
from bot.herald import Herald
from bot.panels.deciding.play import Play
from bot.panels.mishaps import names_of, tell_mishap, tell_privately
from bot.panels.panel import LABEL, MENU
from bot.store import games
from engine.core.computer.levels import described, offered
from engine.core.errors import EngineError
from engine.core.files.figures import recorded
from engine.core.rules import Rules
from engine.games import USUAL, rules_of

Interaction = discord.Interaction[Any]

Name = app_commands.Range[str, 0, 100]
"""What is written for one thing: as long as a completion may be."""

Names = app_commands.Range[str, 0, 600]
"""What is written for several things by commas."""

logger = logging.getLogger(__name__)

BEGAN = "began"

MOST_PAGES = 5
"""Messages that one answer may fill."""


class Tree(app_commands.CommandTree[Any]):
    """The slash commands; whatever goes wrong in one is told to the person in a sentence."""

    def __init__(self, client: discord.Client, herald: Herald) -> None:
        super().__init__(
            client,
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        self.herald = herald

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Allow every command, and note when it came."""
        interaction.extras[BEGAN] = time.perf_counter()
        return True

    def note_time(self, interaction: Interaction) -> None:
        """Note how long a command took."""
        if interaction.command is not None and BEGAN in interaction.extras:
            seconds = time.perf_counter() - interaction.extras[BEGAN]
            self.herald.metrics.commands.labels(interaction.command.qualified_name).observe(seconds)

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Tell the person what went wrong; nothing has changed."""
        self.note_time(interaction)
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if isinstance(cause, app_commands.AppCommandError) and cause is error:
            await tell_privately(interaction, f"⚠️ {cause}")
        else:
            names = partial(self._names, interaction)
            await tell_mishap(self.herald, interaction, cause, "command", names)

    async def _names(self, interaction: Interaction) -> dict[str, str]:
        if interaction.channel_id is None:
            return {}
        try:
            async with self.herald.store.reading() as connection:
                game = await games.in_thread(connection, interaction.channel_id)
        except HeraldError:
            return {}
        return await names_of(self.herald, game.id)


Completion = Callable[..., Coroutine[Any, Any, list[app_commands.Choice[str]]]]


def let_completions_be_refused(tree: Tree) -> None:
    """Let a completion that is refused, as in a channel where no game is played, have nothing to offer.

    What is written then is refused in words, once it is sent; discord.py would log the refusal as an error.
    """
    for command in tree.walk_commands():
        for parameter in command._params.values() if isinstance(command, app_commands.Command) else ():
            if callable(parameter.autocomplete):
                parameter.autocomplete = _refusable(parameter.autocomplete)


def _refusable(complete: Completion) -> Completion:
    @wraps(complete)
    async def completion(*arguments: Any) -> list[app_commands.Choice[str]]:
        try:
            return await complete(*arguments)
        except (HeraldError, EngineError) as refusal:
            logger.debug("nothing to complete: %s", type(refusal).__name__)
            return []

    return completion


def herald_of(interaction: Interaction) -> Herald:
    """Return the Herald whose client was asked."""
    herald: Herald = interaction.client.herald
    return herald


async def game_here(herald: Herald, interaction: Interaction) -> str:
    """Return the game that is played where somebody asks, the usual one if none is."""
    try:
        return (await Play(herald, interaction).record()).rules
    except HeraldError:
        return USUAL


async def rules_here(herald: Herald, interaction: Interaction) -> Rules[Any]:
    """Return the rules of the game that is played where somebody asks, with the figures of its own edition."""
    try:
        game = await Play(herald, interaction).record()
    except HeraldError:
        return rules_of(USUAL)
    return rules_of(game.rules).with_figures(recorded(game.rules, game.figures))


async def say(interaction: Interaction, text: str) -> None:
    """Answer a deferred interaction with a text of any length, to that person alone."""
    pages = texts.pages(text)
    await interaction.edit_original_response(content=pages[0])
    for page in pages[1:MOST_PAGES]:
        await interaction.followup.send(page, ephemeral=True)


def regents(known: Iterable[str], current: str) -> list[app_commands.Choice[str]]:
    """Return the computer players that a table is offered; once something is typed, any that has it in its name."""
    names = known if current else offered(known)
    return completed({name: f"{name}: {described(name)}" for name in names}, current)


def completed(names: Mapping[str, str], current: str) -> list[app_commands.Choice[str]]:
    """Return the choices that contain what has been typed, those that begin with it first."""
    word = current.casefold()
    found = [(value, name) for value, name in names.items() if word in name.casefold() or word in value.casefold()]
    found.sort(key=lambda pair: not pair[1].casefold().startswith(word))
    return [app_commands.Choice(name=texts.clipped(name, LABEL), value=value) for value, name in found[:MENU]]

"""The command `log`: what has happened, as /log and as /game log."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
from discord import app_commands

from bot.commands.common import completed
from bot.errors import HeraldError
from bot.herald import Herald
from bot.panels.deciding.play import Play
from bot.panels.reading.log import GameLog, read_log, show_log

Interaction = discord.Interaction[Any]


def log_command(herald: Herald) -> app_commands.Command[Any, ..., None]:
    """Return a new command `log`, to be added to a tree or to a group."""

    @app_commands.command(name="log", description="What has happened: lately, in a phase, to a player, or about a name")
    @app_commands.describe(
        about="Only entries about this noble, place or word",
        player="Only entries about this player",
        phase="Only entries from this phase",
    )
    async def log(
        interaction: Interaction,
        about: app_commands.Range[str, 0, 40] = "",
        player: app_commands.Range[str, 0, 40] = "",
        phase: app_commands.Range[str, 0, 100] = "",
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        with herald.working():
            game = await Play(herald, interaction).record()
            await show_log(herald, interaction, game.id, about=about, player=player, phase=phase)

    @log.autocomplete("player")
    async def _players(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        kept = await _log_of(herald, interaction)
        return completed(kept.names, current) if kept else []

    @log.autocomplete("phase")
    async def _phases(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        kept = await _log_of(herald, interaction)
        return completed(await asyncio.to_thread(kept.phases), current) if kept else []

    return log


async def _log_of(herald: Herald, interaction: Interaction) -> GameLog | None:
    try:
        game = await Play(herald, interaction).record()
        return await read_log(herald, game.id, interaction.user.id)
    except HeraldError:
        return None

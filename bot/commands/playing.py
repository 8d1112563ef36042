"""Commands for anybody who plays, whatever the game: /hand, /options, /log, /odds, /votes, /mine."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.commands.common import say
from bot.commands.log import log_command
from bot.herald import Herald
from bot.panels import mine as mine_panel
from bot.panels import status_panel
from bot.panels.deciding.play import Play
from bot.panels.reading import at_hand

Interaction = discord.Interaction[Any]


def add_playing(tree: app_commands.CommandTree[Any], herald: Herald) -> None:
    """Add the commands to the tree."""

    @tree.command(name="hand", description="Show your own cards, to you alone")
    async def hand(interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        with herald.working():
            game = await Play(herald, interaction).record()
            await status_panel.show_hand(herald, interaction, game.id)

    @tree.command(name="options", description="What you can do now, in plain words, with buttons")
    async def options(interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        with herald.working():
            await Play(herald, interaction).options()

    tree.add_command(log_command(herald))

    @tree.command(name="odds", description="The odds of the fights at hand, or what each side needs to win them")
    async def odds(interaction: Interaction) -> None:
        await _report(herald, interaction, "odds")

    @tree.command(name="votes", description="Every seat's votes in Parliament, and where they come from")
    async def votes(interaction: Interaction) -> None:
        await _report(herald, interaction, "votes")

    @tree.command(name="mine", description="Your decisions at all your tables, the most urgent first")
    async def mine(interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        with herald.working():
            await say(interaction, await mine_panel.words(herald, interaction.user.id))


async def _report(herald: Herald, interaction: Interaction, name: str) -> None:
    await interaction.response.defer(ephemeral=True)
    with herald.working():
        game = await Play(herald, interaction).record()
        await at_hand.show_report(herald, interaction, game.id, name)

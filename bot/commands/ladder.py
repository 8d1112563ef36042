"""/ladder: who is how strong in a game, on this server; /ratings: whether a server wants to know."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.commands.common import Name, completed, game_here, say
from bot.errors import Refused
from bot.herald import Herald
from bot.panels.reading import ladder
from engine.games import GAMES, rules_of

Interaction = discord.Interaction[Any]

YEAR = app_commands.Range[int, 2000, 2999]


def add_ladder(tree: app_commands.CommandTree[Any], herald: Herald) -> None:
    """Add the commands to the tree."""

    @tree.command(
        name="ladder", description="The strength of each player in a game on this server, and how certain it is"
    )
    @app_commands.describe(
        game="The game; leave it out for the game of this thread", season="A year; leave it out for all years"
    )
    @app_commands.guild_only()
    async def show(interaction: Interaction, game: Name = "", season: YEAR | None = None) -> None:
        await interaction.response.defer(ephemeral=True)
        with herald.working():
            rules = rules_of(game or await game_here(herald, interaction))
            asker = str(interaction.user.id)
            await say(interaction, await ladder.ladder_text(herald, guild_of(interaction), rules, season or 0, asker))

    @show.autocomplete("game")
    async def _games(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return completed(titles(), current)

    @tree.command(name="ratings", description="For server admins: turn this server's ladder on or off")
    @app_commands.describe(on="Count tournaments and rated tables for a ladder here")
    @app_commands.guild_only()
    @app_commands.default_permissions(manage_guild=True)
    async def turn(interaction: Interaction, on: bool) -> None:
        if not interaction.permissions.manage_guild:
            raise Refused("Only people who may manage this server can turn its ladder on or off; ask an admin.")
        await interaction.response.defer(ephemeral=True)
        with herald.working():
            await herald.ratings.turn(guild_of(interaction), on=on)
            said = "This server keeps a ladder: see /ladder." if on else "This server keeps no ladder from now on."
            await say(interaction, said)


def guild_of(interaction: Interaction) -> int:
    """Return the server where somebody asks; raises Refused outside of servers."""
    if interaction.guild_id is None:
        raise Refused("Ladders and records belong to servers; use this command on a server.")
    return interaction.guild_id


def titles(game: str = "") -> dict[str, str]:
    """Return the titles of all games, or of one of that name; raises BadOptions for one that Herald does not know."""
    found = [rules_of(game)] if game else GAMES.values()
    return {rules.name: rules.title for rules in found}

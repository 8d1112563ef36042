"""The map: what /game map shows, and /where something is, or everybody."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot import texts
from bot.commands.common import completed, game_here, say
from bot.errors import HeraldError, Refused
from bot.herald import Herald
from bot.panels import status_panel
from bot.panels.deciding.play import Play
from bot.store import games
from bot.store.payloads import MAP
from bot.store.rows import GameRecord
from engine.core.actions import Choice
from engine.core.drafts import matched
from engine.core.errors import EngineError
from engine.core.events import name_seats
from engine.core.table import Table
from render import registry

Interaction = discord.Interaction[Any]


def add_where(tree: app_commands.CommandTree[Any], herald: Herald) -> None:
    """Add the commands to the tree."""

    @tree.command(name="where", description="Where somebody or something is, and who else is there")
    @app_commands.describe(
        name="A noble, leader, ship, player or place; leave it out for everybody",
        dark="By night: light on dark",
    )
    async def where(interaction: Interaction, name: app_commands.Range[str, 0, 60] = "", dark: bool = False) -> None:
        await interaction.response.defer(ephemeral=True)
        with herald.working():
            game = await Play(herald, interaction).record()
            if not name.strip():
                await say(interaction, await _everybody(herald, interaction, game))
                return
            await show_map(herald, interaction, game.id, kind="where", at=name, night=dark)

    @where.autocomplete("name")
    async def _names(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await things_here(herald, interaction, current)


async def _everybody(herald: Herald, interaction: Interaction, game: GameRecord) -> str:
    """Return where everybody is, in words; raises Refused where the game does not tell it."""
    status_panel.check_begun(game)
    async with herald.referee.reading(game.id) as live:
        told = live.table.rules.words.reports.get("where")
        if told is None:
            raise Refused("Tell /where a name to look for.")
        seat = next((one.id for one in live.seats if one.user == interaction.user.id and one.left is None), "")
        return texts.with_names(told(live.table.game, seat), live.names)


async def show_map(
    herald: Herald,
    interaction: Interaction,
    game_id: str,
    *,
    kind: str = "map",
    at: str = "",
    layer: str = "",
    night: bool = False,
) -> None:
    """Show anybody the map, or the part of it round something, as everybody may know it now."""
    async with herald.store.reading() as connection:
        status_panel.check_begun(await games.get(connection, game_id))
    async with herald.referee.reading(game_id) as live:
        game, names, view = live.game, live.names, live.table.view("")
        subject = _meant(_findable(game.rules, live.table, names), at) if at else ""
    if kind == MAP:
        await status_panel.show_map(herald, interaction, game, view, names, subject, layer=layer, night=night)
        return
    picture = await status_panel.drawn(herald, game, kind, view, names, subject, night=night)
    await status_panel.hand_over(interaction, picture, kind, texts.safe(picture.alt))


def _findable(game: str, table: Table, names: Mapping[str, str]) -> dict[str, str]:
    return {thing: name_seats(label, names) for thing, label in registry.findable(game, table.view("")).items()}


def _meant(things: Mapping[str, str], name: str) -> str:
    """Return the id of what a person means; raises Illegal with what could be meant."""
    return matched(name, [Choice(thing, label) for thing, label in things.items()])


async def things_here(herald: Herald, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Complete the name of something on the map of the game that is played here."""
    try:
        game = await Play(herald, interaction).record()
        async with herald.referee.reading(game.id) as live:
            things = _findable(game.rules, live.table, live.names)
    except (HeraldError, EngineError):
        return []
    return completed(things, current)


async def layers_here(herald: Herald, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """Complete the layer of a map of the game that is played here."""
    layers = registry.layers(await game_here(herald, interaction))
    return completed({layer: f"{layer}: {words}" for layer, words in layers.items()}, current)

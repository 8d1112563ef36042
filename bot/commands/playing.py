"""Commands for anybody who plays, whatever the game: /hand, /options, /odds, /votes, /mine."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot import texts
from bot.commands.common import say
from bot.errors import Refused
from bot.herald import Herald
from bot.panels import public
from bot.panels.play import Play
from bot.store import games
from bot.store.records import Status

Interaction = discord.Interaction[Any]


def add_playing(tree: app_commands.CommandTree[Any], herald: Herald) -> None:
    """Add the commands to the tree."""

    @tree.command(name="hand", description="Show your own cards, to you alone")
    async def hand(interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        with herald.working():
            game = await Play(herald, interaction).record()
            await public.show_hand(herald, interaction, game.id)

    @tree.command(name="options", description="What can I do now? Everything that is legal, in plain words")
    async def options(interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        with herald.working():
            await Play(herald, interaction).options()

    @tree.command(name="odds", description="What the fights at hand would come to, from what everybody may know")
    async def odds(interaction: Interaction) -> None:
        await _report(herald, interaction, "odds")

    @tree.command(name="votes", description="Every seat's votes in Parliament, and where they come from")
    async def votes(interaction: Interaction) -> None:
        await _report(herald, interaction, "votes")

    @tree.command(name="mine", description="Your games, and what waits for you")
    async def mine(interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        with herald.working():
            await _mine(herald, interaction)


async def _report(herald: Herald, interaction: Interaction, name: str) -> None:
    await interaction.response.defer(ephemeral=True, thinking=True)
    with herald.working():
        game = await Play(herald, interaction).record()
        if game.status == Status.LOBBY:
            raise Refused("This game has not started yet; there is nothing to tell.")
        async with herald.referee.reading(game.id) as sitting:
            reports = sitting.table.rules.reports()
            if name not in reports:
                raise Refused(f"/{name} means nothing in {sitting.table.rules.title}.")
            text, names = reports[name](sitting.table.game, ""), sitting.names
        await say(interaction, texts.said(text, names))


async def _mine(herald: Herald, interaction: Interaction) -> None:
    async with herald.store.reading() as connection:
        mine = await games.of_user(connection, interaction.user.id)
    running = [game.id for game in mine if game.status != Status.OVER]
    lines = [await _line(herald, interaction.user.id, game) for game in running]
    text = "\n".join(lines) or "You play no game; open a table with /game new."
    await interaction.edit_original_response(content=texts.pages(text)[0])


async def _line(herald: Herald, user: int, game_id: str) -> str:
    async with herald.store.reading() as connection:
        game = await games.get(connection, game_id)
    where = f"<#{game.thread}>" if game.thread else f"game {game.id}"
    if game.status == Status.LOBBY:
        return f"{where}: waits for players"
    if game.status == Status.BROKEN:
        return f"{where}: out of order; the game master has been told why"
    async with herald.referee.reading(game_id) as sitting:
        seat = next((seat.id for seat in sitting.seats if seat.user == user and seat.left is None), "")
        request, names = sitting.table.request(seat), sitting.names
    return f"{where}: **your decision** — {texts.said(request.prompt, names)}" if request else f"{where}: others decide"

"""Commands with which anybody can check that a game is fair: /dice and /verify."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
from discord import app_commands

from bot import texts
from bot.commands.common import say
from bot.errors import Refused
from bot.herald import Herald
from bot.panels.deciding.play import Play
from bot.store import game_log, games
from bot.store.rows import Status
from bot.table import audit

Interaction = discord.Interaction[Any]

LATEST = 25
"""Lines of numbers that /dice lists."""


def add_fairness(tree: app_commands.CommandTree[Any], herald: Herald) -> None:
    """Add the commands to the tree."""

    @tree.command(name="dice", description="The latest rolls with their purpose, and everybody's luck")
    @app_commands.describe(purpose="Only rolls with this purpose, such as 'battle'")
    async def dice(interaction: Interaction, purpose: app_commands.Range[str, 0, 40] = "") -> None:
        await interaction.response.defer(ephemeral=True)
        with herald.working():
            await say(interaction, await _dice(herald, interaction, purpose))

    @tree.command(name="verify", description="Check the sealed record of this game, and every roll once it is over")
    async def verify(interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        with herald.working():
            await say(interaction, await _verdict(herald, interaction))


async def _dice(herald: Herald, interaction: Interaction, purpose: str) -> str:
    game = await Play(herald, interaction).record()
    async with herald.store.reading() as connection:
        log = await game_log.entries(connection, game.id)
        names = {seat.id: texts.safe(seat.name) for seat in await games.seats_of(connection, game.id)}
    rolls = audit.rolled(log, hidden=game.status is Status.OVER)
    found = [roll for roll in rolls if purpose.casefold() in roll.draw.purpose.casefold()]
    thrown = [event.text for event in audit.rolled_at_table(log) if purpose.casefold() in event.text.casefold()]
    if not found and not thrown:
        raise Refused("No roll like that has been made in the open yet. Shuffles are shown when the game is over.")
    shown = list(audit.roll_lines(found, names))[-LATEST:]
    by_hand = [texts.with_names(said, names) for said in thrown[-LATEST:]]
    lines = [*audit.luck_lines(audit.luck(found), names), "", *shown, *by_hand]
    return "\n".join(lines)


async def _verdict(herald: Herald, interaction: Interaction) -> str:
    game = await Play(herald, interaction).record()
    if game.status is Status.LOBBY:
        return audit.seal(game)
    async with herald.store.reading() as connection:
        log, opening = await game_log.entries(connection, game.id), await game_log.opening(connection, game.id)
        names = {seat.id: seat.name for seat in await games.seats_of(connection, game.id)}
    return "\n".join(await asyncio.to_thread(audit.verdict, game, opening, log, names))

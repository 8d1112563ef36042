"""The map as it stood when a phase ended: one press away from the message that tells of it."""

from __future__ import annotations

from typing import Any

import discord

from bot.errors import Refused
from bot.herald import Herald
from bot.panels.ids import Press, read_number
from bot.panels.status_panel import closer, drawn, hand_over
from bot.store import game_log, games
from bot.store.payloads import MAP
from bot.table import unseen
from engine.core.table import Table
from engine.games import rules_of

Interaction = discord.Interaction[Any]


async def show(herald: Herald, interaction: Interaction, press: Press) -> None:
    """Show the map that everybody could see at a version of a game, with what had happened since the map before."""
    if not press.topic.isdigit():
        raise Refused("This button belongs to an older message; /log shows what has happened.")
    at = read_number(press.topic)
    async with herald.store.reading() as connection:
        game = await games.get(connection, press.subject)
        seats = await games.seats_of(connection, press.subject)
        entries = await game_log.entries(connection, press.subject, after=max(at - unseen.LOOK_BACK_ACTIONS, -1))
        snapshot = await game_log.snapshot(connection, press.subject, at)
    table = Table.restore(rules_of(game.rules), snapshot, b"")
    known = [entry for entry in entries if entry.version <= at]
    changes = unseen.changes_of_last_map(known, table.rules.story.pictures)
    names = {seat.id: seat.name for seat in seats}
    picture = await drawn(herald, game, MAP, table.view(""), names, changes=changes)
    await hand_over(interaction, picture, MAP, below=await closer(herald, interaction, game, table.view("")))

"""The thread of a table: the channel in which it is opened, and when Discord takes it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.errors import Refused
from bot.herald import Herald
from bot.pace import Busy
from bot.panels.mishaps import lacking

LONGEST_S = 780.0
"""Seconds that an answer can wait for its thread: Discord lets a command be answered for fifteen minutes."""

NEXT = "Discord lets me open the next thread in this channel"


Say = Callable[[discord.Interaction[Any], str], Awaitable[None]]
"""Tells a person something in place of an answer."""


async def _say(interaction: discord.Interaction[Any], text: str) -> None:
    await interaction.edit_original_response(content=text)


async def open_thread(
    herald: Herald, interaction: discord.Interaction[Any], channel: discord.TextChannel, name: str, say: Say = _say
) -> discord.Thread:
    """Return a new thread; where Discord takes none for some minutes the person is told, and it is opened then.

    `say` tells them in place of the answer.

    Raises Refused where that takes longer than the command can be answered.
    """
    patience = LONGEST_S
    while True:
        try:
            with herald.working():
                return await channel.create_thread(
                    name=name, type=discord.ChannelType.public_thread, auto_archive_duration=10080
                )
        except Busy as busy:
            if busy.seconds is None or busy.seconds > patience:
                raise Refused(f"{NEXT} {busy.when}; use the command again then.") from busy
            patience -= busy.seconds
            told, seconds = f"⏳ {NEXT} {busy.when}. I open it then by myself.", busy.seconds
        await say(interaction, told)
        await herald.wait(seconds)


def table_channel(interaction: discord.Interaction[Any], channel: object) -> discord.TextChannel:
    """Return the channel in which somebody opens a table; raises Refused where no table can be."""
    if not isinstance(channel, discord.TextChannel):
        raise Refused("Open a table in a text channel of a server; it gets a thread of its own there.")
    if channel.is_news():
        raise Refused("This is an announcement channel, where nobody can play; open a table in a normal text channel.")
    if names := lacking(interaction.app_permissions):
        raise Refused(f"Herald lacks permissions in #{channel.name}: {names}. Ask a server admin to grant them.")
    return channel

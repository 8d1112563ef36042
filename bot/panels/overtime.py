"""What the buttons do that a game master gets when a player is late, and a player when a regent stands in for him."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import discord

from bot.herald import Herald
from bot.model import decrees
from bot.model.decrees import AnyDecree
from bot.panels import masters
from bot.panels.ids import Press

Interaction = discord.Interaction[Any]

DAY_HOURS = 24.0


async def more(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Give a seat a day more; a question whose deadline has passed gets a new one."""
    await _decree(herald, interaction, press, decrees.Extend(DAY_HOURS, press.tag))


async def default(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Take the default for a seat."""
    await _decree(herald, interaction, press, decrees.TakeDefault(press.tag))


async def regent(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Let the table's regent decide for a seat."""
    name = await herald.government.usual_regent(press.game)
    await _decree(herald, interaction, press, decrees.Regency(press.tag, name))


async def relieve(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Decide again in person."""
    said = await herald.government.stand_in(press.game, interaction.user.id, "")
    await interaction.followup.send(said, ephemeral=True)


async def _decree(herald: Herald, interaction: Interaction, press: Press, decree: AnyDecree) -> None:
    said = await masters.decreed(herald, interaction, press.game, decree)
    await interaction.followup.send(said, ephemeral=True)


Handler = Callable[[Herald, Interaction, Press, Sequence[str]], Awaitable[None]]

PRESSES: dict[str, Handler] = {"gmmore": more, "gmdefault": default, "gmregent": regent, "relieve": relieve}
"""What these buttons do, by verb."""

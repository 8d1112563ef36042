"""The buttons for a game master when a player is late, and for a player when a regent decides for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.herald import Herald
from bot.model import interventions
from bot.model.interventions import AnyIntervention
from bot.panels.ids import Press
from bot.panels.master import gm_auth
from bot.panels.verbs import Handler

Interaction = discord.Interaction[Any]

DAY_HOURS = 24.0


async def more(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Give a seat a day more; a question whose deadline has passed gets a new one."""
    await _intervene(herald, interaction, press, interventions.Extend(DAY_HOURS, press.topic))


async def default(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Take the default for a seat."""
    await _intervene(herald, interaction, press, interventions.TakeDefault(press.topic))


async def regent(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Let the table's regent decide for a seat."""
    name = await herald.moderation.usual_regent(press.subject)
    await _intervene(herald, interaction, press, interventions.Regency(press.topic, name))


async def relieve(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Decide again in person."""
    said = await herald.moderation.set_own_regent(press.subject, interaction.user.id, "")
    await interaction.followup.send(said, ephemeral=True)


async def _intervene(herald: Herald, interaction: Interaction, press: Press, intervention: AnyIntervention) -> None:
    said = await gm_auth.intervene(herald, interaction, press.subject, intervention)
    await interaction.followup.send(said, ephemeral=True)


PRESSES: dict[str, Handler] = {"gmmore": more, "gmdefault": default, "gmregent": regent, "relieve": relieve}
"""The handlers of these buttons, by verb."""

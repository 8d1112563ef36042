"""The buttons for a game master when a player is late, and for a player when a regent decides for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.herald import Herald
from bot.model import interventions
from bot.model.interventions import AnyIntervention
from bot.panels import answers
from bot.panels.ids import Press
from bot.panels.master import gm_auth
from bot.panels.panel import Button, Menu, Panel
from bot.panels.status_panel import Shower
from bot.panels.verbs import Handler
from engine.core.actions import Choice
from engine.core.computer.levels import described, offered

Interaction = discord.Interaction[Any]

DAY_HOURS = 24.0

STAND_IN = (
    "It decides at this table only. Everybody is told. Plans that you have made still count before it, and you decide "
    "again with one press."
)


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


async def ask_stand_in(herald: Herald, interaction: Interaction, game: str) -> None:
    """Ask which computer player shall decide for somebody."""
    async with herald.referee.reading(game) as live:
        live.seat_of(interaction.user.id)
        known = [Choice(name, name, described(name)) for name in offered(live.table.rules.players)]
    menu = Menu(str(Press("standby", game)), "Which computer player?", known)
    await answers.put(interaction, Panel(STAND_IN, title="Let a computer player decide for you?", rows=[menu]))


async def stand_in(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Let a computer player decide for somebody."""
    said = await herald.moderation.set_own_regent(press.subject, interaction.user.id, values[0])
    again = Button(str(Press("relieve", press.subject)), "I decide again", "success")
    await answers.put(interaction, Panel(said, rows=[[again]]))


async def relieve(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Decide again in person."""
    said = await herald.moderation.set_own_regent(press.subject, interaction.user.id, "")
    await interaction.followup.send(said, ephemeral=True)


async def _intervene(herald: Herald, interaction: Interaction, press: Press, intervention: AnyIntervention) -> None:
    said = await gm_auth.intervene(herald, interaction, press.subject, intervention)
    await interaction.followup.send(said, ephemeral=True)


SHOWERS: dict[str, Shower] = {"standin": ask_stand_in}
"""What opens a private message of its own, by verb."""

PRESSES: dict[str, Handler] = {
    "gmmore": more,
    "gmdefault": default,
    "gmregent": regent,
    "standby": stand_in,
    "relieve": relieve,
}
"""The handlers of these buttons, by verb."""

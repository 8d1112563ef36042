"""What the buttons do by which a table that has not started is made ready: computer players and its pace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord

from bot import texts
from bot.errors import Refused
from bot.herald import Herald
from bot.panels import answers
from bot.panels.ids import Press
from bot.panels.master import gm_auth, time_control
from bot.panels.panel import Menu, Panel
from bot.panels.status_panel import Shower
from bot.panels.verbs import Handler
from bot.services.moderation import is_master
from bot.store import games
from bot.store.rows import GameRecord, SeatRecord
from engine.core.actions import Choice
from engine.core.computer.levels import described, offered
from engine.games import rules_of

Interaction = discord.Interaction[Any]


NOBODY = "-"
"""What is chosen to take a seat from its computer player."""


async def add_computer(herald: Herald, interaction: Interaction, game_id: str) -> None:
    """Give a free seat to the computer player that the game has for it."""
    game = await _game(herald, game_id)
    player = next(iter(offered(rules_of(game.rules).players)), "")
    if not player:
        raise Refused(f"{rules_of(game.rules).title} has no computer players; invite somebody.")
    seat = await herald.lobby.fill(game_id, interaction.user.id, player)
    await answers.put(interaction, levels(game, seat))


async def let_play(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Let the computer player whose seat was filled be another one, or leave the seat to people."""
    if list(values) == [NOBODY]:
        await herald.lobby.free_seat(press.subject, interaction.user.id, press.topic)
        await answers.say(interaction, "The seat is free again.")
        return
    seat = await herald.lobby.let_play(press.subject, interaction.user.id, press.topic, next(iter(values), ""))
    game = await _game(herald, press.subject)
    await answers.put(interaction, levels(game, seat))


def _seated(seat: SeatRecord) -> str:
    who = f"{texts.safe(seat.name)} has a seat: a computer player, **{seat.regent}** ({described(seat.regent)})."
    return f"{who}\nOnce the game has begun, *Help* tells why it did what it did."


def levels(game: GameRecord, seat: SeatRecord) -> Panel:
    """Offer the other computer players of a game for a seat."""
    known = offered(rules_of(game.rules).players)
    others = [Choice(name, name, described(name)) for name in known if name != seat.regent]
    nobody = Choice(NOBODY, "Free the seat again", "for a person, or for nobody")
    menu = Menu(str(Press("level", game.id, topic=seat.id)), "Let somebody else have this seat", [*others, nobody])
    return Panel(_seated(seat), rows=[menu])


async def show_pace(herald: Herald, interaction: Interaction, game_id: str) -> None:
    """Show how long decisions may take; the game master changes it there."""
    game = await _game(herald, game_id)
    masterly = is_master(game, interaction.user.id, gm_auth.roles_of(interaction))
    shown = await time_control.panel(herald, game, changes=masterly)
    await answers.put(interaction, shown)


async def _game(herald: Herald, game_id: str) -> GameRecord:
    async with herald.store.reading() as connection:
        return await games.get(connection, game_id)


PRESSES: Mapping[str, Shower] = {"computer": add_computer, "pace": show_pace}
"""The handlers of the buttons, by verb."""

CHANGES: Mapping[str, Handler] = {"level": let_play}
"""What the menus do that change the answer on which they stand, by verb."""

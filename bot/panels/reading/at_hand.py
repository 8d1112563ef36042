"""What is at hand below every panel of a seat, when it is pressed: help, reasons, the odds, taking back."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import discord

from bot import texts
from bot.errors import Refused
from bot.herald import Herald
from bot.panels import answers
from bot.panels.deciding import aids
from bot.panels.deciding.aids import ODDS
from bot.panels.ids import Press, read_number
from bot.panels.panel import Button, Panel
from bot.panels.status_panel import Shower
from bot.panels.verbs import Handler
from bot.services.computer import reasons
from bot.store.rows import Status
from bot.table import log_view

Interaction = discord.Interaction[Any]


# ---------------------------------------------------------------------- help


async def show_help(herald: Herald, interaction: Interaction, game: str) -> None:
    """Show a player all that helps at their table."""
    async with herald.referee.reading(game) as live:
        regent = live.regent_of(live.seat_of(interaction.user.id))
        done = await herald.moderation.last_done(live, interaction.user.id)
        alone = bool(done) and bool(await herald.moderation.undoable(live, interaction.user.id))
        helped = any(live.regent_of(seat) for seat in live.table.seats)
        undo = texts.with_names(done, live.names)
        rows = aids.lines(live.table, game, undo, alone=alone, helped=helped, regent=regent)
    await answers.put(interaction, Panel("", title="Help", rows=rows))


async def show_reasons(herald: Herald, interaction: Interaction, game: str) -> None:
    """Show why computer players did what they did lately."""
    async with herald.referee.reading(game) as live:
        said = await reasons.words(herald.store, live)
    await answers.say(interaction, said)


# ---------------------------------------------------------------------- odds


async def show_report(herald: Herald, interaction: Interaction, game: str, name: str) -> None:
    """Show a report of a game to somebody, from what they may know."""
    async with herald.referee.reading(game) as live:
        if live.game.status == Status.LOBBY:
            raise Refused("This game has not started, so nothing has happened yet.")
        reports = live.table.rules.words.reports
        if name not in reports:
            raise Refused(f"{live.table.rules.title} has no use for /{name}.")
        seat = next((one.id for one in live.seats if one.user == interaction.user.id and one.left is None), "")
        text, names = await asyncio.to_thread(reports[name], live.table.game, seat), live.names
    first, *more = texts.pages(texts.with_names(text, names))
    await interaction.edit_original_response(content=first)
    for page in more:
        await interaction.followup.send(page, ephemeral=True)


async def show_odds(herald: Herald, interaction: Interaction, game: str) -> None:
    """Show how the fights at hand are likely to end."""
    await show_report(herald, interaction, game, ODDS)


# ---------------------------------------------------------------------- take back

AT_ONCE = "I undo it at once: nothing was revealed, and no other person has acted since."
OTHERS_FIRST = "I ask the others first, because something was revealed or another person has acted since."


async def ask_take_back(herald: Herald, interaction: Interaction, game: str) -> None:
    """Show somebody's last action, with the button that takes it back."""
    async with herald.referee.reading(game) as live:
        seat, names = live.seat_of(interaction.user.id), dict(live.names)
        at_once = await herald.moderation.undoable(live, interaction.user.id)
    last = await _last(herald, interaction, game, seat)
    version, said = last
    what = texts.with_names(said, names) or "a hidden decision."
    confirm = Button(str(Press("tookback", game, str(version))), "Take it back", "danger", "↩️")
    text = f"Your last action: {what}\n{AT_ONCE if at_once else OTHERS_FIRST}"
    panel = Panel(text, title="Take it back?", rows=[[confirm]])
    await answers.put(interaction, panel)


async def take_back(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Take back the action that was shown, unless its player has acted since."""
    async with herald.referee.reading(press.subject) as live:
        seat = live.seat_of(interaction.user.id)
    version, _ = await _last(herald, interaction, press.subject, seat)
    if version != read_number(press.stamp):
        raise Refused("You have acted since. Press “Undo” again to see your new last action.")
    said = await herald.moderation.take_back(press.subject, interaction.user.id)
    go_on = Button(str(Press("mine", press.subject)), "My options", "primary")
    await answers.put(interaction, Panel(said, title="Take it back?", rows=[[go_on]]))


async def _last(herald: Herald, interaction: Interaction, game: str, seat: str) -> tuple[int, str]:
    """Return the number of somebody's last action for their seat, with what everybody heard of it."""
    moves = await herald.moderation.lasting_actions(game)
    own = [entry for entry in moves if entry.seat == seat and entry.user == interaction.user.id]
    if not own:
        raise Refused("You have no action to take back yet.")
    return own[-1].version, log_view.public_text(own[-1])


SHOWERS: dict[str, Shower] = {
    "aids": show_help,
    "takeback": ask_take_back,
    "whydid": show_reasons,
    "odds": show_odds,
}
"""What opens a private message of its own, by verb."""

PRESSES: dict[str, Handler] = {"tookback": take_back}
"""The buttons that change that message."""

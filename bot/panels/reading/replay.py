"""The page with which somebody steps through a whole game, as a file in a private answer."""

from __future__ import annotations

import io
from collections.abc import Collection, Sequence
from typing import Any

import discord

from bot.errors import Refused
from bot.herald import Herald
from bot.panels.ids import Press
from bot.panels.panel import MENU, ROWS, Menu
from bot.panels.verbs import Handler
from bot.store import tournaments
from bot.store.rows import TournamentGame
from bot.table import story_source
from engine.core.actions import Choice
from engine.tournament.state import heat_name
from render.replay.course import Kept
from render.replay.page import Subject

Interaction = discord.Interaction[Any]

SAID = "Download this page and open it in a browser: it shows the game step by step, even offline. "
OVER = "The game is over, so it shows everything, and you can check the dice."
OWN = "It shows your hidden cards. Keep it to yourself while the game goes on."
PUBLIC = "It shows what everybody has seen so far."


async def _linked(herald: Herald, subject: Subject, kept: Sequence[Kept]) -> str:
    """Return a link to the page on the web; to one of their own, which goes after some hours, for who has a hand."""
    if not subject.viewer:
        return f"[Step through the game]({herald.web_pages.address(subject.game_id, 0)})."
    own = await herald.web_pages.own(subject, kept)
    return f"[Step through the game]({own}): this address is yours alone, for {herald.config.web.own_hours:g} hours."


async def show_table(herald: Herald, interaction: Interaction, press: Press, chosen: Sequence[str]) -> None:
    """Show the page of a table of a tournament beside the tournament's record."""
    async with herald.store.reading() as connection:
        place = await tournaments.game(connection, chosen[0]) if chosen else None
    if place is None or place.tournament != press.subject:
        raise Refused("That table is not in this tournament; choose another.")
    subject, kept = await story_source.whole_course(herald.store, place.game, interaction.user.id)
    if herald.web_pages.on:
        await interaction.followup.send(f"{await _linked(herald, subject, kept)}\n{_said(subject)}", ephemeral=True)
        return
    file = await _file(herald, subject, kept)
    await interaction.followup.send(SAID + _said(subject), file=file, ephemeral=True)


PRESSES: dict[str, Handler] = {"tablepage": show_table}
"""What answers beside the message in which it stands, by verb."""


def menus(tournament: str, places: Sequence[TournamentGame], started: Collection[str]) -> list[Menu]:
    """Return menus of a tournament's tables that have been played; what is chosen shows its page."""
    choices = [
        Choice(place.game, f"{_heat(place.heat)}, table {place.number}") for place in places if place.game in started
    ]
    parts = [choices[start : start + MENU] for start in range(0, len(choices), MENU)][:ROWS]
    prompt = "Step through the game of a table"
    return [Menu(str(Press("tablepage", tournament, page=page)), prompt, part) for page, part in enumerate(parts)]


def _heat(number: int) -> str:
    return heat_name(number).removeprefix("the ").capitalize()


async def show(herald: Herald, interaction: Interaction, game_id: str) -> None:
    """Answer a deferred interaction with the page of a game, as whoever asks may see it."""
    subject, kept = await story_source.whole_course(herald.store, game_id, interaction.user.id)
    if herald.web_pages.on:
        await interaction.edit_original_response(content=f"{await _linked(herald, subject, kept)}\n{_said(subject)}")
        return
    file = await _file(herald, subject, kept)
    await interaction.edit_original_response(content=SAID + _said(subject), attachments=[file])


def _said(subject: Subject) -> str:
    return OVER if subject.secret else OWN if subject.viewer else PUBLIC


async def _file(herald: Herald, subject: Subject, kept: Sequence[Kept]) -> discord.File:
    page = await herald.pictures.make_page(subject, kept)
    return discord.File(io.BytesIO(page), filename=f"herald-{subject.game_id}.html")

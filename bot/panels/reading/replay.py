"""The page with which somebody steps through a whole game, as a file in a private answer.

It is made in a worker, which may take a minute; whoever waits is told so at once.
"""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
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
Change = Callable[..., Awaitable[object]]
"""Changes the private answer in which somebody waits for a page."""

logger = logging.getLogger(__name__)

MAKING = (
    "I am making your page. That takes up to a minute in a long game; it comes here when it is done. You can do other "
    "things meanwhile."
)
STOPPING = "Herald is being restarted, so your page is not made. Ask for it again in a minute."
UNSENT = (
    "<@{user}>, the page of this game that you asked for is made, but I cannot send it: Discord takes no answer after "
    "15 minutes, and your direct messages are closed to me. Open them, then use `/game replay` again."
)

TOKEN_EXPIRED = 50027
"""Discord's code for an interaction that was more than 15 minutes ago."""

SAID = "Download this page and open it in a browser: it shows the game step by step, even offline. "
OVER = "The game is over, so it shows everything, and you can check the dice."
OWN = "It shows your hidden cards. Keep it to yourself until the game is over."
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
    promise = await interaction.followup.send(MAKING, ephemeral=True, wait=True)
    await _made_and_shown(herald, interaction, promise.edit, subject, kept)


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
    await interaction.edit_original_response(content=MAKING)
    await _made_and_shown(herald, interaction, interaction.edit_original_response, subject, kept)


async def _made_and_shown(
    herald: Herald, interaction: Interaction, change: Change, subject: Subject, kept: Sequence[Kept]
) -> None:
    """Make a page and show it in place of the words that it is being made, or say that Herald stops before."""
    making = asyncio.create_task(_page(herald, subject, kept))
    if not await herald.done_before_a_stop(making):
        await change(content=STOPPING)
        return
    said, page = making.result()
    try:
        await change(content=said, attachments=_files(subject, page))
    except discord.HTTPException as error:
        if error.code != TOKEN_EXPIRED and not isinstance(error, discord.NotFound):
            raise
        await _send(interaction, said, subject, page)


async def _send(interaction: Interaction, said: str, subject: Subject, page: bytes | None) -> None:
    """Send a page that Discord no longer takes as an answer to the person alone, for it may show their hidden cards."""
    try:
        await interaction.user.send(said, files=_files(subject, page))
    except discord.Forbidden:
        if isinstance(interaction.channel, discord.abc.Messageable):
            await interaction.channel.send(UNSENT.format(user=interaction.user.id))


async def _page(herald: Herald, subject: Subject, kept: Sequence[Kept]) -> tuple[str, bytes | None]:
    """Return what is said of a page, and the page unless the words lead to it."""
    if herald.web_pages.on:
        return f"{await _linked(herald, subject, kept)}\n{_said(subject)}", None
    return SAID + _said(subject), await herald.pictures.make_page(subject, kept)


def _said(subject: Subject) -> str:
    return OVER if subject.secret else OWN if subject.viewer else PUBLIC


def _files(subject: Subject, page: bytes | None) -> list[discord.File]:
    return [discord.File(io.BytesIO(page), filename=f"herald-{subject.game_id}.html")] if page is not None else []

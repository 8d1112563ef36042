"""The page with which somebody steps through a whole game, as a file in a private answer."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import discord

from bot.herald import Herald
from bot.table import story_source
from render.replay.course import Kept
from render.replay.page import Subject

Interaction = discord.Interaction[Any]

SAID = "Download this page and open it in a browser: it shows the game step by step, also without a network. "
OVER = "The game is over, so everything is open, and the dice can be computed anew."
OWN = "It shows your hidden things. Keep it to yourself while the game goes on."
PUBLIC = "It shows what everybody has seen so far."


async def _linked(herald: Herald, subject: Subject, kept: Sequence[Kept]) -> str:
    """Return a link to the page on the web; to one of their own, which goes after some hours, for who has a hand."""
    if not subject.viewer:
        return f"[Step through the game]({herald.web_pages.address(subject.game_id, 0)})."
    own = await herald.web_pages.own(subject, kept)
    return f"[Step through the game]({own}): this address is yours alone, for {herald.config.web.own_hours:g} hours."


async def show(herald: Herald, interaction: Interaction, game_id: str) -> None:
    """Answer a deferred interaction with the page of a game, as whoever asks may see it."""
    subject, kept = await story_source.whole_course(herald.store, game_id, interaction.user.id)
    said = OVER if subject.secret else OWN if subject.viewer else PUBLIC
    if herald.web_pages.on:
        await interaction.edit_original_response(content=f"{await _linked(herald, subject, kept)}\n{said}")
        return
    page = await herald.pictures.make_page(subject, kept)
    file = discord.File(io.BytesIO(page), filename=f"herald-{game_id}.html")
    await interaction.edit_original_response(content=SAID + said, attachments=[file])

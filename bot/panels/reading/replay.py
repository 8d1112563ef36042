"""The page with which somebody steps through a whole game, as a file in a private answer."""

from __future__ import annotations

import io
from typing import Any

import discord

from bot.herald import Herald
from bot.table import story_source

Interaction = discord.Interaction[Any]

SAID = "Download this page and open it in a browser: it shows the game step by step, even offline. "
OVER = "The game is over, so it shows everything, and you can check the dice."
OWN = "It shows your hidden cards. Keep it to yourself while the game goes on."
PUBLIC = "It shows what everybody has seen so far."


async def show(herald: Herald, interaction: Interaction, game_id: str) -> None:
    """Answer a deferred interaction with the page of a game, as whoever asks may see it."""
    subject, kept = await story_source.whole_course(herald.store, game_id, interaction.user.id)
    page = await herald.pictures.make_page(subject, kept)
    said = OVER if subject.secret else OWN if subject.viewer else PUBLIC
    file = discord.File(io.BytesIO(page), filename=f"herald-{game_id}.html")
    await interaction.edit_original_response(content=SAID + said, attachments=[file])

"""How a private panel is shown: as a layout, in place of what was pressed or promised.

Discord turns no layout into an ordinary message again, so whatever takes the place of a private panel is a panel.
"""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import discord
import msgspec

from bot.pace import UNTOLD
from bot.panels.panel import Panel, Shown
from bot.pictures import Pictures
from render.picture_request import NothingToShow

Interaction = discord.Interaction[Any]

logger = logging.getLogger(__name__)

Drawing = asyncio.Task[discord.File | None]
"""A picture of a panel that is being drawn; None comes of it where it cannot be."""

DRAWN_S = 0.5
"""Seconds after which a panel is shown without its picture, which follows when it has been drawn."""


def drawing(pictures: Pictures, rules: str, shown: Shown, seen: msgspec.Struct, names: Mapping[str, str]) -> Drawing:
    """Begin to draw the picture of a panel; the panel serves without it where it cannot be drawn."""
    return asyncio.create_task(_drawn(pictures, rules, shown, seen, names))


async def _drawn(
    pictures: Pictures, rules: str, shown: Shown, seen: msgspec.Struct, names: Mapping[str, str]
) -> discord.File | None:
    try:
        found = await pictures.draw(
            rules, shown.kind, seen, names, subject=shown.subject, layer=shown.layer, goals=shown.goals
        )
    except NothingToShow:
        return None
    return discord.File(io.BytesIO(found.png), filename="board.png", description=found.alt[:1024])


async def soon(drawing: Drawing | None) -> discord.File | None:
    """Return a picture if it is drawn at once; the words of a panel do not wait for another."""
    if drawing is None:
        return None
    await asyncio.wait([drawing], timeout=DRAWN_S)
    return await drawing if drawing.done() else None


def pictured(panel: Panel, file: discord.File | None) -> Panel:
    """Return a panel that shows a file, with what is to be seen on it for those who cannot see it."""
    return replace(panel, picture=file.filename, alt=file.description or "") if file else panel


async def put(interaction: Interaction, panel: Panel, file: discord.File | None = None) -> discord.InteractionMessage:
    """Show a panel in place of the message that was pressed, or of the promise of an answer."""
    layout = pictured(panel, file).layout()
    return await interaction.edit_original_response(
        content=None, embeds=[], view=layout, attachments=[file] if file else []
    )


async def add_picture(interaction: Interaction, panel: Panel, drawing: Drawing) -> Panel:
    """Add its picture to a panel that was shown without it, below everything; return the panel as it then is."""
    file = await drawing
    if file is None:
        return panel
    panel = replace(panel, late=True)
    try:
        await put(interaction, panel, file)
    except UNTOLD as error:
        logger.info("a picture could not be added to a panel: %s", error)
    return pictured(panel, file)


async def say(interaction: Interaction, text: str) -> None:
    """Say something in place of the panel that was pressed."""
    await put(interaction, Panel(text))

"""How a private panel is shown: as a layout, in place of what was pressed or promised.

Discord turns no layout into an ordinary message again, so whatever takes the place of a private panel is a panel.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord

from bot.panels.panel import Panel

Interaction = discord.Interaction[Any]


def pictured(panel: Panel, file: discord.File | None) -> Panel:
    """Return a panel that shows a file, with what is to be seen on it for those who cannot see it."""
    return replace(panel, picture=file.filename, alt=file.description or "") if file else panel


async def put(interaction: Interaction, panel: Panel, file: discord.File | None = None) -> discord.InteractionMessage:
    """Show a panel in place of the message that was pressed, or of the promise of an answer."""
    layout = pictured(panel, file).layout()
    return await interaction.edit_original_response(
        content=None, embeds=[], view=layout, attachments=[file] if file else []
    )


async def say(interaction: Interaction, text: str) -> None:
    """Say something in place of the panel that was pressed."""
    await put(interaction, Panel(text))

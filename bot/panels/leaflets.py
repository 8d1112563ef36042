"""Leaflets: a page that teaches a game, or a thing of it, in words, and as a picture to hand to one's group."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import discord
import msgspec

from bot import texts
from bot.errors import Refused
from bot.herald import Herald
from bot.panels.ids import Press
from bot.panels.panel import Button, Panel
from engine.core.files.leaflets import CARD, leaflet, markdown
from engine.games import GAMES
from render.registry import LEAFLET

Interaction = discord.Interaction[Any]

PICTURE = "picture"
"""The detail of the button that shows a leaflet as a picture."""


def button(game: str, variant: str, name: str = CARD, label: str = "") -> list[Button]:
    """Return the button that shows a leaflet of a game, anywhere; none where there is no such leaflet."""
    found = leaflet(game, name, variant)
    if found is None:
        return []
    return [Button(str(Press("leaflet", "", f"{game}/{variant}", name)), label or found.button, emoji="📜")]


def cards() -> list[Button]:
    """Return a button for the player's card of every game, as it is usually played."""
    return [found for rules in GAMES.values() for found in button(rules.name, rules.usual_variant, label=rules.title)]


async def show(herald: Herald, interaction: Interaction, press: Press) -> None:
    """Show a leaflet to whoever presses its button: in words, with a button for the picture to hand on."""
    game, _, variant = press.stamp.partition("/")
    found = leaflet(game, press.topic, variant)
    if found is None:
        raise Refused("That page no longer exists; /help shows all cards.")
    if press.detail == PICTURE:
        subject = f"{found.id}/{variant}"
        picture = await herald.pictures.draw(game, LEAFLET, msgspec.Struct(), {}, subject=subject)
        file = discord.File(io.BytesIO(picture.png), f"{game}-{found.id}.png", description=picture.alt)
        await interaction.edit_original_response(attachments=[file])
        return
    *pages, last = texts.pages(markdown(found, level=3))
    drawn = Panel("", rows=[[Button(str(replace(press, detail=PICTURE)), "As a picture")]]).view()
    if not pages:
        await interaction.edit_original_response(content=last, view=drawn)
        return
    await interaction.edit_original_response(content=pages[0])
    for page in pages[1:]:
        await interaction.followup.send(page, ephemeral=True)
    await interaction.followup.send(last, view=drawn, ephemeral=True)


PRESSES: dict[str, Callable[[Herald, Interaction, Press], Awaitable[None]]] = {"leaflet": show}
"""What shows something beside the panel on which its button stands, by verb."""

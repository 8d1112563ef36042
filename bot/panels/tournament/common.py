"""What all panels of tournaments need: who is an official, ids of buttons, and how an answer is given."""

from __future__ import annotations

from typing import Any

import discord

from bot import texts
from bot.errors import Refused
from bot.panels.ids import Press
from bot.panels.panel import Panel
from engine.tournament import log
from engine.tournament.blocked_tables import where
from engine.tournament.state import State

Interaction = discord.Interaction[Any]


def id_of(verb: str, tournament_id: str, tag: object = "", form: str = "") -> str:
    """Return the id of a button of a tournament."""
    return str(Press(verb, tournament_id, tag=str(tag), form=form))


def check_official(state: State, user: int) -> None:
    """Raise Refused unless somebody is an official."""
    if str(user) not in state.officials:
        raise Refused("Only the game master and the assistants of this tournament can do that.")


def correction(entry: log.Corrected) -> str:
    """Return which result was corrected by whom, and why: "heat 2, table 1 was corrected by {ann}: …"."""
    rule = f" [{texts.safe(entry.rule)}]" if entry.rule else ""
    by = f" by {{{entry.by}}}" if entry.by else ""
    return f"{where(entry.heat, entry.table)} was corrected{by}: {texts.safe(entry.reason)}{rule}"


async def say(interaction: Interaction, text: str) -> None:
    """Tell a person something beside the panel."""
    await interaction.followup.send(text, ephemeral=True)


async def refresh(interaction: Interaction, panel: Panel) -> None:
    """Show another panel in place of the one that was pressed."""
    await interaction.edit_original_response(content=None, embed=panel.embed(), view=panel.view())


def table_of(tag: str) -> tuple[int, int]:
    """Return the heat and the table that a button names as "2.1"; raises Refused where it names none."""
    heat, _, table = tag.partition(".")
    if not (heat.isdigit() and table.isdigit()):
        raise Refused("This button names no table; look again with “For officials”.")
    return int(heat), int(table)

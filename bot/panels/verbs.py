"""What presses and forms lead to: the types of the tables in which each panel says what its verbs do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import discord

from bot.herald import Herald
from bot.panels.ids import Press

Interaction = discord.Interaction[Any]

Handler = Callable[[Herald, Interaction, Press, Sequence[str]], Awaitable[None]]
"""Answers a pressed button, or a menu with what was chosen."""

FormOpener = Callable[[Herald, Interaction, Press], Awaitable[discord.ui.Modal]]
"""Returns the form that a button opens."""

FormHandler = Callable[[Herald, Interaction, Press, Mapping[str, str]], Awaitable[None]]
"""Takes a form that was sent, with what was written into each line."""

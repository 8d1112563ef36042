"""The sign that a press is being answered; an answer that is found at once needs none, and spares Discord a request."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import discord

from bot.pace import UNTOLD

Interaction = discord.Interaction[Any]

logger = logging.getLogger(__name__)

SOON_S = 1.0
"""Seconds in which an answer is to be found without a sign; Discord waits three for either."""


class LateDefer:
    """Gives the sign where a block takes long, or does something that must not be done twice.

    Discord takes it once, and in time: a press that somebody has been told to have failed changes nothing. The answer
    is a message `beside` what was pressed, or takes its place.
    """

    def __init__(self, interaction: Interaction, *, beside: bool = False) -> None:
        self._interaction = interaction
        self._manner = {"ephemeral": True, "thinking": True} if beside else {}
        self._turn = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._late: asyncio.Task[None] | None = None

    async def __aenter__(self) -> LateDefer:
        self._timer = asyncio.get_running_loop().call_later(SOON_S, self._begin)
        return self

    async def __aexit__(self, kind: object, error: object, trace: object) -> None:
        await self.settled()

    async def give(self) -> None:
        """Give the sign unless it has been given; raises what Discord says against it."""
        async with self._turn:
            if not self._interaction.response.is_done():
                await self._interaction.response.defer(**self._manner)

    async def settled(self) -> None:
        """Give none from now on, and wait for one that is on its way."""
        if self._timer is not None:
            self._timer.cancel()
        if self._late is not None:
            await asyncio.wait([self._late])

    def _begin(self) -> None:
        self._late = asyncio.create_task(self._give_late())

    async def _give_late(self) -> None:
        try:
            await self.give()
        except UNTOLD as error:
            logger.info("nobody could be told that an answer will come: %s", error)

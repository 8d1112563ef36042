"""Haste: whoever waits before he tries again does so for a small part of the time."""

from __future__ import annotations

import asyncio
from types import ModuleType
from typing import Any, Protocol

import discord.client
import discord.http
import discord.shard
import discord.webhook.async_

from bot.delivery import dispatcher
from bot.discord_adapter import client

HURRY = 20.0
"""How many times as fast the time goes by for whoever waits to try again."""

TOLD_S = 0.05
"""Seconds after which a sandbox has told of its server."""

RETRYING: tuple[ModuleType, ...] = (discord.client, discord.http, discord.shard, discord.webhook.async_)
"""The parts of the library that wait before they try again."""


class Hurried:
    """`asyncio` for a library whose waits are a good deal shorter; everything else is as it was."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float, result: Any = None) -> Any:
        """Wait for a part of the time."""
        return await asyncio.sleep(seconds / HURRY, result)


class Change(Protocol):
    """What changes a part: `setattr`, or that of pytest's, which changes it back."""

    def __call__(self, target: Any, name: str, value: Any, /) -> None: ...


def fast_retries(change: Change = setattr) -> None:
    """Let the library try again soon after a refusal or a lost connection, and so the supervisor and the dispatcher."""
    for part in RETRYING:
        change(part, "asyncio", Hurried())
    change(dispatcher, "MAX_RETRY_S", 1 / HURRY)
    change(client, "FIRST_WAIT_S", client.FIRST_WAIT_S / HURRY)

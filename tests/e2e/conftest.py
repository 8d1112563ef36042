"""What the tests over the wire share."""

from __future__ import annotations

import asyncio
from types import ModuleType
from typing import Any

import discord.client
import discord.http
import discord.shard
import discord.webhook.async_
import pytest

from bot.delivery import dispatcher

HURRY = 20.0
"""How many times as fast the time goes by for whoever waits to try again."""


class Hurried:
    """`asyncio` for a library whose waits are a good deal shorter; everything else is as it was."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float, result: Any = None) -> Any:
        """Wait for a part of the time."""
        return await asyncio.sleep(seconds / HURRY, result)


RETRYING: tuple[ModuleType, ...] = (discord.client, discord.http, discord.shard, discord.webhook.async_)
"""The parts of the library that wait before they try again."""


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who tries again does so soon: the library after a refusal or a lost connection, and the dispatcher."""
    for part in RETRYING:
        monkeypatch.setattr(part, "asyncio", Hurried())
    monkeypatch.setattr(dispatcher, "MAX_RETRY_S", 1 / HURRY)

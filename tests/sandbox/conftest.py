"""A running sandbox, a bot in it, people at their screens, and a bare HTTP client."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest

from bot.sandbox.server import Sandbox
from tests.harness.sandbox import DrivenSandbox, Person, running_sandbox
from tests.sandbox.clerk import Clerk


@asynccontextmanager
async def at_work(token: str, **options: Any) -> AsyncIterator[Clerk]:
    """A bot that is logged in and ready."""
    clerk = Clerk(**options)
    running = asyncio.create_task(clerk.start(token))
    ready = asyncio.create_task(clerk.wait_until_ready())
    try:
        await asyncio.wait({running, ready}, return_when=asyncio.FIRST_COMPLETED, timeout=10)
        if running.done():
            await running
        yield clerk
    finally:
        ready.cancel()
        await clerk.close()
        await asyncio.gather(running, return_exceptions=True)


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something to become true."""
    async with asyncio.timeout(10):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


@pytest.fixture
async def sandbox() -> AsyncIterator[DrivenSandbox]:
    """A local Discord without rate limits."""
    async with running_sandbox() as sandbox:
        yield sandbox


@pytest.fixture
async def clerk(sandbox: DrivenSandbox) -> AsyncIterator[Clerk]:
    """The bot, ready."""
    async with at_work(sandbox.token) as clerk:
        yield clerk


@pytest.fixture
async def ann(sandbox: DrivenSandbox, clerk: Clerk) -> Person:
    """Ann, the administrator, looking at #herald."""
    return await sandbox.person("ann")


@pytest.fixture
async def ben(sandbox: DrivenSandbox, clerk: Clerk) -> Person:
    """Ben, an ordinary member."""
    return await sandbox.person("ben")


class Reply:
    """A status, headers and a parsed body."""

    def __init__(self, status: int, headers: Any, body: Any) -> None:
        self.status = status
        self.headers = headers
        self.body = body

    @property
    def code(self) -> int:
        """Discord's error code."""
        return int(self.body["code"])


class Bare:
    """The bot's side without a client library, to send what no library would."""

    def __init__(self, sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
        self.sandbox = sandbox
        self._session = session
        self._headers = {"Authorization": f"Bot {sandbox.token}"}

    async def __call__(self, method: str, path: str, body: Any = None, **options: Any) -> Reply:
        """One request below the API's root."""
        if body is not None:
            options["json"] = body
        headers = self._headers | options.pop("headers", {})
        url = self.sandbox.api_url + path
        async with self._session.request(method, url, headers=headers, **options) as response:
            raw = await response.read()
            is_json = response.content_type == "application/json" and raw
            return Reply(response.status, response.headers, await response.json() if is_json else raw)

    async def channel(self, name: str = "table-talk") -> str:
        """The id of a text channel."""
        guilds = await self("GET", "/users/@me/guilds")
        channels = await self("GET", f"/guilds/{guilds.body[0]['id']}/channels")
        return str(next(c["id"] for c in channels.body if c["name"] == name))


@pytest.fixture
async def bare(sandbox: DrivenSandbox) -> AsyncIterator[Bare]:
    """A bare HTTP client with the bot's token."""
    async with aiohttp.ClientSession() as session:
        yield Bare(sandbox, session)

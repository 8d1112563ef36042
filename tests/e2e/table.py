"""A table in the sandbox with Herald at work: what whole-game tests sit down at."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.app import herald_at_work
from bot.client import Supervisor
from bot.config import Config, Database, Pictures
from tests.harness.sandbox import DrivenSandbox, Person, running_sandbox

Json = dict[str, Any]


@dataclass
class Evening:
    """Herald in a sandbox, with the people who came to play."""

    sandbox: DrivenSandbox
    supervisor: Supervisor
    people: list[Person]
    thread: str = ""

    async def open(self, **options: Any) -> str:
        """Let the first person open a table and the others sit down; return the thread's id."""
        host, *guests = self.people
        await host.slash("/game new", channel="herald", **options)
        answer = await host.answer()
        self.thread = answer["content"].split("<#")[1].split(">")[0]
        for person in self.people:
            await person.refresh()
            person.here = self.thread
        for guest in guests:
            await guest.slash("/game join")
            await guest.answer()
        return self.thread

    async def start(self) -> None:
        """Let the host start the game, and wait until everybody has a hand."""
        await self.people[0].slash("/game start")
        await self.people[0].answer()
        for person in self.people:
            await person.expect("You are dealt", channel=person.dm())


@asynccontextmanager
async def evening(folder: Path, *names: str) -> AsyncIterator[Evening]:
    """Start a sandbox and Herald, and let people sit at their screens."""
    config = Config(
        database=Database(path=folder / "herald.db"),
        pictures=Pictures(cache=folder / "cache"),
    )
    async with running_sandbox() as sandbox, herald_at_work(config, sandbox.token) as supervisor:
        await supervisor.connected()
        people = [await sandbox.person(name) for name in names]
        for person in people:
            await person.bot_is_ready()
        yield Evening(sandbox, supervisor, people)

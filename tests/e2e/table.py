"""A table in the sandbox with Herald at work: what whole-game tests sit down at."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.app import herald_at_work
from bot.config import Config, Database, Pictures, Play
from bot.discord_adapter.client import Supervisor
from bot.store import game_log, games, outbox
from bot.store.payloads import Trouble
from bot.table.live_game import LiveGame
from bot.workers import Hire
from engine.core.actions import Offer
from tests.harness import BOARDS
from tests.harness.database import with_tables
from tests.harness.drawing import lasting, sketching
from tests.harness.reading import Json, buttons, faults, text_of
from tests.harness.registration import register, remember
from tests.harness.sandbox import DrivenSandbox, Person, running_sandbox

MAX_WAIT_S = 60.0
"""Seconds after which what should have been said is missing, on a machine that has much else to do."""

WHISPERED = 64
"""The flag of a message that only one person sees."""


@dataclass
class Evening:
    """Herald in a sandbox, with the people who came to play."""

    sandbox: DrivenSandbox
    supervisor: Supervisor
    people: list[Person]
    thread: str = ""
    game: str = ""
    rules: str = "kingmaker"
    started: bool = False

    # ------------------------------------------------------------------ playing

    async def open(self, **options: Any) -> str:
        """Let the first person open a table and the others sit down; return the thread's id."""
        host, *guests = self.people
        self.rules = options.get("game", self.rules)
        await host.slash("/game new", channel="herald", **{"game": self.rules} | options)
        answer = await host.answer()
        self.thread = answer["content"].split("<#")[1].split(">")[0]
        for person in self.people:
            await person.refresh()
            person.here = self.thread
        for guest in guests:
            await guest.slash("/game join")
            await guest.answer()
        self.game = await self._game_here()
        return self.thread

    @property
    def thread_parent(self) -> str:
        """Return the id of the channel that the thread belongs to."""
        return self.people[0].channel_id("herald")

    async def start(self, *, letters: bool = True) -> None:
        """Let the host start the game, and wait until everybody has read what the opening tells a seat alone.

        Without `letters` nobody looks at them yet.
        """
        await self.people[0].slash("/game start")
        await self.people[0].answer()
        for person in self.people if letters else ():
            for words in await self._told_alone(person):
                await person.expect(words, channel=person.dm(), timeout=MAX_WAIT_S)
        await self.all_said()
        self.started = True

    async def _told_alone(self, person: Person) -> list[str]:
        """Return how what the opening tells a person alone begins, such as "You are dealt"; nothing if it tells all."""
        async with self.supervisor.herald.store.reading() as connection:
            opening = (await game_log.entries(connection, self.game))[0]
        async with self.reading() as live:
            seat = live.seat_of(int(person.id))
        alone = [event.text for event in opening.happened() if event.seats is not None and seat in event.seats]
        return [" ".join(text.split()[:3]) for text in alone[:1]]

    async def stranger(self, username: str) -> Person:
        """Let somebody look into the thread who does not play."""
        person = await self.sandbox.person(username)
        await person.refresh()
        person.here = self.thread
        return person

    async def panel(self, person: Person, label: str = "My options") -> Json:
        """Return the pinned panel of the thread, with a button of this label, as a person sees it."""
        for message in await person.messages(limit=1000):
            if message["pinned"] and any(button["label"] == label for button in buttons(message)):
                return message
        raise AssertionError(f"{person.username} sees no panel with a button {label!r}.")

    # ------------------------------------------------------------------ looking behind the scenes

    async def _game_here(self) -> str:
        async with self.supervisor.herald.store.reading() as connection:
            return (await games.in_thread(connection, int(self.thread))).id

    def reading(self) -> AbstractAsyncContextManager[LiveGame]:
        """Look at the table."""
        return self.supervisor.herald.referee.reading(self.game)

    async def offers(self, person: Person) -> list[Offer]:
        """Return what a person who is asked for a decision can do; nothing if the game waits for others."""
        async with self.reading() as live:
            request = live.table.request(live.seat_of(int(person.id)))
            return list(request.offers) if request else []

    async def state(self) -> str:
        """Return the hash of the game's state."""
        async with self.reading() as live:
            return live.table.hash()

    async def version(self) -> int:
        """Return how many actions the game has seen."""
        async with self.reading() as live:
            return live.table.version

    async def asked(self) -> Person:
        """Return who is asked for a decision, the first if there are several."""
        async with self.reading() as live:
            user = live.user_of(live.table.requests()[0].seat)
        return next(person for person in self.people if person.id == str(user))

    async def phases(self) -> int:
        """Return how many phases have ended."""
        async with self.supervisor.herald.store.reading() as connection:
            entries = await game_log.entries(connection, self.game)
        return sum(any(event.kind == "phase_end" for event in entry.happened()) for entry in entries)

    async def troubles(self) -> list[str]:
        """Return what the game master was told to look after."""
        async with self.supervisor.herald.store.reading() as connection:
            rows = await outbox.history(connection, self.game)
        return [row.payload.text for row in rows if isinstance(row.payload, Trouble)]

    async def all_said(self, patience: float = MAX_WAIT_S) -> None:
        """Wait until everything promised so far has gone out, with its pictures."""
        async with asyncio.timeout(patience):
            while True:
                late = [task for task in asyncio.all_tasks() if task.get_name().startswith("pictures of")]
                if not late and not await self.supervisor.herald.store.read(outbox.waiting):
                    return
                await asyncio.sleep(0.02)

    async def check_wire(self) -> None:
        """Check that Discord took everything that Herald sent: no refusal, no body against its description."""
        for request in await self.sandbox.visitors.requests():
            assert request["status"] < 400 and not request["problems"], request
        for message in await self.people[0].messages(self.thread or None, limit=5000):
            assert faults(message) == [], text_of(message)

    async def until_told(self, person: Person, *words: str) -> None:
        """Wait until all these words stand in the thread, such as what a plan answers when its time has come."""
        waited = asyncio.get_running_loop().time() + MAX_WAIT_S
        while True:
            said = await self.said(person)
            missing = [word for word in words if word not in said]
            if not missing:
                return
            assert asyncio.get_running_loop().time() < waited, f"{missing} is missing in: {said}"
            await asyncio.sleep(0.02)

    async def said(self, person: Person) -> str:
        """Return everything that stands in the thread for everybody."""
        shown = [message for message in await person.messages(limit=5000) if not message["flags"] & WHISPERED]
        return "\n".join(text_of(message) for message in shown)


@asynccontextmanager
async def evening(
    folder: Path, *names: str, seed: int = 1, drawn: bool = False, world: Path | None = None, **settings: Any
) -> AsyncIterator[Evening]:
    """Start a sandbox and Herald, and let people sit at their screens; the same seed gives the same dice.

    Pictures are `drawn` where somebody looks at them; a dot stands for each otherwise. The sandbox is that of the file
    `world`, or one in memory; `settings` are sections of Herald's config.
    """
    async with (
        running_sandbox(path=world) as sandbox,
        at_work(folder, sandbox, seed, drawn=drawn, **settings) as supervisor,
    ):
        people = [await sandbox.person(name) for name in names]
        for person in people:
            await person.bot_is_ready()
        yield Evening(sandbox, supervisor, people)


@asynccontextmanager
async def at_work(
    folder: Path, sandbox: DrivenSandbox, seed: int = 1, *, drawn: bool | Hire = False, **settings: Any
) -> AsyncIterator[Supervisor]:
    """Run Herald on the database in a folder, connected to a sandbox; `settings` are sections of its config.

    Pictures are `drawn` by a worker that all tests share, or by those that are hired for it; a dot stands for each
    otherwise.
    """
    usual = {
        "database": Database(path=with_tables(folder / "herald.db")),
        "pictures": Pictures(cache=BOARDS),
        "play": Play(regent_seconds=0.0),
    }
    config = Config(**usual | settings)
    entropy = random.Random(seed).randbytes
    register(sandbox, config.database.path.with_suffix(".commands"))
    hire = drawn if callable(drawn) else lasting if drawn else sketching
    async with herald_at_work(config, sandbox.token, entropy=entropy, hire=hire) as supervisor:
        client = await supervisor.connected()
        await client.has_commands.wait()
        remember(client, sandbox)
        yield supervisor

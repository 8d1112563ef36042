"""A soak from the first table to the verdict."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

import aiohttp

from bot.sandbox.server import Sandbox
from bot.store.database import Store
from tests.harness import as_kind
from tests.harness.reading import Json
from tests.harness.sandbox import Visitors, checked
from tests.soak.guests import Guest, Regular
from tests.soak.process import HeraldProcess, HurriedProcess
from tests.soak.tables import Book, Place, laid
from tests.soak.verdict import Verdict, judged
from tests.soak.weather import Weather


@dataclass(frozen=True)
class Plan:
    """How much of everything: tables, seconds of bad weather, seconds between storms.

    In `haste` people and computer players are so many times as quick, whoever tries again does so soon, and Discord
    limits nobody.
    """

    tables: int = 300
    seconds: float = 600.0
    gap: float = 3.0
    seed: int = 1
    haste: float = 1.0

    @property
    def people(self) -> int:
        """How many play; each sits at a handful of tables."""
        return max(4, min(30, self.tables // 5))

    @property
    def channels(self) -> int:
        """How many channels the threads are spread over: Discord lets few be opened in each at a time."""
        return max(1, self.tables // 30)

    @property
    def regent_seconds(self) -> float:
        """What computer players take over a decision, so that all together ask for no more than Discord takes."""
        return max(0.5, self.tables / 5) / self.haste

    @property
    def pause(self) -> float:
        """What people take over a decision."""
        return max(1.0, self.people / 10) / self.haste

    @property
    def nap(self) -> float:
        """Seconds between two looks at what has become of everything."""
        return 1.0 / self.haste

    @property
    def patience(self) -> float:
        """Seconds in which every table must move, and then everything be sent, once the weather is fine."""
        return 120.0 + 5 * self.tables


@dataclass
class Result:
    """What has come of a soak."""

    plan: Plan
    book: Book
    weather: Weather
    herald: HeraldProcess
    verdict: Verdict
    stats: Json
    metrics: str
    seconds: float


async def soak(plan: Plan, folder: Path) -> Result:
    """Let a community play in bad weather; return what is left of it."""
    began = time.monotonic()
    async with _discord(strict=plan.haste == 1.0) as (sandbox, visitors):
        chance = Random(plan.seed)
        kind = HeraldProcess if plan.haste == 1.0 else HurriedProcess
        herald = kind(folder, sandbox, tables=plan.tables, pause=plan.regent_seconds)
        await herald.start()
        try:
            town = await Town.founded(plan, sandbox, visitors, chance)
            weather = Weather(herald, visitors, town.people, town.places, chance, plan.gap)
            faults = await town.live_through(weather, herald)
            metrics = await herald.metrics()
            faults += [f"Herald ended with {code}." for code in [await herald.stop()] if code]
        finally:
            await herald.kill()
        channels = await town.channels()
        verdict = await _judged(herald, town, channels)
        verdict.faults[:0] = faults
        seconds = time.monotonic() - began
        return Result(plan, town.book, weather, herald, verdict, await visitors.stats(), metrics, seconds)


@asynccontextmanager
async def _discord(*, strict: bool) -> AsyncIterator[tuple[Sandbox, Visitors]]:
    sandbox = Sandbox(strict_rate_limits=strict)
    await sandbox.start()
    try:
        async with Visitors(sandbox.url, Guest) as visitors:
            yield sandbox, visitors
    finally:
        await sandbox.close()


async def _judged(herald: HeraldProcess, town: Town, channels: dict[str, list[Json]]) -> Verdict:
    store = await Store.open(herald.database)
    try:
        return await judged(store, town.book, channels)
    finally:
        await store.close()


@dataclass
class Town:
    """The people with their tables."""

    plan: Plan
    visitors: Visitors
    people: list[Guest]
    places: list[Place]
    regulars: list[Regular]
    book: Book

    @classmethod
    async def founded(cls, plan: Plan, sandbox: Sandbox, visitors: Visitors, chance: Random) -> Town:
        """Let people come, and lay the tables."""
        names = [f"guest{number}" for number in range(plan.people)]
        channels = [await new_channel(sandbox, f"hall-{number}") for number in range(plan.channels)]
        people = [as_kind(Guest, await visitors.newcomer(name)) for name in names]
        for person in people:
            await person.bot_is_ready()
        places, book = laid(plan.tables, names, channels), Book()
        regulars = [Regular(person, places, book, Random(chance.random()), plan.pause) for person in people]
        return cls(plan, visitors, people, places, regulars, book)

    async def live_through(self, weather: Weather, herald: HeraldProcess) -> list[str]:
        """Play in bad weather; then see in fine weather that every table moves, and everything is said."""
        async with self._at_play():
            await weather.rage(self.plan.seconds)
            await herald.well()
            for regular in self.regulars:
                regular.awake = True
            stuck = await self._stuck(herald)
        await asyncio.gather(*(regular.retire() for regular in self.regulars))
        unsent = await self._unsent(herald)
        return stuck + ([f"{unsent} messages have not gone out."] if unsent else [])

    @asynccontextmanager
    async def _at_play(self) -> AsyncIterator[None]:
        """Let everybody live; whatever ends a life early is raised."""
        lives = asyncio.gather(*(regular.live() for regular in self.regulars))
        try:
            yield
        finally:
            if lives.done():
                lives.result()
            lives.cancel()
            await asyncio.gather(lives, return_exceptions=True)

    async def _stuck(self, herald: HeraldProcess) -> list[str]:
        """Return the tables that do not get on."""
        before: dict[str, int] = {}
        end = time.monotonic() + self.plan.patience
        while time.monotonic() < end:
            now = herald.versions()
            before = {thread: before.get(thread, version) for thread, version in now.items()}
            waiting = [thread for thread, version in now.items() if version == before[thread]]
            fresh = [place for place in self.places if not place.started]
            if not waiting and not fresh:
                return []
            await asyncio.sleep(self.plan.nap)
        names = {place.thread: f"{place.number} ({place.game}, {place.variant})" for place in self.places}
        stopped = [f"Table {names.get(thread, thread)} stands at {before[thread]}." for thread in waiting]
        return stopped + [f"Table {place.number} has never begun." for place in fresh]

    async def _unsent(self, herald: HeraldProcess) -> int:
        """Wait until everything has been said; return how much has not."""
        end = time.monotonic() + self.plan.patience
        while (left := herald.unsent()) and time.monotonic() < end:  # noqa: ASYNC110
            await asyncio.sleep(self.plan.nap)
        return left

    async def channels(self) -> dict[str, list[Json]]:
        """Return what stands in every thread and every direct channel, in order."""
        world = await self.people[0].refresh()
        threads = [str(channel["id"]) for channel in world["channels"] if channel["type"] == 11]
        found = {thread: await self.people[0].messages(thread, limit=10**6) for thread in threads}
        return found | {person.dm(): await person.messages(person.dm(), limit=10**6) for person in self.people}


async def new_channel(sandbox: Sandbox, name: str) -> str:
    """Open a channel, as an administrator would; return its name."""
    headers = {"Authorization": f"Bot {sandbox.token}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        async with session.get(f"{sandbox.api_url}/users/@me/guilds") as response:
            guild = (await checked(response))[0]["id"]
        body = {"name": name, "type": 0}
        async with session.post(f"{sandbox.api_url}/guilds/{guild}/channels", json=body) as response:
            return str((await checked(response))["name"])


def spread(values: Sequence[float]) -> str:
    """Return the median of times, and within what 99 of 100 are."""
    if not values:
        return "none"
    ordered = sorted(values)
    return f"median {ordered[len(ordered) // 2]:.2f} s, 99 % within {ordered[int(len(ordered) * 0.99)]:.2f} s"

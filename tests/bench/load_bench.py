"""An evening with many live games: how soon people are answered, what that takes, and what is full first.

Herald, the sandbox and the people are three processes. The people take their decisions themselves and press what comes,
as many a second as is asked for, whether earlier ones have been answered or not.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, Process
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from prometheus_client.parser import text_string_to_metric_families

from bot.sandbox.rest import PREFIX
from bot.sandbox.server import TOKEN
from tests.bench.load import actions, herald, meters
from tests.bench.load.town import lay
from tests.bench.timing import Figures
from tests.soak.process import HeraldProcess

GAMES, SECONDS = 30, 15.0
RATES = (5.0, 15.0, 30.0)
WARM_S, QUIET_S = 5.0, 20.0
"""Seconds of an evening before it counts, and those in which messages may go out before the next one begins."""

LIMIT_S = 180.0
"""Seconds after which an evening has failed."""

LONGEST_LINE = 16_000_000
"""Bytes in which a process tells of an evening: every press is among them."""

TABLES_MB = 96
"""Megabytes that games take in Herald's memory: what he has if nothing is set."""


@dataclass(frozen=True)
class Plan:
    """How many games, seconds of each evening, and decisions a second; with Discord's `limits` or without."""

    games: int = GAMES
    seconds: float = SECONDS
    rates: Sequence[float] = RATES
    limits: bool = True


def measure(plan: Plan | None = None) -> Figures:
    """Let people play at each rate; return what they saw and what it took."""
    with tempfile.TemporaryDirectory(prefix="herald-load-") as folder:
        return asyncio.run(_measured(plan or Plan(), Path(folder)))


async def _measured(plan: Plan, folder: Path) -> Figures:
    laid = await lay(folder, plan.games)
    (folder / "town.json").write_bytes(msgspec.json.encode(laid))
    shutil.copy(folder / "herald.db", folder / "actions.db")
    names = [game.id for game in laid]
    figures = await actions.measured(folder / "actions.db", names, plan.rates, plan.seconds, TABLES_MB)
    evenings = []
    async with _town(plan, folder) as town:
        for rate in plan.rates:
            await town.quiet()
            async with asyncio.timeout(LIMIT_S):
                evenings.append(await town.evening(plan, rate))
            figures += evenings[-1].figures()
    return [*figures, *_fullest(evenings)]


class Address(NamedTuple):
    """Where the sandbox is."""

    url: str
    token: str = TOKEN

    @property
    def api_url(self) -> str:
        """The root of its REST API."""
        return self.url + PREFIX

    @property
    def gateway_url(self) -> str:
        """Its gateway."""
        return f"ws{self.url.removeprefix('http')}/gateway"


class Watched(HeraldProcess):
    """Herald with the clerk who notes what he does."""

    module = herald.__name__

    async def notes(self) -> Any:
        """Return what the clerk has counted since the last time."""
        return await asyncio.to_thread(self._asked, Path(os.environ[herald.NOTES]))

    def _asked(self, file: Path) -> Any:
        file.unlink(missing_ok=True)
        os.kill(self.pid, signal.SIGUSR1)
        while not file.exists():
            time.sleep(0.02)
        return json.loads(file.read_text())


class Reading(NamedTuple):
    """Seconds of the processor so far, by part."""

    loop: float
    herald: float
    pictures: float
    sandbox: float
    people: float
    machine: float
    time: float

    @property
    def own(self) -> float:
        """What all of them have taken together."""
        return self.herald + self.pictures + self.sandbox + self.people


@dataclass
class Town:
    """The three processes."""

    herald: Watched
    sandbox: Process
    people: Process

    def reading(self) -> Reading:
        """Return what each has taken of the processor."""
        own = self.herald.pid
        return Reading(
            meters.seconds_of_loop(own),
            meters.seconds_of(own),
            meters.seconds_of_children(own),
            meters.seconds_of(self.sandbox.pid),
            meters.seconds_of(self.people.pid),
            meters.seconds_of_machine(),
            asyncio.get_running_loop().time(),
        )

    async def said(self) -> str:
        """Return the next line of the people."""
        assert self.people.stdout is not None
        line = await self.people.stdout.readline()
        assert line, f"The people have left with {await self.people.wait()}."
        return line.decode().strip()

    async def evening(self, plan: Plan, rate: float) -> Evening:
        """Live through one evening."""
        assert self.people.stdin is not None
        self.people.stdin.write(f"{rate} {plan.seconds} {WARM_S}\n".encode())
        assert await self.said() == "measured"
        await self.herald.notes()
        before, counted = self.reading(), _counts(await self.herald.metrics())
        assert await self.said() == "measured"
        after, notes = self.reading(), await self.herald.notes()
        unsent = self.herald.unsent()
        counts = _counts(await self.herald.metrics())
        seen = json.loads(await self.said())
        spent = Reading(*(later - sooner for later, sooner in zip(after, before, strict=True)))
        return Evening(plan, rate, spent, notes, seen, counts - counted, unsent)

    async def quiet(self) -> None:
        """Let messages go out for a while."""
        end = asyncio.get_running_loop().time() + QUIET_S
        while self.herald.unsent() and asyncio.get_running_loop().time() < end:  # noqa: ASYNC110
            await asyncio.sleep(0.5)


@asynccontextmanager
async def _town(plan: Plan, folder: Path) -> AsyncIterator[Town]:
    """Let Discord, Herald and the people come."""
    os.environ[herald.NOTES] = str(folder / "notes.json")
    started: list[Process] = []
    try:
        sandbox = await _started("tests.bench.load.discord", str(folder / "sandbox.db"), str(int(plan.limits)))
        started.append(sandbox)
        assert sandbox.stdout is not None
        address = Address((await sandbox.stdout.readline()).decode().strip())
        (folder / "url").write_text(address.url)
        watched = Watched(folder, address, tables=TABLES_MB, pause=1.0)
        try:
            await watched.start()
            while watched.unsent():  # noqa: ASYNC110 (the panels of all tables)
                await asyncio.sleep(0.5)
            people = await _started("tests.bench.load.people", str(folder))
            started.append(people)
            town = Town(watched, sandbox, people)
            assert await town.said() == "ready"
            yield town
        finally:
            await watched.stop()
    finally:
        for process in started:
            if process.returncode is None:
                process.terminate()
            await process.wait()


async def _started(module: str, *arguments: str) -> Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, *arguments, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE
    )


def _counts(metrics: str) -> Counter[str]:
    """Return some of what Herald counts."""
    found: Counter[str] = Counter()
    for family in text_string_to_metric_families(metrics):
        for sample in family.samples:
            if sample.name in (
                "herald_picture_seconds_count",
                "herald_discord_requests_total",
                "herald_rate_limits_total",
            ):
                found[sample.name] += int(sample.value)
    return found


# ---------------------------------------------------------------------- what was seen


@dataclass
class Evening:
    """One evening at one rate."""

    plan: Plan
    rate: float
    spent: Reading
    notes: Any
    seen: Any
    counts: Counter[str]
    unsent: int

    @property
    def done(self) -> int:
        """Decisions that were taken."""
        return int(self.seen["came"].get("done", 0))

    def figures(self) -> Figures:
        """Return what it came to."""
        times, spent, seconds = self.seen["times"], self.spent, self.spent.time
        everything = [one for some in times.values() for one in some]
        plain = [one for what, some in times.items() if what != "with a picture" for one in some]
        others = {what: count for what, count in self.seen["came"].items() if what != "done"}
        head = f"{self.rate:g} a second, {self.plan.games} games"
        return [
            (f"{head}: decisions taken a second, presses for each",
             f"{self.done / seconds:.1f}, {len(everything) / max(1, self.done):.1f}"),
            ("  what else came of it", ", ".join(f"{n} × {what}" for what, n in others.items()) or "–"),
            ("  answers, those with a picture left out", percentiles(plain)),
            ("  all answers", percentiles(everything)),
            *((f"  … {what}", percentiles(some)) for what, some in sorted(times.items())),
            ("  … all of them, as Herald's router sees them", percentiles(self.notes["presses"])),
            ("  processor, of one: Herald's event loop", _share(spent.loop, seconds)),
            *((f"  … {what}", f"{_share(part, seconds)}, {1000 * part / max(1, self.done):.1f} ms a decision")
              for what, part in self.parts().items()),
            ("  Herald's other threads (SQLite)", _share(spent.herald - spent.loop, seconds)),
            ("  … times that somebody waited for them, and statements, for each decision",
             ", ".join(f"{self.notes[what] / max(1, self.done):.1f}" for what in ("hops", "statements"))),
            ("  pictures, in their own process", f"{_share(spent.pictures, seconds)}, "
             f"{self.counts['herald_picture_seconds_count']} drawn"),
            ("  sandbox", _share(spent.sandbox, seconds)),
            ("  people", _share(spent.people, seconds)),
            ("  the machine, with all else on it", f"{_share(spent.machine, seconds)} of {os.cpu_count()} processors"),
            ("  requests to Discord a second, put off by it, messages left to send",
             f"{self.counts['herald_discord_requests_total'] / seconds:.1f}, "
             f"{self.counts['herald_rate_limits_total']}, {self.unsent}"),
        ]  # fmt: skip

    def parts(self) -> dict[str, float]:
        """Return the seconds of the event loop by the work that it did, and by the errand that it did it for."""
        done = [(errand, work, count) for errand, work, count in self.notes["done"] if work != "waiting"]
        whole = max(1, sum(count for _, _, count in done))
        found: defaultdict[str, float] = defaultdict(float)
        for errand, work, count in done:
            found[f"work: {work}"] += self.spent.loop * count / whole
            found[f"for: {errand}"] += self.spent.loop * count / whole
        return dict(sorted(found.items(), key=lambda part: (part[0][:4], -part[1])))


def percentiles(times: Sequence[float]) -> str:
    """Return within how many milliseconds 50, 95 and 99 of a hundred answers came, and the last one."""
    if not times:
        return "none"
    ordered = sorted(times)
    most = len(ordered) - 1
    found = [f"{share} % {1000 * ordered[min(most, len(ordered) * share // 100)]:.0f}" for share in (50, 95, 99)]
    return f"{', '.join(found)}, all {1000 * ordered[-1]:.0f} ms ({len(ordered)})"


def _share(part: float, seconds: float) -> str:
    return f"{100 * part / seconds:.0f} %"


def _fullest(evenings: Sequence[Evening]) -> Figures:
    """Return what would be full first, by what a decision took of it in the fullest evening."""
    found: Figures = []
    for evening in evenings[-1:]:
        spent, rate = evening.spent, evening.done / evening.spent.time
        parts = {
            "Herald's event loop": spent.loop,
            "the worker that draws": spent.pictures,
            "the sandbox": spent.sandbox,
            "the people": spent.people,
            f"{os.cpu_count()} processors, by all of these": spent.own / (os.cpu_count() or 1),
        }
        for what, part in sorted(parts.items(), key=lambda each: -each[1]):
            full = rate * spent.time / part if part else 0.0
            found.append((f"full at so many decisions a second: {what}", f"{full:.0f}"))
    return found

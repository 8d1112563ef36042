"""A rush: a hundred tables are opened within minutes in one channel, where Discord takes ten threads in five.

`python -m tests.soak.rush --tables 100` takes most of an hour, as long as Discord makes it; exit code 1 if anything was
lost.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bot.sandbox.server import Sandbox
from bot.store import games
from bot.store.database import Store
from bot.store.rows import Status
from tests.harness.reading import Json, text_of
from tests.harness.sandbox import Person, Visitors
from tests.soak.guests import Guest
from tests.soak.process import HeraldProcess
from tests.soak.run import new_channel, spread

MOST_PEOPLE = 20

LONGEST_S = 900.0
"""Seconds after which a command cannot be answered any more."""

SETTLED_S = 600.0
"""Seconds in which everything must have been said once the last table is open."""

WHEN = re.compile(r"in (\d+) (second|minute)s?; use the command again then")


@dataclass
class Opened:
    """A table as its host saw it: what was said while he waited, and how often he had to use the command."""

    title: str
    thread: str = ""
    seconds: float = 0.0
    commands: int = 0
    waits: list[str] = field(default_factory=list)
    mishaps: list[str] = field(default_factory=list)


async def rushed(people: Sequence[Person], channel: str, tables: int, seconds: float) -> list[Opened]:
    """Let people open tables in a channel, all of them within so many seconds; return what they saw."""
    hosts = [people[number % len(people)] for number in range(tables)]
    opening = (_opened(host, channel, n, seconds * n / tables) for n, host in enumerate(hosts))
    return list(await asyncio.gather(*opening))


async def _opened(host: Person, channel: str, number: int, after: float) -> Opened:
    """Open a table, and use the command again whenever that is what Herald says."""
    table = Opened(f"Table {number}")
    await asyncio.sleep(after)
    began = time.monotonic()
    while not table.thread and not table.mishaps:
        table.commands += 1
        said = await _answered(host, channel, table)
        if "opens a table" in said:
            table.thread = said.partition("<#")[2].partition(">")[0]
        elif again := WHEN.search(said):
            await asyncio.sleep(int(again[1]) * (60 if again[2] == "minute" else 1))
        else:
            table.mishaps.append(said)
    table.seconds = time.monotonic() - began
    return table


async def _answered(host: Person, channel: str, table: Opened) -> str:
    """Use the command; return what is said at last, once Herald does not say that it goes on by itself."""
    key = await host.slash("/game new", channel=channel, game="warlord", title=table.title)

    def last(message: Json) -> bool:
        if (message.get("interaction_metadata") or {}).get("id") != key:
            return False
        said = text_of(message)
        if "I open it then by myself" in said:
            table.waits.append(said)
            return False
        return bool(said)

    return text_of(await host.expect(last, timeout=LONGEST_S))


async def lost(store: Store, tables: Sequence[Opened], threads: Sequence[Json]) -> list[str]:
    """Return whatever is missing, doubled or wrong: each table has its game, and each game its thread."""
    found = {game.title: game for game in await store.read(lambda connection: games.all_with(connection, Status.LOBBY))}
    faults = [f"{table.title}: {said}" for table in tables for said in table.mishaps]
    for table in tables:
        game = found.get(table.title)
        if game is None or str(game.thread) != table.thread:
            faults.append(f"{table.title} was opened in {table.thread}, and is not there.")
    counts = Counter(thread["name"] for thread in threads)
    faults += [f"{table.title} has {counts[table.title]} threads." for table in tables if counts[table.title] != 1]
    return faults


def lines(tables: Sequence[Opened], requests: Sequence[Json], seconds: float) -> Iterator[str]:
    """Yield what was measured."""
    statuses = Counter(request["status"] for request in requests)
    commands = Counter(table.commands for table in tables)
    yield f"{len(tables)} tables in one channel, all open after {seconds:.0f} s"
    yield f"from the first command to the table: {spread([table.seconds for table in tables])}"
    yield f"told how long to wait: {sum(bool(table.waits) for table in tables)}; told by Herald {_sum(tables)} times"
    yield f"commands for a table: {', '.join(f'{count} x {times}' for times, count in sorted(commands.items()))}"
    yield f"requests for threads: {', '.join(f'{count} x {status}' for status, count in sorted(statuses.items()))}"


def _sum(tables: Sequence[Opened]) -> int:
    return sum(len(table.waits) for table in tables)


async def rush(tables: int, seconds: float, folder: Path) -> list[str]:
    """Let Herald and Discord stand a rush; print the figures, and return what was lost."""
    sandbox = Sandbox(strict_rate_limits=True)
    await sandbox.start()
    herald = HeraldProcess(folder, sandbox, tables=tables, pause=1.0)
    try:
        async with Visitors(sandbox.url, Guest) as visitors:
            await herald.start()
            people = [await visitors.newcomer(f"guest{number}") for number in range(min(MOST_PEOPLE, tables))]
            channel = await new_channel(sandbox, "hall")
            for person in people:
                await person.bot_is_ready()
                await person.refresh()
            began = time.monotonic()
            opened = await rushed(people, channel, tables, seconds)
            print("\n".join(lines(opened, await visitors.requests("/threads"), time.monotonic() - began)), flush=True)
            end = time.monotonic() + SETTLED_S
            while (unsent := herald.unsent()) and time.monotonic() < end:  # noqa: ASYNC110
                await asyncio.sleep(1.0)
            print(f"everything said {SETTLED_S - (end - time.monotonic()):.0f} s later", flush=True)
            world = await people[0].refresh()
            faults = [f"{unsent} messages have not gone out."] if unsent else []
            faults += [f"In the log: {text}" for text in herald.errors()]
            faults += [f"Herald ended with {code}." for code in [await herald.stop()] if code]
    finally:
        await herald.kill()
        await sandbox.close()
    store = await Store.open(herald.database)
    try:
        return faults + await lost(store, opened, [one for one in world["channels"] if one["type"] == 11])
    finally:
        await store.close()


def main() -> int:
    """Run it, and say what was lost."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.rush", description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=120.0, help="in which all of them are asked for")
    options = parser.parse_args()
    faults = asyncio.run(rush(options.tables, options.seconds, Path(tempfile.mkdtemp(prefix="herald-rush-"))))
    print("\n".join([f"LOST: {len(faults)}", *faults] if faults else ["Nothing was lost."]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

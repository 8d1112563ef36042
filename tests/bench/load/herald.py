"""Herald with a clerk at his side, as a process: `python -m tests.bench.load.herald run --config …`.

A hundred times for each second of the processor the clerk notes what the event loop is doing: the room of the house in
which its innermost known line stands, and the errand on which it is. Asked by SIGUSR1 he writes down what he has
counted since the last time: this, how often somebody waited for a thread of SQLite's, for how many statements, and how
long presses took from their arrival to their answer.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import aiosqlite
from sqlalchemy import Engine, event

from bot.cli import main
from bot.panels.router import Router

NOTES = "HERALD_LOAD_NOTES"
"""The variable that names the file with the notes."""

EVERY_S = 0.01

ROOMS = (
    ("/selectors.py", "waiting"),
    ("/engine/", "engine"),
    ("/render/", "pictures"),
    ("/bot/store/", "store"),
    ("/sqlalchemy/", "store"),
    ("/aiosqlite/", "store"),
    ("/sqlite3/", "store"),
    ("/discord/", "Discord's library"),
    ("/aiohttp/", "Discord's library"),
    ("/bot/sandbox/", "Discord's library"),
    ("/bot/", "panels and words"),
)
"""What work it is, by a part of the path of a file."""

ERRANDS = (
    ("/bot/services/clock.py", "clock"),
    ("/bot/delivery/dispatcher.py", "dispatcher"),
    ("/bot/panels/router.py", "answers"),
    ("/bot/commands/", "answers"),
)
"""What it is done for."""

WORKERS = ("herald-reads", "herald-writes")
"""The threads that do whole jobs of the database."""

LOOP = "event loop"
"""What is none of these: the event loop itself, and reading what Discord sends."""


class Clerk:
    """Counts what the event loop does."""

    def __init__(self, notes: Path) -> None:
        self._notes = notes
        self._rooms: dict[CodeType, str] = {}
        self._errands: dict[CodeType, str] = {}
        self.done: Counter[tuple[str, str]] = Counter()
        """Samples by errand and work."""

        self.presses: list[float] = []
        """Seconds from a press to the end of its answer, as the router sees it."""

        self._hops, self._statements = count(), count()

    def note(self, _: int, frame: FrameType | None) -> None:
        """Note what the event loop is doing now."""
        work, errand = "", ""
        while frame is not None:
            code = frame.f_code
            work = work or self._known(self._rooms, code, ROOMS)
            errand = self._known(self._errands, code, ERRANDS) or errand
            frame = frame.f_back
        self.done[errand or LOOP, work or LOOP] += 1

    @staticmethod
    def _known(cache: dict[CodeType, str], code: CodeType, table: tuple[tuple[str, str], ...]) -> str:
        if code not in cache:
            cache[code] = next((name for part, name in table if part in code.co_filename), "")
        return cache[code]

    def write(self, *_: object) -> None:
        """Write down what was counted since the last time."""
        done = [(errand, work, count) for (errand, work), count in self.done.items()]
        part = self._notes.with_suffix(".part")
        hops, statements = next(self._hops), next(self._statements)
        counted = {"done": done, "presses": self.presses, "hops": hops, "statements": statements}
        part.write_text(json.dumps(counted))
        part.replace(self._notes)
        self._hops, self._statements = count(), count()
        self.done.clear()
        self.presses.clear()

    def watch(self) -> None:
        """Begin."""
        plain: Any = Router.handle

        async def handle(router: Router, interaction: Any) -> None:
            began = time.perf_counter()
            await plain(router, interaction)
            self.presses.append(time.perf_counter() - began)

        Router.handle = handle  # type: ignore[assignment, method-assign] # to be measured in a running Herald
        self._watch_database()
        signal.signal(signal.SIGUSR1, self.write)
        signal.signal(signal.SIGPROF, self.note)
        signal.setitimer(signal.ITIMER_PROF, EVERY_S, EVERY_S)

    def _watch_database(self) -> None:
        """Count what goes to SQLite's threads, each time as a hop there and back, and all statements."""
        driver: Any = aiosqlite.Connection
        awaited, handed_over = driver._execute, ThreadPoolExecutor.submit

        async def execute(connection: Any, *arguments: Any, **named: Any) -> Any:
            next(self._hops)
            return await awaited(connection, *arguments, **named)

        def submit(pool: Any, *arguments: Any, **named: Any) -> Any:
            if pool._thread_name_prefix in WORKERS:
                next(self._hops)
            return handed_over(pool, *arguments, **named)

        driver._execute = execute
        ThreadPoolExecutor.submit = submit  # type: ignore[assignment, method-assign] # to be measured in a running Herald
        event.listen(Engine, "before_cursor_execute", lambda *_: next(self._statements))


if __name__ == "__main__":
    Clerk(Path(os.environ[NOTES])).watch()
    sys.exit(main())

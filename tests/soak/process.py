"""Herald as a process of its own, which can be killed."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sqlite3
import sys
import time
from collections import Counter
from contextlib import closing
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Protocol

import aiohttp

from tests.harness import BOARDS
from tests.harness.forked import PROCESSES
from tests.soak.hurried import herald

MAX_WAIT_S = 120.0
"""Seconds in which Herald must be at work after a start, on a machine that has much else to do."""

SETTINGS = """
[discord]
api = "{api}"
gateway = "{gateway}"

[database]
path = "{database}"

[play]
regent_seconds = {pause}

[pictures]
cache = "{boards}"

[metrics]
port = {port}

[limits]
tables_mb = {tables}
"""


class Address(Protocol):
    """Where a sandbox is, in this process or another."""

    @property
    def api_url(self) -> str:
        """The root of its REST API."""

    @property
    def gateway_url(self) -> str:
        """Its gateway."""

    @property
    def token(self) -> str:
        """What it knows the bot by."""


class Child(Protocol):
    """A process, as `asyncio.subprocess` has it."""

    @property
    def pid(self) -> int:
        """Its number."""

    @property
    def returncode(self) -> int | None:
        """Its exit code, once it has ended."""

    def send_signal(self, signal: int, /) -> None:
        """Ask it to end, or kill it."""

    async def wait(self) -> int:
        """Return its exit code when it has ended."""


class HeraldProcess:
    """`herald run` on a folder, connected to a sandbox; computer players take `pause` seconds over a decision."""

    module = "bot.cli"
    """What is run."""

    def __init__(self, folder: Path, sandbox: Address, *, tables: int, pause: float) -> None:
        self.database = folder / "herald.db"
        self._log = folder / "herald.log"
        self._config = folder / "config.toml"
        self._token = sandbox.token
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port = int(free.getsockname()[1])
        self._config.write_text(
            SETTINGS.format(
                api=sandbox.api_url,
                gateway=sandbox.gateway_url,
                database=self.database,
                pause=pause,
                boards=BOARDS,
                port=self._port,
                tables=tables,
            )
        )
        self._child: Child | None = None
        self.starts: list[float] = []
        """Seconds from each start until Herald was well."""

    async def start(self) -> None:
        """Start, and wait until it is connected and well."""
        began = time.monotonic()
        self._child = await self._begun()
        await self.well()
        self.starts.append(time.monotonic() - began)

    async def _begun(self) -> Child:
        program = (sys.executable, "-m", self.module, "run", "--config", str(self._config))
        with self._log.open("ab") as log:
            environment = os.environ | {"HERALD_TOKEN": self._token}
            return await asyncio.create_subprocess_exec(*program, stdout=log, stderr=log, env=environment)

    @property
    def pid(self) -> int:
        """The number of the running process."""
        assert self._child is not None
        return self._child.pid

    async def well(self) -> None:
        """Wait until Herald says that everything is well."""
        async with asyncio.timeout(MAX_WAIT_S), aiohttp.ClientSession() as session:
            while not await self._is_well(session):  # noqa: ASYNC110
                await asyncio.sleep(0.1)

    async def _is_well(self, session: aiohttp.ClientSession) -> bool:
        if self._child is not None and self._child.returncode is not None:
            raise AssertionError(f"Herald has ended with {self._child.returncode}; see {self._log}.")
        try:
            async with session.get(f"http://127.0.0.1:{self._port}/healthz") as response:
                return response.status == 200
        except aiohttp.ClientError:
            return False

    async def metrics(self) -> str:
        """Return what Herald measures."""
        async with (
            aiohttp.ClientSession() as session,
            session.get(f"http://127.0.0.1:{self._port}/metrics") as response,
        ):
            return await response.text()

    async def kill(self) -> None:
        """End it as a failing machine would."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """Ask it to end; return its exit code."""
        return await self._end(signal.SIGTERM)

    async def _end(self, sign: signal.Signals) -> int:
        if self._child is None:
            return 0
        if self._child.returncode is None:
            self._child.send_signal(sign)
        return await self._child.wait()

    # ------------------------------------------------------------------ what it has written

    def errors(self) -> Counter[str]:
        """Return what it called errors in its log, and how often."""
        lines = (json.loads(text) for text in self._log.read_text().splitlines() if text.startswith("{"))
        wrong = (line for line in lines if line["level"] == "error")
        return Counter(f"{line['message']}: {line.get('error', '')}"[:300] for line in wrong)

    def versions(self) -> dict[str, int]:
        """Return the version of each game in play, by thread, read beside the running Herald."""
        return {str(thread): version for thread, version in self._rows(PLAYING)}

    def unsent(self) -> int:
        """Return how many messages have not gone out."""
        return int(self._rows("SELECT count(*) FROM outbox WHERE outcome IS NULL OR outcome = 'homeless'")[0][0])

    def _rows(self, query: str) -> list[tuple[int, ...]]:
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True, timeout=30)) as database:
            return database.execute(query).fetchall()


class Fork:
    """A process that was forked from one in which everything is ready."""

    def __init__(self, process: BaseProcess) -> None:
        self._process = process
        self.pid = process.pid or 0

    @property
    def returncode(self) -> int | None:
        """Its exit code, once it has ended."""
        return self._process.exitcode

    def send_signal(self, signal: int, /) -> None:
        """Ask it to end, or kill it."""
        os.kill(self.pid, signal)

    async def wait(self) -> int:
        """Return its exit code when it has ended."""
        await asyncio.to_thread(self._process.join)
        return self._process.exitcode or 0


class HurriedProcess(HeraldProcess):
    """A Herald that is there at once, tries again at once where it would wait, and draws nothing."""

    async def _begun(self) -> Child:
        process = PROCESSES.Process(target=herald, args=(self._config, self._log, self._token))
        process.start()
        return Fork(process)


PLAYING = "SELECT thread, version FROM games WHERE status = 'playing'"

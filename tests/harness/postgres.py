"""A PostgreSQL server of our own for as long as the tests run, on a socket that nobody else knows."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import tempfile
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import asyncpg

from bot.store.schema import metadata
from tests.harness.database import prepare

T = TypeVar("T")

SERVICE = "postgres"
"""Whom the server runs as where the tests run as root, which PostgreSQL refuses."""


class NoServer(Exception):
    """PostgreSQL cannot be run here; the text says why."""


@dataclass(frozen=True)
class Server:
    """A running server."""

    folder: Path
    numbers: Iterator[int]

    def fresh(self) -> str:
        """Make an empty database; return its address."""
        name = f"herald{next(self.numbers)}"
        _run("createdb", "--host", str(self.folder), "--username", SERVICE, "--template", "template0", name)
        return self.address(name)

    def address(self, name: str) -> str:
        """Return the address of a database."""
        return f"postgresql:///{name}?host={self.folder}&user={SERVICE}"

    def processor(self) -> float:
        """Return the seconds of a processor that the server has used, its processes that have ended among them."""
        main = (self.folder / "data" / "postmaster.pid").read_text().split()[0]
        running = [stat.read_text().rpartition(")")[2].split() for stat in Path("/proc").glob("[0-9]*/stat")]
        ended = Path(f"/proc/{main}/stat").read_text().rpartition(")")[2].split()[13:15]
        ticks = [*ended, *(tick for found in running if found[1] == main for tick in found[11:13])]
        return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")

    def restart(self) -> None:
        """Stop the server at once, as in a crash, and start it again."""
        _run("pg_ctl", "--pgdata", str(self.folder / "data"), "--mode", "immediate", "--wait", "restart")


@dataclass
class Lender:
    """Lends databases with Herald's tables, and lends them again, emptied, once they have come back.

    To make one takes many times as long as to empty it, and to delete them all takes longer than some tests.
    """

    server: Server
    _back: list[str] = field(default_factory=list)

    @contextmanager
    def lending(self) -> Iterator[Iterator[str]]:
        """Give as many as are asked for; they come back at the end."""
        lent: list[str] = []
        try:
            yield self._lent(lent)
        finally:
            self._back += lent

    def _lent(self, lent: list[str]) -> Iterator[str]:
        while True:
            lent.append(self._empty())
            yield lent[-1]

    def _empty(self) -> str:
        while self._back:
            if _apart(_emptied(self._back[-1])):
                return self._back.pop()
            self._back.pop()
        made = self.server.fresh()
        _apart(prepare(made))
        return made


EMPTYING = "".join(
    [
        "SET LOCAL session_replication_role = replica;",
        *(f"DELETE FROM {table.name};" for table in metadata.sorted_tables),
        *(
            f"SELECT setval(pg_get_serial_sequence('{table.name}', '{table.autoincrement_column.name}'), 1, false);"
            for table in metadata.sorted_tables
            if table.autoincrement_column is not None
        ),
    ]
)
"""Takes every row out of Herald's tables, in whatever order, and begins to count anew."""

OTHERS = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"


async def _emptied(address: str) -> bool:
    """Empty a database unless somebody has it open still."""
    connection = await asyncpg.connect(address)
    try:
        if await connection.fetchval(OTHERS):
            return False
        await connection.execute(EMPTYING)
        return True
    finally:
        await connection.close()


def _apart(work: Coroutine[Any, Any, T]) -> T:
    """Do something in a thread, since whoever asks may have an event loop at work."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


@contextmanager
def server(*, durable: bool = False) -> Iterator[Server]:
    """Run a server, which waits for its disk if `durable`; raises NoServer where that is not possible."""
    for program in ("initdb", "pg_ctl", "createdb"):
        _program(program)
    memory = None if durable else os.environ.get("PYTEST_DEBUG_TEMPROOT")
    folder = Path(tempfile.mkdtemp(prefix="herald-pg-", dir=memory))
    if os.getuid() == 0:
        shutil.chown(folder, SERVICE, SERVICE)
    data = str(folder / "data")
    fsync = "on" if durable else "off"
    settings = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync={fsync} -c max_connections=100"
    with _stopped_after(folder):
        _run("initdb", "--pgdata", data, "--username", SERVICE, "--auth", "trust", "--no-sync")
        _run("pg_ctl", "--pgdata", data, "--options", settings, "--log", str(folder / "log"), "--wait", "start")
        yield Server(folder, count())


@contextmanager
def _stopped_after(folder: Path) -> Iterator[None]:
    """Have the server stopped and its folder removed at the end, also where whoever runs the tests is killed.

    A process waits for the end of a pipe that nobody but the tests holds open. A server that is only being started
    then has no folder any more, and ends by itself.
    """
    stop = 'read _; "$0" --pgdata "$1/data" --mode immediate stop; rm -rf "$1"'
    program = ["sh", "-c", stop, _program("pg_ctl"), str(folder)]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(
        program, user=_service(), cwd="/", stdin=subprocess.PIPE, stdout=quiet, stderr=quiet, start_new_session=True
    ):
        yield


def _program(name: str) -> str:
    """Return where a program of PostgreSQL's is, the newest release first."""
    installed = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
    found = str(installed[-1]) if installed else shutil.which(name)
    if found is None:
        raise NoServer(f"PostgreSQL is not installed here ({name} is missing)")
    return found


def _run(name: str, *arguments: str) -> None:
    done = subprocess.run(
        [_program(name), *arguments], user=_service(), cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    if done.returncode:
        raise NoServer(f"PostgreSQL cannot be run here: {done.stderr.decode().strip()[-300:]}")


def _service() -> str | None:
    """Return as whom PostgreSQL runs: as somebody else where the tests run as root."""
    return SERVICE if os.getuid() == 0 else None

"""A PostgreSQL server of our own for as long as the tests run, on a socket that nobody else knows."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

SERVICE = "postgres"
"""Whom the server runs as where the tests run as root, which PostgreSQL refuses."""


class NoServer(Exception):
    """PostgreSQL cannot be run here; the text says why."""


@dataclass(frozen=True)
class Server:
    """A running server."""

    folder: Path
    numbers: Iterator[int]

    def fresh(self, like: str = "template0") -> str:
        """Make a database, empty or as another is that nobody has open; return its address."""
        name = f"herald{next(self.numbers)}"
        _run("createdb", "--host", str(self.folder), "--username", SERVICE, "--template", like, name)
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


@contextmanager
def server(*, durable: bool = False) -> Iterator[Server]:
    """Run a server, which waits for its disk if `durable`; raises NoServer where that is not possible."""
    for program in ("initdb", "pg_ctl", "createdb"):
        _program(program)
    folder = Path(tempfile.mkdtemp(prefix="herald-pg-"))
    if os.getuid() == 0:
        shutil.chown(folder, SERVICE, SERVICE)
    data = str(folder / "data")
    fsync = "on" if durable else "off"
    settings = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync={fsync} -c max_connections=100"
    try:
        _run("initdb", "--pgdata", data, "--username", SERVICE, "--auth", "trust", "--no-sync")
        _run("pg_ctl", "--pgdata", data, "--options", settings, "--log", str(folder / "log"), "--wait", "start")
        try:
            yield Server(folder, count())
        finally:
            _run("pg_ctl", "--pgdata", data, "--mode", "immediate", "stop")
    finally:
        shutil.rmtree(folder)


def _program(name: str) -> str:
    """Return where a program of PostgreSQL's is, the newest release first."""
    installed = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
    found = str(installed[-1]) if installed else shutil.which(name)
    if found is None:
        raise NoServer(f"PostgreSQL is not installed here ({name} is missing)")
    return found


def _run(name: str, *arguments: str) -> None:
    user = SERVICE if os.getuid() == 0 else None
    done = subprocess.run(
        [_program(name), *arguments], user=user, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    if done.returncode:
        raise NoServer(f"PostgreSQL cannot be run here: {done.stderr.decode().strip()[-300:]}")

"""SQLite: one file, which one process at a time may have open."""

import asyncio
import logging
import sqlite3
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, event, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.errors import StoreError
from bot.store import one_trip
from bot.store.backend import Backend, engine_at, plain_engine_at
from bot.store.jobs import Worker
from bot.store.schema import APPLICATION_ID

logger = logging.getLogger(__name__)

COMMITS_BETWEEN_CHECKPOINTS = 64

LONG_LOG = 8000
"""Pages of the write-ahead log at which a commit moves it into the file after all: some 32 MB."""

CACHED_STATEMENTS = 256
"""Statements that a worker keeps prepared: more than a commit has."""


class SqliteBackend(Backend):
    """The database in the file at `path`."""

    def __init__(self, path: Path, busy_seconds: float) -> None:
        self.path = path
        self.name = str(path)
        self._busy_seconds = busy_seconds
        self._claims: list[sqlite3.Connection] = []
        self._checkpoints = Checkpoints(path)

    async def claim(self, shards: Sequence[int] | None) -> None:
        """Lock a file beside the database, and one for its device and inode, for as long as this process lives.

        The first is seen from other machines and containers, the second through hard links. SQLite's locks end with
        their process, however that ends.
        """
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._lock(f"{self.path.resolve()}.lock")
            self.path.touch()
            about = self.path.stat()
            self._lock(f"{tempfile.gettempdir()}/herald-{about.st_dev}-{about.st_ino}.lock")
        except (OSError, sqlite3.OperationalError) as error:
            if "locked" in str(error):
                raise StoreError(
                    f"Another Herald is running on {self.path}; stop it first, or set another database.path for this "
                    "one."
                ) from error
            raise StoreError(self.sentence(str(error))) from error

    def _lock(self, file: str) -> None:
        self._claims.append(sqlite3.connect(file, timeout=0, isolation_level=None))
        self._claims[-1].execute("BEGIN EXCLUSIVE")

    async def release(self) -> None:
        """Unlock it."""
        await asyncio.to_thread(self._checkpoints.close)
        while self._claims:
            self._claims.pop().close()

    def engine(self) -> AsyncEngine:
        """Return the engine."""
        engine = engine_at(f"{one_trip.NAME}:///{self.path}", connect_args={"timeout": self._busy_seconds})
        self._heed(engine.sync_engine)
        return engine

    def workers(self) -> tuple[Worker, Worker]:
        """Return two threads with a connection each: SQLite lets one write at a time, and others read meanwhile."""
        return self._worker("herald-reads", writes=False), self._worker("herald-writes", writes=True)

    def _worker(self, name: str, *, writes: bool) -> Worker:
        engine = plain_engine_at(
            f"sqlite:///{self.path}",
            connect_args={
                "timeout": self._busy_seconds,
                "cached_statements": CACHED_STATEMENTS,
                "check_same_thread": False,  # whoever closes it is not the worker
            },
            pool_size=1,
            max_overflow=0,
        )
        self._heed(engine)
        return Worker(engine, name, writes=writes)

    def _heed(self, engine: Engine) -> None:
        """Set connections up as they must be, and begin transactions where Herald begins them."""
        event.listen(engine, "connect", _set_up)
        event.listen(engine, "begin", _begin)
        event.listen(engine, "commit", self._checkpoints.count)

    async def prepare(self, connection: AsyncConnection, *, writes: bool) -> None:
        """Say whether the transaction will write."""
        await connection.execution_options(herald_writes=writes)

    def is_herald(self, connection: Connection) -> bool:
        """Look at the mark in the file's header; put it there if the file is new."""
        if connection.execute(text("PRAGMA application_id")).scalar_one() == APPLICATION_ID:
            return True
        if connection.execute(text("SELECT count(*) FROM sqlite_master")).scalar_one():
            raise StoreError(f"{self.path} is the database of another program; set another database.path for Herald.")
        connection.execute(text(f"PRAGMA application_id = {APPLICATION_ID}"))
        return False

    def sentence(self, said: str) -> str:
        """Return what SQLite says as a sentence with a cure."""
        path = self.path
        if "locked" in said:
            return f"The database {path} is locked by another program; close that program and try again."
        if "not a database" in said or "malformed" in said:
            return (
                f"{path} is not a database of Herald, or it is damaged; restore a backup or set another database.path."
            )
        if "full" in said:
            return f"There is no room left on the disk of {path}; make some and try again."
        return f"The database {path} cannot be used ({said}); check the file, its folder and their permissions."


class Checkpoints:
    """Moves what has been committed from the write-ahead log into the file, while others go on committing.

    SQLite has the commit do it that finds the log long, and whoever waits for that commit waits for it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="herald-moves")
        self._commits = 0

    def count(self, connection: Connection) -> None:
        """Count a commit; every so often what has been committed is moved."""
        self._commits += bool(connection.get_execution_options().get("herald_writes"))
        if self._commits >= COMMITS_BETWEEN_CHECKPOINTS:
            self._commits = 0
            self._thread.submit(self._move)

    def _move(self) -> None:
        with closing(sqlite3.connect(self._path)) as connection:
            try:
                connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
            except sqlite3.Error as error:  # a commit moves it once the log is long
                logger.warning("the write-ahead log stays as it is", exc_info=error)

    def close(self) -> None:
        """Let what is being moved arrive."""
        self._thread.shutdown()


def _set_up(connection: Any, _: object) -> None:
    connection.isolation_level = None  # the driver would begin transactions at moments of its own choosing
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", f"wal_autocheckpoint = {LONG_LOG}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("herald_writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

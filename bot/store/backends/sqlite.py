"""SQLite: one file, which one process at a time may have open."""

import asyncio
import fcntl
import logging
import os
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, ClassVar

from sqlalchemy import Connection, Engine, event, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.errors import StoreError
from bot.store.backends import aiosqlite_batched
from bot.store.backends.backend import Backend, engine_at, plain_engine_at
from bot.store.backends.jobs import SyncWorker
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
        self._claim: Claim | None = None
        self._checkpoints = Checkpoints(path)

    async def claim(self, shards: Sequence[int] | None) -> None:
        """Lock the file for as long as this process lives; raises StoreError where that cannot be."""
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._claim = Claim(self.path)
        except BlockingIOError as error:
            raise StoreError(
                f"Another Herald is running on {self.path}; stop it first, or set another database.path for this one."
            ) from error
        except OSError as error:
            raise StoreError(self.sentence(error.strerror or str(error))) from error

    async def release(self) -> None:
        """Unlock it, once no connection is left."""
        await asyncio.to_thread(self._checkpoints.close)
        if self._claim is not None:
            self._claim.give_up()
            self._claim = None

    def loss(self) -> str:
        """Return that the file was moved, deleted or replaced, since nothing that is written would be found later."""
        if self._claim is None or self._claim.stands_at(self.path):
            return ""
        return (
            f"{self.path} was moved, deleted or replaced while Herald was running, so Herald stops; put the right file "
            "there, with the -wal file beside it if there is one, and start Herald again."
        )

    def engine(self) -> AsyncEngine:
        """Return the engine."""
        engine = engine_at(f"{aiosqlite_batched.NAME}:///{self.path}", connect_args={"timeout": self._busy_seconds})
        self._heed(engine.sync_engine)
        return engine

    def workers(self) -> tuple[SyncWorker, SyncWorker]:
        """Return two threads with a connection each: SQLite lets one write at a time, and others read meanwhile."""
        return self._worker("herald-reads", writes=False), self._worker("herald-writes", writes=True)

    def _worker(self, name: str, *, writes: bool) -> SyncWorker:
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
        return SyncWorker(engine, name, writes=writes)

    def _heed(self, engine: Engine) -> None:
        """Set the options of new connections, and begin transactions only where Herald does."""
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
        """Return an error of SQLite as a sentence with a remedy."""
        path = self.path
        if "locked" in said:
            return (
                f"The database {path} is locked by another program; close that program and try again. On a network "
                "drive it locks itself: use a local disk, or PostgreSQL."
            )
        if "not a database" in said or "malformed" in said:
            return (
                f"{path} is not a database of Herald, or it is damaged; restore a backup or set another database.path."
            )
        if "full" in said:
            return f"The disk of {path} is full; make room and try again."
        return f"The database {path} cannot be used ({said}); check the file, its folder and their permissions."


class Claim:
    """A lock on the inode of a database: by whatever path, link or container another Herald comes to it, it is refused.

    It ends with the process, however that ends, and leaves nothing behind. SQLite has locks of another kind on the same
    file, which this process loses when it closes *any* descriptor of it: so the file is opened here before the first
    connection and closed after the last, and nobody in the process opens it but by SQLite. The write-ahead log beside
    it goes by the path: where a backup was put in the place of a database at work, the log is still that one's.
    """

    _held: ClassVar[dict[tuple[int, int], str]] = {}
    """Device and inode of every database that this process has claimed, with its path: none is opened a second time."""

    def __init__(self, path: Path) -> None:
        """Lock the file, made if there is none; raises BlockingIOError if it is locked, OSError if it cannot be."""
        real = os.path.realpath(path)
        if real in self._held.values() or (path.exists() and _inode(path.stat()) in self._held):
            raise BlockingIOError
        self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE)
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._inode = _inode(os.fstat(self._descriptor))
            if self._inode != _inode(path.stat()):  # another file has just been put in its place
                raise BlockingIOError
            if _has_anothers_log(self._descriptor, Path(f"{real}-shm")):
                raise BlockingIOError
            about = os.fstat(self._descriptor)
            if about.st_mode & 0o077 and about.st_uid == os.geteuid():
                os.fchmod(self._descriptor, PRIVATE)
                logger.info("nobody else can read %s any more", path)
        except BaseException:
            os.close(self._descriptor)
            raise
        self._held[self._inode] = real

    def stands_at(self, path: Path) -> bool:
        """Tell whether the locked file still is the one at a path."""
        try:
            return self._inode == _inode(path.stat())
        except FileNotFoundError:
            return False

    def give_up(self) -> None:
        """Unlock the file."""
        del self._held[self._inode]
        os.close(self._descriptor)


PRIVATE = 0o600
"""Permissions of a file that its owner alone may read: the dice of all running games are in it."""


def _inode(about: os.stat_result) -> tuple[int, int]:
    return about.st_dev, about.st_ino


SHARED_BYTES = 510, 0x40000002
"""How many bytes of a database, from which on, SQLite locks for everybody who has it open."""

LOG_BYTES = 1, 128
"""The same of the index of a write-ahead log, for everybody who uses it."""


def _has_anothers_log(database: int, index: Path) -> bool:
    """Tell whether those who use the write-ahead log beside a database have another file open, which stood here before.

    SQLite would take what is in that log for changes of this database.
    """
    if not index.exists():
        return False
    opened = os.open(index, os.O_RDWR | os.O_CLOEXEC)
    try:
        return _is_locked(opened, *LOG_BYTES) and not _is_locked(database, *SHARED_BYTES)
    finally:
        os.close(opened)


def _is_locked(descriptor: int, length: int, start: int) -> bool:
    try:
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, length, start)
    except OSError:
        return True
    fcntl.lockf(descriptor, fcntl.LOCK_UN, length, start)
    return False


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
        """Wait for a move that is under way."""
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

"""Opening the database file, and the transactions on it. One process at a time may have it open."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Self

import msgspec
from sqlalchemy import Connection, event, text
from sqlalchemy.exc import DatabaseError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.errors import StoreError
from bot.store.schema import APPLICATION_ID, HEAD

BUSY_SECONDS = 5.0
"""How long a transaction waits for another program that has the file locked."""


class Store:
    """The open database. `writing` transactions follow one another; `reading` ones see a settled moment."""

    def __init__(self, path: Path, engine: AsyncEngine, claim: sqlite3.Connection) -> None:
        self.path = path
        self._engine = engine
        self._claim = claim
        self._turn = asyncio.Lock()
        self._users = 0
        self._unused = asyncio.Event()
        self._unused.set()

    @classmethod
    async def open(cls, path: Path, *, busy_seconds: float = BUSY_SECONDS) -> Self:
        """Open or make the database at `path` and bring its schema up to date; raises StoreError with the cure."""
        claim = _claimed(path)
        store = cls(path, _engine(path, busy_seconds), claim)
        try:
            async with store.writing() as connection:
                await connection.run_sync(_prepare, path)
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Close the file once nobody uses it any more, and give up the claim on it."""
        await self._unused.wait()  # to close a connection under a task that is just being cancelled would hang
        await self._engine.dispose()
        self._claim.close()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection for reading; raises StoreError if the file cannot be read."""
        with _explained(self.path):
            async with self._connected() as connection:
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection whose changes are all kept at the end, or none; raises StoreError if they cannot be."""
        with _explained(self.path):
            async with self._turn, self._connected() as connection:
                await connection.execution_options(herald_writes=True)
                async with connection.begin():
                    yield connection

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[AsyncConnection]:
        self._users += 1
        self._unused.clear()
        try:
            async with self._engine.connect() as connection:
                yield connection
        finally:
            self._users -= 1
            if not self._users:
                self._unused.set()


class _explained:
    """Turns what the database driver says into a sentence with a cure."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, DatabaseError) and not isinstance(error, IntegrityError):
            raise StoreError(_sentence(self._path, str(error.orig))) from error


def _sentence(path: Path, said: str) -> str:
    if "locked" in said:
        return f"The database {path} is locked by another program; close that program and try again."
    if "not a database" in said or "malformed" in said:
        return f"{path} is not a database of Herald, or it is damaged; restore a backup or set another database.path."
    if "full" in said:
        return f"There is no room left on the disk of {path}; make some and try again."
    return f"The database {path} cannot be used ({said}); check the file, its folder and their permissions."


def _claimed(path: Path) -> sqlite3.Connection:
    """Lock a file beside the database for as long as this process lives: SQLite's locks end with their process."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        claim = sqlite3.connect(f"{path}.lock", timeout=0, isolation_level=None)
        claim.execute("BEGIN EXCLUSIVE")
    except (OSError, sqlite3.OperationalError) as error:
        if "locked" in str(error):
            raise StoreError(
                f"Another Herald is running on {path}; stop it first, or set another database.path for this one."
            ) from error
        raise StoreError(_sentence(path, str(error))) from error
    return claim


def _engine(path: Path, busy_seconds: float) -> AsyncEngine:
    engine = create_async_engine(
        f"sqlite+aiosqlite:///{path}",
        connect_args={"timeout": busy_seconds},
        json_serializer=lambda value: msgspec.json.encode(value).decode(),
        json_deserializer=msgspec.json.decode,
    )
    event.listen(engine.sync_engine, "connect", _set_up)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


def _set_up(connection: Any, _: object) -> None:
    connection.isolation_level = None  # the driver would begin transactions at moments of its own choosing
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("herald_writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _prepare(connection: Connection, path: Path) -> None:
    """Make sure that the file is Herald's and its schema that of this release."""
    if connection.execute(text("PRAGMA application_id")).scalar_one() != APPLICATION_ID:
        if connection.execute(text("SELECT count(*) FROM sqlite_master")).scalar_one():
            raise StoreError(f"{path} is the database of another program; set another database.path for Herald.")
        connection.execute(text(f"PRAGMA application_id = {APPLICATION_ID}"))
        _migrate(connection, path)
    elif connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one() != HEAD:
        _migrate(connection, path)


def _migrate(connection: Connection, path: Path) -> None:
    from alembic.util import CommandError  # imported only where needed: it doubles the time of a start

    from bot.store.migrations import upgrade

    try:
        upgrade(connection)
    except CommandError as error:
        raise StoreError(
            f"{path} was written by a newer release of Herald; update Herald, or set another database.path."
        ) from error

"""Opening the database, and the transactions on it: a file of SQLite's, or a database of PostgreSQL's."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Self

from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import DiskFull, StoreError, StoreFailure
from bot.store.backend import Backend
from bot.store.schema import HEAD
from bot.store.sqlite import SqliteBackend

BUSY_SECONDS = 5.0
"""How long a transaction waits for another program that has the file locked."""


FULL = ("disk is full", "No space left on device")
"""How the drivers say that there is no room left."""


class Store:
    """The open database. `writing` transactions follow one another; `reading` ones see it as it is at one moment."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._engine = backend.engine()
        self._turn = asyncio.Lock()
        self._users = 0
        self._unused = asyncio.Event()
        self._unused.set()

    @classmethod
    async def open(
        cls,
        place: Path | str,
        *,
        busy_seconds: float = BUSY_SECONDS,
        shards: Sequence[int] | None = None,
        called: str = "",
    ) -> Self:
        """Open or make the database in a file or at a URL and bring its schema up to date.

        Raises StoreError with the cure, also where another Herald has the file or serves the same `shards` of Discord:
        none named for all of them, None if Discord is not served at all. Sentences about it call it by its place, or
        as it is `called`, where it is a passing copy.
        """
        store = cls(_backend(place, busy_seconds))
        store._backend.name = called or store._backend.name
        try:
            with _explained(store._backend):
                await store._backend.claim(shards)
            async with store.writing() as connection:
                await connection.run_sync(_prepare, store._backend)
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Close the database once nobody uses it any more, and give up the claim on it."""
        await self._unused.wait()  # to close a connection under a task that is just being cancelled would hang
        await self._engine.dispose()
        await self._backend.release()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection for reading; raises StoreError if the database cannot be read."""
        with _explained(self._backend):
            async with self._connected() as connection:
                await self._backend.prepare(connection, writes=False)
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection whose changes are all kept at the end, or none; raises StoreError if they cannot be."""
        with _explained(self._backend):
            async with self._turn, self._connected() as connection:
                await self._backend.prepare(connection, writes=True)
                async with connection.begin():
                    await self._backend.begun(connection)
                    yield connection

    def alone(self, key: str) -> AbstractAsyncContextManager[None]:
        """Hold the lock of that name against other processes; wait while one has it."""
        return self._backend.alone(key)

    def if_alone(self, key: str) -> AbstractAsyncContextManager[bool]:
        """Hold the lock of that name against other processes; give False if one has it."""
        return self._backend.if_alone(key)

    async def count_on(self, connection: AsyncConnection) -> None:
        """Continue the numbers of rows after those that were copied with the numbers that they had."""
        await self._backend.count_on(connection)

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


@asynccontextmanager
async def opened(place: Path | str, *, called: str = "") -> AsyncIterator[Store]:
    """Open a database for as long as a block runs; sentences about it call it by its place, or as it is `called`."""
    store = await Store.open(place, called=called)
    try:
        yield store
    finally:
        await store.close()


def _backend(place: Path | str, busy_seconds: float) -> Backend:
    if isinstance(place, Path):
        return SqliteBackend(place, busy_seconds)
    try:
        from bot.store.postgres import PostgresBackend
    except ImportError as error:
        raise StoreError("PostgreSQL needs its driver: install it with pip install 'herald[postgresql]'.") from error
    return PostgresBackend(place)


class _explained:
    """Turns what the database driver says into a sentence with a cure."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, self._backend.errors) and not isinstance(error, IntegrityError):
            said = str(getattr(error, "orig", error))
            kind = DiskFull if any(words in said for words in FULL) else StoreFailure
            raise kind(self._backend.sentence(said)) from error


def _prepare(connection: Connection, backend: Backend) -> None:
    """Make sure that the database is Herald's and its schema that of this release."""
    known = backend.is_herald(connection)
    if not known or connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one() != HEAD:
        _migrate(connection, backend)


def _migrate(connection: Connection, backend: Backend) -> None:
    from alembic.util import CommandError  # imported here alone: it doubles the time of a start

    from bot.store.migrations import upgrade

    try:
        upgrade(connection)
    except CommandError as error:
        raise StoreError(
            f"{backend.name} was written by a newer release of Herald; update Herald, or set another database.path."
        ) from error

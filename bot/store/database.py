"""Opening the database, and the transactions on it: a file of SQLite's, or a database of PostgreSQL's."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Self, TypeVar

from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import DiskFull, StoreError, StoreFailure
from bot.store.backends.backend import Backend
from bot.store.backends.jobs import SyncWorker, Work
from bot.store.backends.postgres import PostgresBackend
from bot.store.backends.sqlite import SqliteBackend
from bot.store.schema import HEAD

T = TypeVar("T")
Block = AbstractAsyncContextManager[AsyncConnection]
"""A transaction on a connection of its own, for as long as a block runs."""

BUSY_SECONDS = 5.0
"""How long a transaction waits for another program that has the file locked."""


FULL = ("disk is full", "No space left on device")
"""The drivers' error messages for a full disk."""

LOOK_S = 5.0
"""Seconds between looks whether the database is still where it was opened."""


class Store:
    """The open database. `writing` transactions on one game, or on all of it, follow one another.

    `reading` ones see it as it is at one moment.
    """

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._engine = backend.engine()
        workers = backend.workers()
        self._reader = workers[0] if workers else None
        self._writer = workers[1] if workers else None
        self._readers, self._turns = asyncio.Semaphore(), asyncio.Semaphore(backend.writers)
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

    async def until_lost(self) -> None:
        """Wait while the database is where it was opened; raises StoreError once it is not."""
        while True:
            if loss := self._backend.loss():
                raise StoreError(loss)
            await asyncio.sleep(LOOK_S)

    async def close(self) -> None:
        """Close the database once nobody uses it any more, and give up the claim on it."""
        await self._unused.wait()  # to close a connection under a task that is just being cancelled would hang
        await self._engine.dispose()
        for worker in (self._reader, self._writer):
            if worker is not None:
                await worker.close()
        await self._backend.release()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection for reading; raises StoreError if the database cannot be read."""
        async with self._connected(writes=False) as connection:
            yield connection

    @asynccontextmanager
    async def writing(self, game_id: str = "") -> AsyncIterator[AsyncConnection]:
        """Give a connection whose changes are all kept at the end, or none; raises StoreError if they cannot be.

        Whoever changes the rows of one game alone names it, so that other processes may write to other games meanwhile;
        where none is named nobody else writes at all.
        """
        async with self._turns, self._connected(writes=True) as connection, connection.begin():
            await self._backend.begun(connection, game_id)
            yield connection

    async def read(self, work: Work[T]) -> T:
        """Return the result of `work` on a consistent snapshot of the database; raise StoreError if that fails.

        For what is read often. On SQLite it is one job: `work` waits for the statements of its connection alone, and
        others who wait to read see the same moment.
        """
        return await self._do(work, self._reader, self._readers, self.reading())

    async def write(self, game_id: str, work: Work[T]) -> T:
        """Do `work` in a transaction on a game, as `writing` has it; raises StoreError if it cannot be kept.

        For what is written often. On SQLite it is one job like `read`, which goes to its end even if the caller is
        cancelled. Those that wait to be written are kept together, each of them whole, and the disk takes them at once.
        """
        return await self._do(work, self._writer, self._turns, self.writing(game_id))

    def alone(self, key: str) -> AbstractAsyncContextManager[None]:
        """Hold the lock of that name against other processes; wait while one has it."""
        return self._backend.alone(key)

    def if_alone(self, key: str) -> AbstractAsyncContextManager[bool]:
        """Hold the lock of that name against other processes; give False if one has it."""
        return self._backend.if_alone(key)

    async def count_on(self, connection: AsyncConnection) -> None:
        """Continue the numbers of rows after those that were copied with the numbers that they had."""
        await self._backend.count_on(connection)

    async def _do(self, work: Work[T], worker: SyncWorker | None, turn: asyncio.Semaphore, block: Block) -> T:
        """Do `work` as one job of a worker; where there is none, in a block on a connection like any other."""
        if worker is None:
            async with block as connection:
                return await work(connection)
        async with self._used():
            return await worker.do(work, turn)

    @asynccontextmanager
    async def _connected(self, *, writes: bool) -> AsyncIterator[AsyncConnection]:
        async with self._used(), self._engine.connect() as connection:
            await self._backend.prepare(connection, writes=writes)
            yield connection

    @asynccontextmanager
    async def _used(self) -> AsyncIterator[None]:
        """Keep the database open within the context, and turn the driver's errors into sentences."""
        self._users += 1
        self._unused.clear()
        try:
            with _explained(self._backend):
                yield
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
        return PostgresBackend(place)
    except ImportError as error:
        raise StoreError("PostgreSQL needs its driver: install it with pip install 'herald[postgresql]'.") from error


class _explained:
    """A context that turns errors of the database driver into sentences with a remedy."""

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
    # Alembic takes a tenth of a second to import, which only the first start after an update needs.
    from alembic.util import CommandError

    from bot.store.migrations import upgrade

    try:
        upgrade(connection)
    except CommandError as error:
        raise StoreError(
            f"{backend.name} was written by a newer release of Herald; update Herald, or set another database.path."
        ) from error

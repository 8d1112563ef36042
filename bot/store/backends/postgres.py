"""PostgreSQL: several processes share the games, each with shards of Discord of its own.

What must not be done twice at the same time is done under an advisory lock. Locks belong to one connection, so they end
with their process, however it ends.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from hashlib import sha256

from sqlalchemy import Connection, func, inspect, make_url, select, text
from sqlalchemy.exc import DatabaseError, InterfaceError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.errors import StoreError
from bot.store.backends.backend import Backend, engine_at
from bot.store.schema import metadata

DRIVERS: tuple[type[Exception], ...]
"""The driver's own errors, besides SQLAlchemy's; empty if this optional package is missing."""

try:
    from asyncpg import PostgresError
except ImportError:
    DRIVERS = ()
else:
    DRIVERS = (PostgresError,)

FIRST_LOOK_S, MAX_LOOK_S = 0.01, 0.2
"""Seconds between attempts to get a lock that another process has: doubled each time."""

CONNECTIONS = 20

WRITERS = 8
"""Transactions of one process that write at the same time: fewer than there are connections, for readers' sake."""


LOST = (SQLAlchemyError, *DRIVERS, OSError)
"""The errors that mean that the connection with the locks is lost."""

_LOCK_GAME = text("SELECT pg_advisory_xact_lock_shared(:all), pg_advisory_xact_lock(:game)")
_LOCK_ALL = text("SELECT pg_advisory_xact_lock(:all)")


class PostgresBackend(Backend):
    """The database at `url`; raises ImportError without the driver."""

    errors = (DatabaseError, InterfaceError, *DRIVERS, OSError)
    writers = WRITERS

    def __init__(self, url: str) -> None:
        self._url = make_url(url).set(drivername="postgresql+asyncpg")
        self.name = self._url.render_as_string(hide_password=True)
        self._locks = engine_at(self._address(), pool_size=1, max_overflow=0)
        self._holder: AsyncConnection | None = None
        self._turn = asyncio.Lock()
        self._shards: Sequence[int] | None = None

    def _address(self) -> str:
        return self._url.render_as_string(hide_password=False)

    def engine(self) -> AsyncEngine:
        """Return the engine."""
        return engine_at(self._address(), pool_size=CONNECTIONS, max_overflow=0, pool_pre_ping=True)

    async def prepare(self, connection: AsyncConnection, *, writes: bool) -> None:
        """Give readers one snapshot for their whole transaction."""
        if writes:
            await connection.execution_options(herald_writes=True)
        else:
            await connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)

    async def begun(self, connection: AsyncConnection, game_id: str) -> None:
        """Wait for the lock of a game, which lets one writer at a time through, or for that of all games.

        The numbers of a game's rows are so given in the order in which they become visible: a message of the outbox is
        never seen before an older one of its game. Whoever writes to one game has the lock of all with others of the
        kind; whoever writes across games has it alone. It is asked for in a statement of its own, since a statement
        sees what was committed before it began.
        """
        if game_id:
            await connection.execute(_LOCK_GAME, {"all": _ALL, "game": _number(f"writing {game_id}")})
        else:
            await connection.execute(_LOCK_ALL, {"all": _ALL})

    async def count_on(self, connection: AsyncConnection) -> None:
        """Set every sequence to the last number of its column."""
        for table in metadata.sorted_tables:
            if (column := table.autoincrement_column) is not None:
                last = select(func.max(column)).scalar_subquery()
                await connection.execute(
                    select(func.setval(func.pg_get_serial_sequence(table.name, column.name), last))
                )

    def is_herald(self, connection: Connection) -> bool:
        """Look for Herald's tables."""
        found = set(inspect(connection).get_table_names())
        if found and not {"alembic_version", "games", "outbox"} <= found:
            raise StoreError(f"{self.name} is the database of another program; set another database.url for Herald.")
        return bool(found)

    def sentence(self, said: str) -> str:
        """Return an error of PostgreSQL as a sentence with a remedy."""
        return f"The database {self.name} cannot be used ({said}); check that it runs, and the setting database.url."

    # ------------------------------------------------------------------ claims and locks

    async def claim(self, shards: Sequence[int] | None) -> None:
        """Take the shards for this process."""
        self._shards = shards
        async with self._turn:
            await self._take_shards()

    async def _take_shards(self) -> None:
        if self._shards is None:
            return
        shared = "_shared" if self._shards else ""
        wanted = [("every shard", shared), *((f"shard {shard}", "") for shard in self._shards)]
        for key, how in wanted:
            if not await self._ask(f"pg_try_advisory_lock{how}", key):
                raise StoreError(
                    f"Another Herald is running on {self.name} for {key} of Discord; stop it first, or give this one "
                    "other discord.shards."
                )

    async def release(self) -> None:
        """Close the connection that holds the locks."""
        async with self._turn:
            if self._holder is not None:
                await self._holder.close()
        await self._locks.dispose()

    @asynccontextmanager
    async def alone(self, key: str) -> AsyncIterator[None]:
        """Hold the lock of that name; wait while another process has it."""
        pause = FIRST_LOOK_S
        while not await self._take(key):
            await asyncio.sleep(pause)
            pause = min(2 * pause, MAX_LOOK_S)
        try:
            yield
        finally:
            await self._leave(key)

    @asynccontextmanager
    async def if_alone(self, key: str) -> AsyncIterator[bool]:
        """Hold the lock of that name if no other process has it."""
        taken = await self._take(key)
        try:
            yield taken
        finally:
            if taken:
                await self._leave(key)

    async def _take(self, key: str) -> bool:
        async with self._turn:
            try:
                return await self._ask("pg_try_advisory_lock", key)
            except LOST:  # the server has been restarted, and all locks are gone
                await self._reconnect()
                return await self._ask("pg_try_advisory_lock", key)

    async def _leave(self, key: str) -> None:
        async with self._turn:
            try:
                await self._ask("pg_advisory_unlock", key)
            except LOST:
                await self._reconnect()

    async def _ask(self, function: str, key: str) -> bool:
        if self._holder is None:
            self._holder = await self._locks.connect()
            await self._holder.execution_options(isolation_level="AUTOCOMMIT")
        return bool(await self._holder.scalar(text(f"SELECT {function}(:key)"), {"key": _number(key)}))

    async def _reconnect(self) -> None:
        holder, self._holder = self._holder, None
        if holder is not None:
            await holder.invalidate()
            await holder.close()
        await self._take_shards()


def _number(key: str) -> int:
    """Return the number by which PostgreSQL knows a lock."""
    return int.from_bytes(sha256(f"herald {key}".encode()).digest()[:8], "big", signed=True)


_ALL = _number("writing")
"""The lock of all games; an older release takes it alone for whatever it writes."""

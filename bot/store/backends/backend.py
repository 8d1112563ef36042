"""The interface of the two kinds of database."""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine, create_engine
from sqlalchemy.exc import DatabaseError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.store.backends.jobs import SyncWorker


class Backend(ABC):
    """A database that can be opened. `name` is what sentences about it call it."""

    name: str
    errors: tuple[type[Exception], ...] = (DatabaseError,)
    """The errors that its driver raises."""
    writers: int = 1
    """How many transactions of this process may write at the same time."""

    @abstractmethod
    async def claim(self, shards: Sequence[int] | None) -> None:
        """Make sure that no other Herald does the same work; raises StoreError if one does.

        `shards` are those of Discord that are served, none named for all of them; None for no service at all.
        """

    @abstractmethod
    async def release(self) -> None:
        """Give up every claim."""

    def loss(self) -> str:
        """Return in a sentence why the database is no longer at its place; "" while it is."""
        return ""

    @abstractmethod
    def engine(self) -> AsyncEngine:
        """Return the engine."""

    def workers(self) -> tuple[SyncWorker, SyncWorker] | None:
        """Return the workers for reading and writing jobs; None if statements are awaited on ordinary connections."""
        return None

    @abstractmethod
    async def prepare(self, connection: AsyncConnection, *, writes: bool) -> None:
        """Prepare a connection for its transaction: readers see the database as it is at one moment."""

    async def begun(self, connection: AsyncConnection, game_id: str) -> None:
        """Wait until nobody else writes to that game, or to anything where none is named."""
        return

    @abstractmethod
    def is_herald(self, connection: Connection) -> bool:
        """Tell whether the database is one of Herald's, or make an empty one so; raises StoreError for another's."""

    async def count_on(self, connection: AsyncConnection) -> None:
        """Continue the numbers of rows after those that were inserted with numbers of their own."""
        return

    @abstractmethod
    def sentence(self, said: str) -> str:
        """Return an error of the driver as a sentence with a remedy."""

    @asynccontextmanager
    async def alone(self, key: str) -> AsyncIterator[None]:
        """Hold the lock of that name against other processes; wait while one has it."""
        yield

    @asynccontextmanager
    async def if_alone(self, key: str) -> AsyncIterator[bool]:
        """Hold the lock of that name against other processes; give False if one has it."""
        yield True


def engine_at(url: str, **arguments: Any) -> AsyncEngine:
    """Return an engine whose errors do not tell the values of a statement: they may be secret."""
    return create_async_engine(url, **MANNERS, **arguments)


def plain_engine_at(url: str, **arguments: Any) -> Engine:
    """Return the same for a caller with a thread of its own."""
    return create_engine(url, **MANNERS, **arguments)


MANNERS: dict[str, Any] = {
    "hide_parameters": True,
    "json_serializer": lambda value: msgspec.json.encode(value).decode(),
    "json_deserializer": msgspec.json.decode,
}
"""How engines are made, whatever they lead to."""

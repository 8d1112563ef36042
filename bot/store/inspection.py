"""A look at the database that changes nothing in it and waits for nobody, for `herald doctor`."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from sqlalchemy import func, inspect, make_url, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import StoreError
from bot.store import statistics
from bot.store.backends.backend import engine_at
from bot.store.backends.postgres import DRIVERS
from bot.store.rows import Status
from bot.store.schema import games, heartbeat

UNREADABLE: tuple[type[Exception], ...] = (SQLAlchemyError, sqlite3.Error, OSError, *DRIVERS)
"""What is raised where a database cannot be read."""


class Home(NamedTuple):
    """A Discord channel with games that are not over, and their titles."""

    guild: int
    channel: int
    titles: tuple[str, ...]


class Inspection(NamedTuple):
    """The findings about a database; without Herald's tables only its kind and the `revision` ""."""

    kind: str
    """The database program, with its version."""
    revision: str
    """The newest migration that it has been through."""
    games: dict[str, int]
    """How many games stand how."""
    homeless: int
    """Messages that wait because their thread is lost."""
    last_run: float | None
    """When Herald last noted that it runs, in Unix seconds."""
    homes: tuple[Home, ...]


async def look(place: Path | str, revision: str) -> Inspection:
    """Inspect a database, its games only where it is of this `revision`; raises StoreError if it cannot be read."""
    try:
        async with _reading(_url(place)) as connection:
            return await _inspection(connection, revision)
    except UNREADABLE as error:
        raise StoreError(str(getattr(error, "orig", None) or error)) from error


@asynccontextmanager
async def _reading(url: str) -> AsyncIterator[AsyncConnection]:
    engine = engine_at(url)
    try:
        async with engine.connect() as connection:
            yield connection
    finally:
        await engine.dispose()


def _url(place: Path | str) -> str:
    if isinstance(place, Path):
        return f"sqlite+aiosqlite:///file:{quote(str(place.absolute()))}?mode=ro&uri=true"
    return make_url(place).set(drivername="postgresql+asyncpg").render_as_string(hide_password=False)


async def _inspection(connection: AsyncConnection, revision: str) -> Inspection:
    if connection.dialect.name == "sqlite":
        kind = f"SQLite {sqlite3.sqlite_version}"
    else:
        kind = f"PostgreSQL {await connection.scalar(text('SHOW server_version'))}"
    tables = set(await connection.run_sync(lambda plain: inspect(plain).get_table_names()))
    if not {"alembic_version", "games", "outbox"} <= tables:
        return Inspection(kind, "", {}, 0, None, ())
    migrated = str(await connection.scalar(text("SELECT version_num FROM alembic_version")))
    if migrated != revision:
        return Inspection(kind, migrated, {}, 0, None, ())
    counted = await statistics.games_by_status(connection)
    waiting = await statistics.backlog(connection)
    last = await connection.scalar(select(func.max(heartbeat.c.time)))
    return Inspection(kind, migrated, counted, waiting.homeless, last, await _homes(connection))


async def _homes(connection: AsyncConnection) -> tuple[Home, ...]:
    query = select(games.c.guild, games.c.channel, games.c.title).where(games.c.status != Status.OVER)
    found: dict[tuple[int, int], list[str]] = {}
    for row in await connection.execute(query.order_by(games.c.created, games.c.id)):
        found.setdefault((row.guild, row.channel), []).append(row.title)
    return tuple(Home(guild, channel, tuple(titles)) for (guild, channel), titles in found.items())

"""What a statement costs on SQLite: one trip to the thread of its connection."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import aiosqlite
import pytest
from sqlalchemy import insert, select

from bot.store.database import opened
from bot.store.schema import heartbeat


@pytest.fixture
def trips(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What is done on the threads of connections, in order."""
    made: list[Any] = []
    go: Callable[..., Awaitable[Any]] = aiosqlite.Connection._execute

    async def counted(self: aiosqlite.Connection, function: Any, *how: Any, **named: Any) -> Any:
        made.append(how[0] if how else function.__name__)
        return await go(self, function, *how, **named)

    monkeypatch.setattr(aiosqlite.Connection, "_execute", counted)
    return made


async def test_a_transaction_goes_there_to_begin_once_a_statement_and_to_end(file: Path, trips: list[Any]) -> None:
    async with opened(file) as store:
        trips.clear()
        async with store.writing() as connection:
            await connection.execute(insert(heartbeat), [{"time": 1.0}])
        async with store.reading() as connection:
            found = (await connection.execute(select(heartbeat.c.time))).all()
        assert found == [(1.0,)]
        begins = [trip.split()[0] for trip in trips]
        assert begins == ["BEGIN", "INSERT", "commit", "BEGIN", "SELECT", "rollback"]

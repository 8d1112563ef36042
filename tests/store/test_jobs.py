"""A transaction as one job: all of it is kept or nothing, and it goes to its end whatever becomes of its caller."""

import asyncio
import threading
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import DiskFull, StoreError
from bot.store import heartbeat
from bot.store.database import Store, opened
from tests.conftest import Place


async def beat(store: Store, moment: float) -> None:
    """Write something."""
    await store.write("", lambda connection: heartbeat.beat(connection, moment))


async def test_what_a_job_has_done_is_there_for_everybody(place: Place) -> None:
    async with opened(place) as store:
        await beat(store, 7.0)
        assert await store.read(heartbeat.last) == 7.0
        async with store.reading() as connection:
            assert await heartbeat.last(connection) == 7.0
    async with opened(place) as store:
        assert await store.read(heartbeat.last) == 7.0


async def test_of_a_job_that_fails_nothing_is_kept(place: Place) -> None:
    async def fails(connection: AsyncConnection) -> None:
        await heartbeat.beat(connection, 8.0)
        raise LookupError("in the middle")

    async with opened(place) as store:
        await beat(store, 7.0)
        with pytest.raises(LookupError, match="in the middle"):
            await store.write("", fails)
        assert await store.read(heartbeat.last) == 7.0
        await beat(store, 9.0)
        assert await store.read(heartbeat.last) == 9.0


async def test_a_job_that_waits_for_anything_else_is_an_error_and_nothing_of_it_is_kept(file: Path) -> None:
    async def dawdles(connection: AsyncConnection) -> None:
        await heartbeat.beat(connection, 8.0)
        await asyncio.sleep(0)

    async with opened(file) as store:
        await beat(store, 7.0)
        with pytest.raises(RuntimeError, match="may wait for its statements alone"):
            await store.write("", dawdles)
        assert await store.read(heartbeat.last) == 7.0


async def test_when_the_disk_is_full_nothing_of_a_job_is_kept_and_the_next_may_find_room(file: Path) -> None:
    async def limit(connection: AsyncConnection, pages: int) -> None:
        await connection.execute(text(f"PRAGMA max_page_count = {pages}"))

    async def fill(connection: AsyncConnection) -> None:
        await heartbeat.beat(connection, 8.0)
        await connection.execute(text("CREATE TABLE ballast AS SELECT randomblob(1000000) AS weight"))

    async with opened(file) as store:
        await beat(store, 7.0)
        await store.write("", lambda connection: limit(connection, 1))
        with pytest.raises(DiskFull):
            await store.write("", fill)
        assert await store.read(heartbeat.last) == 7.0
        await store.write("", lambda connection: limit(connection, 1_000_000))
        await store.write("", fill)
        assert await store.read(heartbeat.last) == 8.0


async def test_jobs_and_other_transactions_follow_one_another(place: Place) -> None:
    async def add(connection: AsyncConnection) -> None:
        await heartbeat.beat(connection, (await heartbeat.last(connection) or 0.0) + 1)

    async def add_slowly(store: Store) -> None:
        async with store.writing() as connection:
            last = await heartbeat.last(connection) or 0.0
            await asyncio.sleep(0)
            await heartbeat.beat(connection, last + 1)

    async with opened(place) as store:
        await asyncio.gather(*(add_slowly(store) if number % 2 else store.write("", add) for number in range(20)))
        assert await store.read(heartbeat.last) == 20.0


async def test_a_job_goes_to_its_end_without_its_caller_and_the_database_waits_for_it(file: Path) -> None:
    begun, go_on = threading.Event(), threading.Event()

    async def long(connection: AsyncConnection) -> None:
        begun.set()
        assert go_on.wait(10)
        await heartbeat.beat(connection, 8.0)

    store = await Store.open(file)
    writing = asyncio.create_task(store.write("", long))
    await asyncio.to_thread(begun.wait, 10)
    writing.cancel()
    closing = asyncio.create_task(store.close())
    await asyncio.sleep(0)
    assert not writing.done() and not closing.done()
    go_on.set()
    await closing
    assert writing.cancelled()
    async with opened(file) as store:
        assert await store.read(heartbeat.last) == 8.0


async def test_what_the_database_says_to_a_job_is_told_with_a_cure(place: Place) -> None:
    async def broken(connection: AsyncConnection) -> None:
        await connection.execute(text("SELECT * FROM nowhere"))

    async with opened(place) as store:
        with pytest.raises(StoreError, match="cannot be used"):
            await store.read(broken)
        with pytest.raises(StoreError, match="cannot be used"):
            await store.write("", broken)
        await beat(store, 7.0)

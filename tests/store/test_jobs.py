"""A transaction as one job: all of it is kept or nothing, and it goes to its end whatever becomes of its caller."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Engine, event, insert, select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import DiskFull, StoreError
from bot.store import heartbeat, people
from bot.store.backends.jobs import Work
from bot.store.database import Store, opened
from bot.store.schema import drafts, notices
from tests.conftest import Place

pytestmark = pytest.mark.both


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


class Killed(BaseException):
    """What no handler of errors catches."""


async def test_whoever_waits_for_a_job_hears_of_it_whatever_ends_it(place: Place) -> None:
    async def dies(connection: AsyncConnection) -> None:
        await heartbeat.beat(connection, 8.0)
        raise Killed

    async with opened(place) as store:
        await beat(store, 7.0)
        with pytest.raises(Killed):
            await asyncio.wait_for(store.write("", dies), 10)
        assert await store.read(heartbeat.last) == 7.0


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


async def together(store: Store, *works: Work[None]) -> list[BaseException | None]:
    """Let jobs wait together until the one who writes is free; return what became of each."""
    async with store.writing():
        waiting = [asyncio.create_task(store.write("", work)) for work in works]
        await asyncio.sleep(0)
    return await asyncio.gather(*waiting, return_exceptions=True)


@contextmanager
def told(concerns: Callable[[str], bool]) -> Iterator[list[str]]:
    """Give what the database is told meanwhile of what concerns a test."""
    found: list[str] = []

    def note(connection: object, cursor: object, statement: str, *_: object) -> None:
        if concerns(statement):
            found.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    yield found
    event.remove(Engine, "before_cursor_execute", note)


def told_of(user: int) -> Work[None]:
    """Return the job that notes that somebody was told something."""

    async def work(connection: AsyncConnection) -> None:
        assert await people.note_dms_closed(connection, user, 1.0)

    return work


async def noted(store: Store, *users: int) -> set[int]:
    """Return those of some people of whom that was noted."""

    async def known(connection: AsyncConnection) -> set[int]:
        return {*await connection.scalars(select(notices.c.user))}

    return await store.read(known) & set(users)


async def test_jobs_that_wait_share_a_transaction(file: Path) -> None:
    async with opened(file) as store:
        with told(lambda statement: statement == "BEGIN IMMEDIATE") as begun:
            assert await together(store, told_of(1), told_of(2), told_of(3)) == [None] * 3
        assert len(begun) == 2, "one of them is that for which they waited"
    async with opened(file) as store:
        assert await noted(store, 1, 2, 3) == {1, 2, 3}


async def test_of_jobs_that_share_a_transaction_one_that_fails_is_taken_back_alone(place: Place) -> None:
    async def fails(connection: AsyncConnection) -> None:
        await told_of(2)(connection)
        raise LookupError("in the middle")

    async with opened(place) as store:
        first, second, third = await together(store, told_of(1), fails, told_of(3))
        assert (first, third) == (None, None) and isinstance(second, LookupError)
        assert await noted(store, 1, 2, 3) == {1, 3}


async def test_when_the_disk_is_full_no_job_is_said_to_be_kept_that_is_not(file: Path) -> None:
    async def limit(connection: AsyncConnection) -> None:
        await connection.execute(text("PRAGMA max_page_count = 1"))

    async def fill(connection: AsyncConnection) -> None:
        await connection.execute(text("CREATE TABLE ballast AS SELECT randomblob(1000000) AS weight"))

    async with opened(file) as store:
        await store.write("", limit)
        ended = await together(store, told_of(1), fill, told_of(3))
        kept = await noted(store, 1, 3)
        assert isinstance(ended[1], DiskFull)
        assert kept == {user for user, error in zip((1, 3), ended[::2], strict=True) if error is None}


async def test_where_a_transaction_cannot_be_kept_all_who_share_it_are_told(file: Path) -> None:
    async def orphan(connection: AsyncConnection) -> None:
        await connection.execute(text("PRAGMA defer_foreign_keys = ON"))
        await connection.execute(insert(drafts), {"game": "none", "seat": "s1", "version": 1, "tag": "", "fields": {}})

    async with opened(file) as store:
        ended = await together(store, told_of(1), orphan, told_of(3))
        assert [type(error) for error in ended] == [IntegrityError] * 3
        assert await noted(store, 1, 3) == set()
        assert await together(store, told_of(1)) == [None]


async def test_readers_who_wait_see_the_same_moment_and_one_that_fails_disturbs_no_other(place: Place) -> None:
    async def broken(connection: AsyncConnection) -> float | None:
        raise LookupError("in the middle")

    async with opened(place) as store:
        await beat(store, 7.0)
        works = (heartbeat.last, broken, heartbeat.last, heartbeat.last)
        found = await asyncio.gather(*map(store.read, works), return_exceptions=True)
        assert found[0] == found[2] == found[3] == 7.0 and isinstance(found[1], LookupError)


async def test_a_reader_sees_one_moment_whatever_is_written_meanwhile(place: Place) -> None:
    async with opened(place) as store:
        await beat(store, 7.0)
        async with store.reading() as reader:
            assert await heartbeat.last(reader) == 7.0
            await beat(store, 8.0)
            assert await heartbeat.last(reader) == 7.0
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

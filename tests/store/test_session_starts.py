"""When sessions begin: each far enough from the last, whoever takes it."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest

from bot.store import session_starts
from bot.store.database import Store, opened

Place = Path | str
APART_S = 5.0


async def taken(store: Store, now: float) -> float:
    """Take the next moment."""
    async with store.writing() as connection:
        return await session_starts.take(connection, now, APART_S)


@pytest.mark.both
async def test_whoever_asks_in_the_same_moment_begins_after_the_others(place: Place) -> None:
    async with opened(place) as store:
        moments = sorted(await asyncio.gather(*(taken(store, 100.0) for _ in range(4))))
        assert moments == [100.0, 105.0, 110.0, 115.0]
        assert all(later - earlier >= APART_S for earlier, later in pairwise(moments))
        assert await taken(store, 200.0) == 200.0


async def test_a_clock_that_was_put_back_keeps_nobody_waiting(place: Place) -> None:
    async with opened(place) as store:
        assert await taken(store, 1_000_000.0) == 1_000_000.0
        assert await taken(store, 100.0) == 100.0


async def test_two_heralds_on_one_server_take_turns(postgres_place: object) -> None:
    assert callable(postgres_place)
    where = postgres_place()
    async with opened(where) as one, opened(where) as other:
        assert sorted(await asyncio.gather(taken(one, 100.0), taken(other, 100.0))) == [100.0, 105.0]

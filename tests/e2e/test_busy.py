"""A Discord that takes no more for minutes: people are told when, and what can wait waits."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import pace
from tests.e2e.table import evening
from tests.harness.reading import Json, text_of
from tests.harness.sandbox import Person


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for Discord's limits without a word."""
    monkeypatch.setattr(pace, "PATIENCE_S", 0.2)


async def opened(person: Person) -> str:
    """Open a table; return what is said of it at first."""
    await person.slash("/game new", channel="herald")
    return text_of(await person.answer())


async def test_tables_are_opened_as_long_as_discord_takes_threads_however_long_its_window_is(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann") as night:
        await night.sandbox.control("limits", of="threads", requests=3, seconds=300)
        (ann,) = night.people
        for _ in range(3):
            assert "opens a table" in await opened(ann)
        await night.all_said()
        await night.check_wire()


@pytest.mark.usefixtures("impatient")
async def test_a_table_for_which_there_is_no_thread_now_is_opened_by_itself_when_there_is(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann") as night:
        await night.sandbox.control("limits", of="threads", requests=1, seconds=2)
        (ann,) = night.people
        assert "opens a table" in await opened(ann)
        assert await opened(ann) == (
            "⏳ Discord lets me open the next thread in this channel in 2 seconds. I open it then by myself."
        )
        await ann.expect("opens a table")
        assert refusals(await night.sandbox.visitors.requests("/threads")) == 0


async def test_who_would_wait_too_long_for_a_thread_is_told_when_to_try_again(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann") as night:
        await night.sandbox.control("limits", of="threads", requests=1, seconds=3600)
        (ann,) = night.people
        assert "opens a table" in await opened(ann)
        assert "in this channel in 60 minutes; use the command again then" in await opened(ann)


@pytest.mark.usefixtures("impatient")
async def test_who_waits_for_a_thread_while_herald_stops_is_told_so(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann") as night:
        await night.sandbox.control("limits", of="threads", requests=1, seconds=300)
        (ann,) = night.people
        await opened(ann)
        assert "in 5 minutes" in await opened(ann)
        night.supervisor.herald.close()
        await ann.expect("Herald is being restarted")


async def test_a_discord_that_does_not_say_how_long_to_wait_is_no_mishap(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann") as night:
        (ann,) = night.people
        await night.sandbox.control("faults", status=429, count=1, match="POST /channels/.*/threads", retry_after=None)
        assert "in this channel in a while; use the command again then" in await opened(ann)


def refusals(requests: list[Json]) -> int:
    """How many of the requests Discord refused because there were too many."""
    return sum(request["status"] == 429 for request in requests)

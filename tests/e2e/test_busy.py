"""A Discord that takes no more for minutes: people are told when, and what can wait waits."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bot import pace
from tests.e2e.beginnings import evening_after, started
from tests.e2e.players import ButtonPlayer
from tests.e2e.table import WHISPERED, evening
from tests.harness.reading import Json, text_of
from tests.harness.sandbox import Person


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for Discord's limits without a word."""
    monkeypatch.setattr(pace, "PATIENCE_S", 0.2)


async def opened(person: Person) -> str:
    """Open a table; return what is said of it at first."""
    await person.slash("/game new", channel="herald", game="kingmaker")
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


@pytest.mark.parametrize("refused", ["PATCH /webhooks", "POST /interactions/.*/callback"])
async def test_an_answer_that_discord_refuses_without_saying_how_long_claims_nothing_false(
    refused: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with evening(tmp_path, "ann", "ben") as night:
        await night.open()
        (_, ben), thread = night.people, night.thread
        await ben.slash("/game leave")
        await ben.answer()
        await night.sandbox.control("faults", status=429, count=1, match=refused, retry_after=None)
        await ben.slash("/game join")
        await ben.expect("Your action may count already", channel=thread)
        await ben.slash("/game join")
        assert "You have a seat" in text_of(await ben.answer())
        assert [record for record in caplog.records if record.levelname == "ERROR"] == []


async def test_a_press_whose_answer_discord_refuses_is_no_failure(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        ann, ben = (ButtonPlayer(person, night, Random(1)) for person in night.people)
        panel = await ann.options()
        await night.sandbox.control("faults", status=429, count=1, match="PATCH /webhooks", retry_after=None)
        await ann.person.press(panel, "My faction is ready")
        await ben.press(await ben.options(), "My faction is ready")
        await night.all_said()
        assert "**Ann** is ready." in await night.said(ann.person)
        assert [record for record in caplog.records if record.levelname == "ERROR"] == []


BOUND = ["MANAGE_MESSAGES", "MANAGE_CHANNELS"]
"""Permissions of which each frees from slow mode; Herald asks for neither."""


@pytest.mark.parametrize("seconds", [1, 2], ids=["waited for", "put off"])
async def test_in_a_slow_thread_everything_is_said_in_order_though_later(
    seconds: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        client = night.supervisor.client
        assert client is not None
        monkeypatch.setattr(client.http, "max_ratelimit_timeout", 1.5)
        await night.sandbox.control("permissions", channel_id=night.thread_parent, deny=BOUND)
        await night.sandbox.control(f"channels/{night.thread}", action="slow", seconds=seconds)
        people = {person.id: ButtonPlayer(person, night, Random(1)) for person in night.people}
        for player in people.values():
            await player.press(await player.options(), "My faction is ready")
        for _ in range(3):
            assert await people[(await night.asked()).id].act()
        await night.all_said()
        shown = await night.people[0].messages(limit=1000)
        told = [int(message["id"]) for message in shown if not message["flags"] & WHISPERED]
        assert "**Ann** is ready." in await night.said(night.people[0]) and told == sorted(told)
        assert await night.troubles() == []
        seen = await night.sandbox.visitors.requests(f"POST /channels/{night.thread}/messages")
        assert 429 in {request["status"] for request in seen}


@pytest.mark.usefixtures("impatient")
async def test_in_a_slow_channel_a_table_is_opened_when_it_may_be(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann") as night:
        (ann,) = night.people
        await night.sandbox.control("permissions", channel_id=ann.channel_id("herald"), deny=BOUND)
        await night.sandbox.control(f"channels/{ann.channel_id('herald')}", action="slow", seconds=2)
        assert "opens a table" in await opened(ann)
        assert "in this channel in 2 seconds. I open it then by myself." in await opened(ann)
        await ann.expect("opens a table")


def refusals(requests: list[Json]) -> int:
    """How many of the requests Discord refused because there were too many."""
    return sum(request["status"] == 429 for request in requests)

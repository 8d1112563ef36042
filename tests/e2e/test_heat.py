"""A heat whose tables Discord lets us open only one after the other: it says so, and all of them begin."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot import pace
from bot.discord_adapter import tournaments as keeping
from bot.discord_adapter.client import HeraldClient
from bot.store import games, tournaments
from bot.store.rows import GameRecord, Status, TournamentGame, TournamentRecord
from engine.core.text import counted
from engine.tournament import log
from engine.tournament.format import Format
from tests.e2e.table import MAX_WAIT_S, Evening, evening
from tests.harness.reading import text_of

NAMES = ("ann", "ben", "cat", "dan", "eve", "fay")
FORMAT = Format(
    title="Rush",
    game="kingmaker",
    variant="base",
    year=2026,
    heats=1,
    fewest=2,
    usual=2,
    most=2,
    scheme="league",
    finalists=0,
)
"""Tables of two."""


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for Discord's limits without a word, and what has to wait is looked at again soon."""
    monkeypatch.setattr(pace, "PATIENCE_S", 0.2)
    monkeypatch.setattr(keeping, "NAP_S", 0.5)


async def seated(night: Evening, title: str = "Rush") -> str:
    """Seat everybody at tables of two, in a heat of a tournament; return its id."""
    herald, olga = night.supervisor.herald, int(night.people[0].id)
    place: dict[str, Any] = {"guild": int(night.sandbox.world.guild.id), "channel": int(night.thread_parent)}
    record = await herald.tournaments.create(
        **place, master=olga, name="Olga", tournament_format=msgspec.structs.replace(FORMAT, title=title), assistants={}
    )
    for person in night.people:
        entered = log.Entered(person=person.id, name=person.username, heats=(1,), by=person.id)
        await herald.tournaments.append(record.id, entered)
    await herald.tournaments.announce(record.id, 1, olga)
    for person in night.people:
        await herald.tournaments.append(record.id, log.CheckedIn(heat=1, person=person.id, by=person.id))
    await herald.tournaments.close(record.id, 1, olga)
    return record.id


async def tables(night: Evening, event: str) -> list[GameRecord]:
    """The games of a tournament that have been opened."""
    async with night.supervisor.herald.store.reading() as connection:
        places = await tournaments.games_of(connection, event)
        return [
            await games.get(connection, place.game) for place in places if await games.exists(connection, place.game)
        ]


async def begun(night: Evening, event: str) -> int:
    """Wait until the games of a heat are all being played; return how many that are."""
    drawn = (await night.supervisor.herald.tournaments.state(event)).heats[0].games
    async with asyncio.timeout(MAX_WAIT_S):
        while True:
            if [game.status for game in await tables(night, event)] == [Status.PLAYING] * len(drawn):
                return len(drawn)
            await asyncio.sleep(0.05)


@pytest.mark.usefixtures("impatient")
async def test_a_heat_opens_its_tables_as_discord_lets_it_and_says_so_once(tmp_path: Path) -> None:
    async with evening(tmp_path, *NAMES) as night:
        await night.sandbox.control("limits", of="threads", requests=1, seconds=6)
        event = await seated(night)
        told = await night.people[0].expect("one after the other", channel="herald")
        count = await begun(night, event)
        assert count > 1 and re.fullmatch(
            rf"⏳ Still to be opened in heat 1: {counted(count - 1, 'table')}\. "
            r"Discord lets me open the next in \d seconds?; I open one after the other\.",
            text_of(told),
        )
        said = [text_of(message) for message in await night.people[0].messages("herald")]
        assert sum("one after the other" in text for text in said) == 1
        threads = await night.sandbox.visitors.requests("/threads")
        assert [request["status"] for request in threads] == [201] * count


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("shut", "opened", "says"),
    [
        (
            ("limits", {"of": "active_threads", "requests": 0}),
            ("limits", {"of": "active_threads", "requests": 1000}),
            "as many active threads as Discord allows (Maximum number of active threads reached). Close some",
        ),
        (
            ("permissions", {"deny": ["CREATE_PUBLIC_THREADS"]}),
            ("permissions", {"deny": []}),
            "Herald lacks permissions in <#{channel}>: Create Public Threads. Ask a server admin",
        ),
    ],
    ids=["threads", "permission"],
)
async def test_a_heat_for_whose_tables_discord_takes_no_thread_says_why_once_and_goes_on_when_it_does(
    tmp_path: Path, shut: tuple[str, Any], opened: tuple[str, Any], says: str
) -> None:
    async with evening(tmp_path, *NAMES) as night:
        channel = {"channel_id": night.thread_parent}
        path, order = shut
        await night.sandbox.control(path, **order | (channel if path == "permissions" else {}))
        event = await seated(night)
        told = text_of(await night.people[0].expect("and I go on then.", channel="herald"))
        assert says.format(channel=night.thread_parent) in told
        path, order = opened
        await asyncio.sleep(1.0)
        await night.sandbox.control(path, **order | (channel if path == "permissions" else {}))
        await begun(night, event)
        said = [text_of(message) for message in await night.people[0].messages("herald")]
        assert sum("and I go on then." in text for text in said) == 1


@pytest.mark.usefixtures("impatient")
async def test_whatever_goes_wrong_at_a_table_of_a_tournament_the_others_go_on_and_it_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the first table nothing goes right until the other one is open."""
    opening = keeping.TournamentClock._open
    opened: set[str] = set()
    broken: set[str] = set()

    async def failing(keeper: Any, client: HeraldClient, record: TournamentRecord, place: TournamentGame) -> None:
        if place.number == 1 and record.id not in opened:
            broken.add(record.id)
            raise LookupError(place.number)
        await opening(keeper, client, record, place)
        opened.add(record.id)

    monkeypatch.setattr(keeping.TournamentClock, "_open", failing)
    async with evening(tmp_path, *NAMES) as night:
        first, second = await seated(night), await seated(night, "Another")
        await begun(night, first)
        await begun(night, second)
        assert broken == {first, second}

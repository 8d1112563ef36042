"""What holds the record of a game stands once a round, in messages that are never edited; the end is one message."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
import pytest

from bot.config import Web
from bot.ops.web import HEADERS
from bot.panels.reading import replay
from bot.pictures import Pictures
from engine.core.computer.players import Seated
from engine.games import rules_of
from render.replay import page
from tests.e2e.beginnings import evening_after, warlord
from tests.e2e.players import ButtonPlayer
from tests.e2e.table import WHISPERED, Evening
from tests.harness.reading import Json, text_of
from tests.harness.sandbox import Person, free_port


async def played_out(night: Evening) -> int:
    """Let whoever is asked decide as a captain until the game is over; return in which round that was."""
    captain = Seated(rules_of(night.rules).players["captain"], 3)
    while True:
        async with night.reading() as live:
            if live.table.result is not None:
                return int(live.table.game.state.turn.round)
            seat = live.table.requests()[0].seat
            user, action = live.user_of(seat), captain.choose(live.table, seat)
        assert user
        await night.supervisor.herald.referee.submit(night.game, user, action)


async def thread(night: Evening) -> list[Json]:
    """What stands in the thread for everybody, the panel left out."""
    await night.all_said()
    shown = await night.people[0].messages(limit=5000)
    return [message for message in shown if not message["flags"] & WHISPERED and not message["pinned"]]


async def test_the_seal_and_the_fingerprints_stand_unedited_and_the_end_is_one_message(tmp_path: Path) -> None:
    async with evening_after(warlord, tmp_path, "ann", "ben") as night:
        assert await played_out(night) > 5
        shown = await thread(night)
        await night.check_wire()
    (seal,) = [message for message in shown if "are sealed" in text_of(message)]
    opening, record = [message for message in shown if "Fingerprint of" in text_of(message)]
    assert "The game begins" in text_of(opening)
    assert all(message["edited_timestamp"] is None for message in (seal, opening, record))
    assert len(record["content"]) < 110 and not record["components"]
    *_, last, ending = shown
    assert last == record
    assert all(words in text_of(ending) for words in ("The game is over", "<@", "`/verify` checks the dice"))
    assert [file["filename"].partition("-")[0] for file in ending["attachments"]] == ["map"]


async def test_everybody_steps_through_the_game_as_they_may_know_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "replay_of", lambda game: None)
    async with evening_after(warlord, tmp_path, "ann", "ben") as night:
        ann, ben = night.people
        async with night.reading() as live:
            secret, seats = live.game.secret, {seat.user: seat.id for seat in live.seats}
        await ann.slash("/game replay")
        hers = await page_in(await paged(ann))
        await ben.slash("/game replay")
        his = await page_in(await paged(ben))
        await played_out(night)
        *_, ending = await thread(night)
        await ann.press(ending, "Step through the game")
        whole = await page_in(await paged(ann))
        await night.check_wire()
    for found, person in ((hers, ann), (his, ben)):
        assert "Keep it to yourself" in found and secret not in found
        assert f'"eyes":[{{"id":"{seats[int(person.id)]}"' in found
    assert secret in whole and "It is over, and everything is open" in whole and 'id="own"' not in whole


STEPS = re.compile(r"\[Step through this turn\]\(<http://127\.0\.0\.1:(\d+)(/game/\S+\.html)#action-(\d+)>\)")
ALONE = re.compile(r"\[Step through the game\]\((\S+)\): this address is yours alone")


async def test_a_turn_leads_to_its_moment_on_a_page_that_herald_serves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "replay_of", lambda game: None)
    web = Web(port=free_port(), folder=tmp_path / "web")
    async with evening_after(warlord, tmp_path, "ann", "ben", web=web) as night:
        await acted(night)
        version = await night.version()
        told = [found for message in await thread(night) if (found := STEPS.search(message["content"]))]
        assert [int(found[1]) for found in told] == [web.port] * len(told) and int(told[-1][3]) == version
        address = f"{web.address}{told[-1][2]}"
        await night.people[0].slash("/game replay")
        alone = ALONE.search((await night.people[0].expect("this address is yours alone"))["content"])
        assert alone and "/own/" in alone[1] and alone[1] not in await night.said(night.people[1])
        async with night.reading() as live:
            secret = live.game.secret
        await night.check_wire()
        async with aiohttp.ClientSession() as session:
            async with session.get(address) as answer:
                everybodys = await answer.text()
                assert answer.status == 200 and dict(HEADERS).items() <= dict(answer.headers).items()
            async with session.get(alone[1]) as answer:
                own = await answer.text()
                assert answer.headers["Cache-Control"] == "no-store"
            assert (await session.get(re.sub(r"-\w+\.html", f"-{'0' * 32}.html", address))).status == 404
    assert f'"action":{version},' in everybodys and 'id="own"' not in everybodys and secret not in everybodys + own
    assert "Keep it to yourself" in own


async def test_without_a_port_no_turn_has_a_link(tmp_path: Path) -> None:
    async with evening_after(warlord, tmp_path, "ann", "ben") as night:
        await acted(night)
        said = await night.said(night.people[0])
    assert "Step through" not in said and "http" not in said


async def acted(night: Evening) -> None:
    """Let whoever is asked act until the thread has told of it."""
    people = {person.id: ButtonPlayer(person, night, Random(1)) for person in night.people}
    for _ in range(6):
        assert await people[(await night.asked()).id].act()
    await night.all_said()


async def paged(person: Person) -> Json:
    """The private answer in which somebody waits for a page, once the page has come."""
    assert replay.MAKING in text_of(await person.answer())
    return await person.expect(lambda message: bool(message["flags"] & WHISPERED and message["attachments"]))


@asynccontextmanager
async def slowly_made(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Evening, asyncio.Event]]:
    """Ann has asked for her page, which is made once the event is set; she has been told so."""
    plain, may = Pictures.make_page, asyncio.Event()

    async def make_page(pictures: Pictures, *about: Any) -> bytes:
        await may.wait()
        return await plain(pictures, *about)

    monkeypatch.setattr(page, "replay_of", lambda game: None)
    monkeypatch.setattr(Pictures, "make_page", make_page)
    async with evening_after(warlord, folder, "ann", "ben") as night:
        await night.people[0].slash("/game replay")
        assert replay.MAKING in text_of(await night.people[0].answer())
        yield night, may


async def test_a_page_that_is_made_after_discord_forgot_who_asked_comes_by_direct_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with slowly_made(tmp_path, monkeypatch) as (night, may):
        ann, ben = night.people
        await night.sandbox.control("clock", token_seconds=0)
        may.set()
        sent = await ann.expect("Keep it to yourself", channel=ann.dm())
        (file,) = sent["attachments"]
        assert file["filename"].endswith(".html") and file["filename"] not in await night.said(ben)


async def test_whoever_takes_no_direct_message_is_told_in_the_thread_how_to_get_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with slowly_made(tmp_path, monkeypatch) as (night, may):
        ann, ben = night.people
        await ann.set_dms(allowed=False)
        await night.sandbox.control("clock", token_seconds=0)
        may.set()
        told = await ben.expect("use `/game replay` again")
        assert told["content"].startswith(f"<@{ann.id}>") and not told["attachments"]


async def test_whoever_waits_for_a_page_is_told_of_a_restart_which_does_not_wait_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with slowly_made(tmp_path, monkeypatch) as (night, _):
        herald = night.supervisor.herald
        herald.close()
        assert replay.STOPPING in text_of(await night.people[0].expect(replay.STOPPING))
        assert await herald.drained(5)


async def page_in(answer: Json) -> str:
    """The page that comes with an answer, which is for one person alone."""
    assert answer["flags"] & WHISPERED
    (file,) = answer["attachments"]
    assert file["filename"].endswith(".html")
    async with aiohttp.ClientSession() as session, session.get(file["url"]) as response:
        return (await response.read()).decode()


async def test_everybody_takes_home_what_is_held_of_them_and_nothing_else(tmp_path: Path) -> None:
    async with evening_after(warlord, tmp_path, "ann", "ben") as night:
        ann, ben = night.people
        await ann.slash("/me export")
        asked = await held(await ann.answer())
        await ann.slash("/me settings")
        panel = await ann.answer()
        await ann.press(panel, "What Herald stores about me")
        pressed = await held(await ann.answer())
        await night.check_wire()
        async with night.reading() as live:
            secret = live.game.secret
    for found in (asked, pressed):
        assert found["person"] == ann.id and {row["user"] for row in found["held"]["seats"]["rows"]} == {int(ann.id)}
        assert ben.id not in str(found) and secret not in str(found)
    assert asked["held"].keys() == pressed["held"].keys() and asked["left_out"]


async def held(answer: Json) -> Any:
    """The file that comes with an answer, which is for one person alone."""
    assert answer["flags"] & WHISPERED
    (file,) = answer["attachments"]
    async with aiohttp.ClientSession() as session, session.get(file["url"]) as response:
        return json.loads(await response.read())

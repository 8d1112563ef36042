"""Bad weather on the wire: cut connections, lost sessions, a busy or failing Discord. The game does not notice."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from bot.store import games, outbox
from bot.store.payloads import OutboxMessage, Panel
from tests.e2e.beginnings import evening_after, started
from tests.e2e.players import ButtonPlayer
from tests.e2e.table import MAX_WAIT_S, Evening, evening
from tests.harness.reading import text_of

pytestmark = pytest.mark.usefixtures("hurried")


async def settled(night: Evening) -> None:
    """Let both be ready, and check that the thread has heard of each once."""
    for person in night.people:
        player = ButtonPlayer(person, night, Random(1))
        assert "ready" in text_of(await player.press(await player.options(), "My faction is ready"))
    await night.all_said()
    said = await night.said(night.people[0])
    assert said.count("**Ann** is ready.") == said.count("**Ben** is ready.") == 1
    assert await night.troubles() == []


@pytest.mark.parametrize("action", ["drop", "reconnect", "invalid_session"])
async def test_a_gateway_that_breaks_off_costs_nothing(tmp_path: Path, action: str) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        for person in night.people:
            person.forget()
        await night.sandbox.control("gateway", action=action)
        for person in night.people:
            await person.frame("BOT_STATUS", online=True)
        await settled(night)


@pytest.mark.parametrize(
    ("status", "count"),
    [(429, 3), (500, 2), (502, 2), (503, 4)],
)
async def test_a_discord_that_is_busy_or_fails_gets_every_message_once(tmp_path: Path, status: int, count: int) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        await night.sandbox.control(
            "faults", status=status, count=count, match="(POST|PATCH) /channels", retry_after=0.2
        )
        await settled(night)


async def test_a_message_that_was_taken_but_not_confirmed_stands_there_once(tmp_path: Path) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        await night.sandbox.control("faults", status=503, count=3, match="POST /channels", after=True)
        await settled(night)


async def test_a_panel_that_was_taken_but_not_confirmed_stands_there_once_though_the_game_moves_on(
    tmp_path: Path,
) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        ben = ButtonPlayer(night.people[1], night, Random(1))
        options = await ben.options()
        await night.sandbox.control("faults", status=503, match=r"POST /channels/\d+/messages", after=True)
        await night.people[0].slash("/game adopt", channel="herald", game=night.game)
        thread = text_of(await night.people[0].answer()).split("<#")[1].split(">")[0]
        await night.people[0].expect("My options", channel=thread)
        await ben.press(options, "My faction is ready")
        await night.all_said()
        assert await panels(night, thread) == [True]


async def test_a_panel_that_takes_the_place_of_a_deleted_one_stands_there_once_though_the_game_moves_on(
    tmp_path: Path,
) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        players = [ButtonPlayer(person, night, Random(1)) for person in night.people]
        options = [await player.options() for player in players]
        await night.all_said()
        await delete_panel(night)
        await night.sandbox.control("faults", status=503, match=r"POST /channels/\d+/messages", after=True)
        await promise_panel(night)
        await posted(night)
        for player, asked in zip(players, options, strict=True):
            await player.press(asked, "My faction is ready")
        await night.all_said()
        assert await panels(night, night.thread) == [True]


async def test_a_panel_that_could_not_be_pinned_at_once_is_pinned_later(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann", "ben") as night:
        await night.sandbox.control("faults", status=503, match="PUT /channels", count=2)
        await night.open()
        await night.all_said()
        assert [message["pinned"] for message in await night.people[0].messages(night.thread)].count(True) == 1


async def test_a_panel_that_may_not_be_pinned_stands_there_without(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann", "ben") as night:
        await night.sandbox.control("faults", status=400, match="PUT /channels", count=100)
        await night.open()
        await night.start()
        await night.all_said()
        assert await panels(night, night.thread) == [False]
        (told,) = await night.troubles()
        assert "could not pin the panel" in told


async def panels(night: Evening, thread: str) -> list[bool]:
    """Return of each panel in a thread whether it is pinned."""
    shown = await night.people[0].messages(thread)
    return [message["pinned"] for message in shown if str(message.get("nonce", "")).startswith("panel")]


async def delete_panel(night: Evening) -> None:
    """Remove the panel of the table, as a moderator of the server might."""
    herald = night.supervisor.herald
    async with herald.store.reading() as connection:
        panel = (await games.get(connection, night.game)).panel
    client = await night.supervisor.connected()
    assert panel is not None
    await client.get_partial_messageable(int(night.thread)).get_partial_message(panel).delete()


async def promise_panel(night: Evening) -> None:
    """Let the panel of the table be made anew."""
    herald = night.supervisor.herald
    async with herald.store.writing() as connection:
        game = await games.get(connection, night.game)
        await outbox.add(connection, night.game, game.version, [OutboxMessage(Panel())], herald.referee.now())
    herald.referee.publish(night.game)


async def posted(night: Evening) -> None:
    """Wait until a panel stands in the thread."""
    async with asyncio.timeout(MAX_WAIT_S):
        while not await panels(night, night.thread):  # noqa: ASYNC110 (there is nothing else to wait for)
            await asyncio.sleep(0.05)


async def test_an_answer_that_discord_loses_does_not_lose_the_action(tmp_path: Path) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        ann = ButtonPlayer(night.people[0], night, Random(1))
        panel = await ann.options()
        await night.sandbox.control("faults", status=404, count=1, match="PATCH /webhooks")
        await night.people[0].press(panel, "My faction is ready")
        await night.people[1].expect("**Ann** is ready.", channel=night.thread)

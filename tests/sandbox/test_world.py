"""The world outlives the server; the server talks to its own machine only."""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path

import aiohttp
import pytest

from bot.sandbox import NotLocal, connect_discord_to
from bot.sandbox.attachments import keep
from bot.sandbox.model import Message, Upload
from bot.sandbox.server import Sandbox
from bot.sandbox.world import World
from tests.harness.sandbox import TIMEOUT, DrivenSandbox, Person, Visitors, running_sandbox
from tests.sandbox.clerk import Clerk, picture
from tests.sandbox.conftest import at_work, until


async def test_a_restart_keeps_the_world(tmp_path: Path) -> None:
    path = tmp_path / "world.sqlite"
    async with running_sandbox(path=path) as sandbox, at_work(sandbox.token) as clerk:
        ann = await sandbox.person("ann")
        await ann.slash("/game panel")
        await ann.set_dms(allowed=False)
        thread = await clerk.table_talk.create_thread(name="Game 1")
        await thread.add_user(clerk.get_user(int(ann.id)) or await clerk.fetch_user(int(ann.id)))
        await thread.send("A picture", file=picture())
        before = await ann.refresh(), await ann.messages(), sandbox.application_id

    async with running_sandbox(path=path) as sandbox:
        ann = await sandbox.person("ann")
        world, messages, application_id = before
        after = await ann.refresh()
        assert application_id == sandbox.application_id
        assert after == {**world, "bot": {**world["bot"], "online": False}}
        assert await ann.messages() == messages
        sent = (await ann.messages("Game 1"))[-1]
        async with ann._session.get(sent["attachments"][0]["url"]) as response:
            assert (await response.read()).startswith(b"\x89PNG")
        async with at_work(sandbox.token):
            await ann.press(messages[0], "Move to York")
            await ann.expect("Moved to york")


def test_the_files_of_a_message_go_with_it_for_good(tmp_path: Path) -> None:
    world = World(tmp_path / "world.sqlite")
    kept = keep(world, "1", Upload("arms.txt", b"Gules", "text/plain"))
    message = Message(id="2", channel_id="1", author_id="3", attachments=[kept])
    world.save_message(message)
    for now in (world, World(tmp_path / "world.sqlite")):
        assert (now.message("1", "2"), now.attachment(kept.id), now.file(kept.id)) == (message, kept, b"Gules")
    world.drop_message(message)
    for now in (world, World(tmp_path / "world.sqlite")):
        assert (now.message("1", "2"), now.attachment(kept.id), now.file(kept.id)) == (None, None, None)


async def test_the_server_runs_by_itself(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bot.sandbox", "--port", "0", "--path", str(tmp_path / "world.sqlite")]
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    line = (await process.stdout.readline()).decode()
    url = line.split()[2].rstrip(",")
    async with Visitors(url) as visitors:
        ann = await visitors.person("ann")
        await ann.say("Is anybody there?")
        stats = await visitors.stats()
    assert (stats["messages"], stats["bot_online"]) == (1, False)
    process.send_signal(signal.SIGTERM)
    assert await asyncio.wait_for(process.wait(), 10) == 0


@pytest.mark.usefixtures("hurried")
async def test_a_bot_survives_the_restart_of_the_server(tmp_path: Path) -> None:
    path = tmp_path / "world.sqlite"
    first = Sandbox(path=path, strict_rate_limits=False)
    await first.start()
    connect_discord_to(first.api_url, first.gateway_url)
    port = int(first.url.rpartition(":")[2])
    async with at_work(first.token) as clerk:
        await first.close()
        async with running_sandbox(port=port, path=path) as second:
            ann = await second.person("ann")
            await ann.frame("BOT_STATUS", online=True, timeout=20)
            await ann.slash("/game new", variant="base")
            await ann.expect("A base game")
            await until(lambda: clerk.readied == 2)


def test_other_machines_are_refused() -> None:
    with pytest.raises(NotLocal):
        connect_discord_to("http://example.org/api/v10", "ws://127.0.0.1/gateway")
    with pytest.raises(NotLocal):
        connect_discord_to("http://127.0.0.1/api/v10", "ws://192.0.2.1/gateway")
    with pytest.raises(NotLocal):
        Sandbox(host="0.0.0.0")


async def test_requests_for_another_host_are_refused() -> None:
    async with running_sandbox() as sandbox, aiohttp.ClientSession() as session:
        async with session.get(f"{sandbox.url}/person", headers={"Host": "example.org"}) as response:
            assert response.status == 403
        async with session.post(f"{sandbox.url}/person", headers={"Origin": "https://x.org"}) as response:
            assert response.status == 403
        port = sandbox.url.rpartition(":")[2]
        for origin in (f"http://127.0.0.1:{int(port) + 1}", f"http://localhost:{port}", "null"):
            async with session.post(f"{sandbox.url}/person", headers={"Origin": origin}) as response:
                assert response.status == 403, origin
        async with session.get(f"{sandbox.url}/assets/..%2f__init__.py") as response:
            assert response.status == 404


async def test_a_window_is_shown_everything_and_then_told_once_what_happens_and_to_whom(
    sandbox: DrivenSandbox, clerk: Clerk, ann: Person, ben: Person
) -> None:
    async with aiohttp.ClientSession(sandbox.url) as session, session.ws_connect("/window") as window:
        world = (await window.receive_json(timeout=TIMEOUT))["d"]
        assert {one["username"] for one in world["people"]} == {one.username for one in sandbox.world.people.values()}
        for person in (ann, ben):
            seen = world["views"][person.id]
            assert {world["channels"][key]["name"] for key in seen["channels"]} >= {"herald", "Herald"}
            assert [world["commands"][key] for key in seen["commands"]] == (await person.refresh())["commands"]
        (private,) = set(world["views"][ann.id]["channels"]) - set(world["views"][ben.id]["channels"])
        assert world["channels"][private]["type"] == 1, "her direct messages"

        await ben.say("Good morrow", channel="herald")
        said = await window.receive_json(timeout=TIMEOUT)
        assert (said["t"], said["d"]["content"], set(said["to"])) == (
            *("MESSAGE_CREATE", "Good morrow"),
            set(sandbox.world.people),
        )
        newcomer = await sandbox.visitors.newcomer("hal")
        assert (await window.receive_json(timeout=TIMEOUT))["t"] == "PEOPLE_UPDATE"
        anew = await window.receive_json(timeout=TIMEOUT)
        assert anew["t"] == "WORLD" and anew["d"]["views"][newcomer.id]["dms_open"]

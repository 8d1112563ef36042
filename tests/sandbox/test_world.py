"""The world outlives the server; the server talks to its own machine only."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from sqlite3 import ProgrammingError
from typing import Any, cast

import aiohttp
import discord
import pytest

from bot.sandbox import NotLocal, connect_discord_to
from bot.sandbox.attachments import keep
from bot.sandbox.broadcast import Broadcast, PeopleLines
from bot.sandbox.channels import Channels
from bot.sandbox.errors import Refusal
from bot.sandbox.gateway import Gateway, Intent, Session
from bot.sandbox.interactions import Kind
from bot.sandbox.mentions import pinged
from bot.sandbox.messages import Messages
from bot.sandbox.model import ChannelType, Message, Overwrite, Upload
from bot.sandbox.payloads import Payloads
from bot.sandbox.server import Sandbox
from bot.sandbox.world import World
from tests.harness.reading import Json
from tests.harness.rows import rows
from tests.harness.sandbox import TIMEOUT, DrivenSandbox, Person, running_sandbox
from tests.sandbox.clerk import Clerk, picture
from tests.sandbox.conftest import at_work, until

PUBLIC = ChannelType.PUBLIC_THREAD


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
        connect_discord_to("http://127.0.0.1/api/v10", "/gateway")


def test_the_library_talks_to_the_addresses_that_it_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    route, socket, asset = discord.http.Route, discord.gateway.DiscordWebSocket, discord.asset.Asset
    for owner, name in ((route, "BASE"), (socket, "DEFAULT_GATEWAY"), (asset, "BASE")):
        monkeypatch.setattr(owner, name, "")
    for host in ("127.0.0.1", "localhost"):
        connect_discord_to(f"http://{host}:5/api/v10/", f"ws://{host}:6/gateway")
        assert (route.BASE, str(socket.DEFAULT_GATEWAY)) == (f"http://{host}:5/api/v10", f"ws://{host}:6/gateway")
        assert f"http://{host}:5" == asset.BASE


async def test_a_sandbox_says_where_it_is_once_it_has_started() -> None:
    sandbox = Sandbox()
    with pytest.raises(RuntimeError, match="has not been started"):
        sandbox.application_id  # noqa: B018
    await sandbox.close()
    await sandbox.start()
    address = sandbox.url.removeprefix("http://")
    assert re.fullmatch(r"127\.0\.0\.1:[1-9]\d+", address)
    assert (sandbox.api_url, sandbox.gateway_url) == (f"{sandbox.url}/api/v10", f"ws://{address}/gateway")
    assert (str(sandbox.application_id), sandbox.token) == (sandbox.world.guild.bot_id, "sandbox-token")
    headers = {"Authorization": f"Bot {sandbox.token}"}
    async with aiohttp.ClientSession() as session, session.get(f"{sandbox.api_url}/gateway", headers=headers) as reply:
        assert reply.headers["X-RateLimit-Limit"] == "30", "it keeps Discord's pace"
    world = sandbox.world
    await sandbox.close()
    await sandbox.close()
    with pytest.raises(RuntimeError, match="has not been started"):
        sandbox.world  # noqa: B018
    with pytest.raises(ProgrammingError, match="closed"):
        world.save_guild()
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection("127.0.0.1", int(address.partition(":")[2]))


async def test_nothing_is_left_of_the_line_of_somebody_who_leaves(sandbox: DrivenSandbox) -> None:
    def writers() -> int:
        return sum("Line._write" in repr(task) for task in asyncio.all_tasks())

    ann = next(iter(sandbox.world.people))
    async with aiohttp.ClientSession() as session:
        for path in ("/window", f"/person/{ann}/ws", "/gateway?v=10"):
            async with session.ws_connect(sandbox.url + path):
                assert writers() == 1
            await until(lambda: not writers())
    assert sandbox._parts is not None
    assert not sandbox._parts._lines.all_lines()


async def test_whoever_is_connected_is_told_that_the_server_goes() -> None:
    async with aiohttp.ClientSession() as session:
        async with running_sandbox() as sandbox:
            ann = next(iter(sandbox.world.people))
            paths = (f"{sandbox.gateway_url}/?v=9", f"{sandbox.url}/window", f"{sandbox.url}/person/{ann}/ws")
            lines = [await session.ws_connect(path, compress=15) for path in paths]
            assert [line.compress for line in lines[1:]] == [0, 0], "it goes no further than this machine"
            for line in lines[:2]:
                await line.receive()
            heard = [asyncio.create_task(line.receive()) for line in lines]
            await asyncio.sleep(0)
        assert [(await one).data for one in heard] == [1001] * 3


async def test_whoever_waits_for_options_as_the_server_goes_is_told_that_there_are_none() -> None:
    async with running_sandbox() as sandbox:
        people = iter(sandbox.world.people.values())
        talk = next(c for c in sandbox.world.channels.values() if c.name == "table-talk")
        assert sandbox._parts is not None
        asked = sandbox._parts._interactions.open(Kind.AUTOCOMPLETE, next(people), talk, {})
    assert asked.choices is not None and asked.choices.result() is None


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


class Written:
    """A world on a disk, with all that changes it; those who hear of it are noted."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.world = World(path)
        self.payloads = Payloads(self.world, "http://here")
        self.heard: list[tuple[str, Any]] = []
        self.gateway = Gateway(self.world, self.payloads, "token", "ws://here", lambda _: None, strict=False)
        session = Session(sum(1 << bit for bit in range(16)), (0, 1))
        session.dispatch = lambda event, data: self.heard.append((event, data))  # type: ignore[method-assign]
        self.gateway._sessions["one"] = session
        lines = PeopleLines()
        lines.add(cast("Any", self))
        self.seen: list[tuple[str, list[str]]] = []
        self.broadcast = Broadcast(self.world, self.payloads, self.gateway, lines)
        self.channels = Channels(self.world, self.broadcast)
        self.messages = Messages(self.world, self.broadcast)
        self.ann, self.ben = list(self.world.people.values())[:2]
        self.talk = next(c for c in self.world.channels.values() if c.name == "table-talk")

    def send(self, frame: Any) -> None:
        """Note, as a window, what people are told, and whom."""
        self.seen.append((frame["t"], frame.get("to", [])))

    def taken(self) -> tuple[list[str], list[tuple[str, int]]]:
        """What was told since this was asked last: to the bot, and to how many people."""
        told = [event for event, _ in self.heard], [(event, len(to)) for event, to in self.seen]
        self.heard.clear()
        self.seen.clear()
        self.check()
        return told

    def check(self) -> None:
        """See that a restart would find everything as it is now."""
        kept = World(self.path)
        for part in ("guild", "people", "channels", "commands", "_attachments"):
            assert getattr(kept, part) == getattr(self.world, part), part
        assert {c: kept.messages(c) for c in kept.channels} == {c: self.world.messages(c) for c in self.world.channels}
        kept.close()


@dataclass
class Ears:
    """Notes what a gateway is asked to tell: the event, its data, what a session has to have asked for, and where."""

    heard: list[tuple[str, Any, Intent, bool]] = field(default_factory=list)

    def dispatch(self, event: str, data: Any, needs: Intent = Intent.NONE, *, guild: bool = True) -> None:
        self.heard.append((event, data, needs, guild))

    def dispatch_message(self, event: str, data: Any, *, guild: bool) -> None:
        self.heard.append((event, data, Intent.NONE, guild))


def test_each_event_is_told_to_sessions_that_asked_for_its_kind_in_the_guild_or_in_letters(tmp_path: Path) -> None:
    it, ears = Written(tmp_path / "world.sqlite"), Ears()
    guild, thread = {"guild_id": it.world.guild.id}, it.channels.start_thread(it.talk, {"name": "A"}, PUBLIC)
    dm = it.world.dm_with(it.ben.id)
    said, letter = (Message("5", channel.id, it.ben.id) for channel in (it.talk, dm))
    pinned = {"last_pin_timestamp": None}
    tell = Broadcast(it.world, it.payloads, cast("Any", ears), PeopleLines())
    cases: list[tuple[str, Json, Intent, bool, Callable[[], None]]] = [
        ("MESSAGE_CREATE", it.payloads.message_event(said), Intent.NONE, True, lambda: tell.message_created(said)),
        ("MESSAGE_UPDATE", it.payloads.message_event(letter), Intent.NONE, False, lambda: tell.message_updated(letter)),
        ("MESSAGE_DELETE", {"id": "5", "channel_id": it.talk.id} | guild, Intent.GUILD_MESSAGES, True,
         lambda: tell.message_deleted(said)),
        ("MESSAGE_DELETE", {"id": "5", "channel_id": dm.id}, Intent.DIRECT_MESSAGES, False,
         lambda: tell.message_deleted(letter)),
        ("CHANNEL_CREATE", it.payloads.channel(it.talk), Intent.GUILDS, True, lambda: tell.channel_created(it.talk)),
        ("THREAD_CREATE", it.payloads.channel(thread) | {"newly_created": True}, Intent.GUILDS, True,
         lambda: tell.channel_created(thread)),
        ("CHANNEL_UPDATE", it.payloads.channel(it.talk), Intent.GUILDS, True, lambda: tell.channel_updated(it.talk)),
        ("THREAD_UPDATE", it.payloads.channel(thread), Intent.GUILDS, True, lambda: tell.channel_updated(thread)),
        ("CHANNEL_DELETE", it.payloads.channel(it.talk), Intent.GUILDS, True, lambda: tell.channel_deleted(it.talk)),
        ("THREAD_DELETE", it.payloads.channel(thread), Intent.GUILDS, True, lambda: tell.channel_deleted(thread)),
        ("CHANNEL_PINS_UPDATE", {"channel_id": it.talk.id} | guild | pinned, Intent.GUILDS, True,
         lambda: tell.pins_changed(it.talk)),
        ("CHANNEL_PINS_UPDATE", {"channel_id": dm.id} | pinned, Intent.DIRECT_MESSAGES, False,
         lambda: tell.pins_changed(dm)),
        ("INTERACTION_CREATE", {"id": "6"} | guild, Intent.NONE, True, lambda: tell.interaction({"id": "6"} | guild)),
        ("INTERACTION_CREATE", {"id": "6"}, Intent.NONE, False, lambda: tell.interaction({"id": "6"})),
    ]  # fmt: skip
    for event, data, needs, inside, call in cases:
        call()
        assert ears.heard.pop() == (event, data, needs, inside) and not ears.heard
    it.world.guild.bot_kicked = True
    tell.message_created(said)
    assert not ears.heard, "a bot that is not there"


class Kept:
    """A line to somebody's screen that keeps what is sent on it."""

    def __init__(self) -> None:
        self.frames: list[Any] = []

    def send(self, frame: Any) -> None:
        self.frames.append(frame)


def test_people_are_told_what_is_for_them_until_they_leave_and_a_window_for_whom_it_is() -> None:
    lines, ann, ben, window = PeopleLines(), Kept(), Kept(), Kept()
    lines.add(cast("Any", ann), "1")
    lines.add(cast("Any", ben), "2")
    lines.add(cast("Any", window))
    lines.tell(["1"], "NEWS", {})
    lines.tell(["1", "3"], "NEWS", {})
    lines.tell([], "NEWS", {})
    lines.tell_all("ALL", {})
    lines.show({"channels": {}})
    news, everybody = {"t": "NEWS", "d": {}}, {"t": "ALL", "d": {}}
    assert (ann.frames, ben.frames) == ([news, news, everybody], [everybody])
    shown = [news | {"to": ["1"]}, news | {"to": ["1", "3"]}, everybody, {"t": "WORLD", "d": {"channels": {}}}]
    assert window.frames == shown
    for line in (ann, ben, window):
        lines.remove(cast("Any", line))
        line.frames.clear()
    lines.tell(["1", "2"], "NEWS", {})
    lines.tell_all("ALL", {})
    assert not (lines.all_lines() or ann.frames or ben.frames or window.frames)


def test_each_change_is_written_down_and_told_to_whom_it_concerns(tmp_path: Path) -> None:
    it = Written(tmp_path / "world.sqlite")
    bot = it.world.guild.bot_id
    message = it.messages.compose(it.talk, {"content": "Hail"}, [])
    it.messages.publish(message)
    assert it.taken() == (["MESSAGE_CREATE"], [("MESSAGE_CREATE", 7)])
    assert (it.talk.last_message_id, it.talk.message_count) == (message.id, 1)
    it.messages.edit(message, {"content": "Hail!"}, [])
    assert message.edited_at and it.taken() == (["MESSAGE_UPDATE"], [("MESSAGE_UPDATE", 7)])
    it.messages.pin(message)
    pinned = ["MESSAGE_UPDATE", "CHANNEL_PINS_UPDATE", "MESSAGE_CREATE"]
    assert it.taken() == (pinned, [("MESSAGE_UPDATE", 7), ("MESSAGE_CREATE", 7)])
    assert it.talk.last_pin_at == message.pinned_at
    it.messages.pin(message)
    assert it.taken() == ([], [])
    notice = it.world.messages(it.talk.id)[-1]
    about = {"type": 0, "channel_id": it.talk.id, "message_id": message.id}
    assert (notice.type, notice.reference, it.messages.pins(it.talk.id)) == (6, about, [message])
    it.messages.unpin(message)
    assert it.taken() == (["MESSAGE_UPDATE", "CHANNEL_PINS_UPDATE"], [("MESSAGE_UPDATE", 7)])
    assert it.talk.last_pin_at is message.pinned_at is None
    it.messages.unpin(message)
    assert it.taken() == ([], [])
    it.messages.delete(message)
    assert it.taken() == (["MESSAGE_DELETE"], [("MESSAGE_DELETE", 7)])

    dm = it.world.dm_with(it.ben.id)
    letter = it.messages.say(it.ben.id, dm, "Psst")
    it.messages.pin(letter)
    assert it.heard[2] == ("CHANNEL_PINS_UPDATE", {"channel_id": dm.id, "last_pin_timestamp": letter.pinned_at})
    it.taken()
    it.messages.delete(letter)
    assert it.heard == [("MESSAGE_DELETE", {"id": letter.id, "channel_id": dm.id})]
    assert it.taken()[1] == [("MESSAGE_DELETE", 1)]
    secret = Message(it.world.ids.next(), it.talk.id, bot, ephemeral_for=it.ben.id)
    it.messages.publish(secret)
    it.messages.delete(secret)
    assert it.taken() == ([], [("MESSAGE_CREATE", 1), ("MESSAGE_DELETE", 1)])
    assert it.talk.last_message_id == notice.id

    made = it.channels.create({"name": "The Hall", "topic": "Feasts"})
    assert (made.name, made.topic, made.position) == ("the-hall", "Feasts", 2)
    assert it.taken() == (["CHANNEL_CREATE"], [("CHANNEL_CREATE", 7)])
    it.channels.change(made, {"name": "A Cellar", "topic": None, "position": 5, "rate_limit_per_user": 7})
    assert (made.name, made.topic, made.position, made.slow_mode) == ("a-cellar", None, 5, 7)
    assert it.taken() == (["CHANNEL_UPDATE"], [("CHANNEL_UPDATE", 7)])
    it.channels.change(made, {})
    assert (made.name, made.topic, made.position, made.slow_mode) == ("a-cellar", None, 5, 7)
    it.channels.deny_bot(made, ["SEND_MESSAGES"])
    assert made.overwrites == [Overwrite(bot, 1, 0, 2048)]
    it.check()
    it.channels.deny_bot(made, [])
    assert made.overwrites == [] and len(it.taken()[0]) == 3
    it.channels.set_type(made, ChannelType.NEWS)
    assert it.taken() == (["CHANNEL_UPDATE"], [("CHANNEL_UPDATE", 7)])
    it.channels.delete(made)
    assert it.taken() == (["CHANNEL_DELETE"], [("CHANNEL_DELETE", 7)])


def test_each_change_of_a_thread_is_written_down_and_told(tmp_path: Path) -> None:
    it = Written(tmp_path / "world.sqlite")
    bot = it.world.guild.bot_id
    thread = it.channels.start_thread(it.talk, {"name": "Game 1"}, ChannelType.PUBLIC_THREAD)
    assert (thread.owner_id, thread.members, thread.auto_archive_minutes, thread.slow_mode) == (bot, [bot], 4320, 0)
    assert thread.invitable and it.heard[0][1]["newly_created"] is True
    notice = it.world.messages(it.talk.id)[-1]
    assert (notice.type, notice.content, it.talk.last_message_id) == (18, "Game 1", notice.id)
    told = [("CHANNEL_CREATE", 7), ("MESSAGE_CREATE", 7)]
    assert it.taken() == (["THREAD_CREATE", "MESSAGE_CREATE"], told)
    it.channels.start_thread(it.talk, {"name": "Below"}, ChannelType.PUBLIC_THREAD, "77")
    assert it.taken() == (["THREAD_CREATE"], [("CHANNEL_CREATE", 7)])
    body = {"name": "P", "auto_archive_duration": 60, "rate_limit_per_user": 5, "invitable": False}
    private = it.channels.start_thread(it.talk, body, ChannelType.PRIVATE_THREAD)
    assert (private.auto_archive_minutes, private.slow_mode, private.invitable) == (60, 5, False)
    assert it.taken() == (["THREAD_CREATE"], [("CHANNEL_CREATE", 1)])
    it.channels.add_member(private, it.ben.id)
    it.channels.add_member(private, it.ben.id)
    assert it.taken() == ([], [("CHANNEL_CREATE", 1)]) and private.members == [bot, it.ben.id]
    it.channels.remove_member(private, it.ben.id)
    it.channels.remove_member(private, it.ben.id)
    assert it.taken() == ([], [("CHANNEL_DELETE", 1)])
    it.channels.remove_member(thread, bot)
    member = {"id": thread.id, "guild_id": it.world.guild.id, "member_count": 0, "added_members": []}
    assert it.heard == [("THREAD_MEMBERS_UPDATE", member | {"removed_member_ids": [bot]})]
    it.channels.add_member(thread, bot)
    joined = {"member_count": 1, "added_members": [it.payloads.thread_member(thread, bot)], "removed_member_ids": []}
    assert it.heard[-1] == ("THREAD_MEMBERS_UPDATE", member | joined)
    assert it.taken()[1] == []
    for wrong in (it.channels.add_member, it.channels.remove_member):
        with pytest.raises(Refusal) as refused:
            wrong(it.talk, bot)
        assert refused.value.code == 50024

    it.channels.change_thread(thread, {"name": "Won", "locked": True, "archived": True, "invitable": False})
    assert (thread.name, thread.locked, thread.archived, thread.invitable) == ("Won", True, True, False)
    assert it.taken() == (["THREAD_UPDATE"], [("CHANNEL_UPDATE", 7)])
    since = thread.archived_at
    assert since
    for refused_to in (
        lambda: it.channels.change_thread(thread, {"name": "Lost"}), lambda: it.channels.add_member(thread, it.ben.id),
        lambda: it.channels.remove_member(thread, bot), lambda: it.channels.check_open(thread),
        lambda: it.channels.check_active(thread),
    ):  # fmt: skip
        with pytest.raises(Refusal) as shut:
            refused_to()
        assert shut.value.code == 50083
    it.channels.set_state(thread, archived=True, locked=True)
    assert thread.archived_at == since and it.taken()[0] == ["THREAD_UPDATE"]
    it.channels.change_thread(thread, {"archived": False, "locked": False, "auto_archive_duration": 1440})
    assert (thread.archived, thread.locked, thread.auto_archive_minutes) == (False, False, 1440)
    assert thread.archived_at != since
    it.channels.set_state(thread, archived=True, locked=False)
    it.taken()
    it.messages.say(it.ben.id, thread, "Again!")
    assert not thread.archived
    assert it.taken() == (["THREAD_UPDATE", "MESSAGE_CREATE"], [("CHANNEL_UPDATE", 7), ("MESSAGE_CREATE", 7)])
    assert it.channels.most_threads == 1000
    it.channels.most_threads = 3
    with pytest.raises(Refusal) as many:
        it.channels.start_thread(it.talk, {"name": "One more"}, ChannelType.PUBLIC_THREAD)
    assert many.value.code == 160006
    it.channels.delete(it.talk)
    assert it.taken()[0] == ["THREAD_DELETE"] * 3 + ["CHANNEL_DELETE"]
    assert not it.world.threads_of(it.talk.id)
    assert it.world.messages(it.talk.id) == World(it.path).messages(it.talk.id) == []


def test_a_command_a_person_and_a_file_are_written_down(tmp_path: Path) -> None:
    it = Written(tmp_path / "world.sqlite")
    it.world.save_command({"id": "5", "name": "game"})
    it.check()
    it.world.drop_command("5")
    hal = it.world.welcome("hal", "Hal")
    assert (hal.avatar_colour, it.world.welcome("iva", "Iva").avatar_colour) == ("#57606a", "#a8323e")
    keep(it.world, "0", Upload("a.txt", b"x", "text/plain"))
    it.check()
    it.gateway.kick()
    it.check()
    it.gateway.invite()
    it.check()
    assert int(World(it.path).ids.next()) > int(hal.id)
    assert [person.administrator for person in it.world.people.values()] == [True] + [False] * 8
    assert it.world.guild.owner_id == it.ann.id


@rows("content, allowed, may, users, everyone", [
    ("<@BEN> <@!ANN>", None, True, ["ben", "ann"], False), ("<@BEN> <@BEN>", None, True, ["ben"], False),
    ("<@1>", None, True, [], False), ("<@BOT>", None, True, ["bot"], False), ("@everyone", None, True, [], True),
    ("@here <@BEN>", {"parse": []}, True, [], False), ("@here", {"parse": ["everyone"]}, True, [], True),
    ("@everyone", None, False, [], False), ("<@BEN> <@ANN>", {"users": ["ANN"]}, True, ["ann"], False),
    ("<@BEN>", {"parse": ["users"]}, True, ["ben"], False), ("<@BEN>", {"parse": ["roles"]}, True, [], False),
])  # fmt: skip
def test_who_is_named_and_may_be_is_pinged(
    content: str, allowed: dict[str, list[str]] | None, users: list[str], *, may: bool, everyone: bool
) -> None:
    world = World(None)
    ids = {person.username: person.id for person in world.people.values()} | {"bot": world.guild.bot_id}
    for name, key in ids.items():
        content = content.replace(name.upper(), key)
    if allowed and "users" in allowed:
        allowed = {"users": [ids[name.lower()] for name in allowed["users"]]}
    found = pinged(world, Message("1", "2", "3", content=content), allowed, may)
    assert (found.users, found.everyone, found.roles) == ([ids[name] for name in users], everyone, [])


def test_a_role_is_pinged_too_and_from_a_component() -> None:
    world = World(None)
    role = world.guild.bot_role_id
    message = Message("1", "2", "3", components=[{"type": 10, "content": f"<@&{role}> <@&1>"}])
    assert pinged(world, message, None, may_ping_all=True).roles == [role]
    assert pinged(world, message, {"roles": [int(role)]}, may_ping_all=True).roles == [role]
    assert pinged(world, message, {"users": [role]}, may_ping_all=True).roles == []

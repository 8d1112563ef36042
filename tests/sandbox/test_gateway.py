"""The gateway: logging in, dropping out, taking up again."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from contextlib import ExitStack
from typing import Any, cast

import aiohttp
import discord
import pytest

from bot.sandbox.gateway import REPLAY, Close, Gateway, Intent, Op, Session, _Connection, _Hangup
from bot.sandbox.interactions import Answer, Kind
from bot.sandbox.limits_components import ComponentType
from bot.sandbox.model import ChannelType, MessageFlag, MessageType
from bot.sandbox.payloads import Payloads
from bot.sandbox.permissions import Permission
from bot.sandbox.ratelimit import Bucket, Pace
from bot.sandbox.sockets import Line
from bot.sandbox.world import World
from tests.harness.reading import Json
from tests.harness.rows import rows
from tests.harness.sandbox import DrivenSandbox, Person
from tests.sandbox.clerk import Clerk
from tests.sandbox.conftest import Bare, at_work, until


async def test_the_guild_is_known(clerk: Clerk) -> None:
    guild = clerk.guilds[0]
    assert guild.name == "The King's Table"
    assert [c.name for c in guild.text_channels] == ["table-talk", "herald"]
    assert guild.me.guild_permissions.manage_messages
    assert guild.member_count == 8


async def test_what_was_missed_is_replayed(ann: Person, sandbox: DrivenSandbox, clerk: Clerk) -> None:
    await sandbox.control("gateway", action="drop")
    await ann.slash("/game new", variant="base", wait=False)
    await ann.expect("A base game")
    await until(lambda: clerk.resumed == 1)
    assert clerk.readied == 1


async def test_reconnecting_on_request(ann: Person, sandbox: DrivenSandbox, clerk: Clerk) -> None:
    await sandbox.control("gateway", action="reconnect")
    await until(lambda: clerk.resumed == 1)
    await ann.slash("/game new", variant="base")


@pytest.mark.usefixtures("hurried")
async def test_a_lost_session_is_opened_anew(ann: Person, sandbox: DrivenSandbox, clerk: Clerk) -> None:
    await sandbox.control("gateway", action="invalid_session")
    await ann.frame("BOT_STATUS", online=False)
    await ann.frame("BOT_STATUS", online=True, timeout=15)
    await until(lambda: clerk.readied == 2)
    assert clerk.resumed == 0
    await ann.slash("/game new", variant="base")


async def test_a_wrong_token_is_refused(sandbox: DrivenSandbox) -> None:
    with pytest.raises(discord.LoginFailure):
        async with at_work("another-token"):
            pass


async def test_privileged_intents_are_refused(sandbox: DrivenSandbox) -> None:
    client = discord.Client(intents=discord.Intents(guilds=True, message_content=True))
    with pytest.raises(discord.PrivilegedIntentsRequired):
        await client.start(sandbox.token)
    await client.close()


async def test_an_auto_sharded_client_logs_in(sandbox: DrivenSandbox) -> None:
    client = discord.AutoShardedClient(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05)
    running = asyncio.create_task(client.start(sandbox.token))
    await until(lambda: client.is_ready() or running.done())
    assert client.shard_count == 1
    assert len(client.guilds) == 1
    await client.close()
    await asyncio.gather(running, return_exceptions=True)


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("no json", 4002),
        ('{"op": 8, "d": {}}', 4003),
        ('{"op": 2, "d": {"token": "wrong", "intents": 1}}', 4004),
        ('{"op": 2, "d": {"token": "sandbox-token", "intents": -1}}', 4013),
        ('{"op": 2, "d": {"token": "sandbox-token", "intents": 32768}}', 4014),
        ('{"op": 2, "d": {"token": "sandbox-token", "intents": 1, "shard": [2, 2]}}', 4010),
    ],
)
async def test_close_codes(sandbox: DrivenSandbox, frame: str, code: int) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{sandbox.gateway_url}?v=10") as socket:
        assert (await socket.receive_json())["op"] == 10
        await socket.send_str(frame)
        closed = await socket.receive()
        assert (closed.type, closed.data) == (aiohttp.WSMsgType.CLOSE, code)


async def test_too_many_frames_end_the_connection(sandbox: DrivenSandbox) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{sandbox.gateway_url}?v=10") as socket:
        await socket.receive_json()
        for _ in range(121):
            await socket.send_json({"op": 1, "d": None})
        while (frame := await socket.receive()).type == aiohttp.WSMsgType.TEXT:
            assert frame.json()["op"] == 11
        assert (frame.type, frame.data) == (aiohttp.WSMsgType.CLOSE, 4008)


@pytest.mark.parametrize(("size", "code"), [(16_383, 4002), (16_384, 1009)])
async def test_a_frame_is_shorter_than_16_kib(size: int, code: int, sandbox: DrivenSandbox) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{sandbox.gateway_url}?v=10") as socket:
        await socket.receive_json()
        await socket.send_str("x" * size)
        assert (await socket.receive()).data == code


async def test_messages_of_others_come_without_their_words(sandbox: DrivenSandbox) -> None:
    heard: list[discord.Message] = []
    intents = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
    client = discord.Client(intents=intents, guild_ready_timeout=0.05)

    @client.event
    async def on_message(message: discord.Message) -> None:
        heard.append(message)

    running = asyncio.create_task(client.start(sandbox.token))
    await until(client.is_ready)
    ann = await sandbox.person("ann")
    await ann.say("A secret")
    await ann.say("For the bot", channel=ann.dm())
    await until(lambda: len(heard) == 2)
    assert [m.content for m in heard] == ["", "For the bot"]
    await client.close()
    await asyncio.gather(running, return_exceptions=True)


async def test_a_bot_that_was_thrown_out_is_asked_back_in(sandbox: DrivenSandbox, clerk: Clerk, bare: Bare) -> None:
    (guild,) = clerk.guilds
    everywhere, talk = {channel.id for channel in guild.channels}, f"/channels/{clerk.table_talk.id}"
    await sandbox.control("guild", action="kick")
    await until(lambda: not clerk.guilds)
    assert (await bare("GET", talk)).code == 50001
    await sandbox.control("guild", action="invite")
    await until(lambda: bool(clerk.guilds))
    (again,) = clerk.guilds
    assert (again.id, {channel.id for channel in again.channels}) == (guild.id, everywhere)
    assert (await bare("GET", talk)).status == 200


async def test_a_guild_is_told_as_plain_as_it_is(clerk: Clerk) -> None:
    (guild,) = clerk.guilds
    assert (guild.verification_level.value, guild.default_notifications.value, guild.mfa_level.value) == (0, 0, 0)
    assert (guild.explicit_content_filter.value, guild.premium_tier, guild.premium_subscription_count) == (0, 0, 0)
    assert not guild.system_channel_flags.value


async def test_a_member_is_told_as_plain_as_they_are(clerk: Clerk, bare: Bare, ann: Person) -> None:
    (guild,) = clerk.guilds
    told = (await bare("GET", f"/guilds/{guild.id}/members/{ann.id}")).body
    assert (told["deaf"], told["mute"], told["pending"], told["flags"]) == (False, False, False, 0)
    assert (told["nick"], told["avatar"], told["roles"], told["premium_since"]) == (None, None, [], None)


async def test_members_can_be_asked_for(sandbox: DrivenSandbox, clerk: Clerk) -> None:
    found = await clerk.guilds[0].query_members("an", limit=5)
    assert [m.display_name for m in found] == ["Ann"]


async def test_the_bot_is_seen_to_come_and_go(sandbox: DrivenSandbox, bare: Bare) -> None:
    ann = await sandbox.person("ann")
    async with at_work(sandbox.token):
        await ann.frame("BOT_STATUS", online=True)
    await ann.frame("BOT_STATUS", online=False)


@rows("ours, theirs", [
    (Intent.GUILDS, discord.Intents.guilds), (Intent.GUILD_MEMBERS, discord.Intents.members),
    (Intent.GUILD_PRESENCES, discord.Intents.presences), (Intent.GUILD_MESSAGES, discord.Intents.guild_messages),
    (Intent.DIRECT_MESSAGES, discord.Intents.dm_messages), (Intent.MESSAGE_CONTENT, discord.Intents.message_content),
    (MessageFlag.SUPPRESS_EMBEDS, discord.MessageFlags.suppress_embeds),
    (MessageFlag.EPHEMERAL, discord.MessageFlags.ephemeral), (MessageFlag.LOADING, discord.MessageFlags.loading),
    (MessageFlag.SUPPRESS_NOTIFICATIONS, discord.MessageFlags.suppress_notifications),
    (MessageFlag.COMPONENTS_V2, discord.MessageFlags.components_v2),
])  # fmt: skip
def test_a_flag_is_the_bit_that_the_library_sends(ours: int, theirs: Any) -> None:
    assert ours == theirs.flag


@rows("name", Permission.__members__)
def test_a_permission_is_the_bit_that_the_library_sends(name: str) -> None:
    assert Permission[name] == discord.Permissions.VALID_FLAGS[name.lower()]


@rows("ours, theirs", [
    ({"TEXT": "text", "NEWS": "news", "DM": "private", "PUBLIC_THREAD": "public_thread",
      "PRIVATE_THREAD": "private_thread"}, (ChannelType, discord.ChannelType)),
    ({"DEFAULT": "default", "PINNED": "pins_add", "THREAD_CREATED": "thread_created", "REPLY": "reply",
      "COMMAND": "chat_input_command", "THREAD_STARTER": "thread_starter_message"}, (MessageType, discord.MessageType)),
    ({"COMMAND": "application_command", "COMPONENT": "component", "AUTOCOMPLETE": "autocomplete",
      "MODAL": "modal_submit"}, (Kind, discord.InteractionType)),
    ({"MESSAGE": "channel_message", "DEFERRED_MESSAGE": "deferred_channel_message",
      "DEFERRED_UPDATE": "deferred_message_update", "UPDATE": "message_update", "CHOICES": "autocomplete_result",
      "MODAL": "modal"}, (Answer, discord.InteractionResponseType)),
    ({kind.name: kind.name.lower() for kind in ComponentType}
     | {"STRING_SELECT": "select", "MENTIONABLE_SELECT": "mentionable_select"},
     (ComponentType, discord.ComponentType)),
])  # fmt: skip
def test_a_number_means_what_it_means_to_the_library(ours: dict[str, str], theirs: tuple[Any, Any]) -> None:
    own, library = theirs
    assert {one.name: one.value for one in own} == {name: library[other].value for name, other in ours.items()}


async def test_who_identifies_too_soon_after_another_session_has_an_invalid_one(sandbox: DrivenSandbox) -> None:
    await sandbox.control("limits", of="identifying", requests=1, seconds=60)
    answers = []
    async with aiohttp.ClientSession() as session:
        for _ in range(2):
            async with session.ws_connect(f"{sandbox.gateway_url}?v=10") as socket:
                await socket.receive_json()
                await socket.send_json({"op": 2, "d": {"token": sandbox.token, "intents": 1}})
                answers.append(await socket.receive_json())
    first, second = answers
    assert (first["t"], second) == ("READY", {"op": 9, "d": False})


class Heard:
    """A line to a client that keeps what is sent on it, and on which the client says something and then hangs up."""

    def __init__(self, *said: Any) -> None:
        self.frames: list[Any] = []
        self.ended_by_client_with: int | None = None
        self.is_silent = False
        self.closed_with: int | None = None
        self.socket = self
        self.patience = 0.0
        texts = (one if isinstance(one, str) else json.dumps(one) for one in said)
        self._said = [*(aiohttp.WSMessage(aiohttp.WSMsgType.TEXT, text, None) for text in texts)]

    async def receive(self, timeout: float) -> aiohttp.WSMessage:  # noqa: ASYNC109
        self.patience = timeout
        return self._said.pop(0) if self._said else aiohttp.WSMessage(aiohttp.WSMsgType.CLOSE, 1001, None)

    def close(self, code: int) -> None:
        self.closed_with = code

    def send(self, frame: Any) -> None:
        self.frames.append(frame)

    @property
    def told(self) -> list[str]:
        """The events, by their names."""
        return [frame["t"] for frame in self.frames if frame["op"] == Op.DISPATCH]


class Tower:
    """A gateway without a socket."""

    def __init__(self) -> None:
        self.world = World(None)
        self.payloads = Payloads(self.world, "http://here")
        self.status: list[bool] = []
        self.gateway = Gateway(self.world, self.payloads, "secret", "ws://here", self.status.append, strict=False)

    def identified(self, intents: int = 1, **more: Any) -> Heard:
        """A line on which a session was opened."""
        line: Any = Heard()
        self.gateway.identify(line, {"token": "secret", "intents": intents, **more})
        return cast("Heard", line)

    async def heard_out(self, line: Heard) -> int | None:
        """The number with which a client is hung up on who says what is on a line, or None."""
        try:
            await _Connection(self.gateway, cast("Any", line)).listen()
        except _Hangup as hangup:
            return int(hangup.code)
        return None


@rows("code, number", {
    "UNKNOWN_OPCODE": 4001, "DECODE_ERROR": 4002, "NOT_AUTHENTICATED": 4003, "AUTHENTICATION_FAILED": 4004,
    "ALREADY_AUTHENTICATED": 4005, "RATE_LIMITED": 4008, "SESSION_TIMED_OUT": 4009, "INVALID_SHARD": 4010,
    "INVALID_VERSION": 4012, "INVALID_INTENTS": 4013, "DISALLOWED_INTENTS": 4014,
}.items())  # fmt: skip
def test_a_gateway_hangs_up_with_discords_number(code: str, number: int) -> None:
    assert Close[code] == number


@rows("name, theirs", {
    "DISPATCH": "DISPATCH", "HEARTBEAT": "HEARTBEAT", "IDENTIFY": "IDENTIFY", "PRESENCE": "PRESENCE",
    "VOICE": "VOICE_STATE", "RESUME": "RESUME", "RECONNECT": "RECONNECT", "REQUEST_MEMBERS": "REQUEST_MEMBERS",
    "INVALID_SESSION": "INVALIDATE_SESSION", "HELLO": "HELLO", "HEARTBEAT_ACK": "HEARTBEAT_ACK",
}.items())  # fmt: skip
def test_what_is_said_on_the_gateway_has_the_librarys_number(name: str, theirs: str) -> None:
    assert Op[name] == getattr(discord.gateway.DiscordWebSocket, theirs)


def test_a_session_opens_with_who_the_bot_is_and_where_it_is() -> None:
    tower = Tower()
    line, guild = tower.identified(), tower.world.guild
    ready, created = line.frames
    (session,) = tower.gateway._sessions.values()
    assert ready == {"op": 0, "s": 1, "t": "READY", "d": {
        "v": 10, "user": tower.payloads.bot(), "guilds": [{"id": guild.id, "unavailable": True}],
        "session_id": session.id, "resume_gateway_url": "ws://here", "shard": [0, 1],
        "application": {"id": guild.bot_id, "flags": 0}, "private_channels": [], "_trace": [],
    }}  # fmt: skip
    assert created == {"op": 0, "s": 2, "t": "GUILD_CREATE", "d": tower.payloads.guild_create()}
    assert (tower.status, tower.gateway.is_online, tower.gateway.sessions) == ([True], True, 1)
    assert len({session.id, *(one.id for one in (Session(0, (0, 1)), Session(0, (0, 1))))}) == 3


@rows("more, events", [
    ({"intents": 512}, ["READY"]), ({"shard": [0, 2]}, None), ({"shard": [1, 2]}, None), ({"shard": [0, 1]}, None),
])  # fmt: skip
def test_a_session_hears_of_the_guild_if_it_is_of_its_shard_and_among_what_it_asked_for(
    more: dict[str, Any], events: list[str] | None
) -> None:
    tower = Tower()
    number, count = more.get("shard", (0, 1))
    its = (int(tower.world.guild.id) >> 22) % count == number
    line = tower.identified(**more)
    assert line.told == (events or (["READY", "GUILD_CREATE"] if its else ["READY"]))
    assert bool(line.frames[0]["d"]["guilds"]) is its
    tower.gateway.dispatch("LETTER", {}, guild=False)
    assert ("LETTER" in line.told) is (number == 0)


def test_nothing_of_the_guild_is_heard_by_a_bot_that_was_thrown_out() -> None:
    tower = Tower()
    line = tower.identified()
    tower.gateway.kick()
    tower.gateway.dispatch("NEWS", {})
    assert line.frames[-1] == {"op": 0, "s": 3, "t": "GUILD_DELETE", "d": {"id": tower.world.guild.id}}
    assert tower.identified().told == ["READY"]
    tower.gateway.invite()
    assert line.told[-1] == "GUILD_CREATE"


@rows("since, replayed", [(1, ["GUILD_CREATE", "A"]), (2, ["A"]), (3, []), (4, None), (0, None)])
def test_a_session_is_taken_up_where_it_was_left_unless_too_much_was_missed(
    since: int, replayed: list[str] | None
) -> None:
    tower = Tower()
    lost = tower.identified()
    session = lost.frames[0]["d"]["session_id"]
    ((_, kept),) = tower.gateway._sessions.items()
    kept._replay = deque(kept._replay, maxlen=2)
    tower.gateway._unplug(cast("Any", lost))
    assert tower.status == [True, False]
    tower.gateway.dispatch("A", {})
    line: Any = Heard()
    tower.gateway.resume(line, {"token": "secret", "session_id": session, "seq": since})
    if replayed is None:
        assert line.frames == [{"op": 9, "d": False}] and tower.status == [True, False]
    else:
        assert line.told == [*replayed, "RESUMED"]
        assert line.frames[-1]["d"] == {"_trace": []} and tower.status == [True, False, True]


@rows("code, left", [(1000, 0), (1001, 0), (1006, 1), (None, 1)])
def test_a_session_that_its_client_has_ended_cannot_be_taken_up(code: int | None, left: int) -> None:
    tower = Tower()
    line, other = tower.identified(), tower.identified()
    line.ended_by_client_with = code
    tower.gateway._unplug(cast("Any", line))
    assert tower.gateway.sessions == left + 1
    assert tower.gateway.is_identified(cast("Any", other)) and not tower.gateway.is_identified(cast("Any", line))


@rows("data, code", [
    ({"token": "wrong"}, 4004), ({"intents": None}, 4013), ({"intents": "1"}, 4013), ({"intents": 1 << 26}, 4013),
    ({"intents": (1 << 25) | 1}, None), ({"intents": 1 << 1}, 4014), ({"intents": 1 << 8}, 4014),
    ({"intents": 1 << 15}, 4014), ({"shard": [1, 1]}, 4010), ({"shard": [-1, 1]}, 4010), ({"shard": [0, 1]}, None),
    ({"shard": [1, 2]}, None), ({"shard": None}, None), ({}, None),
])  # fmt: skip
def test_who_may_not_open_a_session_is_hung_up_on(data: dict[str, Any], code: int | None) -> None:
    tower = Tower()
    try:
        tower.gateway.identify(cast("Any", Heard()), {"token": "secret", "intents": 1, **data})
    except _Hangup as hangup:
        assert hangup.code == code
    else:
        assert code is None


def test_a_session_that_is_identified_too_soon_is_not_opened() -> None:
    tower = Tower()
    tower.gateway.identifying = Bucket(Pace(1, 60.0), "identify")
    first, second = tower.identified(), tower.identified()
    assert (first.told, second.frames) == (["READY", "GUILD_CREATE"], [{"op": 9, "d": False}])
    assert (tower.gateway.sessions, len(tower.gateway.identified)) == (1, 2)


def test_a_session_is_identified_every_five_seconds_and_a_thousand_are_started_in_a_day() -> None:
    tower = Tower()
    strict = Gateway(tower.world, tower.payloads, "secret", "ws://here", print, strict=True)
    assert (strict.identifying.pace, strict.starts.pace) == (Pace(1, 5.0), Pace(1000, 86_400.0))


def test_a_token_is_reset_by_too_many_starts_and_nobody_resumes_with_another() -> None:
    tower = Tower()
    assert tower.gateway.start_limit() == {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
    tower.identified()
    limit = tower.gateway.start_limit()
    assert limit["remaining"] == 999 and 86_390_000 < limit["reset_after"] <= 86_400_000
    tower.gateway.starts = Bucket(Pace(0, 60.0), "none")
    with pytest.raises(_Hangup) as reset:
        tower.identified()
    assert (reset.value.code, tower.gateway.sessions, len(tower.gateway.identified)) == (4004, 0, 2)
    with pytest.raises(_Hangup) as wrong:
        tower.gateway.resume(cast("Any", Heard()), {"token": "another"})
    assert wrong.value.code == 4004


@rows("asked, found, missing", [
    ({"query": "AN"}, ["ann"], []),
    ({"query": "queen", "limit": 0}, ["eve"], []), ({"query": "ev"}, ["eve"], []),
    ({"query": "n"}, [], []), ({"query": ""}, [], []), ({}, [], []),
    ({"user_ids": ["BEN", "1"]}, ["ben"], ["1"]), ({"user_ids": "BEN"}, ["ben"], []),
    ({"user_ids": ["ANN", "BEN", "CAT"], "limit": 2}, ["ann", "ben"], []),
    ({"user_ids": ["ANN", "BEN"], "limit": 0, "nonce": "n"}, ["ann", "ben"], []),
])  # fmt: skip
def test_members_are_told_who_were_asked_for(asked: dict[str, Any], found: list[str], missing: list[str]) -> None:
    tower = Tower()
    line, other = tower.identified(), tower.identified()
    ids = {person.username.upper(): person.id for person in tower.world.people.values()}
    tower.world.people[ids["EVE"]].global_name = "Queen Eve"
    if isinstance(wanted := asked.get("user_ids"), list):
        asked = asked | {"user_ids": [ids.get(one, one) for one in wanted]}
    elif wanted:
        asked = asked | {"user_ids": ids[wanted]}
    tower.gateway.members_chunk(cast("Any", line), asked)
    assert "GUILD_MEMBERS_CHUNK" not in other.told
    chunk = line.frames[-1]["d"]
    assert [member["user"]["username"] for member in chunk.pop("members")] == found
    nonce = {"nonce": asked["nonce"]} if "nonce" in asked else {}
    about = {"guild_id": tower.world.guild.id, "chunk_index": 0, "chunk_count": 1}
    assert chunk == about | {"not_found": missing} | nonce


@rows("intents, guild, to_bot, heard, words", [
    (512, True, False, True, ""), (512, True, True, True, "Hail"), (4096, True, True, False, None),
    (4096, False, False, True, "Hail"), (512, False, False, False, None),
])  # fmt: skip
def test_a_message_is_heard_by_who_asked_for_its_kind_and_read_by_whom_it_is_for(
    intents: int, words: str | None, *, guild: bool, to_bot: bool, heard: bool
) -> None:
    tower = Tower()
    line, bot = tower.identified(intents), tower.world.guild.bot_id
    mentions = [{"id": "2"}, {"id": bot}] if to_bot else [{"id": "2"}]
    message = {"author": {"id": "1"}, "mentions": mentions, "content": "Hail", "embeds": [1], "components": [2]}
    tower.gateway.dispatch_message("MESSAGE_CREATE", message | {"attachments": [3]}, guild=guild)
    assert ("MESSAGE_CREATE" in line.told) is heard
    if heard:
        data = line.frames[-1]["d"]
        assert data["content"] == words
        full = [[1], [2], [3]] if words else [[], [], []]
        assert [data[part] for part in ("embeds", "components", "attachments")] == full


def test_sessions_that_are_invalid_are_lost_for_good() -> None:
    tower = Tower()
    line = tower.identified()
    tower.gateway._lines.add(cast("Any", line))
    tower.gateway.invalidate()
    assert line.frames[-1] == {"op": 9, "d": False}
    assert (tower.gateway.sessions, tower.status) == (0, [True, False])
    tower.gateway.ask_to_reconnect()
    assert line.frames[-1] == {"op": 7, "d": None}


OPEN: Json = {"op": 2, "d": {"token": "secret", "intents": 1}}


@pytest.mark.parametrize(
    ("said", "code", "events"),
    [
        ([OPEN], None, ["READY", "GUILD_CREATE"]), ([OPEN, OPEN], 4005, ["READY", "GUILD_CREATE"]),
        ([OPEN, {"op": 6, "d": {"token": "secret"}}], 4005, ["READY", "GUILD_CREATE"]),
        ([{"op": 1}], None, []), ([{"op": 3}], 4003, []), ([{"op": 8}], 4003, []), (["?"], 4002, []),
        (["[" * 5000], 4002, []), ([{"op": 2, "d": {"token": 5}}], 4002, []), ([{"op": 2, "d": None}], 4004, []),
        ([OPEN, {"op": 3}, {"op": 4, "d": {}}], None, ["READY", "GUILD_CREATE"]),
        ([OPEN, {"op": 5}], 4001, ["READY", "GUILD_CREATE"]),
        ([OPEN, {"op": 8, "d": {"query": "an"}}], None, ["READY", "GUILD_CREATE", "GUILD_MEMBERS_CHUNK"]),
    ],
)  # fmt: skip
async def test_a_client_says_what_is_its_turn_or_is_hung_up_on(
    said: list[Any], code: int | None, events: list[str]
) -> None:
    tower, line = Tower(), Heard(*said)
    assert (await tower.heard_out(line), line.told) == (code, events)
    assert line.ended_by_client_with == (None if code else 1001)


async def test_a_client_that_was_cut_off_takes_its_session_up_on_another_line() -> None:
    tower = Tower()
    lost = Heard(OPEN)
    await tower.heard_out(lost)
    tower.gateway._unplug(cast("Any", lost))
    assert tower.gateway.sessions == 0, "it has ended the session itself"
    kept = tower.identified().frames[0]["d"]["session_id"]
    for session, frame in ((kept, "RESUMED"), ("another", None)):
        line = Heard({"op": 6, "d": {"token": "secret", "session_id": session, "seq": 2}})
        assert await tower.heard_out(line) is None
        assert line.frames[-1]["t" if frame else "op"] == (frame or 9)


async def test_a_client_is_waited_for_a_heartbeat_and_a_half() -> None:
    line = Heard()
    await Tower().heard_out(line)
    assert line.patience == 61.875

    async def silent(timeout: float) -> aiohttp.WSMessage:  # noqa: ASYNC109
        raise TimeoutError

    line.receive = silent  # type: ignore[method-assign]
    assert await Tower().heard_out(line) == 4009


@pytest.mark.parametrize(("ago", "before", "code"), [(0, 120, None), (0, 121, 4008), (61, 500, None), (59, 120, 4008)])
async def test_a_client_says_120_things_in_a_minute(ago: float, before: int, code: int | None) -> None:
    tower, line = Tower(), Heard(*[{"op": 1}] * (1 if ago else before))
    connection = _Connection(tower.gateway, cast("Any", line))
    if ago:
        connection._sent.extend([asyncio.get_running_loop().time() - ago] * before)
    with ExitStack() as stack:
        hangup = stack.enter_context(pytest.raises(_Hangup)) if code else None
        await connection.listen()
    assert hangup is None or hangup.value.code == code


async def test_a_heartbeat_is_answered_soon_but_not_at_once_and_by_a_zombie_not_at_all() -> None:
    for silent, answers in ((False, [{"op": 11, "d": None}]), (True, [])):
        line = Heard({"op": 1, "d": None})
        line.is_silent = silent
        await Tower().heard_out(line)
        assert not line.frames
        await asyncio.sleep(0.05)
        assert line.frames == answers


def test_2000_events_are_kept_for_a_session_that_is_cut_off() -> None:
    session, line = Session(0, (0, 1)), Heard()
    for _ in range(REPLAY + 1):
        session.dispatch("NEWS", {})
    assert not session.resume(cast("Any", line), 0) and session.resume(cast("Any", line), 1)
    assert (REPLAY, len(line.frames)) == (2000, 2001)


def test_all_lines_are_closed_and_silent_at_once() -> None:
    tower, lines = Tower(), [Heard(), Heard()]
    tower.gateway._lines.update(cast("Any", lines))
    tower.gateway.fall_silent()
    tower.gateway.close()
    assert [(line.is_silent, line.closed_with) for line in lines] == [(True, 1001)] * 2


@pytest.mark.parametrize(("version", "first"), [("10", Op.HELLO), ("9", Op.HELLO), ("8", 4012), ("", 4012)])
async def test_the_gateway_speaks_two_versions(version: str, first: int, sandbox: DrivenSandbox) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{sandbox.gateway_url}/?v={version}") as socket:
        heard = await socket.receive()
        if first == Op.HELLO:
            assert heard.json() == {"op": 10, "s": None, "t": None, "d": {"heartbeat_interval": 41_250}}
        else:
            assert (heard.type, heard.data, heard.extra) == (aiohttp.WSMsgType.CLOSE, first, "Invalid API version")


async def test_a_line_that_is_cut_says_nothing_more_and_its_session_stays(sandbox: DrivenSandbox) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{sandbox.gateway_url}?v=10") as socket:
        await socket.send_json(OPEN | {"d": {"token": sandbox.token, "intents": 1}})
        for _ in range(3):
            await socket.receive()
        await sandbox.control("gateway", action="drop")
        assert (await socket.receive()).type is aiohttp.WSMsgType.CLOSED and socket.close_code == 1006
    assert sandbox._parts is not None
    await until(lambda: not sandbox._parts._gateway._lines)  # type: ignore[union-attr]
    assert ((await sandbox.visitors.stats())["gateway_sessions"], sandbox._parts._gateway.is_online) == (1, False)


class Written:
    """A socket that keeps what is written on it, and the connection below it."""

    def __init__(self, *, broken: bool = False) -> None:
        self.frames: list[Any] = []
        self.broken = broken

    async def send_str(self, text: str) -> None:
        if self.broken:
            raise ConnectionResetError
        self.frames.append(json.loads(text))

    async def close(self, *, code: int, message: bytes) -> None:
        self.frames.append((code, message))

    def abort(self) -> None:
        self.frames.append("cut")


async def test_a_line_writes_in_order_what_is_sent_until_it_is_closed_cut_or_silent() -> None:
    socket: Any = Written()
    line = Line(socket, socket)
    line.send({"a": 1})
    line.send({"b": 2})
    line.close(Close.RATE_LIMITED, "Slower")
    assert not socket.frames
    await line.done()
    assert socket.frames == [{"a": 1}, {"b": 2}, (4008, b"Slower")]
    silent, cut, broken = Written(), Written(), Written(broken=True)
    for one in (silent, cut, broken):
        line = Line(cast("Any", one), cast("Any", one))
        line.is_silent = one is silent
        line.send({"a": 1})
        line.send({"b": 2})
        if one is cut:
            line.cut()
        await line.done()
    assert (silent.frames, cut.frames, broken.frames) == ([], ["cut"], [])

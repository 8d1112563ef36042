"""The gateway: logging in, dropping out, taking up again."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
import discord
import pytest

from bot.sandbox.gateway import Intent
from bot.sandbox.interactions import Answer, Kind
from bot.sandbox.limits_components import ComponentType
from bot.sandbox.model import ChannelType, MessageFlag, MessageType
from bot.sandbox.permissions import Permission
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


@rows("permission", Permission)
def test_a_permission_is_the_bit_that_the_library_sends(permission: Permission) -> None:
    assert permission == discord.Permissions.VALID_FLAGS[str(permission.name).lower()]


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

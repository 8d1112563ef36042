"""Threads, DMs, permissions, and channels that go away."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any

import aiohttp
import discord
import pytest

from bot.sandbox.model import Message, Overwrite
from bot.sandbox.permissions import Permission
from tests.harness.sandbox import DrivenSandbox, Person, SandboxRefused
from tests.sandbox.clerk import Clerk
from tests.sandbox.conftest import Bare, Reply


async def test_a_public_thread_is_for_all(ann: Person, ben: Person, clerk: Clerk) -> None:
    thread = await clerk.table_talk.create_thread(name="Game 1", type=discord.ChannelType.public_thread)
    await thread.send("Welcome")
    await ben.expect("Welcome", channel="Game 1")
    await ben.slash("/game new", channel="Game 1", variant="base")
    await ann.expect("A base game", channel="Game 1")


async def test_a_thread_on_a_message(ann: Person, clerk: Clerk) -> None:
    sent = await clerk.table_talk.send("Game 2 begins")
    thread = await sent.create_thread(name="Game 2")
    assert thread.id == sent.id
    await thread.send("Here")
    await ann.expect("Here", channel=str(thread.id))
    with pytest.raises(discord.HTTPException) as refused:
        await sent.create_thread(name="Again")
    assert refused.value.code == 160004


async def test_a_private_thread_is_for_its_members(sandbox: DrivenSandbox, ben: Person, clerk: Clerk) -> None:
    cat = await sandbox.person("cat")
    thread = await clerk.table_talk.create_thread(name="Conspiracy", type=discord.ChannelType.private_thread)
    await thread.add_user(discord.Object(int(ben.id)))
    await thread.send("Psst")
    await ben.expect("Psst", channel="Conspiracy")
    assert "Conspiracy" not in cat.channel_names()
    with pytest.raises(SandboxRefused):
        await cat._get(f"/channels/{thread.id}/messages")
    assert {m.id for m in await thread.fetch_members()} == {int(ben.id), sandbox.application_id}
    await thread.remove_user(discord.Object(int(ben.id)))
    await ben.frame("CHANNEL_DELETE", id=str(thread.id))


async def test_an_archived_thread_opens_for_a_message(ann: Person, sandbox: DrivenSandbox, clerk: Clerk) -> None:
    thread = await clerk.table_talk.create_thread(name="Old", type=discord.ChannelType.public_thread)
    sent = await thread.send("Before")
    await sandbox.control(f"channels/{thread.id}", action="archive")
    with pytest.raises(discord.HTTPException) as refused:
        await sent.edit(content="Changed")
    assert refused.value.code == 50083
    await thread.send("After")
    opened = await ann.frame("CHANNEL_UPDATE", id=str(thread.id), message_count=2)
    assert not opened["thread_metadata"]["archived"]
    await sent.edit(content="Changed")


async def test_a_locked_thread_stays_shut(ben: Person, sandbox: DrivenSandbox, clerk: Clerk) -> None:
    thread = await clerk.table_talk.create_thread(name="Shut", type=discord.ChannelType.public_thread)
    await sandbox.control(f"channels/{thread.id}", action="lock")
    await ben.frame("CHANNEL_UPDATE", id=str(thread.id))
    await thread.send("The bot manages threads")
    with pytest.raises(SandboxRefused, match="locked"):
        await ben.say("Hello?", channel="Shut")
    await sandbox.control("permissions", channel_id=str(clerk.table_talk.id), deny=["MANAGE_THREADS"])
    with pytest.raises(discord.Forbidden) as refused:
        await thread.send("Not any more")
    assert refused.value.code == 160005
    await sandbox.control(f"channels/{thread.id}", action="archive")
    with pytest.raises(discord.HTTPException) as archived:
        await thread.send("Least of all now")
    assert archived.value.code == 50083


async def test_the_bot_archives_and_reopens_its_thread(ann: Person, clerk: Clerk) -> None:
    thread = await clerk.table_talk.create_thread(name="Mine", type=discord.ChannelType.public_thread)
    await thread.edit(name="Ended", archived=True, locked=True)
    assert [t.name async for t in clerk.table_talk.archived_threads()] == ["Ended"]
    with pytest.raises(discord.HTTPException) as refused:
        await thread.edit(name="Renamed")
    assert refused.value.code == 50083
    await thread.edit(archived=False, locked=False)
    assert "Ended" in ann.channel_names()


@pytest.mark.parametrize(
    ("denied", "code"),
    [("SEND_MESSAGES", 50013), ("EMBED_LINKS", 50013), ("ATTACH_FILES", 50013), ("VIEW_CHANNEL", 50001)],
)
async def test_missing_permissions(sandbox: DrivenSandbox, clerk: Clerk, denied: str, code: int) -> None:
    channel = clerk.table_talk
    await sandbox.control("permissions", channel_id=str(channel.id), deny=[denied])
    with pytest.raises(discord.Forbidden) as refused:
        await channel.send("x", embed=discord.Embed(title="x"), file=discord.File(__file__, "x.txt"))
    assert refused.value.code == code
    await sandbox.control("permissions", channel_id=str(channel.id), deny=[])
    await channel.send("x")


async def test_the_library_hears_of_denied_permissions(sandbox: DrivenSandbox, clerk: Clerk) -> None:
    channel = clerk.table_talk
    await sandbox.control("permissions", channel_id=str(channel.id), deny=["CREATE_PRIVATE_THREADS"])
    async with asyncio.timeout(5):
        while channel.permissions_for(channel.guild.me).create_private_threads:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    with pytest.raises(discord.Forbidden):
        await channel.create_thread(name="No")


async def test_an_answer_needs_no_permission_to_send(ann: Person, sandbox: DrivenSandbox) -> None:
    await sandbox.control("permissions", channel_id=ann.channel_id("herald"), deny=["SEND_MESSAGES"])
    await ann.slash("/game new", variant="base")
    await ann.expect("A base game")


async def test_direct_messages(ben: Person, clerk: Clerk) -> None:
    user = await clerk.fetch_user(int(ben.id))
    await user.send("Your hand")
    await ben.expect("Your hand", channel=ben.dm())
    await ben.set_dms(allowed=False)
    with pytest.raises(discord.Forbidden) as refused:
        await user.send("Your new hand")
    assert refused.value.code == 50007
    await ben.set_dms(allowed=True)
    await user.send("Your new hand")


async def test_a_channel_that_is_gone(ann: Person, sandbox: DrivenSandbox, clerk: Clerk) -> None:
    channel = clerk.table_talk
    await sandbox.control(f"channels/{channel.id}", action="delete")
    await ann.frame("CHANNEL_DELETE", id=str(channel.id))
    with pytest.raises(discord.NotFound) as refused:
        await channel.send("Anybody?")
    assert refused.value.code == 10003


async def test_a_new_channel(ben: Person, clerk: Clerk) -> None:
    channel = await clerk.guilds[0].create_text_channel("War Room", topic="War")
    assert channel.name == "war-room"
    await channel.edit(topic="Peace")
    await channel.send("Here")
    await ben.expect("Here", channel="war-room")
    await channel.delete()
    await ben.frame("CHANNEL_DELETE")


async def test_unknown_people_and_channels(bare: Bare) -> None:
    assert (await bare("GET", "/channels/1")).code == 10003
    assert (await bare("GET", "/users/1")).code == 10013
    assert (await bare("GET", "/guilds/1")).code == 10004
    assert (await bare("POST", "/users/@me/channels", {"recipient_id": "1"})).code == 10013
    assert (await bare("GET", f"/channels/{await bare.channel()}/messages/1")).code == 10008


async def test_a_wrong_token(bare: Bare) -> None:
    reply = await bare("GET", "/users/@me", headers={"Authorization": "Bot wrong"})
    assert (reply.status, reply.code) == (401, 0)


async def test_a_newcomer_joins(sandbox: DrivenSandbox, ann: Person) -> None:
    async with ann._session.post(f"{sandbox.url}/person", json={"username": "hal", "global_name": "Hal"}) as response:
        assert response.status == 201
    await ann.frame("PEOPLE_UPDATE")
    hal = await sandbox.person("hal")
    await hal.slash("/game new", variant="base")


BOUND = ["MANAGE_MESSAGES", "MANAGE_CHANNELS"]
"""Permissions of which each frees from slow mode."""


async def test_a_slow_channel_takes_a_message_and_a_thread_in_its_time(sandbox: DrivenSandbox, clerk: Clerk) -> None:
    channel = clerk.table_talk
    await sandbox.control("permissions", channel_id=str(channel.id), deny=BOUND)
    await sandbox.control(f"channels/{channel.id}", action="slow", seconds=1)
    for what in (channel.send("One"), channel.create_thread(name="A", type=discord.ChannelType.public_thread)):
        await what
    bare = await clerk_refused(sandbox, channel.id)
    assert (bare.status, bare.body["code"]) == (429, 20016) and 0 < bare.body["retry_after"] <= 1


async def clerk_refused(sandbox: DrivenSandbox, channel: int) -> Reply:
    """What is answered to a message of the bot that the library does not send."""
    async with aiohttp.ClientSession() as session:
        return await Bare(sandbox, session)("POST", f"/channels/{channel}/messages", {"content": "Too soon"})


@pytest.mark.parametrize("free", BOUND)
async def test_slow_mode_does_not_concern_whoever_manages_messages_or_channels(
    free: str, sandbox: DrivenSandbox, clerk: Clerk
) -> None:
    channel = clerk.table_talk
    await sandbox.control("permissions", channel_id=str(channel.id), deny=[name for name in BOUND if name != free])
    await sandbox.control(f"channels/{channel.id}", action="slow", seconds=3600)
    await channel.send("One")
    await channel.send("Two")


async def test_several_messages_are_removed_at_once_by_who_manages_messages(
    ann: Person, sandbox: DrivenSandbox, clerk: Clerk
) -> None:
    channel = clerk.table_talk
    sent = [await channel.send(text) for text in ("One", "Two", "Three")]
    await sandbox.control("permissions", channel_id=str(channel.id), deny=["MANAGE_MESSAGES"])
    with pytest.raises(discord.Forbidden):
        await channel.delete_messages(sent[:2])
    await sandbox.control("permissions", channel_id=str(channel.id), deny=[])
    await channel.delete_messages(sent[:2])
    assert [message["content"] for message in await ann.messages("table-talk")] == ["Three"]


async def test_people_wait_in_a_slow_channel(ben: Person, sandbox: DrivenSandbox, clerk: Clerk) -> None:
    await sandbox.control(f"channels/{clerk.table_talk.id}", action="slow", seconds=60)
    await ben.say("One", channel="table-talk")
    with pytest.raises(SandboxRefused, match="slow mode: write again in 60 seconds"):
        await ben.say("Two", channel="table-talk")


async def test_a_server_has_so_many_active_threads_and_no_more(sandbox: DrivenSandbox, clerk: Clerk) -> None:
    await sandbox.control("limits", of="active_threads", requests=1)
    first = await clerk.table_talk.create_thread(name="One", type=discord.ChannelType.public_thread)
    with pytest.raises(discord.HTTPException) as refused:
        await clerk.table_talk.create_thread(name="Two", type=discord.ChannelType.public_thread)
    assert refused.value.code == 160006
    await sandbox.control(f"channels/{first.id}", action="archive")
    await clerk.table_talk.create_thread(name="Two", type=discord.ChannelType.public_thread)


async def test_an_announcement_channel_takes_no_public_thread(sandbox: DrivenSandbox, clerk: Clerk) -> None:
    channel = clerk.table_talk
    await sandbox.control(f"channels/{channel.id}", action="announce")
    await until_seen(channel.is_news)
    with pytest.raises(discord.HTTPException) as refused:
        await channel.create_thread(name="News", type=discord.ChannelType.public_thread)
    assert refused.value.code == 50024


async def until_seen(what: Callable[[], bool]) -> None:
    """Wait until the bot has heard of something."""
    async with asyncio.timeout(5):
        while not what():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_what_a_role_or_member_may_do_in_a_channel_is_set_and_undone(
    sandbox: DrivenSandbox, clerk: Clerk, bare: Bare
) -> None:
    one, everybody, bot = f"/channels/{clerk.table_talk.id}", clerk.table_talk.guild.id, clerk.application_id

    async def now() -> dict[str, tuple[int, str, str]]:
        seen = (await bare("GET", one)).body["permission_overwrites"]
        return {each["id"]: (each["type"], each["allow"], each["deny"]) for each in seen}

    await bare("PUT", f"{one}/permissions/{everybody}", {"type": 0, "deny": 64})
    await bare("PUT", f"{one}/permissions/{bot}", {"type": 1, "deny": 32768})
    await bare("PUT", f"{one}/permissions/{bot}", {"type": 1, "allow": 32768})
    assert await now() == {str(everybody): (0, "0", "64"), str(bot): (1, "32768", "0")}
    assert (await bare("DELETE", f"{one}/permissions/{everybody}")).status == 204
    assert await now() == {str(bot): (1, "32768", "0")}
    await sandbox.control("permissions", channel_id=str(clerk.table_talk.id), deny=["MANAGE_CHANNELS"])
    assert (await bare("PUT", f"{one}/permissions/{everybody}", {"type": 0, "deny": 64})).code == 50013


async def test_permissions_are_set_as_a_library_sends_them(clerk: Clerk, bare: Bare) -> None:
    channel, everybody = clerk.table_talk, clerk.table_talk.guild.default_role
    await channel.set_permissions(everybody, send_messages=False, add_reactions=True)
    (seen,) = (await bare("GET", f"/channels/{channel.id}")).body["permission_overwrites"]
    assert seen == {"id": str(everybody.id), "type": 0, "allow": "64", "deny": "2048"}
    one = f"/channels/{channel.id}/permissions/{everybody.id}"
    for wrong in ({"type": 0, "deny": "many"}, {"type": 0, "deny": "64", "denied": "64"}):
        assert (await bare("PUT", one, wrong)).code == 50035


async def test_the_bot_hears_of_its_own_coming_and_going_in_a_thread_alone(ben: Person, clerk: Clerk) -> None:
    thread = await clerk.table_talk.create_thread(name="Open", type=discord.ChannelType.public_thread)
    heard: list[str] = []

    @clerk.event
    async def on_thread_join(_: discord.Thread) -> None:
        heard.append("it joined")

    @clerk.event
    async def on_thread_remove(_: discord.Thread) -> None:
        heard.append("it left")

    @clerk.event
    async def on_thread_member_join(member: discord.ThreadMember) -> None:
        heard.append(f"{member.id} joined")

    @clerk.event
    async def on_raw_thread_member_remove(about: discord.RawThreadMembersUpdate) -> None:
        heard.append(f"others left: {about.data['removed_member_ids']}")

    other = discord.Object(int(ben.id))
    await thread.add_user(other)
    await thread.leave()
    await thread.remove_user(other)
    await thread.join()
    await until_seen(lambda: heard[-2:] == ["it left", "it joined"])
    assert not [what for what in heard if not what.startswith("it ")]


async def test_the_bot_joins_and_leaves_a_thread_and_brings_others(ben: Person, clerk: Clerk) -> None:
    thread = await clerk.table_talk.create_thread(name="Open", type=discord.ChannelType.public_thread)
    bot, other = clerk.application_id, int(ben.id)
    await thread.leave()
    assert bot not in {member.id for member in await thread.fetch_members()}
    await thread.join()
    assert bot in {member.id for member in await thread.fetch_members()}
    with pytest.raises(discord.NotFound) as absent:
        await thread.fetch_member(other)
    await thread.add_user(discord.Object(other))
    assert (await thread.fetch_member(other)).id == other
    with pytest.raises(discord.NotFound) as nobody:
        await thread.add_user(discord.Object(1))
    assert (absent.value.code, nobody.value.code) == (10007, 10013)


async def test_who_may_not_manage_threads_removes_nobody_from_one_for_all_and_changes_none_that_is_locked(
    ben: Person, sandbox: DrivenSandbox, clerk: Clerk
) -> None:
    thread = await clerk.table_talk.create_thread(name="Open", type=discord.ChannelType.public_thread)
    await thread.add_user(discord.Object(int(ben.id)))
    await sandbox.control("permissions", channel_id=str(clerk.table_talk.id), deny=["MANAGE_THREADS"])
    with pytest.raises(discord.Forbidden):
        await thread.remove_user(discord.Object(int(ben.id)))
    await sandbox.control(f"channels/{thread.id}", action="lock")
    with pytest.raises(discord.Forbidden) as locked:
        await thread.edit(name="Shut")
    assert locked.value.code == 160005


async def test_a_server_tells_of_its_roles_and_of_members_who_are_looked_for(ben: Person, bare: Bare) -> None:
    guild = f"/guilds/{(await bare('GET', '/users/@me/guilds')).body[0]['id']}"
    assert "@everyone" in [role["name"] for role in (await bare("GET", f"{guild}/roles")).body]
    found = (await bare("GET", f"{guild}/members/search", params={"query": "BE", "limit": "1"})).body
    assert [member["user"]["id"] for member in found] == [ben.id]
    assert not (await bare("GET", f"{guild}/members/search", params={"query": "nobody"})).body
    assert (await bare("GET", f"{guild}/members/search", params={"limit": "1001"})).code == 50035


@pytest.mark.parametrize(
    ("method", "path", "code"),
    [
        ("GET", "/guilds/{guild}/members", 50001),
        ("GET", "/guilds/{guild}/members/1", 10007),
        ("GET", "/guilds/1/roles", 10004),
        ("GET", "/guilds/1/members", 10004),
        ("GET", "/guilds/1/members/search", 10004),
        ("PUT", "/channels/{channel}/thread-members/@me", 50024),
        ("GET", "/channels/{channel}/thread-members/1", 50024),
        ("POST", "/channels/{channel}/messages/1/threads", 10008),
        ("DELETE", "/channels/{dm}", 50024),
        ("GET", "/nowhere", 0),
    ],
)
async def test_what_is_not_there_or_of_another_kind_is_refused(
    method: str, path: str, code: int, ben: Person, clerk: Clerk, bare: Bare
) -> None:
    dm = await (await clerk.fetch_user(int(ben.id))).create_dm()
    places = {"guild": clerk.table_talk.guild.id, "channel": clerk.table_talk.id, "dm": dm.id}
    body = {"name": "A thread"} if method == "POST" else None
    assert (await bare(method, path.format(**places), body)).code == code


async def test_threads_that_are_archived_are_told_to_who_may_read_history(sandbox: DrivenSandbox, clerk: Clerk) -> None:
    await sandbox.control("permissions", channel_id=str(clerk.table_talk.id), deny=["READ_MESSAGE_HISTORY"])
    with pytest.raises(discord.Forbidden):
        assert [thread async for thread in clerk.table_talk.archived_threads()] == []


async def test_who_manages_threads_removes_one_and_no_channel(sandbox: DrivenSandbox, clerk: Clerk) -> None:
    channel = clerk.table_talk
    thread = await channel.create_thread(name="Old", type=discord.ChannelType.public_thread)
    await sandbox.control("permissions", channel_id=str(channel.id), deny=["MANAGE_CHANNELS"])
    await thread.delete()
    with pytest.raises(discord.Forbidden):
        await channel.delete()


async def test_history_is_read_before_and_around_a_message(clerk: Clerk) -> None:
    sent = [await clerk.table_talk.send(str(number)) for number in range(7)]

    async def read(**where: Any) -> list[str]:
        return sorted([message.content async for message in clerk.table_talk.history(limit=3, **where)])

    assert await read(before=sent[4]) == ["1", "2", "3"]
    assert await read(around=sent[3]) == ["2", "3", "4"]
    assert await read(around=sent[0]) == ["0", "1", "2"]


async def test_a_reply_names_a_message_that_is_there(clerk: Clerk) -> None:
    channel = clerk.table_talk
    first = await channel.send("Who is there?")
    assert (await first.reply("I.")).type is discord.MessageType.reply
    gone = discord.MessageReference(message_id=1, channel_id=channel.id, fail_if_not_exists=False)
    assert (await channel.send("Nobody.", reference=gone)).reference is None
    with pytest.raises(discord.HTTPException) as refused:
        await channel.send("Nobody.", reference=discord.MessageReference(message_id=1, channel_id=channel.id))
    assert refused.value.code == 50035


async def test_others_messages_are_removed_by_who_manages_messages(
    ann: Person, sandbox: DrivenSandbox, clerk: Clerk
) -> None:
    said = await ann.say("Mine", channel="table-talk")
    message = await clerk.table_talk.fetch_message(int(said["id"]))
    await sandbox.control("permissions", channel_id=str(clerk.table_talk.id), deny=["MANAGE_MESSAGES"])
    with pytest.raises(discord.Forbidden):
        await message.delete()


async def test_a_command_is_added_changed_and_withdrawn(clerk: Clerk, bare: Bare) -> None:
    guild = clerk.table_talk.guild.id
    many = f"/applications/{clerk.application_id}/guilds/{guild}/commands"
    made = (await bare("POST", many, {"name": "muster", "description": "Muster an army"})).body
    assert made["guild_id"] == str(guild)
    one = f"{many}/{made['id']}"
    changed = (await bare("PATCH", one, {"description": "Muster two armies"})).body
    assert (changed["id"], changed["name"]) == (made["id"], "muster")
    assert (await bare("GET", one)).body["description"] == "Muster two armies"
    again = (await bare("POST", many, {"name": "muster", "description": "Muster none"})).body
    assert again["id"] == made["id"] and len((await bare("GET", many)).body) == 1
    assert (await bare("PATCH", one, {"description": ""})).code == 50035
    assert (await bare("DELETE", one)).status == 204
    assert (await bare("GET", one)).code == 10063
    assert (await bare("GET", f"/applications/1/guilds/{guild}/commands")).code == 10002
    assert (await bare("GET", f"/applications/{clerk.application_id}/guilds/1/commands")).code == 50001


async def test_a_channel_is_moved_and_its_permissions_are_set_together(clerk: Clerk, bare: Bare) -> None:
    one, guild = f"/channels/{clerk.table_talk.id}", str(clerk.table_talk.guild.id)
    overwrites = [{"id": guild, "type": 0, "deny": "64"}]
    seen = (await bare("PATCH", one, {"position": 7, "permission_overwrites": overwrites})).body
    assert seen["position"] == 7
    assert seen["permission_overwrites"] == [{"id": guild, "type": 0, "allow": "0", "deny": "64"}]
    assert (await bare("POST", f"/guilds/{guild}/channels", {"name": "Hall", "type": 13})).code == 50024


@pytest.mark.parametrize(
    ("path", "order", "why"),
    [
        ("faults", {"status": 500, "match": "("}, "The match is no regular expression"),
        ("permissions", {"channel_id": "{channel}", "deny": ["FLY"]}, "Discord has no permission 'FLY'"),
        ("permissions", {"channel_id": "1", "deny": []}, "404: There is no channel 1"),
        ("channels/{channel}", {"action": "archive"}, "Only a thread can be archived or locked"),
        ("channels/{channel}", {"action": "burn"}, "The body does not fit"),
    ],
)
async def test_an_order_that_means_nothing_is_refused(
    path: str, order: dict[str, Any], why: str, sandbox: DrivenSandbox
) -> None:
    channel = next(c.id for c in sandbox.world.channels.values() if c.name == "table-talk")
    given = {key: channel if value == "{channel}" else value for key, value in order.items()}
    with pytest.raises(SandboxRefused, match=re.escape(why)):
        await sandbox.control(path.format(channel=channel), **given)


async def test_another_limit_holds_as_soon_as_it_is_ordered(sandbox: DrivenSandbox, bare: Bare) -> None:
    channel = await bare.channel()
    await sandbox.control("limits", of="threads", requests=1, seconds=60)
    opened = [await bare("POST", f"/channels/{channel}/threads", {"name": "Game"}) for _ in range(2)]
    assert [reply.status for reply in opened] == [201, 429]
    old = Message(str(int(sandbox.world.ids.next()) - (4_000_000 << 22)), channel, sandbox.world.guild.bot_id)
    sandbox.world.save_message(old)
    await sandbox.control("limits", of="late_edits", requests=1, seconds=60, manner="long_wait")
    path = f"/channels/{channel}/messages/{old.id}"
    edited = [await bare("PATCH", path, {"content": "x"}) for _ in range(2)]
    assert (edited[0].status, edited[1].status, edited[1].code) == (200, 429, 30046)
    assert 59 < edited[1].body["retry_after"] <= 60
    await sandbox.control("limits", of="starts", requests=7, seconds=60)
    assert (await bare("GET", "/gateway/bot")).body["session_start_limit"]["total"] == 7
    assert (await sandbox.control("clock", token_seconds=5))["token_seconds"] == 5
    clock = {"interaction_seconds": 3.0, "token_seconds": 5.0, "edit_seconds": 3600.0, "deliveries": 1}
    assert await sandbox.control("clock") == clock
    stats = await sandbox.visitors.stats()
    assert (stats["requests"], stats["with_problems"], stats["bot_online"], stats["messages"]) == (7, 0, False, 1)
    assert stats["by_status"] == {"200": 4, "201": 1, "429": 2} and stats["gateway_sessions"] == 0
    assert (await bare("POST", f"/channels/{channel}/messages", {"content": 5})).status == 400
    assert (await sandbox.visitors.stats())["with_problems"] == 1


async def test_what_a_person_cannot_do_is_said_to_them(sandbox: DrivenSandbox) -> None:
    ben, world = await sandbox.person("ben"), sandbox.world
    talk = next(c for c in world.channels.values() if c.name == "table-talk")
    file = await ben.upload("a.txt", b"x")
    here = f"/channels/{talk.id}/messages"
    for path, body, why in (
        (here, {"content": " "}, "400: A message has 1 to 2000 characters."),
        (here, {"content": "x" * 2001}, "400: A message has 1 to 2000"),
        (here, {"content": "x", "attachments": ["1"] * 11}, "400: A message has at most 10 files."),
        (here, {"content": "x", "attachments": ["1"]}, "400: There is no file 1; upload it first."),
        ("/channels/1/messages", {"content": "x"}, "404: There is no such channel."),
        ("/interactions", {"type": 9, "channel_id": talk.id, "data": {}}, "400: There is no interaction of type 9."),
        (
            "/interactions",
            {"type": 3, "channel_id": talk.id, "data": {}, "message_id": "1"},
            "404: The message is gone",
        ),
        ("/interactions", {"type": 5, "channel_id": talk.id, "data": {}}, "404: This form is no longer open."),
        ("/interactions", {"type": 2, "channel_id": talk.id, "data": {"id": "1"}}, "404: There is no command /None."),
    ):
        with pytest.raises(SandboxRefused, match=re.escape(why)):
            await ben._post(path, body)
    assert (await ben._post(here, {"content": "x" * 2000}))["content"] == "x" * 2000
    sent = await ben._post(here, {"content": "", "attachments": [file]})
    assert [one["id"] for one in sent["attachments"]] == [file]
    talk.overwrites = [Overwrite(ben.id, 1, 0, int(Permission.SEND_MESSAGES))]
    with pytest.raises(SandboxRefused, match="403: You may not write in this channel"):
        await ben._post(here, {"content": "x"})
    for username, name, why in (
        ("ann", "Ann", "409: The name ann is taken"), ("a", "A", "400: A user name has 2 to 32"),
        ("x" * 33, "A", "400: A user name"), ("hal", " ", "400: A user name"), ("hal", "x" * 33, "400: A user name"),
        ("ha", "H", ""), ("x" * 32, "x" * 32, ""),
    ):  # fmt: skip
        names = {"username": username, "global_name": name}
        async with ben._session.post(f"{sandbox.url}/person", json=names) as response:
            told = await response.json()
            assert (f"{response.status}: {told.get('error')}".startswith(why)) if why else response.status == 201
    for path in ("person/1/world", f"attachments/1/{file}/a.txt", "attachments/0/1/a.txt", "assets/none.js"):
        async with ben._session.get(f"{sandbox.url}/{path}") as response:
            assert response.status == 404, path
    async with ben._session.get(f"{sandbox.url}/attachments/0/{file}/a.txt") as response:
        assert response.headers["Content-Disposition"] == 'attachment; filename="a.txt"'
        assert (response.content_type, await response.read()) == ("application/octet-stream", b"x")


@pytest.mark.parametrize(
    ("method", "path", "body", "code"),
    [
        ("POST", "/users/@me/channels", {"recipient_id": "{bot}"}, 50007),
        ("POST", "/users/@me/channels", {"recipient_id": "1"}, 10013),
        ("POST", "/channels/{dm}/messages/bulk-delete", {"messages": ["1", "2"]}, 50024),
        ("POST", "/webhooks/1/token", {"content": "x"}, 10015),
        ("POST", "/webhooks/{bot}/token", {"content": "x"}, 10015),
        ("GET", "/channels/{talk}/messages?limit=0", None, 50035),
        ("GET", "/channels/{talk}/messages?limit=101", None, 50035),
        ("GET", "/channels/{talk}/messages/pins?limit=51", None, 50035),
    ],
)
async def test_what_cannot_be_asked_of_discord_is_refused(
    method: str, path: str, body: dict[str, Any] | None, code: int, sandbox: DrivenSandbox, bare: Bare
) -> None:
    world = sandbox.world
    names = {channel.name or "dm": channel.id for channel in world.channels.values()}
    places = {"bot": world.guild.bot_id, "talk": names["table-talk"], "dm": names["dm"]}
    given = {key: value.format(**places) if isinstance(value, str) else value for key, value in (body or {}).items()}
    assert (await bare(method, path.format(**places), given or None)).code == code


async def test_a_bot_that_may_not_write_does_not_type_and_one_that_is_gone_sends_no_letter(
    sandbox: DrivenSandbox, bare: Bare
) -> None:
    world = sandbox.world
    talk = next(c for c in world.channels.values() if c.name == "table-talk")
    ben = next(p for p in world.people.values() if p.username == "ben")
    assert (await bare("POST", f"/channels/{talk.id}/typing")).status == 204
    talk.overwrites = [Overwrite(world.guild.bot_id, 1, 0, int(Permission.SEND_MESSAGES))]
    assert (await bare("POST", f"/channels/{talk.id}/typing")).code == 50013
    ben.dms_open = False
    letter = f"/channels/{world.dm_with(ben.id).id}/messages"
    assert (await bare("POST", letter, {"content": "x"})).code == 50007
    world.guild.bot_kicked = True
    assert (await bare("POST", letter, {"content": "x"})).code == 50278


async def test_who_reads_no_history_writes_and_answers_nothing(sandbox: DrivenSandbox, bare: Bare) -> None:
    world = sandbox.world
    talk = next(c for c in world.channels.values() if c.name == "table-talk")
    path, history = f"/channels/{talk.id}/messages", Permission.READ_MESSAGE_HISTORY
    talk.overwrites = [Overwrite(world.guild.bot_id, 1, 0, int(history))]
    sent = await bare("POST", path, {"content": "x"})
    assert sent.status == 200
    answer = {"content": "y", "message_reference": {"message_id": sent.body["id"]}}
    assert (await bare("POST", path, answer)).code == 50013


async def test_a_channel_has_250_pins_at_most(sandbox: DrivenSandbox, bare: Bare) -> None:
    world = sandbox.world
    talk = next(c for c in world.channels.values() if c.name == "table-talk")
    sent = [Message(world.ids.next(), talk.id, world.guild.bot_id, content="x") for _ in range(251)]
    for number, message in enumerate(sent[:250]):
        message.pinned_at = f"{number:03}" if number else None
        world.save_message(message)
    world.save_message(sent[250])
    assert (await bare("PUT", f"/channels/{talk.id}/pins/{sent[0].id}")).status == 204
    assert (await bare("PUT", f"/channels/{talk.id}/pins/{sent[250].id}")).code == 30003
    shown = (await bare("GET", f"/channels/{talk.id}/messages/pins")).body
    assert (len(shown["items"]), shown["has_more"]) == (50, True)
    assert shown["items"][0]["pinned_at"] == "249", "by the letters: the real moments begin with a 2, too"
    assert len((await bare("GET", f"/channels/{talk.id}/pins")).body) == 250

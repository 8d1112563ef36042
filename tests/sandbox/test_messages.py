"""Messages: files, edits, replies, pings, pins, history."""

from __future__ import annotations

import discord
import pytest

from tests.harness.sandbox import DrivenSandbox, Person, SandboxRefused
from tests.sandbox.clerk import Clerk, picture
from tests.sandbox.conftest import Bare


async def test_a_picture_in_an_embed(ann: Person, clerk: Clerk) -> None:
    embed = discord.Embed(title="York", description="A city").set_image(url="attachment://map.png")
    sent = await clerk.table_talk.send(embed=embed, file=picture())
    seen = await ann.expect("York", channel="table-talk")
    image = seen["embeds"][0]["image"]
    assert image["url"].startswith("http://127.0.0.1")
    assert (image["width"], image["height"]) == (40, 30)
    assert seen["attachments"] == []
    assert sent.embeds[0].image.url == image["url"]


async def test_an_edit_replaces_the_picture(ann: Person, clerk: Clerk) -> None:
    sent = await clerk.table_talk.send("Turn 1", file=picture("red"))
    before = (await ann.expect("Turn 1"))["attachments"][0]
    assert before["description"] == "The map"
    await sent.edit(content="Turn 2", attachments=[picture("blue")])
    after = (await ann.expect("Turn 2"))["attachments"]
    assert [a["filename"] for a in after] == ["map.png"]
    assert after[0]["id"] != before["id"]


async def test_an_edit_without_files_keeps_them(ann: Person, clerk: Clerk) -> None:
    sent = await clerk.table_talk.send("Turn 1", file=picture())
    edited = await sent.edit(content="Turn 2")
    assert [a.id for a in edited.attachments] == [a.id for a in sent.attachments]
    emptied = await edited.edit(attachments=[])
    assert emptied.attachments == []
    assert (await ann.messages("table-talk"))[0]["content"] == "Turn 2"


async def test_a_file_can_be_read_back(clerk: Clerk) -> None:
    sent = await clerk.table_talk.send(file=discord.File(__file__, "my notes.txt"))
    assert sent.attachments[0].filename == "my_notes.txt"
    assert b"def test_a_file_can_be_read_back" in await sent.attachments[0].read()


async def test_only_the_allowed_are_pinged(ann: Person, ben: Person, clerk: Clerk) -> None:
    text = f"<@{ann.id}> and <@{ben.id}>, @everyone"
    quiet = await clerk.table_talk.send(text, allowed_mentions=discord.AllowedMentions.none())
    assert quiet.mentions == []
    assert not quiet.mention_everyone
    allowed = discord.AllowedMentions(users=[discord.Object(int(ben.id))], everyone=False)
    one = await clerk.table_talk.send(text, allowed_mentions=allowed)
    assert [u.id for u in one.mentions] == [int(ben.id)]
    loud = await clerk.table_talk.send(text, allowed_mentions=discord.AllowedMentions.all())
    assert len(loud.mentions) == 2
    assert loud.mention_everyone


async def test_a_reply_names_what_it_answers(ann: Person, clerk: Clerk) -> None:
    first = await clerk.table_talk.send("Question")
    await first.reply("Reply")
    seen = await ann.expect("Reply")
    assert seen["referenced_message"]["content"] == "Question"


async def test_pins(ann: Person, clerk: Clerk) -> None:
    panel = await clerk.table_talk.send("The panel")
    await panel.pin()
    assert [m.id async for m in clerk.table_talk.pins()] == [panel.id]
    notice = await ann.expect(lambda m: m["type"] == 6)
    assert notice["message_reference"]["message_id"] == str(panel.id)
    await panel.unpin()
    assert [m async for m in clerk.table_talk.pins()] == []


async def test_history_and_deletion(ann: Person, clerk: Clerk) -> None:
    sent = [await clerk.table_talk.send(str(n)) for n in range(4)]
    assert [m.content async for m in clerk.table_talk.history(limit=2)] == ["3", "2"]
    assert [m.content async for m in clerk.table_talk.history(after=sent[1])] == ["2", "3"]
    await sent[0].delete()
    gone = await ann.frame("MESSAGE_DELETE", id=str(sent[0].id))
    assert gone["channel_id"] == str(clerk.table_talk.id)
    with pytest.raises(discord.NotFound) as refused:
        await sent[0].edit(content="too late")
    assert refused.value.code == 10008


async def test_a_window_asks_for_so_many_messages_before_one(ann: Person, clerk: Clerk) -> None:
    sent = [await clerk.table_talk.send(f"Move {number}") for number in range(3)]
    path = f"/channels/{clerk.table_talk.id}/messages"
    found = await ann._get(f"{path}?limit=1&before={sent[2].id}")
    assert [message["content"] for message in found] == ["Move 1"]
    for asked in ("limit=many", "before=then"):
        with pytest.raises(SandboxRefused, match="The limit is a number and before an id"):
            await ann._get(f"{path}?{asked}")


async def test_messages_of_people_are_not_edited(ann: Person, clerk: Clerk) -> None:
    said = await ann.say("Mine", channel="table-talk")
    foreign = clerk.table_talk.get_partial_message(int(said["id"]))
    with pytest.raises(discord.Forbidden) as refused:
        await foreign.edit(content="Yours")
    assert refused.value.code == 50005


async def test_ephemeral_messages_are_not_fetched(ann: Person, bare: Bare) -> None:
    await ann.slash("/game hand")
    hand = await ann.answer()
    reply = await bare("GET", f"/channels/{hand['channel_id']}/messages/{hand['id']}")
    assert (reply.status, reply.code) == (404, 10008)


async def test_unread_nonces_and_flags_are_kept_apart(bare: Bare) -> None:
    path = f"/channels/{await bare.channel()}/messages"
    one = await bare("POST", path, {"content": "a", "nonce": "7"})
    two = await bare("POST", path, {"content": "b", "nonce": "7"})
    assert one.body["id"] != two.body["id"]
    ephemeral = await bare("POST", path, {"content": "c", "flags": 64})
    assert ephemeral.body["flags"] == 0


async def test_everything_was_as_discord_describes_it(ann: Person, sandbox: DrivenSandbox, clerk: Clerk) -> None:
    await clerk.table_talk.send("Fine", embed=discord.Embed(title="Fine"), file=picture())
    await ann.slash("/game panel")
    assert [r for r in await sandbox.visitors.requests() if r["problems"]] == []

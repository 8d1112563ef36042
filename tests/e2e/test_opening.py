"""Over the wire: `/game new` without a word typed, a table by buttons alone, and a lesson to its end."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.store import games
from bot.store.rows import Status
from tests.e2e.table import WHISPERED, Evening, evening
from tests.harness.reading import Json, buttons, text_of, walk
from tests.harness.sandbox import Person

THUMBNAIL = 11


async def pressed(person: Person, message: Json, label: str) -> Json:
    """Press a button of a private message, and return what has become of it."""
    await person.press(message, label)
    return await person.answer()


async def asked(night: Evening) -> Json:
    """Let the first person ask which games there are."""
    await night.people[0].slash("/game new", channel="herald")
    return await night.people[0].answer()


async def test_a_table_is_opened_by_buttons_and_everybody_is_told(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann", "ben", drawn=True) as night:
        ann, ben = night.people
        shown = await asked(night)
        assert shown["flags"] & WHISPERED
        cards = [part["media"] for part in walk(shown["components"]) if part["type"] == THUMBNAIL]
        named = [media["url"].split("/")[-1].split("?")[0] for media in cards]
        assert named == ["kingmaker.png", "lancaster.png", "warlord.png", "warriors.png"]
        shown = await pressed(ann, shown, "Play Warriors of God")
        await ann.choose(shown, "The Lion in Winter", placeholder="Another variant")
        shown = await ann.answer()
        await ann.choose(shown, "1", placeholder="How many computer players?")
        shown = await ann.answer()
        assert "**Variant**: The Lion in Winter\n-# England against France, 1135 to 1258." in text_of(shown)
        assert "**Computer players**: 1" in text_of(shown)
        await ann.press(shown, "Open the table")
        told = await ben.expect("opens a table of **Warriors of God** (The Lion in Winter)")
        assert not told["flags"] & WHISPERED and f"<@{ann.id}>" in text_of(told)
        night.thread = text_of(told).split("<#")[1].split(">")[0]
        for person in night.people:
            await person.refresh()
            person.here = night.thread
        await night.all_said()
        assert "takes a seat (2 of 2)" in await night.said(ben)
        await night.check_wire()


async def test_a_table_whose_button_is_pressed_twice_at_the_same_moment_is_opened_once(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann", "ben") as night:
        ann, ben = night.people
        shown = await pressed(ann, await asked(night), "Play Lancaster")
        await asyncio.gather(*(ann.press(shown, "Open the table") for _ in range(2)))
        await ann.expect("The table is being opened already")
        await ben.expect("opens a table of **Lancaster**")
        await night.all_said()
        async with night.supervisor.herald.store.reading() as connection:
            assert len(await games.all_with(connection, Status.LOBBY)) == 1


@pytest.mark.parametrize("title", ["Kingmaker", "War Lord Tourney"])
async def test_a_lesson_over_the_wire_leaves_nothing_behind(tmp_path: Path, title: str) -> None:
    async with evening(tmp_path, "ann", "ben") as night:
        ann, ben = night.people
        shown = await pressed(ann, await asked(night), f"Learn {title}")
        for _ in range(60):
            assert shown["flags"] & WHISPERED
            if "That was the lesson" in text_of(shown):
                break
            shown = await pressed(ann, shown, "Play it for me")
        assert "That was the lesson" in text_of(shown) and "`/game new`" in text_of(shown)
        assert [button["label"] for button in buttons(shown)] == [f"Play {title}"] and not await ben.messages(limit=50)
        assert not await ann.messages(ann.dm(), limit=50)
        await night.check_wire()

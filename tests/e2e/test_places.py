"""Where things are said: secrets in direct messages, and what happens when a thread cannot be written to."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.e2e.players import ButtonPlayer, button
from tests.e2e.table import evening
from tests.harness.reading import Json, selects, text_of


async def test_a_secret_decision_is_taken_in_the_direct_message(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann", "ben") as night:
        await night.open()
        await night.start()
        for person in night.people:
            player = ButtonPlayer(person, night, Random(1))
            letter = await person.expect("a decision waits for you", channel=person.dm())
            shown = await by_letter(player, letter, "station")
            assert "✅" in text_of(shown)
            assert "is ready" in text_of(await in_letter(player, letter, "My faction is ready"))
        await night.all_said()
        assert "Movement phase" in await night.said(night.people[0])
        await night.check_wire()


async def by_letter(player: ButtonPlayer, letter: Json, tag: str) -> Json:
    """Fill a whole form in inside a direct message."""
    await player.person.choose(letter, [tag])
    shown = await player.person.answer()
    while not button(shown, "Do it"):
        await player.person.choose(letter, [selects(shown)[0]["options"][0]["value"]])
        shown = await player.person.answer()
    return await in_letter(player, letter, "Do it")


async def in_letter(player: ButtonPlayer, letter: Json, label: str) -> Json:
    """Press a button of a direct message and return what has become of it."""
    await player.person.press(letter, label)
    return await player.person.answer()


async def test_an_archived_thread_wakes_up(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann", "ben") as night:
        await night.open()
        await night.start()
        ann = ButtonPlayer(night.people[0], night, Random(1))
        panel = await ann.options()
        await night.sandbox.control(f"channels/{night.thread}", action="archive")
        await ann.press(panel, "My faction is ready")
        await night.all_said()
        assert "**Ann** is ready." in await night.said(night.people[0])
        assert await night.troubles() == []


async def test_a_lost_thread_is_told_to_the_game_master_once_and_nothing_is_lost(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann", "ben") as night:
        await night.open()
        await night.start()
        ann, ben = (ButtonPlayer(person, night, Random(1)) for person in night.people)
        await night.sandbox.control(f"channels/{night.thread}", action="delete")
        letter = await ann.person.expect("a decision waits for you", channel=ann.person.dm())
        await in_letter(ann, letter, "My faction is ready")
        letter = await ben.person.expect("a decision waits for you", channel=ben.person.dm())
        await in_letter(ben, letter, "My faction is ready")
        await night.all_said()
        letters = [text_of(message) for message in await ann.person.messages(ann.person.dm(), limit=100)]
        assert sum("cannot write to the thread" in text for text in letters) == 1

"""The panel of a War Lord Tourney shows its board and its duel."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from tests.e2e.beginnings import evening_after, warlord
from tests.e2e.players import ButtonPlayer
from tests.e2e.table import Evening, evening
from tests.harness.reading import Json, buttons, text_of


async def test_the_panel_shows_the_board_and_the_duel(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann", "ben", drawn=True) as night:
        await night.open(game="warlord")
        await night.start()
        player = ButtonPlayer(night.people[0], night, Random(1))
        panel = await night.panel(player.person)
        assert [button["label"] for button in buttons(panel)] == ["My options", "Board", "Latest duel", "Log", "Seats"]
        shown = await player.press(panel, "Board")
        assert shown["attachments"][0]["description"].startswith("The Tourney Field, round 1")
        assert "No duel has been fought yet." in text_of(await player.press(panel, "Latest duel"))
        await player.person.slash("/hand")
        assert "This game has no picture" in text_of(await player.person.answer())


@asynccontextmanager
async def moved(folder: Path) -> AsyncIterator[tuple[Evening, ButtonPlayer, ButtonPlayer, Json]]:
    """An evening of two on which the first has passed: who that was, who is next, and the panel that says so."""
    async with evening_after(warlord, folder, "ann", "ben") as night:
        first = await night.asked()
        (second,) = (person for person in night.people if person is not first)
        mover, next_one = (ButtonPlayer(person, night, Random(1)) for person in (first, second))
        yield night, mover, next_one, await mover.press(await mover.options(), "Pass")


async def test_a_panel_on_which_all_is_done_asks_again_when_the_turn_comes_back(tmp_path: Path) -> None:
    """Nobody looks for the button: whoever has moved reads what both did, and below it what they are asked next."""
    async with moved(tmp_path) as (night, mover, next_one, done):
        assert "Done" in text_of(done) and "It is your turn" not in text_of(done)
        await next_one.press(await next_one.options(), "Pass")
        asked = await mover.person.expect(
            lambda message: message["id"] == done["id"] and "It is your turn" in text_of(message)
        )
        name = "Ben" if next_one.person is night.people[1] else "Ann"
        own, theirs, question = ("✅ ", f"**{name}** passes", "It is your turn")
        assert text_of(asked).index(own) < text_of(asked).index(theirs) < text_of(asked).index(question)
        assert "Done" in text_of(await mover.press(asked, "Pass"))


async def test_a_panel_that_was_pressed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    async with moved(tmp_path) as (night, mover, next_one, done):
        await mover.press(done, "Help")
        await next_one.press(await next_one.options(), "Pass")
        await night.all_said()
        assert text_of(mover.person.current(done)) == text_of(done)

"""The panel of a War Lord Tourney shows its board and its duel."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.e2e.beginnings import evening_after, warlord
from tests.e2e.players import ButtonPlayer
from tests.e2e.table import evening
from tests.harness.reading import buttons, text_of


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


async def test_a_panel_on_which_all_is_done_asks_again_when_the_turn_comes_back(tmp_path: Path) -> None:
    """Nobody looks for the button: whoever has moved reads what they did, and below it what they are asked next."""
    async with evening_after(warlord, tmp_path, "ann", "ben") as night:
        first = await night.asked()
        (second,) = (person for person in night.people if person is not first)
        mover, answerer = (ButtonPlayer(person, night, Random(1)) for person in (first, second))
        done = await mover.press(await mover.options(), "Pass")
        assert "Done" in text_of(done) and "It is your turn" not in text_of(done)
        await answerer.press(await answerer.options(), "Pass")
        asked = await first.expect(
            lambda message: message["id"] == done["id"] and "It is your turn" in text_of(message)
        )
        name = "Ben" if second is night.people[1] else "Ann"
        own, theirs, question = ("✅ ", f"**{name}** passes", "It is your turn")
        assert text_of(asked).index(own) < text_of(asked).index(theirs) < text_of(asked).index(question)
        assert "Done" in text_of(await mover.press(asked, "Pass"))


async def test_a_panel_that_was_pressed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    async with evening_after(warlord, tmp_path, "ann", "ben") as night:
        first = await night.asked()
        (second,) = (person for person in night.people if person is not first)
        mover, answerer = (ButtonPlayer(person, night, Random(1)) for person in (first, second))
        done = await mover.press(await mover.options(), "Pass")
        await mover.press(done, "Help")
        await answerer.press(await answerer.options(), "Pass")
        await night.all_said()
        assert text_of(first.current(done)) == text_of(done)

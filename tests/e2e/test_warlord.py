"""The panel of a War Lord Tourney shows its board and its duel."""

from __future__ import annotations

from pathlib import Path
from random import Random

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

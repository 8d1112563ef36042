"""A table that plays with the printed figures of its own edition, over the wire: given, refused, shown, exported."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.table import evening
from tests.harness.reading import text_of

OWN = 'game = "lancaster"\n[county.A]\nname = "Lincoln"\n[start_goods.base]\ngold = 5\n'


async def test_a_file_of_figures_is_given_to_a_table_before_it_starts(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann", "ben", "cat", drawn=True) as night:
        await night.open(game="lancaster")
        ann, ben, _ = night.people
        wrong = await ann.upload("mine.toml", OWN.replace("gold = 5", "gold = 50").encode())
        await ann.slash("/game settings", figures=wrong)
        refusal = text_of(await ann.answer())
        assert "Line 5: " in refusal and "gold is 50; write a whole number from 0 to 20." in refusal
        picture = await ann.upload("mine.png", b"\x89PNG\xff")
        await ann.slash("/game settings", figures=picture)
        assert "is not a text file in UTF-8" in text_of(await ann.answer())
        await ben.slash("/game settings", figures=await ben.upload("mine.toml", OWN.encode()))
        assert "Only the game master" in text_of(await ben.answer())

        await ann.slash("/game settings", figures=await ann.upload("mine.toml", OWN.encode()))
        assert "figures of its own edition" in text_of(await ann.answer())
        await night.start(letters=False)
        await ben.slash("/game status")
        status = text_of(await ben.answer())
        assert "This table plays with figures of its own edition" in status and "own figures" in status
        await ben.slash("/game map")
        shown = await ben.answer()
        assert "Lincoln" in shown["attachments"][0]["description"]
        async with night.reading() as live:
            assert {player.gold for player in live.table.game.state.players.values()} == {5}
        await night.all_said()
        await night.check_wire()

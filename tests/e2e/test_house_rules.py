"""House rules that change in the middle of a game and notes to the rules, over the wire."""

from __future__ import annotations

from pathlib import Path

from bot.panels.master.house_rules import overview
from tests.e2e.beginnings import evening_after
from tests.e2e.test_master import asked, in_movement, pressed, told
from tests.harness.reading import text_of


async def test_a_house_rule_is_shown_changed_pinged_and_taken_back(tmp_path: Path) -> None:
    async with evening_after(in_movement, tmp_path, "ann", "ben", "cat") as night:
        ann, ben, cat = night.people
        assert "All options are at their defaults" in text_of(await asked(ben, "/game settings"))
        async with night.reading() as live:
            listed = overview(live.table)
        may, cannot = listed.split("**Cannot change** any more: it decides how the game is set up")
        assert "`late_join` = false" in may and "`heir_set` = seven" in cannot and len(max(listed.splitlines())) < 2000
        fixed = text_of(await asked(ben, "/game settings", option="heir_set"))
        assert "Values: seven, eight." in fixed and "cannot change any more: it decides how the game is set up" in fixed
        assert "cannot change any more" in text_of(await asked(ann, "/game settings", option="heir_set", value="eight"))
        shown = await asked(ann, "/game settings", option="ambush", value="classic")
        assert "off → **classic**" in text_of(shown) and "Nothing on the table changes." in text_of(shown)
        assert "are changed" in text_of(await pressed(ann, shown, "Change it"))
        thread = await told(night)
        assert "The game master changes the house rules." in thread and "ambush` is classic (it was off)" in thread
        async with night.reading() as live:
            assert live.table.game.option("ambush") == "classic"
            pings = [f"<@{user}>" for user in (live.user_of("s1"), live.user_of("s2"))]
        assert all(ping in thread for ping in pings)
        assert "Changed during the game" in text_of(await asked(cat, "/game settings"))

        asking = await asked(ben, "/game settings", option="late_join", value="true")
        assert "all have to agree" in text_of(asking)
        assert "have asked the others" in text_of(await pressed(ben, asking, "Ask the others"))
        assert "change the house rules: `late_join` to true" in await told(night)
        await night.check_wire()


async def test_a_note_is_read_where_its_rule_is(tmp_path: Path) -> None:
    async with evening_after(in_movement, tmp_path, "ann", "ben", "cat") as night:
        ann, ben, _ = night.people
        assert "Only the game master" in text_of(await asked(ben, "/gm note", text="Mine."))
        said = await asked(ann, "/gm note", text="Roads are *dry* @everyone", rule="base-mov-3")
        assert "The note is kept" in text_of(said)
        assert "one of the two" in text_of(await asked(ann, "/gm note"))
        thread = await told(night)
        assert "House note 1 on BASE-MOV-3: Roads are ∗dry∗ ＠everyone" in thread
        shown = text_of(await asked(ben, "/rule", search="BASE-MOV-3"))
        assert "📌 House note 1 on BASE-MOV-3: Roads are" in shown
        assert "Notes to the rules" in text_of(await asked(ben, "/game settings"))
        assert "is taken back" in text_of(await asked(ann, "/gm note", take_back=1))
        assert "Note 1" not in text_of(await asked(ben, "/rule", search="BASE-MOV-3"))
        await night.check_wire()

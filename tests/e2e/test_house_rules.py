"""House rules that change before and in the middle of a game, by presses alone too, and notes to the rules."""

from __future__ import annotations

from pathlib import Path

from bot.panels.master.house_rules import overview
from tests.e2e.beginnings import evening_after
from tests.e2e.table import WHISPERED, Evening, evening
from tests.e2e.test_master import asked, in_movement, pressed, told
from tests.harness.reading import Json, buttons, selects, text_of
from tests.harness.sandbox import Person


async def chosen(person: Person, message: Json, menu: str, *values: str) -> Json:
    """What has become of a message after something was chosen in one of its menus."""
    await person.choose(message, values, placeholder=menu)
    return await person.answer()


async def opened(night: Evening, person: Person) -> Json:
    """What a person is shown by the table's button."""
    await night.all_said()
    await person.press(await night.panel(person, "House rules"), "House rules")
    return await person.expect(lambda message: message["flags"] & WHISPERED and "### House rules" in text_of(message))


async def option_now(night: Evening, name: str) -> object:
    """The value of an option in the running game."""
    async with night.reading() as live:
        return live.table.game.option(name)


async def test_kingmaker_changes_before_the_start_by_presses_alone(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann", "ben") as night:
        ann, ben = night.people
        await night.open()
        looked = await opened(night, ben)
        assert selects(looked) == [] and "The game master changes options here" in text_of(looked)
        shown = await opened(night, ann)
        assert sum(len(menu["options"]) for menu in selects(shown)[1:]) == 108
        shown = await chosen(ann, shown, "The set-up (7)", "heir_set")
        assert "-# Base game, Covault house rules 2.12: seven; WBC tournament rules of 2007: eight." in text_of(shown)
        shown = await pressed(ann, shown, "eight")
        assert "`heir_set` is now **eight**." in text_of(shown) and "heir_set = eight" in text_of(shown)
        shown = await chosen(ann, shown, "Time limits (6)", "time_limit_rounds")
        shown = await chosen(ann, shown, "Choose another value", "12")
        shown = await chosen(ann, shown, "Events (16)", "retained_events")
        shown = await chosen(ann, shown, "Choose all that apply", "writ", "chancellor_may_call")
        shown = await chosen(ann, shown, "Combat and captives (22)", "battle_rule")
        shown = await pressed(ann, shown, "covault_table, with noble_combat_death = covault_percent")
        assert "`battle_rule` is now **covault_table** and `noble_combat_death` is now" in text_of(shown)
        shown = await chosen(ann, shown, "Movement (18)", "overseas_areas")
        shown = await pressed(ann, shown, "closed")
        shown = await chosen(ann, shown, "Events (16)", "retained_events")
        await ann.choose(shown, ["refuge"], placeholder="Choose all that apply")
        await ann.expect("⚠️ These options make no sense together")
        shown = await pressed(ann, shown, "All house rules")
        everything = (
            "`retained_events` = writ, chancellor_may_call, `overseas_areas` = closed, `battle_rule` = covault_table"
        )
        assert everything in text_of(shown) and "A house rule is changed: heir_set is now eight." in await told(night)
        await night.start()
        assert await option_now(night, "retained_events") == ["writ", "chancellor_may_call"]
        assert await option_now(night, "time_limit_rounds") == 12
        shown = await chosen(ann, shown, "The set-up (7)", "heir_set")
        assert "cannot change any more" in text_of(shown) and [one["label"] for one in buttons(shown)] == [
            "All house rules"
        ]
        await night.check_wire()


async def test_kingmaker_changes_in_the_middle_of_a_game_by_presses_alone(tmp_path: Path) -> None:
    async with evening_after(in_movement, tmp_path, "ann", "ben", "cat") as night:
        ann, ben, _ = night.people
        dan = await night.stranger("dan")
        looked = await asked(dan, "/game settings")
        assert selects(looked) == [] and "**May change now**" in text_of(looked)
        shown = await asked(ann, "/game settings")
        assert "**Cannot change** any more: it decides how the game is set up" in text_of(shown)
        offered = {option["value"] for menu in selects(shown) for option in menu["options"]}
        assert len(offered) == 95 and "late_join" in offered and "heir_set" not in offered
        shown = await chosen(ann, shown, "Combat and captives (21)", "ambush")
        shown = await pressed(ann, shown, "classic…")
        assert "`ambush`: off → **classic**" in text_of(shown) and "Nothing on the table changes." in text_of(shown)
        assert await option_now(night, "ambush") == "off"
        await pressed(ann, shown, "Change it")
        assert await option_now(night, "ambush") == "classic"
        shown = await asked(ben, "/game settings")
        assert "**Changed during the game**: `ambush` = classic" in text_of(shown)
        shown = await chosen(ben, shown, "Factions and the crown (6)", "late_join")
        shown = await pressed(ben, shown, "Yes (true)…")
        assert "all have to agree" in text_of(shown)
        shown = await pressed(ben, shown, "All house rules")
        shown = await chosen(ben, shown, "Factions and the crown (6)", "late_join")
        shown = await pressed(ben, shown, "Yes (true)…")
        assert "have asked the others" in text_of(await pressed(ben, shown, "Ask the others"))
        assert "change the house rules: `late_join` to true" in await told(night)
        await night.check_wire()


async def test_warriors_changes_before_the_start_and_in_the_middle_by_presses_alone(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann", "ben") as night:
        ann, ben = night.people
        await night.open(game="warriors")
        shown = await opened(night, ann)
        shown = await chosen(ann, shown, "Change an option (18)", "sides")
        shown = await pressed(ann, shown, "host")
        shown = await chosen(ann, shown, "Change an option (18)", "sudden_death")
        shown = await chosen(ann, shown, "Choose another value", "40")
        assert "`sudden_death` is now **40**." in text_of(shown)
        await night.start(letters=False)
        assert await option_now(night, "sudden_death") == 40
        shown = await chosen(ann, shown, "Change an option (18)", "exchange")
        shown = await pressed(ann, shown, "ip_choice…")
        await pressed(ann, shown, "Ask the others")
        await night.all_said()
        motion = await ben.expect("change the house rules: `exchange` to ip_choice")
        await ben.press(motion, "Aye")
        await night.until_told(ben, "House rules from now on: `exchange` is ip_choice")
        assert await option_now(night, "exchange") == "ip_choice"
        await night.check_wire()


async def test_a_house_rule_is_shown_changed_pinged_and_taken_back(tmp_path: Path) -> None:
    async with evening_after(in_movement, tmp_path, "ann", "ben", "cat") as night:
        ann, ben, cat = night.people
        assert "All options are at their defaults" in text_of(await asked(ben, "/game settings"))
        async with night.reading() as live:
            listed = overview(live.table, listed=True)
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

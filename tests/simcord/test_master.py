"""What a game master and an official of a tournament write, against a Discord that others have modelled."""

from __future__ import annotations

import re
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.pictures import Pictures
from engine.tournament import log
from tests.harness.reading import walk
from tests.harness.simcord import Hall, Player, Seen, hall, seen, text_of
from tests.tournament.event import result

NAMES = ("ann", "ben", "cat", "dan")


@pytest.fixture
async def game(tmp_path: Path, drawers: Pictures) -> AsyncIterator[Hall]:
    """A game of Ben and Cat, whose game master Ann does not play."""
    async with hall(tmp_path, drawers, *NAMES) as here:
        await here.open("ann")
        for name in ("ben", "cat"):
            await here.players[name].press(here.panel(), "Take a seat")
        await here.players["ann"].press(here.panel(), "Leave the table")
        await here.players["ann"].slash("game start")
        await here.all_said()
        yield here


async def test_what_a_game_master_does_is_said_to_them_and_to_the_thread(game: Hall) -> None:
    ann, told = game.players["ann"], ""
    for command, given, answer, story in (
        ("pause", {}, "The clocks stand still.", "The clocks stand still."),
        ("resume", {}, "The clocks run again.", "The clocks run again."),
        ("extend", {"hours": 2.0}, "I have given everybody 2 hours more.", "Everybody has 2 hours more."),
        (
            "extend",
            {"hours": 1.0, "player": "ben"},
            "I have given **ben** 1 hour more.",
            "**ben** has 1 hour more.",
        ),
        ("nudge", {}, "I have reminded everybody whose decision the game waits for.", ""),
        (
            "default",
            {"player": "ben"},
            "I have chosen the default, the safe answer, for **ben**.",
            "The game master acts for ben.",
        ),
        ("undo", {}, "The game has gone back to the position after action", "The game master goes back."),
        (
            "regent",
            {"player": "ben", "regent": "random"},
            "decides for **ben** now.",
            "A computer player (random) decides",
        ),
        ("regent", {"player": "ben"}, "**ben** decides again in person.", "**ben** decides again in person."),
        (
            "replace",
            {"player": "cat", "by": game.players["dan"].actor},
            "dan has **cat**'s seat now.",
            "dan takes over the seat",
        ),
        ("reveal", {"player": "ben"}, "Everybody can see them now.", "shows the hidden cards of **ben**"),
        ("ruling", {"text": "Ties are run again."}, "Recorded as ruling 1.", "Ruling 1: Ties are run again."),
        ("note", {"text": "No ties.", "rule": "BASE-CMB-5"}, "The note is kept", "note 1 on BASE-CMB-5: No ties."),
        ("assistant", {"member": game.players["dan"].actor}, "Assistants: <@", "**dan assists the game master.**"),
    ):
        assert answer in (await ann.slash(f"gm {command}", **given)).text
        await game.all_said()
        before, told = told, game.said()
        assert story in told and (not story or story not in before), command


async def test_every_action_is_a_moment_to_go_back_to(game: Hall) -> None:
    ann = game.players["ann"]
    for player in ("ben", "cat"):
        assert "I have chosen the default" in (await ann.slash("gm default", player=player)).text
    assert (await ann.slash("gm goto")).values() == ["1", "0"]


async def test_only_the_game_master_does_it(game: Hall) -> None:
    refused = await game.players["ben"].slash("gm pause")
    assert refused.whispered and "Only the game master of ann's Kingmaker can do that" in refused.text
    assert "The clocks stand still" not in game.said()


async def test_what_changes_the_table_is_rehearsed_first(game: Hall) -> None:
    ann = game.players["ann"]
    assert "cat alone is left in the game and wins" in (await ann.slash("gm drop", player="ben")).text
    assert "Round 1 to 3." in (await ann.slash("gm edit", what="round", first="3")).text
    assert "Nobody has had a turn yet" in (await ann.slash("gm edit", what="stop_play")).text  # no form without a field
    assert "Rehearsal: stack" in (await ann.slash("gm stack", deck="events", cards="plague_london")).text
    ending = await ann.slash("gm end", reason="It is late.", winner="cat")
    assert "That cannot be undone" in ending.text and ending.labels() == ["Do it", "Cancel"]
    await game.all_said()
    assert "It is late" not in game.said()


async def test_a_game_master_looks_at_a_hand_and_back_at_every_moment(game: Hall) -> None:
    ann = game.players["ann"]
    assert (await ann.slash("gm peek", player="ben")).files()
    await game.all_said()
    assert "has looked at the hidden cards of **ben**" in game.said()
    assert "First I show you the map of that moment" in (await ann.slash("gm goto")).text
    assert "No phase is over yet" in (await ann.slash("gm correct")).text
    assert "There is no action to undo yet" in (await ann.slash("gm reroll")).text
    assert "chain whole" in (await ann.slash("gm diagnose")).text


async def test_an_action_of_a_player_is_written_in_words_that_are_offered(game: Hall) -> None:
    ann, ben = game.players["ann"], game.players["ben"]
    assert (await ann.complete("gm act", "action", "ready"))[:1] == ["ready"]
    assert await ann.complete("gm act", "first", "Percy") == ["percy"]
    listed = await ann.complete("gm act", "second", "percy, Neville")
    assert listed == ["percy, neville"] and await ann.complete("gm act", "first", "no such thing") == []
    assert len(await ann.complete("gm act", "third")) == 25
    for option in ("action", "first", "second"):
        assert await ben.complete("gm act", option, "percy") == []
    assert "acted for **ben**" in (await ann.slash("gm act", player="ben", action="ready")).text
    await game.all_said()
    assert "The game master acts for ben." in game.said()


async def test_the_answers_of_an_edit_are_offered_one_after_the_other_and_rehearsed(game: Hall) -> None:
    ann = game.players["ann"]
    assert "percy" in await ann.complete("gm edit", "first", "Percy", what="place")
    assert await ann.complete("gm edit", "second", "York (in the open", what="place", first="percy") == ["open:york"]
    given = {"what": "place", "first": "percy", "second": "open:york"}
    assert await ann.complete("gm edit", "third", "cat", **given) == ["s2"]
    assert await ann.complete("gm edit", "fourth", "", **given) == []
    shown = await ann.slash("gm edit", what="place", first="percy", second="open:york", third="ben")
    assert "Percy" in shown.text and "York" in shown.text and "Cancel" in shown.labels()
    cancelled = await ann.press(shown.message, "Cancel")
    assert "Nothing has changed." in cancelled.text
    await game.all_said()
    assert "Percy" not in game.said()


async def test_an_edit_is_asked_for_by_menus_and_done_once_it_was_shown(game: Hall) -> None:
    ann = game.players["ann"]
    asked = await ann.slash("gm edit", what="place")
    assert asked.whispered and "**Which noble?**" in asked.text and "percy" in asked.values()
    chosen = await ann.choose(asked.message, "percy")
    assert "Which noble? **Percy**" in chosen.text and {"Search…", "Choose again"} <= {*chosen.labels()}
    found = await ann.search(chosen.message, "york (in the open")
    assert found.labels()[0] == "York (in the open)…"
    placed = await ann.press(found.message, "York (in the open)")
    owned = await ann.press(placed.message, "+ ben")
    shown = await ann.press(owned.message, "Show what it does")
    assert "Percy" in shown.text and "York" in shown.text
    assert shown.labels() == ["Do it", "See everything; all players are told", "Cancel"]
    whole = await ann.press(shown.message, "See everything; all players are told")
    assert whole.labels() == ["Do it", "Cancel"]
    done = await ann.press(whole.message, "Do it")
    await game.all_said()
    assert done.text == "I have carried out your change: place Percy, in the open at York, **ben**."
    said = game.said()
    assert "The game master has seen everything that an edit would change, secrets too." in said
    assert "**The game master overrules.**\nPercy: to York (in the open) (**ben**), strength 100." in said


async def test_a_hand_is_shown_to_everybody(game: Hall) -> None:
    ann = game.players["ann"]
    shown = await ann.slash("gm reveal", player="ben")
    assert shown.text == "Everybody can see them now."
    assert [message for message in game.thread.history() if message.attachments]
    await game.all_said()
    assert "The game master shows the hidden cards of **ben**." in game.said()


async def test_the_office_is_shared_with_a_role_and_handed_over(game: Hall) -> None:
    ann, ben, dan = (game.players[name] for name in ("ann", "ben", "dan"))
    assert "Name a member to become game master" in (await ann.slash("gm handover")).text
    named = await ann.slash("gm assistant", member=ben.actor)
    assert named.text == f"Assistants: <@{number(ben)}>."
    assert (await ann.slash("gm assistant", member=ben.actor, dismiss=True)).text == "Assistants: nobody."
    await game.all_said()
    assert "ben assists the game master." in game.said() and "ben no longer assists the game master." in game.said()
    assert "The change is made" in (await ann.slash("gm handover", member=dan.actor)).text
    assert "Only the game master" in (await ann.slash("gm pause")).text
    assert "The clocks stand still." in (await dan.slash("gm pause")).text


async def test_the_board_shows_who_blocks_and_which_games_have_gone_quiet(game: Hall) -> None:
    cat = game.players["cat"]
    line = (await cat.slash("gm board")).text
    assert line.startswith(f"<#{game.thread.id}>: waits for ") and "; last move <t:" in line
    moved = line.rpartition("<t:")[2]
    await game.players["ann"].slash("gm peek", player="ben")
    assert (await cat.slash("gm board")).text.rpartition("<t:")[2] == moved, "a note is no move"
    await game.players["ann"].slash("gm pause")
    assert (await cat.slash("gm board")).text.startswith("⏸️ ")
    game.herald.referee.now = lambda: time.time() + 15 * 86400
    assert (await cat.slash("gm board")).text.startswith("💤 dead? ")


async def test_notes_to_the_rules_are_written_or_taken_back_not_both(game: Hall) -> None:
    ann = game.players["ann"]
    for given in ({}, {"text": "Ships may wait.", "take_back": 1}):
        assert "one of the two" in (await ann.slash("gm note", **given)).text
    kept = await ann.slash("gm note", text="Ships may wait.", rule=" base-mov-3 ")
    assert kept.text == ("The note is kept; /game settings lists all notes. Everybody at the table is told.")
    assert "Ships may wait." in (await ann.slash("game settings")).text
    assert (await ann.slash("gm note", take_back=1)).text.startswith("The note is taken back. ")
    assert "Ships may wait." not in (await ann.slash("game settings")).text
    assert (await ann.complete("gm note", "rule", "BASE-MOV-3"))[:1] == ["BASE-MOV-3"]


async def test_house_rules_of_a_running_game_are_shown_before_they_change(game: Hall) -> None:
    ann, ben = game.players["ann"], game.players["ben"]
    shown = await ben.slash("game settings")
    assert "**May change now**" not in shown.text and "**Cannot change** " in shown.text
    looked = (await game.players["dan"].slash("game settings")).text
    assert "**May change now**" in looked and "**Cannot change** " in looked
    about = (await ben.slash("game settings", option="late_join")).text
    assert about.startswith("`late_join` = ") and "It may change now: give the new value too." in about
    assert "There is no option 'lances'" in (await ben.slash("game settings", option="lances")).text
    asks = await ben.slash("game settings", option="late_join", value="yes")
    assert "`late_join`: false → **true**" in asks.text
    assert asks.labels() == ["Ask the others", "Cancel", "All house rules"]
    shown = await ann.slash("game settings", option="late_join", value="yes")
    assert shown.labels() == ["Change it", "Cancel", "All house rules"] and "`/gm undo` takes it back" in shown.text
    assert (await ann.press(shown.message, "Change it")).text
    assert "**Changed during the game**: `late_join` = true" in (await ben.slash("game settings")).text
    assert (
        "Only the game master"
        in (await game.players["dan"].slash("game settings", option="late_join", value="no")).text
    )


# ---------------------------------------------------------------------- tournaments


@pytest.fixture
async def event(tmp_path: Path, drawers: Pictures) -> AsyncIterator[Hall]:
    """A tournament that Ann has announced, with Dan as her assistant."""
    async with hall(tmp_path, drawers, *NAMES) as here:
        await here.players["ann"].slash(
            "tournament create", title="Roses", heats=2, assistant=here.players["dan"].actor
        )
        await here.all_said()
        yield here


def number(player: Player) -> str:
    """The number of somebody on Discord."""
    return str(player.actor.user.id)


async def entered(here: Hall, *names: str) -> str:
    """Let some enter for the first heat, and check in; return the id of the tournament."""
    tournament = (await here.players["ann"].slash("tournament list")).text.split("`")[1]
    for name in names:
        person = number(here.players[name])
        await here.herald.tournaments.append(tournament, log.Entered(person=person, name=name, heats=(1, 2)))
    await here.players["ann"].slash("tournament announce", heat=1)
    for name in names:
        await here.herald.tournaments.append(tournament, log.CheckedIn(heat=1, person=number(here.players[name])))
    return tournament


async def test_an_official_leads_a_tournament_by_commands(event: Hall) -> None:
    ann, ben, cat = (event.players[name] for name in ("ann", "ben", "cat"))
    assert "**Roses**" in (await ann.slash("tournament list")).text
    assert "Announce heat 1" in (await ann.slash("tournament manage")).labels()
    assert (await ann.slash("tournament assistant", member=ben.actor)).text == (
        "**ann** is game master; assistants: **dan** and **ben**."
    )
    assert (await ann.slash("tournament assistant", member=ben.actor, dismiss=True)).text == (
        "**ann** is game master; assistants: **dan**."
    )
    appointed = await ann.slash("tournament officials", master=ann.actor, assistant=cat.actor, other=ben.actor)
    assert appointed.text == "**ann** is game master; assistants: **cat** and **ben**."
    changed = (await ann.slash("tournament change", heats=3, year=2007, title="Red Roses")).text
    assert "**Red Roses** 2007" in changed and "**Heats**: 3" in changed
    late = await ann.slash("tournament announce", heat=1, start="2136-03-28 18:00")
    assert "write a nearer day" in late.text
    assert "Heat 2 is called off" in (await ann.slash("tournament calloff", heat=2, reason="Rain.")).text
    assert "I have posted its message here" in (await ann.slash("tournament move")).text
    files = (await ann.slash("tournament export")).files()
    assert [file.filename.rsplit(".")[-1] for file in files] == ["json", "csv"]


async def test_clocks_are_written_into_a_form(event: Hall) -> None:
    ann = event.players["ann"]
    shown = await ann.slash("tournament change")
    form = await ann.actor.click(shown.message, label="Clocks…")
    written = {"heat": "6 days", "final": "7 days", "before": "3 days, 2 days, 1 day", "grace": "2 hours"}
    await ann.actor.submit_modal(form, {**written, "ending": "one more turn"})
    tournament = (await ann.slash("tournament list")).text.split("`")[1]
    clock = (await event.herald.tournaments.state(tournament)).format.clock
    assert (clock.heat, clock.final, clock.grace, clock.ending) == (6 * 1440, 7 * 1440, 120, "one_more_turn")
    assert (clock.warning, clock.last_round, clock.stop) == (3 * 1440, 2 * 1440, 1440)


@pytest.mark.parametrize(
    ("command", "given"),
    [
        ("announce", {"heat": 1}),
        ("calloff", {"heat": 1, "reason": "Rain."}),
        ("seat", {"heat": 1, "tables": "Ben, Cat", "reason": "So they wish."}),
        ("change", {"heats": 1}),
        ("move", {}),
        ("correct", {"heat": 1, "table": 1, "result": "Ben 1", "reason": "Counted anew."}),
    ],
)
async def test_only_officials_lead_a_tournament(command: str, given: dict[str, object], event: Hall) -> None:
    refused = await event.players["ben"].slash(f"tournament {command}", **given)
    assert refused.whispered and "Only the game master and the assistants of this tournament" in refused.text


async def test_a_heat_is_seated_as_an_official_says_and_a_ruling_there_is_questioned(event: Hall) -> None:
    ann, ben, cat = (event.players[name] for name in ("ann", "ben", "cat"))
    tournament = await entered(event, "ben", "cat")
    seated = await ann.slash("tournament seat", heat=1, tables="Cat, Ben", reason="So they wish.")
    assert seated.text == "Heat 1 is closed; I am opening its tables."
    state = await event.herald.tournaments.state(tournament)
    assert state.game(1, 1).people == [number(cat), number(ben)]
    question = {"heat": 1, "table": 1, "text": "A noble was moved."}
    assert "is not open yet" in (await ben.slash("tournament question", **question)).text
    (place,) = await event.herald.tournaments.unopened(tournament)
    await event.herald.tournaments.open_game(place)
    asked = await ben.slash("tournament question", **question)
    assert "questioned ruling 1" in asked.text and asked.text.endswith("**ann** and **dan**.")
    judged = await ann.slash("tournament judge", ruling=1, upheld=False, reason="It was wrong.")
    assert "It was wrong." in judged.text and judged.text.endswith("**dan**.")
    assert "not decided yet" in (await ben.slash("tournament appeal", ruling=1, reason="It was right.")).text


async def test_standings_and_the_past_are_for_everybody(event: Hall) -> None:
    ben = event.players["ben"]
    standings = await ben.slash("tournament standings")
    assert not standings.whispered and standings.text == "No game is over yet."
    assert "1991: Heikki Thoen" in (await ben.slash("tournament history")).text
    assert (await ben.slash("tournament history", player=ben.actor.user)).text.startswith("**Record of ben**")
    assert "There is no such tournament" in (await ben.slash("tournament standings", tournament="nope")).text


# ---------------------------------------------------------------------- officials press


async def playing(here: Hall, *names: str) -> str:
    """Let some be seated as drawn, and their table be opened; return the id of the tournament."""
    tournament = await entered(here, *names)
    await here.herald.tournaments.close(tournament, 1, here.players["ann"].actor.user.id)
    for place in await here.herald.tournaments.unopened(tournament):
        await here.herald.tournaments.open_game(place)
        await here.herald.tournaments.start_game(place)
    return tournament


async def leads(here: Hall, button: str) -> Seen:
    """Press a button of what Ann can do as an official."""
    ann = here.players["ann"]
    return await ann.press((await ann.slash("tournament manage")).message, button)


async def filled(player: Player, form: Any, **written: str) -> Seen:
    """Send a form in."""
    return seen(await player.actor.submit_modal(form, written))


async def test_a_seat_is_offered_or_given_to_somebody_by_menus(event: Hall) -> None:
    ann, ben, cat, dan = (event.players[name] for name in NAMES)
    refused = await ann.slash("tournament substitute", player=ben.actor.user)
    assert refused.text == "⚠️ ben is not playing at any table of this tournament now."
    tournament = await playing(event, "ben", "cat")
    tables = await leads(event, "Substitutes")
    assert tables.values() == ["1.1"] and "Whose seat is to change hands?" in tables.text
    people = await ann.choose(tables.message, "1.1")
    assert sorted(people.values()) == sorted([number(ben), number(cat)])
    assert "Whose seat, heat 1, table 1?" in people.text
    successor = await ann.choose(people.message, number(ben))
    assert "**ben**, heat 1, table 1." in successor.text
    assert successor.labels() == ["Offer it in the channel", "Back"]
    offered = await ann.press(successor.message, "Offer it in the channel")
    assert "I have offered the seat in the channel" in offered.text
    assert list((await event.herald.tournaments.state(tournament)).game(1, 1).vacated) == [number(ben)]
    tables = await leads(event, "Substitutes")
    successor = await ann.choose((await ann.choose(tables.message, "1.1")).message, number(cat))
    given = seen(await ann.actor.select(successor.message, [dan.actor]))
    assert "dan plays from now on." in given.text and given.labels() == ["Back"]
    assert number(dan) in (await event.herald.tournaments.state(tournament)).game(1, 1).people
    assert "for officials" in (await ann.press(given.message, "Back")).more[0]


async def test_a_seat_is_given_or_offered_by_a_command(event: Hall) -> None:
    ann, ben, cat, dan = (event.players[name] for name in NAMES)
    tournament = await playing(event, "ben", "cat")
    for player, by in ((ben, {"by": dan.actor}), (cat, {})):
        given = await ann.slash("tournament substitute", player=player.actor.user, **by)
        assert given.text == "The new player takes over the seat at heat 1, table 1."
    game = (await event.herald.tournaments.state(tournament)).game(1, 1)
    assert sorted(game.people) == sorted([number(dan), number(cat)]) and list(game.vacated) == [number(cat)]


async def test_the_variant_the_seating_and_house_rules_are_written_into_a_form(event: Hall) -> None:
    ann = event.players["ann"]
    form = await ann.actor.click((await ann.slash("tournament change")).message, label="Rules and seats…")
    asked = {part["custom_id"]: part.get("value", "") for part in walk(form.modal["components"]) if "custom_id" in part}
    assert asked == {"variant": "wbc", "seating": "drawn", "rounds": "12, 15", "rules": ""}
    written = {"variant": "covault", "seating": "drawn and bettered", "rounds": "9, 10", "rules": "hand_limit: 2"}
    await filled(ann, form, **written)
    tournament = (await ann.slash("tournament list")).text.split("`")[1]
    changed = (await event.herald.tournaments.state(tournament)).format
    assert (changed.variant, changed.seating, changed.clock.rounds) == ("covault", "weighed", 9)
    assert (changed.clock.rounds_final, changed.options["hand_limit"]) == (10, 2)
    form = await ann.actor.click((await ann.slash("tournament change")).message, label="Title, heats, tables…")
    asked = {part["custom_id"]: part.get("value", "") for part in walk(form.modal["components"]) if "custom_id" in part}
    assert (asked["title"], asked["year"], asked["heats"]) == ("Roses", str(changed.year), "2")


async def test_two_people_are_exchanged_before_the_draw_counts(event: Hall) -> None:
    ann = event.players["ann"]
    await ann.slash("tournament change", tables="2 to 2, usually 2")
    tournament = await entered(event, "ben", "cat")
    for other in ("901", "902"):
        await event.herald.tournaments.append(tournament, log.Entered(person=other, name=f"P{other}", heats=(1, 2)))
        await event.herald.tournaments.append(tournament, log.CheckedIn(heat=1, person=other))
    drawn = await leads(event, "Seat heat 1…")
    first, second, third, fourth = re.findall(r"\*\*(\w+)\*\*", drawn.text)
    assert drawn.values() == ["0", "1", "2", "3"]
    chosen = await ann.choose(drawn.message, "0")
    assert chosen.values() == ["2", "3"], "only people of the other table"
    assert (await ann.press(chosen.message, "As drawn")).values() == drawn.values()
    chosen = await ann.choose(drawn.message, "0")
    exchanged = await ann.choose(chosen.message, "3")
    assert f"Table 1: **{fourth}** and **{second}**\nTable 2: **{third}** and **{first}**" in exchanged.text
    form = await ann.actor.click(exchanged.message, label="Seat them like this…")
    said = (await filled(ann, form, reason="They are friends.")).text
    assert "Heat 1 is closed with the seats that you have exchanged" in said and said.endswith("They are friends.")
    state = await event.herald.tournaments.state(tournament)
    assert [[state.names[one] for one in game.began] for game in state.heat(1).games] == [
        [fourth, second],
        [third, first],
    ]


async def joins(here: Hall, tournament: str, person: str) -> None:
    """Let somebody enter for the first heat, and check in."""
    await here.herald.tournaments.append(tournament, log.Entered(person=person, name=f"P{person}", heats=(1,)))
    await here.herald.tournaments.append(tournament, log.CheckedIn(heat=1, person=person))


async def test_below_a_draw_nobody_is_seated_otherwise_than_it_shows(event: Hall) -> None:
    """Somebody checks in after it was shown, then somebody else in their place: each time the new draw is shown."""
    ann = event.players["ann"]
    await ann.slash("tournament change", tables="2 to 5, usually 5")
    tournament = await entered(event, *NAMES)
    shown = await leads(event, "Seat heat 1…")
    await joins(event, tournament, "901")
    for there, gone in (("P901", "P902"), ("P902", "P901")):
        shown = await ann.press(shown.message, "Seat them like this")
        assert there in shown.text and gone not in shown.text
        assert "somebody has checked in or withdrawn, so nobody is seated yet; this is the new draw." in shown.text
        assert not (await event.herald.tournaments.state(tournament)).heat(1).closed
        if there == "P901":
            await event.herald.tournaments.append(tournament, log.Entered(person="901", name="P901", heats=(2,)))
            await joins(event, tournament, "902")
    said = re.findall(r"\*\*(\w+)\*\*", next(line for line in shown.text.splitlines() if line.startswith("Table 1:")))
    await ann.press(shown.message, "Seat them like this")
    state = await event.herald.tournaments.state(tournament)
    (game,) = state.heat(1).games
    assert [state.names[one] for one in game.began] == said and {"P902", "ben", "cat", "dan"} <= set(said)


async def test_seats_that_an_official_has_exchanged_in_an_old_draw_are_those_of_nobody(event: Hall) -> None:
    ann = event.players["ann"]
    await ann.slash("tournament change", tables="2 to 2, usually 2")
    tournament = await entered(event, *NAMES)
    drawn = await leads(event, "Seat heat 1…")
    chosen = await ann.choose(drawn.message, "0")
    exchanged = await ann.choose(chosen.message, "3")
    form = await ann.actor.click(exchanged.message, label="Seat them like this…")
    await joins(event, tournament, "901")
    anew = await filled(ann, form, reason="They are friends.")
    assert "so nobody is seated yet" in anew.text and "P901" in anew.text
    refused = await ann.press(exchanged.message, "Seat them like this…")
    assert "press “Seat” again to see the new draw" in " ".join([refused.text, *refused.more])
    chosen = await ann.choose(drawn.message, "0")
    assert "so nobody is seated yet" in chosen.text and "P901" in chosen.text
    assert not (await event.herald.tournaments.state(tournament)).heat(1).closed


async def test_who_has_left_is_let_in_again_by_a_menu(event: Hall) -> None:
    ann, cat = event.players["ann"], event.players["cat"]
    tournament = await entered(event, "ben", "cat")
    left = await cat.slash("tournament drop", out="the whole tournament")
    assert "Out of the tournament, the Final too" in left.text
    shown = await leads(event, "Let somebody in again")
    assert shown.values() == [number(cat)] and "They keep their old place" in shown.text
    back = await ann.choose(shown.message, number(cat))
    assert "**cat** is back in the tournament, and I have told the channel." in back.text
    assert not (await event.herald.tournaments.state(tournament)).dropped


async def test_a_correction_is_shown_rewritten_and_counted(event: Hall) -> None:
    ann, ben, cat = (event.players[name] for name in ("ann", "ben", "cat"))
    tournament = await playing(event, "ben", "cat")
    forty = result({number(ben): 40, number(cat): 30})
    await event.herald.tournaments.append(tournament, log.Finished(heat=1, table=1, result=forty))
    results = await leads(event, "Correct a result")
    assert results.values() == ["1.1"] and "The old result stays visible" in results.text
    form = await ann.actor.select(results.message, ["1.1"])
    asked = {part["custom_id"]: part.get("value", "") for part in walk(form.modal["components"]) if "custom_id" in part}
    assert (form.modal["title"], asked["result"]) == ("Correct heat 1, table 1", "ben 40, cat 30")
    unread = await filled(ann, form, result="ben 40, zoe 30", reason="Miscounted.", rule="")
    assert "not read" in unread.text and unread.labels() == ["Change it…", "Leave it as it is"]
    form = await ann.actor.click(unread.message, label="Change it…")
    shown = await filled(ann, form, result="cat 50, ben 40", reason="Miscounted.", rule="WBC-PTS")
    assert "**cat**: place 2 with 30 points → place 1 with 50 points" in shown.text
    assert "**cat**: 2 → 1 in the standings" in shown.text and "It does not count yet." in shown.text
    form = await ann.actor.click(shown.message, label="Change it…")
    odd = await filled(ann, form, result="ben 40, cat 50", reason="Miscounted.", rule="WBC-PTS")
    assert odd.labels() == ["I insist: count it", "Change it…", "Leave it as it is"]
    assert "The result stays as it is." in (await ann.press(odd.message, "Leave it as it is")).text
    form = await ann.actor.select((await leads(event, "Correct a result")).message, ["1.1"])
    shown = await filled(ann, form, result="cat 60, ben 40", reason="Miscounted.", rule="WBC-PTS")
    counted = await ann.press(shown.message, "Count it")
    assert "**cat**: place 2 with 30 points → place 1 with 60 points" in counted.text
    assert "The standings are under review until an official signs them." in counted.text
    (correction,) = (await event.herald.tournaments.state(tournament)).game(1, 1).corrections
    assert (correction.reason, correction.rule, correction.by) == ("Miscounted.", "WBC-PTS", number(ann))
    signed = await leads(event, "Sign heat 1")
    assert "under review" not in signed.text and "Sign heat 1" not in signed.labels()


@pytest.mark.parametrize(
    ("button", "how", "said"),
    [
        ("Mended by hand…", "by_hand", "an official has mended the table by hand: Percy is back."),
        ("Leave it as it is…", "left", "the table is left as it is: Percy is back."),
    ],
)
async def test_a_ruling_that_falls_is_mended_by_hand_or_left(button: str, how: str, said: str, event: Hall) -> None:
    ann, ben, dan = (event.players[name] for name in ("ann", "ben", "dan"))
    tournament = await playing(event, "ben", "cat")
    await ben.slash("tournament question", heat=1, table=1, text="A noble was moved.")
    await ann.slash("tournament judge", ruling=1, upheld=False, reason="It was wrong.")
    judged = await dan.slash("tournament judge", ruling=1, upheld=False, reason="So it was.")
    assert "It falls; at the table it is to be undone" in judged.text
    manage = await ann.slash("tournament manage")
    assert "Ruling 1 falls; **ann** or **dan** puts the table right with *Mend…*" in manage.text
    (shown,) = (await ann.actor.click(manage.message, label="Mend ruling 1…")).followups
    assert "The player described the ruling in words." in text_of(shown)
    form = await ann.actor.click(shown, label=button)
    done = await filled(ann, form, reason="Percy is back.")
    assert said in done.text and "The table continues." in done.text
    assert (await event.herald.tournaments.state(tournament)).rulings[0].mended == how


async def test_heats_are_announced_for_later_and_called_off_by_forms(event: Hall) -> None:
    ann = event.players["ann"]
    await playing(event, "ben", "cat")
    manage = await ann.slash("tournament manage")
    form = await ann.actor.click(manage.message, label="Set a time for heat 2…")
    assert form.modal["title"] == "Announce heat 2"
    announced = await filled(ann, form, start="in 2h")
    assert "Heat 2 is open for check-in" in announced.text
    form = await ann.actor.click((await ann.slash("tournament manage")).message, label="Call heat 2 off…")
    assert form.modal["title"] == "Call heat 2 off"
    assert "Heat 2 is called off" in (await filled(ann, form, reason="Rain.")).text

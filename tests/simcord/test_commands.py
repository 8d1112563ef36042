"""Herald's commands and panels against a Discord that others have modelled.

simcord 3.2.1 has no rate limits and no sockets, and it ignores nonces: what Herald makes of these is shown by
tests/sandbox and tests/e2e.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.pictures import Pictures
from bot.store import games, people
from bot.store.rows import Status
from bot.waits import LivePanels
from tests.harness.simcord import Hall, Player, Seen, hall, pressable, seen


@pytest.fixture
async def table(tmp_path: Path, drawers: Pictures) -> AsyncIterator[Hall]:
    """A table that Ann has opened; Ben and Cat look on."""
    async with hall(tmp_path, drawers, "ann", "ben", "cat") as here:
        await here.open("ann")
        yield here


@pytest.fixture
async def game(table: Hall) -> Hall:
    """A game of Ann and Ben that has begun."""
    await table.players["ben"].press(table.panel(), "Take a seat")
    await table.players["ann"].press(table.panel(), "Start the game")
    await table.all_said()
    return table


async def test_a_new_table_has_a_thread_with_its_seal_and_a_pinned_panel(table: Hall) -> None:
    assert table.thread.is_thread and table.thread.name == "ann's Kingmaker"
    assert "The dice are sealed" in table.said()
    assert "For 2 to 7 players" in (table.panel().embeds[0].description or "")
    told = (await table.players["ben"].slash("verify")).text
    assert "SHA-256 of the secret" in told and "Nothing has been drawn yet" in told


async def test_seats_are_taken_and_given_up_by_buttons(table: Hall) -> None:
    answer = await table.players["ben"].press(table.panel(), "Take a seat")
    assert answer.whispered and "You have a seat" in answer.text
    await table.all_said()
    assert "ben" in (table.panel().embeds[0].description or "")
    await table.players["ben"].press(table.panel(), "Leave the table")
    await table.all_said()
    assert "ben" not in (table.panel().embeds[0].description or "")


async def test_nobody_sits_down_twice_and_only_the_game_master_starts(table: Hall) -> None:
    ann, ben = table.players["ann"], table.players["ben"]
    await ben.slash("game join")
    assert "You have a seat" in (await ben.slash("game join")).text
    assert "Only the game master" in (await ben.slash("game start")).text
    assert "The game begins" in (await ann.slash("game start")).text
    assert "already" in (await ann.slash("game start")).text


async def test_odds_and_votes_are_told(game: Hall) -> None:
    for name in ("ann", "ben"):
        assert "is ready" in (await game.players[name].slash("kingmaker setup ready")).text
    assert "Commons" in (await game.players["cat"].slash("votes")).text
    assert (await game.players["ann"].slash("odds")).text


async def test_secrets_arrive_by_direct_message_with_the_decision(game: Hall) -> None:
    for name in ("ann", "ben"):
        assert "You are dealt" in game.letters(name)
        assert "A decision waits for you in <#" in game.letters(name)
    assert "You are dealt" not in game.said()


async def test_options_lead_through_menus_to_the_deed(game: Hall) -> None:
    ann = game.players["ann"]
    options = await ann.slash("options")
    assert options.whispered and "My faction is ready" in options.labels()
    asked = await ann.press(options.message, "Station a noble…")
    while "✅" not in asked.text:
        asked = await onward(ann, asked)


async def onward(player: Player, asked: Seen) -> Seen:
    """Answer the first question of a form with the first of its choices, on whichever page of the panel it is."""
    part = next((part for part in asked.components if ":set:" in part["custom_id"]), None)
    if part is None:
        turn = next(label for label in asked.labels() if label.startswith(("More", "Other")))
        return await player.press(asked.message, turn)
    if part["type"] == 2:
        return await player.press(asked.message, part["label"])
    first = part["options"][0]["value"]
    return seen(await player.actor.select(asked.message, [first], custom_id=part["custom_id"]))


async def test_a_long_list_can_be_searched_by_a_form(game: Hall) -> None:
    ann = game.players["ann"]
    asked = await long_question(game)
    place = next(part["options"][3]["label"] for part in asked.components if part["type"] == 3)
    found = await ann.search(asked.message, place)
    assert any(label.startswith(place) for label in found.labels()) and not found.values()
    nothing = await ann.search(asked.message, "xyzzy")
    assert "No choice has that word; search again." in nothing.text


async def long_question(game: Hall) -> Seen:
    """Go on until somebody is asked something with more answers than a menu holds."""
    for player in (game.players["ann"], game.players["ben"]):
        await player.slash("kingmaker setup ready")
    for player in (game.players["ann"], game.players["ben"]):
        options = await player.slash("options")
        if "End the Movement phase" in options.labels():
            game = replace(game, players={**game.players, "ann": player})
            asked = options
            while "Search…" not in asked.labels():
                asked = await onward(player, asked)
            return asked
    raise AssertionError("Nobody may move.")


@pytest.mark.usefixtures("drawn")
async def test_the_map_shows_a_part_a_layer_and_the_dark(game: Hall) -> None:
    cat = game.players["cat"]
    whole, part = (await cat.slash("game map")).files(), (await cat.slash("game map", at="london")).files()
    dark = (await cat.slash("game map", layer="ownership", dark=True)).files()
    assert [file.filename for file in (*whole, *part, *dark)] == ["map.png"] * 3
    assert len({file.size for file in (*whole, *part, *dark)}) == 3
    assert "There is no layer 'gold'" in (await cat.slash("game map", layer="gold")).text
    assert "Name a noble in play" in (await cat.slash("game map", layer="reach", at="london")).text


async def test_the_map_shows_what_is_new_since_one_last_looked(game: Hall) -> None:
    ann, since = game.players["ann"], "since you last looked"
    assert since not in (await ann.slash("game map")).text
    for name in ("ann", "ben"):
        await game.players[name].slash("kingmaker setup ready")
    assert since in (await ann.slash("game map")).text
    assert since not in (await ann.slash("game map")).text


async def test_parts_and_layers_of_the_map_are_completed(game: Hall) -> None:
    cat = game.players["cat"]
    assert "london" in await cat.complete("game map", "at", "Lond")
    assert await cat.complete("game map", "layer", "who holds") == ["ownership"]
    assert "york" in await cat.complete("where", "name", "York")


@pytest.mark.usefixtures("drawn")
async def test_where_something_is_in_words_and_as_a_map(game: Hall) -> None:
    answer = await game.players["cat"].slash("where", name="london")
    assert answer.whispered and "London: city, cathedral, port, garrison 300" in answer.text
    assert [file.filename for file in answer.files()] == ["where.png"]
    assert "is not possible" in (await game.players["cat"].slash("where", name="Camelot")).text


@pytest.mark.usefixtures("drawn")
async def test_the_hand_is_a_picture_with_words_for_who_cannot_see(game: Hall) -> None:
    answer = await game.players["ann"].slash("hand")
    (picture,) = answer.files()
    assert answer.whispered and picture.filename == "hand.png" and picture.size > 10_000
    assert answer.text.startswith("**Your hand**\n- ")
    assert (picture.description or "").startswith("ann's hand has")


async def test_completion_offers_what_is_legal(game: Hall) -> None:
    ann = game.players["ann"]
    nobles = await ann.complete("kingmaker setup station", "noble")
    assert nobles
    homes = await ann.complete("kingmaker setup station", "at", "", noble=nobles[0])
    assert homes
    assert await ann.complete("kingmaker move", "nobles") == []
    done = await ann.slash("kingmaker setup station", noble=nobles[0], at=homes[0])
    assert "⚠️" not in done.text


@pytest.mark.parametrize(
    ("command", "who", "says"),
    [
        ("options", "cat", "You have no seat"),
        ("kingmaker pass", "ann", "The factions are still being set up"),
        ("game start", "ann", "has already started"),
        ("game join", "cat", "has already started"),
    ],
)
async def test_mistakes_are_told_to_who_makes_them(command: str, who: str, says: str, game: Hall) -> None:
    answer = await game.players[who].slash(command)
    assert answer.whispered and answer.text.startswith("⚠️") and says in answer.text


async def test_a_thread_without_a_game(game: Hall) -> None:
    ann = game.players["ann"]
    ann.here = game.channel
    assert "No game is played in this thread" in (await ann.slash("hand")).text


async def test_a_panel_pressed_twice_acts_once(game: Hall) -> None:
    ann = game.players["ann"]
    one = await ann.slash("options")
    game.herald.live = LivePanels()  # as after a restart
    other = await ann.slash("options")
    assert "✅" in (await ann.press(one.message, "My faction is ready")).text
    assert (
        "has moved on since this panel was made, so nothing was done"
        in (await ann.press(other.message, "My faction is ready")).text
    )


async def test_what_anybody_may_ask_is_answered_to_them_alone(game: Hall) -> None:
    ann = game.players["ann"]
    asked: tuple[tuple[str, dict[str, Any], str], ...] = (
        ("game options", {}, "`heir_set` = seven\n`heir_placement` = fixed\n"),
        (
            "game settings",
            {},
            "### House rules\n**ann's Kingmaker**: Base game.\n**Time**: 48 hours for each decision\n",
        ),
        ("rule", {"search": "BASE-CMB-5"}, "**BASE-CMB-5** (Battle odds): The battle ratio is"),
        ("me record", {}, "**Record of ann**\nNo game has counted yet."),
        ("ladder", {}, "**Ladder of Kingmaker**\nNo game has counted yet."),
        ("help", {}, "**You are asked**: Give your cards to your nobles"),
        ("dice", {}, "⚠️ No roll like that has been made in the open yet."),
        ("rulings", {}, "⚠️ There are no rulings on this server yet"),
        ("log", {}, "Every seat is dealt 18 Crown cards.\nYou are dealt "),
        ("game leave", {}, "### Leave the game?\nYour faction would be disbanded"),
    )
    for command, given, answer in asked:
        shown = await ann.slash(command, **given)
        assert shown.whispered and shown.text.startswith(answer), command


@pytest.mark.parametrize(
    ("command", "given", "name", "words"),
    [
        ("game faction", {}, "faction", ""),
        ("card", {"name": "percy"}, "card", "A picture."),
        ("game export", {}, "herald-", "The record so far, as your seat may know it."),
        ("me export", {}, "herald-holds", "This file has everything that Herald stores about you"),
    ],
)
async def test_what_is_asked_for_comes_as_a_file(
    command: str, given: dict[str, Any], name: str, words: str, game: Hall
) -> None:
    shown = await game.players["ann"].slash(command, **given)
    (file,) = shown.files()
    assert shown.whispered and file.filename.startswith(name) and shown.text.startswith(words)


async def test_who_is_written_to_how_often_is_said_by_a_command(game: Hall) -> None:
    ann = game.players["ann"]
    for when in ("each", "batched", "blocking"):
        assert (await ann.slash("me notify", when=when)).whispered
        async with game.herald.store.reading() as connection:
            person = await people.get(connection, ann.actor.user.id)
        assert person.notify.value == when


async def test_an_answer_is_written_in_words_that_are_offered(game: Hall) -> None:
    ann, cat = game.players["ann"], game.players["cat"]
    assert await ann.complete("answer", "how") == ["ready", "allocate", "station"]
    assert await ann.complete("answer", "how", "noble") == ["allocate", "station"]
    nobles = await ann.complete("answer", "first", how="Station a noble")
    assert len(nobles) > 1 and await ann.complete("answer", "first", nobles[1], how="station") == nobles[1:2]
    places = await ann.complete("answer", "second", how="station", first=nobles[0])
    assert places and not set(places) & set(nobles)
    assert "have no seat" in (await cat.slash("answer", how="ready")).text
    assert "'nonsense' is not possible" in (await ann.slash("answer", how="nonsense")).text
    asked = await ann.slash("answer", how="station", first=nobles[0])
    assert asked.whispered and "✅" not in asked.text and asked.labels()
    assert "✅ **ann** is ready." in (await ann.slash("answer", how="my faction is ready")).text


async def test_players_decide_together_by_commands(game: Hall) -> None:
    ann, ben, cat = (game.players[name] for name in ("ann", "ben", "cat"))
    seats = dict(zip(await ann.complete("table replace", "player"), "ab", strict=True))
    assert await ann.complete("table end", "winner", "BE") == [seat for seat, name in seats.items() if name == "b"]
    assert await ann.complete("table regent", "regent", "ran") == await ann.complete("table fill", "player", "ran")
    told = ""
    for who, command, given, answer, story in (
        (ann, "pause", {}, "I have asked the others", "proposes: **stop the clocks**"),
        (ann, "resume", {}, "I have asked the others", "proposes: **let the clocks run again**"),
        (ann, "master", {"member": cat.actor}, "I have asked the others", "proposes: **make cat the game master**"),
        (ann, "end", {"reason": "Late", "winner": "ben"}, "I have asked the others", "Late"),
        (cat, "pause", {}, "You have no seat", ""),
        (ben, "mistake", {"reason": "Wrong odds."}, "", ""),
        (ben, "undo", {}, "You have no action to undo yet.", ""),
        (ben, "fill", {"player": "random"}, "has already started", ""),
        (ben, "regent", {"regent": "random"}, "decides for you until you take over again", " decides for "),
        (ben, "regent", {}, "", "**ben** decides again in person"),
        (ben, "appeal", {"ruling": 1, "reason": "No."}, "There is no ruling 1", ""),
        (ann, "replace", {"player": "ben", "by": cat.actor}, "Nobody else had to agree", "**cat takes over the seat"),
    ):
        said = await who.slash(f"table {command}", **given)
        assert said.whispered and answer in said.text, command
        await game.all_said()
        before, told = told, game.said()
        assert story in told and (not story or story not in before), command


async def test_rulings_are_found_and_appealed_against(game: Hall) -> None:
    ann, ben, cat = (game.players[name] for name in ("ann", "ben", "cat"))
    assert "There are no rulings on this server yet" in (await ben.slash("rulings")).text
    for text in ("Ties are run again.", "Rain stops nobody."):
        await ann.slash("gm ruling", text=text)
    found = (await ben.slash("rulings")).text.splitlines()
    assert [line.rpartition("> ")[2] for line in found] == ["Rain stops nobody.", "Ties are run again."]
    assert (await ben.slash("rulings", search="ties")).text.startswith("**1**")
    assert "No ruling has that word" in (await ben.slash("rulings", search="snow")).text
    assert "Only the players of that game" in (await cat.slash("table appeal", ruling=1, reason="No.")).text
    assert "There is no assistant to appeal to" in (await ben.slash("table appeal", ruling=1, reason="No.")).text
    await ann.slash("gm assistant", member=cat.actor)
    assert "The appeal is made." in (await ben.slash("table appeal", ruling=1, reason="No.")).text
    assert (await cat.slash("rulings", search="ties")).text.endswith("Ties are run again. — under appeal")


async def test_a_game_master_is_offered_what_they_may_write_and_nobody_else_is(game: Hall) -> None:
    ann, ben = game.players["ann"], game.players["ben"]
    for command, option, text, given, offered in (
        ("gm regent", "player", "be", {}, 1), ("gm regent", "player", "", {}, 2), ("gm regent", "regent", "ran", {}, 3),
        ("gm edit", "what", "round", {}, None), ("gm edit", "first", "", {"what": "round"}, None),
        ("gm stack", "deck", "", {}, 2), ("gm stack", "cards", "plague_lo", {"deck": "events"}, 1),
    ):  # fmt: skip
        found = await ann.complete(command, option, text, **given)
        assert found and len(found) == (offered or len(found)), (command, option, found)
        assert not await ben.complete(command, option, text, **given), (command, option)
    assert (await ann.complete("gm edit", "what", "round"))[0] == "round"
    assert (await ann.complete("gm edit", "first", what="round"))[:3] == ["0", "1", "2"]


async def test_a_table_is_looked_at_from_every_side(game: Hall) -> None:
    ann, ben, cat = (game.players[name] for name in ("ann", "ben", "cat"))
    assert (await cat.slash("game list")).text == f"<#{game.thread.id}>: playing"
    own, public = await ben.slash("game export"), await cat.slash("game export")
    assert own.text == "The record so far, as your seat may know it." and "as everybody may know it" in public.text
    assert [file.filename.rpartition(".")[2] for file in own.files()] == ["json"]
    page, other = await ben.slash("game replay"), await cat.slash("game replay")
    assert [file.filename.rpartition(".")[2] for file in page.files()] == ["html"]
    assert "It shows your hidden cards." in page.text and "everybody has seen so far" in other.text
    options = await ben.slash("game options")
    assert options.whispered and "`heir_set` = seven" in options.text
    assert "48 hours for each decision" in (await ben.slash("game pace")).text
    assert not (await ben.slash("game pace")).labels() and (await ann.slash("game pace")).labels()
    assert "Base game" in (await ben.slash("game settings")).text
    about = (await ben.slash("game settings", option="heir_set")).text
    assert "heir_set" in about and "Base game" not in about
    assert "have no seat" in (await cat.slash("game faction")).text
    assert [file.filename for file in (await cat.slash("game faction", player=ben.actor)).files()] == ["faction.png"]
    assert "**BASE-EVT-9**" in (await ben.slash("game rules", search="plague")).text
    assert {"My options", "Map"} <= set((await cat.slash("game status")).labels())
    assert "have no seat" in (await cat.slash("game leave")).text
    assert "Tell /where a name" in (await ben.slash("where")).text
    assert "No game has counted yet" in (await ben.slash("ladder")).text


async def test_help_is_about_where_somebody_stands(table: Hall) -> None:
    ann, ben, cat = (table.players[name] for name in ("ann", "ben", "cat"))
    lobby = {name: (await player.slash("help")).text for name, player in table.players.items()}
    assert lobby["ann"] != lobby["ben"] == lobby["cat"]
    await ben.slash("game join")
    assert (await ben.slash("help")).text != lobby["ben"]
    await ann.slash("game start")
    assert "**You are asked**" in (await ben.slash("help")).text
    assert "You do not play here" in (await cat.slash("help")).text
    await ben.slash("answer", how="ready")
    assert "The game waits for ann." in (await cat.slash("help")).text


async def test_why_is_asked_about_an_action_and_about_computers(game: Hall) -> None:
    ben, cat = game.players["ben"], game.players["cat"]
    assert "No computer player has done anything lately" in (await cat.slash("why")).text
    assert "have no seat" in (await cat.slash("why", action="move")).text
    actions = await ben.complete("why", "action", "batt")
    assert actions and all("batt" in action for action in actions)
    assert (await ben.complete("why", "where", "lond"))[0].startswith("london")
    said = await ben.slash("why", action=actions[0])
    assert said.whispered and said.text and "have no seat" not in said.text


async def test_what_a_new_table_is_made_of_is_offered(table: Hall) -> None:
    ann = table.players["ann"]
    assert await ann.complete("game new", "game", "KING") == ["kingmaker"]
    assert await ann.complete("game new", "variant", "", game="kingmaker") == ["base", "wbc", "covault"]
    assert await ann.complete("game new", "variant", "covault", game="Kingmaker") == ["covault"]
    assert await ann.complete("game settings", "option", "deadline") == ["parliament_deadline"]
    changed = await ann.slash("game settings", option="late_join", value="true")
    assert changed.text == "'late_join' is now 'true'."
    thread = await ann.slash("game settings", thread="everything")
    assert thread.text.startswith("This thread tells ")
    ann.here = table.channel
    assert "rated" not in (await ann.slash("game list")).text
    assert (await ann.slash("game new")).whispered


async def test_the_settings_of_a_table_are_written_one_or_several_at_a_time(table: Hall) -> None:
    ann, ben = table.players["ann"], table.players["ben"]
    both = await ann.slash("game settings", option="late_join", value="true; heir_set = eight")
    assert both.text == "'late_join' is now 'true', 'heir_set' is now 'eight'."
    assert "Only" in (await ben.slash("game settings", option="late_join", value="false")).text
    assert (await ben.slash("game settings")).text.startswith("### House rules\n**ann's Kingmaker**: ")
    assert "`heir_set` = eight" in (await ben.slash("game options")).text


async def test_a_seat_is_given_up_before_the_game_and_the_seats_are_shown(table: Hall) -> None:
    ben = table.players["ben"]
    await ben.slash("game join", word="rose")
    assert "have no seat" not in (await ben.slash("game leave")).text
    assert "have no seat" in (await ben.slash("game leave")).text
    assert await ben.complete("game join", "place") == []


async def test_a_game_is_given_a_new_thread_by_its_game_master(game: Hall) -> None:
    ann, ben = game.players["ann"], game.players["ben"]
    (record,) = await games_of(game)
    for player in (ann, ben):
        player.here = game.channel
    assert "Only the game master" in (await ben.slash("game adopt", game=record.id)).text
    adopted = await ann.slash("game adopt", game=record.id)
    await game.all_said()
    thread = game.channel.threads[-1]
    assert thread.id != game.thread.id and adopted.text == f"The game continues in <#{thread.id}>."
    game.thread = thread
    assert "ready" in game.said() or "ann" in game.said()
    assert {"My options", "Map"} <= {part.get("label") for part in pressable(game.panel())}


async def games_of(game: Hall) -> list[Any]:
    async with game.herald.store.reading() as connection:
        return await games.all_with(connection, Status.PLAYING)


async def test_whose_seats_and_what_stands_on_them_are_shown_to_anybody(game: Hall) -> None:
    said = (await game.players["cat"].slash("game seats")).text
    assert "ann" in said and "ben" in said


async def test_the_log_is_searched_with_words_that_are_offered(game: Hall) -> None:
    ann, cat = game.players["ann"], game.players["cat"]
    assert len(await ann.complete("log", "player", "be")) == 1 and len(await cat.complete("log", "player")) == 2
    assert await cat.complete("log", "phase", "before") == ["0"]
    assert "nothing about that" in (await cat.slash("log", about="no such word")).text
    assert "dealt 18 Crown cards" in (await cat.slash("log", about="crown cards")).text
    cat.here = game.channel
    assert await cat.complete("log", "player", "") == []

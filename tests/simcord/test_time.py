"""Pace, absence, quiet hours and plans on a modelled Discord, by command, button, menu and form."""

from __future__ import annotations

from typing import Any

from bot.store import games
from bot.store.rows import Status
from engine.kingmaker.views import KingmakerView
from tests.harness import as_kind
from tests.harness.simcord import Hall, Seen, pressable, seen


async def choose(game: Hall, name: str, message: Any, menu: str, value: str) -> Seen:
    """Choose from one of several menus, named by a part of its id."""
    ids = [part["custom_id"] for part in pressable(message)]
    (found,) = [custom_id for custom_id in ids if f":{menu}:" in custom_id]
    return seen(await game.players[name].actor.select(message, [value], custom_id=found))


def called(shown: Seen, answer: str) -> str:
    """Return what the button is called that gives an answer."""
    return next(str(part["label"]) for part in shown.components if part["custom_id"].endswith(answer))


async def fill_in(game: Hall, name: str, message: Any, button: str, **written: str) -> Seen:
    """Press a button that opens a form, and send it."""
    actor = game.players[name].actor
    return seen(await actor.submit_modal(await actor.click(message, label=button), written))


async def test_the_pace_is_shown_to_all_and_changed_by_the_game_master(game: Hall) -> None:
    looked = await game.players["ben"].slash("game pace")
    assert "48 hours for each decision" in looked.text and looked.components == []
    assert "Only the game master" in (await game.players["ben"].slash("game pace", preset="fast")).text
    assert "4 hours for each decision (fast)" in (await game.players["ann"].slash("game pace", preset="fast")).text
    shown = await game.players["ann"].slash("game pace")
    shown = await choose(game, "ann", shown.message, "pcset", "relaxed")
    assert "72 hours for each decision (relaxed)" in shown.text
    shown = await choose(game, "ann", shown.message, "pcdue", "master")
    assert "the game master is asked" in shown.text
    shown = await choose(game, "ann", shown.message, "pcaway", "run")
    assert "their clock runs on" in shown.text
    assert "fall at any hour" in (await game.players["ann"].press(shown.message, "Let deadlines fall at any hour")).text
    shown = await game.players["ann"].slash("game pace")
    assert "Plans answer at once" in (await game.players["ann"].press(shown.message, "Let plans answer at once")).text


async def test_own_times_are_written_into_a_form(game: Hall) -> None:
    shown = await game.players["ann"].slash("game pace")
    done = await fill_in(
        game,
        "ann",
        shown.message,
        "Times of your own…",
        hours="2d",
        kinds="vote 6",
        bank="72 + 12 up to 120",
        excuses="2",
    )
    assert (
        "a clock of 72 hours for each player" in done.text
        and "ballots: 6 hours" in done.text
        and "Excuses" in done.text
    )
    wrong = await fill_in(game, "ann", shown.message, "Times of your own…", hours="soon")
    assert "is not a time up to 1000 hours" in wrong.text


async def test_settings_of_a_person_by_command_and_by_form(game: Hall) -> None:
    ben = game.players["ben"]
    assert "Europe/Berlin" in (await ben.complete("me zone", "zone", "berl"))
    assert "Europe/Berlin" in (await ben.slash("me zone", zone="berlin")).text
    assert "22:00 to 07:00" in (await ben.slash("me quiet", hours="22-7")).text
    assert "is not the name of a time zone" in (await ben.slash("me zone", zone="Atlantis")).text
    shown = await ben.slash("me settings")
    assert shown.whispered
    shown = await choose(game, "ben", shown.message, "menotify", "batched")
    assert "all in one message" in shown.text
    shown = await ben.press(shown.message, "Tell me when I'm next")
    assert "I tell you" in shown.text
    assert "America/New_York" in (await fill_in(game, "ben", shown.message, "Time zone…", zone="New York")).text
    assert "**Quiet hours**: none" in (await fill_in(game, "ben", shown.message, "Quiet hours…", hours="none")).text


async def test_who_wants_to_be_forgotten_is_asked_and_then_forgotten(game: Hall) -> None:
    ben = game.players["ben"]
    asked = await ben.slash("me forget")
    assert asked.whispered and "It cannot be undone" in asked.text
    assert "You were removed from 1 game." in (await ben.press(asked.message, "Forget me")).text
    await game.all_said()
    assert "has left for good" in game.said()
    assert "You are not in any game" in (await ben.slash("mine")).text


async def test_who_is_away_says_so_once_for_all_tables_and_comes_back(game: Hall) -> None:
    ben = game.players["ben"]
    away = await ben.slash("away", until="5d")
    assert "I have told everybody at your tables" in away.text and "press *Help* there" in away.text
    await game.all_said()
    assert "is away until" in game.said()
    assert "end before it begins" in (await ben.slash("away", until="1d", **{"from": "3d"})).text
    assert "Welcome back" in (await ben.press((await ben.slash("me settings")).message, "I am back")).text
    await game.all_said()
    assert "is back" in game.said()
    shown = await ben.slash("me settings")
    assert "from <t:" in (await fill_in(game, "ben", shown.message, "Away on other days…", until="tomorrow")).text


async def test_what_waits_is_listed_with_what_will_be_done(game: Hall) -> None:
    texts = [(await game.players[name].slash("mine")).text for name in ("ann", "ben")]
    (waits,) = [text for text in texts if "your decision" in text]
    assert "then" in waits and "<t:" in waits
    assert any("waits for" in text and "your decision" not in text for text in texts)


async def test_a_plan_is_made_listed_and_taken_away(game: Hall) -> None:
    ben = game.players["ben"]
    assert "D58" in await ben.complete("plan", "question", "vote")
    assert "vote" in await ben.complete("plan", "answer", "", question="D58")
    given = await ben.slash("plan", question="D58", answer="vote", first="nay", words="Percy", lasts="always")
    assert given.whispered and "vote: ballot nay, used every time" in given.text and "Percy" in given.text
    assert "does not answer" in (await ben.slash("plan", question="D58", answer="move")).text
    asked = await choose(game, "ben", (await ben.slash("plan")).message, "plask", "D12")
    assert "Decline" in asked.labels()
    kept = await ben.press((await ben.press(asked.message, "Decline")).message, "Keep it")
    assert "decline" in kept.text
    asked = await choose(game, "ben", kept.message, "plask", "D58")
    made = await fill_in(game, "ben", asked.message, "Vote…", ballot="aye")
    made = await choose(game, "ben", made.message, "plscope", "always")
    made = await choose(game, "ben", made.message, "plthen", "again")
    kept = await ben.press(made.message, "Keep it")
    assert "vote: ballot aye, used every time" in kept.text
    picked = await choose(game, "ben", kept.message, "plpick", "1.1")
    gone = await ben.press(picked.message, "Delete it")
    assert "1.1 is deleted" in gone.text and "Percy" not in gone.text
    assert "You have no plans" in (await game.players["cat"].slash("plan")).text
    assert "no seat" in (await game.players["cat"].slash("plan", question="D58", answer="default")).text


async def test_who_waits_plans_his_next_turn_on_the_same_form_and_sees_what_would_happen(game: Hall) -> None:
    async with game.herald.store.reading() as connection:
        (running,) = await games.all_with(connection, Status.PLAYING)
    async with game.herald.referee.reading(running.id) as live:
        (asked,) = (request.seat for request in live.table.requests())
        waits = next(seat for seat in live.table.seats if seat != asked)
        name = next(holder.name for holder in live.seats if holder.id == waits)
        noble = next(noble.id for noble in as_kind(KingmakerView, live.table.view(waits)).nobles if noble.seat == waits)
    player = game.players[name]
    shown = await player.slash("options")
    assert "'s turn, then " in shown.text
    listed = await player.press(shown.message, "Plan ahead")
    asked_for = await choose(game, name, listed.message, "plask", "D20")
    made = await player.press(asked_for.message, "Move by land")
    made = await player.press(made.message, called(made, f"nobles={noble}"))
    found = await player.search(made.message, "inside")
    assert "Where to?" in made.text and len(found.labels()) < 10
    made = await player.press((await player.press(found.message, "Back")).message, "Fill in for me")
    made = await choose(game, name, made.message, "plif", "stands")
    made = await choose(game, name, made.message, "plifans", noble)
    assert "No choice has that word" in (await player.search(made.message, "atlantis")).text
    made = await player.search(made.message, "inside")
    place = next(option["value"] for part in made.components if part["type"] == 3 for option in part["options"])
    made = await choose(game, name, made.message, "plifans", place)
    assert "if" in made.text and "Keep it" in made.labels()
    kept = await player.press(made.message, "Keep it")
    assert "if I asked you now: Move by land" in kept.text
    again = await choose(game, name, kept.message, "plask", "D20")
    made = await player.press(again.message, "Default answer (safe)")
    made = await choose(game, name, made.message, "plif", "held")
    made = await player.press(made.message, "Without it")
    made = await choose(game, name, made.message, "plelse", "default")
    assert "if nothing fits, I give the default answer, which is a safe one" in made.text
    kept = await player.press(made.message, "Keep it")
    picked = await choose(game, name, kept.message, "plpick", "2.1")
    moved = await player.press(picked.message, "Up")
    assert moved.text.index("2.1 ") < moved.text.index("1.1 ")
    picked = await choose(game, name, moved.message, "plpick", "2.1")
    assert "1.1 " in (await player.press(picked.message, "Down")).text


async def test_the_game_master_sees_who_takes_how_long(game: Hall) -> None:
    said = (await game.players["ann"].slash("gm diagnose")).text
    assert "Time and misses" in said and "answers: 1" in said


async def test_the_help_leads_to_the_settings_where_an_absence_is_chosen_from_a_menu(game: Hall) -> None:
    ben = game.players["ben"]
    shown = await ben.press((await ben.slash("options")).message, "Help")
    tables = await ben.press(shown.message, "My tables")
    assert "your decision" in tables.text or "waits for" in tables.text
    shown = await ben.press((await ben.slash("options")).message, "Help")
    settings = await ben.press(shown.message, "My settings")
    away = await choose(game, "ben", settings.message, "meabsent", "3d")
    assert "I have told everybody at your tables" in away.text and "until <t:" in away.text

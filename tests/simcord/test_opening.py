"""From `/game new` without a word typed to a table, to a lesson, and to the same table once more."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from simcord import InteractionResult

from bot.model import interventions
from bot.panels import opening
from bot.panels.lesson import READY
from bot.panels.panel import HINT
from bot.pictures import Pictures
from bot.services.lessons import GONE, Lessons
from bot.store import games, tournaments
from bot.store.rows import GameRecord, Status, TournamentGame, Via
from engine.core.files import welcome
from engine.games import GAMES
from tests.harness.reading import walk
from tests.harness.rows import rows
from tests.harness.simcord import Hall, Player, Seen, hall, seen, text_of

TITLES = {rules.title: name for name, rules in GAMES.items() if welcome.course(name)}

POINTER = re.compile(
    r"👉 (?:Press \*\*(?P<label>.+?)\*\*(?: and answer (?P<answers>.+?))?(?:: |\.$)"
    r"|Choose \*\*(?P<choice>.+?)\*\* in the menu)",
    re.M,
)
REASON = re.compile(r"👉 .*\*: (.+)$", re.M)
ANSWER = re.compile(r"\*([^*]+)\* with \*\*([^*]+)\*\*")


@pytest.fixture
async def room(tmp_path: Path, drawers: Pictures) -> AsyncIterator[Hall]:
    """A server where nobody has opened a table yet."""
    async with hall(tmp_path, drawers, "ann", "ben", "cat") as here:
        here.herald.lessons = Lessons(Random(7).randbytes)
        yield here


async def newest(here: Hall) -> GameRecord:
    """Return the game that was opened last."""
    async with here.herald.store.reading() as connection:
        lobby = await games.all_with(connection, Status.LOBBY)
    return lobby[-1]


async def choose(player: Player, message: Any, menu: str, value: str) -> Seen:
    """Choose from the menu of a message whose id ends with this answer."""
    menus = [part["custom_id"] for part in walk(message.components) if part["type"] == 3]
    place = next(key for key in menus if key.endswith(menu))
    return seen(await player.actor.select(message, [value], custom_id=place))


@pytest.mark.parametrize("name", TITLES.values())
def test_every_variant_says_what_it_is_in_a_line_of_a_menu(name: str) -> None:
    card = welcome.card(name)
    assert card is not None and set(card.variants) == set(GAMES[name].variants)
    assert all(len(words) <= HINT for words in card.variants.values())


async def test_nothing_typed_asks_which_game_with_a_card_of_each(room: Hall) -> None:
    asked = await room.players["ann"].slash("game new")
    assert asked.whispered and not room.channel.threads
    for rules in GAMES.values():
        assert f"**{rules.title}**" in asked.text and f"Play {rules.title}" in asked.labels()
    assert "2 to 7 players" in asked.text and "9 to 17 rounds" in asked.text
    assert {file.filename for file in asked.files()} == {f"{name}.png" for name in GAMES}
    assert all(f"Learn {title}" in asked.labels() for title in TITLES)


async def test_a_table_is_put_together_by_buttons_alone(room: Hall) -> None:
    ann = room.players["ann"]
    asked = await ann.slash("game new")
    how = await ann.press(asked.message, "Play Lancaster")
    assert "**Variant**: Henry V" in how.text and "48 hours a decision" in how.text
    how = await choose(ann, how.message, "variant", "court")
    how = await choose(ann, how.message, "pace", "daily")
    how = await choose(ann, how.message, "computers", "2")
    assert "At the King's Court" in how.text and "daily: 24 hours" in how.text and "**Computer players**: 2" in how.text
    opened = await ann.press(how.message, "Open the table")
    await room.all_said()
    game = await newest(room)
    assert f"<#{game.thread}>" in opened.text and opened.labels() == []
    assert (game.rules, game.variant, game.pace.name) == ("lancaster", "court", "daily")
    async with room.herald.store.reading() as connection:
        seats = await games.seats_of(connection, game.id)
    assert [seat.human for seat in seats] == [True, False, False]
    assert any(
        f"opens a table of **Lancaster** (At the King's Court): <#{game.thread}>" in text_of(said)
        for said in room.channel.history()
    )


async def test_another_game_is_a_press_away_and_no_more_computers_than_seats(room: Hall) -> None:
    ann = room.players["ann"]
    how = await ann.press((await ann.slash("game new")).message, "Play War Lord Tourney")
    how = await choose(ann, how.message, "variant", "crowns")
    how = await choose(ann, how.message, "computers", "3")
    how = await choose(ann, how.message, "variant", "base")
    assert "**Computer players**: 1" in how.text
    back = await ann.press(how.message, "Another game")
    assert "Play Kingmaker" in back.labels()


async def test_what_is_typed_opens_a_table_at_once(room: Hall) -> None:
    told = await room.players["ann"].slash("game new", title="Our evening")
    assert "opens a table of **Kingmaker**" in told.text and not told.whispered


async def test_the_lobby_changes_the_variant_and_frees_a_seat(room: Hall) -> None:
    await room.open("ann", game="warlord", variant="crowns")
    ann, ben = room.players["ann"], room.players["ben"]
    for _ in range(2):
        added = await ann.press(room.panel(), "Add a computer player")
    shown = await ann.press(room.panel(), "House rules")
    assert "3 have a seat" in (await choose(ann, shown.message, "", "base")).more[-1]
    freed = await ann.choose(added.message, "-")
    assert "free again" in freed.text
    assert "Base game" in (await choose(ann, shown.message, "", "base")).text
    await room.all_said()
    assert "Base game" in text_of(room.panel()) and "plays Base game now" in room.said()
    assert (await newest(room)).variant == "base"
    assert (await ben.press(room.panel(), "House rules")).values() == []


# ---------------------------------------------------------------------- lessons


@pytest.mark.parametrize("title", TITLES)
async def test_a_lesson_is_followed_to_its_end_by_its_own_sentences(room: Hall, title: str) -> None:
    ann = room.players["ann"]
    shown = await ann.press((await ann.slash("game new")).message, f"Learn {title}")
    turns: list[str] = []
    reasons: list[str] = []
    for _ in range(150):
        assert shown.whispered
        reasons += [words for words in REASON.findall(shown.text) if words != READY]
        if "That was the lesson" in shown.text:
            break
        assert "Leave the lesson" in shown.labels(), shown.text
        turns += re.findall(r"turn (\d) of 5", shown.text)
        shown = await follow(ann, shown)
    assert "`/game new`" in shown.text and title in shown.text and shown.labels() == [f"Play {title}"]
    assert sorted(set(turns)) == ["1", "2", "3", "4", "5"] and turns == sorted(turns)
    assert sorted(set(reasons)) == sorted(reasons) != []
    async with room.herald.store.reading() as connection:
        assert not await games.all_with(connection, Status.PLAYING) and not await games.all_with(
            connection, Status.LOBBY
        )
    assert not room.channel.threads and not list(room.channel.history())


async def follow(player: Player, shown: Seen) -> Seen:
    """Do what the panel says; what it points at has to be there."""
    found = POINTER.search(shown.text)
    if found is None:
        return await player.press(shown.message, "Play it for me")
    if found["label"]:
        assert found["label"] in shown.labels(), shown.text
        then = await player.actor.click(shown.message, label=found["label"])
        return await filled_in(player, then, found["answers"] or "")
    menus = [part for part in shown.components if part["type"] == 3]
    for part in menus:
        for option in part["options"]:
            if option["label"] == found["choice"]:
                picked = [option["value"]]
                return seen(await player.actor.select(shown.message, picked, custom_id=part["custom_id"]))
    raise AssertionError(f"{found['choice']!r} is in no menu:\n{shown.text}")


async def filled_in(player: Player, shown: InteractionResult, told: str) -> Seen:
    """Send a form in, if there is one, with the answers that the lesson tells: all that the form requires."""
    if shown.modal is None:
        assert not told, told
        return seen(shown)
    left, values = dict(ANSWER.findall(told)), {}
    for label in shown.modal["components"]:
        part = label["component"]
        answer = left.pop(label.get("description") or label["label"], None)
        if answer is not None:
            options = {option["label"]: option["value"] for option in part["options"]}
            values[part["custom_id"]] = next(options[one] for one in options if one.partition(" – ")[0] == answer)
        else:
            assert part.get("required") is False, (label, told)
    assert not left
    return seen(await player.actor.submit_modal(shown, values))


async def test_a_lesson_is_left_at_any_time_and_leaves_a_line(room: Hall) -> None:
    ann = room.players["ann"]
    first = await ann.press((await ann.slash("game new")).message, "Learn Kingmaker")
    assert "🎓 **Lesson, turn 1 of 5**" in first.text and "👉 Press" in first.text
    left = await ann.press(first.message, "Leave the lesson")
    assert "nothing of it is kept" in left.text and "`/game new`" in left.text
    assert left.labels() == ["Play Kingmaker"] and not left.message.embeds


async def test_old_buttons_of_a_lesson_say_how_to_begin_another(room: Hall) -> None:
    ann = room.players["ann"]
    first = await ann.press((await ann.slash("game new")).message, "Learn War Lord Tourney")
    room.herald.lessons.end(ann.actor.id)
    late = await ann.press(first.message, "Play it for me")
    assert GONE in "\n".join(late.more)


async def test_nobody_presses_in_the_lesson_of_another(room: Hall) -> None:
    ann, ben = room.players["ann"], room.players["ben"]
    await ann.press((await ann.slash("game new")).message, "Learn Kingmaker")
    theirs = await ben.press((await ben.slash("game new")).message, "Learn Kingmaker")
    one, other = (room.herald.lessons._going_on[player.actor.id] for player in (ann, ben))
    assert one.record.id != other.record.id
    before = other.table.version
    await ann.press((await ann.slash("game new")).message, "Learn Lancaster")
    assert other.table.version == before and "Lesson" in theirs.text


# ---------------------------------------------------------------------- the same table again


async def test_the_same_people_are_invited_to_the_same_table_and_draw_lots(room: Hall) -> None:
    await room.open("ann", game="lancaster", variant="base", pace="daily")
    ann, ben, cat = (room.players[name] for name in ("ann", "ben", "cat"))
    await ben.slash("game join")
    await ann.press(room.panel(), "Add a computer player")
    await ann.slash("game start")
    await room.all_said()
    before = room.thread
    async with room.herald.store.reading() as connection:
        (played,) = await games.all_with(connection, Status.PLAYING)
    await room.herald.moderation.carry_out(played.id, played.owner, interventions.End("It is late."), Via.MASTER)
    await room.all_said()
    ended = next(said for said in before.history() if "The game is over" in text_of(said))
    stranger = await cat.press(ended, "Invite everybody to play again")
    assert "Only those who played here" in "\n".join([*stranger.more, stranger.text])
    told = await ben.press(ended, "Invite everybody to play again")
    await room.all_said()
    game = await newest(room)
    assert f"<#{game.thread}>" in told.text and game.owner == ben.actor.id
    assert (game.rules, game.variant, game.pace.name) == ("lancaster", "base", "daily")
    assert game.title == f"{played.title} 2" == room.channel.threads[-1].name, "told from the one before"
    thread = room.channel.threads[-1]
    words = "\n".join(text_of(message) for message in thread.history())
    assert f"<@{ann.actor.id}>" in words and "invited to play again" in words
    twice = await ann.press(ended, "Invite everybody to play again")
    assert "open already" in twice.text and len(room.channel.threads) == 2
    for player in (ann, ben):
        player.here = thread
    await ann.slash("game join")
    await ben.slash("game start")
    await room.all_said()
    words = "\n".join(text_of(message) for message in thread.history())
    assert "The seats are drawn by lot. In order:" in words
    async with room.herald.store.reading() as connection:
        seats = await games.seats_of(connection, game.id)
    assert {seat.human for seat in seats} == {True, False} and [seat.id for seat in seats] == ["s1", "s2", "s3"]


@rows(
    "menu, chosen, read",
    [
        ("computers", "2", ("base", "", 2)),
        ("computers", "99", ("base", "", 4)),
        ("computers", "many", ("base", "", 0)),
        ("pace", "daily", ("base", "daily", 1)),
        ("variant", "henry", ("henry", "", 1)),
    ],
)
def test_what_is_chosen_for_a_table_replaces_what_was_chosen_before(
    menu: str, chosen: str, read: tuple[str, str, int]
) -> None:
    wish = opening._wished(opening.Wish("lancaster", "base", "", 1).press("nwset", menu), [chosen])
    assert (wish.variant, wish.pace, wish.computers) == read


def test_a_table_that_is_opened_again_counts_on() -> None:
    assert opening._next_title("Ann's Lancaster 2") == "Ann's Lancaster 3"
    assert opening._next_title("War of 1415") == "War of 1415 2" and opening._next_title("7") == "7 2"
    assert opening._next_title("A" * 80) == "A" * 78 + " 2"


async def test_a_table_of_a_tournament_is_not_opened_again(room: Hall) -> None:
    await room.open("ann", game="lancaster", variant="base")
    ann, ben = room.players["ann"], room.players["ben"]
    await ben.slash("game join")
    await ann.slash("game start")
    await room.all_said()
    async with room.herald.store.reading() as connection:
        (played,) = await games.all_with(connection, Status.PLAYING)
    await room.herald.moderation.carry_out(played.id, played.owner, interventions.End("It is late."), Via.MASTER)
    await room.all_said()
    ann.here = room.channel
    await ann.slash("tournament create", title="Roses", heats=1)
    async with room.herald.store.writing() as connection:
        (event,) = await tournaments.running(connection)
        await tournaments.add_game(connection, TournamentGame(tournament=event.id, heat=1, number=1, game=played.id))
    ended = next(said for said in room.thread.history() if "The game is over" in text_of(said))
    told = await ben.press(ended, "Invite everybody to play again")
    assert (
        "⚠️ This table belongs to a tournament, which seats its players itself; open another with /game new."
        in "\n".join([told.text, *told.more])
    )
    assert len(room.channel.threads) == 1

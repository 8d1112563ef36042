"""What people get wrong, and what others try: one clear sentence, nothing changed, nobody pinged."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
import pytest

from bot.delivery.inbox import Inbox
from bot.panels.ids import Press
from bot.panels.panel import Button, Panel
from bot.store import outbox
from bot.store.payloads import OutboxMessage
from bot.table.effects import pages
from engine.core.events import Event
from tests.e2e.beginnings import evening_after, started
from tests.e2e.players import ButtonPlayer, answers, button, ways
from tests.e2e.table import MAX_WAIT_S, Evening, evening
from tests.harness.reading import Json, buttons, panel_words, text_of
from tests.harness.sandbox import Person

WHISPERED = 64
ROUND_TURNED = "\u202egnik\u202c"
HOSTILE = ("@everyone **I** <@1>", "{s1} `x` ||y||", f"{ROUND_TURNED} # a\n> b", "[a](http://b.c) _d_")


async def told(person: Person, command: str, **options: Any) -> str:
    """Use a command and return its answer, which is for this person alone."""
    key = await person.slash(command, **options)
    answer = await person.expect(lambda message: answers(message, key))
    assert answer["flags"] & WHISPERED, text_of(answer)
    return text_of(answer)


async def refused(night: Evening, person: Person, command: str, says: str, **options: Any) -> None:
    """Check that a command is refused on one line that says why, and that the game stands as before."""
    before = await night.state() if night.started else ""
    text = await told(person, command, **options)
    assert text.startswith("⚠️ ") and "\n" not in text and len(text) < 600, text
    assert says in text, text
    assert text.rstrip(")").endswith((".", "]")), text
    assert not night.started or await night.state() == before


async def newcomer(night: Evening, username: str, name: str) -> Person:
    """Let somebody new come to the server."""
    body = {"username": username, "global_name": name}
    async with aiohttp.ClientSession() as session, session.post(night.sandbox.url + "/person", json=body) as response:
        assert response.status == 201, await response.text()
    person = await night.sandbox.person(username)
    await person.refresh()
    person.here = night.thread
    return person


# ---------------------------------------------------------------------- before the start


async def test_a_table_that_cannot_begin(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann") as night:
        await night.open()
        ann = night.people[0]
        ben, cat = await night.stranger("ben"), await night.stranger("cat")
        await refused(night, ann, "/game start", "needs 2 players or more; 1 joined")
        await refused(night, ann, "/kingmaker pass", "its game master starts it with “Start the game”")
        await refused(night, ann, "/hand", "This game has not started")
        await refused(night, ann, "/votes", "This game has not started")
        await refused(night, ann, "/game map", "This game has not started")
        await refused(night, ben, "/game leave", "You have no seat")
        await told(ben, "/game join")
        await refused(night, ben, "/game join", "You have a seat")
        await refused(night, ben, "/game start", "Only the game master can start")
        await refused(night, ben, "/game settings", "Only the game master can change", option="deck", value="x")
        await refused(night, ann, "/game settings", "nonsense", option="nonsense", value="x")
        await refused(night, cat, "/game join", "No game is played", channel="herald")
        await night.check_wire()


async def test_a_full_table(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann", "ben", "cat", "dan", "eve", "fay", "gil") as night:
        await night.open()
        hal = await newcomer(night, "hal", "Hal")
        await refused(night, hal, "/game join", "is full: Kingmaker takes 7 players at most")
        await night.all_said()
        lobby = await night.panel(hal, "Start the game")
        assert "Take a seat" not in [button["label"] for button in buttons(lobby)]


async def test_a_channel_where_herald_may_not_work(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann") as night:
        ann = night.people[0]
        before = ann.channel_names()
        for missing in (
            "CREATE_PUBLIC_THREADS",
            "EMBED_LINKS",
            "SEND_MESSAGES_IN_THREADS",
            "PIN_MESSAGES",
            "READ_MESSAGE_HISTORY",
        ):
            await night.sandbox.control("permissions", channel_id=ann.channel_id("herald"), deny=[missing])
            await refused(night, ann, "/game new", missing.replace("_", " ").title(), channel="herald")
        await ann.refresh()
        assert ann.channel_names() == before


async def test_a_table_nobody_can_open(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann") as night:
        ann = night.people[0]
        await refused(night, ann, "/game new", "chess", channel="herald", game="chess")
        await refused(night, ann, "/game new", "atlantis", channel="herald", variant="atlantis")
        await ann.refresh()
        assert len(ann.channel_names()) == 2


# ---------------------------------------------------------------------- in the game


async def test_what_is_not_to_be_done(tmp_path: Path) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        ann = night.people[0]
        dan = await night.stranger("dan")
        for command in ("/kingmaker pass", "/hand", "/options"):
            await refused(night, dan, command, "You have no seat")
        await refused(night, dan, "/game start", "has already started")
        await refused(night, dan, "/game join", "has already started")
        await refused(night, ann, "/kingmaker move", "The factions are still being set up", nobles="percy")
        await refused(night, ann, "/kingmaker setup give", "Say first: Which card do you give?", noble="percy")
        await refused(night, ann, "/kingmaker setup give", "'silk' is not possible; choose one of", card="silk")
        await refused(night, ann, "/kingmaker pass", "No game is played", channel="table-talk")
        await refused(night, ann, "/hand", "No game is played", channel="herald")
        await refused(night, ann, "/game rules", "No rule has the word 'xyzzy'", search="xyzzy")
        await night.check_wire()


async def test_an_illegal_move_is_refused_with_its_rule(tmp_path: Path) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        ann = night.people[0]
        noble = str((await ann.autocomplete("/kingmaker setup station", "noble"))[0][1])
        await refused(night, ann, "/kingmaker setup station", "[BASE-SET-5]", noble=noble, at="open:dover")
        await refused(night, ann, "/kingmaker setup give", "[BASE-SET-3]", card=noble, noble=noble)


# ---------------------------------------------------------------------- panels that no longer hold


async def test_a_panel_pressed_twice_acts_once(tmp_path: Path) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        ann = ButtonPlayer(night.people[0], night, Random(1))
        one = await ann.options()
        _forget(night, ann.person)
        other = await ann.options()
        await ann.press(one, "My faction is ready")
        after = await night.state()
        assert "The game has moved on" in text_of(await ann.press(other, "My faction is ready"))
        assert await night.state() == after


def _forget(night: Evening, person: Person) -> None:
    """Let the bot forget which panel is a person's newest, as it does at a restart: the next one removes none."""
    night.supervisor.herald.live.forget(night.game, int(person.id))


async def test_a_newer_panel_takes_the_place_of_one_on_which_nothing_was_decided(tmp_path: Path) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        ann = ButtonPlayer(night.people[0], night, Random(1))
        older = await ann.options()
        begun_on = await begun(ann, 0)
        await removed(ann.person, older)
        done = await ann.press(await ann.options(), "My faction is ready")
        await removed(ann.person, begun_on)
        await ann.options()
        assert text_of(done) in [text_of(message) for message in await ann.person.messages(limit=500)]


async def removed(person: Person, panel: Json) -> None:
    """Wait until a panel is no longer there."""
    async with asyncio.timeout(MAX_WAIT_S):
        while panel["id"] in {message["id"] for message in await person.messages(limit=500)}:  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def test_two_presses_in_the_same_moment_act_once(tmp_path: Path) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        ann = ButtonPlayer(night.people[0], night, Random(1))
        panels = []
        for _ in range(4):
            panels.append(await ann.options())
            _forget(night, ann.person)
        before = await night.version()
        keys = [await ann.person.press(panel, "My faction is ready", wait=False) for panel in panels]
        shown = [await ann.seen(key, panel) for key, panel in zip(keys, panels, strict=True)]
        assert sum("The game has moved on" in text_of(answer) for answer in shown) == len(panels) - 1
        assert await night.version() == before + 1


async def test_a_form_does_only_what_it_shows(tmp_path: Path) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        ann = ButtonPlayer(night.people[0], night, Random(1))
        first = await begun(ann, 0)
        _forget(night, ann.person)
        second = await begun(ann, -1)
        before = await night.state()
        assert "have filled in this form elsewhere" in text_of(await ann.go(first, ways(first, "at")[0]))
        assert await night.state() == before
        assert "have filled in this form elsewhere" not in text_of(await ann.go(second, ways(second, "at")[-1]))
        assert await night.state() != before


async def begun(player: ButtonPlayer, which: int) -> Json:
    """Fill a form in, up to its last question, with the first or the last of all choices."""
    shown = await player.press(await player.options(), "Station a noble")
    return await player.go(shown, ways(shown, "noble")[which])


async def test_an_old_panel_after_the_phase_has_changed(tmp_path: Path) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        players = [ButtonPlayer(person, night, Random(1)) for person in night.people]
        old = await begun(players[0], 0)
        _forget(night, players[0].person)
        for player in players:
            await player.press(await player.options(), "My faction is ready")
        before = await night.state()
        assert "The game has moved on" in text_of(await players[0].go(old, ways(old, "at")[0]))
        assert await night.state() == before


async def posted(night: Evening, shown: list[Button]) -> Json:
    """Let the bot post buttons of any kind into the thread."""
    client = night.supervisor.client
    assert client is not None
    channel = client.get_partial_messageable(int(night.thread))
    message = await channel.send("buttons", view=Panel("", rows=[shown]).view())
    return await night.people[0].expect(lambda seen: seen["id"] == str(message.id))


async def test_buttons_that_mean_nothing(tmp_path: Path) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        ann = ButtonPlayer(night.people[0], night, Random(1))
        strange = [
            Button(str(Press("mine", "zzzz")), "Unknown game"),
            Button(str(Press("go", "zzzz", "12345678", "move")), "Unknown form"),
            Button(str(Press("abdicate", night.game)), "Unknown verb"),
            Button("h:what", "No id of ours"),
            Button(str(Press("go", night.game, "", "abdicate")), "Unknown action"),
        ]
        before = await night.state()
        message = await posted(night, strange)
        for shown, says in zip(
            strange,
            ("There is no game 'zzzz'", "There is no game 'zzzz'", "older message", "older message", "'abdicate'"),
            strict=True,
        ):
            answer = await ann.press(message, shown.label)
            assert says in text_of(answer) and answer["flags"] & WHISPERED, text_of(answer)
        assert await night.state() == before


# ---------------------------------------------------------------------- hostile words


async def test_names_neither_ping_nor_format(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann") as night:
        await night.open(title=" ".join(HOSTILE)[:80])
        rogues = [await newcomer(night, f"rogue{n}", name) for n, name in enumerate(HOSTILE)]
        for rogue in rogues:
            await told(rogue, "/game join")
        await night.start()
        everybody = [*night.people, *rogues]
        for command in ("/votes", "/mine", "/game status", "/log", "/options", "/game list"):
            await told(rogues[0], command)
        for person in everybody:
            await told(person, "/kingmaker setup ready")
        await night.all_said()
        await night.check_wire()
        for message in [*await rogues[0].messages(limit=500), *await rogues[0].messages(rogues[0].dm(), limit=500)]:
            check_harmless(message, {person.id for person in everybody})


async def test_names_full_of_marks_do_not_make_a_message_too_long(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann", "ben") as night:
        await night.open()
        rogue = await newcomer(night, "rogue", "*_" * 16)
        await told(rogue, "/game join")
        await night.start()
        herald = night.supervisor.herald
        events = tuple(Event("note", "{s3} " * 10) for _ in range(8))
        async with herald.store.writing() as connection:
            await outbox.add(connection, night.game, 0, [OutboxMessage(page) for page in pages(events)], 0)
        herald.referee.publish(night.game)
        await night.all_said()
        await night.check_wire()
        assert await night.troubles() == []
        assert max(len(text_of(message)) for message in await rogue.messages(limit=100)) > 2000


def check_harmless(message: Json, players: set[str]) -> None:
    """Check that a message pings nobody but players, and holds no text that would format or turn it round."""
    assert not message["mention_everyone"] and not message["mention_roles"]
    assert {user["id"] for user in message["mentions"]} <= players
    words = [message["content"], *panel_words(message)]
    words += [field[part] for embed in message["embeds"] for field in embed.get("fields") or [] for part in field]
    for text in map(unescaped, words):
        for danger in ("@everyone", "<@1>", "\u202e", "{s", "||y||", "[a](http", "**I**", " `x` ", "_d_"):
            assert danger not in text, text


def unescaped(text: str) -> str:
    """Return what is left of a text for Discord to read marks in: without what is escaped."""
    return re.sub(r"\\.", "", str(text))


LONGEST = 600
"""Characters that Discord lets anybody write into an option."""


async def test_hostile_words_in_options(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        ann = night.people[0]
        for words in (*HOSTILE, "x" * 6000, "," * 300, "\u202e", "percy," * 40):
            for option in ("card", "noble"):
                assert len(await ann.autocomplete("/kingmaker setup give", option, words, card="percy")) <= 25
            await refused(night, ann, "/kingmaker setup give", "", card=words[:LONGEST], noble="percy")
            await ann.autocomplete("/kingmaker move", "nobles", words)
            await ann.autocomplete("/game new", "variant", words[:100], game=words[:100])
            check_harmless((await ann.messages())[-1], set())
        assert [record for record in caplog.records if record.levelname == "ERROR"] == []


# ---------------------------------------------------------------------- closed direct messages


async def test_closed_direct_messages(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann", "ben") as night:
        ann, ben = night.people
        await ben.set_dms(allowed=False)
        await night.open()
        await told(ann, "/game start")
        await night.all_said()
        nudges = [text_of(m) for m in await ben.messages(limit=500) if f"<@{ben.id}>" in m["content"]]
        assert sum("I cannot send you direct messages" in text for text in nudges) == 1
        assert any("a decision waits for you" in text for text in nudges)
        player = ButtonPlayer(ben, night, Random(1))
        panel = await player.options()
        news = await ben.expect("You are dealt")
        assert news["flags"] & WHISPERED
        assert button(panel, "My faction is ready")
        await all_read(night, ben)
        assert "You are dealt" not in await shown_afterwards(player)
        answer = await player.press(await night.panel(ben), "My hand")
        assert answer["attachments"][0]["description"]
        await told(ann, "/kingmaker setup ready")
        await player.press(await player.options(), "My faction is ready")
        await night.all_said()
        assert sum("I cannot send you direct messages" in text_of(m) for m in await ben.messages(limit=500)) == 1


async def all_read(night: Evening, person: Person) -> None:
    """Wait until it is on record that a person has read everything: that is so a moment after Discord took it."""
    inbox = Inbox(night.supervisor.herald.store)
    async with asyncio.timeout(MAX_WAIT_S):
        while True:
            if not await inbox.unread(night.game, int(person.id)):
                return
            await asyncio.sleep(0.02)


async def shown_afterwards(player: ButtonPlayer) -> str:
    """Open the options once more and return everything whispered by it."""
    seen = {message["id"] for message in await player.person.messages(limit=500)}
    await player.options()
    await asyncio.sleep(0.2)
    return "\n".join(text_of(m) for m in await player.person.messages(limit=500) if m["id"] not in seen)


# ---------------------------------------------------------------------- answers that do not arrive


async def test_a_deed_whose_answer_is_lost_stays_done(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        ann = night.people[0]
        player = ButtonPlayer(ann, night, Random(1))
        panel = await player.options()
        before = await night.version()
        await night.sandbox.control("faults", status=404, match="PATCH /webhooks")
        await ann.press(panel, "My faction is ready")
        await eventually(lambda: "could not be told" in caplog.text)
        assert await night.version() == before + 1
        assert not any("Nothing has changed" in text_of(message) for message in await ann.messages(limit=100))


async def eventually(condition: Callable[[], bool]) -> None:
    """Wait for something to become true."""
    async with asyncio.timeout(10):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.02)

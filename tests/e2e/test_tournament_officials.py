"""The officials' side of a tournament over the wire: forms, menus, substitutes, questioned rulings, a lost thread."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from bot.discord_adapter.client import Supervisor
from bot.model import interventions
from bot.store import games, motions, tournaments
from bot.store.rows import GameRecord, Telling
from tests.e2e.table import MAX_WAIT_S, at_work
from tests.e2e.test_tournament import leads, offered, press, seated, state_of, until_started
from tests.harness.reading import Json, text_of, tricks
from tests.harness.sandbox import DrivenSandbox, Person, running_sandbox


async def channel_says(person: Person, text: str) -> Json:
    """What the channel of the tournament is told."""
    return await person.expect(text, channel=person.channel_id("herald"), timeout=MAX_WAIT_S)


EVIL = " x**. [Log in](https://evil.example) @everyone"
"""What somebody adds to every reason and title, who would like Herald to say it for them."""


async def fill_in(person: Person, message: Json, button: str, **written: str) -> str:
    """Press a button that opens a form, send it, and read the answer."""
    await person.press(person.current(message), button)
    said = {name: words + EVIL if name in ("reason", "title") else words for name, words in written.items()}
    await person.submit(await person.modal(timeout=MAX_WAIT_S), said)
    return text_of(await person.answer(timeout=MAX_WAIT_S))


async def game_of(supervisor: Supervisor, event: str) -> GameRecord:
    async with supervisor.herald.store.reading() as connection:
        (place,) = await tournaments.games_of(connection, event)
        return await games.get(connection, place.game)


async def rule_with_consent(supervisor: Supervisor, game: str, master: Person, judge: Person) -> None:
    """Let a game master who plays change something, as his assistant confirms."""
    herald = supervisor.herald
    async with herald.referee.reading(game) as live:
        seat = live.table.requests()[0].seat
    await herald.moderation.intervene(game, int(master.id), interventions.TakeDefault(seat))
    async with herald.store.reading() as connection:
        (motion,) = await motions.open_ones(connection, game)
    await herald.moderation.answer(game, motion.id, int(judge.id), aye=True)


async def change_by_form(olga: Person) -> None:
    """Change the title before the first heat is seated."""
    shown = await offered(olga, "Change")
    await olga.press(olga.current(shown), "Change")
    shown = await olga.expect("Officials can change all of this until the first heat", timeout=MAX_WAIT_S)
    answer = await fill_in(olga, shown, "Title, heats, tables…", title="Lilies", heats="2", tables="2 to 7, usually 4")
    assert "Lilies" in answer and "2 to 7, usually 4" in answer
    said = text_of(await channel_says(olga, "The format has changed"))
    assert "the title: Roses → Lilies" in said and "usually at a table: 5 → 4" in said


async def name_assistant(olga: Person, eve: Person) -> None:
    """Name an assistant by the menu of everybody on the server."""
    shown = await offered(olga, "Officials")
    await olga.press(olga.current(shown), "Officials")
    shown = await olga.expect("A game master can play only if", timeout=MAX_WAIT_S)
    await olga.choose(olga.current(shown), [eve.id], placeholder="Who assists as well?")
    assert "Assistants: **Eve**" in text_of(await olga.expect("I have told the channel", timeout=MAX_WAIT_S))
    await channel_says(olga, "assistants: **Eve**")


async def question_and_judge(supervisor: Supervisor, game: str, olga: Person, ann: Person, eve: Person) -> None:
    """A player questions what the playing game master has done; both officials judge it, and it is undone.

    The thread tells everything, a message for each action: the ruling has its button there, too.
    """
    async with supervisor.herald.store.writing(game) as connection:
        await games.change(connection, game, telling=Telling.EVERYTHING)
    await rule_with_consent(supervisor, game, olga, eve)
    shown = await ann.expect(lambda frame: "Question this…" in str(frame.get("components")), timeout=MAX_WAIT_S)
    answer = await fill_in(ann, shown, "Question this…", reason="That was my decision.", rule="WBC-T12")
    assert "It waits for" in answer and "Before it:" in answer
    asked = await channel_says(olga, "Questioned: That was my decision.")
    async with supervisor.herald.store.reading() as connection:
        assert (await games.get(connection, game)).paused is not None
    judged = await channel_says(eve, "Questioned: That was my decision.")
    await fill_in(olga, asked, "It stands…", reason="Time was over.")
    assert "It falls" in await fill_in(eve, judged, "It falls…", reason="It was not.")
    said = text_of(await channel_says(ann, "can appeal until"))
    assert "It was not." in said and "[WBC-T12]" in said
    async with supervisor.herald.store.reading() as connection:
        assert (await games.get(connection, game)).paused is not None, "it is still to be undone"
    shown = await channel_says(eve, "can appeal until")
    await eve.press(eve.current(shown), "Mend…")
    shown = await eve.expect("The table goes back to its position before the ruling.", timeout=MAX_WAIT_S)
    await eve.press(eve.current(shown), "Undo it")
    await channel_says(ann, "is undone, and the table continues, by **Eve**")
    await eve.expect("The table continues.", timeout=MAX_WAIT_S)
    async with supervisor.herald.store.reading() as connection:
        assert (await games.get(connection, game)).paused is None
    await ann.slash("/rulings", channel="herald", search="WBC-T12")
    assert "falls" in text_of(await ann.answer(timeout=MAX_WAIT_S))


async def take_over(ann: Person, cat: Person) -> None:
    """Ann goes, and Cat takes her seat by the button in the channel."""
    await ann.slash("/tournament drop", channel="herald")
    assert "A computer player plays the seat meanwhile" in text_of(await ann.answer(timeout=MAX_WAIT_S))
    await cat.press(await channel_says(cat, "gives up a seat"), "I take the seat")
    await cat.expect("You play heat 1, table 1", timeout=MAX_WAIT_S)
    await channel_says(cat, "**Cat** plays for **Ann** from now on")


async def lose_thread(sandbox: DrivenSandbox, supervisor: Supervisor, event: str) -> None:
    """The thread of a table is deleted: it goes on in another one."""
    old = (await game_of(supervisor, event)).thread
    game = (await game_of(supervisor, event)).id
    await sandbox.control(f"channels/{old}", action="delete")
    await supervisor.herald.moderation.announce(game, "Is anybody there?")
    async with asyncio.timeout(MAX_WAIT_S):
        while (await game_of(supervisor, event)).thread == old:
            supervisor.herald.referee.publish(game)
            await asyncio.sleep(0.2)


async def test_officials_run_a_tournament_by_forms_and_menus(tmp_path: Path) -> None:
    async with running_sandbox() as sandbox, at_work(tmp_path, sandbox) as supervisor:
        olga, ann, ben, cat, eve = [await sandbox.person(name) for name in ("dan", "ann", "ben", "cat", "eve")]
        for person in (olga, ann, ben, cat, eve):
            await person.bot_is_ready()
        about: dict[str, Any] = {"title": "Roses", "game": "kingmaker", "variant": "wbc", "heats": 1, "clock": "live"}
        await olga.slash("/tournament create", channel="herald", **about)
        event = text_of(await olga.answer()).split("`")[1]
        await change_by_form(olga)
        await name_assistant(olga, eve)
        for person in (olga, ann, ben):
            await press(person, "I play heat 1", "You play heat 1")
        await leads(olga, "Announce heat 1")
        for person in (olga, ann, ben):
            await press(person, "Check in: heat 1", "You are in heat 1")
        await leads(olga, "Seat heat 1…", "Seat them like this")
        (place,) = await seated(supervisor, event, 1)
        await until_started(supervisor, place.game)
        await question_and_judge(supervisor, place.game, olga, ann, eve)
        said = [message for person in (ann, olga) for message in await person.messages("herald", limit=500)]
        assert any("evil" in text_of(message) for message in said)
        assert [text_of(message) for message in said if tricks(message)] == []
        await take_over(ann, cat)
        assert cat.id in (await state_of(supervisor, event)).heats[0].games[0].people
        await lose_thread(sandbox, supervisor, event)


async def test_what_discord_loses_has_its_sentence_and_its_cure(tmp_path: Path) -> None:
    async with running_sandbox() as sandbox, at_work(tmp_path, sandbox) as supervisor:
        olga, ann, ben, cat = [await sandbox.person(name) for name in ("dan", "ann", "ben", "cat")]
        for person in (olga, ann, ben, cat):
            await person.bot_is_ready()
        await olga.slash("/tournament create", channel="herald", title="Roses", game="kingmaker", variant="wbc")
        event = text_of(await olga.answer()).split("`")[1]
        await leads(olga, "Announce heat 1")
        for person in (ann, ben):
            await press(person, "I play heat 1", "You play heat 1")
            await press(person, "Check in: heat 1", "You are in heat 1")
        await sandbox.control("faults", status=404, count=9, match=f"members/{ben.id}")
        await leads(olga, "Seat heat 1…", "Seat them like this")
        await cat.press(await channel_says(cat, "has left the server"), "I take the seat")
        await channel_says(cat, "**Cat** plays for **Ben** from now on")
        game = (await game_of(supervisor, event)).id
        async with supervisor.herald.store.writing() as connection:
            await games.change(connection, game, assistant_role=12345)
        supervisor.herald.referee.publish(game)
        await ann.refresh()
        await ann.expect("name another with /gm assistant", timeout=MAX_WAIT_S)
        await sandbox.control(f"channels/{olga.channel_id('herald')}", action="delete")
        await olga.refresh()
        await olga.slash("/tournament list", channel="table-talk")
        assert "an official takes another with /tournament move" in text_of(await olga.answer(timeout=MAX_WAIT_S))
        await olga.slash("/tournament move", channel="table-talk")
        await olga.expect("I have posted its message here", timeout=MAX_WAIT_S)
        await olga.expect("**Heat 1**", channel=olga.channel_id("table-talk"), timeout=MAX_WAIT_S)

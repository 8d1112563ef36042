"""The pinned panel of a table: edited while it is young, posted anew once it is an hour old or cannot be edited."""

from __future__ import annotations

import asyncio
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.discord_adapter import board
from bot.sandbox.ratelimit import Manner
from render.picture import Picture
from tests.e2e.beginnings import evening_after, started
from tests.e2e.players import ButtonPlayer, Whim, answers, is_done, ways
from tests.e2e.table import Evening, evening
from tests.e2e.test_storms import promise_panel
from tests.harness.reading import Json, buttons, selects, shown_in, text_of, walk

GALLERY = 12
"""Discord's type of the part of a message that shows pictures."""

PIN_LINE = 6
"""Discord's type of the line that says that somebody has pinned a message."""


async def shown(night: Evening) -> list[Json]:
    """The panels that stand in the thread, pinned or not."""
    messages = await night.people[0].messages(night.thread, limit=1000)
    return [message for message in messages if str(message.get("nonce", "")).startswith("panel")]


async def be_ready(night: Evening) -> None:
    """Let the first person do something that everybody hears of."""
    player = ButtonPlayer(night.people[0], night, Random(1))
    await player.press(await player.options(), "My faction is ready")
    await night.all_said()


async def edits(night: Evening, message: str) -> list[int]:
    """What became of each edit of a message."""
    seen = await night.sandbox.visitors.requests(f"PATCH /channels/{night.thread}/messages/{message}")
    return [request["status"] for request in seen]


@pytest.mark.parametrize("manner", list(Manner))
async def test_a_panel_that_discord_lets_nobody_edit_is_posted_anew_at_once(tmp_path: Path, manner: Manner) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        (before,) = await shown(night)
        await night.sandbox.control("clock", edit_seconds=0)
        await night.sandbox.control("limits", of="late_edits", requests=0, seconds=3600, manner=manner)
        known = len(await edits(night, before["id"]))
        await be_ready(night)
        (after,) = await shown(night)
        assert after["pinned"] and after["id"] != before["id"]
        assert len(await edits(night, before["id"])) == known + 1
        assert await night.troubles() == []


async def test_a_panel_that_is_an_hour_old_is_posted_anew_once_it_has_something_new_to_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        (before,) = await shown(night)
        known = await edits(night, before["id"])
        monkeypatch.setattr(board, "EDITABLE_S", 0.0)
        await promise_panel(night)
        await night.all_said()
        assert [message["id"] for message in await shown(night)] == [before["id"]]
        await be_ready(night)
        (after,) = await shown(night)
        assert after["pinned"] and after["id"] != before["id"]
        assert await edits(night, before["id"]) == known
        assert await night.troubles() == []


async def test_no_line_tells_of_a_pin(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann") as night:
        await night.open()
        await night.all_said()
        assert [message["pinned"] for message in await shown(night)] == [True]
        assert PIN_LINE not in [message["type"] for message in await night.people[0].messages(night.thread)]
        await night.check_wire()


async def test_a_question_by_letter_that_is_too_old_to_be_edited_goes_when_it_was_answered(tmp_path: Path) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        await night.sandbox.control("clock", edit_seconds=0)
        await night.sandbox.control("limits", of="late_edits", requests=0, seconds=3600, manner=Manner.LONG_WAIT)
        ann = night.people[0]
        letter = await ann.expect("A decision waits for you", channel=ann.dm())
        await be_ready(night)
        asked = await night.sandbox.visitors.requests(f"DELETE /channels/{ann.dm()}/messages/{letter['id']}")
        assert [seen["status"] for seen in asked] == [204]
        assert await night.troubles() == []


async def test_nothing_has_to_be_typed_to_take_back_to_ask_why_not_or_to_read_the_odds(tmp_path: Path) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        ann = ButtonPlayer(night.people[0], night, Random(1))
        odds = await ann.press(await ann.press(await ann.options(), "Help"), "Odds")
        assert text_of(odds).startswith("Nobody stands in one square with an enemy, ")
        why = await ann.press(await ann.press(await ann.options(), "Help"), "Why can't I…?")
        assert "What would you like to do?" in text_of(why)
        movement = next(menu for menu in selects(why) if "move" in {one["value"] for one in menu["options"]})
        await ann.person.choose(why, ["move"], custom_id=movement["custom_id"])
        await ann.person.expect("**BASE-")
        await ann.press(await ann.options(), "My faction is ready")
        assert "Undo: My faction is ready…" in [one["label"] for one in buttons(await ann.options())]
        asked = await ann.press(await ann.options(), "Undo")
        assert "I undo it at once: nothing was revealed" in text_of(asked)
        assert "Your last action:" in text_of(asked) and "is ready." in text_of(asked)
        assert "Your last action is undone." in text_of(await ann.press(asked, "Take it back"))
        assert "My faction is ready" in [one["label"] for one in buttons(await ann.options())]


async def test_a_computer_player_stands_in_and_gives_its_reasons_without_a_word_typed(tmp_path: Path) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        ann = ButtonPlayer(night.people[0], night, Random(1))
        asked = await ann.press(await ann.press(await ann.options(), "Help"), "Let it decide…")
        assert "It decides at this table only." in text_of(asked)
        said = await ann.choose(asked, ["usual"])
        assert "A computer player decides for you until you take over again." in text_of(said)
        assert "I decide again" in [one["label"] for one in buttons(said)]
        help_ = await ann.press(await ann.options(), "Help")
        why = await ann.press(help_, "Why did they?")
        assert "computer player" in text_of(why)
        assert "You decide again." in text_of(await ann.press(help_, "I decide again"))


async def test_the_clocks_are_stopped_and_the_end_is_asked_for_by_buttons_alone(tmp_path: Path) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        ann, ben = (ButtonPlayer(person, night, Random(1)) for person in night.people)
        table = await ann.press(await ann.press(await ann.options(), "Help"), "The table…")
        assert [one["label"] for one in buttons(table)][-2:] == ["End the game…", "Leave…"], "what ends is last"
        await ann.person.press(table, "End the game…")
        key = await ann.person.submit(await ann.person.modal(), {"reason": "It is late.", "winner": ""})
        asked = await ann.person.expect(lambda message: answers(message, key))
        assert "I have asked the others." in text_of(asked)
        assert "I have asked the others." in text_of(await ann.press(table, "Stop the clocks"))
        motion = await ben.person.expect("stop the clocks")
        await ben.press(motion, "Aye")
        again = await ben.press(await ben.press(await ben.options(), "Help"), "The table…")
        assert "Start the clocks" in [one["label"] for one in buttons(again)]


async def test_the_words_of_a_form_do_not_wait_for_its_map(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with evening_after(started, tmp_path, "ann", "ben", drawn=True) as night:
        ann = ButtonPlayer(night.people[0], night, Random(1))
        pictures, drawn = night.supervisor.herald.pictures, asyncio.Event()
        draw = pictures.draw

        async def late(*arguments: Any, **named: Any) -> Picture:
            await drawn.wait()
            return await draw(*arguments, **named)

        monkeypatch.setattr(pictures, "draw", late)
        shown = await ann.press(await ann.options(), "Station a noble")
        noble = ways(shown, "noble")[0]
        pick = ann.choose(shown, noble.values[:1], noble.custom_id) if noble.values else None
        shown = await (pick or ann.press_id(shown, noble.custom_id))
        assert "Where does he start?" in text_of(shown) and not shown_in(shown)
        drawn.set()
        shown = await ann.person.expect(lambda message: message["id"] == shown["id"] and bool(shown_in(message)))
        (map_,) = shown_in(shown)
        assert map_["description"].startswith("Numbered places: 1 ")
        assert "1. " in text_of(shown) and "Where does he start?" in text_of(shown)
        await night.check_wire()


async def test_places_that_are_asked_for_after_a_decision_stand_on_a_map(tmp_path: Path) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        shown = await until_places_are_asked_for(night)
        assert is_done(shown) and GALLERY in [part["type"] for part in walk(shown["components"])]


async def until_places_are_asked_for(night: Evening) -> Json:
    """Let everybody decide by chance until the panel after a decision has places with the numbers of a map."""
    for n in count():
        for person in night.people:
            player = ButtonPlayer(person, night, Random(n))
            if "nothing to decide" in text_of(panel := await player.options()):
                continue
            shown = await player.carry_on(panel, Whim(player.chance, hurry=0.7))
            told = [*buttons(shown), *(choice for menu in selects(shown) for choice in menu["options"])]
            if any(one["label"].startswith("1. ") for one in told):
                return person.current(shown)
    raise AssertionError

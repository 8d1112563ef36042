"""A game master at work, and players who ask and decide together, all of it as people see it on Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.e2e.beginnings import evening_after
from tests.e2e.players import ButtonPlayer
from tests.e2e.table import Evening
from tests.harness.reading import Json, selects, shown_in, text_of
from tests.harness.sandbox import Person


@pytest.fixture
async def night(tmp_path: Path) -> AsyncIterator[Evening]:
    """A game of Ben and Cat in its first Movement phase; Ann is their game master and does not play."""
    async with evening_after(in_movement, tmp_path, "ann", "ben", "cat") as here:
        yield here


async def in_movement(here: Evening) -> None:
    """Ann starts a game of the others, and lets them be ready."""
    ann, *players = here.people
    await here.open()
    await asked(ann, "/game leave")
    await asked(ann, "/game start")
    for person in players:
        await person.expect("You are dealt", channel=person.dm())
    for name in ("Ben", "Cat"):
        await asked(ann, "/gm default", player=name)


async def asked(person: Person, command: str, **options: Any) -> Json:
    """What a person is answered to a command."""
    await person.slash(command, **options)
    return await person.answer()


async def pressed(person: Person, message: Json, label: str) -> Json:
    """What has become of a message after a press."""
    await person.press(message, label)
    return await person.answer()


async def told(night: Evening) -> str:
    """All that the thread says."""
    await night.all_said()
    return await night.said(night.people[1])


async def test_going_back_shows_the_map_of_then_and_what_would_be_undone(night: Evening) -> None:
    ann = night.people[0]
    before = await night.version()
    shown = await asked(ann, "/gm goto")
    await ann.choose(shown, [selects(shown)[0]["options"][0]["value"]])
    moment = await ann.answer()
    assert "This would be undone" in text_of(moment) and shown_in(moment)[0]["description"]
    done = await pressed(ann, moment, "Go back to here")
    assert "The game has gone back to the position after action" in text_of(done)
    assert await night.version() == before + 1
    thread = await told(night)
    assert "goes back. The game stands after" in thread and "The game goes back to how it stood" not in thread
    assert "moved on" in text_of(await refusal(ann, moment))
    await night.check_wire()


async def refusal(person: Person, moment: Json) -> Json:
    """What a person hears who presses a button that was pressed already."""
    shown = await asked(person, "/gm goto")
    await person.choose(shown, [selects(shown)[0]["options"][0]["value"]])
    late = await person.answer()
    await asked(person, "/gm default", player="Ben" if await _waits_for_ben(person) else "Cat")
    await person.press(late, "Go back to here")
    return await person.expect("moved on")


async def _waits_for_ben(person: Person) -> bool:
    return "Ben" in text_of(await asked(person, "/gm board")).split("waits for")[1]


async def test_an_edit_is_asked_for_by_a_form_rehearsed_and_made(night: Evening) -> None:
    ann = night.people[0]
    await ann.slash("/gm edit", what="round", wait=False)
    form = await ann.modal()
    before = await night.state()
    await ann.submit(form, {"number": "5"})
    rehearsal = await ann.answer()
    assert "Round 1 to 5." in text_of(rehearsal) and await night.state() == before
    await pressed(ann, rehearsal, "Do it")
    async with night.reading() as live:
        assert live.table.game.state.turn.round == 5
    assert "The game master overrules" in await told(night)


async def test_an_edit_is_made_by_menus_with_a_search_for_the_place(night: Evening) -> None:
    ann = night.people[0]
    form = await asked(ann, "/gm edit", what="place")
    assert "Which noble?" in text_of(form)
    hands = ButtonPlayer(ann, night, Random(1))
    menu = next(menu for menu in selects(form) if any(o["value"] == "percy" for o in menu["options"]))
    form = await hands.choose(form, ["percy"], menu["custom_id"])
    await ann.press(form, "Search")
    await ann.submit(await ann.modal(), {"word": "york ("})
    form = await ann.answer(opened=form)
    form = await hands.press(form, "York (in the open)")
    rehearsal = await hands.press(form, "Show what it does")
    assert "to York (in the open)" in text_of(rehearsal)
    await pressed(ann, rehearsal, "Do it")
    assert "to York (in the open)" in await told(night)


async def test_an_edit_is_written_with_what_comes_up_and_what_is_missing_is_asked_for(night: Evening) -> None:
    ann, ben, _ = night.people

    async def comes_up(option: str, typed: str, **before: str) -> list[str]:
        return [str(value) for _, value in await ann.autocomplete("/gm edit", option, typed, **before)]

    assert "percy" in await comes_up("first", "per", what="place")
    assert "open:york" in await comes_up("second", "york", what="place", first="percy")
    assert len(await comes_up("third", "ben", what="place", first="percy", second="open:york")) == 1
    assert await comes_up("first", "gales", what="give") == []
    assert await comes_up("second", "gales", what="stack", first="crown") == []
    assert await comes_up("fourth", "", what="round") == []
    lacking = text_of(await asked(ann, "/gm edit", what="place", second="open:york"))
    assert "One answer is missing: Which noble?" in lacking
    wrong = text_of(await asked(ann, "/gm edit", what="round", first="soon"))
    assert "Which round is it? Write a number, not 'soon'." in wrong
    assert await ben.autocomplete("/gm edit", "first", "per", what="place") == []


async def test_a_die_rolled_at_the_table_is_entered_and_told_to_everybody(night: Evening) -> None:
    ann = night.people[0]
    rehearsal = await asked(ann, "/gm edit", what="die_shows", first="royal_death", second="9", third="Cat")
    assert "2d6 show 9, rolled at the table by Cat" in text_of(rehearsal)
    assert "I have carried out your change: " in text_of(await pressed(ann, rehearsal, "Do it"))
    assert "2d6 show 9, rolled at the table by **Cat**, and decides the next roll: a royal death." in await told(night)


async def test_a_deck_of_which_a_card_was_seen_is_shuffled_anew_and_nobody_has_looked(night: Evening) -> None:
    ann = night.people[0]
    rehearsal = await asked(ann, "/gm edit", what="shuffle_anew", first="crown")
    assert "the sealed dice shuffle again" in text_of(rehearsal)
    assert "I have carried out your change: " in text_of(await pressed(ann, rehearsal, "Do it"))
    thread = await told(night)
    assert "the sealed dice shuffle again: the Crown deck." in thread and "looked" not in thread


async def test_a_rehearsed_edit_can_be_left(night: Evening) -> None:
    ann = night.people[0]
    before = await night.state()
    rehearsal = await asked(ann, "/gm edit", what="place", first="Percy", second="open:york", third="Cat")
    assert " to York (in the open)." in text_of(rehearsal)
    assert "Nothing has changed" in text_of(await pressed(ann, rehearsal, "Cancel"))
    assert await night.state() == before


async def test_a_seat_is_closed_after_a_rehearsal_and_comes_back(night: Evening) -> None:
    ann, ben, _ = night.people
    rehearsal = await asked(ann, "/gm drop", player="Ben")
    assert "The game would be over" in text_of(rehearsal)
    assert "Nothing has changed" in text_of(await pressed(ann, rehearsal, "Cancel"))
    ending = await asked(ann, "/gm end", reason="It is late.")
    assert "cannot be undone" in text_of(ending)
    assert "The game is over" in text_of(await pressed(ann, ending, "Do it"))
    assert "intact" in text_of(await asked(ben, "/verify"))


async def test_the_last_phase_is_put_right_and_a_player_asks_for_it(night: Evening) -> None:
    ann, ben, _ = night.people
    assert "told" in text_of(await asked(ben, "/table mistake", reason="The embassy went the wrong way."))
    assert "/gm correct" in text_of(await ann.expect("a mistake in the last phase", channel=ann.dm()))
    shown = await asked(ann, "/gm correct")
    assert "Choose an action: the game goes back" in text_of(
        shown
    ) and "0: Every seat is dealt 18 Crown cards." in text_of(shown)
    await ann.choose(shown, [selects(shown)[0]["options"][0]["value"]])
    await pressed(ann, await ann.answer(), "Go back to here")
    assert "A mistake? The embassy went the wrong way." in await told(night)
    assert "The game master goes back" in await told(night)


async def test_the_log_is_read_by_phase_by_player_and_by_noble(night: Evening) -> None:
    ben = night.people[1]
    phases = dict(await ben.autocomplete("/log", "phase", "event"))
    (phase,) = phases.values()
    shown = text_of(await asked(ben, "/log", phase=phase))
    assert "The card turned" in shown and "sets up" not in shown
    assert "sets up" in text_of(await asked(ben, "/log", player="Cat"))
    assert "Henry VI inside London" in text_of(await asked(ben, "/log", about="Henry VI"))
    assert "The log has nothing about that" in text_of(await asked(ben, "/game log", about="Xerxes"))


async def test_a_deck_is_stacked_without_anybody_reading_it(night: Evening) -> None:
    ann = night.people[0]
    refused = text_of(await asked(ann, "/gm stack", deck="events", cards="dragon"))
    assert "Which cards, the first to be drawn first? 'dragon' is not possible; choose one of: " in refused
    rehearsal = await asked(ann, "/gm stack", deck="events", cards="plague_london, plague_york")
    assert "You would see no change." in text_of(rehearsal) and "plague" not in text_of(rehearsal)
    await pressed(ann, rehearsal, "Do it")
    assert "stack events, 2 cards" in await told(night) and "plague_" not in await told(night)
    async with night.reading() as live:
        assert live.table.game.state.event_deck[-2:] == ["plague_york", "plague_london"]


async def test_what_hidden_things_decide_is_shown_once_everybody_is_told(night: Evening) -> None:
    ann = night.people[0]
    async with night.reading() as live:
        card = live.table.game.state.crown_deck[0]
        names = live.table.rules.cards()
    rehearsal = await asked(ann, "/gm edit", what="hand", first=card, second="Ben")
    assert "hidden from you at random" in text_of(rehearsal) and names[card] not in text_of(rehearsal)
    shown = await pressed(ann, rehearsal, "See everything; all players are told")
    assert f"gets {names[card]}" in text_of(shown) and "hidden from you at random" not in text_of(shown)
    assert "has seen everything that an edit would change" in await told(night)
    assert "I have carried out your change: " in text_of(await pressed(ann, shown, "Do it"))
    late = await asked(ann, "/gm replace", player="Cat", by=ann)
    assert "has looked at hidden" in text_of(late)


async def test_nobody_leaves_a_running_game_by_a_slip(night: Evening) -> None:
    ben = night.people[1]
    before = await night.version()
    really = await asked(ben, "/game leave")
    assert "If you are only away" in text_of(really) and await night.version() == before
    assert "have left" in text_of(await pressed(ben, really, "Leave for good"))
    assert "has left the game" in await told(night)


async def test_peeking_is_told_to_everybody_and_whom_it_concerns_is_pinged(night: Evening) -> None:
    ann, ben, cat = night.people
    await night.all_said()
    before = {message["id"] for message in await ben.messages(night.thread, limit=1000)}
    assert (await asked(ann, "/gm peek", player="Cat"))["attachments"]
    await night.all_said()
    fresh = [one for one in await ben.messages(night.thread, limit=1000) if one["id"] not in before]
    (looked,) = [one for one in fresh if "has looked at the hidden cards" in text_of(one)]
    assert [user["id"] for user in looked["mentions"]] == [cat.id]
    assert "has looked at the hidden cards of **Cat**" in await told(night)
    assert "Only the game master" in text_of(await asked(ben, "/gm peek", player="Cat"))


async def test_a_game_master_who_plays_is_confirmed_by_an_assistant_who_sees_what_it_is_about(night: Evening) -> None:
    ann, ben, cat = night.people
    assert "Assistants: " in text_of(await asked(ann, "/gm assistant", member=ann))
    await asked(ann, "/gm handover", member=ben)
    before = await night.version()
    late = (await night.asked()).username.capitalize()
    assert "asked an assistant to confirm it" in text_of(await asked(ben, "/gm default", player=late))
    motion = await cat.expect("What exactly?", channel=night.thread)
    await cat.press(motion, "What exactly?")
    await cat.expect("I did not ask you")
    await ann.press(motion, "What exactly?")
    await ann.expect(f"Please confirm for the game master: choose the default for **{late}**.")
    await ann.press(motion, "Aye")
    await ann.expect("The motion is carried")
    assert await night.version() > before


async def test_players_stop_the_clocks_together(night: Evening) -> None:
    ann, ben, cat = night.people
    assert "have asked the others" in text_of(await asked(ben, "/table pause"))
    motion = await cat.expect("proposes: **stop the clocks**", channel=night.thread)
    await cat.press(motion, "Aye")
    assert "carried" in text_of(await cat.expect("carried"))
    assert "The clocks stand still" in await told(night)
    assert "The clocks run again" in text_of(await asked(ann, "/gm resume"))


async def test_a_regent_decides_for_somebody_who_is_away(night: Evening) -> None:
    ben = night.people[1]
    before = await night.version()
    for person in night.people[1:]:
        assert "decides for you" in text_of(await asked(person, "/table regent", regent="steward"))
    await ben.expect("decides for", channel=night.thread)
    assert "computer player" in text_of(await asked(ben, "/why"))
    for person in night.people[1:]:
        assert "You decide again" in text_of(await asked(person, "/table regent"))
    assert await night.version() > before


async def test_questions_are_answered_with_rules_cards_and_reasons(night: Evening) -> None:
    ben = night.people[1]
    assert "BASE-MOV-3" in text_of(await asked(ben, "/rule", search="BASE-MOV-3"))
    assert (await asked(ben, "/card", name="Percy"))["attachments"]
    reason = text_of(await asked(ben, "/why", action="parliament call", where="York"))
    assert "you call Parliament in the Parliament phase of your own" in reason or "[BASE-PAR" in reason
    assert [value for _, value in await ben.autocomplete("/why", "action", "crown")]
    assert "intact" in text_of(await asked(ben, "/verify"))
    assert "BASE-MOV-3" in text_of(await asked(ben, "/game rules", search="base-mov-3"))


async def test_rulings_are_found_again(night: Evening) -> None:
    ann, ben, _ = night.people
    assert "ruling 1" in text_of(await asked(ann, "/gm ruling", text="Ties are run again."))
    assert "Ties are run again" in text_of(await asked(ben, "/rulings", search="ties"))
    assert "no assistant" in text_of(await asked(ben, "/table appeal", ruling=1, reason="They never were."))
    assert "Game" in text_of(await asked(ann, "/gm diagnose"))

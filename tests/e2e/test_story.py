"""The thread as its reader sees it: a turn is one message with one map, whoever plays it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from engine.core.files.leaflets import leaflets
from engine.games import GAMES
from tests.e2e.players import ButtonPlayer, answers
from tests.e2e.table import Evening, evening
from tests.harness.reading import Json, buttons, text_of
from tests.harness.sandbox import Person


async def told(night: Evening, person: Person) -> list[Json]:
    """Return what stands in the thread for everybody, the panel aside."""
    await night.all_said()
    shown = await person.messages(night.thread, limit=5000)
    return [message for message in shown if not message["flags"] & 64 and not message["pinned"] and message["content"]]


async def until_asked(night: Evening, person: Person) -> None:
    """Wait until a person has something to decide."""
    while not await night.offers(person):  # noqa: ASYNC110 (there is nothing else to wait for)
        await asyncio.sleep(0.05)
    await night.all_said()


@asynccontextmanager
async def against_computers(folder: Path, number: int) -> AsyncIterator[tuple[Evening, ButtonPlayer]]:
    """A game of Ann against computer players, who have moved until she is asked."""
    async with evening(folder, "ann", seed=3) as night:
        ann = night.people[0]
        await night.open()
        for _ in range(number):
            await ann.slash("/table fill", player="steward")
            await ann.answer()
        await night.start()
        player = ButtonPlayer(ann, night, Random(1))
        await player.press(await player.options(), "My faction is ready")
        await until_asked(night, ann)
        yield night, player


async def test_a_computer_players_turn_is_one_message_with_one_map(tmp_path: Path) -> None:
    async with against_computers(tmp_path, 3) as (night, player):
        ann = player.person
        turns = [message for message in await told(night, ann) if "### Round" in message["content"]]
        names = [message["content"].split("it is ")[1].split("'s turn")[0] for message in turns]
        assert len(names) == len(set(names)) and names[-1] == "Ann" and {"Alys", "Piers", "Maud"} >= set(names[:-1])
        for message in turns[:-1]:
            assert [file["filename"].split("-")[0] for file in message["attachments"]].count("map") == 1
            assert "The regent" not in message["content"] and "phase." not in message["content"]
            assert [button["label"] for button in buttons(message)].count("Whole map") == 1
        whole = await player.press(turns[0], "Whole map")
        assert [file["filename"] for file in whole["attachments"]] == ["map.png"]
        assert "Below it is the button “My part, larger”." in whole["attachments"][0]["description"]
        near = await player.press(whole, "My part, larger")
        assert [file["filename"] for file in near["attachments"]] == ["map.png"] and not buttons(near)
        await night.check_wire()


async def test_a_player_steps_through_the_turns_since_they_were_last_here(tmp_path: Path) -> None:
    async with against_computers(tmp_path, 3) as (night, player):
        turns = [
            message["content"] for message in await told(night, player.person) if "### Round" in message["content"]
        ]
        missed = len(turns) - 1
        assert missed > 1, "somebody has moved before Ann"
        shown = await player.press(await player.press(await player.options(), "Help"), "What happened?")
        seen = []
        while True:
            seen.append(shown["content"])
            assert [file["filename"] for file in shown["attachments"]] == ["map.png"]
            labels = [button["label"] for button in buttons(shown)]
            if "Next turn" not in labels:
                break
            shown = await player.press(shown, "Next turn")
        assert f"**Since you were last here**, part 1 of {len(seen)}," in seen[0] and "part 2 of" in seen[1]
        assert len(seen) >= missed and len(set(seen)) == len(seen)
        shown = await player.press(shown, "Turn before")
        assert shown["content"] == seen[-2]
        await night.check_wire()


async def test_quiet_moves_of_computer_players_stand_in_the_message_of_the_turn_that_follows(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann", seed=5) as night:
        ann = night.people[0]
        await night.open(game="warlord")
        await ann.slash("/table fill", player="captain")
        await ann.answer()
        await night.start(letters=False)
        for _ in range(3):
            await until_asked(night, ann)
            await default(night)
        await until_asked(night, ann)
        turns = [message for message in await told(night, ann) if "### Round" in message["content"]]
        assert len(turns) < 8, "fewer than one for each turn"
        for message in turns[-3:]:
            assert ", Ann (Red)" in message["content"]
            assert [file["filename"].split("-")[0] for file in message["attachments"]].count("map") <= 1
        await night.check_wire()


async def test_who_is_asked_next_is_pinged_by_a_new_message_with_the_turn_so_far_in_it(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann", "ben", seed=3) as night:
        ann = night.people[0]
        await night.open(game="warriors")
        await night.start(letters=False)
        seen: dict[str, list[str]] = {}
        for _ in range(9):
            before = await night.asked()
            await default(night)
            last, asked = (await told(night, ann))[-1], await night.asked()
            if asked is not before:
                assert [one["id"] for one in last["mentions"]] == [asked.id] and last["id"] not in seen
            seen.setdefault(last["id"], last["content"].splitlines())
        standing = [message for message in await told(night, ann) if message["id"] in seen]
        assert len(seen) >= 5 and len(standing) <= 2
        assert seen[standing[0]["id"]][0].startswith("### Turn 1")
        await night.check_wire()


async def test_a_question_that_is_answered_asks_no_more_where_it_stands(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann", "ben", seed=3) as night:
        ann = night.people[0]
        await night.open(game="warlord")
        await night.start(letters=False)
        for _ in range(8):
            await ann.say("We see.")
            await default(night)
            shown = [message["content"] for message in await told(night, ann)]
            assert sum("(deadline" in said for said in shown) <= 1
            assert not any("move a piece" in said for said in shown[:-1]), "the story goes on below"
        await night.check_wire()


async def default(night: Evening) -> None:
    """Let whoever is asked first take what is done when time is over."""
    async with night.reading() as live:
        request = live.table.requests()[0]
        user = live.user_of(request.seat)
    await night.supervisor.herald.referee.submit(night.game, user or 0, request.default())


async def test_the_map_of_a_phase_is_one_press_away(tmp_path: Path) -> None:
    async with against_computers(tmp_path, 2) as (night, player):
        turn = next(
            m for m in await told(night, player.person) if any(b["label"] == "Map after Movement" for b in buttons(m))
        )
        shown = await player.press(turn, "Map after Movement")
        assert [file["filename"] for file in shown["attachments"]] == ["map.png"]


async def test_a_table_can_ask_for_everything(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann", "ben", seed=3) as night:
        ann, ben = night.people
        await night.open()
        await ann.slash("/game settings", thread="everything")
        assert "everything" in text_of(await ann.answer())
        await night.start()
        for person in (ann, ben):
            player = ButtonPlayer(person, night, Random(1))
            await player.press(await player.options(), "My faction is ready")
        said = [message["content"].partition("\n-# ")[0] for message in await told(night, ann)]
        assert "**Ann** is ready." in said


async def test_help_says_what_somebody_can_do_where_he_asks(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann", "ben", seed=3) as night:
        ann, ben = night.people
        await ann.slash("/help", channel="herald")
        shown = await ann.answer()
        assert "/game new" in text_of(shown) and "Everything has a button" in text_of(shown)
        assert [b["label"] for b in buttons(shown)] == [rules.title for rules in GAMES.values() if leaflets(rules.name)]
        key = await ann.press(shown, "Lancaster")
        card = await ann.expect(lambda message: answers(message, key))
        assert "Lancaster on one page" in text_of(card) and not card["attachments"]
        key = await ann.press(card, "As a picture")
        drawn = await ann.expect(lambda message: answers(message, key))
        assert drawn["attachments"][0]["filename"] == "lancaster-card.png" and not text_of(drawn)
        await night.open()
        await ann.slash("/help")
        told = text_of(await ann.answer())
        assert "2 seats taken, 2 needed at least." in told and "You are the game master" in told
        await night.start()
        await ben.slash("/help")
        told = text_of(await ben.answer())
        assert "You are asked" in told and "Everything has a button" in told

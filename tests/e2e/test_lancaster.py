"""What players of Lancaster see and ask for: the panel, their own screens, what stands in the way, what is needed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, cast

from engine.core.computer.players import Seated
from engine.lancaster.board.game import Lancaster
from engine.lancaster.courtier import Courtier
from engine.lancaster.placing import counties
from tests.e2e.beginnings import evening_after
from tests.e2e.players import ButtonPlayer, answers
from tests.e2e.table import Evening
from tests.harness.reading import Json, buttons, text_of
from tests.harness.sandbox import Person

PEOPLE = ("ann", "ben", "cat")


@asynccontextmanager
async def in_round_one(folder: Path) -> AsyncIterator[Evening]:
    """A table of three at its first placing; the first tiles were chosen by computer players."""
    async with evening_after(tiles_chosen, folder, *PEOPLE, drawn=True) as night:
        yield night


async def tiles_chosen(night: Evening) -> None:
    """A computer player chooses the first tiles for everybody."""
    await night.open(game="lancaster")
    await night.start(letters=False)
    player = Seated(Courtier(), 1)
    for _ in PEOPLE:
        async with night.reading() as live:
            seat = live.table.requests()[0].seat
            user, action = live.user_of(seat), player.choose(live.table, seat)
        assert user is not None
        await night.supervisor.herald.referee.submit(night.game, user, action)


async def told(person: Person, command: str, **options: Any) -> Json:
    """What comes back to a command."""
    key = await person.slash(command, **options)
    return await person.expect(lambda message: answers(message, key))


async def test_the_panel_says_what_stands_where_and_shows_pictures(tmp_path: Path) -> None:
    async with in_round_one(tmp_path) as night:
        ann = ButtonPlayer(night.people[0], night, Random(1))
        panel = await night.panel(ann.person)
        said = text_of(panel)
        stands = ("): placing knights and lords.", "In force: ", "Room left: for a strength of 4")
        assert all(words in said for words in stands)
        assert said.count("Not placed: knights of strength 1 and 2, the lord") == len(PEOPLE)
        labels = [button["label"] for button in buttons(panel)]
        pictures = {"My screen", "Board", "Parliament", "King's court", "Castles"}
        assert labels[0] == "My options" and pictures <= set(labels)
        shown = await ann.press(panel, "Board")
        assert shown["attachments"][0]["description"].startswith("Lancaster, round 1")


async def test_a_screen_is_shown_to_its_owner_alone(tmp_path: Path) -> None:
    async with in_round_one(tmp_path) as night:
        for person in night.people:
            shown = await told(person, "/hand")
            assert shown["flags"] & 64, "others can see it"
            words = shown["attachments"][0]["description"]
            assert "gold" in words and "squires" in words


async def test_why_names_the_rule_and_odds_what_is_needed(tmp_path: Path) -> None:
    async with in_round_one(tmp_path) as night:
        placing = await night.asked()
        other = next(person for person in night.people if person is not placing)
        knights = dict(await placing.autocomplete("/lancaster place", "knight", ""))
        strong = next(value for label, value in knights.items() if label.endswith("strength-2 knight"))
        await told(placing, "/lancaster place", knight=str(strong), to="Stafford", squires="1")
        async with night.reading() as live:
            game = cast("Lancaster", live.table.game)
            assert counties.total(game, "C") == 3
            weak = game.knights(game.own(live.seat_of(int(other.id))), "court")[0]
        why = text_of(await told(other, "/why", action="place", who=str(weak), where="county:C", what="2"))
        assert "Stafford needs a knight of strength 2 or more" in why and "**LAN-BASE-11**" in why
        odds = text_of(await told(other, "/odds"))
        assert "with 3; it takes 4 to expel him. You can: a strength-2 knight with 2 squires." in odds
        public = text_of(await told(placing, "/odds"))
        assert "it takes 4 to expel him." in public and "You can" not in public.partition("expel")[2].partition("\n")[0]
        votes = text_of(await told(other, "/votes"))
        assert "a vote and 2 voting markers" in votes


async def test_the_tower_has_a_command_of_its_own(tmp_path: Path) -> None:
    async with in_round_one(tmp_path) as night:
        placing = await night.asked()
        fitting = [str(value) for _, value in await placing.autocomplete("/lancaster tower", "knight", "")]
        assert len(fitting) == 2
        done = text_of(await told(placing, "/lancaster tower", knight=fitting[0]))
        assert "the tower" in done
        async with night.reading() as live:
            assert cast("Lancaster", live.table.game).knight(fitting[0]).at == "tower"
        refused = text_of(await told(placing, "/lancaster tower", knight=fitting[1]))
        assert "turn" in refused


async def test_the_votes_that_a_message_tells_of_stand_in_one_picture(tmp_path: Path) -> None:
    async with in_round_one(tmp_path) as night:
        player = Seated(Courtier(), 1)
        while True:
            async with night.reading() as live:
                if live.table.game.state.turn.phase == "rewards":
                    break
                seat = live.table.requests()[0].seat
                user, action = live.user_of(seat), player.choose(live.table, seat)
            assert user is not None
            await night.supervisor.herald.referee.submit(night.game, user, action)
            await night.all_said()
        shown = [
            file
            for message in await night.people[0].messages(night.thread)
            for file in message["attachments"]
            if file["filename"].startswith("parliament")
        ]
        assert len(shown) == 1
        assert shown[0]["description"].count("approved") + shown[0]["description"].count("rejected") == 3

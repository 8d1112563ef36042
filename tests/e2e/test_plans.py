"""Planning ahead over the wire: who waits says what he does next, and it is done the moment his turn comes."""

from __future__ import annotations

from pathlib import Path
from random import Random

from bot.store import game_log
from bot.store.rows import Via
from engine.core.actions import Pass
from tests.e2e.beginnings import evening_after, warlord
from tests.e2e.players import ButtonPlayer
from tests.e2e.table import Evening
from tests.harness.reading import Json, buttons, text_of, walk

GALLERY = 12


async def choose(player: ButtonPlayer, shown: Json, menu: str, value: str) -> Json:
    """Choose from one of several menus, named by the beginning of what it asks."""
    return await player.seen(await player.person.choose(shown, [value], placeholder=menu), shown)


async def set_up(night: Evening) -> tuple[ButtonPlayer, ButtonPlayer]:
    """Let everybody take the default until a turn has come; return who has it, and who waits."""
    async with night.reading() as live:
        people = {seat: live.user_of(seat) for seat in live.table.seats}
        defaults = [(request.seat, request.default()) for request in live.table.requests()]
    for seat, action in defaults:
        await night.supervisor.herald.referee.submit(night.game, people[seat] or 0, action)
    asked = await night.asked()
    (waits,) = [person for person in night.people if person is not asked]
    return ButtonPlayer(asked, night, Random(1)), ButtonPlayer(waits, night, Random(1))


async def test_who_waits_plans_his_move_and_it_is_made_the_moment_his_turn_comes(tmp_path: Path) -> None:
    async with evening_after(warlord, tmp_path, "ann", "ben") as night:
        first, second = await set_up(night)
        shown = await second.options()
        assert "'s turn, then yours" in text_of(shown)
        shown = await second.press(shown, "Plan ahead")
        assert "You have no plans" in text_of(shown)
        shown = await choose(second, shown, "Which question", "W-03")
        shown = await second.press(shown, "Move a piece")
        while any(button["label"] == "Fill in for me" for button in buttons(shown)):
            shown = await second.press(shown, "Fill in for me")
        shown = await choose(second, shown, "Do this only if", "unopposed")
        assert "while no enemy stands there" in text_of(shown)
        shown = await second.press(shown, "Keep it")
        assert "if I asked you now: Move a piece" in text_of(shown)
        async with night.reading() as live:
            other = live.seat_of(int(first.person.id))
        await night.supervisor.herald.referee.submit(night.game, int(first.person.id), Pass())
        told = await second.person.expect("Your plan has answered for you", channel=second.person.dm())
        assert "while no enemy stands there" in text_of(told)
        async with night.supervisor.herald.store.reading() as connection:
            moves = [entry for entry in await game_log.entries(connection, night.game) if entry.via is Via.STANDING]
        assert len(moves) == 1 and moves[0].seat != other
        await night.all_said()
        await night.check_wire()
        assert "moves from" in await night.said(night.people[0])


async def test_plans_are_moved_and_taken_away_by_buttons(tmp_path: Path) -> None:
    async with evening_after(warlord, tmp_path, "ann", "ben") as night:
        _, second = await set_up(night)
        player = second.person
        for answer in ("pass", "default"):
            await player.slash("/plan", question="W-03", answer=answer, lasts="this round")
            shown = await player.answer()
        assert "1.1 Pass" in text_of(shown) and "1.2 give the default answer" in text_of(shown)
        shown = await choose(second, shown, "Change", "1.2")
        shown = await second.press(shown, "Up")
        assert "1.1 give the default answer" in text_of(shown)
        shown = await choose(second, shown, "Change", "1.1")
        shown = await second.press(shown, "Delete it")
        assert "1.1 Pass" in text_of(shown) and "1.2" not in text_of(shown)
        await night.check_wire()


def pictures(message: Json) -> list[str]:
    """Return the names of the pictures that a panel shows."""
    galleries = [part for part in walk(message["components"]) if part["type"] == GALLERY]
    return [item["media"]["url"].split("/")[-1].split("?")[0] for part in galleries for item in part["items"]]


async def test_where_a_plan_asks_for_a_place_the_places_have_numbers_on_a_map(tmp_path: Path) -> None:
    async with evening_after(warlord, tmp_path, "ann", "ben", drawn=True) as night:
        _, second = await set_up(night)
        shown = await second.press(await second.options(), "Plan ahead")
        shown = await choose(second, shown, "Which question", "W-03")
        shown = await second.press(shown, "Move a piece")
        assert not pictures(shown), "only pieces are asked for"
        piece = buttons(shown)[0]["label"]
        shown = await second.press(shown, piece)
        if not pictures(shown):  # the map comes with the words, or a moment later
            shown = await second.person.expect(
                lambda message: "When it is my turn" in text_of(message) and bool(pictures(message))
            )
        assert pictures(shown) == ["board.png"]
        assert "1. F2" in text_of(shown)
        shown = await second.press(shown, "Fill in for me")
        assert not pictures(shown), "no place is asked for any more"

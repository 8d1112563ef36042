"""Computer players that think: which of them sits at a table, and how they are asked beside everything else."""

import asyncio
import json
from collections.abc import AsyncIterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from bot.errors import Refused
from bot.services.computer import reasons
from bot.services.computer.regents import Regents
from bot.services.computer.thinkers import Thinkers, chosen
from bot.store.rows import Status
from engine.core.events import Event
from engine.core.table import Table
from engine.games import rules_of
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import PieceId
from engine.warlord.edits import Kill
from engine.warlord.sequence.draws import OfferDraw
from tests.conftest import Place
from tests.harness import as_kind, with_late_chances
from tests.referee.house import ANN, OWNER, House, housed


@pytest.fixture
async def house(place: Place) -> AsyncIterator[House]:
    """A house in which War Lord Tourney is played."""
    async with housed(place, rules_of("warlord")) as built:
        yield built


async def against(house: House, player: str) -> str:
    """A table of Ann against a computer player, who begins."""
    game_id = await house.opened(users=())
    await house.lobby.fill(game_id, OWNER, player)
    await house.lobby.join(game_id, ANN, "Ann")
    return game_id


async def test_the_game_master_lets_another_computer_player_have_the_seat(house: House) -> None:
    game_id = await against(house, "captain")
    with pytest.raises(Refused, match="Only the game master"):
        await house.lobby.let_play(game_id, ANN, "s1", "one ply")
    with pytest.raises(Refused, match="no computer player"):
        await house.lobby.let_play(game_id, OWNER, "s2", "one ply")
    with pytest.raises(Refused, match="no computer player 'genius'"):
        await house.lobby.let_play(game_id, OWNER, "s1", "genius")
    assert (await house.lobby.let_play(game_id, OWNER, "s1", "one ply")).regent == "one ply"
    await house.lobby.start(game_id, OWNER)
    async with house.referee.reading(game_id) as live:
        assert [live.regent_of(seat) for seat in ("s1", "s2")] == ["one ply", ""]


class Dying(ThreadPoolExecutor):
    """A worker that dies of what it is asked first, and is replaced."""

    asked = 0

    def submit(self, *asked: Any, **named: Any) -> Any:
        """Die, or do it."""
        self.asked += 1
        if self.asked > 1:
            return super().submit(*asked, **named)
        done: Future[Any] = Future()
        asyncio.get_running_loop().call_soon(done.set_exception, BrokenProcessPool())
        return done


async def test_who_thinks_is_asked_in_a_worker_and_again_where_that_has_died(house: House) -> None:
    game_id = await against(house, "one ply")
    await house.lobby.start(game_id, OWNER)
    worker = Dying()
    thinkers = Thinkers(lambda workers, niceness: worker)
    for _ in range(4):
        await Regents(house.store, house.referee, 0, thinkers).tick(game_id)
    thinkers.close()
    assert worker.asked > 1
    assert await house.waits_for(game_id) == [ANN]


async def test_what_is_likely_is_asked_for_again_where_a_worker_has_died(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_late_chances(monkeypatch, house.rules)
    game_id = await against(house, "one ply")
    await house.lobby.start(game_id, OWNER)
    worker = Dying()
    thinkers = Thinkers(lambda workers, niceness: worker)
    async with house.referee.reading(game_id) as live:
        looks = [thinkers.likely(game_id, live.table, seat) for seat in ("s1", "s2")]
        found = await asyncio.gather(*looks)
    thinkers.close()
    assert worker.asked == 2 and any(found)


async def test_the_worker_for_people_is_there_before_anybody_asks() -> None:
    hired: list[int] = []

    def hire(workers: int, niceness: int) -> Executor:
        hired.append(niceness)
        return ThreadPoolExecutor(workers)

    thinkers = Thinkers(hire)
    await thinkers.warm()
    thinkers.close()
    assert hired == [0]


async def test_how_often_who_thinks_cannot_look_ahead_is_counted(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    sight = replace(house.rules.sight, is_possible=lambda world: False)
    monkeypatch.setattr(house.rules, "sight", sight)
    game_id = await against(house, "one ply")
    await house.lobby.start(game_id, OWNER)
    thinkers = Thinkers(lambda workers, niceness: ThreadPoolExecutor(workers))
    for _ in range(4):
        await Regents(house.store, house.referee, 0, thinkers).tick(game_id)
    thinkers.close()
    assert await house.waits_for(game_id) == [ANN]
    counted = house.referee.metrics.registry.get_sample_value("herald_failures_total", {"part": "worlds"})
    assert counted and counted > 0


def test_the_worker_knows_no_key_and_the_same_view_gives_the_same_choice() -> None:
    rules = rules_of("warlord")
    tables = [
        Table.new(rules, "g", ["ann", "ben"], rules.options("base", {"first_player": "host"}), bytes([n]) * 32)
        for n in (1, 2)
    ]
    for table in tables:
        assert table.requests()[0].seat == "ann"
    assert len({str(chosen("warlord", table.snapshot(), "one ply", "ann")) for table in tables}) == 1


@pytest.mark.parametrize("lost", ["computer", "person"])
async def test_a_computer_player_accepts_a_draw_where_it_is_far_behind_and_not_where_it_is_ahead(
    house: House, lost: str
) -> None:
    game_id = await against(house, "usual")
    await house.lobby.start(game_id, OWNER)
    regents = Regents(house.store, house.referee, 0)
    while await house.waits_for(game_id) != [ANN]:
        await regents.tick(game_id)
    async with house.referee.reading(game_id) as live:
        side = as_kind(Warlord, live.table.game).side("s1" if lost == "computer" else "s2")
    for kind in ("knight", "footman"):
        await house.edit(game_id, Kill(PieceId(f"{side}_{kind}")))
    await house.referee.submit(game_id, ANN, OfferDraw())
    await regents.tick(game_id)
    assert (await house.game(game_id)).status is (Status.OVER if lost == "computer" else Status.PLAYING)


async def test_whoever_asks_hears_why_a_computer_player_did_what_it_did(house: House) -> None:
    game_id = await against(house, "usual")
    await house.lobby.start(game_id, OWNER)
    async with house.referee.reading(game_id) as live:
        assert await reasons.words(house.store, live) == reasons.NOTHING
    for _ in range(6):
        await Regents(house.store, house.referee, 0).tick(game_id)
    async with house.referee.reading(game_id) as live:
        said = await reasons.words(house.store, live)
    assert said.startswith(reasons.HEADING) and "\n  *" in said and "{" not in said


async def test_the_latest_six_moves_with_a_reason_are_explained_the_latest_last(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await against(house, "usual")
    await house.lobby.start(game_id, OWNER)
    async with house.referee.reading(game_id) as live:
        before, seat = live.table.snapshot(), live.table.requests()[0].seat
        action = json.dumps(msgspec.to_builtins(live.table.default(seat)))
        entry = cast(Any, SimpleNamespace(seat=seat, action=action))
        found = [reasons.Move(entry, Event("moved", f"move {number}"), before) for number in range(9, 0, -1)]
        given = iter(["", *("because" for _ in found)])

        async def moves(*about: object) -> list[reasons.Move]:
            return found

        monkeypatch.setattr(reasons, "moves", moves)
        monkeypatch.setattr(reasons, "why", lambda *about: next(given))
        said = await reasons.words(house.store, live)
    assert said.splitlines() == [
        reasons.HEADING,
        *(line for number in range(3, 9) for line in (f"- move {number}", "  *because*")),
    ]

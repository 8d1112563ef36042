"""What a game master reads of who deals with whom, while the game goes on and when it is over."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec

from bot.model import interventions
from bot.panels.master import moderation
from bot.store import game_log, timers
from bot.store.payloads import Notice
from bot.store.rows import TimerKind, Via
from bot.table import log_view
from engine.core.computer.players import RandomPlayer, Seated
from engine.core.dealings import HEADING
from engine.games import rules_of
from tests.referee.house import ANN, BEN, CAT, NAMES, OWNER, House, housed


async def at_votes(house: House) -> str:
    """A game of Lancaster of three people, in which Parliament has voted; its game master does not play."""
    game = await house.lobby.open_game(guild=5, channel=6, thread=7, owner=OWNER, rules="lancaster", variant="base")
    for user in (ANN, BEN, CAT):
        await house.lobby.join(game.id, user, NAMES[user])
    await house.lobby.start(game.id, OWNER)
    player = Seated(RandomPlayer(), 5)
    for _ in range(200):
        async with house.referee.reading(game.id) as live:
            seat = live.table.requests()[0].seat
            holder, action = live.user_of(seat), player.choose(live.table, seat)
            if live.table.game.state.turn.round == 2:
                return game.id
        assert holder is not None
        await house.referee.submit(game.id, holder, action)
    raise AssertionError("no round ended")


async def test_who_votes_with_whom_is_told_in_the_diagnosis_and_at_the_end(tmp_path: Path) -> None:
    async with housed(tmp_path / "herald.db", rules_of("lancaster")) as house:
        game_id = await at_votes(house)
        herald: Any = SimpleNamespace(store=house.store, referee=house.referee, moderation=house.moderation)
        said = await moderation.diagnosis(herald, await house.game(game_id))
        pairs = [line for line in said.partition(HEADING)[2].splitlines() if "on the same side in" in line]
        assert len(pairs) == 3 and all("**" in line and "{" not in line for line in pairs)
        assert not [item for item in house.courier.sent if isinstance(item.payload, Notice)]
        await house.moderation.carry_out(game_id, OWNER, interventions.End("It is late."), Via.MASTER)
        await house.dispatcher.deliver_due()
        notices = [(item.user, item.payload.text) for item in house.courier.sent if isinstance(item.payload, Notice)]
        ((user, told),) = [notice for notice in notices if HEADING in notice[1]]
        assert user == OWNER and all(line.removeprefix("- ") in told for line in pairs)


async def test_what_was_taken_back_counts_for_nothing(tmp_path: Path) -> None:
    async with housed(tmp_path / "herald.db", rules_of("lancaster")) as house:
        game_id = await at_votes(house)
        version = (await house.game(game_id)).version
        await house.moderation.carry_out(game_id, OWNER, interventions.GoBack(1, version), Via.MASTER)
        async with house.store.reading() as connection:
            log = await game_log.entries(connection, game_id)
        async with house.referee.reading(game_id) as live:
            assert log_view.dealt(log, live.table.rules, live.seats) == []


async def test_the_diagnosis_says_nothing_of_an_answer_that_is_given_ahead(tmp_path: Path) -> None:
    async with housed(tmp_path / "herald.db", rules_of("warlord")) as house:
        game_id = await house.opened()
        await house.lobby.start(game_id, OWNER)
        herald: Any = SimpleNamespace(store=house.store, referee=house.referee, moderation=house.moderation)
        (first, *others) = await house.timers(game_id)
        ahead = msgspec.structs.replace(first, kind=TimerKind.ORDER)
        for left, told in (([ahead], "timers: none"), ([first, *others, ahead], f"timers: {NAMES[ANN]} reminded <t:")):
            async with house.store.writing() as connection:
                await timers.replace(connection, game_id, left)
            assert told in await moderation.diagnosis(herald, await house.game(game_id))

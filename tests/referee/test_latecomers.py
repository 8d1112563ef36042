"""Players who join a running game, where its rules allow that."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.errors import Refused
from bot.store.payloads import Log
from engine.kingmaker.rules import RULES
from tests.referee.house import ANN, BEN, CAT, OWNER, THREAD, House, housed


@pytest.fixture
async def castle(tmp_path: Path) -> AsyncIterator[House]:
    """A house in which Kingmaker is played."""
    async with housed(tmp_path / "herald.db", RULES) as house:
        yield house


async def _playing(house: House, variant: str) -> str:
    """A game of two that is set up."""
    game = await house.lobby.open_game(
        guild=5, channel=6, thread=THREAD, owner=OWNER, rules=RULES.name, variant=variant, changes={}
    )
    for user, name in ((ANN, "Ann"), (BEN, "Ben")):
        await house.lobby.join(game.id, user, name)
    await house.lobby.start(game.id, OWNER)
    for user in (ANN, BEN):
        async with house.referee.reading(game.id) as live:
            action = live.table.default(live.seat_of(user))
        await house.referee.submit(game.id, user, action)
    return game.id


@pytest.mark.rule("COV-3.6")
async def test_a_late_player_gets_a_seat_of_a_running_game(castle: House) -> None:
    game_id = await _playing(castle, "covault")
    seat = await castle.lobby.join(game_id, CAT, "Cat")
    await castle.dispatcher.deliver_due()

    assert seat.id == "s3"
    async with castle.referee.reading(game_id) as live:
        assert live.names["s3"] == "Cat" and live.seat_of(CAT) == "s3"
        assert live.table.seats[-1] == "s3"
    told = [event.text for log in castle.courier.of(Log) for event in log.events]
    assert any("{s3} joins the game" in text for text in told)
    with pytest.raises(Refused, match="have a seat in"):
        await castle.lobby.join(game_id, CAT, "Cat")


async def test_other_rules_let_nobody_in_once_a_game_has_begun(castle: House) -> None:
    game_id = await _playing(castle, "base")
    with pytest.raises(Refused, match="has already started"):
        await castle.lobby.join(game_id, CAT, "Cat")

"""The task that looks after tournaments: what its clocks do is done once, whenever Herald is interrupted."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.edge.tournaments import TournamentKeeper
from bot.services.tournaments import Tournaments
from bot.store import tournaments
from bot.store.payloads import Log
from bot.store.rows import Status, TournamentGame
from tests.referee.house import House
from tests.referee.test_tournaments import playing

HEAT_HOURS = 4.0


class Killed(Exception):
    """Herald is killed at this point."""


def keeping(house: House, keeper: Tournaments) -> TournamentKeeper:
    """The task, with no Discord behind it."""
    herald = SimpleNamespace(tournaments=keeper, referee=house.referee, store=house.store, moderation=house.moderation)
    return TournamentKeeper(cast(Any, herald), cast(Any, None))


async def look(house: House, keeper: Tournaments, event: str) -> None:
    """Let the clocks of a tournament do what they have come to."""
    for place in await places(house, event):
        await keeping(house, keeper).ring(place, await keeper.state(event))


async def places(house: House, event: str) -> list[TournamentGame]:
    async with house.store.reading() as connection:
        return await tournaments.games_of(connection, event)


async def told(house: House, game: str) -> str:
    """What the thread of a game was told."""
    logs = [row.payload for row in await house.rows(game) if isinstance(row.payload, Log)]
    return " ".join(event.text for log in logs for event in log.events)


async def test_who_is_killed_before_play_is_stopped_stops_it_at_the_next_look(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper, event, game = await playing(house)
    await look(house, keeper, event)
    house.later(HEAT_HOURS)

    async def killed(*about: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(keeper, "ring", killed)
        with pytest.raises(Killed):
            await look(house, keeper, event)
    await look(house, keeper, event)
    assert (await house.game(game)).status is Status.OVER


async def test_a_moment_that_is_rung_twice_does_its_work_once(house: House) -> None:
    keeper, event, game = await playing(house)
    (place,) = await places(house, event)
    await keeper.ring(place, "stop")
    version = (await house.game(game)).version
    await keeper.ring(place, "stop")
    assert (await house.game(game)).version == version


async def test_a_game_without_a_last_round_plays_on_until_the_clock_stops_it(house: House) -> None:
    keeper, event, game = await playing(house)
    (place,) = await places(house, event)
    await keeper.ring(place, "last_round")
    assert (await house.game(game)).status is Status.PLAYING


async def test_warnings_say_what_holds_of_any_game_and_come_once(house: House) -> None:
    keeper, event, game = await playing(house)
    await look(house, keeper, event)
    house.later(HEAT_HOURS - 0.4)
    await look(house, keeper, event)
    await look(house, keeper, event)
    said = await told(house, game)
    assert said.count("Time is called in 15 minutes.") == 1
    assert "last round" not in said

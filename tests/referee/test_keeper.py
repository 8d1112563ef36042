"""The task that looks after tournaments: what its clocks do is done once, whenever Herald is interrupted."""

from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.edge.tournaments import TournamentKeeper
from bot.services.tournament.events import Tournaments
from bot.services.tournament.tables import TournamentTables
from bot.store import games, tournaments
from bot.store.payloads import Log
from bot.store.rows import Status, TournamentGame
from engine.tournament import log
from engine.tournament.log import FINAL
from tests.referee.house import ANN, House
from tests.referee.relay import Carry, RelayRules
from tests.referee.test_tournaments import playing

HEAT_HOURS = 4.0


class Killed(Exception):
    """Herald is killed at this point."""


def keeping(house: House, keeper: Tournaments) -> TournamentKeeper:
    """The task, with no Discord behind it."""
    tables = TournamentTables(house.store, house.referee, keeper)
    parts = {"referee": house.referee, "store": house.store, "lobby": house.lobby}
    herald = SimpleNamespace(tournaments=keeper, tournament_tables=tables, **parts)
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


# ---------------------------------------------------------------------- what Discord has lost


class Guild:
    """A server that some have left, and on which a role is gone."""

    def __init__(self, gone: set[int]) -> None:
        self.gone, self.threads = gone, ()

    def get_role(self, role: int) -> None:
        return None

    async def fetch_member(self, person: int) -> None:
        if person in self.gone:
            raise discord.NotFound(cast(Any, SimpleNamespace(status=404, reason="Not Found")), "Unknown Member")


async def mended(house: House, keeper: Tournaments, event: str, gone: set[int]) -> None:
    """Let the keeper look after what Discord has lost."""
    async with house.store.reading() as connection:
        record = await tournaments.get(connection, event)
    client: Any = SimpleNamespace(get_guild=lambda guild: Guild(gone))
    task = keeping(house, keeper)
    for place in await places(house, event):
        await task.mend(client, record, place, await keeper.state(event))


async def test_for_who_has_left_the_server_a_substitute_is_sought(house: House) -> None:
    keeper, event, _ = await playing(house)
    await mended(house, keeper, event, {ANN})
    assert (await keeper.state(event)).heats[0].games[0].vacant == [str(ANN)]
    entry = (await keeper.log(event))[-1]
    assert isinstance(entry, log.Vacated) and entry.reason == "has left the server"


async def test_a_role_that_is_gone_is_missed_once(house: House) -> None:
    keeper, event, game = await playing(house)
    async with house.store.writing() as connection:
        await games.change(connection, game, assistant_role=77)
    await mended(house, keeper, event, set())
    await mended(house, keeper, event, set())
    assert (await told(house, game)).count("name another with /gm assistant") == 1
    assert (await house.game(game)).assistant_role is None


@pytest.mark.rule("WBC-T09")
async def test_the_last_round_of_the_final_is_begun_once_and_played_to_its_end(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper, event, game = await playing(house)
    monkeypatch.setattr(RelayRules, "last_round_edit", lambda rules, race: Carry("s1", 5))
    monkeypatch.setattr(RelayRules, "in_last_round", lambda rules, race: race.state.places["s1"] == 5)
    final = TournamentGame(tournament=event, heat=FINAL, number=1, game=game)
    await keeper.ring(final, "last_round")
    await keeper.ring(final, "last_round")
    assert (await house.game(game)).status is Status.PLAYING


async def test_the_final_of_a_game_without_a_last_round_stops_when_time_is_called(house: House) -> None:
    keeper, event, game = await playing(house)
    await keeper.ring(TournamentGame(tournament=event, heat=FINAL, number=1, game=game), "last_round")
    assert (await house.game(game)).status is Status.OVER

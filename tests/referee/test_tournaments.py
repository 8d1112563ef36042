"""Tournaments in the database: heats are drawn once, games are opened once, results are taken once."""

import asyncio

import msgspec
import pytest

from bot.errors import Refused
from bot.services.forgetting import Forgetting
from bot.services.tournament.events import Tournaments
from bot.store import games
from bot.store.privacy import SOMEBODY
from bot.store.rows import Status, TournamentGame
from engine.core.errors import Illegal
from engine.tournament import log, tournament
from engine.tournament.format import Format
from tests.referee.house import ANN, BEN, CAT, NAMES, OWNER, House, begun
from tests.referee.relay import Nightfall, Pledge

PEOPLE = (ANN, BEN, CAT)
RELAY = Format(
    title="Spring",
    year=2026,
    game="relay",
    variant="base",
    heats=1,
    fewest=2,
    usual=3,
    most=3,
    scheme="league",
    finalists=0,
)


def kept(house: House) -> Tournaments:
    return Tournaments(house.store, house.referee, house.lobby, entropy=lambda count: bytes(range(count)))


async def opened(house: House, heats: int = 1) -> tuple[Tournaments, str]:
    return kept(house), await begun(house, _opened, heats=heats)


async def _opened(house: House, heats: int) -> str:
    keeper = kept(house)
    tournament_format = msgspec.structs.replace(RELAY, heats=heats)
    record = await keeper.create(
        guild=5, channel=6, master=OWNER, name="Olga", tournament_format=tournament_format, assistants={}
    )
    for user in PEOPLE:
        every = tuple(range(1, heats + 1))
        await keeper.append(record.id, log.Entered(person=str(user), name=NAMES[user], heats=every, by=str(user)))
    return record.id


async def seated(house: House, heats: int = 1) -> tuple[Tournaments, str]:
    return kept(house), await begun(house, _seated, heats=heats)


async def _seated(house: House, heats: int) -> str:
    keeper, event = kept(house), await _opened(house, heats)
    await keeper.announce(event, 1, OWNER)
    for user in PEOPLE:
        await keeper.append(event, log.CheckedIn(heat=1, person=str(user), by=str(user)))
    await keeper.close(event, 1, OWNER)
    return event


async def playing(house: House) -> tuple[Tournaments, str, str]:
    event, game = await begun(house, _playing)
    return kept(house), event, game


async def _playing(house: House) -> tuple[str, str]:
    keeper, event = kept(house), await _seated(house, 1)
    (place,) = await keeper.unopened(event)
    await keeper.open_game(place)
    await keeper.start_game(place)
    for user in PEOPLE:
        await house.referee.submit(place.game, user, Pledge())
    return event, place.game


async def test_what_is_refused_is_not_logged(house: House) -> None:
    keeper, event = await opened(house)
    before = await keeper.log(event)
    with pytest.raises(Illegal):
        await keeper.append(event, log.CheckedIn(heat=1, person=str(ANN)))
    assert await keeper.log(event) == before


async def test_presses_that_come_at_the_same_time_are_all_counted(house: House) -> None:
    keeper, event = await opened(house, heats=3)
    await asyncio.gather(*(keeper.enter(event, "99", "Zoe", heat) for heat in (1, 2, 3)))
    assert [("99" in heat.entered) for heat in (await keeper.state(event)).heats] == [True, True, True]
    assert await keeper.enter(event, "99", "Zoe", 2) == [1, 2, 3]
    assert await keeper.enter(event, "99", "Zoe", 2, plays=False) == [1, 3]
    assert await keeper.enter(event, "99", "Zoe", None, plays=False) == []
    assert await keeper.enter(event, "99", "Zoe", None) == [1, 2, 3]


async def test_a_draw_is_sealed_before_people_come_and_shown_when_it_counts(house: House) -> None:
    keeper, event = await seated(house)
    state = await keeper.state(event)
    assert state.heats[0].secret == bytes(range(32)).hex()
    assert sorted(state.heats[0].games[0].people) == sorted(map(str, PEOPLE))


async def test_the_draw_can_be_looked_at_before_it_counts(house: House) -> None:
    keeper, event = await opened(house)
    await keeper.announce(event, 1, OWNER)
    for user in PEOPLE:
        await keeper.append(event, log.CheckedIn(heat=1, person=str(user), by=str(user)))
    found, unavoided = await keeper.drawn(event, 1)
    assert unavoided == []
    assert (await keeper.close(event, 1, OWNER)).heats[0].games[0].people == found.tables[0]


async def test_a_heat_is_closed_once_however_often_that_is_tried_at_the_same_time(house: House) -> None:
    keeper, event = await opened(house)
    await keeper.announce(event, 1, OWNER)
    for user in PEOPLE:
        await keeper.append(event, log.CheckedIn(heat=1, person=str(user), by=str(user)))
    done = await asyncio.gather(*(keeper.close(event, 1, OWNER) for _ in range(3)), return_exceptions=True)
    assert sum(isinstance(one, Illegal) for one in done) == 2
    assert len(await keeper.unopened(event)) == 1


async def test_opening_a_game_twice_gives_one_game_with_everybody_once(house: House) -> None:
    keeper, event = await seated(house)
    (place,) = await keeper.unopened(event)
    await keeper.open_game(place)
    game = await keeper.open_game(place)
    async with house.store.reading() as connection:
        held = await games.seats_of(connection, game.id)
    assert [str(seat.user) for seat in held] == (await keeper.state(event)).heats[0].games[0].people
    assert (game.title, game.owner) == ("Spring: Heat 1, table 1", OWNER)


async def test_a_game_that_was_begun_is_not_opened_again(house: House) -> None:
    keeper, event, _ = await playing(house)
    assert await keeper.unopened(event) == []


async def test_a_result_is_taken_once_when_the_game_is_over(house: House) -> None:
    keeper, _, game = await playing(house)
    assert await keeper.collect(game) is None
    await house.edit(game, Nightfall())
    state = await keeper.collect(game)
    assert state is not None
    result = state.heats[0].games[0].result
    assert result is not None
    assert (result.game, len(result.places)) == (game, 3)
    assert await keeper.collect(game) is None


async def test_a_game_outside_tournaments_gives_no_result(house: House) -> None:
    game = await house.started()
    assert await kept(house).collect(game) is None


async def test_the_clock_stops_a_game_and_counts_it_as_it_stands(house: House) -> None:
    keeper, event, game = await playing(house)
    await keeper.ring(TournamentGame(tournament=event, heat=1, number=1, game=game), "stop")
    assert (await house.game(game)).status is Status.OVER
    assert await keeper.collect(game) is not None


async def test_a_tournament_that_is_not_known_is_refused_with_what_to_do(house: House) -> None:
    with pytest.raises(Refused, match="/tournament list"):
        await kept(house).state("x9x9")


async def test_who_is_forgotten_leaves_the_log(house: House) -> None:
    keeper, event = await seated(house)
    assert await Forgetting(house.store, house.referee).person(ANN) == 1
    state = await keeper.state(event)
    assert str(ANN) not in state.names
    (stranger,) = [person for person, name in state.names.items() if name == SOMEBODY]
    assert stranger in state.heats[0].games[0].people


async def test_a_log_that_is_read_again_leads_to_the_same_however_it_was_read_before(house: House) -> None:
    keeper, event = await seated(house)
    fresh = kept(house)
    assert await keeper.state(event) == await fresh.state(event) == tournament.replayed(await keeper.log(event))
    (await keeper.state(event)).names.clear()
    assert await keeper.state(event) == await kept(house).state(event), "nobody changes what is remembered"


async def test_who_is_forgotten_is_not_remembered_by_a_herald_that_knew_him(house: House) -> None:
    keeper, event = await seated(house)
    assert str(ANN) in (await keeper.state(event)).names
    await Forgetting(house.store, house.referee).person(ANN)
    assert str(ANN) not in (await keeper.state(event)).names


async def test_who_has_missed_a_heat_enters_for_all_others_and_takes_that_back(house: House) -> None:
    keeper, event = await opened(house, heats=2)
    await keeper.enter(event, "99", "Zoe", None)
    await keeper.append(event, log.CalledOff(heat=1, reason="Rain.", by=str(OWNER)))
    assert await keeper.enter(event, "99", "Zoe", None, plays=False) == [1]
    assert await keeper.enter(event, "99", "Zoe", None) == [1, 2]

"""Results on record: what counts is read once it is over, and ratings follow; nobody who is forgotten is named."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.errors import Refused
from bot.model import interventions
from bot.panels.reading import ladder as panels
from bot.services.forgetting import Forgetting
from bot.services.moderation import Moderation
from bot.services.ratings import Ratings
from bot.services.results import result_of
from bot.store import clocks, outcomes
from bot.store.rows import Miss, Missed
from engine.tournament import ladder, log
from engine.tournament.results import Result
from tests.referee.house import ANN, BEN, CAT, NAMES, OWNER, House
from tests.referee.relay import Nightfall, Pledge
from tests.referee.test_tournaments import kept as tournaments_of
from tests.referee.test_tournaments import playing

GUILD = 5


def kept(house: House) -> Ratings:
    return Ratings(house.store, house.referee)


async def raced(house: House, *, rated: bool = True) -> str:
    """A race of three that is over."""
    game = await house.lobby.open_game(
        guild=GUILD, channel=6, thread=700, owner=OWNER, rules="relay", variant="base", rated=rated
    )
    for user in (ANN, BEN, CAT):
        await house.lobby.join(game.id, user, NAMES[user])
    await house.lobby.start(game.id, OWNER)
    for user in (ANN, BEN, CAT):
        await house.referee.submit(game.id, user, Pledge())
    await house.edit(game.id, Nightfall())
    return game.id


async def test_a_table_counts_that_says_so_and_no_other(house: House) -> None:
    game = await raced(house)
    await raced(house, rated=False)
    (found,) = await kept(house).outcomes(GUILD)
    assert (found.game, found.result.game) == ("relay", game)
    assert {place.person for place in found.result.places} == {str(ANN), str(BEN), str(CAT)}
    assert await kept(house).outcomes(GUILD + 1) == []


async def test_a_game_that_is_not_over_is_not_on_record(house: House) -> None:
    game = await house.lobby.open_game(
        guild=GUILD, channel=6, thread=700, owner=OWNER, rules="relay", variant="base", rated=True
    )
    assert await kept(house).outcomes(GUILD) == []
    await house.lobby.join(game.id, ANN, "Ann")
    assert await kept(house).outcomes(GUILD) == []


async def test_decisions_in_time_are_counted_apart_from_those_that_were_missed(house: House) -> None:
    game = await raced(house)
    async with house.store.writing() as connection:
        for what in (Miss.DEFAULT, Miss.EXCUSED):
            await clocks.add_miss(
                connection, Missed(game=game, seat="s1", user=ANN, decision="LEG", what=what, time=1.0)
            )
    found = await kept(house).outcomes(GUILD)
    assert found[0].conduct[str(ANN)] == ladder.Conduct(in_time=1, late=1)
    assert found[0].conduct[str(BEN)] == ladder.Conduct(in_time=1, late=0)


async def test_who_handed_a_seat_on_is_known_with_his_turns(house: House) -> None:
    game = await house.started()
    for user in (ANN, BEN):
        await house.referee.submit(game, user, Pledge())
    await Moderation(house.store, house.referee).intervene(game, OWNER, interventions.Replace("s1", 77, "Eve"))
    await house.edit(game, Nightfall())
    found = await result_of(house.store, house.referee, game)
    (handed,) = [place for place in found.places if place.seat == "s1"]
    assert handed.person == "77"
    assert [(tenure.person, tenure.turns) for tenure in handed.tenures] == [(str(ANN), 1), ("77", 0)]


async def test_a_server_can_turn_its_ladder_off_and_on_again(house: House) -> None:
    keeper = kept(house)
    await keeper.check_on(GUILD)
    await keeper.turn(GUILD, on=False)
    with pytest.raises(Refused, match="/ratings"):
        await keeper.check_on(GUILD)
    await keeper.check_on(GUILD + 1)
    await keeper.turn(GUILD, on=True)
    await keeper.check_on(GUILD)


async def test_whoever_is_forgotten_leaves_a_place_on_the_ladder_and_no_name(house: House) -> None:
    await raced(house)
    before = await kept(house).outcomes(GUILD)
    await Forgetting(house.store, house.referee).person(ANN)
    (after,) = await kept(house).outcomes(GUILD)
    assert str(ANN) not in {*after.conduct, *(place.person for place in after.result.places)}
    skills = [sorted(rung.rating.skill for rung in ladder.ladder(found)) for found in (before, [after])]
    assert skills[0] == skills[1]


async def test_a_game_that_nobody_has_looked_at_yet_is_read_before_its_player_is_forgotten(house: House) -> None:
    await raced(house)
    await Forgetting(house.store, house.referee).person(ANN)
    (after,) = await kept(house).outcomes(GUILD)
    assert len(ladder.ladder([after])) == 3
    async with house.store.reading() as connection:
        assert await outcomes.names(connection, [ANN]) == {}


async def test_a_ladder_shows_strength_with_its_uncertainty_and_marks_who_has_played_few(house: House) -> None:
    await raced(house)
    text = await panels.ladder_text(desk(house), GUILD, house.rules, 0, str(ANN))
    lines = text.splitlines()
    assert lines[0] == "**Ladder of Relay**"
    assert lines[1] == "1\\. **Ann**: 25.0 ± 8.1 ?, 1 of 1 won"
    assert all(len(line) <= 45 for line in lines[:-1])
    assert "No game has counted" in await panels.ladder_text(desk(house), GUILD, house.rules, 1999, str(ANN))


async def test_who_is_forgotten_is_nobody_on_the_ladder(house: House) -> None:
    await raced(house)
    await Forgetting(house.store, house.referee).person(ANN)
    text = await panels.ladder_text(desk(house), GUILD, house.rules, 0, str(BEN))
    assert "Ann" not in text and "a former player: 25.0" in text


async def test_a_record_tells_its_owner_alone_how_reliable_he_is(house: House) -> None:
    await raced(house)
    games = {house.rules.name: house.rules.title}
    own = await panels.record_text(desk(house), GUILD, str(ANN), "Ann", games, own=True)
    assert "Relay: 25.0 ± 8.1, place 1 of 3; 1 of 1 won" in own
    assert "Ahead and behind: **Ben** 0:0, **Cat** 0:0" in own
    assert "100% of 1 decision in time, 1 of 1 game played to the end" in own
    other = await panels.record_text(desk(house), GUILD, str(ANN), "Ann", games, own=False, rival=str(BEN))
    assert "Reliability" not in other and "Cat" not in other


@pytest.mark.both
async def test_a_record_has_no_rating_where_the_server_wants_none(house: House) -> None:
    await raced(house)
    await kept(house).turn(GUILD, on=False)
    games = {house.rules.name: house.rules.title}
    assert "±" not in await panels.record_text(desk(house), GUILD, str(ANN), "Ann", games, own=True)


def desk(house: House) -> Any:
    """What the words of a ladder are made from."""
    return SimpleNamespace(store=house.store, ratings=kept(house), tournaments=tournaments_of(house))


@pytest.mark.both
async def test_games_of_tournaments_count_as_a_ruling_has_them(house: House) -> None:
    keeper, event, game = await playing(house)
    await house.edit(game, Nightfall())
    state = await keeper.collect(game)
    assert state is not None
    first = state.game(1, 1).result
    assert first is not None
    (found,) = await kept(house).outcomes(GUILD)
    assert found.result == first
    places = tuple(
        type(place)(seat=place.seat, person=place.person, place=number)
        for number, place in enumerate(first.places, start=1)
    )
    ruled = Result(places=places, ending="As it was ruled.", game=game)
    await keeper.append(event, log.Corrected(heat=1, table=1, result=ruled, reason="So it was.", by=str(OWNER)))
    (found,) = await kept(house).outcomes(GUILD)
    assert found.result == ruled


async def test_a_record_names_the_eight_most_frequent_opponents_with_ones_own_count_first() -> None:
    async def names(asked: list[str]) -> dict[str, str]:
        return {person: f"P{person}" for person in asked}

    herald: Any = SimpleNamespace(ratings=SimpleNamespace(names=names))
    met = {str(person): (person % 2, person // 2) for person in range(11, 21)}
    assert await panels._met(herald, met) == [
        "Ahead and behind: **P19** 9:1, **P20** 10:0, **P17** 8:1, **P18** 9:0, **P15** 7:1, **P16** 8:0, "
        "**P13** 6:1, **P14** 7:0"
    ]
    assert await panels._met(herald, {}) == []

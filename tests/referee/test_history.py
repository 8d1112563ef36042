"""What tournaments leave: champions before Herald and since, records of players, and no name of who is forgotten."""

from types import SimpleNamespace
from typing import Any

from bot.panels.reading import history, ladder
from bot.services.forgetting import Forgetting
from bot.services.ratings import Ratings
from bot.store.privacy import SOMEBODY
from engine.tournament import log, tournament, wording
from tests.referee.house import ANN, BEN, CAT, OWNER, House
from tests.referee.relay import Nightfall
from tests.referee.test_tournaments import kept, playing, seated

GUILD = 5


def desk(house: House) -> Any:
    return SimpleNamespace(store=house.store, ratings=Ratings(house.store, house.referee), tournaments=kept(house))


async def over(house: House) -> str:
    """A league of one round that is over and signed."""
    keeper, event, game = await playing(house)
    await house.edit(game, Nightfall())
    await keeper.collect(game)
    await keeper.append(event, log.Signed(heat=1, by=str(OWNER)))
    return event


async def test_the_history_begins_with_the_champions_of_the_events_own_sheet(house: House) -> None:
    lines = (await history.history_text(desk(house), GUILD, ["kingmaker"])).splitlines()
    assert lines[1] == "1991: Heikki Thoen (24 entrants)"
    assert lines[16].startswith("2006: Dale Long (29 entrants); then Stanley Buck, Justin Thompson")
    assert lines[17] == "2007: no champion yet; game master Justin Thompson"
    assert "@" not in "".join(lines)


async def test_then_come_the_tournaments_of_the_server_with_their_records(house: House) -> None:
    await over(house)
    text = await history.history_text(desk(house), GUILD, ["relay"])
    assert "2026, Spring: " in text and "(3 entrants)" in text and "game master Olga" in text
    assert "Records of this server" in text
    assert "Heats played: " in text and "**Ann**" in text
    assert "Thoen" not in text
    assert "No tournament" in await history.history_text(desk(house), GUILD + 1, ["relay"])


async def test_a_player_has_a_record_of_the_tournaments_of_the_server(house: House) -> None:
    await over(house)
    games = {"relay": "Relay"}
    told = await ladder.record_text(desk(house), GUILD, str(ANN), "Ann", games, own=False, rival=str(BEN))
    assert "Tournaments: 1 played" in told
    assert "**Ben** 0:0" in told
    assert "No game" in await ladder.record_text(desk(house), GUILD, "99", "Zoe", games, own=True)


async def test_who_is_forgotten_is_in_no_history_and_leaves_the_place(house: House) -> None:
    event = await over(house)
    keeper = kept(house)
    before = await keeper.state(event)
    await Forgetting(house.store, house.referee).person(ANN)
    after = await keeper.state(event)
    assert sorted(tournament.places(before).values()) == sorted(tournament.places(after).values())
    told = "\n".join([await history.history_text(desk(house), GUILD, ["relay"]), *wording.standing(after)])
    assert "Ann" not in told and f"'{ANN}'" not in await raw(house, event)
    (stranger,) = [person for person, name in after.names.items() if name == SOMEBODY]
    assert f"{{{stranger}}}" in told


async def test_what_others_have_written_of_a_person_goes_too(house: House) -> None:
    keeper, event = await seated(house)
    state = await keeper.state(event)
    table = [state.heats[0].games[0].people]
    reason = "Ann came late, said Ben."
    question = log.Questioned(ruling=1, heat=1, table=1, text=reason, by=str(BEN))
    assert str(BEN) in table[0]
    await keeper.append(event, question)
    await Forgetting(house.store, house.referee).person(ANN)
    assert (await keeper.state(event)).rulings[0].text == f"{SOMEBODY} came late, said Ben."


async def test_who_is_forgotten_is_seated_nowhere_any_more(house: House) -> None:
    keeper, event = await seated(house, heats=2)
    await keeper.announce(event, 2, OWNER)
    for user in (ANN, BEN, CAT):
        await keeper.append(event, log.CheckedIn(heat=2, person=str(user), by=str(user)))
    await Forgetting(house.store, house.referee).person(ANN)
    state = await keeper.close(event, 2, OWNER)
    assert sorted(state.heats[1].games[0].people) == [str(BEN), str(CAT)]


async def raw(house: House, event: str) -> str:
    return str(await kept(house).log(event))

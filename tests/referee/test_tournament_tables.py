"""Tables of tournaments kept in step with them: officials, holds, substitutes, corrections, questioned rulings."""

import asyncio
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from bot.errors import Refused
from bot.model import interventions
from bot.panels import mine
from bot.panels.ids import Press
from bot.panels.tournament import correcting
from bot.panels.tournament.common import Verb
from bot.services.outages import Outages
from bot.services.tournament.events import Tournaments
from bot.services.tournament.rulings import TournamentRulings
from bot.services.tournament.tables import TournamentTables
from bot.store import drafts, games, heartbeat, motions, tournaments
from bot.store.payloads import Log, Trouble
from bot.store.rows import Draft, Status, TournamentGame, Via, gm_seat
from engine.core.actions import Action
from engine.core.errors import BadOptions, Illegal
from engine.core.parts import Competition, Gift
from engine.tournament import format_forms, log
from engine.tournament.results import Result
from engine.tournament.state import State
from tests.referee.house import ANN, BEN, CAT, NAMES, OWNER, House, begun
from tests.referee.relay import Advance, Nightfall, Pledge, Relay, Rest
from tests.referee.test_tournaments import RELAY, kept, opened

AL, DAN, EVE = 21, 31, 32
PLAYERS = (OWNER, ANN, BEN)


class Event:
    """A tournament with one table at which its game master plays; Al assists."""

    def __init__(self, house: House, events: Tournaments, event_id: str) -> None:
        self.house, self.events, self.id = house, events, event_id
        self.tables = TournamentTables(house.store, house.referee, events)
        self.rulings = TournamentRulings(house.store, house.referee, events, self.tables)

    async def place(self) -> TournamentGame:
        async with self.house.store.reading() as connection:
            return (await tournaments.games_of(connection, self.id))[0]

    async def game(self) -> str:
        return (await self.place()).game

    async def state(self) -> State:
        return await self.events.state(self.id)

    async def paused(self) -> bool:
        return (await self.house.game(await self.game())).paused is not None

    async def told(self) -> str:
        rows = await self.house.rows(await self.game())
        logs = [row.payload for row in rows if isinstance(row.payload, Log)]
        return " ".join(event.text for log in logs for event in log.events)

    async def regent(self, person: int) -> str:
        async with self.house.store.reading() as connection:
            held = await games.seats_of(connection, await self.game())
        return next(seat.regent for seat in held if seat.user == person)

    async def finish(self) -> Result:
        """Let the game end, and take its result."""
        await self.house.moderation.carry_out(
            await self.game(), OWNER, interventions.Edit(msgspec.to_builtins(Nightfall())), Via.MASTER
        )
        await self.tables.keep(self.id)
        state = await self.events.collect(await self.game())
        assert state is not None
        found = state.heats[0].games[0].result
        assert found is not None
        return found


async def playing(house: House, *, more: tuple[int, ...] = (), assistants: tuple[int, ...] = (AL,)) -> Event:
    """Seat the game master, Ann and Ben, whatever the draw, and begin; others who have checked in get no seat."""
    return Event(house, kept(house), await begun(house, _playing, more=more, assistants=assistants))


async def _playing(house: House, *, more: tuple[int, ...], assistants: tuple[int, ...]) -> str:
    event_id = await _seated(house, more=more, assistants=assistants)
    (place,) = await kept(house).unopened(event_id)
    await kept(house).open_game(place)
    await kept(house).start_game(place)
    for user in PLAYERS:
        await house.referee.submit(place.game, user, Pledge())
    return event_id


async def _seated(house: House, *, more: tuple[int, ...] = (), assistants: tuple[int, ...] = (AL,)) -> str:
    events = kept(house)
    helpers = {one: "Al" if one == AL else "Bo" for one in assistants}
    record = await events.create(
        guild=5, channel=6, master=OWNER, name="Olga", tournament_format=RELAY, assistants=helpers
    )
    people = [*PLAYERS, *more]
    for user in people:
        name = NAMES.get(user, f"P{user}")
        await events.append(record.id, log.Entered(person=str(user), name=name, heats=(1,), by=str(user)))
    await events.announce(record.id, 1, OWNER)
    for user in people:
        await events.append(record.id, log.CheckedIn(heat=1, person=str(user), by=str(user)))
    await events.close(record.id, 1, OWNER, [[str(user) for user in PLAYERS]], "As the test needs it.")
    return record.id


# ---------------------------------------------------------------------- officials


async def test_the_assistants_of_a_table_are_those_who_do_not_play_there(house: House) -> None:
    event = await playing(house, assistants=(AL, ANN))
    assert (await house.game(await event.game())).assistants == (AL,)


@pytest.mark.rule("WBC-T11")
async def test_losing_the_last_assistant_pauses_the_table_of_a_game_master_who_plays_until_he_names_one(
    house: House,
) -> None:
    event = await playing(house)
    await event.events.appoint(event.id, OWNER, dismiss=AL)
    await event.tables.keep(event.id)
    assert await event.paused()
    assert "once they name one who does not play here" in await event.told()
    assert "no assistant is left who can judge" in (await shown(event))[OWNER][0]
    await event.events.appoint(event.id, OWNER, add=(AL, "Al"))
    await event.tables.keep(event.id)
    assert not await event.paused()
    assert (await house.game(await event.game())).assistants == (AL,)


@pytest.mark.rule("WBC-T11")
async def test_an_assistant_who_plays_at_the_table_does_not_let_it_go_on(house: House) -> None:
    event = await playing(house)
    await event.events.appoint(event.id, OWNER, dismiss=AL, add=(ANN, "Ann"))
    await event.tables.keep(event.id)
    assert await event.paused()


async def test_a_table_that_is_held_is_told_so_once(house: House) -> None:
    event = await playing(house)
    await event.events.appoint(event.id, OWNER, dismiss=AL)
    await event.tables.keep(event.id)
    await event.tables.keep(event.id)
    assert (await event.told()).count("no assistant is left") == 1


# ---------------------------------------------------------------------- what is agreed


async def test_what_is_agreed_changes_until_the_first_heat_is_seated(house: House) -> None:
    events = kept(house)
    record = await events.create(guild=5, channel=6, master=OWNER, name="Olga", tournament_format=RELAY, assistants={})
    state = await events.change(
        record.id,
        OWNER,
        lambda tournament_format: format_forms.changed(tournament_format, heats=2, options={"goal": "40"}),
    )
    assert (len(state.heats), state.format.options) == (2, {"goal": 40})
    with pytest.raises(BadOptions, match="option"):
        await events.change(
            record.id, OWNER, lambda tournament_format: format_forms.changed(tournament_format, options={"gaol": "1"})
        )
    event = await playing(house)
    with pytest.raises(Illegal, match="holds until the end"):
        await event.events.change(
            event.id, OWNER, lambda tournament_format: format_forms.changed(tournament_format, heats=3)
        )


# ---------------------------------------------------------------------- substitutes


async def test_a_seat_that_is_given_up_is_minded_until_somebody_takes_it(house: House) -> None:
    event = await playing(house)
    assert await event.tables.give_up(event.id, ANN, ANN) == [(1, 1)]
    assert await event.regent(ANN) == "random"
    await event.tables.substitute(event.id, 1, 1, str(ANN), DAN, DAN, "Dan")
    assert await event.regent(DAN) == ""
    assert (await event.state()).heats[0].games[0].people == [str(OWNER), str(DAN), str(BEN)]


async def test_who_sits_a_heat_out_stays_in_the_tournament(house: House) -> None:
    event = await playing(house)
    assert await event.tables.sit_out(event.id, ANN, ANN) == [(1, 1)]
    state = await event.state()
    assert state.game(1, 1).vacant == [str(ANN)] and state.dropped == []
    with pytest.raises(Refused, match="in no heat that is open or being played"):
        await event.tables.sit_out(event.id, ANN, ANN)


async def test_who_sits_out_a_heat_that_is_open_for_check_in_is_in_the_later_ones(house: House) -> None:
    events, event = await opened(house, heats=2)
    tables = TournamentTables(house.store, house.referee, events)
    await events.announce(event, 1, OWNER)
    await events.append(event, log.CheckedIn(heat=1, person=str(ANN), by=str(ANN)))
    assert await tables.sit_out(event, ANN, ANN) == []
    state = await events.state(event)
    assert [str(ANN) in heat.entered for heat in state.heats] == [False, True]
    assert str(ANN) not in state.heats[0].present and state.dropped == []


async def test_reserves_of_the_heat_come_first_and_then_anybody(house: House) -> None:
    event = await playing(house, more=(EVE,))
    await event.tables.give_up(event.id, ANN, ANN)
    with pytest.raises(Refused, match="reserves of this heat come first"):
        await event.tables.substitute(event.id, 1, 1, str(ANN), DAN, DAN, "Dan")
    house.later(0.1)
    await event.tables.substitute(event.id, 1, 1, str(ANN), DAN, DAN, "Dan")


async def test_a_reserve_takes_the_seat_at_once(house: House) -> None:
    event = await playing(house, more=(EVE,))
    await event.tables.give_up(event.id, ANN, ANN)
    await event.tables.substitute(event.id, 1, 1, str(ANN), EVE, EVE, "Eve")
    assert str(EVE) in (await event.state()).heats[0].games[0].people


async def test_who_has_given_a_seat_up_may_keep_it_after_all(house: House) -> None:
    event = await playing(house)
    await event.tables.vacate(event.id, 1, 1, str(ANN), ANN)
    await event.tables.substitute(event.id, 1, 1, str(ANN), ANN, ANN, "Ann")
    assert await event.regent(ANN) == ""
    assert (await event.state()).heats[0].games[0].vacant == []


async def test_no_seat_changes_hands_before_the_game_of_its_table_is_open(house: House) -> None:
    event = Event(house, kept(house), await _seated(house))
    with pytest.raises(Refused, match="not open yet, so no seat can change hands"):
        await event.tables.substitute(event.id, 1, 1, str(ANN), OWNER, DAN, "Dan")
    (place,) = await event.events.unopened(event.id)
    await event.events.open_game(place)
    with pytest.raises(Refused, match="not open yet, so no seat can change hands"):
        await event.tables.substitute(event.id, 1, 1, str(ANN), OWNER, DAN, "Dan")
    await event.events.start_game(place)
    await event.tables.substitute(event.id, 1, 1, str(ANN), OWNER, DAN, "Dan")
    assert str(DAN) in (await event.state()).heats[0].games[0].people


async def test_a_seat_is_taken_once_only(house: House) -> None:
    event = await playing(house)
    await event.tables.give_up(event.id, ANN, ANN)
    await event.tables.substitute(event.id, 1, 1, str(ANN), DAN, DAN, "Dan")
    with pytest.raises(Illegal, match="taken it over already"):
        await event.tables.substitute(event.id, 1, 1, str(ANN), EVE, EVE, "Eve")


async def test_nobody_takes_a_second_seat_in_a_heat(house: House) -> None:
    event = await playing(house)
    await event.tables.give_up(event.id, ANN, ANN)
    with pytest.raises(Illegal, match="plays in this heat already"):
        await event.tables.substitute(event.id, 1, 1, str(ANN), BEN, BEN, "Ben")


async def test_the_turns_of_a_caretaker_are_nobodys(house: House) -> None:
    event = await playing(house)
    house.later(1)
    await event.tables.give_up(event.id, ANN, ANN)
    house.later(1)
    result = await event.finish()
    (seat,) = [place for place in result.places if place.seat == "s2"]
    assert (seat.person, [tenure.person for tenure in seat.held]) == ("", [str(ANN), ""])
    assert seat.share_of(str(ANN)) == 1.0


async def test_tenures_tell_who_held_a_seat_and_who_only_minded_it(house: House) -> None:
    event = await playing(house)
    await event.tables.give_up(event.id, ANN, ANN)
    house.later(1)
    await event.tables.substitute(event.id, 1, 1, str(ANN), DAN, DAN, "Dan")
    result = await event.finish()
    (seat,) = [place for place in result.places if place.seat == "s2"]
    assert (seat.person, [tenure.person for tenure in seat.held]) == (str(DAN), [str(ANN), "", str(DAN)])


async def test_a_seat_that_the_game_master_gives_away_at_the_table_is_noted(house: House) -> None:
    event = await playing(house)
    await house.moderation.carry_out(await event.game(), OWNER, interventions.Replace("s2", DAN, "Dan"), Via.MASTER)
    assert str(DAN) in [place.person for place in (await event.finish()).places]


async def test_a_game_that_somebody_has_left_gives_its_result(house: House) -> None:
    event = await playing(house)
    await house.referee.leave(await event.game(), ANN)
    assert str(ANN) in [place.person for place in (await event.finish()).places]


# ---------------------------------------------------------------------- corrections


async def corrected(
    event: Event, text: str, *, rule: str = "", looked: int | None = None, insist: bool = False
) -> State:
    """Let the correction of the only result count, as it is written."""
    entry = await event.events.correction(event.id, OWNER, 1, 1, text, "Counted wrongly.", rule)
    known = len((await event.state()).game(1, 1).corrections)
    return await event.events.correct(event.id, entry, known if looked is None else looked, insist=insist)


async def test_a_result_is_corrected_as_it_is_written_and_what_it_was_stays(house: House) -> None:
    event = await playing(house)
    was = await event.finish()
    state = await corrected(event, "Ann 12, Olga 3 = Ben 3", rule="WBC-PTS")
    game = state.heats[0].games[0]
    assert game.result is not None
    places = {place.person: (place.place, place.points) for place in game.result.places}
    assert places == {str(ANN): (1, 12), str(OWNER): (2, 3), str(BEN): (2, 3)}
    assert (game.corrections[0].result, game.corrections[0].reason) == (was, "Counted wrongly.")


async def test_a_correction_names_everybody_of_the_table(house: House) -> None:
    event = await playing(house)
    await event.finish()
    with pytest.raises(Illegal, match="Name each of them once"):
        await corrected(event, "Ann 12, Olga 3")
    with pytest.raises(Illegal, match="nobody at this table"):
        await corrected(event, "Zoe 12, Olga 3, Ben 2")


async def test_what_is_odd_about_a_correction_counts_only_where_somebody_insists(house: House) -> None:
    event = await playing(house)
    await event.finish()
    before = await event.events.log(event.id)
    with pytest.raises(Refused, match=r"Ann \(12\) comes before Ben \(30\)"):
        await corrected(event, "Ann 12, Ben 30, Olga 3")
    assert await event.events.log(event.id) == before
    state = await corrected(event, "Ann 12, Ben 30, Olga 3", insist=True)
    result = state.heats[0].games[0].result
    assert result is not None and [place.points for place in result.places] == [12, 30, 3]


async def test_of_two_corrections_the_second_looks_again(house: House) -> None:
    event = await playing(house)
    await event.finish()
    await corrected(event, "Ann 12, Olga 3 = Ben 3")
    with pytest.raises(Refused, match="since you looked"):
        await corrected(event, "Ben 12, Olga 3 = Ann 3", looked=0)


async def test_a_correction_is_rewritten_only_while_it_is_what_its_official_has_begun(house: House) -> None:
    event = await playing(house)
    await event.finish()
    herald: Any = SimpleNamespace(tournaments=event.events, store=house.store)
    asked: Any = SimpleNamespace(user=SimpleNamespace(id=OWNER))
    press = Press(Verb.CORRECT_AGAIN, event.id, topic="1.1")
    game, seat = await event.game(), gm_seat(OWNER)
    written = {"heat": 1, "table": 1, "result": "Ann 12, Olga 3, Ben 2", "reason": "Counted anew."}

    async def begun_with(tag: str) -> None:
        async with house.store.writing(game) as connection:
            await drafts.save(connection, Draft(game=game, seat=seat, version=0, tag=tag, fields=written))

    with pytest.raises(Refused, match="decided or rewritten since"):
        await correcting.rewrite(herald, asked, press)
    await begun_with("edit")
    with pytest.raises(Refused, match="decided or rewritten since"):
        await correcting.rewrite(herald, asked, press)
    await begun_with(correcting.TAG)
    form = await correcting.rewrite(herald, asked, press)
    assert "Ann 12, Olga 3, Ben 2" in str(form.to_dict())


# ---------------------------------------------------------------------- rulings


async def questioned(event: Event, by: int = ANN) -> None:
    await event.rulings.question(event.id, by, 1, 1, "A runner was moved.", "RELAY-1", ("place: 1", "place: 4"))


@pytest.mark.rule("WBC-T12")
async def test_a_questioned_ruling_holds_the_table_until_it_is_judged(house: House) -> None:
    event = await playing(house)
    await questioned(event)
    assert await event.paused()
    await event.rulings.judge(event.id, OWNER, 1, True, "I saw it.")
    assert await event.paused()
    await event.rulings.judge(event.id, AL, 1, False, "He did not move.")
    assert await event.paused(), "it fell, and is to be mended"
    assert (await event.state()).rulings[0].upheld is False


@pytest.mark.rule("WBC-T12")
async def test_a_decided_ruling_is_a_precedent_that_can_be_looked_up(house: House) -> None:
    event = await playing(house)
    await questioned(event)
    await event.rulings.judge(event.id, OWNER, 1, True, "I saw it.")
    await event.rulings.judge(event.id, AL, 1, True, "So did I.")
    async with house.store.reading() as connection:
        (found,) = await motions.rulings_of(connection, 5, "RELAY-1")
    assert "stands" in found.text and "So did I." in found.text


@pytest.mark.rule("WBC-T12")
async def test_an_appeal_is_possible_while_its_window_is_open_and_others_judge_it(house: House) -> None:
    event = await playing(house, assistants=(AL, CAT))
    await questioned(event)
    for judge in (OWNER, AL, CAT):
        await event.rulings.judge(event.id, judge, 1, True, "It is right.")
    await event.events.appoint(event.id, OWNER, add=(EVE, "Eve"))
    state = await event.rulings.appeal(event.id, ANN, 1, "Nobody heard me.")
    assert await event.paused()
    assert state.rulings[0].upheld is None
    with pytest.raises(Illegal, match="Another official must judge this"):
        await event.rulings.judge(event.id, AL, 1, True, "Again.")
    await event.rulings.judge(event.id, EVE, 1, True, "I have heard her.")
    assert not await event.paused()


@pytest.mark.rule("WBC-T12")
async def test_after_its_window_a_ruling_stands(house: House) -> None:
    event = await playing(house)
    await questioned(event)
    for judge in (OWNER, AL):
        await event.rulings.judge(event.id, judge, 1, True, "It is right.")
    house.later(1)
    with pytest.raises(Refused, match="could be appealed until"):
        await event.rulings.appeal(event.id, ANN, 1, "Nobody heard me.")


# ---------------------------------------------------------------------- clocks


async def test_an_outage_is_not_charged_to_the_clock_of_a_tournament(house: House) -> None:
    event = await playing(house)
    await event.events.clock_of(await event.place(), now=house.time[0])
    async with house.store.writing() as connection:
        await heartbeat.beat(connection, house.time[0])
    house.later(3)
    await Outages(house.store, house.referee).look()
    assert (await event.place()).lost == 3 * 3600


async def test_a_live_tournament_is_played_at_the_live_pace(house: House) -> None:
    event = await playing(house)
    game = await house.game(await event.game())
    assert (game.pace.name, game.deadline_hours, game.status) == ("live", 1 / 6, Status.PLAYING)


async def test_a_clock_that_is_brought_up_to_date_forgets_nothing_else_of_its_table(house: House) -> None:
    event = await playing(house)
    before = await event.place()
    await event.events.appoint(event.id, OWNER, dismiss=AL)
    await event.tables.keep(event.id)
    await event.events.clock_of(before, now=house.time[0])
    await event.events.appoint(event.id, OWNER, add=(AL, "Al"))
    await event.tables.keep(event.id)
    assert not await event.paused()


async def test_what_is_done_at_the_same_time_holds_a_table_once(house: House) -> None:
    event = await playing(house)
    await event.events.appoint(event.id, OWNER, dismiss=AL)
    await asyncio.gather(*(event.tables.keep(event.id) for _ in range(3)))
    assert (await event.told()).count("no assistant is left") == 1


# ---------------------------------------------------------------------- gifts


@pytest.fixture
def generous(house: House) -> House:
    """A race in which whoever rests gives his place away."""

    def given(game: Relay, seat: str, action: Action) -> Gift | None:
        return Gift(seat, f"{{{seat}}} rests for nothing.") if isinstance(action, Rest) else None

    house.rules.competition = Competition(giving=(Rest, Advance), given_away=given)
    return house


async def shown(event: Event) -> dict[int, list[str]]:
    """What officials were shown, by person."""
    found: dict[int, list[str]] = {}
    for row in await event.house.rows(await event.game()):
        if isinstance(row.payload, Trouble) and row.user is not None:
            found.setdefault(row.user, []).append(row.payload.text)
    return found


async def test_gifts_after_the_first_warning_are_shown_once_to_officials_who_do_not_play(generous: House) -> None:
    event = await playing(generous)
    place = await event.events.clock_of(await event.place(), now=generous.time[0])
    await generous.do(place.game, Rest())
    generous.later(3.6)
    place = await event.events.has_rung(place, "warning", "Soon.")
    await generous.do(place.game, Rest())
    await generous.do(place.game, Advance())
    for _ in range(2):
        await event.tables.gifts.look(await event.place(), await event.state())
    told = await shown(event)
    assert list(told) == [AL]
    assert len(told[AL]) == 1 and "late in the game" in told[AL][0] and "rests for nothing" in told[AL][0]
    await event.tables.give_up(event.id, ANN, ANN)
    with pytest.raises(Refused, match="has looked at hidden"):
        await event.tables.substitute(event.id, 1, 1, str(ANN), OWNER, AL, "Al")


async def test_gifts_long_before_the_end_are_shown_to_nobody(generous: House) -> None:
    event = await playing(generous)
    place = await event.events.clock_of(await event.place(), now=generous.time[0])
    await generous.do(place.game, Rest())
    await event.tables.gifts.look(await event.place(), await event.state())
    assert await shown(event) == {}


@pytest.mark.parametrize(("hours", "told"), [(0.4, 1), (0.6, 0)])
async def test_gifts_shortly_before_their_giver_leaves_are_shown(generous: House, hours: float, told: int) -> None:
    event = await playing(generous)
    (user,) = await generous.waits_for(await event.game())
    await generous.do(await event.game(), Rest())
    generous.later(hours)
    await event.tables.give_up(event.id, user, user)
    assert len((await shown(event)).get(AL, [])) == told


async def test_whoever_leaves_the_game_of_a_tournament_has_a_substitute_sought(house: House) -> None:
    event = await playing(house)
    assert await event.tables.leave(await event.game(), ANN)
    assert (await event.state()).heats[0].games[0].vacant == [str(ANN)]
    assert not await event.tables.leave(await house.started(thread=701), ANN)


# ---------------------------------------------------------------------- several tables of one person


@pytest.mark.both
async def test_the_list_of_a_person_says_of_which_tournament_a_table_is_and_when_time_is_called(house: House) -> None:
    event = await playing(house)
    await event.events.clock_of(await event.place(), now=house.time[0])
    herald: Any = SimpleNamespace(store=house.store, referee=house.referee, tournaments=event.events)
    (user,) = await house.waits_for(await event.game())
    called = int(house.time[0]) + 225 * 60
    said = await mine.words(herald, user)
    assert f"(Spring, heat 1, table 1; time is called <t:{called}:R>)" in said
    assert "(Spring" not in await mine.words(herald, 99)


async def test_the_list_says_that_the_clock_of_a_table_stands(house: House) -> None:
    event = await playing(house)
    await event.events.clock_of(await event.place(), now=house.time[0])
    await event.events.appoint(event.id, OWNER, dismiss=AL)
    await event.tables.keep(event.id)
    herald: Any = SimpleNamespace(store=house.store, referee=house.referee, tournaments=event.events)
    assert "its clock stands" in await mine.words(herald, ANN)


async def test_who_never_came_in_has_nothing_to_leave_and_nobody_reads_a_number(house: House) -> None:
    event = await playing(house)
    with pytest.raises(Refused, match="not in this tournament"):
        await event.tables.give_up(event.id, EVE, EVE)
    assert (await event.state()).dropped == []


@pytest.mark.rule("WBC-T12")
async def test_before_its_game_is_open_nothing_was_ruled_at_a_table(house: House) -> None:
    event = Event(house, kept(house), await begun(house, _seated))
    with pytest.raises(Refused, match="not open yet"):
        await questioned(event)
    assert not (await event.state()).rulings


@pytest.mark.rule("WBC-T12")
async def test_a_ruling_that_was_questioned_too_early_is_judged_once_the_game_is_open(house: House) -> None:
    event = Event(house, kept(house), await begun(house, _seated))
    early = log.Questioned(by=str(ANN), ruling=1, heat=1, table=1, text="A runner was moved.", rule="RELAY-1")
    await event.events.append(event.id, early)
    for judge in (OWNER, AL):
        with pytest.raises(Refused, match="not open yet"):
            await event.rulings.judge(event.id, judge, 1, True, "It is right.")
    assert not (await event.state()).rulings[0].opinions
    await event.events.open_game(await event.place())
    for judge in (OWNER, AL):
        await event.rulings.judge(event.id, judge, 1, True, "It is right.")
    assert (await event.state()).rulings[0].upheld is True


async def test_a_seat_can_be_given_up_before_the_game_is_open(house: House) -> None:
    event = Event(house, kept(house), await begun(house, _seated))
    state = await event.tables.vacate(event.id, 1, 1, str(ANN), ANN)
    assert state.game(1, 1).vacant == [str(ANN)]

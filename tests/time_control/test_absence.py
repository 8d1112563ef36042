"""People who are away, quiet, or do not want to hear of everything; over weeks, with restarts in between."""

from pathlib import Path
from typing import Any

import pytest

from bot.model import interventions
from bot.model.people import Notify
from bot.model.time_control import TimeControl, WhileAway
from bot.services.absence import Absences
from bot.services.computer.regents import Regents
from bot.services.moderation import Moderation
from bot.services.time_control import TimeControls
from bot.store import people
from bot.store.payloads import Ask, HeadsUp, Log, Private, Reminder
from bot.store.rows import RegentReason, TimerKind
from tests.referee.house import ANN, BEN, CAT, OWNER, House, housed
from tests.referee.relay import Pledge, Rest, Whisper

HOUR = 3600.0
EVENING = 1_767_128_400.0  # nine o'clock in the evening in London, on the last Tuesday of 2025


def absences(house: House) -> Absences:
    """Who knows people's own hours."""
    return Absences(house.store, house.referee)


async def set_pace(house: House, game_id: str, hours: float = 24.0, **values: Any) -> None:
    """Set the pace of a table as its game master."""
    await TimeControls(house.store, house.referee).set(game_id, OWNER, hours, TimeControl(**values))


async def version(house: House, game_id: str) -> int:
    """Where a game stands."""
    return (await house.game(game_id)).version


async def asked(house: House, game_id: str) -> int:
    """Whom the game waits for."""
    (user,) = await house.waits_for(game_id)
    return user


# ---------------------------------------------------------------- away


@pytest.mark.parametrize("way", WhileAway)
async def test_clocks_of_the_absent_stand_run_or_go_to_a_regent(way: WhileAway, house: House) -> None:
    game_id = await house.racing()
    await set_pace(house, game_id, away=way)
    user, start = await asked(house, game_id), await version(house, game_id)
    await house.tick(4)
    await absences(house).leave(user, house.time[0], house.time[0] + 240 * HOUR)
    await house.tick(30)
    if way is WhileAway.REGENT:
        await Regents(house.store, house.referee, pause=0).tick(game_id)
    assert (await version(house, game_id) > start) is (way is not WhileAway.STOP)
    assert "is away until" in house.said()


@pytest.mark.parametrize("hours", [10, pytest.param(5, marks=pytest.mark.nightly)])
async def test_an_absence_begins_and_ends_by_itself_at_all_tables_with_restarts(tmp_path: Path, hours: int) -> None:
    path, start = tmp_path / "herald.db", 1_000_000.0
    async with housed(path, start=start) as house:
        tables = [await house.racing() for _ in range(3)]
        for game_id in tables:
            await set_pace(house, game_id, away=WhileAway.STOP)
            while await asked(house, game_id) != ANN:
                await house.do(game_id, Rest())
        await absences(house).leave(ANN, start + 10 * HOUR, start + 110 * HOUR)
        await house.tick()
        assert "is away until" not in house.said()
    said: list[str] = []
    for hour in range(hours, 130, hours):
        async with housed(path, start=start + hour * HOUR) as house:
            await house.tick()
            said += [e.text for log in house.courier.of(Log) for e in log.events if e.kind == "absence"]
            left = [await house.deadline(game_id) for game_id in tables]
            if hour == 110:
                assert left == [14.0] * 3  # ten hours were used before it began
    assert len([text for text in said if "is away" in text]) == 3 == len([text for text in said if "is back" in text])
    async with housed(path, start=start + 130 * HOUR) as house:
        async with house.store.reading() as connection:
            person = await people.get(connection, ANN)
        assert (person.away_from, person.away_until, person.change) == (None, None, None)


async def test_an_absence_that_passed_while_herald_was_down_stops_no_clock(tmp_path: Path) -> None:
    path, start = tmp_path / "herald.db", 1_000_000.0
    async with housed(path, start=start) as house:
        game_id = await house.racing()
        await set_pace(house, game_id, away=WhileAway.STOP)
        await absences(house).leave(await asked(house, game_id), start + HOUR, start + 2 * HOUR)
    async with housed(path, start=start + 10 * HOUR) as house:
        await house.tick()
        assert await house.deadline(game_id) == 14 and "is away until" not in house.said()


async def test_who_comes_back_early_decides_again_and_the_regent_goes(house: House) -> None:
    game_id = await house.racing()
    await set_pace(house, game_id, away=WhileAway.REGENT)
    user = await asked(house, game_id)
    await absences(house).leave(user, house.time[0], None)
    async with house.referee.reading(game_id) as live:
        assert [seat.stead for seat in live.seats if seat.user == user] == [RegentReason.AWAY]
    assert await house.timers(game_id) == []
    assert await absences(house).come_back(user) == ["Relay"]
    assert await house.deadline(game_id) == 24
    await house.tick()
    await house.referee.submit(game_id, user, Rest())


async def test_a_regent_by_choice_stays_when_an_absence_ends(house: House) -> None:
    game_id = await house.racing()
    await set_pace(house, game_id, away=WhileAway.REGENT)
    user = await asked(house, game_id)
    await Moderation(house.store, house.referee).set_own_regent(game_id, user, "random")
    await absences(house).leave(user, house.time[0], house.time[0] + HOUR)
    await house.tick(2)
    async with house.referee.reading(game_id) as live:
        assert [seat.regent for seat in live.seats if seat.user == user] == ["random"]


async def test_what_is_asked_during_an_absence_waits_with_its_full_time(house: House) -> None:
    game_id = await house.racing()
    await set_pace(house, game_id, away=WhileAway.STOP)
    first = await asked(house, game_id)
    other = BEN if first == ANN else ANN
    await absences(house).leave(other, house.time[0], house.time[0] + 100 * HOUR)
    await house.do(game_id, Rest())
    at = await version(house, game_id)
    for _ in range(99):
        await house.tick(1)
    assert await version(house, game_id) == at
    await house.tick(1)
    assert await house.deadline(game_id) == 24


@pytest.mark.parametrize("pause_first", [True, False])
async def test_a_pause_and_an_absence_that_overlap_cost_no_time(pause_first: bool, house: House) -> None:
    game_id = await house.racing()
    await set_pace(house, game_id, away=WhileAway.STOP)
    user, moderation = await asked(house, game_id), Moderation(house.store, house.referee)
    await house.tick(4)
    if pause_first:
        await moderation.intervene(game_id, OWNER, interventions.Pause())
        await house.tick(10)
        await absences(house).leave(user, house.time[0], house.time[0] + 100 * HOUR)
        await house.tick(10)
        await moderation.intervene(game_id, OWNER, interventions.Resume())
        for _ in range(95):
            await house.tick(1)
    else:
        await absences(house).leave(user, house.time[0], house.time[0] + 50 * HOUR)
        await house.tick(10)
        await moderation.intervene(game_id, OWNER, interventions.Pause())
        await house.tick(100)
        await moderation.intervene(game_id, OWNER, interventions.Resume())
    used = 4 + (95 - 90 if pause_first else 0)
    assert await house.deadline(game_id) == 24 - used


async def test_a_game_that_begins_knows_who_is_away(house: House) -> None:
    game_id = await house.opened()
    await set_pace(house, game_id, away=WhileAway.STOP)
    await absences(house).leave(ANN, house.time[0], house.time[0] + 100 * HOUR)
    await house.lobby.start(game_id, OWNER)
    async with house.referee.reading(game_id) as live:
        away = {seat.user for seat in live.seats if seat.away is not None}
        seat = live.seat_of(ANN)
    assert away == {ANN}
    assert {timer.seat for timer in await house.timers(game_id) if timer.stopped is not None} == {seat}


async def test_another_pace_counts_for_those_who_are_away_already(house: House) -> None:
    game_id = await house.racing()
    user = await asked(house, game_id)
    await absences(house).leave(user, house.time[0], None)
    assert {timer.stopped for timer in await house.timers(game_id)} == {None}
    await set_pace(house, game_id, away=WhileAway.STOP)
    assert {timer.stopped for timer in await house.timers(game_id)} == {house.time[0]}
    await set_pace(house, game_id, away=WhileAway.REGENT)
    assert await house.timers(game_id) == []
    await set_pace(house, game_id)
    assert await house.deadline(game_id) == 24


# ---------------------------------------------------------------- what people hear, and when


async def quiet(house: House, user: int) -> None:
    """Let somebody in London be quiet from ten in the evening to seven."""
    await absences(house).change(user, zone="Europe/London", quiet_from=22 * 60, quiet_to=7 * 60)


async def test_nothing_comes_in_quiet_hours_and_all_of_it_as_one_afterwards(tmp_path: Path) -> None:
    path = tmp_path / "herald.db"
    async with housed(path, start=EVENING) as house:
        tables = [await house.racing() for _ in range(2)]
        await quiet(house, BEN)
        await house.tick()
    async with housed(path, start=EVENING + 2 * HOUR) as house:
        for game_id in tables:
            for _ in range(2):
                await house.referee.submit(game_id, ANN, Whisper(await seat_of(house, game_id, BEN)))
        await house.tick()
        assert house.to(BEN) == []
    async with housed(path, start=EVENING + 9.9 * HOUR) as house:
        await house.tick()
        assert house.to(BEN) == []
    async with housed(path, start=EVENING + 10 * HOUR) as house:
        await house.tick()
        await house.tick()
        assert [len(digest) for digest in house.courier.digests] == [4]
        assert [type(payload) for payload in house.to(BEN)] == [Private] * 4


async def seat_of(house: House, game_id: str, user: int) -> str:
    """The seat of somebody."""
    async with house.referee.reading(game_id) as live:
        return live.seat_of(user)


async def night_falls(house: House) -> tuple[str, int]:
    """A game at night, and who sleeps there while the other is asked."""
    house.time[0] = EVENING
    game_id = await house.racing()
    sleeper = BEN if await asked(house, game_id) == ANN else ANN
    await quiet(house, sleeper)
    await house.tick()
    await house.tick(2)
    return game_id, sleeper


async def test_a_question_in_the_thread_pings_nobody_at_night_but_writes_in_the_morning(house: House) -> None:
    game_id, other = await night_falls(house)
    house.courier.sent.clear()
    await house.do(game_id, Rest())
    await house.tick()
    (ask,) = [item for item in house.courier.sent if isinstance(item.payload, Ask)]
    assert ask.user is None and ask.silent == {other}
    await house.tick(8)
    assert [type(payload) for payload in house.to(other)] == [Ask]


async def test_what_is_answered_in_the_night_is_not_asked_in_the_morning(house: House) -> None:
    game_id, other = await night_falls(house)
    await house.do(game_id, Rest())
    await house.tick()
    await house.referee.submit(game_id, other, Rest())
    house.courier.sent.clear()
    await house.tick(8)
    assert house.to(other) == []


async def test_deadlines_fall_at_night_all_the_same(house: House) -> None:
    house.time[0] = EVENING
    game_id = await house.racing(deadline_hours=4)
    await quiet(house, await asked(house, game_id))
    at = await version(house, game_id)
    await house.tick(4)
    assert await version(house, game_id) == at + 1


async def test_quiet_hours_follow_the_change_of_the_clocks(house: House) -> None:
    house.time[0] = 1_774_731_600.0  # nine in the evening in London, before the night of an hour less
    game_id = await house.racing()
    await quiet(house, BEN)
    await house.tick()
    house.courier.sent.clear()
    await house.tick(2)
    await house.referee.submit(game_id, ANN, Whisper(await seat_of(house, game_id, BEN)))
    await house.tick(6.9)
    assert house.to(BEN) == []
    await house.tick(0.1)
    assert len(house.to(BEN)) == 1


async def test_batched_messages_come_as_one_and_a_reminder_at_once(house: House) -> None:
    house.time[0] = EVENING
    game_id = await house.racing(users=(ANN, BEN, CAT), deadline_hours=20)
    await house.tick()
    user = await asked(house, game_id)
    await absences(house).change(user, zone="Europe/London", notify=Notify.BATCHED)
    house.courier.sent.clear()
    teller = next(other for other in (ANN, BEN, CAT) if other != user)
    for _ in range(3):
        await house.referee.submit(game_id, teller, Whisper(await seat_of(house, game_id, user)))
    await house.tick(10)
    assert [type(payload) for payload in house.to(user)] == [Reminder]
    await house.tick(1)
    assert [type(payload) for payload in house.to(user)] == [Reminder] + [Private] * 3
    assert [len(digest) for digest in house.courier.digests] == [3]


async def test_who_only_wants_to_hear_when_the_game_waits_gets_the_news_with_the_question(house: House) -> None:
    game_id = await house.racing()
    user = await asked(house, game_id)
    other = BEN if user == ANN else ANN
    await house.tick()
    await absences(house).change(other, notify=Notify.BLOCKING)
    house.courier.sent.clear()
    for _ in range(2):
        await house.referee.submit(game_id, user, Whisper(await seat_of(house, game_id, other)))
    await house.tick(20)
    assert house.to(other) == []
    await house.do(game_id, Rest())
    await house.tick()
    assert [type(payload) for payload in house.to(other)] == [Private] * 2
    ask = house.courier.of(Ask)[-1]
    assert ask.calls[0].decision == "LEG"


async def test_other_settings_let_go_what_was_kept_back(house: House) -> None:
    house.time[0] = EVENING
    game_id = await house.racing()
    await quiet(house, BEN)
    await house.tick()
    house.courier.sent.clear()
    await house.tick(2)
    await house.referee.submit(game_id, ANN, Whisper(await seat_of(house, game_id, BEN)))
    await house.tick()
    assert house.to(BEN) == []
    await absences(house).change(BEN, quiet_from=None, quiet_to=None)
    await house.tick()
    assert [type(payload) for payload in house.to(BEN)] == [Private]


async def test_only_who_wants_it_is_told_that_he_is_next_and_once(house: House) -> None:
    game_id = await house.started(users=(ANN, BEN, CAT))
    await absences(house).change(BEN, heads_up=True)
    for user in (ANN, BEN, CAT):
        await house.referee.submit(game_id, user, Pledge())
    before: list[bool] = []
    for _ in range(6):
        async with house.referee.reading(game_id) as live:
            before.append(live.user_of(live.table.rules.pace.next_seat(live.table.game)) == BEN)
        first = await asked(house, game_id)
        await house.referee.submit(game_id, first, Whisper("s1"))
        await house.tick()
        await house.do(game_id, Rest())
        await house.tick()
    told = [item.user for item in house.courier.sent if isinstance(item.payload, HeadsUp)]
    assert told == [BEN] * len(told) and len(told) in (sum(before), sum(before) + 1)


async def test_a_reminder_stands_still_with_its_clock(house: House) -> None:
    game_id = await house.racing()
    await set_pace(house, game_id, away=WhileAway.STOP)
    user = await asked(house, game_id)
    await absences(house).leave(user, house.time[0], None)
    for _ in range(100):
        await house.tick(1)
    assert house.courier.of(Reminder) == []
    assert {timer.kind for timer in await house.timers(game_id)} >= {TimerKind.REMINDER, TimerKind.DEADLINE}

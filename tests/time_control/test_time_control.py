"""The pace of a table over simulated weeks: kinds of decisions, clocks of their own, reminders, excuses, regents."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.commands.game import PACES
from bot.errors import Refused
from bot.model import interventions, time_control
from bot.model.people import Person
from bot.model.time_control import PRESETS, AtDeadline, Bank, TimeControl
from bot.panels.panel import LABEL
from bot.services.computer.regents import Regents
from bot.services.moderation import Moderation
from bot.services.time_control import TimeControls
from bot.store import clocks, game_log, people
from bot.store.payloads import Ask, Log, Overdue, Reminder, StoodIn
from bot.store.rows import Miss, Missed, RegentReason, SeatClock, Timer, TimerKind, Via
from tests.harness import as_kind
from tests.referee.house import ANN, BEN, CAT, OWNER, STRANGER, House, housed
from tests.referee.relay import Advance, Pledge, Rest, Whisper, relay

KINDS = relay().pace.decision_kinds


async def set_pace(house: House, game_id: str, hours: float = 24.0, **values: Any) -> None:
    """Set the pace of a table as its game master."""
    await TimeControls(house.store, house.referee).set(game_id, OWNER, hours, TimeControl(**values))


async def ledger(house: House, game_id: str) -> list[Missed]:
    """The misses of a game."""
    async with house.store.reading() as connection:
        return await clocks.misses(connection, game_id)


async def clock_of(house: House, game_id: str, user: int) -> SeatClock:
    """The clock of somebody's seat."""
    async with house.referee.reading(game_id) as live:
        seat = live.seat_of(user)
    async with house.store.reading() as connection:
        return (await clocks.of_game(connection, game_id))[seat]


async def version(house: House, game_id: str) -> int:
    """Where a game stands."""
    return (await house.game(game_id)).version


# ---------------------------------------------------------------- setting it


@pytest.mark.parametrize("name", PRESETS)
async def test_a_table_plays_at_a_preset_from_its_opening(house: House, name: str) -> None:
    game_id = await house.started(pace=name)
    hours = PRESETS[name].hours
    assert await house.deadline(game_id) == hours / 2  # a pledge has half the ordinary time
    for user in (ANN, BEN):
        await house.referee.submit(game_id, user, Pledge())
    assert await house.deadline(game_id) == hours


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_offered_in_words_that_discord_does_not_cut(name: str) -> None:
    (offered,) = (choice.name for choice in PACES if choice.value == name)
    assert offered == f"{name}: {PRESETS[name].words}" and len(offered) <= LABEL


async def test_only_the_game_master_sets_the_pace_and_everybody_is_told(house: House) -> None:
    game_id = await house.racing()
    paces = TimeControls(house.store, house.referee)
    with pytest.raises(Refused, match="Only the game master"):
        await paces.set(game_id, ANN, *time_control.preset("fast", KINDS))
    with pytest.raises(Refused, match="no computer player"):
        await paces.set(game_id, OWNER, 5.0, TimeControl(regent="nobody"))
    assert (await house.game(game_id)).deadline_hours == 48
    await paces.set(game_id, OWNER, *time_control.preset("daily", KINDS))
    await house.tick()
    assert "set the pace" in house.said() and "two excuses" not in house.said() and "Excuses" in house.said()
    assert await house.deadline(game_id) == 24


@pytest.mark.parametrize(
    ("reader", "text"),
    [
        (time_control.read_hours, "-1"),
        (time_control.read_hours, "many"),
        (time_control.read_hours, "1000.1"),
        (time_control.read_bank, "72"),
        (time_control.read_bank, "72 + 12 up to 10"),
        (time_control.read_bank, "0 + 12 up to 10"),
        (time_control.read_excuses, "few"),
        (lambda text: time_control.read_kinds(text, KINDS), "lunch 3"),
        (lambda text: time_control.preset(text, KINDS), "hasty"),
    ],
)
def test_what_makes_no_pace_is_refused(reader: Callable[[str], object], text: str) -> None:
    with pytest.raises(Refused):
        reader(text)


def test_what_people_write_makes_a_pace() -> None:
    assert time_control.read_bank("3d + 12 up to 120h") == Bank(72, 12, 120) and time_control.read_bank(" ") is None
    assert time_control.read_bank("5 + 1 max 5") == Bank(5, 1, 5)
    assert (time_control.read_hours("0"), time_control.read_hours(" 1000 Hours ")) == (0.0, time_control.MAX_HOURS)
    assert time_control.read_kinds("pledge 1.5d", KINDS) == {"pledge": 36.0}
    assert time_control.read_excuses("2 x 36") == (2, 36.0) and time_control.read_excuses("") == (0, 24.0)


@pytest.mark.parametrize(
    ("pace", "hours", "line"),
    [
        (TimeControl(), 48.0, "**Time**: 48 hours for each decision"),
        (TimeControl(), 0.0, "**Time**: no deadlines"),
        (TimeControl(), 1.0, "**Time**: 1 hours for each decision"),
        (TimeControl(), 1 / 60, "**Time**: 1 minute for each decision"),
        (TimeControl(), 0.5, "**Time**: 30 minutes for each decision"),
        (TimeControl(name="fast"), 5.0, "**Time**: 5 hours for each decision (fast)"),
        (
            TimeControl(bank=Bank(1, 12, 120)),
            48.0,
            "**Time**: a clock of 1 hour for each player, plus 12 for each decision, up to 120",
        ),
        (TimeControl(kinds={"pledge": 0.0}), 48.0, "- pledges: no deadline"),
        (
            TimeControl(excuses=1, excuse_hours=24),
            48.0,
            "**Excuses**: a player who is late gets 24 hours more, 1 time a game.",
        ),
        (TimeControl(quiet=True), 48.0, "Deadlines wait until a player's quiet hours (the night, for most) are over."),
        (TimeControl(quiet=False), 48.0, "Deadlines can fall at any hour, also at night."),
        (
            TimeControl(fast_plans=True),
            48.0,
            "Plans answer at once, even secret questions; others can tell from that who had a plan.",
        ),
        (TimeControl(closes=1000.0), 48.0, "**Time is called** <t:1000:f>."),
    ],
)
def test_a_pace_is_told_in_lines(pace: TimeControl, hours: float, line: str) -> None:
    said = time_control.words(pace, hours, KINDS)
    assert line in said
    assert not any(
        mark in " ".join(time_control.words(TimeControl(), 48.0, KINDS)) for mark in ("Excuses", "Plans", "called")
    )


# ---------------------------------------------------------------- reminders


@pytest.mark.parametrize("hours", [5, pytest.param(1, marks=pytest.mark.nightly)])
async def test_reminders_escalate_and_fall_silent_with_restarts_in_between(tmp_path: Path, hours: int) -> None:
    path, start = tmp_path / "herald.db", 1_000_000.0
    async with housed(path, start=start) as house:
        game_id = await house.racing(deadline_hours=100)
        (user,) = await house.waits_for(game_id)
        await house.dispatcher.deliver_due()
    heard: list[object] = []
    for hour in range(hours, 100, hours):
        async with housed(path, start=start + hour * 3600) as house:
            await house.tick()
            heard += [
                (hour, type(item.payload), item.user)
                for item in house.courier.sent
                if isinstance(item.payload, Reminder | Overdue)
            ]
    assert heard == [(50, Reminder, user), (75, Reminder, None), (90, Overdue, OWNER)]


async def test_after_a_long_stop_only_the_last_stage_is_said(house: House) -> None:
    await house.racing(deadline_hours=100)
    await house.tick(95)
    assert [type(p) for p in (*house.courier.of(Reminder), *house.courier.of(Overdue))] == [Overdue]
    await house.tick(1)
    assert len(house.courier.of(Overdue)) == 1


async def test_a_game_master_who_plays_is_not_told_of_himself(house: House) -> None:
    game_id = await house.racing(users=(OWNER, BEN), deadline_hours=10)
    while await house.waits_for(game_id) != [OWNER]:
        await house.do(game_id, Rest())
    await house.tick(9.5)
    assert house.courier.of(Overdue) == []


@pytest.mark.parametrize("hours", [4, pytest.param(1, marks=pytest.mark.nightly)])
async def test_without_a_deadline_reminders_come_for_some_days_and_nothing_is_done(house: House, hours: int) -> None:
    game_id = await house.racing(deadline_hours=0)
    at = await version(house, game_id)
    for _ in range(0, 24 * 10, hours):
        await house.tick(hours)
    assert (len(house.courier.of(Reminder)), len(house.courier.of(Overdue))) == (2, 1)
    assert await version(house, game_id) == at


async def test_every_question_names_what_will_be_done(house: House) -> None:
    game_id = await house.started()
    await house.dispatcher.deliver_due()
    for user in (ANN, BEN):
        await house.referee.submit(game_id, user, Pledge())
    await set_pace(house, game_id, at_deadline=AtDeadline.REGENT)
    await house.do(game_id, Rest())
    await house.dispatcher.deliver_due()
    calls = [call for ask in house.courier.of(Ask) for call in ask.calls]
    assert [call.fallback for call in calls if call.decision == "PLEDGE"] == ["I choose “Pledge laps: 1” for you"] * 2
    assert calls[-1].fallback == "a computer player (random) decides for you until you are back"


# ---------------------------------------------------------------- missed deadlines


async def test_misses_are_excused_while_excuses_last_an_absent_day_costs_one(house: House) -> None:
    game_id = await house.racing()
    await set_pace(house, game_id, hours=10.0, excuses=2, excuse_hours=24.0)
    (late,) = await house.waits_for(game_id)
    start = await version(house, game_id)
    for _ in range(2):
        await house.tick(10)
        assert await version(house, game_id) == start and await house.deadline(game_id) == 24
        await house.tick(5)
        await house.referee.submit(game_id, late, Rest())
        await house.do(game_id, Rest())
        assert await house.deadline(game_id) == 10
        start = await version(house, game_id)
        await house.tick(10)  # within the day that the excuse covers
        assert await version(house, game_id) == start and await house.deadline(game_id) == 9
        await house.referee.submit(game_id, late, Rest())
        await house.do(game_id, Rest())
        start = await version(house, game_id)
        await house.tick(9.5)
    await house.tick(1)
    assert await version(house, game_id) == start + 1
    assert [miss.what for miss in await ledger(house, game_id)] == [Miss.EXCUSED] * 4 + [Miss.DEFAULT]
    assert "1 excuse left" in house.said() and "no excuses left" in house.said()


async def test_a_regent_stands_in_after_a_miss_until_the_player_is_back(tmp_path: Path) -> None:
    path = tmp_path / "herald.db"
    async with housed(path) as house:
        game_id = await house.racing()
        await set_pace(house, game_id, hours=10.0, at_deadline=AtDeadline.REGENT)
        (late,) = await house.waits_for(game_id)
        await house.tick(10)
        assert [type(payload) for payload in house.to(late)][-1] is StoodIn
        now = house.time[0]
    async with housed(path, start=now) as house:
        regents = Regents(house.store, house.referee, pause=0)
        before = await version(house, game_id)
        await regents.tick(game_id)
        async with house.store.reading() as connection:
            assert (await game_log.entry(connection, game_id, before + 1)).via is Via.REGENT
        assert await house.waits_for(game_id) != [late]
        await Moderation(house.store, house.referee).set_own_regent(game_id, late, "")
        async with house.referee.reading(game_id) as live:
            assert {(seat.regent, seat.stead) for seat in live.seats} == {("", RegentReason.WILL)}
    assert [miss.what for miss in await ledger_at(path, game_id)] == [Miss.REGENT]


async def ledger_at(path: Path, game_id: str) -> list[Missed]:
    """The misses of a game, after a restart."""
    async with housed(path) as house:
        return await ledger(house, game_id)


async def test_the_game_master_is_asked_once_and_can_give_more_time(house: House) -> None:
    game_id = await house.racing()
    await set_pace(house, game_id, hours=10.0, at_deadline=AtDeadline.MASTER)
    at = await version(house, game_id)
    for _ in range(100):
        await house.tick(1)
    assert await version(house, game_id) == at
    passed = [item for item in house.courier.sent if isinstance(item.payload, Overdue) and item.payload.passed]
    assert [item.user for item in passed] == [OWNER]
    seat = as_kind(Overdue, passed[0].payload).call.seat
    await Moderation(house.store, house.referee).intervene(game_id, OWNER, interventions.Extend(24, seat))
    assert await house.deadline(game_id) == 24
    at = await version(house, game_id)
    await house.do(game_id, Rest())
    assert await version(house, game_id) == at + 1


async def test_a_deadline_does_not_fall_into_quiet_hours_where_the_table_says_so(house: House) -> None:
    house.time[0] = 1_767_225_600.0  # midnight in London, on the first day of 2026
    async with house.store.writing() as connection:
        for user in (ANN, BEN):
            await people.save(connection, Person(user=user, zone="Europe/London", quiet_from=22 * 60, quiet_to=420))
    game_id = await house.racing()
    await set_pace(house, game_id, hours=23.0)
    assert await house.deadline(game_id) == 23
    await set_pace(house, game_id, hours=23.0, quiet=True)
    assert await house.deadline(game_id) == 31


async def test_quiet_hours_set_after_the_question_hold_its_deadline_too(house: House) -> None:
    house.time[0] = 1_767_225_600.0
    game_id = await house.racing()
    await set_pace(house, game_id, hours=23.0, quiet=True)
    (late,) = await house.waits_for(game_id)
    async with house.store.writing() as connection:
        await people.save(connection, Person(user=late, quiet_from=22 * 60, quiet_to=420))
    at = await version(house, game_id)
    await house.tick(23.5)
    assert await version(house, game_id) == at and await house.deadline(game_id) == 7.5
    await house.tick(8)
    assert await version(house, game_id) == at + 1


# ---------------------------------------------------------------- clocks of their own

BANK = Bank(start=20, gain=5, most=21)
"""A clock that would hold 22 hours after the answers of the test that fills it, if it could."""


async def test_a_clock_runs_only_while_its_seat_is_asked_and_grows_up_to_its_most(house: House) -> None:
    game_id = await house.racing()
    await set_pace(house, game_id, bank=BANK)
    (first,) = await house.waits_for(game_id)
    assert await house.deadline(game_id) == 20
    await house.tick(8)
    await house.do(game_id, Rest())
    assert (await clock_of(house, game_id, first)).left == 17 * 3600
    assert await house.deadline(game_id) == 20
    await house.tick(15)
    (second,) = await house.waits_for(game_id)
    await house.do(game_id, Rest())
    assert (await clock_of(house, game_id, second)).left == 10 * 3600
    assert await house.deadline(game_id) == 17
    await house.do(game_id, Rest())
    assert (await clock_of(house, game_id, first)).left == 21 * 3600
    used = await clock_of(house, game_id, first)
    assert (used.used, used.answers, used.longest) == (8 * 3600, 3, 8 * 3600)


async def test_what_is_done_at_any_time_neither_stops_nor_refills_a_clock(house: House) -> None:
    game_id = await house.racing()
    await set_pace(house, game_id, bank=BANK)
    (user,) = await house.waits_for(game_id)
    await house.tick(8)
    await house.referee.submit(game_id, user, Whisper("s1"))
    assert await house.deadline(game_id) == 12


async def test_a_pause_and_a_restart_leave_a_clock_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "herald.db"
    async with housed(path) as house:
        game_id = await house.racing()
        await set_pace(house, game_id, bank=BANK)
        (user,) = await house.waits_for(game_id)
        await house.tick(8)
        await Moderation(house.store, house.referee).intervene(game_id, OWNER, interventions.Pause())
        now = house.time[0]
    async with housed(path, start=now + 100 * 3600) as house:
        at = await version(house, game_id)
        await house.tick()
        assert await version(house, game_id) == at
        await Moderation(house.store, house.referee).intervene(game_id, OWNER, interventions.Resume())
        assert await house.deadline(game_id) == 12
        await house.tick(2)
        await house.do(game_id, Rest())
        assert (await clock_of(house, game_id, user)).left == 15 * 3600


async def test_what_is_asked_during_a_pause_has_its_full_time_after_it(house: House) -> None:
    game_id = await house.racing(deadline_hours=10)
    moderation = Moderation(house.store, house.referee)
    await moderation.intervene(game_id, OWNER, interventions.Pause())
    house.later(30)
    await house.do(game_id, Rest())
    house.later(30)
    await moderation.intervene(game_id, OWNER, interventions.Resume())
    assert await house.deadline(game_id) == 10


async def test_a_clock_that_has_run_out_still_gives_an_hour(house: House) -> None:
    game_id = await house.racing()
    await set_pace(house, game_id, bank=Bank(start=20, gain=0, most=20))
    (late,) = await house.waits_for(game_id)
    await house.tick(20)
    assert (await clock_of(house, game_id, late)).left == 0
    await house.do(game_id, Rest())
    assert await house.waits_for(game_id) == [late] and await house.deadline(game_id) == 1


async def test_an_excuse_does_not_refill_a_clock(house: House) -> None:
    game_id = await house.racing()
    await set_pace(house, game_id, bank=BANK, excuses=1)
    (late,) = await house.waits_for(game_id)
    await house.tick(20)
    assert await house.deadline(game_id) == 24
    await house.do(game_id, Rest())
    assert (await clock_of(house, game_id, late)).left == 5 * 3600


# ---------------------------------------------------------------- times of the game itself


async def test_what_has_its_own_time_runs_beside_the_seats(house: House) -> None:
    game_id = await house.racing(changes={"daylight": 100}, deadline_hours=10)
    await house.tick(10)
    await house.do(game_id, Rest())
    night = next(timer for timer in await house.timers(game_id) if timer.decision == "NIGHT")
    assert (night.due - house.time[0]) / 3600 == 90
    await house.tick(90)
    async with house.referee.reading(game_id) as live:
        assert live.table.result is not None
    assert await house.timers(game_id) == []


async def test_time_is_called_at_a_date_once_even_after_downtime(tmp_path: Path) -> None:
    path, start = tmp_path / "herald.db", 1_000_000.0
    async with housed(path, start=start) as house:
        game_id = await house.opened()
        await set_pace(house, game_id, hours=0, closes=start + 50 * 3600)
        await house.lobby.start(game_id, OWNER)
        assert not [timer for timer in await house.timers(game_id) if timer.kind is TimerKind.CLOSING]
        for user in (ANN, BEN):
            await house.referee.submit(game_id, user, Pledge())
        assert [timer.due for timer in await house.timers(game_id) if timer.kind is TimerKind.CLOSING] == [
            start + 50 * 3600
        ]
    async with housed(path, start=start + 500 * 3600) as house:
        await house.tick()
        await house.tick()
        async with house.referee.reading(game_id) as live:
            assert live.table.result is not None and live.table.result.reason == "Night has fallen."
        assert len([log for log in house.courier.of(Log) if log.heading == "Its time is over."]) == 1


async def test_a_clock_set_back_fires_nothing_twice(house: House) -> None:
    game_id = await house.racing(deadline_hours=10)
    await house.tick(10)
    at = await version(house, game_id)
    await house.tick(-9)
    await house.tick(8.9)
    assert await version(house, game_id) == at
    await house.tick(10.2)
    assert await version(house, game_id) == at + 1


@pytest.mark.parametrize("days", [8, pytest.param(21, marks=pytest.mark.nightly)])
async def test_weeks_of_play_by_deadlines_alone_with_a_restart_every_day(tmp_path: Path, days: int) -> None:
    path, start = tmp_path / "herald.db", 1_000_000.0
    async with housed(path, start=start) as house:
        game_id = await house.racing(users=(ANN, BEN, CAT), deadline_hours=24)
        first = await version(house, game_id)
    told: list[str] = []
    for day in range(1, days + 1):
        async with housed(path, start=start + day * 86400) as house:
            await house.tick()
            assert await version(house, game_id) == first + day
            told += [log.heading for log in house.courier.of(Log) if log.heading.startswith("The deadline")]
    assert len(told) == days
    assert {miss.what for miss in await ledger_at(path, game_id)} == {Miss.DEFAULT}


async def test_a_stranger_changes_no_clock(house: House) -> None:
    game_id = await house.racing()
    with pytest.raises(Refused):
        await house.referee.submit(game_id, STRANGER, Advance("walk"))
    assert await house.deadline(game_id) == 48


def test_a_timer_belongs_to_one_question() -> None:
    timer = Timer(game="g", seat="s1", kind=TimerKind.DEADLINE, decision="LEG", due=5.0, asked=1.0)
    assert timer.key == ("s1", "LEG") != replace(timer, decision="PLEDGE").key

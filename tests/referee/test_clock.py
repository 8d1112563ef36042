"""Deadlines and reminders, whatever happens to the program meanwhile."""

import asyncio
import re
from collections import Counter
from math import inf
from pathlib import Path

import pytest
from sqlalchemy import update

from bot.store import game_log
from bot.store.payloads import Log, Reminder, Trouble
from bot.store.rows import Status, TimerKind, Via
from bot.store.schema import snapshots
from engine.core.actions import MASTER
from tests.harness import as_kind
from tests.referee.house import ANN, BEN, CAT, OWNER, House, housed, until
from tests.referee.relay import Pledge, Rest, Whisper


async def test_half_way_to_the_deadline_a_reminder_goes_to_who_is_asked(house: House) -> None:
    game_id = await house.racing()
    house.later(23.9)
    await house.clock.tick()
    await house.dispatcher.deliver_due()
    assert house.courier.of(Reminder) == []

    house.later(0.2)
    await house.clock.tick()
    await house.clock.tick()
    await house.dispatcher.deliver_due()
    (reminder,) = [item for item in house.courier.sent if isinstance(item.payload, Reminder)]
    call = as_kind(Reminder, reminder.payload).call
    assert [reminder.user] == await house.waits_for(game_id) and call.decision == "LEG"
    assert call.due == (await house.timers(game_id))[-1].due
    assert call.fallback == "I choose “Rest” for you"


async def test_a_secret_question_is_recalled_by_direct_message(house: House) -> None:
    await house.started()
    house.later(24)
    await house.clock.tick()
    await house.dispatcher.deliver_due()
    recalled = [item.user for item in house.courier.sent if isinstance(item.payload, Reminder)]
    assert Counter(recalled) == Counter([ANN, BEN])


async def test_at_the_deadline_the_default_is_taken_and_announced(house: House) -> None:
    game_id = await house.racing()
    (user,) = await house.waits_for(game_id)
    house.later(48)
    await house.clock.tick()
    await house.dispatcher.deliver_due()

    (log,) = [log for log in house.courier.of(Log) if log.heading]
    assert re.fullmatch(r"The deadline has passed: I choose the default for \{\w+\}\.", log.heading), (
        "a hand may be in it"
    )
    assert log.events[0].kind == "rested"
    assert house.courier.of(Reminder) == [] and await house.waits_for(game_id) != [user]


async def test_the_default_is_in_the_log_as_the_deadlines(house: House) -> None:
    game_id = await house.racing()
    house.later(48)
    await house.clock.tick()
    async with house.store.reading() as connection:
        last = await game_log.entry(connection, game_id, 3)
    assert (last.via, last.user) == (Via.DEADLINE, None)


async def test_a_question_keeps_its_time_while_others_act(house: House) -> None:
    game_id = await house.started(users=(ANN, BEN, CAT))
    due = {(timer.seat, timer.kind): timer.due for timer in await house.timers(game_id)}
    house.later(10)
    await house.referee.submit(game_id, ANN, Pledge())
    kept = {(timer.seat, timer.kind): timer.due for timer in await house.timers(game_id)}
    assert kept == {key: when for key, when in due.items() if key[0] != "s1"}


async def test_a_new_question_to_the_same_seat_gets_its_full_time(house: House) -> None:
    game_id = await house.racing()
    house.later(10)
    await house.do(game_id, Rest())
    deadline = next(timer for timer in await house.timers(game_id) if timer.kind is TimerKind.DEADLINE)
    assert deadline.due == house.time[0] + 48 * 3600
    house.later(1)
    await house.referee.submit(game_id, (await house.waits_for(game_id))[0], Whisper("s1"))


async def test_deadlines_survive_a_restart_and_fire_once_after_a_long_absence(tmp_path: Path) -> None:
    path = tmp_path / "herald.db"
    async with housed(path) as house:
        game_id = await house.racing()
    async with housed(path, start=1_000_000.0 + 500 * 3600) as house:
        await house.clock.tick()
        await house.clock.tick()
        assert (await house.game(game_id)).version == 3
        deadline = (await house.timers(game_id))[-1]
        assert deadline.due == house.time[0] + 48 * 3600


@pytest.mark.parametrize("hours", [0.0, 6.0])
async def test_a_table_has_its_own_deadline_or_none(house: House, hours: float) -> None:
    game_id = await house.racing(deadline_hours=hours)
    running = {timer.kind: (timer.due - house.time[0]) / 3600 for timer in await house.timers(game_id)}
    assert running.get(TimerKind.DEADLINE) == (hours or None)
    assert running[TimerKind.REMINDER] == (hours / 2 or 24)


async def test_what_has_a_time_of_its_own_happens_when_it_is_over(house: House) -> None:
    game_id = await house.racing(changes={"daylight": 10})
    house.later(4)
    await house.do(game_id, Rest())
    (night,) = [timer for timer in await house.timers(game_id) if timer.seat == MASTER]
    assert night.due == house.time[0] + 6 * 3600
    house.later(6)
    await house.clock.tick()
    await house.dispatcher.deliver_due()
    async with house.referee.reading(game_id) as live:
        assert live.table.result is not None
    assert any(log.heading == "Its time is over." for log in house.courier.of(Log))


async def test_a_decision_taken_in_time_silences_the_clock(house: House) -> None:
    game_id = await house.racing()
    (timer,) = [timer for timer in await house.timers(game_id) if timer.kind is TimerKind.DEADLINE]
    await house.do(game_id, Rest())
    await house.clock.deadlines.expire(timer)
    await house.clock.deadlines.remind(timer)
    assert (await house.game(game_id)).version == 3


@pytest.mark.both
async def test_a_game_that_cannot_go_on_at_its_deadline_is_put_off_and_holds_up_no_other(house: House) -> None:
    bad, good = await house.racing(), await house.racing()
    async with house.store.writing() as connection:
        await connection.execute(update(snapshots).where(snapshots.c.game == bad).values(body=b"torn"))
    house.referee._tables.forget(bad)
    house.later(48)
    await house.clock.tick()
    assert (await house.game(good)).version == 3
    assert (await house.game(bad)).status is Status.BROKEN
    (put_off,) = [timer for timer in await house.timers(bad) if timer.kind is TimerKind.DEADLINE]
    assert put_off.due > house.time[0]
    await house.dispatcher.deliver_due()
    assert [item.user for item in house.courier.sent if isinstance(item.payload, Trouble)] == [OWNER]


async def test_the_running_clock_acts_by_itself(house: House) -> None:
    house.referee.on_commit(house.clock.wake)
    house.clock.outages.longest_s = inf
    task = asyncio.create_task(house.clock.run())
    await asyncio.sleep(0.02)
    game_id = await house.racing()
    done: list[str] = []
    house.later(48)
    house.clock.wake()
    house.referee.on_commit(done.append)
    await until(lambda: done)
    task.cancel()
    assert (await house.game(game_id)).version == 3

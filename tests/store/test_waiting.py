"""What waits for somebody, in databases of either kind: timers, plans, messages held back."""

import pytest
from msgspec.structs import replace

from bot.store import clocks, outbox, plans, timers
from bot.store.payloads import Ask, Notice, OutboxMessage
from bot.store.rows import Miss, Missed, PlanRecord, TimerKind
from engine.core.orders import Entry
from tests.referee.house import ANN, BEN, House

HOUR = 3600.0

pytestmark = pytest.mark.both


async def hours_left(house: House, game_id: str, moment: float) -> dict[str, float]:
    """The hours from a moment until the deadline of each seat that has one."""
    due = {timer.seat: timer.due for timer in await house.timers(game_id) if timer.kind is TimerKind.DEADLINE}
    return {seat: round((when - moment) / HOUR, 3) for seat, when in due.items()}


async def test_a_clock_that_was_stopped_runs_on_with_what_was_left(house: House) -> None:
    game_id = await house.started(deadline_hours=10)
    moment = house.time[0]
    before = await hours_left(house, game_id, moment)
    async with house.store.writing() as connection:
        await timers.stop(connection, game_id, "s1", moment + HOUR)
        assert {timer.seat for timer in await timers.due_by(connection, moment + 1000 * HOUR)} == {"s2"}
        await timers.start(connection, game_id, "s1", moment + 6 * HOUR)
    after = await hours_left(house, game_id, moment)
    assert after == before | {"s1": before["s1"] + 5}


async def test_time_is_given_to_one_seat_or_to_all(house: House) -> None:
    game_id = await house.started(deadline_hours=10)
    moment = house.time[0]
    before = await hours_left(house, game_id, moment)
    async with house.store.writing() as connection:
        await timers.shift(connection, game_id, 2 * HOUR, "s2")
        await timers.shift(connection, game_id, HOUR)
        await timers.run_on(connection, game_id, 3 * HOUR)
    after = await hours_left(house, game_id, moment)
    assert after == {"s1": before["s1"] + 4, "s2": before["s2"] + 6}


async def test_a_question_without_a_deadline_can_be_given_one(house: House) -> None:
    game_id = await house.started(deadline_hours=10)
    (first, *_) = [t for t in await house.timers(game_id) if t.kind is TimerKind.DEADLINE and t.seat == "s1"]
    async with house.store.writing() as connection:
        await timers.give_up(connection, first)
    assert [timer.kind for timer in await house.timers(game_id) if timer.seat == "s1"] == [TimerKind.WAIT]
    async with house.store.writing() as connection:
        await timers.limit(connection, game_id, "s1", house.time[0], 7 * HOUR)
    assert (await hours_left(house, game_id, house.time[0]))["s1"] == 7


async def test_plans_are_listed_in_order_for_their_holder_and_taken_out_by_him_alone(house: House) -> None:
    game_id = await house.started()
    entry = Entry(action={"action": "advance", "pace": "walk"})
    plan = PlanRecord(game=game_id, seat="s1", user=ANN, decision="LEG", created=house.time[0], entries=(entry,))
    async with house.store.writing() as connection:
        numbers = [await plans.add(connection, plan) for _ in range(2)]
        first, second = await plans.of_user(connection, ANN)
        assert [first.id, second.id] == numbers and first.entries == (entry,)
        await plans.change(connection, replace(second, rank=first.rank - 1))
        assert [found.id for found in await plans.of_game(connection, game_id)] == [second.id, first.id]
        assert not await plans.of_user(connection, BEN)
        assert not await plans.drop(connection, first.id, BEN)
        assert await plans.drop(connection, first.id, ANN) and await plans.drop(connection, second.id, ANN)
        assert not await plans.of_game(connection, game_id)


async def test_misses_are_kept_in_order(house: House) -> None:
    game_id = await house.started()
    ledger = [
        Missed(game=game_id, seat=seat, user=ANN, decision="LEG", time=house.time[0], what=Miss.EXCUSED)
        for seat in ("s2", "s1")
    ]
    async with house.store.writing() as connection:
        for miss in ledger:
            await clocks.add_miss(connection, miss)
        assert [miss.seat for miss in await clocks.misses(connection, game_id)] == ["s2", "s1"]
        assert [miss.seat for miss in await clocks.misses(connection, game_id, "s1")] == ["s1"]


async def test_messages_are_held_for_a_person_until_their_time_or_his_wish(house: House) -> None:
    game_id = await house.started()
    await house.dispatcher.deliver_due()
    moment = house.time[0]
    async with house.store.writing() as connection:
        letters = [OutboxMessage(Notice(text), ANN) for text in ("one", "two")]
        await outbox.add(connection, game_id, 1, letters, moment)
        rows = await outbox.pending(connection, game_id)
        await outbox.hold_for_digest(connection, rows, moment + HOUR)
        assert not await outbox.waiting(connection)
        assert await outbox.digests(connection) == {ANN: outbox.Head(rows[0].id, moment + HOUR)}
        await outbox.hurry(connection, [ANN], moment)
        assert (await outbox.digests(connection))[ANN].due == moment
        assert [row.id for row in await outbox.digest_of(connection, ANN)] == [row.id for row in rows]
        await outbox.release(connection, [ANN], moment)
        assert not await outbox.digests(connection)
        assert list(await outbox.waiting(connection)) == [game_id]


async def test_only_what_is_held_for_one_person_is_hurried(house: House) -> None:
    game_id = await house.started()
    await house.dispatcher.deliver_due()
    moment = house.time[0]
    async with house.store.writing() as connection:
        letters = [OutboxMessage(Notice("Hear."), user) for user in (ANN, BEN)]
        await outbox.add(connection, game_id, 1, letters, moment)
        await outbox.hold_for_digest(connection, await outbox.pending(connection, game_id), moment + HOUR)
        await outbox.hurry(connection, [], moment)
        assert {head.due for head in (await outbox.digests(connection)).values()} == {moment + HOUR}
        await outbox.hurry(connection, [BEN], moment)
        due = {user: head.due for user, head in (await outbox.digests(connection)).items()}
        assert due == {ANN: moment + HOUR, BEN: moment}


async def test_the_last_question_to_a_seat_is_found_where_it_was_asked(house: House) -> None:
    game_id = await house.started()
    await house.dispatcher.deliver_due()
    async with house.store.reading() as connection:
        asked = await outbox.asked_in(connection, game_id, "s1", ANN)
    assert asked is not None and isinstance(asked.payload, Ask)
    assert any(call.seat == "s1" for call in asked.payload.calls)

"""Clock and dispatcher know what is due and what waits: a game that wakes them costs a look at that game alone."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from sqlalchemy import Engine, event

from bot.delivery import waiting
from bot.model.people import Notify
from bot.services import clock
from bot.services.absence import Absences
from bot.store import outbox, timers
from bot.store.payloads import Notice, OutboxMessage
from bot.store.rows import TimerKind
from tests.referee.house import ANN, BEN, House, until
from tests.referee.relay import Rest, Whisper


@contextmanager
def asked() -> Iterator[list[str]]:
    """Give what is asked of the database."""
    found: list[str] = []

    def note(connection: object, cursor: object, statement: str, *_: object) -> None:
        found.append(" ".join(statement.split()))

    event.listen(Engine, "before_cursor_execute", note)
    yield found
    event.remove(Engine, "before_cursor_execute", note)


@asynccontextmanager
async def at_work(house: House) -> AsyncIterator[None]:
    """Let clock and dispatcher work by themselves, and wait until they have nothing to do."""
    house.referee.on_commit(house.clock.wake)
    house.referee.on_commit(house.dispatcher.wake)
    tasks = [asyncio.create_task(work) for work in (house.clock.run(), house.dispatcher.run())]
    await idle(house)
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def idle(house: House) -> None:
    """Wait until nobody is awake."""
    clock, dispatcher = house.clock, house.dispatcher
    for _ in range(3):  # what one of them does may wake the other
        await until(lambda: not (clock._moved or clock._news.is_set()))
        await until(lambda: not (dispatcher._serving or dispatcher._news.is_set()))
        await asyncio.sleep(0.02)


async def test_a_game_that_wakes_them_is_looked_at_alone(house: House) -> None:
    mine, _ = await house.racing(), await house.racing(thread=701)
    async with at_work(house):
        with asked() as statements:
            house.referee.publish(mine)
            await idle(house)
    about_timers = [one for one in statements if "min(timers.due)" in one]
    assert statements and len(about_timers) == 1 and "timers.game =" in about_timers[0]
    assert not [one for one in statements if "GROUP BY outbox.game" in one or 'GROUP BY outbox."user"' in one]
    assert not [one for one in statements if "timers.due <=" in one or "people.change" in one]


async def test_whatever_else_has_changed_everything_is_looked_at(house: House) -> None:
    await house.racing()
    async with at_work(house):
        with asked() as statements:
            house.referee.publish("")
            await idle(house)
    assert [one for one in statements if "GROUP BY outbox.game" in one]
    assert [one for one in statements if "timers.due <=" in one]


async def test_what_falls_due_earlier_than_before_is_not_missed(house: House) -> None:
    game_id = await house.racing()
    async with at_work(house):
        (running,) = [timer for timer in await house.timers(game_id) if timer.kind is TimerKind.DEADLINE]
        async with house.store.writing(game_id) as connection:
            await timers.postpone(connection, running, house.time[0] - 1)
        before = (await house.game(game_id)).version
        house.referee.publish(game_id)
        for _ in range(400):
            if (await house.game(game_id)).version > before:
                break
            await asyncio.sleep(0.01)
        assert (await house.game(game_id)).version == before + 1


async def test_what_another_process_leaves_is_found_within_the_minute(house: House, monkeypatch) -> None:
    monkeypatch.setattr(waiting, "LOOK_EVERY_S", 0.05)
    monkeypatch.setattr(clock, "MAX_NAP_S", 0.05)
    game_id = await house.racing()
    async with at_work(house):
        sent = len(house.courier.sent)
        async with house.store.writing(game_id) as connection:
            await outbox.add(connection, game_id, 2, [OutboxMessage(Notice("from elsewhere"), ANN)], house.time[0])
        await until(lambda: len(house.courier.sent) > sent)
        (running,) = [timer for timer in await house.timers(game_id) if timer.kind is TimerKind.DEADLINE]
        async with house.store.writing(game_id) as connection:
            await timers.postpone(connection, running, house.time[0] - 1)
        before = (await house.game(game_id)).version
        for _ in range(400):
            if (await house.game(game_id)).version > before:
                break
            await asyncio.sleep(0.01)
        assert (await house.game(game_id)).version == before + 1


async def test_a_digest_that_a_game_has_hurried_goes_out_at_once(house: House) -> None:
    """What was kept for the evening comes along when a game waits for its receiver."""
    first, second = await house.racing(), await house.racing(thread=701)
    await Absences(house.store, house.referee).change(ANN, notify=Notify.BLOCKING)
    await house.dispatcher.deliver_due()
    async with at_work(house):
        while ANN in await house.waits_for(first):
            await house.do(first, Rest())
        await house.referee.submit(second, BEN, Whisper("s1"))
        await idle(house)
        assert not house.courier.digests
        while ANN not in await house.waits_for(first):
            await house.do(first, Rest())
        await until(lambda: any(item.user == ANN and item.game.id == second for item in house.courier.sent))

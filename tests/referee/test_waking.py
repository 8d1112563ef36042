"""Clock and dispatcher know what is due and what waits: a game that wakes them costs a look at that game alone."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

import pytest
from sqlalchemy import Engine, event

from bot.delivery import waiting
from bot.delivery.deliveries import Gone, Item
from bot.model.people import Notify
from bot.services import clock
from bot.services.absence import Absences
from bot.store import outbox, timers
from bot.store.payloads import Notice, OutboxMessage, Private
from bot.store.rows import TimerKind
from tests.referee.house import ANN, BEN, House
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


async def look(house: House) -> None:
    """Let clock and dispatcher do what they have been woken for, as they do when they work by themselves."""
    await house.clock._round()
    await house.dispatcher._serve_due()
    while house.dispatcher._serving:
        await asyncio.gather(*house.dispatcher._serving.values())
        await house.dispatcher._serve_due()


@pytest.fixture
async def woken(house: House) -> House:
    """A house whose clock and dispatcher are woken by what happens."""
    house.referee.on_commit(house.clock.wake)
    house.referee.on_commit(house.dispatcher.wake)
    return house


async def test_a_game_that_wakes_them_is_looked_at_alone(woken: House) -> None:
    mine, _ = await woken.racing(), await woken.racing(thread=701)
    await look(woken)
    with asked() as statements:
        woken.referee.publish(mine)
        await look(woken)
    about_timers = [one for one in statements if "min(timers.due)" in one]
    assert len(about_timers) == 1 and "timers.game =" in about_timers[0]
    assert not [one for one in statements if "GROUP BY outbox" in one or "timers.due <=" in one or "people" in one]


async def test_whatever_else_has_changed_everything_is_looked_at(woken: House) -> None:
    await woken.racing()
    await look(woken)
    with asked() as statements:
        woken.referee.publish("")
        await look(woken)
    assert [one for one in statements if "GROUP BY outbox.game" in one]
    assert [one for one in statements if "timers.due <=" in one]


async def test_nothing_is_asked_when_nobody_has_woken_them(woken: House) -> None:
    await woken.racing()
    await look(woken)
    with asked() as statements:
        await look(woken)
    assert statements == []


async def test_what_falls_due_earlier_than_before_is_not_missed(woken: House) -> None:
    game_id = await woken.racing()
    await look(woken)
    await due_at_once(woken, game_id)
    before = (await woken.game(game_id)).version
    await look(woken)
    assert (await woken.game(game_id)).version == before
    woken.referee.publish(game_id)
    await look(woken)
    assert (await woken.game(game_id)).version == before + 1


async def due_at_once(house: House, game_id: str) -> None:
    """Let the deadline of a game have passed, without telling anybody."""
    (running,) = [timer for timer in await house.timers(game_id) if timer.kind is TimerKind.DEADLINE]
    async with house.store.writing(game_id) as connection:
        await timers.postpone(connection, running, house.time[0] - 1)


async def test_what_another_process_leaves_is_found_within_the_minute(
    woken: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await woken.racing()
    await look(woken)
    await due_at_once(woken, game_id)
    async with woken.store.writing(game_id) as connection:
        await outbox.add(connection, game_id, 2, [OutboxMessage(Notice("from elsewhere"), ANN)], woken.time[0])
    await look(woken)
    version, sent = (await woken.game(game_id)).version, len(woken.courier.sent)
    monkeypatch.setattr(waiting, "LOOK_EVERY_S", 0.0)
    monkeypatch.setattr(clock, "MAX_NAP_S", 0.0)
    await look(woken)
    assert (await woken.game(game_id)).version == version + 1
    assert Notice("from elsewhere") in [item.payload for item in woken.courier.sent[sent:]]


@pytest.mark.both
async def test_a_lost_thread_is_sought_as_soon_as_it_may_be_back_while_time_goes_on(woken: House) -> None:
    def locked(item: Item) -> None:
        if item.user is None:
            raise Gone("the thread is locked")

    game_id = await woken.racing()
    ticking = count()
    woken.dispatcher._now = lambda: woken.time[0] + next(ticking) / 1000
    woken.courier.trouble = locked
    await look(woken)
    assert (await woken.game(game_id)).lost is not None
    woken.courier.trouble = lambda item: None
    await look(woken)
    assert (await woken.game(game_id)).lost is not None
    woken.dispatcher.seek(5)
    await look(woken)
    assert (await woken.game(game_id)).lost is None


async def test_a_digest_that_a_game_has_hurried_goes_out_at_once(woken: House) -> None:
    """What was kept for the evening comes along when a game waits for its receiver."""
    first, second = await woken.racing(), await woken.racing(thread=701)
    await Absences(woken.store, woken.referee).change(ANN, notify=Notify.BLOCKING)
    await look(woken)
    while ANN in await woken.waits_for(first):
        await woken.do(first, Rest())
    await woken.referee.submit(second, BEN, Whisper("s1"))
    await look(woken)
    assert not [item for item in woken.courier.sent if isinstance(item.payload, Private) and item.user == ANN]
    while ANN not in await woken.waits_for(first):
        await woken.do(first, Rest())
    await look(woken)
    assert [item for item in woken.courier.sent if isinstance(item.payload, Private) and item.user == ANN]

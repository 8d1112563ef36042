"""One transaction for each accepted action: the log, the snapshot, the deadlines and the promises, all or nothing."""

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import promises
from bot.errors import StoreError
from bot.promises import Agenda, Deed, Past, Sitting
from bot.store import games, outbox, people, record, timers
from bot.store.database import Store
from bot.store.payloads import Ask, Call, Reminder
from bot.store.records import ActionRecord, Opening, Settled, Status
from engine.core.table import Outcome

QUESTIONS = (outbox.kind_of(Ask), outbox.kind_of(Reminder))


async def commit(store: Store, sitting: Sitting, deed: Deed, outcome: Outcome, waiting: list[Call], now: float) -> None:
    """Keep a deed and all that follows from it; `waiting` is what the game waited for before it.

    Raises StoreError, with nothing kept, if that is not possible.
    """
    game, table = sitting.game, sitting.table
    async with store.writing() as connection:
        await _advance(connection, sitting)
        opening, previous = await _before(connection, sitting, deed)
        await record.append(connection, _entry(sitting, deed, outcome, previous, now), table.snapshot())
        first = promises.told(sitting, outcome, deed)
        if table.result is not None:
            first += promises.ending(sitting, opening.words)
        past = Past(
            waiting,
            await outbox.pending(connection, game.id, *QUESTIONS),
            await timers.of_game(connection, game.id),
        )
        await _promise(connection, sitting, promises.agenda(sitting, first, past, deed, now), now)
        await people.drop_draft(connection, game.id, deed.seat)
        if deed.seated:
            await games.seat_one(connection, deed.seated)
        if deed.vacated:
            await games.vacate(connection, game.id, deed.vacated, now)


async def renew(store: Store, sitting: Sitting, now: float) -> None:
    """Promise anew what people are asked for, and let the clocks of those who are asked run."""
    game_id = sitting.game.id
    async with store.writing() as connection:
        past = Past(
            (), await outbox.pending(connection, game_id, *QUESTIONS), await timers.of_game(connection, game_id)
        )
        await _promise(connection, sitting, promises.agenda(sitting, [], past, promises.NOBODY, now), now)


async def _advance(connection: AsyncConnection, sitting: Sitting) -> None:
    status = Status.PLAYING if sitting.table.result is None else Status.OVER
    if not await games.advance(connection, sitting.game, sitting.table.version, status):
        raise StoreError(f"Game {sitting.game.id} has been changed behind Herald's back; look at it and try again.")


async def _before(connection: AsyncConnection, sitting: Sitting, deed: Deed) -> tuple[Opening, str]:
    """Return what the game was set up from, and the hash that the new entry is chained to."""
    game = sitting.game
    if isinstance(deed.action, Opening):
        return deed.action, game.commitment
    last = await record.action(connection, game.id, game.version)
    return await opening_of(connection, game.id), last.hash


async def opening_of(connection: AsyncConnection, game_id: str) -> Opening:
    """Return what a game was set up from."""
    return msgspec.json.decode((await record.action(connection, game_id, 0)).action, type=Opening)


def _entry(sitting: Sitting, deed: Deed, outcome: Outcome, previous: str, now: float) -> ActionRecord:
    return ActionRecord(
        game=sitting.game.id,
        version=outcome.version,
        seat=deed.seat,
        user=deed.user,
        via=deed.via,
        action=msgspec.json.encode(deed.action).decode(),
        state_hash=sitting.table.hash(),
        draws=msgspec.json.encode(outcome.draws).decode(),
        events=msgspec.json.encode(outcome.events).decode(),
        time=now,
        prev_hash=previous,
    ).sealed()


async def _promise(connection: AsyncConnection, sitting: Sitting, agenda: Agenda, now: float) -> None:
    game_id, version = sitting.game.id, sitting.table.version
    await outbox.settle(connection, agenda.dropped, Settled.SUPERSEDED, now)
    await outbox.add(connection, game_id, version, agenda.promises, now)
    await timers.replace(connection, game_id, agenda.timers)

"""One transaction for each accepted action: the log, the snapshot, the deadlines and the promises, all or nothing."""

from collections.abc import Sequence
from dataclasses import replace

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import StoreError
from bot.model.persons import Notify
from bot.store import clocks, drafts, game_log, games, orders, outbox, people, timers
from bot.store.database import Store
from bot.store.payloads import Ask, Call, Overdue, Promise, Reminder
from bot.store.rows import ActionRecord, DeliveryOutcome, Miss, Missed, Opening, Status, Via
from bot.table import promises, seating
from bot.table.pacing import Facts
from bot.table.sitting import Deed, Past, Sitting
from engine.core.actions import MASTER, Note
from engine.core.events import Event
from engine.core.table import Outcome

QUESTIONS = (outbox.kind_of(Ask), outbox.kind_of(Reminder), outbox.kind_of(Overdue))
"""The kinds of messages that are pointless once their question is answered."""


async def commit(store: Store, sitting: Sitting, deed: Deed, outcome: Outcome, before: Past, now: float) -> None:
    """Keep a deed and all that follows from it; `before` is what the game waited for, and who was next.

    Raises StoreError, with nothing kept, if that is not possible.
    """
    game, table = sitting.game, sitting.table
    async with store.writing() as connection:
        await _advance(connection, sitting)
        opening, previous = await _before(connection, sitting, deed)
        await game_log.append(connection, _entry(sitting, deed, outcome, previous, now), table.snapshot())
        sitting, said = await _beside(connection, sitting, deed, now)
        first = [*promises.told(sitting, outcome, deed), *promises.announced(said)]
        if table.result is not None:
            first += promises.ending(sitting, opening.words)
        await drafts.drop(connection, game.id, deed.seat)
        if deed.order and not deed.order.always:
            await orders.drop(connection, deed.order.id, deed.order.user)
        await _follow(connection, sitting, deed, first, before, now)


async def _beside(connection: AsyncConnection, sitting: Sitting, deed: Deed, now: float) -> tuple[Sitting, list[Event]]:
    """Change what lies beside the rules: what the deed brings along, and who sits where; return how all stands then."""
    said: list[Event] = []
    if deed.seated:
        await games.seat_one(connection, deed.seated)
    if deed.beside:
        await deed.beside(connection, sitting)
    if deed.seat == MASTER and not isinstance(deed.action, Note):
        said = await seating.reseat(connection, sitting, now)
    game, seats = await games.get(connection, sitting.game.id), await games.seats_of(connection, sitting.game.id)
    return Sitting(game, seats, sitting.table), said


async def renew(connection: AsyncConnection, sitting: Sitting, known: Sequence[Call], now: float) -> None:
    """Ask those who are not asked yet (`known` are the questions that are), and let their clocks run."""
    upcoming = sitting.table.rules.upcoming(sitting.table.game)
    await _follow(connection, sitting, promises.NOBODY, [], Past(known, upcoming), now)


async def _follow(
    connection: AsyncConnection, sitting: Sitting, deed: Deed, first: list[Promise], before: Past, now: float
) -> None:
    """Promise what follows, and let the right clocks run."""
    game_id = sitting.game.id
    past = replace(
        before,
        pending=await outbox.pending(connection, game_id, *QUESTIONS),
        running=await timers.of_game(connection, game_id),
    )
    known = await _facts(connection, sitting)
    agenda = promises.agenda(sitting, first, past, deed, now, known)
    await outbox.set_outcome(connection, agenda.dropped, DeliveryOutcome.SUPERSEDED, now)
    await outbox.add(connection, game_id, sitting.table.version, agenda.promises, now)
    await timers.replace(connection, game_id, agenda.timers)
    await clocks.save(connection, agenda.clocks)
    blocked = [user for user in agenda.asked if user in known.people]
    await outbox.hurry(connection, [u for u in blocked if known.people[u].notify is Notify.BLOCKING], now)
    if deed.via is Via.DEADLINE and (user := sitting.user_of(deed.seat)) is not None:
        decision = next((call.decision for call in before.waiting if call.seat == deed.seat), "")
        await clocks.note(
            connection,
            Missed(game=game_id, seat=deed.seat, user=user, decision=decision, what=Miss.DEFAULT, time=now),
        )


async def _facts(connection: AsyncConnection, sitting: Sitting) -> Facts:
    users = [holder.user for holder in sitting.seats if holder.human]
    return Facts(
        await people.among(connection, users),
        await clocks.of_game(connection, sitting.game.id),
        await orders.of_game(connection, sitting.game.id),
    )


async def _advance(connection: AsyncConnection, sitting: Sitting) -> None:
    status = Status.PLAYING if sitting.table.result is None else Status.OVER
    if not await games.advance(connection, sitting.game, sitting.table.version, status):
        raise StoreError(f"Game {sitting.game.id} has been changed behind Herald's back; look at it and try again.")


async def _before(connection: AsyncConnection, sitting: Sitting, deed: Deed) -> tuple[Opening, str]:
    """Return what the game was set up from, and the hash that the new entry is chained to."""
    game = sitting.game
    if isinstance(deed.action, Opening):
        return deed.action, game.commitment
    last = await game_log.entry(connection, game.id, game.version)
    return await game_log.opening(connection, game.id), last.hash


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

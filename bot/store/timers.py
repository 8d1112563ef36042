"""Deadlines and reminders in the database."""

from collections.abc import Sequence

import msgspec
import sqlalchemy as sa
from sqlalchemy import ColumnElement, bindparam, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.rows import Timer, TimerKind
from bot.store.schema import games, timers

NEVER = 1e12
"""When a question without a deadline is over."""

_RUNNING = timers.c.game.not_in(select(games.c.id).where(games.c.paused.is_not(None))) & timers.c.stopped.is_(None)
"""The clocks of paused games stand, and those that were stopped alone."""

_NEXT_DUE_OF = select(func.min(timers.c.due)).where(
    timers.c.game == bindparam("of_game"),
    timers.c.stopped.is_(None),
    select(games.c.paused).where(games.c.id == bindparam("of_game")).scalar_subquery().is_(None),
)

_OF_GAME = select(timers).where(timers.c.game == bindparam("of_game")).order_by(timers.c.due, timers.c.kind.desc())
_DROP = delete(timers).where(timers.c.game == bindparam("of_game"))
_ADD = insert(timers)


async def of_game(connection: AsyncConnection, game_id: str) -> list[Timer]:
    """Return what is due for a game, the earliest first."""
    rows = await connection.execute(_OF_GAME, {"of_game": game_id})
    return [msgspec.convert(row._mapping, Timer) for row in rows]


async def replace(connection: AsyncConnection, game_id: str, due: Sequence[Timer]) -> None:
    """Replace all timers of a game."""
    await connection.execute(_DROP, {"of_game": game_id})
    if due:
        await connection.execute(_ADD, [msgspec.structs.asdict(timer) for timer in due])


async def remove(connection: AsyncConnection, timer: Timer) -> bool:
    """Delete a timer; False if it was gone already."""
    return (await connection.execute(delete(timers).where(_is(timer)))).rowcount == 1


async def postpone(connection: AsyncConnection, timer: Timer, due: float) -> None:
    """Set when a timer is due."""
    await connection.execute(update(timers).where(_is(timer)).values(due=due))


async def give_up(connection: AsyncConnection, timer: Timer) -> None:
    """Delete the deadline and reminders of a question, which waits on without; an answer given ahead still comes."""
    same = (timers.c.game == timer.game) & (timers.c.seat == timer.seat) & (timers.c.decision == timer.decision)
    await connection.execute(delete(timers).where(same, timers.c.kind != TimerKind.ORDER))
    wait = msgspec.structs.replace(timer, kind=TimerKind.WAIT, due=NEVER)
    await connection.execute(insert(timers).values(msgspec.structs.asdict(wait)))


async def due_by(connection: AsyncConnection, now: float) -> list[Timer]:
    """Return every timer due by `now`, the earliest first, a reminder before its deadline."""
    query = select(timers).where(timers.c.due <= now, _RUNNING).order_by(timers.c.due, timers.c.kind.desc())
    return [msgspec.convert(row._mapping, Timer) for row in await connection.execute(query)]


async def next_due(connection: AsyncConnection) -> float | None:
    """Return when the next timer is due."""
    due: float | None = await connection.scalar(select(func.min(timers.c.due)).where(_RUNNING))
    return due


async def next_due_of(connection: AsyncConnection, game_id: str) -> float | None:
    """Return when the next timer of a game is due."""
    due: float | None = await connection.scalar(_NEXT_DUE_OF, {"of_game": game_id})
    return due


async def shift(connection: AsyncConnection, game_id: str, seconds: float, seat: str = "") -> None:
    """Put off all timers of a game, or of one seat; the day on which time is called stays."""
    which = (timers.c.game == game_id) & ((timers.c.seat == seat) if seat else sa.true())
    which &= timers.c.kind != TimerKind.CLOSING
    await connection.execute(update(timers).where(which).values(due=timers.c.due + seconds))


async def limit(connection: AsyncConnection, game_id: str, seat: str, moment: float, seconds: float) -> None:
    """Give a seat without a deadline this much time, from a moment or from its present clock."""
    which = (timers.c.game == game_id) & (timers.c.seat == seat) & (timers.c.kind == TimerKind.WAIT)
    due = func.coalesce(timers.c.stopped, moment) + seconds
    await connection.execute(update(timers).where(which).values(kind=TimerKind.DEADLINE, due=due))


async def run_on(connection: AsyncConnection, game_id: str, seconds: float) -> None:
    """Start the timers of a game again after a stop of these seconds, except those stopped by themselves."""
    which = (timers.c.game == game_id) & timers.c.stopped.is_(None) & (timers.c.kind != TimerKind.CLOSING)
    later = {"due": timers.c.due + seconds, "asked": timers.c.asked + seconds}
    await connection.execute(update(timers).where(which).values(later))


async def stop(connection: AsyncConnection, game_id: str, seat: str, moment: float) -> None:
    """Stop the clock of a seat; answers given ahead come all the same."""
    which = (timers.c.game == game_id) & (timers.c.seat == seat) & timers.c.stopped.is_(None)
    await connection.execute(update(timers).where(which, timers.c.kind != TimerKind.ORDER).values(stopped=moment))


async def start(connection: AsyncConnection, game_id: str, seat: str, moment: float) -> None:
    """Start the stopped clock of a seat again with what was left."""
    which = (timers.c.game == game_id) & (timers.c.seat == seat) & timers.c.stopped.is_not(None)
    stood = moment - timers.c.stopped
    later = {"due": timers.c.due + stood, "asked": timers.c.asked + stood, "stopped": None}
    await connection.execute(update(timers).where(which).values(later))


def _is(timer: Timer) -> ColumnElement[bool]:
    same = (timers.c.game == timer.game) & (timers.c.seat == timer.seat) & (timers.c.decision == timer.decision)
    return same & (timers.c.kind == timer.kind) & (timers.c.due == timer.due)

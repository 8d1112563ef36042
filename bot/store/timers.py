"""Deadlines and reminders in the database."""

from collections.abc import Sequence

import msgspec
import sqlalchemy as sa
from sqlalchemy import ColumnElement, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.records import Timer
from bot.store.schema import games, timers

_RUNNING = timers.c.game.not_in(select(games.c.id).where(games.c.paused.is_not(None)))
"""The clocks of paused games stand."""


async def of_game(connection: AsyncConnection, game_id: str) -> list[Timer]:
    """Return what is due for a game, the earliest first."""
    query = select(timers).where(timers.c.game == game_id).order_by(timers.c.due, timers.c.kind.desc())
    return [msgspec.convert(row._mapping, Timer) for row in await connection.execute(query)]


async def replace(connection: AsyncConnection, game_id: str, due: Sequence[Timer]) -> None:
    """Let exactly these timers run for a game."""
    await connection.execute(delete(timers).where(timers.c.game == game_id))
    if due:
        await connection.execute(insert(timers), [msgspec.structs.asdict(timer) for timer in due])


async def remove(connection: AsyncConnection, timer: Timer) -> bool:
    """Take one timer out; False if it had already gone."""
    return (await connection.execute(delete(timers).where(_is(timer)))).rowcount == 1


async def postpone(connection: AsyncConnection, timer: Timer, due: float) -> None:
    """Let a timer run on until `due`."""
    await connection.execute(update(timers).where(_is(timer)).values(due=due))


async def due_by(connection: AsyncConnection, now: float) -> list[Timer]:
    """Return every timer due by `now`, the earliest first, a reminder before its deadline."""
    query = select(timers).where(timers.c.due <= now, _RUNNING).order_by(timers.c.due, timers.c.kind.desc())
    return [msgspec.convert(row._mapping, Timer) for row in await connection.execute(query)]


async def next_due(connection: AsyncConnection) -> float | None:
    """Return when the next timer is due."""
    due: float | None = await connection.scalar(select(func.min(timers.c.due)).where(_RUNNING))
    return due


async def shift(connection: AsyncConnection, game_id: str, seconds: float, seat: str = "") -> None:
    """Let all timers of a game, or of one seat, run on for longer."""
    which = (timers.c.game == game_id) & ((timers.c.seat == seat) if seat else sa.true())
    await connection.execute(update(timers).where(which).values(due=timers.c.due + seconds))


def _is(timer: Timer) -> ColumnElement[bool]:
    same = (timers.c.game == timer.game) & (timers.c.seat == timer.seat)
    return same & (timers.c.kind == timer.kind) & (timers.c.due == timer.due)

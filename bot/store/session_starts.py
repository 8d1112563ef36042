"""When the last session with Discord began, so that those of all processes on this database begin far enough apart."""

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import session_starts

FARTHEST_S = 600.0
"""The most seconds that a session may be booked ahead: a later time comes from a clock that was put back."""


async def take(connection: AsyncConnection, now: float, apart: float) -> float:
    """Book and return the next moment at which a session may begin, `apart` seconds after the last."""
    last = await connection.scalar(select(session_starts.c.time))
    moment = now if last is None or last > now + FARTHEST_S else max(now, float(last) + apart)
    await connection.execute(delete(session_starts))
    await connection.execute(insert(session_starts).values(time=moment))
    return moment

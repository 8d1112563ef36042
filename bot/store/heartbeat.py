"""The time when Herald last used this database, so that clocks are not charged for outages."""

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import heartbeat


async def last(connection: AsyncConnection) -> float | None:
    """Return the Unix seconds of the last beat; None before the first."""
    moment = await connection.scalar(select(heartbeat.c.time))
    return None if moment is None else float(moment)


async def beat(connection: AsyncConnection, now: float) -> None:
    """Note that a Herald is at work."""
    await connection.execute(delete(heartbeat))
    await connection.execute(insert(heartbeat).values(time=now))

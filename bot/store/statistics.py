"""Figures about the whole database, for whoever watches over it."""

from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.rows import DeliveryOutcome
from bot.store.schema import games, outbox


@dataclass(frozen=True)
class Backlog:
    """Messages that have not gone out, when the `oldest` of them was written, and those that lack a thread."""

    count: int
    oldest: float | None
    homeless: int


async def games_by_status(connection: AsyncConnection) -> dict[str, int]:
    """Return how many games stand how."""
    rows = await connection.execute(select(games.c.status, func.count()).group_by(games.c.status))
    return {row[0]: row[1] for row in rows}


async def backlog(connection: AsyncConnection) -> Backlog:
    """Return what has not gone out."""
    waiting = select(func.count(), func.min(outbox.c.created)).where(outbox.c.outcome.is_(None))
    count, oldest = (await connection.execute(waiting)).one()
    homeless = await connection.scalar(select(func.count()).where(outbox.c.outcome == DeliveryOutcome.HOMELESS))
    return Backlog(count, oldest, homeless or 0)

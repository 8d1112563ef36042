"""The seats' use of time, and their missed deadlines, in the database."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.rows import Missed, SeatClock
from bot.store.schema import clocks, missed


async def of_game(connection: AsyncConnection, game_id: str) -> dict[str, SeatClock]:
    """Return the seats' use of time."""
    rows = await connection.execute(select(clocks).where(clocks.c.game == game_id))
    return {row.seat: msgspec.convert(row._mapping, SeatClock) for row in rows}


async def save(connection: AsyncConnection, changed: Sequence[SeatClock]) -> None:
    """Save the use of time of seats of one game."""
    if not changed:
        return
    seats = (clocks.c.game == changed[0].game) & clocks.c.seat.in_([clock.seat for clock in changed])
    await connection.execute(delete(clocks).where(seats))
    await connection.execute(insert(clocks), [msgspec.structs.asdict(clock) for clock in changed])


async def add_miss(connection: AsyncConnection, miss: Missed) -> None:
    """Insert a missed deadline."""
    await connection.execute(insert(missed).values(msgspec.structs.asdict(miss)))


async def misses(connection: AsyncConnection, game_id: str, seat: str = "") -> list[Missed]:
    """Return the missed deadlines of one seat or of all, the oldest first."""
    query = select(missed).where(missed.c.game == game_id).order_by(missed.c.id)
    if seat:
        query = query.where(missed.c.seat == seat)
    return [msgspec.convert(row._mapping, Missed) for row in await connection.execute(query)]

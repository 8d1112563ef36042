"""The seats' use of time, and their missed deadlines, in the database."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import bindparam, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.rows import Missed, SeatClock
from bot.store.schema import clocks, missed

_OF_GAME = select(clocks).where(clocks.c.game == bindparam("of_game"))
_SAVE = text(
    'INSERT INTO clocks (game, seat, "left", used, answers, longest) '
    "VALUES (:game, :seat, :left, :used, :answers, :longest) ON CONFLICT (game, seat) DO UPDATE SET "
    '"left" = excluded."left", used = excluded.used, answers = excluded.answers, longest = excluded.longest'
)
"""SQLite and PostgreSQL say it alike; as a construct it would be one for each."""


async def of_game(connection: AsyncConnection, game_id: str) -> dict[str, SeatClock]:
    """Return the seats' use of time."""
    rows = await connection.execute(_OF_GAME, {"of_game": game_id})
    return {row.seat: msgspec.convert(row._mapping, SeatClock) for row in rows}


async def save(connection: AsyncConnection, changed: Sequence[SeatClock]) -> None:
    """Save the use of time of seats of one game."""
    if changed:
        await connection.execute(_SAVE, [msgspec.structs.asdict(clock) for clock in changed])


async def add_miss(connection: AsyncConnection, miss: Missed) -> None:
    """Insert a missed deadline."""
    await connection.execute(insert(missed).values(msgspec.structs.asdict(miss)))


async def misses(connection: AsyncConnection, game_id: str, seat: str = "") -> list[Missed]:
    """Return the missed deadlines of one seat or of all, the oldest first."""
    query = select(missed).where(missed.c.game == game_id).order_by(missed.c.id)
    if seat:
        query = query.where(missed.c.seat == seat)
    return [msgspec.convert(row._mapping, Missed) for row in await connection.execute(query)]

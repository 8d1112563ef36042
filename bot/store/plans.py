"""Plans in the database."""

from typing import Any

import msgspec
from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.rows import PlanRecord
from bot.store.schema import plans, seats

_HOLDER = (seats.c.game == plans.c.game) & (seats.c.id == plans.c.seat) & seats.c.left.is_(None)
_OF_GAME = (
    select(plans)
    .join(seats, _HOLDER & (seats.c.user == plans.c.user))
    .where(plans.c.game == bindparam("of_game"))
    .order_by(plans.c.rank, plans.c.id)
)


async def add(connection: AsyncConnection, plan: PlanRecord) -> int:
    """Insert a new plan behind its owner's others; return its number."""
    last = await connection.scalar(select(func.max(plans.c.rank)).where(plans.c.game == plan.game))
    values = {**_values(plan), "rank": (last or 0) + 1}
    del values["id"]
    found = await connection.execute(insert(plans).values(values).returning(plans.c.id))
    return int(found.scalar_one())


async def of_game(connection: AsyncConnection, game_id: str) -> list[PlanRecord]:
    """Return the plans of those who hold seats of a game, in their order."""
    rows = await connection.execute(_OF_GAME, {"of_game": game_id})
    return [msgspec.convert(row._mapping, PlanRecord) for row in rows]


async def of_user(connection: AsyncConnection, user: int) -> list[PlanRecord]:
    """Return all plans of a person, game by game in their order."""
    query = select(plans).where(plans.c.user == user).order_by(plans.c.game, plans.c.rank, plans.c.id)
    return [msgspec.convert(row._mapping, PlanRecord) for row in await connection.execute(query)]


async def change(connection: AsyncConnection, plan: PlanRecord) -> None:
    """Write a plan in place of what it was."""
    await connection.execute(update(plans).where(plans.c.id == plan.id).values(_values(plan)))


async def drop(connection: AsyncConnection, number: int, user: int) -> bool:
    """Delete a person's plan; return False if there is none with that number."""
    return (await connection.execute(delete(plans).where(plans.c.id == number, plans.c.user == user))).rowcount == 1


def _values(plan: PlanRecord) -> dict[str, Any]:
    values: dict[str, Any] = msgspec.to_builtins(plan)
    return values

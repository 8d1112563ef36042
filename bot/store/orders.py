"""Standing orders in the database."""

import msgspec
from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.rows import Order
from bot.store.schema import orders, seats


async def add(connection: AsyncConnection, order: Order) -> None:
    """Insert a new order."""
    values = msgspec.structs.asdict(order)
    del values["id"]
    await connection.execute(insert(orders).values(values))


async def of_game(connection: AsyncConnection, game_id: str) -> list[Order]:
    """Return the orders of those who hold seats of a game, the oldest first."""
    holder = (seats.c.game == orders.c.game) & (seats.c.id == orders.c.seat) & seats.c.left.is_(None)
    query = select(orders).join(seats, holder & (seats.c.user == orders.c.user))
    rows = await connection.execute(query.where(orders.c.game == game_id).order_by(orders.c.id))
    return [msgspec.convert(row._mapping, Order) for row in rows]


async def of_user(connection: AsyncConnection, user: int) -> list[Order]:
    """Return all orders of a person, the oldest first."""
    rows = await connection.execute(select(orders).where(orders.c.user == user).order_by(orders.c.id))
    return [msgspec.convert(row._mapping, Order) for row in rows]


async def drop(connection: AsyncConnection, number: int, user: int) -> bool:
    """Delete a person's order; False if he has none of that number."""
    return (await connection.execute(delete(orders).where(orders.c.id == number, orders.c.user == user))).rowcount == 1

"""People with their own hours, in the database."""

from collections.abc import Collection

import msgspec
from sqlalchemy import delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.persons import Person
from bot.store.schema import people


async def get(connection: AsyncConnection, user: int) -> Person:
    """Return a person; whoever has said nothing has the usual settings."""
    return (await some(connection, [user])).get(user, Person(user=user))


async def some(connection: AsyncConnection, users: Collection[int]) -> dict[int, Person]:
    """Return those of these people who have said something of themselves."""
    rows = await connection.execute(select(people).where(people.c.user.in_(users)))
    return {row.user: msgspec.convert(row._mapping, Person) for row in rows}


async def keep(connection: AsyncConnection, person: Person) -> None:
    """Keep what somebody has said, in place of what he said before."""
    await connection.execute(delete(people).where(people.c.user == person.user))
    await connection.execute(insert(people).values(msgspec.structs.asdict(person)))


async def changing_by(connection: AsyncConnection, now: float) -> list[Person]:
    """Return those whose absence begins or ends by now, and is still to be told to their tables."""
    rows = await connection.execute(select(people).where(people.c.change <= now).order_by(people.c.change))
    return [msgspec.convert(row._mapping, Person) for row in rows]


async def next_change(connection: AsyncConnection) -> float | None:
    """Return when an absence next begins or ends."""
    found: float | None = await connection.scalar(select(func.min(people.c.change)))
    return found

"""People in the database: their own hours and absences, and whether their direct messages are closed."""

from collections.abc import Collection

import msgspec
from sqlalchemy import bindparam, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.model.people import Person
from bot.store.schema import notices, people

_AMONG = select(people).where(people.c.user.in_(bindparam("users", expanding=True)))


async def get(connection: AsyncConnection, user: int) -> Person:
    """Return a person, with the usual settings where none were changed."""
    return (await among(connection, [user])).get(user, Person(user=user))


async def among(connection: AsyncConnection, users: Collection[int]) -> dict[int, Person]:
    """Return those of these people who have changed a setting, by user."""
    rows = await connection.execute(_AMONG, {"users": list(users)})
    return {row.user: msgspec.convert(row._mapping, Person) for row in rows}


async def save(connection: AsyncConnection, person: Person) -> None:
    """Save a person, in place of what was saved before."""
    await connection.execute(delete(people).where(people.c.user == person.user))
    await connection.execute(insert(people).values(msgspec.structs.asdict(person)))


async def absences_due_by(connection: AsyncConnection, now: float) -> list[Person]:
    """Return those whose absence begins or ends by now, and is still to be told to their tables."""
    rows = await connection.execute(select(people).where(people.c.change <= now).order_by(people.c.change))
    return [msgspec.convert(row._mapping, Person) for row in rows]


async def next_absence_due(connection: AsyncConnection) -> float | None:
    """Return when an absence next begins or ends."""
    found: float | None = await connection.scalar(select(func.min(people.c.change)))
    return found


async def note_dms_closed(connection: AsyncConnection, user: int, now: float) -> bool:
    """Note that a player's direct messages are closed; True if that is news."""
    if await connection.scalar(select(notices.c.told).where(notices.c.user == user)) is not None:
        return False
    await connection.execute(insert(notices).values(user=user, told=now))
    return True


async def note_dms_open(connection: AsyncConnection, user: int) -> None:
    """Note that a direct message has reached a player."""
    await connection.execute(delete(notices).where(notices.c.user == user))

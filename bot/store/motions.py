"""Motions and rulings in the database."""

from typing import TypeVar

import msgspec
from sqlalchemy import Table, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import Refused
from bot.store.rows import Motion, MotionKind, Ruling
from bot.store.schema import motions, rulings

R = TypeVar("R", Motion, Ruling)


async def add(connection: AsyncConnection, motion: Motion) -> Motion:
    """Insert a new motion; return it with its number."""
    return await _added(connection, motions, motion)


async def _added(connection: AsyncConnection, table: Table, record: R) -> R:
    """Insert a row that the database numbers; return it with its number."""
    values = msgspec.structs.asdict(record)
    del values["id"]
    number = (await connection.execute(insert(table).values(values).returning(table.c.id))).scalar_one()
    return msgspec.structs.replace(record, id=number)


async def get(connection: AsyncConnection, game_id: str, number: int) -> Motion:
    """Return a motion of a game; raises Refused if there is none of that number."""
    query = select(motions).where(motions.c.game == game_id, motions.c.id == number)
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        raise Refused("I do not know that motion; make a new one.")
    return msgspec.convert(row._mapping, Motion)


async def open_ones(connection: AsyncConnection, game_id: str, kind: MotionKind | None = None) -> list[Motion]:
    """Return the motions of a game that are not decided, the oldest first."""
    query = select(motions).where(motions.c.game == game_id, motions.c.outcome.is_(None)).order_by(motions.c.id)
    found = [msgspec.convert(row._mapping, Motion) for row in await connection.execute(query)]
    return [motion for motion in found if kind in (None, motion.kind)]


async def save(connection: AsyncConnection, motion: Motion) -> None:
    """Save the answers to a motion, and its outcome."""
    changed = {"ayes": motion.ayes, "nays": motion.nays, "outcome": motion.outcome}
    await connection.execute(update(motions).where(motions.c.id == motion.id).values(changed))


async def add_ruling(connection: AsyncConnection, ruling: Ruling) -> Ruling:
    """Insert a new ruling; return it with its number."""
    return await _added(connection, rulings, ruling)


async def ruling(connection: AsyncConnection, guild: int, number: int) -> Ruling:
    """Return a ruling of a server; raises Refused if there is none of that number."""
    query = select(rulings).where(rulings.c.guild == guild, rulings.c.id == number)
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        raise Refused(f"There is no ruling {number} on this server; /rulings lists them.")
    return msgspec.convert(row._mapping, Ruling)


async def save_ruling(connection: AsyncConnection, ruling: Ruling) -> None:
    """Save a ruling with its appeal."""
    values = msgspec.structs.asdict(ruling)
    await connection.execute(update(rulings).where(rulings.c.id == ruling.id).values(values))


async def appealed(connection: AsyncConnection, game_id: str) -> list[Ruling]:
    """Return the rulings of a game under an appeal that is not decided."""
    query = select(rulings).where(rulings.c.game == game_id, rulings.c.appeal != "", rulings.c.outcome == "")
    return [msgspec.convert(row._mapping, Ruling) for row in await connection.execute(query.order_by(rulings.c.id))]


async def rulings_of(connection: AsyncConnection, guild: int, word: str = "") -> list[Ruling]:
    """Return the rulings of a server that have a word in them, the newest first."""
    query = select(rulings).where(rulings.c.guild == guild).order_by(rulings.c.id.desc())
    found = [msgspec.convert(row._mapping, Ruling) for row in await connection.execute(query)]
    return [ruling for ruling in found if word.casefold() in f"{ruling.text} {ruling.appeal}".casefold()]

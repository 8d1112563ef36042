"""Drafts of actions in the database: what a seat has filled in so far."""

import msgspec
from sqlalchemy import bindparam, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.rows import Draft
from bot.store.schema import drafts

_OF_SEAT = select(drafts).where(drafts.c.game == bindparam("of_game"), drafts.c.seat == bindparam("of_seat"))
_ADD = insert(drafts)
_DROP = delete(drafts).where(drafts.c.game == bindparam("of_game"), drafts.c.seat == bindparam("of_seat"))


async def save(connection: AsyncConnection, draft: Draft) -> None:
    """Save the draft of a seat, in place of its earlier one."""
    await drop(connection, draft.game, draft.seat)
    await connection.execute(_ADD, msgspec.structs.asdict(draft))


async def get(connection: AsyncConnection, game_id: str, seat: str) -> Draft | None:
    """Return the draft of a seat, None if there is none."""
    row = (await connection.execute(_OF_SEAT, {"of_game": game_id, "of_seat": seat})).one_or_none()
    return msgspec.convert(row._mapping, Draft) if row else None


async def drop(connection: AsyncConnection, game_id: str, seat: str) -> None:
    """Delete the draft of a seat."""
    await connection.execute(_DROP, {"of_game": game_id, "of_seat": seat})

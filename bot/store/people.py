"""Drafts of actions, and which players know that their direct messages are closed."""

import msgspec
from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.records import Draft
from bot.store.schema import drafts, notices


async def keep_draft(connection: AsyncConnection, draft: Draft) -> None:
    """Keep what a seat has filled in so far, in place of its earlier draft."""
    await drop_draft(connection, draft.game, draft.seat)
    await connection.execute(insert(drafts).values(msgspec.structs.asdict(draft)))


async def draft(connection: AsyncConnection, game_id: str, seat: str) -> Draft | None:
    """Return what a seat has filled in so far."""
    query = select(drafts).where(drafts.c.game == game_id, drafts.c.seat == seat)
    row = (await connection.execute(query)).one_or_none()
    return msgspec.convert(row._mapping, Draft) if row else None


async def drop_draft(connection: AsyncConnection, game_id: str, seat: str) -> None:
    """Forget what a seat has filled in."""
    await connection.execute(delete(drafts).where(drafts.c.game == game_id, drafts.c.seat == seat))


async def note_closed(connection: AsyncConnection, user: int, now: float) -> bool:
    """Note that a player's direct messages are closed; True if that is news."""
    if await connection.scalar(select(notices.c.told).where(notices.c.user == user)) is not None:
        return False
    await connection.execute(insert(notices).values(user=user, told=now))
    return True


async def note_open(connection: AsyncConnection, user: int) -> None:
    """Note that a direct message has reached a player."""
    await connection.execute(delete(notices).where(notices.c.user == user))

"""The record of games in the database: the chained log of actions, and a snapshot of every version."""

import zlib
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Row, bindparam, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import BrokenGame
from bot.store.backends.jobs import beside
from bot.store.rows import ActionRecord, Opening
from bot.store.schema import actions, snapshots

_ADD_ACTION = insert(actions)
_ADD_SNAPSHOT = insert(snapshots)
_ACTION = select(actions).where(actions.c.game == bindparam("of_game"), actions.c.version == bindparam("at"))
_SNAPSHOT = select(snapshots.c.body).where(
    snapshots.c.game == bindparam("of_game"), snapshots.c.version == bindparam("at")
)


async def append(connection: AsyncConnection, action: ActionRecord, snapshot: bytes) -> None:
    """Add an action to the log, with the state after it."""
    await connection.execute(_ADD_ACTION, msgspec.structs.asdict(action))
    saved = {"game": action.game, "version": action.version, "body": zlib.compress(snapshot)}
    await connection.execute(_ADD_SNAPSHOT, saved)


async def entry(connection: AsyncConnection, game_id: str, version: int) -> ActionRecord:
    """Return the action that led to a version; raises BrokenGame if the log does not have it."""
    row = (await connection.execute(_ACTION, {"of_game": game_id, "at": version})).one_or_none()
    if row is None:
        raise BrokenGame(f"The log of game {game_id} has no action {version}; restore a backup.")
    return msgspec.convert(row._mapping, ActionRecord)


async def opening(connection: AsyncConnection, game_id: str) -> Opening:
    """Return the opening of a game: the action of version 0."""
    return msgspec.json.decode((await entry(connection, game_id, 0)).action, type=Opening)


async def entries(connection: AsyncConnection, game_id: str, *, after: int = -1) -> list[ActionRecord]:
    """Return the actions of a game after a version, the opening (version 0) first."""
    query = select(actions).where(actions.c.game == game_id, actions.c.version > after)
    rows = await connection.execute(query.order_by(actions.c.version))
    return await beside(connection, _entries, rows.all())


async def last_entries(connection: AsyncConnection, game_id: str, number: int) -> list[ActionRecord]:
    """Return at most `number` of the last actions of a game, in order."""
    query = select(actions).where(actions.c.game == game_id).order_by(actions.c.version.desc()).limit(number)
    rows = (await connection.execute(query)).all()
    return await beside(connection, _entries, rows[::-1])


def _entries(rows: Sequence[Row[Any]]) -> list[ActionRecord]:
    return [msgspec.convert(row._mapping, ActionRecord) for row in rows]


async def snapshot(connection: AsyncConnection, game_id: str, version: int) -> bytes:
    """Return the state of a game at a version, as JSON; raises BrokenGame if it was not kept, or cannot be unpacked."""
    body = await connection.scalar(_SNAPSHOT, {"of_game": game_id, "at": version})
    if body is None:
        raise BrokenGame(f"Game {game_id} has no snapshot of version {version}; restore a backup.")
    try:
        return zlib.decompress(body)
    except zlib.error as error:
        raise BrokenGame(
            f"The snapshot of version {version} of game {game_id} is damaged; restore a backup."
        ) from error


async def packed_snapshots(connection: AsyncConnection, game_id: str) -> list[bytes]:
    """Return the states of a game at all versions, the opening first, each as compressed JSON."""
    query = select(snapshots.c.body).where(snapshots.c.game == game_id).order_by(snapshots.c.version)
    return list((await connection.scalars(query)).all())


def chain_problem(log: Sequence[ActionRecord], commitment: str) -> str | None:
    """Return what is wrong with the chain of a whole log, or None: a change anywhere breaks it from there on."""
    previous = commitment
    for version, action in enumerate(log):
        if action.version != version:
            return f"Action {version} is missing from the log of game {action.game}."
        if action.prev_hash != previous or not action.whole:
            return f"Somebody has changed action {version} of game {action.game} in the database."
        previous = action.hash
    return None

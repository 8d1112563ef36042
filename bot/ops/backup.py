"""Backups: a copy of the database as a file of SQLite's, made while Herald runs, checked before it counts."""

import asyncio
import contextlib
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from sqlalchemy import delete, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import BrokenGame, StoreError
from bot.store import game_log, games
from bot.store.database import Store, opened
from bot.store.rows import GameRecord, Status
from bot.store.schema import heartbeat, metadata, session_starts

ROWS = 200
"""Rows that are copied at a time."""

NOTED = (heartbeat, session_starts)
"""What a Herald notes in a database in which nothing is yet."""


async def create(place: Path | str, out: Path) -> int:
    """Write a backup to `out`; return how many games are in it.

    Raises StoreError, and leaves no file, if that cannot be done or the copy is not sound.
    """
    with _whole(out) as part:
        if isinstance(place, Path):
            await asyncio.to_thread(copy_file, place, part)
        else:
            async with (
                opened(place) as source,
                opened(part) as target,
                source.reading() as old,
                target.writing() as new,
            ):
                await _copy_rows(old, new)
        async with opened(part, called=str(place) if isinstance(place, Path) else "") as copy:
            return await check(copy)


@contextlib.contextmanager
def _whole(out: Path) -> Iterator[Path]:
    """Give a file to write to, which becomes `out` once everything has gone well."""
    if out.exists():
        raise StoreError(f"{out} exists already; give the backup another name.")
    part = out.with_name(f"{out.name}.part")
    _remove(part)
    try:
        yield part
        part.rename(out)
    finally:
        _remove(part)


def _remove(part: Path) -> None:
    for tail in ("", "-wal", "-shm"):
        part.with_name(part.name + tail).unlink(missing_ok=True)


def copy_file(path: Path, part: Path) -> None:
    """Copy a file that may be in use: SQLite sees to it that the copy is of one moment."""
    if not path.exists():
        raise StoreError(f"There is no database {path}; set database.path to the file with the games.")
    try:
        with contextlib.closing(sqlite3.connect(path)) as source, contextlib.closing(sqlite3.connect(part)) as target:
            source.backup(target)
    except sqlite3.Error as error:
        raise StoreError(f"{path} cannot be copied to {part} ({error}); make room, or choose another place.") from error


async def restore(place: Path | str, backup: Path) -> int:
    """Copy a whole backup into a database of either kind that holds nothing yet; return how many games are in it.

    The backup itself is not touched. Raises StoreError, and leaves the database empty, if that cannot be done.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "backup.db"
        await asyncio.to_thread(shutil.copyfile, backup, copy)
        async with opened(place) as target, opened(copy, called=str(backup)) as source:
            count = await check(source)
            async with source.reading() as old, target.writing() as new:
                await _check_empty(new)
                await _copy_rows(old, new)
                await target.count_on(new)
            return count


async def _check_empty(connection: AsyncConnection) -> None:
    for table in metadata.sorted_tables:
        if table not in NOTED and (await connection.execute(select(table).limit(1))).first() is not None:
            raise StoreError("This database is not empty; restore into a new one, or restore a single game.")
    for table in NOTED:
        await connection.execute(delete(table))  # the heartbeat of the backup says since when nobody could play


async def _copy_rows(old: AsyncConnection, new: AsyncConnection) -> None:
    """Copy every row of a database, as of one moment."""
    for table in metadata.sorted_tables:
        rows = await old.stream(select(table))
        async for batch in rows.mappings().partitions(ROWS):
            await new.execute(insert(table), [dict(row) for row in batch])


async def check(store: Store) -> int:
    """Return how many games a database holds; raises StoreError if anything in it is not as it was written."""
    async with store.reading() as connection:
        said = list(await connection.scalars(text("PRAGMA integrity_check")))
        orphans = (await connection.execute(text("PRAGMA foreign_key_check"))).all()
        faults = [line for line in said if line != "ok"] + [f"A row of {row[0]} belongs to no game." for row in orphans]
        found = [game for status in Status for game in await games.all_with(connection, status)]
        for game in found:
            faults += await _faults(connection, game)
    if faults:
        raise StoreError(f"The copy is damaged, so it is not kept: {' '.join(faults)} Mend the database first.")
    return len(found)


async def _faults(connection: AsyncConnection, game: GameRecord) -> list[str]:
    """Return what is wrong with the record of a game; of one that is put aside only its log is asked for."""
    log = await game_log.entries(connection, game.id)
    fault = game_log.chain_problem(log, game.commitment)
    if fault or not log or game.status is Status.BROKEN:
        return [fault] if fault else []
    try:
        state = await game_log.snapshot(connection, game.id, game.version)
    except BrokenGame as broken:
        return [str(broken)]
    if sha256(state).hexdigest() != log[-1].state_hash:
        return [f"The last state of game {game.id} does not match its log."]
    return []

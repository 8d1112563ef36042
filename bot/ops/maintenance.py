"""Work on the games in the database from the command line: export, import, restore, delete."""

import asyncio
import shutil
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import msgspec

from bot.config import Config
from bot.errors import StoreError
from bot.ops.backup import copy_file
from bot.services import importing
from bot.services.forgetting import Forgetting
from bot.store import games, personal, privacy
from bot.store.database import Store, opened
from bot.store.rows import GameRecord
from bot.table import archive
from bot.table.referee import Referee
from engine.core.record.transcript import Copy, Transcript


async def export_game(config: Config, game_id: str) -> Transcript:
    """Return the record of a game with its secret, for whoever has the database."""
    async with _existing(config) as store, store.reading() as connection:
        found = await archive.whole(connection, game_id)
        people = {seat.id: seat.user for seat in await games.seats_of(connection, game_id)}
        return msgspec.structs.replace(found, users=people, copy=Copy.OPERATOR)


async def import_game(config: Config, found: Transcript, owner: int) -> GameRecord:
    """Add a game by playing its transcript again; raises Refused or Mismatch."""
    async with _store(config) as store:
        return await importing.from_transcript(store, found, owner, time.time())


async def restore_game(config: Config, backup: Path, game_id: str) -> None:
    """Copy one game out of a backup; the backup itself is not touched."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "backup.db"
        shutil.copyfile(backup, copy)
        async with _store(config) as store, opened(copy, called=str(backup)) as source:
            await importing.from_backup(store, source, game_id)


async def delete_game(config: Config, game_id: str) -> GameRecord:
    """Delete a game with all that belongs to it; raises UnknownGame."""
    async with _existing(config) as store, store.alone(f"game {game_id}"), store.writing() as connection:
        game = await games.get(connection, game_id)
        await privacy.drop_game(connection, game_id)
        return game


async def forget_person(config: Config, user: int) -> int:
    """Delete what is known of a person; return in how many games there was something to delete."""
    async with _existing(config) as store:
        return await Forgetting(store, Referee(store)).person(user)


async def export_person(config: Config, user: int) -> personal.Export:
    """Return what is held of a person, while Herald may run."""
    async with glance(config.database.place) as store, store.reading() as connection:
        return await personal.export(connection, user, time.time())


@asynccontextmanager
async def glance(place: Path | str) -> AsyncIterator[Store]:
    """Open a database that a running Herald may use: a file as a copy, of this moment."""
    if isinstance(place, str):
        async with opened(place) as store:
            yield store
        return
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "glance.db"
        await asyncio.to_thread(copy_file, place, copy)
        async with opened(copy, called=str(place)) as store:
            yield store


def _existing(config: Config) -> AbstractAsyncContextManager[Store]:
    """Open the database for work on games that must be in it; raises StoreError where there is none."""
    place = config.database.place
    if isinstance(place, Path) and not place.exists():
        raise StoreError(f"There is no database {place}; set database.path to the file with the games.")
    return _store(config)


def _store(config: Config) -> AbstractAsyncContextManager[Store]:
    return opened(config.database.place)

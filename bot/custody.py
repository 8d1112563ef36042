"""What whoever runs the database does with the games in it: take them out, bring them in."""

import shutil
import tempfile
import time
from pathlib import Path

import msgspec

from bot import archive, importing
from bot.config import Config
from bot.store import games
from bot.store.database import Store
from bot.store.records import GameRecord
from engine.core.transcript import Transcript


async def exported(config: Config, game_id: str) -> Transcript:
    """Return the record of a game with its secret, for whoever has the database file."""
    store = await Store.open(config.database.place)
    try:
        async with store.reading() as connection:
            found = await archive.whole(connection, game_id)
            people = {seat.id: seat.user for seat in await games.seats_of(connection, game_id)}
            return msgspec.structs.replace(found, users=people)
    finally:
        await store.close()


async def imported(config: Config, found: Transcript, owner: int) -> GameRecord:
    """Keep a game that is played again from its transcript; raises Refused or Mismatch."""
    store = await Store.open(config.database.place)
    try:
        return await importing.from_transcript(store, found, owner, time.time())
    finally:
        await store.close()


async def restored(config: Config, backup: Path, game_id: str) -> None:
    """Copy one game out of a backup; the backup itself is not touched."""
    store = await Store.open(config.database.place)
    try:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "backup.db"
            shutil.copyfile(backup, copy)
            source = await Store.open(copy)
            try:
                await importing.from_backup(store, source, game_id)
            finally:
                await source.close()
    finally:
        await store.close()

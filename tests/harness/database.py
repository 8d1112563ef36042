"""A database with Herald's tables in it, without waiting until they are made: that is made once in a process."""

import asyncio
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from bot.store.database import Store


def with_tables(place: Path) -> Path:
    """Put a fresh database of SQLite's there, unless there is one; return the place."""
    if not place.exists():
        place.write_bytes(_model())
    return place


@cache
def _model() -> bytes:
    """Return the content of a fresh database, made in a thread, since whoever asks may have an event loop at work."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as thread:
        made = Path(folder) / "herald.db"
        thread.submit(asyncio.run, prepare(made)).result()
        return made.read_bytes()


async def prepare(place: Path | str) -> None:
    """Make Herald's tables in an empty database of either kind."""
    await (await Store.open(place)).close()

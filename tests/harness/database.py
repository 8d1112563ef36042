"""Databases with Herald's tables, without waiting for what is the same for all: that is made once in a process."""

import asyncio
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

from bot.store.backends import backend
from bot.store.database import Store


class Compiled(dict[Any, Any]):
    """The statements that SQLAlchemy has compiled, by their kind of database: each engine would do it by itself."""

    def get(self, key: Any, default: Any = None) -> Any:
        """Return what was compiled for a database like that of the key; it begins with the engine's dialect."""
        return super().get((type(key[0]), *key[1:]), default)

    def __setitem__(self, key: Any, compiled: Any) -> None:
        super().__setitem__((type(key[0]), *key[1:]), compiled)


def compile_once() -> None:
    """Let all databases that are opened in this process share what is compiled for them."""
    backend.MANNERS["execution_options"] = {"compiled_cache": Compiled()}


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

"""SQLite: one file, which one process at a time may have open."""

import sqlite3
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.errors import StoreError
from bot.store.backend import Backend, engine_at
from bot.store.schema import APPLICATION_ID


class SqliteBackend(Backend):
    """The database in the file at `path`."""

    def __init__(self, path: Path, busy_seconds: float) -> None:
        self.path = path
        self.name = str(path)
        self._busy_seconds = busy_seconds
        self._claims: list[sqlite3.Connection] = []

    async def claim(self, shards: Sequence[int] | None) -> None:
        """Lock a file beside the database, and one for its device and inode, for as long as this process lives.

        The first is seen from other machines and containers, the second through hard links. SQLite's locks end with
        their process, however that ends.
        """
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._lock(f"{self.path.resolve()}.lock")
            self.path.touch()
            about = self.path.stat()
            self._lock(f"{tempfile.gettempdir()}/herald-{about.st_dev}-{about.st_ino}.lock")
        except (OSError, sqlite3.OperationalError) as error:
            if "locked" in str(error):
                raise StoreError(
                    f"Another Herald is running on {self.path}; stop it first, or set another database.path for this "
                    "one."
                ) from error
            raise StoreError(self.sentence(str(error))) from error

    def _lock(self, file: str) -> None:
        self._claims.append(sqlite3.connect(file, timeout=0, isolation_level=None))
        self._claims[-1].execute("BEGIN EXCLUSIVE")

    async def release(self) -> None:
        """Unlock it."""
        while self._claims:
            self._claims.pop().close()

    def engine(self) -> AsyncEngine:
        """Return the engine."""
        engine = engine_at(f"sqlite+aiosqlite:///{self.path}", connect_args={"timeout": self._busy_seconds})
        event.listen(engine.sync_engine, "connect", _set_up)
        event.listen(engine.sync_engine, "begin", _begin)
        return engine

    async def prepare(self, connection: AsyncConnection, *, writes: bool) -> None:
        """Say whether the transaction will write."""
        await connection.execution_options(herald_writes=writes)

    def is_herald(self, connection: Connection) -> bool:
        """Look at the mark in the file's header; put it there if the file is new."""
        if connection.execute(text("PRAGMA application_id")).scalar_one() == APPLICATION_ID:
            return True
        if connection.execute(text("SELECT count(*) FROM sqlite_master")).scalar_one():
            raise StoreError(f"{self.path} is the database of another program; set another database.path for Herald.")
        connection.execute(text(f"PRAGMA application_id = {APPLICATION_ID}"))
        return False

    def sentence(self, said: str) -> str:
        """Return what SQLite says as a sentence with a cure."""
        path = self.path
        if "locked" in said:
            return f"The database {path} is locked by another program; close that program and try again."
        if "not a database" in said or "malformed" in said:
            return (
                f"{path} is not a database of Herald, or it is damaged; restore a backup or set another database.path."
            )
        if "full" in said:
            return f"There is no room left on the disk of {path}; make some and try again."
        return f"The database {path} cannot be used ({said}); check the file, its folder and their permissions."


def _set_up(connection: Any, _: object) -> None:
    connection.isolation_level = None  # the driver would begin transactions at moments of its own choosing
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("herald_writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

"""A driver for SQLite whose statements cost one trip to the thread of their connection.

That of SQLAlchemy's makes a trip to make a cursor, one to run the statement, one to fetch its rows and one to close the
cursor. Herald's statements are small: the trips are most of what they cost.
"""

from collections.abc import Sequence
from typing import Any

from aiosqlite import Connection
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.aiosqlite import (
    AsyncAdapt_aiosqlite_connection,
    AsyncAdapt_aiosqlite_cursor,
    AsyncAdapt_aiosqlite_dbapi,
    SQLiteDialect_aiosqlite,
)

NAME = "sqlite+one_trip"
"""The prefix of database URLs that use this driver."""


class Statement:
    """A cursor that fetches all rows and closes itself in the trip on which it runs its statement."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._rows: Sequence[Any] = ()
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None
        self.arraysize = 1

    async def execute(self, operation: str, parameters: Any = ()) -> None:
        """Run a statement."""
        await self._trip(operation, parameters)

    async def executemany(self, operation: str, parameters: Any) -> None:
        """Run a statement with several sets of parameters."""
        await self._trip(operation, parameters, many=True)

    async def fetchall(self) -> Sequence[Any]:
        """Return the rows."""
        return self._rows

    async def close(self) -> None:
        """Do nothing: it is closed."""

    async def _trip(self, operation: str, parameters: Any, *, many: bool = False) -> None:
        go: Any = self._connection._execute
        await go(self._run, operation, parameters, many=many)

    def _run(self, operation: str, parameters: Any, *, many: bool) -> None:
        cursor = self._connection._conn.cursor()
        try:
            (cursor.executemany if many else cursor.execute)(operation, parameters)
            self.description, self.lastrowid = cursor.description, cursor.lastrowid
            self._rows = cursor.fetchall() if cursor.description else ()
            self.rowcount = cursor.rowcount
        finally:
            cursor.close()


class _Cursor(AsyncAdapt_aiosqlite_cursor):
    __slots__ = ()

    def _make_new_cursor(self, connection: Any) -> Any:
        return Statement(connection)

    def _aenter_cursor(self, cursor: Any) -> Any:
        return cursor


class _Connection(AsyncAdapt_aiosqlite_connection):
    __slots__ = ()
    _cursor_cls = _Cursor

    def rollback(self) -> None:
        if self._connection.in_transaction:  # the pool asks for it after every transaction, ended or not
            super().rollback()


class _Driver(AsyncAdapt_aiosqlite_dbapi):
    def connect(self, *where: Any, **how: Any) -> AsyncAdapt_aiosqlite_connection:
        opened = super().connect(*where, **how)
        return _Connection(self, opened._connection)


class Dialect(SQLiteDialect_aiosqlite):
    """SQLite through this driver."""

    driver = "one_trip"
    supports_statement_cache = True

    @classmethod
    def import_dbapi(cls) -> AsyncAdapt_aiosqlite_dbapi:
        """Return the driver."""
        return _Driver(__import__("aiosqlite"), __import__("sqlite3"))


registry.register("sqlite.one_trip", __name__, "Dialect")

"""The disk of the local Discord: JSON documents and file contents in one SQLite file."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

SCHEMA = """
CREATE TABLE IF NOT EXISTS documents (kind TEXT, id TEXT, body BLOB, PRIMARY KEY (kind, id));
CREATE TABLE IF NOT EXISTS files (id TEXT PRIMARY KEY, content BLOB);
"""


class Store:
    """Keeps every entity as one JSON document; each write is durable before the call returns."""

    def __init__(self, path: Path | None) -> None:
        self._db = sqlite3.connect(path or ":memory:", isolation_level=None)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")
        self._db.executescript(SCHEMA)

    def put(self, kind: str, key: str, document: Any) -> None:
        """Write one document, replacing an older one."""
        body = msgspec.json.encode(document)
        self._db.execute("INSERT OR REPLACE INTO documents VALUES (?, ?, ?)", (kind, key, body))

    def drop(self, kind: str, key: str) -> None:
        """Forget one document."""
        self._db.execute("DELETE FROM documents WHERE kind = ? AND id = ?", (kind, key))

    def load(self, kind: str, as_type: type[T]) -> list[T]:
        """Every document of a kind, oldest id first."""
        rows = self._db.execute("SELECT body FROM documents WHERE kind = ? ORDER BY length(id), id", (kind,)).fetchall()
        return [msgspec.json.decode(body, type=as_type) for (body,) in rows]

    def put_file(self, key: str, content: bytes) -> None:
        """Write the content of one file."""
        self._db.execute("INSERT OR REPLACE INTO files VALUES (?, ?)", (key, content))

    def file(self, key: str) -> bytes | None:
        """Return the content of one file, if it is there."""
        row = self._db.execute("SELECT content FROM files WHERE id = ?", (key,)).fetchone()
        return row[0] if row else None

    def drop_file(self, key: str) -> None:
        """Forget the content of one file."""
        self._db.execute("DELETE FROM files WHERE id = ?", (key,))

    def close(self) -> None:
        """Close the file."""
        self._db.close()

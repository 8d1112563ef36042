"""Logging: one JSON object a line, without secrets.

What is hidden in a game never gets into the log: no token, no secret of the dice, and not what a fault says of the
cards that it was about. Of an error the log tells the kind and the places in the program; its words only where they
come from those who never speak of cards.
"""

import json
import logging
import re
import sys
import traceback
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}

_KEYS = re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/\s\"\\]+")
"""The part of an address by which anybody could answer an interaction."""

SPEAKERS = ("bot", "discord", "aiohttp", "sqlalchemy", "asyncpg", "sqlite3")
"""Packages whose errors speak of connections, permissions and files, not of cards; the store hides its values."""


class JsonFormatter(logging.Formatter):
    """Writes a record, with whatever `extra` gave it, as one line of JSON; every secret is blotted out."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        super().__init__()
        self._secrets = [secret for secret in secrets if secret]

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: value for name, value in vars(record).items() if name not in _OWN}
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = described(record.exc_info[1])
        return self._blotted(json.dumps(line, ensure_ascii=False, default=str))

    def _blotted(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, "***")
        return _KEYS.sub(r"\1***", text)


def described(error: BaseException) -> str:
    """Return an error with its causes, the first of them first, and the places that it came through."""
    return "\n".join(_one(cause) for cause in reversed(list(_causes(error))))


def _causes(error: BaseException) -> Iterator[BaseException]:
    found: BaseException | None = error
    while found is not None:
        yield found
        found = found.__cause__ or (None if found.__suppress_context__ else found.__context__)


def _one(error: BaseException) -> str:
    places = [f"{Path(f.filename).name}:{f.lineno} {f.name}" for f in traceback.extract_tb(error.__traceback__)]
    kind = type(error)
    speaks = isinstance(error, OSError) or kind.__module__.partition(".")[0] in SPEAKERS
    return f"{kind.__name__}{f': {error}' if speaks else ''} ({' > '.join(places)})"


OUTSIDE = logging.WARNING
"""The level from which libraries are logged; what they say below it may hold the values of a database."""

PACKAGES = ("bot", "engine", "render")
"""Packages that are logged from the level that is set."""


def start_logging(level: str, secrets: Iterable[str] = (), stream: TextIO | None = None) -> None:
    """Send all logging of Herald from `level` upwards to `stream` (the standard error), replacing earlier handlers."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter(secrets))
    logging.basicConfig(level=max(OUTSIDE, getattr(logging, level.upper())), handlers=[handler], force=True)
    for package in PACKAGES:
        logging.getLogger(package).setLevel(level.upper())

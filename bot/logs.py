"""Logging: one JSON object a line, without secrets.

What is hidden in a game never gets into the log: no token, no secret of the dice, and not what a fault says of the
cards that it was about. Of an error the log tells the kind and the places in the program; its words only where they
come from those who never speak of cards.
"""

import contextlib
import json
import logging
import os
import re
import sys
import threading
import traceback
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import TextIO

logger = logging.getLogger(__name__)

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
        """Return the line; of a record that cannot be said, that there was one."""
        try:
            return self._blotted(json.dumps(self._line(record), ensure_ascii=False, default=str))
        except Exception as error:
            where = f"{record.pathname}:{record.lineno}"
            line = {"time": _time(record), "level": "error", "logger": __name__, "message": f"unsayable: {where}"}
            return json.dumps(line | {"error": type(error).__name__})

    def _line(self, record: logging.LogRecord) -> dict[str, object]:
        line: dict[str, object] = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: value for name, value in vars(record).items() if name not in _OWN}
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = described(record.exc_info[1])
        return line

    def _blotted(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, "***")
        return _KEYS.sub(r"\1***", text)


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


class JsonLines(logging.StreamHandler[TextIO]):
    """Writes lines of JSON and nothing else: a line that the stream cannot take is written in plain letters."""

    def handleError(self, record: logging.LogRecord) -> None:
        """Write a line again without what no stream takes; leave it out where not even that is possible."""
        with contextlib.suppress(Exception):
            self.stream.write(self.format(record).encode("ascii", "backslashreplace").decode() + self.terminator)
            self.flush()


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


TRACKER = "ignore:resource_tracker"
"""Python's tracker of shared memory, a process of its own, would tell of killed workers in words of its own."""


def start_logging(level: str, secrets: Iterable[str] = (), stream: TextIO | None = None) -> None:
    """Send all logging of Herald from `level` upwards to `stream` (the standard error), replacing earlier handlers.

    Python's warnings, and errors that nobody catches, go the same way.
    """
    handler = JsonLines(stream or sys.stderr)
    handler.setFormatter(JsonFormatter(secrets))
    logging.basicConfig(level=max(OUTSIDE, getattr(logging, level.upper())), handlers=[handler], force=True)
    for package in PACKAGES:
        logging.getLogger(package).setLevel(level.upper())
    logging.captureWarnings(capture=True)
    os.environ.setdefault("PYTHONWARNINGS", TRACKER)
    sys.excepthook = _uncaught
    threading.excepthook = lambda fault: _uncaught(fault.exc_type, fault.exc_value, fault.exc_traceback)
    sys.unraisablehook = lambda fault: _uncaught(fault.exc_type, fault.exc_value, fault.exc_traceback)


def _uncaught(kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
    found = (kind, error, trace) if error is not None else None
    logger.critical("nobody caught this", exc_info=found)

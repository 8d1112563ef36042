"""Logging: one JSON object a line, without secrets."""

import json
import logging
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TextIO

_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


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
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return self._blotted(json.dumps(line, ensure_ascii=False, default=str))

    def _blotted(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, "***")
        return text


QUIET = ("alembic", "discord")
"""Libraries of which only warnings are of interest."""


def start_logging(level: str, secrets: Iterable[str] = (), stream: TextIO | None = None) -> None:
    """Send all logging from `level` upwards to `stream` (the standard error), replacing earlier handlers."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter(secrets))
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for library in QUIET:
        logging.getLogger(library).setLevel(max(logging.WARNING, logging.getLogger().level))

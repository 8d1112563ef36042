"""Discord's ids: milliseconds since 2015 in the upper bits, so that an id tells its own time."""

from __future__ import annotations

import time
from datetime import UTC, datetime

EPOCH_MS = 1_420_070_400_000


class Snowflakes:
    """Hands out strictly rising ids of now, as strings."""

    def __init__(self) -> None:
        self._last = 0

    def next(self) -> str:
        """Return a new id, greater than every id handed out or noted before."""
        now = (int(time.time() * 1000) - EPOCH_MS) << 22
        self._last = max(self._last + 1, now)
        return str(self._last)

    def note(self, snowflake: str) -> None:
        """Remember an id that was given in an earlier life of this world."""
        self._last = max(self._last, int(snowflake))


def created_at(snowflake: str) -> datetime:
    """When an id was made, in UTC."""
    return datetime.fromtimestamp(((int(snowflake) >> 22) + EPOCH_MS) / 1000, UTC)


def timestamp(snowflake: str) -> str:
    """When an id was made, as Discord writes times."""
    return created_at(snowflake).isoformat()


def now() -> str:
    """Return the present time, as Discord writes times."""
    return datetime.now(UTC).isoformat()

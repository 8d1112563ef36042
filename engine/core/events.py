"""What happened, told to those who may know it."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from engine.core.actions import MASTER

_SEAT = re.compile(r"\{(-?[a-z0-9_]+)\}")


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened."""

    kind: str
    """What it is, a word of the game's own list."""

    text: str
    """A sentence in which seats stand as `{seat}`."""

    seats: tuple[str, ...] | None = None
    """Who hears of it: None for everybody, else these seats (and always the game master)."""

    subjects: tuple[str, ...] = ()
    """The ids that it is about, for the log's filters."""

    track: tuple[str, ...] = ()
    """The locations passed, in order, for arrows and rings on the map."""

    rule: str = ""
    """The id of the rule by which it happened; "" for none."""

    report: dict[str, Any] = {}
    """What a picture of its own shows of it, as the game puts it."""

    outcome: str = ""
    """How something came out that could have come out otherwise, in a few words that are the same each time, for
    counting over many games; "" for what could not."""

    def heard_by(self, viewer: str) -> bool:
        """Tell whether `viewer` (a seat, "" for the public, or the game master) may know of it."""
        return self.seats is None or viewer == MASTER or viewer in self.seats


def seats_in(text: str) -> list[str]:
    """Return the seats that a text of the engine names as `{seat}`."""
    return _SEAT.findall(text)


def name_seats(text: str, names: Mapping[str, str]) -> str:
    """Put players' names in place of `{seat}` in a text of the engine.

    >>> name_seats("{s1} attacks {s2}.", {"s1": "Ann", "s2": "Ben"})
    'Ann attacks Ben.'
    """
    return _SEAT.sub(lambda found: names.get(found.group(1), found.group(1)), text)

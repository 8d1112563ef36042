"""Events, and who may know of them."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from engine.core.actions import MASTER

_SEAT = re.compile(r"\{(-?[a-z0-9_]+)\}")


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened."""

    kind: str
    """Its kind, a word from the game's own list."""

    text: str
    """A sentence in which seats stand as `{seat}`."""

    seats: tuple[str, ...] | None = None
    """The seats that are told, besides the game master; None for everybody."""

    subjects: tuple[str, ...] = ()
    """The ids that it is about, for the log's filters."""

    track: tuple[str, ...] = ()
    """The locations passed, in order, for arrows and rings on the map."""

    rule: str = ""
    """The id of the rule by which it happened; "" for none."""

    report: dict[str, Any] = {}
    """The game's data for a picture of it."""

    outcome: str = ""
    """The outcome of something uncertain, in a few fixed words that can be counted over many games; "" if
    nothing was uncertain."""

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

"""TOML from users, such as positions and figures, read with limits, as it may contain anything."""

import tomllib
from typing import Any

from engine.core.errors import BadFile

LONGEST_TEXT = 1_000_000
"""Characters of the longest text that is read."""

LONGEST_LINE = 3_000
"""Characters of the longest line that is read: the time to read a line grows with its square, and no number on it has
more digits than Python prints."""


class NotToml(BadFile):
    """A text that is not TOML, or is too long; the message says why."""

    def __init__(self, why: str) -> None:
        super().__init__(f"This is not TOML: {why}.")


def parsed(text: str) -> dict[str, Any]:
    """Return the parsed text; raise NotToml if it is not TOML or is too long."""
    if len(text) > LONGEST_TEXT:
        raise NotToml(f"it is longer than {LONGEST_TEXT} characters")
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > LONGEST_LINE:
            raise NotToml(f"line {number} is longer than {LONGEST_LINE} characters")
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise NotToml("its brackets are nested too deeply") from error
    except ValueError as error:
        raise NotToml(str(error)) from error

"""Events with one figure altered, or one word: whoever judges them must notice."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from engine.core.events import Event
from engine.recount.judging import FIGURE

NAMED = re.compile(r"(Knight|Footman|Sergeant|Bowman|Risen \w+) $")
"""What stands before the number of a piece of War Lord, which is part of its name."""

WORDS = (
    (" hits (", " is parried ("),
    (" is parried (", " hits ("),
    ("is unhurt", "has one wound"),
    ("has one wound", "is felled"),
    (" hold the field", " lose the field"),
)
"""Words that say how something came out, with others."""

Place = tuple[str, ...]
"""Where in an event something was altered."""


def altered(event: Event) -> Iterator[tuple[Place, Event]]:
    """Yield an event once for each of its figures, with 1 more in that place, and for words that turn it round."""
    for found in FIGURE.finditer(event.text):
        if not NAMED.search(event.text[: found.start()]):
            sign = "+" if found[0].startswith("+") else ""
            text = f"{event.text[: found.start()]}{sign}{int(found[0]) + 1}{event.text[found.end() :]}"
            yield ("text",), msgspec.structs.replace(event, text=text)
    for path in _figures_in(event.report, ()):
        report = msgspec.json.decode(msgspec.json.encode(event.report))
        part = report
        for step in path[:-1]:
            part = part[step]
        part[path[-1]] += 1
        yield (
            tuple("#" if isinstance(step, int) else step for step in path),
            msgspec.structs.replace(event, report=report),
        )
    for word, other in WORDS:
        if word in event.text:
            yield (word,), msgspec.structs.replace(event, text=event.text.replace(word, other, 1))


def _figures_in(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Yield the paths to all figures of plain data."""
    if isinstance(value, int) and not isinstance(value, bool):
        yield path
    elif isinstance(value, dict | list | tuple):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _figures_in(part, (*path, key))

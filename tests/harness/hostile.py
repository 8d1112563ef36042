"""Plain data changed as nobody would change it who means well: what hostile files are made of."""

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any

NUMBERS = (0, 1, 2, 3, -1, 99, 10**6, 10**9, 2**31, 2**53, 2**63, -(2**63), 2**64, 2**64 + 1, 10**30, 10**4000)
FLOATS = (1.0, 0.5, -0.0, 1e308, float("inf"), float("nan"))
TEXTS = (
    "",
    " ",
    "x" * 20_000,
    "\ud800",
    "\x00",
    "{s1}",
    "s1",
    "master",
    "é" * 50,
    "ab" * 9_000,
    "[[1]]",
    "²",
    "٣",
    "\u202e",
)
NOTHING: tuple[Any, ...] = (None, True, False, [], {}, [[]], {"": ""})


def places(raw: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of plain data: what holds it, and its name or number in that."""
    items = raw.items() if isinstance(raw, dict) else enumerate(raw) if isinstance(raw, list) else ()
    for key, value in items:
        yield raw, key
        yield from places(value)


def anything(chance: Random) -> Any:
    """A value that stands nowhere."""
    kind = chance.randrange(6)
    if kind < 4:
        return chance.choice((NUMBERS, TEXTS, NOTHING, FLOATS)[kind])
    if kind == 4:
        return [chance.choice(NUMBERS) for _ in range(chance.choice((1, 3, 1000)))]
    deep: Any = 1
    for _ in range(chance.choice((3, 50, 400))):
        deep = [deep] if chance.random() < 0.5 else {"action": "overrule", "edit": deep}
    return deep


def changed(raw: Any, chance: Random) -> Any:
    """Return plain data with one to three changes: values replaced, exchanged, left out, doubled and blown up."""
    found = copy.deepcopy(raw)
    for _ in range(chance.choice((1, 1, 2, 3))):
        spots = list(places(found))
        if spots:
            _change(found, spots, chance)
    return found


def _change(raw: Any, spots: list[tuple[Any, Any]], chance: Random) -> None:
    near_the_top = [spot for spot in spots if spot[0] is raw]
    home, key = chance.choice(near_the_top if chance.random() < 0.3 else spots)
    other, place = chance.choice(spots)
    match chance.randrange(7):
        case 0 | 1 | 2:
            home[key] = anything(chance)
        case 3:
            home[key], other[place] = copy.deepcopy(other[place]), copy.deepcopy(home[key])
        case 4:
            del home[key]
        case 5:
            home[key] = _blown_up(home[key], chance)
        case 6 if isinstance(home, list):
            home.insert(chance.randrange(len(home) + 1), copy.deepcopy(home[key]))


def _blown_up(value: Any, chance: Random) -> Any:
    if isinstance(value, int):
        return value + chance.choice((1, -1, 2**64))
    return value * chance.choice((2, 40)) if isinstance(value, str | list) else [value]


def as_file(raw: Any, chance: Random) -> bytes:
    """Return plain data as the bytes of a JSON file, now and then with damage that no writer of JSON does."""
    text = json.dumps(raw)
    if chance.random() < 0.1:
        at = chance.randrange(len(text))
        text = text[:at] + chance.choice(("", '"', "[", "\\u", "9" * 5000, ',"seat":1', "1e999")) + text[at + 1 :]
    return text.encode("utf-16" if chance.random() < 0.02 else "utf-8")

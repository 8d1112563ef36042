"""Plain data: nested lists and mappings, the form that states and actions have outside the program."""

from collections.abc import Iterator, Mapping
from typing import Any


def strings_in(value: Any, *, keys: bool = False) -> Iterator[str]:
    """Yield every text in plain data; with `keys` those of mappings too."""
    found: list[str] = []
    _gather(value, keys, found)
    return iter(found)


def _gather(value: Any, keys: bool, found: list[str]) -> None:
    """Add every text in plain data to those that are `found`."""
    if isinstance(value, str):
        found.append(value)
    elif isinstance(value, dict):
        if keys:
            found += value
        for part in value.values():
            _gather(part, keys, found)
    elif isinstance(value, list | tuple):
        for part in value:
            _gather(part, keys, found)


def numbers_in(value: Any) -> Iterator[int]:
    """Yield every whole number in plain data."""
    if isinstance(value, int):
        yield value
    elif isinstance(value, dict):
        yield from numbers_in(list(value.values()))
    elif isinstance(value, list | tuple):
        for part in value:
            yield from numbers_in(part)


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """Return plain data with some texts replaced by others, in keys too."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [renamed(part, names) for part in value]
    if isinstance(value, dict):
        return {names.get(key, key): renamed(part, names) for key, part in value.items()}
    return value

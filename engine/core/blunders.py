"""Actions that somebody might try and the rules must judge: legal ones with one word changed."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from engine.core.actions import MASTER, Action
from engine.core.table import Table


def blunder(table: Table, action: Action, chance: Random) -> Action:
    """Return `action` with one of its words exchanged for another word of the game; it may still be legal."""
    fields = [name for name in action.__struct_fields__ if getattr(action, name)]
    if not fields:
        return action
    name = chance.choice(fields)
    value = getattr(action, name)
    changed = chance.choice(sorted(set(words(msgspec.to_builtins(table.view(MASTER))))))
    return msgspec.structs.replace(action, **{name: [*value[1:], changed] if isinstance(value, list) else changed})


def words(value: Any) -> Iterator[str]:
    """Yield every string in nested lists and mappings."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for part in value.values() if isinstance(value, dict) else value:
            yield from words(part)

"""Actions that somebody might try and the rules must judge: legal ones with one word changed."""

from random import Random

import msgspec

from engine.core.actions import MASTER, Action
from engine.core.data import strings_in
from engine.core.table import Table


def mutated(table: Table, action: Action, chance: Random) -> Action:
    """Return `action` with one of its words exchanged for another word of the game; it may still be legal."""
    fields = [name for name in action.__struct_fields__ if getattr(action, name)]
    if not fields:
        return action
    name = chance.choice(fields)
    value = getattr(action, name)
    changed = chance.choice(sorted(set(strings_in(msgspec.to_builtins(table.view(MASTER))))))
    return msgspec.structs.replace(action, **{name: [*value[1:], changed] if isinstance(value, list) else changed})

"""The game master's hand, led at random: edits of every kind, with any values that there are."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, Literal, get_args, get_origin

import msgspec

from bot.panels import edits
from engine.core.actions import MASTER, Action
from engine.core.data import strings_in
from engine.core.errors import Illegal
from engine.core.table import Table

NUMBERS = (*range(-1, 7), 12, 25, 100)
"""Numbers that somebody might write."""

TRIES = 8
"""How often somebody tries other values in an edit that is refused."""

LISTED = 6
"""Things that a list names at most."""

MOST = 3
"""Edits that are made one after the other at most."""


def edited(table: Table, chance: Random, done: list[Action]) -> None:
    """Make one edit or several at a table, and list them; each that is refused says why and changes nothing."""
    wanted = chance.randint(1, MOST)
    while len(done) < wanted and table.result is None:
        kind = chance.choice(table.rules.edits)
        for edit in (any_edit(table, kind, chance) for _ in range(TRIES)):
            if edit is not None:
                done.append(edit)
                if _taken(table, edit):
                    break
                done.pop()


def _taken(table: Table, edit: Action) -> bool:
    before = table.hash()
    try:
        table.act(MASTER, edit)
    except Illegal as refusal:
        assert refusal.reason[-1] in ".!?", refusal.reason
        assert table.hash() == before
        return False
    return True


def any_edit(table: Table, kind: type[Action], chance: Random) -> Action | None:
    """An edit of a kind with any values; None where they make none."""
    fields = [field for field in msgspec.structs.fields(kind) if field.required or chance.random() < 0.5]
    said = {field.name: _value(table, kind, field.name, field.type, chance) for field in fields}
    try:
        return msgspec.convert(said, type=kind)
    except msgspec.ValidationError:
        return None


def _value(table: Table, kind: type[Action], name: str, sort: Any, chance: Random) -> Any:
    """A value of a sort for a field of an edit."""
    parts = get_args(sort)
    if get_origin(sort) is Literal:
        return chance.choice(parts)
    if get_origin(sort) is list:
        return [_value(table, kind, name, parts[0], chance) for _ in range(chance.randint(0, LISTED))]
    if get_origin(sort) is dict:
        named = [_value(table, kind, name, parts[0], chance) for _ in range(chance.randint(0, 2))]
        return {one: chance.choice(NUMBERS) for one in named}
    if parts:
        return _value(table, kind, name, chance.choice(parts), chance)
    if sort in (bool, type(None)):
        return chance.random() < 0.5 if sort is bool else None
    if sort is int:
        return chance.choice(NUMBERS)
    if isinstance(sort, type) and issubclass(sort, msgspec.Struct):
        fields = msgspec.structs.fields(sort)
        return {field.name: _value(table, kind, field.name, field.type, chance) for field in fields}
    return chance.choice(_things(table, kind, name, chance))


def _things(table: Table, kind: type[Action], name: str, chance: Random) -> Sequence[str]:
    """What a field may name: mostly what belongs there, now and then any word of the game, or nothing."""
    words, sorted_words = _vocabulary(table, table.version)
    if chance.random() < 0.1:
        return sorted({"", *words, *strings_in(msgspec.to_builtins(table.view(MASTER)), keys=True)})
    known: Any = table.rules.editing.names(table.game, edits.blank(kind)).get(name, ())
    if name in edits.LOCATIONS:
        return [word for word in sorted_words if ":" in word] or sorted_words
    return sorted(known) or [word for word in sorted_words if ":" not in word]


@lru_cache(maxsize=1)
def _vocabulary(table: Table, version: int) -> tuple[Mapping[str, str], list[str]]:
    """Return the words of a table, and their ids in order."""
    words = table.rules.vocabulary(table.game)
    return words, sorted(words)

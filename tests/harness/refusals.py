"""Actions about anything at a table, from anybody: whatever is refused is refused by a rule."""

from collections.abc import Sequence
from random import Random
from typing import Any, get_origin

import msgspec
import pytest

from engine.core.actions import Action, tag_of
from engine.core.errors import Illegal
from engine.core.files.registry import registry
from engine.core.table import Table


def check_refusals(table: Table, seats: Sequence[str], words: Sequence[str], chance: Random) -> None:
    """Check that every refusal has a reason and the id of a rule, also where its kind is not offered at all."""
    known = registry(table.rules.name)
    for seat in seats:
        for kind in table.rules.actions:
            action = _invented(kind, words, chance)
            refused = table.objection(seat, action)
            if refused is not None:
                assert refused.rule in known, (seat, action, str(refused))
                assert "is not possible" not in refused.reason
            if tag_of(action) not in {offer.tag for offer in table.offers(seat)}:
                assert refused is not None, (seat, action)
                with pytest.raises(Illegal) as unknown:
                    table.offer(seat, tag_of(action))
                assert unknown.value.rule in known


def _invented(kind: type[Action], words: Sequence[str], chance: Random) -> Action:
    """Return an action of a kind about anything that has a name at a table."""
    raw: dict[str, Any] = {}
    for field in msgspec.structs.fields(kind):
        many = get_origin(field.type) is list
        raw[field.name] = chance.sample(words, chance.randrange(3)) if many else chance.choice(words)
    return msgspec.convert(raw, kind)

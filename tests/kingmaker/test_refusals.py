"""Whatever is refused is refused with a reason and the id of a rule, also where its kind is not offered at all."""

from random import Random
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest

from engine.core.actions import Action, tag_of
from engine.core.data import strings_in
from engine.core.errors import Illegal
from engine.core.players import Seated
from engine.core.registry import registry
from engine.core.table import Table
from engine.kingmaker.rules import RULES

RULE_IDS = set(registry("kingmaker"))


def invented(kind: type[Action], words: list[str], chance: Random) -> Action:
    """An action of a kind about anything that has a name at this table."""
    return msgspec.convert({f.name: _value(f.type, words, chance) for f in msgspec.structs.fields(kind)}, kind)


def _value(kind: Any, words: list[str], chance: Random) -> Any:
    if get_origin(kind) is Literal:
        return chance.choice(get_args(kind))
    if get_origin(kind) is list:
        return [_value(get_args(kind)[0], words, chance)]
    return chance.randrange(9) if kind is int else chance.choice(words)


@pytest.mark.parametrize("variant", list(RULES.variants))
def test_what_is_not_offered_is_refused_with_a_rule(variant: str) -> None:
    table = Table.new(RULES, variant, ["ann", "ben", "cat"], RULES.options(variant, {}), bytes(32))
    chance, player = Random(7), Seated(RULES.players()["fickle"], 3)
    tried = 0
    for number in range(120):
        if number % 10 == 0:
            words = sorted(
                set(strings_in(msgspec.to_builtins(table.view("master")))) | set(RULES.vocabulary(table.game))
            )
            for seat in table.seats:
                tried += sum(_check(table, seat, kind, words, chance) for kind in RULES.actions)
        asked = table.requests()[0].seat
        table.act(asked, player.choose(table, asked))
        if table.result is not None:
            break
    assert tried > 500


def _check(table: Table, seat: str, kind: type[Action], words: list[str], chance: Random) -> bool:
    """See that a kind which is not offered is refused with a reason, named alone and with what it is about."""
    if tag_of(kind) in {offer.tag for offer in table.offers(seat)}:
        return False
    with pytest.raises(Illegal) as alone:
        table.offer(seat, tag_of(kind))
    meant = table.objection(seat, invented(kind, words, chance))
    for refusal in (alone.value, meant):
        assert refusal is not None and refusal.rule in RULE_IDS, (seat, kind, str(refusal))
        assert "is not possible" not in refusal.reason
    return True

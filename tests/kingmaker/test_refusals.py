"""Whatever is refused is refused with a reason and the id of a rule, also where its kind is not offered at all."""

from random import Random
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest

from engine.core.actions import Action, tag_of
from engine.core.errors import Illegal
from engine.core.players import Seated
from engine.core.registry import registry
from engine.core.table import Table
from engine.kingmaker.refusals import refusals
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


def test_every_kind_of_action_has_a_reason() -> None:
    assert set(RULES.actions) == refusals.ORDERS.keys() | refusals.REASONS.keys()


def walk(variant: str, seed: int, length: int, every: int) -> int:
    """Play at random and check on the way; return how many refusals were looked at."""
    table = Table.new(RULES, variant, ["ann", "ben", "cat"], RULES.options(variant, {}), seed.to_bytes(32))
    chance, player = Random(seed), Seated(RULES.players()["fickle"], seed)
    looked_at = 0
    for number in range(length):
        if number % every == 0:
            words = sorted(RULES.vocabulary(table.game))
            looked_at += sum(_check_seat(table, seat, words, chance) for seat in table.seats)
        asked = table.requests()[0].seat
        table.act(asked, player.choose(table, asked))
        if table.result is not None:
            break
    return looked_at


def _check_seat(table: Table, seat: str, words: list[str], chance: Random) -> int:
    """See that a seat is told why for each kind that it is not offered, the same in every world that it could be in."""
    before, offered = table.snapshot(), {offer.tag for offer in table.offers(seat)}
    closed = [kind for kind in RULES.actions if tag_of(kind) not in offered]
    meant = [invented(kind, words, chance) for kind in closed]
    told = said(table, seat, closed, meant)
    for action, refusal in zip([*closed, *meant], told, strict=True):
        assert refusal is not None and refusal.rule in RULE_IDS, (seat, action, str(refusal))
        assert refusal.reason.endswith(".") and "is not possible" not in refusal.reason
    elsewhere = said(table.world(seat, chance.randrange(1000)), seat, closed, meant)
    for action, here, there in zip([*closed, *meant], told, elsewhere, strict=True):
        assert str(here) == str(there), (seat, action)
    assert RULES.encode(table.game.state) == before == table.snapshot()
    return len(told)


def said(table: Table, seat: str, closed: list[type[Action]], meant: list[Action]) -> list[Illegal | None]:
    """What a table says to kinds of action that are named alone, and to actions."""
    return [*(alone(table, seat, kind) for kind in closed), *(table.objection(seat, action) for action in meant)]


def alone(table: Table, seat: str, kind: type[Action]) -> Illegal:
    """What a table says to a kind of action that it does not offer."""
    with pytest.raises(Illegal) as refused:
        table.offer(seat, tag_of(kind))
    return refused.value


@pytest.mark.parametrize("variant", list(RULES.variants))
def test_what_is_not_offered_is_refused_with_a_rule(variant: str) -> None:
    assert walk(variant, seed=7, length=120, every=12) > 1000

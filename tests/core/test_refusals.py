"""The gate refuses what is not offered with the reason that the rules have for it, if they have one."""

import pytest

from engine.core.actions import Action
from engine.core.errors import Illegal
from engine.core.table import Table
from tests.referee.relay import Advance, Pledge, Relay, RelayRules, Rest


class Reasoned(RelayRules):
    """The race with a reason for everything that is no pledge."""

    def objection(self, game: Relay, seat: str, kind: type[Action], action: Action | None) -> Illegal | None:
        """Say why nobody can run yet."""
        return Illegal(f"Nobody can {kind.__name__.lower()} before the start.", "RELAY-4") if kind is not Rest else None


def opened(rules: RelayRules) -> Table:
    return Table.new(rules, "g", ["ann", "ben"], {"goal": 30}, b"reasons".ljust(32, b"."))


def test_a_refusal_gives_the_reason_of_the_rules_and_what_can_be_done() -> None:
    table = opened(Reasoned())
    label = table.requests()[0].offers[0].label
    with pytest.raises(Illegal) as refused:
        table.act("ann", Advance(1))
    assert refused.value.reason == f"Nobody can advance before the start. You can: {label}."
    assert refused.value.rule == "RELAY-4"
    with pytest.raises(Illegal, match="Nobody can advance") as refused:
        table.offer("ann", "advance")
    assert refused.value.rule == "RELAY-4"


def test_who_is_asked_for_nothing_hears_the_reason_alone() -> None:
    table = opened(Reasoned())
    seat = table.requests()[0].seat
    offer = table.requests()[0].offers[0]
    assert offer.action is Pledge
    table.act(seat, table.default(seat))
    assert table.request(seat) is None
    with pytest.raises(Illegal) as refused:
        table.act(seat, Advance(1))
    assert refused.value.reason == "Nobody can advance before the start."


def test_without_a_reason_the_table_says_what_is_asked() -> None:
    table = opened(Reasoned())
    with pytest.raises(Illegal, match="'rest' is not possible now"):
        table.act("ann", Rest())
    with pytest.raises(Illegal, match="'fly' is not possible now"):
        table.offer("ann", "fly")

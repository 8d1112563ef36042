"""The gate refuses what is not offered with the reason that the rules have for it, if they have one."""

import pytest

from engine.core.actions import MASTER, Action
from engine.core.errors import Illegal, allows, caught
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


def test_a_refusal_is_put_into_words_once_and_only_for_who_reads_it() -> None:
    read = []

    def words() -> str:
        read.append("read")
        return "The race is over."

    def check() -> None:
        raise Illegal(words, "RELAY-2")

    assert not allows(check) and not read
    refusal = caught(check)
    assert refusal is not None and not read
    assert (refusal.reason, str(refusal)) == ("The race is over.", "The race is over. [RELAY-2]")
    assert read == ["read"]


class Slippery(RelayRules):
    """The race in which an edit is refused after it has changed something."""

    def edit(self, game: Relay, action: Action, *, told: bool = False) -> None:
        """Change the goal, and find then that it cannot be so."""
        game.state.draws = 99
        raise Illegal(lambda: f"{game.state.draws} numbers are too many.")


def test_a_refusal_speaks_of_the_state_that_has_refused() -> None:
    table = opened(Slippery())
    with pytest.raises(Illegal) as refused:
        table.act(MASTER, Rest())
    assert refused.value.reason == "99 numbers are too many."
    assert table.game.state.draws != 99

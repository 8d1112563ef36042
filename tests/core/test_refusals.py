"""The gate refuses what is not offered with the reason that the rules have for it, if they have one."""

import pytest

from engine.core.actions import MASTER, Action
from engine.core.editing.edits import Edits
from engine.core.errors import DeadEnd, Illegal, allows, caught
from engine.core.parts import Offering
from engine.core.table import Table
from tests.referee.relay import Advance, Pledge, Relay, RelayRules, Rest, relay

KEY = b"reasons".ljust(32, b".")


def why_not_yet(game: Relay, seat: str, kind: type[Action], action: Action | None) -> Illegal | None:
    """Say why nobody can run yet; there is no reason for a rest."""
    return Illegal(f"Nobody can {kind.__name__.lower()} before the start.", "RELAY-4") if kind is not Rest else None


def reasoned() -> RelayRules:
    """Return the race with a reason for everything that is no pledge."""
    return relay(offering=Offering(refusals=(Rest,), objection=why_not_yet))


def opened(rules: RelayRules) -> Table:
    return Table.new(rules, "g", ["ann", "ben"], {"goal": 30}, KEY)


def test_a_refusal_gives_the_reason_of_the_rules_and_what_can_be_done() -> None:
    table = opened(reasoned())
    label = table.requests()[0].offers[0].label
    with pytest.raises(Illegal) as refused:
        table.act("ann", Advance("walk"))
    assert refused.value.reason == f"Nobody can advance before the start. You can: {label}."
    assert refused.value.rule == "RELAY-4"
    with pytest.raises(Illegal, match="Nobody can advance") as refused:
        table.offer("ann", "advance")
    assert refused.value.rule == "RELAY-4"


def test_who_is_asked_for_nothing_hears_the_reason_alone() -> None:
    table = opened(reasoned())
    seat = table.requests()[0].seat
    offer = table.requests()[0].offers[0]
    assert offer.action is Pledge
    table.act(seat, table.default(seat))
    assert table.request(seat) is None
    with pytest.raises(Illegal) as refused:
        table.act(seat, Advance("walk"))
    assert refused.value.reason == "Nobody can advance before the start."


def test_without_a_reason_the_table_says_what_is_asked() -> None:
    table = opened(reasoned())
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


class Slip(Action, frozen=True):
    """An edit that is refused after it has changed something."""


def slip(game: Relay, edit: Slip) -> None:
    """Change the goal, and find then that it cannot be so."""
    game.state.draws = 99
    raise Illegal(lambda: f"{game.state.draws} numbers are too many.")


def test_a_refusal_speaks_of_the_state_that_has_refused() -> None:
    table = opened(relay(editing=Edits({Slip: slip})))
    with pytest.raises(Illegal) as refused:
        table.act(MASTER, Slip())
    assert refused.value.reason == "99 numbers are too many."
    assert table.game.state.draws != 99


def test_nobody_is_asked_for_what_he_need_not_decide() -> None:
    table = opened(relay())
    table.act("ann", Pledge())
    for ask in (table.asked, table.default):
        with pytest.raises(Illegal, match=r"The game is not waiting for \{ann\}\."):
            ask("ann")
    assert table.asked("ben").decision == "PLEDGE"


def test_when_the_game_is_over_nothing_is_offered_and_the_rule_that_ended_it_is_named() -> None:
    table = opened(relay())
    table.game.finish(["ann"], "Ann has won.", "RELAY-9")
    for refuse in (lambda: table.offer("ann", "advance"), lambda: table.act("ann", Pledge())):
        with pytest.raises(Illegal, match="The game is over") as refused:
            refuse()
        assert refused.value.rule == "RELAY-9"


def test_whoever_is_waited_for_is_named_but_not_the_game_master() -> None:
    rules = relay()
    table = Table.new(rules, "g", ["ann", "ben"], rules.options("base", {"daylight": 8}), KEY)
    for seat in ("ann", "ben"):
        table.act(seat, Pledge())
    assert [request.seat for request in table.requests()][1:] == [MASTER]
    runner = table.requests()[0].seat
    other = next(seat for seat in table.seats if seat != runner)
    with pytest.raises(Illegal) as refused:
        table.offer(other, "fly")
    assert refused.value.reason == f"'fly' is not possible for you now; the game waits for {{{runner}}}."


def test_a_table_at_which_nobody_can_do_anything_is_a_dead_end() -> None:
    table = opened(relay())
    table.game.state.steps.clear()
    with pytest.raises(DeadEnd, match="nobody has anything to decide"):
        table.begin()
    table.careful = False
    assert table.begin().version == 1
    with pytest.raises(Illegal, match="the game waits for nobody"):
        table.offer("ann", "fly")


def test_what_is_no_edit_is_refused_as_such() -> None:
    table = opened(relay())
    with pytest.raises(Illegal, match=r"This is not one of the game master's edits\."):
        table.act(MASTER, Rest())

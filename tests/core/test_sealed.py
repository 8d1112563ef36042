"""Secret decisions of several seats at the same time, as High Card has them."""

import pytest
from msgspec import structs

from engine.core.actions import MASTER, Choice, Field, Offer, Pass
from engine.core.editing.edits import Drop
from engine.core.errors import Illegal
from engine.core.events import Event
from engine.core.sealed import ParallelSteps
from engine.core.steps import AnyStep, Step
from engine.core.table import Outcome, Table
from tests.core.toy.rules import RULES, Deal, Play, Trick
from tests.harness import as_kind

KEY = b"sealed".ljust(32, b".")


@pytest.fixture
def table() -> Table:
    """Three players with five cards each."""
    return Table.new(RULES, "g", ["ann", "ben", "cat"], RULES.options("high", {}), KEY)


def hand(table: Table, seat: str) -> list[str]:
    """The cards of a seat."""
    return list(table.game.state.hands[seat])


def heard(outcome: Outcome, viewer: str) -> list[Event]:
    """What somebody hears of an action."""
    return [event for event in outcome.events if event.heard_by(viewer)]


def test_everybody_is_asked_at_the_same_time_until_all_have_answered(table: Table) -> None:
    assert [(request.seat, request.together, request.secret) for request in table.requests()] == [
        ("ann", True, True),
        ("ben", True, True),
        ("cat", True, True),
    ]
    table.act("ben", Play(hand(table, "ben")[0]))
    assert [request.seat for request in table.requests()] == ["ann", "cat"]
    assert not table.game.state.played
    table.act("cat", Play(hand(table, "cat")[0]))
    told = table.act("ann", Play(hand(table, "ann")[0])).events
    assert len(table.game.state.played) == 3 and [event.kind for event in told][-1] == "trick"
    assert [request.seat for request in table.requests()] == ["ann", "ben", "cat"]


def test_others_hear_that_somebody_has_answered_and_not_what(table: Table) -> None:
    first, second, *_ = hand(table, "ann")
    one, other = table, Table.restore(RULES, table.snapshot(), KEY)
    mine, yours = one.act("ann", Play(first)), other.act("ann", Play(second))
    for bystander in ("ben", ""):
        assert heard(mine, bystander) == heard(yours, bystander) != []
        assert one.view(bystander) == other.view(bystander)
    assert heard(mine, "ann") != heard(yours, "ann")


def test_an_answer_can_be_changed_unheard_until_the_last_one_is_in(table: Table) -> None:
    first, second, *_ = hand(table, "ann")
    table.act("ann", Play(first))
    assert [offer.tag for offer in table.offers("ann")] == ["play"]
    assert heard(table.act("ann", Play(second)), "ben") == []
    table.act("ben", Play(hand(table, "ben")[0]))
    table.act("cat", Play(hand(table, "cat")[0]))
    assert second in table.game.state.played and first in hand(table, "ann")


@pytest.mark.parametrize(("action", "says"), [(Play("card_99"), "cannot be chosen"), (Pass(), "not possible")])
def test_only_what_is_offered_is_taken(table: Table, action: Play | Pass, says: str) -> None:
    with pytest.raises(Illegal, match=says):
        table.act("ann", action)


def test_who_has_left_is_not_waited_for(table: Table) -> None:
    table.act("ann", Play(hand(table, "ann")[0]))
    table.act("cat", Play(hand(table, "cat")[0]))
    table.act(MASTER, Drop("ben"))
    assert len(table.game.state.played) == 7 and sum(table.game.state.tricks.values()) == 1


def test_a_stamp_changes_with_the_choices_and_not_with_the_answers_of_others(table: Table) -> None:
    before = table.stamp("ann")
    table.act("ben", Play(hand(table, "ben")[0]))
    assert table.stamp("ann") == before
    table.act(MASTER, Deal(hand(table, "cat")[0], "ann"))
    assert table.stamp("ann") != before


def test_a_stamp_changes_with_answers_that_a_button_fills_in_by_itself(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stamp(second: str) -> str:
        fields = (Field("a", "?", lambda _: [Choice("1", "1")]), Field("b", "?", lambda _: [Choice(second, second)]))
        offer = Offer(Play, "Play", fields, reversible=True)
        monkeypatch.setattr(table, "_requests", (table.version, [structs.replace(asked, offers=(offer,))]))
        return table.stamp("ann")

    asked = next(request for request in table.requests() if request.seat == "ann")
    assert stamp("2") == stamp("2") != stamp("3")


def test_an_answer_that_an_edit_has_made_impossible_is_asked_for_again(table: Table) -> None:
    card = hand(table, "ann")[0]
    table.act("ann", Play(card))
    told = table.act(MASTER, Deal(card, "ben")).events
    assert [request.seat for request in table.requests()] == ["ann", "ben", "cat"]
    assert [event.text for event in told if event.seats is None] == ["The game master: deal a card, {ben}."]
    assert any(f"deal {card.removeprefix('card_')}," in event.text for event in told if event.seats == ("ben",))


def test_answers_of_others_are_dealt_anew_with_their_hands(table: Table) -> None:
    table.act("ann", Play(hand(table, "ann")[0]))
    answers = set()
    for seed in range(30):
        world = table.world("ben", seed)
        answer = as_kind(Play, as_kind(Trick, world.game.top).answers["ann"])
        assert answer.card in hand(world, "ann") and hand(world, "ben") == hand(table, "ben")
        answers.add(answer.card)
    assert len(answers) > 10


class Open(Step):
    """A step beside which anything may be done at any time."""


class Shut(Step):
    """A step that locks."""

    locked = True


class Locked(ParallelSteps):
    """ParallelSteps that lock whatever lies in them."""

    locked = True


def test_lanes_lock_by_themselves_or_where_a_step_of_one_does(table: Table) -> None:
    ann: dict[str, list[AnyStep]] = {"ann": [Open()]}
    ben: dict[str, list[AnyStep]] = {"ben": [Open(), Shut()]}
    assert not ParallelSteps(ann).locks(table.game)
    assert ParallelSteps(ann | ben).locks(table.game)
    assert Locked(ann).locks(table.game)

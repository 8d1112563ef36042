"""What a plan may wait for in Warriors of God, each thing when it holds and when it does not."""

from typing import Any

import pytest

from engine.core.actions import Offer
from engine.core.orders import Entry, Plan, Term, choose
from engine.core.table import Table
from engine.warriors.battles.retreat import Stay
from engine.warriors.battles.siege import StandSiege
from engine.warriors.edits import Goto, SetControl, SetImpulses, Station
from tests.harness.rows import rows
from tests.warriors.tables import table

MOVE = {"action": "move", "leaders": ["edward_iii"], "to": "normandy"}
STAY = {"action": "stay"}


def answers(opened: Table, seat: str, decision: str, action: dict[str, Any], condition: str, **said: str) -> bool:
    """Whether a plan with this condition answers now."""
    plan = Plan(decision, (Entry(action=action, terms=(Term(condition, said),)),))
    return choose(opened, seat, plan).action is not None


def crossing(*others: Station | SetControl) -> Table:
    return table(Station("edward_iii", "england"), SetImpulses(3, 2, "english"), *others)


@rows(
    "others, holds",
    [
        ((), True),
        ((Station("talbot", "normandy"),), True),
        ((Station("dunois", "normandy"),), False),
        ((Station("talbot", "normandy"), Station("dunois", "normandy")), False),
        ((Station("dunois", "anjou"),), True),
    ],
)
def test_a_move_waits_while_enemies_stand_there(others: tuple[Station, ...], holds: bool) -> None:
    opened = crossing(*others)
    assert answers(opened, "ann", "D-02", MOVE, "unopposed") is holds
    assert answers(opened, "ann", "D-02", MOVE, "empty", area="normandy") is holds


@pytest.mark.parametrize(
    ("side", "own", "nobody"), [("english", True, False), (None, False, True), ("french", False, False)]
)
def test_a_move_waits_for_control(side: Any, own: bool, nobody: bool) -> None:
    opened = crossing(SetControl(["anjou"], side))
    assert answers(opened, "ann", "D-02", MOVE, "controlled", area="anjou", who="own") is own
    assert answers(opened, "ann", "D-02", MOVE, "controlled", area="anjou", who="nobody") is nobody


def test_a_move_waits_for_a_leader_to_stand_somewhere() -> None:
    opened = crossing(Station("dunois", "berry"))
    assert answers(opened, "ann", "D-02", MOVE, "stands", who="dunois", where="berry")
    assert not answers(opened, "ann", "D-02", MOVE, "stands", who="dunois", where="anjou")
    assert not answers(opened, "ann", "D-02", MOVE, "stands", who="edward_iii", where="berry")


@rows("number, holds", [("4", True), ("5", True), ("6", False)])
@rows("action", ["stand_siege", "give_battle"])
def test_a_siege_is_stood_from_a_number_on(action: str, number: str, holds: bool) -> None:
    """Anjou counts 2, three more, and both are equally brave: siege number 5."""
    stand = (Station("dunois", "anjou"), Station("salisbury", "anjou"))
    opened = table(*stand, SetControl(["anjou"], "french"), Goto("battles"))
    assert answers(opened, "ben", "D-05", {"action": action}, "siege", number=number) is holds


@pytest.mark.parametrize(("percent", "weak"), [("75", False), ("100", True), ("50", False)])
def test_who_is_weak_and_who_is_strong(percent: str, weak: bool) -> None:
    """Philippe VI has three of strength, Henry VI four: 75 percent."""
    fighting = (Station("philippe_vi", "anjou", {"infantry": 2}), Station("henry_vi", "anjou", {"infantry": 3}))
    opened = table(*fighting, Station("talbot", "wales"), Station("la_hire", "gascony"))
    opened.game.dice.force(6, [1] * 20)
    opened.act("master", Goto("battles"))
    assert answers(opened, "ben", "D-08", STAY, "weak", percent=percent) is weak
    assert answers(opened, "ben", "D-08", STAY, "strong", percent=percent) is not weak


@pytest.mark.parametrize(("chance", "losing"), [("40", False), ("50", True)])
def test_who_is_likely_to_win(chance: str, losing: bool) -> None:
    """Two lone leaders, equally brave: each wins with 5 of 11, 45 percent, and with 1 of 11 nobody does."""
    fighting = (Station("john_chandos", "anjou"), Station("jean_ii", "anjou"), SetControl(["anjou"], "french"))
    opened = table(*fighting, Goto("battles"))
    stand = {"action": "stand_siege"}
    assert answers(opened, "ben", "D-05", stand, "losing", chance=chance) is losing
    assert answers(opened, "ben", "D-05", stand, "winning", chance=chance) is not losing
    opened.game.dice.force(6, [1, 1])
    opened.act("ben", opened.rules.codec.decode_action({"action": "give_battle"}))
    assert answers(opened, "ben", "D-08", STAY, "losing", chance=chance) is losing
    assert answers(opened, "ben", "D-08", STAY, "winning", chance=chance) is not losing


@rows("condition", ["weak", "strong", "losing", "winning"])
def test_without_a_battle_nothing_is_known_of_its_end(condition: str) -> None:
    peace = table(Station("talbot", "wales"), Station("la_hire", "gascony"))
    found = {one.id: one for one in peace.rules.plans.conditions(peace.game, "ben", Offer(Stay, "Stay and fight"))}
    assert not found[condition].holds(peace.view("ben"), {}, {"percent": "100", "chance": "50"})


def test_conditions_are_offered_where_they_mean_something() -> None:
    """Of a move, a siege and a retreat each has its own; the board may be asked about with all of them."""
    opened = table(
        *(Station("philippe_vi", "anjou"), Station("talbot", "anjou"), Station("edward_iii", "england")),
        SetControl(["anjou"], "french"),
    )
    board = ["empty", "controlled", "stands"]
    assert offered(opened, "ann", "move") == ["unopposed", *board]
    assert offered(opened, "ann", "pass") == board
    opened.act("master", Goto("battles"))
    assert offered(opened, "ben", "stand_siege") == ["siege", "losing", "winning", *board]
    opened.game.dice.force(6, [1] * 20)
    opened.act("ben", opened.rules.codec.decode_action({"action": "give_battle"}))
    assert offered(opened, "ben", "stay") == ["losing", "winning", "weak", "strong", *board]


def offered(opened: Table, seat: str, tag: str) -> list[str]:
    """The conditions of an offer, in their order."""
    return [one.id for one in opened.rules.plans.conditions(opened.game, seat, opened.offer(seat, tag))]


def test_what_can_be_said_of_a_battle() -> None:
    opened = table(Station("talbot", "wales"), Station("la_hire", "gascony"))
    offers = (Offer(StandSiege, "Be besieged"), Offer(Stay, "Stay and fight"))
    found = {one.id: one for offer in offers for one in opened.rules.plans.conditions(opened.game, "ben", offer)}
    said = {
        leader_id: [choice.value for choice in found[leader_id].fields[0].choices({})]
        for leader_id in ("siege", "weak", "losing")
    }
    assert said["siege"] == [str(number) for number in range(1, 9)]
    assert said["weak"] == ["50", "75", "100", "125", "150", "25"]
    assert sorted(said["losing"]) == [str(number) for number in range(10, 100, 10)]


def test_neutral_land_is_controlled_by_nobody_for_ever_and_no_condition() -> None:
    opened = crossing(Station("dunois", "berry"))
    found = {one.id: one for one in opened.rules.plans.conditions(opened.game, "ann", opened.offer("ann", "move"))}
    areas = [choice.value for choice in found["controlled"].fields[0].choices({})]
    assert "anjou" in areas and "ireland" not in areas
    where = [choice.value for choice in found["stands"].fields[1].choices({"who": "dunois"})]
    assert where[0] == "berry" and len(where) == len(set(where)) == 27
    who = [choice.value for choice in found["stands"].fields[0].choices({})]
    assert sorted(who) == ["dunois", "edward_iii"]

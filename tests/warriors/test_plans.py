"""Impulses and battles that are planned ahead (rules 10)."""

import pytest

from engine.core.orders import Entry, Plan, Term, choose, foreseen
from engine.core.table import Table
from engine.warriors.edits import Goto, SetControl, SetImpulses, Station
from engine.warriors.impulses.impulses import Move
from tests.warriors.tables import table

TO_NORMANDY = Entry(action={"action": "move", "leaders": ["edward_iii"], "to": "normandy"})
TO_ANJOU = Entry(action={"action": "move", "leaders": ["edward_iii"], "to": "anjou"})
WHILE_EMPTY = Entry(action=TO_NORMANDY.action, terms=(Term("empty", {"area": "normandy"}),))


def crossing(*, queue: bool = True) -> Table:
    return table(
        Station("edward_iii", "england"),
        Station("talbot", "wales"),
        Station("philippe_vi", "picardy"),
        SetImpulses(3, 2, "english"),
        impulse_queue=queue,
    )


@pytest.mark.rule("WOG-14.12")
def test_a_queue_of_impulses_answers_in_order_and_drops_what_has_become_impossible() -> None:
    opened = crossing()
    queue = Plan("D-02", (TO_NORMANDY, TO_ANJOU))
    chosen = choose(opened, "ann", queue)
    assert (chosen.action, chosen.place) == (Move(["edward_iii"], "normandy"), 0)
    opened.act("ann", Move(["edward_iii"], "normandy"))
    opened.act("ben", Move(["philippe_vi"], "normandy"))
    chosen = choose(opened, "ann", Plan("D-02", (TO_ANJOU,)))
    assert chosen.action is None
    assert chosen.why[0].impossible and "WOG-2.10" in chosen.why[0].text


@pytest.mark.rule("WOG-14.12")
def test_an_impulse_waits_for_an_empty_area() -> None:
    opened = crossing()
    assert choose(opened, "ann", Plan("D-02", (WHILE_EMPTY,))).action == Move(["edward_iii"], "normandy")
    met = table(Station("edward_iii", "england"), Station("philippe_vi", "normandy"), SetImpulses(3, 2, "english"))
    chosen = choose(met, "ann", Plan("D-02", (WHILE_EMPTY,)))
    assert chosen.action is None and not chosen.why[0].impossible


@pytest.mark.rule("WOG-14.12")
def test_the_other_side_plans_during_an_impulse_unless_the_table_does_without() -> None:
    ahead = foreseen(crossing(), "ben", "D-02")
    assert ahead is not None and ahead.asked("ben").decision == "D-02"
    assert foreseen(crossing(queue=False), "ben", "D-02") is None


def besieged(value: str) -> Plan:
    return Plan("D-05", (Entry(action={"action": "stand_siege"}, terms=(Term("siege", {"number": value}),)),))


@pytest.mark.rule("WOG-14.6")
def test_a_plan_is_besieged_from_a_siege_number_on() -> None:
    opened = table(
        Station("dunois", "anjou"),
        Station("salisbury", "anjou"),
        SetControl(["anjou"], "french"),
        Goto("battles"),
    )
    assert choose(opened, "ben", besieged("5")).action is not None
    assert choose(opened, "ben", besieged("6")).action is None


def test_a_plan_retreats_below_a_part_of_the_enemys_strength() -> None:
    opened = table(Station("philippe_vi", "anjou", {"infantry": 2}), Station("henry_vi", "anjou", {"infantry": 6}))
    opened.game.dice.force(6, [1] * 20)
    opened.act("master", Goto("battles"))
    away = {"action": "retreat", "to": "poitou"}
    weak = [Plan("D-08", (Entry(action=away, terms=(Term("weak", {"percent": n}),)),)) for n in ("50", "25")]
    assert opened.asked("ben").decision == "D-08"
    assert [choose(opened, "ben", plan).action is None for plan in weak] == [False, True]


def test_a_plan_that_cannot_be_done_is_told_with_names_in_place_of_ids() -> None:
    opened = table(Station("philippe_vi", "anjou", {"infantry": 2}), Station("henry_vi", "anjou", {"infantry": 6}))
    opened.game.dice.force(6, [1] * 20)
    opened.act("master", SetControl(["poitou"], "english"))
    opened.act("master", Goto("battles"))
    chosen = choose(opened, "ben", Plan("D-08", (Entry(action={"action": "retreat", "to": "poitou"}),)))
    assert chosen.action is None and "Poitou" in chosen.why[0].text and "'poitou'" not in chosen.why[0].text

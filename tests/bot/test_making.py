"""An entry of a plan in the making: its questions, open ends, numbers up to which one goes, and conditions."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from bot.panels.planning import making
from bot.panels.planning.entry import Desk, answers_panel
from bot.panels.planning.making import Making
from engine.core import orders
from engine.core.actions import Offer
from engine.core.errors import Illegal
from engine.core.orders import Entry, Plan, Term
from engine.core.table import Table
from engine.games import GAMES
from engine.lancaster.edits import SetGoods, Stand
from engine.lancaster.placing.knights import Place
from tests.harness.rows import rows
from tests.lancaster.tables import table


@pytest.fixture
def world() -> Table:
    """What Cat would be asked if it were her turn to place: Ben holds Norfolk with 2."""
    opened = table(Stand("green_2a", "county:E"), SetGoods("cat", "squires", 4), Stand("yellow_2a", "court"))
    found = orders.foreseen(opened, "cat", "D03")
    assert found is not None
    return found


def offer(world: Table) -> Offer:
    """The offer to place a knight."""
    return making.offer_of(world, "cat", Making(decision="D03", tag="place"))


def said(world: Table, *answers: str | None) -> Making:
    """A placing with these answers to its questions; None leaves one open."""
    made = Making(decision="D03", tag="place")
    for answer in answers:
        now = offer(world)
        name = asked(now, made)
        made = making.left_open(now, made, name) if answer is None else making.answered(now, made, name, [answer])
    return made


def asked(offer: Offer, made: Making) -> str:
    """The question that is asked first."""
    field = making.question(offer, made)
    assert field is not None
    return field.name


def test_a_whole_action_is_made_question_by_question(world: Table) -> None:
    made = said(world, "yellow_2a", "county:E", "2")
    assert making.question(offer(world), made) is None
    assert made.entry() == Entry(action={"action": "place", "knight": "yellow_2a", "to": "county:E", "squires": "2"})


def test_numbers_are_offered_up_to_each(world: Table) -> None:
    made = said(world, "yellow_2a", "county:E")
    field = making.question(offer(world), made)
    assert field is not None
    labels = [choice.label for choice in making.choices(field, made.draft)]
    assert labels[0].startswith("up to 2 squires") and labels[0].endswith("but no more than needed")
    made = said(world, "yellow_2a", "county:E", "<3")
    assert made.entry() == Entry(
        action={"action": "place", "knight": "yellow_2a", "to": "county:E"}, most={"squires": "3"}
    )
    chosen = orders.decide(world, "cat", Plan("D03", (made.entry(),)))
    assert chosen.action == Place("yellow_2a", "county:E", [], "1")


def test_what_is_left_open_is_not_said(world: Table) -> None:
    made = said(world, "yellow_2a", None)
    while making.question(offer(world), made) is not None:
        made = making.left_open(offer(world), made, asked(offer(world), made))
    assert made.entry().action == {"action": "place", "knight": "yellow_2a"}
    with pytest.raises(Illegal, match="no longer open"):
        making.left_open(offer(world), made, "to")
    with pytest.raises(Illegal, match="no longer open"):
        making.answered(offer(world), made, "to", ["county:E"])


def test_conditions_are_asked_for_what_they_need(world: Table) -> None:
    made = said(world, "yellow_2a", "county:E", "1")
    known = {condition.id: condition for condition in making.known_conditions(world, "cat", made)}
    made = making.with_condition(made, known["unheld"])
    assert made.terms == (Term("unheld"),) and made.asked is None
    made = making.with_condition(made, known["holds"])
    assert made.asked == Term("holds")
    made = making.condition_answered(made, known["holds"], "green")
    with pytest.raises(Illegal, match="can no longer be chosen"):
        making.condition_answered(made, known["holds"], "paris")
    made = making.condition_answered(made, known["holds"], "E")
    assert made.asked is None and made.terms[-1] == Term("holds", {"house": "green", "county": "E"})
    made = making.with_condition(made, known["unheld"])
    assert [term.condition for term in made.terms] == ["holds", "unheld"]


def test_a_default_has_conditions_of_the_question_alone(world: Table) -> None:
    made = Making(decision="D03", answer="default")
    assert {condition.id for condition in making.known_conditions(world, "cat", made)} >= {"empty", "squires"}
    assert made.entry() == Entry("default")


def test_an_entry_in_the_making_is_kept_as_plain_data(world: Table) -> None:
    made = said(world, "yellow_2a", "county:E", "<3")
    assert msgspec.convert(msgspec.to_builtins(made), Making) == made


@rows("game", GAMES)
def test_each_button_of_a_question_that_is_not_put_yet_is_another(game: str) -> None:
    rules = GAMES[game]
    values = rules.options(rules.usual_variant, {})
    opened: Table = Table.bare(rules, ["ann", "ben", "cat"][: rules.seats(values)[0]], values, bytes(32))
    live: Any = SimpleNamespace(table=opened, game=SimpleNamespace(id="k7f2"), names={})
    for decision in rules.plans.plannable:
        shown = answers_panel(Desk(live, "ann", opened, posed=False), decision)
        ids = [button.id for row in shown.rows if isinstance(row, Sequence) for button in row]
        assert len(set(ids)) == len(ids), decision
        labels = {button.label for row in shown.rows if isinstance(row, Sequence) for button in row}
        assert not {"Decline", "Pass"} <= labels, "one button says no"

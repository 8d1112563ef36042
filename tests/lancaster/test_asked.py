"""Which questions of an offer are asked: nobody is asked for what he does not have, or what cannot come along."""

import pytest

from engine.core import drafts
from engine.core.actions import Action
from engine.core.table import Table
from engine.lancaster.edits import Goto, Grant, SetGoods, SetLord, SetRound, Stand
from engine.lancaster.parliament.voting import CHANGED, Vote
from tests.lancaster.tables import game, table

HAS_ALL = (SetRound(2), SetGoods("ann", "bishops", 1), Grant("blue", "tudor_knight", 1))
"""Blue has a bishop and a Tudor knight who may be used."""


def asked(opened: Table, action: str, **answers: object) -> list[str]:
    """The questions of an offer to Ann in their order, with these answers, and the first one to all others."""
    offer, found = opened.offer("ann", action), dict[str, object]()
    for field in drafts.walk(offer, found):
        first = [] if field.many else next(choice.value for choice in field.choices(found))
        found[field.name] = answers.get(field.name, first)
    return list(found)


@pytest.mark.rule("LAN2-COURT-14", "LAN2-COURT-56")
def test_a_lord_who_applies_is_asked_for_all_support_that_he_has() -> None:
    opened = table(*HAS_ALL)
    assert asked(opened, "court", to="chancellor", knights=["blue_2a"]) == ["to", "knights", "bishops", "tudor"]
    assert asked(table(), "court", to="chancellor") == ["to", "knights"]


@pytest.mark.rule("LAN2-COURT-24")
def test_a_lord_who_enters_the_treasury_is_asked_for_no_support() -> None:
    assert asked(table(*HAS_ALL), "court", to="treasury") == ["to"]


@pytest.mark.rule("LAN2-COURT-14")
def test_a_lord_without_a_knight_at_court_is_asked_for_none() -> None:
    opened = table(*HAS_ALL, Stand("blue_1a", "reserve"), Stand("blue_2a", "reserve"))
    assert asked(opened, "court", to="chancellor") == ["to", "bishops"]


@pytest.mark.rule("LAN2-COURT-65")
def test_the_tudor_knight_is_asked_for_only_with_a_knight_or_where_the_table_lets_him_come_alone() -> None:
    assert "tudor" not in asked(table(*HAS_ALL), "court", to="chancellor")
    assert "tudor" in asked(table(*HAS_ALL, tudor_lord_alone=True), "court", to="chancellor")


@pytest.mark.rule("LAN2-2P-02", "LAN2-2P-16")
@pytest.mark.parametrize(
    ("edits", "questions"),
    [((), ["lord", "to", "knights"]), ((SetLord("blue", "treasury"),), ["to", "knights"])],
)
def test_with_two_lords_at_court_the_player_says_which_and_an_ally_s_has_no_bishops(
    edits: tuple[Action, ...], questions: list[str]
) -> None:
    opened = table(*HAS_ALL[:2], *edits, seats=("ann", "ben"))
    assert asked(opened, "court", lord="yellow", to="chancellor") == questions


@pytest.mark.rule("LAN-BASE-23", "LAN2-COURT-27")
def test_a_knight_is_asked_for_squires_in_a_county_alone_and_for_privileges_where_there_are_some() -> None:
    assert asked(table(), "place", knight="blue_2a", to="county:C") == ["knight", "to", "squires"]
    assert asked(table(), "place", knight="blue_2a", to="castle:K1") == ["knight", "to"]
    assert asked(table(*HAS_ALL), "place", knight="blue_2a", to="county:C") == ["knight", "bring", "to", "squires"]


def test_the_same_question_on_another_board_is_another_question() -> None:
    """A button of an old panel would do what its words did not say: expel the lord who has come meanwhile."""
    opened = table(SetRound(2))
    before = opened.stamp("ann")
    opened.arrange(SetLord("green", "office:constable"))
    assert opened.requests()[0].seat == "ann" and opened.stamp("ann") != before


def test_who_has_voted_is_offered_a_change_of_the_vote() -> None:
    opened = table(Goto("parliament"))
    law = game(opened).state.laws.proposed[0]
    assert opened.offer("ann", "vote").label == "Vote"
    opened.act("ann", Vote(law, "yes", "0"))
    changed = opened.offer("ann", "vote")
    assert (changed.label, changed.hint) == ("Change your vote", CHANGED)

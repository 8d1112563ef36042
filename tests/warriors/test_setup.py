"""The roll for the first non-aligned leaders, with dice that are laid ready (rules 5)."""

from typing import Any

import pytest

from engine.core.dice import Dice
from engine.core.table import Table
from engine.warriors.prospects import prospects
from engine.warriors.rules import RULES
from engine.warriors.sequence.setup import Choose
from tests.warriors.tables import KEY, SEATS, asked, game


def begun(variant: str, *dice: int, **options: Any) -> Table:
    """A game of which ann plays the English; these dice are thrown first."""
    ready = Dice(KEY, "set-up")
    ready.force(6, dice)
    started = RULES.new("set-up", list(SEATS), RULES.options(variant, {"sides": "host", **options}), ready)
    started.flow()
    return Table(RULES, started)


@pytest.mark.rule("WOG-0.2")
def test_equal_rolls_let_the_english_choose_and_the_opponent_gets_the_other() -> None:
    table = begun("hyw", 3, 3)
    assert asked(table) == {"ann": "D-01"}
    table.act("ann", Choose("charles_blois"))
    blois, artevelde = game(table).leader("charles_blois"), game(table).leader("jacob_artevelde")
    assert (blois.side, blois.area, blois.troops) == ("english", "brittany", {"infantry": 3})
    assert (artevelde.side, artevelde.area, artevelde.troops) == ("french", "flanders", {"infantry": 3})


@pytest.mark.rule("WOG-0.2")
def test_the_first_question_tells_who_gets_the_other_what_the_figures_are_and_where_each_begins() -> None:
    table = begun("hyw", 3, 3)
    request = table.request("ann")
    assert (
        request is not None
        and "You are the English. Choose a leader: Charles de Blois or Jacob van Artevelde." in request.prompt
    )
    assert "The other serves the French. ★★: leads up to 6 pieces, 3 a star." in request.prompt
    choices = request.offers[0].field("leader").choices({})
    assert [choice.hint for choice in choices] == [
        "★★ 2-3, at home in Brittany with 3 infantry",
        "★ 2-3, at home in Flanders with 3 infantry",
    ]


@pytest.mark.rule("WOG-0.2")
def test_the_first_leaders_are_two_lines_of_which_the_default_is_likely() -> None:
    opened = begun("hyw", 3, 3)
    found = prospects(game(opened), "ann")
    assert [one.action for one in found] == [Choose("jacob_artevelde"), Choose("charles_blois")]
    assert [one.likely for one in found] == [True, False] and found[0].action == opened.default("ann")


@pytest.mark.rule("WOG-0.4")
def test_robert_of_gloucester_for_the_french_brings_none() -> None:
    table = begun("liw", 2, 3)
    assert asked(table) == {"ben": "D-01"}
    table.act("ben", Choose("robert_gloucester"))
    assert game(table).state.aggressors == {}

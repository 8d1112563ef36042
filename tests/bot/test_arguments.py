"""Written arguments of commands: what they answer, and why they are refused."""

import pytest

from bot.commands.arguments import draft_of, in_order, legal_in_order
from engine.core.actions import Choice, Field, Offer
from engine.core.errors import Illegal
from engine.kingmaker.trade.trade import OfferTrade
from tests.bot.test_panels import MOVING, arranged
from tests.core.test_drafts import SHOP


def test_words_answer_one_question_after_the_other() -> None:
    assert in_order(SHOP, ["apple, cheese", "paper", "red", "whatever"]) == {
        "things": "apple, cheese",
        "wrap": "paper",
        "colour": "red",
    }
    assert in_order(SHOP, ["apple", "silk", "red"]) == {"things": "apple", "wrap": "silk"}
    assert in_order(SHOP, []) == {}


def test_what_comes_next_is_completed_until_nothing_is_asked() -> None:
    assert [choice.value for choice in legal_in_order(SHOP, ["apple", "paper"], "")] == ["red"]
    assert legal_in_order(SHOP, ["apple", "paper", "red"], "") == []


def test_a_question_that_may_be_left_open_is_completed_too() -> None:
    trade = Offer(
        OfferTrade,
        "Trade",
        (
            Field("to", "With whom?", lambda _: [Choice("ben", "Ben")]),
            Field("give", "What?", lambda draft: [Choice("gold", "Gold")] if not draft["give"] else [], many=True),
            Field("take", "For what?", lambda draft: [Choice("ship", "A ship")], many=True, least=0),
        ),
    )
    assert [choice.value for choice in legal_in_order(trade, ["ben", "gold"], "")] == ["ship"]
    assert legal_in_order(trade, ["ben", "gold", ""], "") == []


def test_words_that_break_a_rule_are_refused_with_that_rule() -> None:
    table = arranged("kingmaker", *MOVING)
    with pytest.raises(Illegal) as refused:
        draft_of(table, "ann", "move", {"nobles": "Percy", "to": "open:coventry"})
    assert refused.value.rule == "BASE-MOV-5"
    with pytest.raises(Illegal, match="Choose where they stop") as unknown:
        draft_of(table, "ann", "move", {"nobles": "Percy", "to": "the moon"})
    assert unknown.value.rule == "BASE-MOV-1"

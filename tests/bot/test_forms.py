"""Filling in an action question by question, as every panel and command does."""

import pytest

from bot.commands.written import filled, legal_texts
from bot.panels import forms
from engine.core.actions import Action, Choice, Draft, Field, Offer
from engine.core.errors import Illegal

BASKET = {"apple": 2, "bread": 3, "cheese": 4}


class Shop(Action, frozen=True):
    """Buy things, up to a weight of 6, and have them wrapped."""

    things: list[str]
    wrap: str = ""
    colour: str = ""


def things(draft: Draft) -> list[Choice]:
    room = 6 - sum(BASKET[thing] for thing in draft["things"])
    left = [thing for thing, weight in BASKET.items() if weight <= room and thing not in draft["things"]]
    return [Choice(thing, thing.capitalize()) for thing in left]


OFFER = Offer(
    Shop,
    "Buy",
    (
        Field("things", "What?", things, many=True),
        Field("wrap", "Wrapped in?", lambda _: [Choice("paper", "Paper"), Choice("cloth", "Cloth")], least=0),
        Field("colour", "Which colour?", lambda _: [Choice("red", "Red")], when=lambda draft: bool(draft["wrap"])),
    ),
)


def test_questions_come_in_order_and_end() -> None:
    draft = forms.answered(OFFER, {}, ["apple", "bread"])
    assert forms.question(OFFER, draft) == OFFER.fields[1]
    draft = forms.answered(OFFER, draft, ["paper"])
    draft = forms.answered(OFFER, draft, ["red"])
    assert forms.question(OFFER, draft) is None
    assert forms.finished(OFFER, draft) == Shop(["apple", "bread"], "paper", "red")


def test_a_question_that_does_not_apply_is_not_asked() -> None:
    draft = forms.answered(OFFER, forms.answered(OFFER, {}, ["apple"]), [])
    assert forms.question(OFFER, draft) is None
    assert forms.finished(OFFER, draft) == Shop(["apple"])


def test_picks_that_do_not_go_together_are_refused_by_name() -> None:
    with pytest.raises(Illegal, match="Cheese cannot be chosen together"):
        forms.answered(OFFER, {}, ["apple", "bread", "cheese"])


def test_a_question_that_needs_an_answer_cannot_be_skipped() -> None:
    with pytest.raises(Illegal, match="Choose something first: What"):
        forms.answered(OFFER, {}, [])


def test_a_value_that_is_not_offered_is_refused() -> None:
    draft = forms.answered(OFFER, {}, ["apple"])
    with pytest.raises(Illegal, match="'silk' cannot be chosen"):
        forms.answered(OFFER, draft, ["silk"])


def test_an_open_question_keeps_the_action_from_being_made() -> None:
    with pytest.raises(Illegal, match="still open: What"):
        forms.finished(OFFER, {})


def test_a_kept_draft_is_checked_again() -> None:
    assert forms.rebuilt(OFFER, {"things": ["apple"], "wrap": "paper"}) == {"things": ["apple"], "wrap": "paper"}
    with pytest.raises(Illegal):
        forms.rebuilt(OFFER, {"things": ["apple", "apple"]})


def test_a_summary_says_every_answer_in_words() -> None:
    assert (
        forms.summary(OFFER, {"things": ["apple", "bread"], "wrap": ""})
        == "What? **Apple, Bread**\nWrapped in? **none**"
    )


@pytest.mark.parametrize("word", ["paper", "Paper", " pap ", "APER"])
def test_a_written_word_finds_the_only_choice_it_can_mean(word: str) -> None:
    assert forms.matched(word, [Choice("paper", "Paper"), Choice("cloth", "Cloth")]) == "paper"


@pytest.mark.parametrize(("word", "says"), [("a", "could be several things"), ("silk", "is not possible")])
def test_a_written_word_that_fits_nothing_or_too_much_is_explained(word: str, says: str) -> None:
    with pytest.raises(Illegal, match=says):
        forms.matched(word, [Choice("paper", "Paper"), Choice("parchment", "Parchment")])


def test_a_command_fills_in_what_was_written_and_leaves_the_rest_to_the_form() -> None:
    assert filled(OFFER, {"things": "bread, Apple", "wrap": "clo", "colour": ""}) == {
        "things": ["bread", "apple"],
        "wrap": "cloth",
    }
    assert filled(OFFER, {"things": "", "wrap": "", "colour": ""}) == {}


def test_a_command_does_not_skip_over_what_must_be_said_first() -> None:
    with pytest.raises(Illegal, match="Say first: What"):
        filled(OFFER, {"things": "", "wrap": "paper"})


def test_completion_offers_only_what_may_be_added() -> None:
    found = legal_texts(OFFER, {}, "things", "cheese, ")
    assert [choice.value for choice in found] == ["cheese, apple"]
    assert [choice.value for choice in legal_texts(OFFER, {"things": "apple"}, "wrap", "cl")] == ["cloth"]
    assert legal_texts(OFFER, {"things": "apple"}, "colour", "") == []

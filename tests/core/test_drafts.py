"""Filling in an offer: all at once, question by question, and from an action that is there already."""

from random import Random

import pytest
from msgspec import structs

from engine.core import drafts
from engine.core.actions import Action, Choice, Draft, Field, Offer
from engine.core.errors import Illegal
from tests.harness.rows import rows

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


SHOP = Offer(
    Shop,
    "Buy",
    (
        Field("things", "What?", things, many=True),
        Field("wrap", "Wrapped in?", lambda _: [Choice("paper", "Paper"), Choice("cloth", "Cloth")], least=0),
        Field("colour", "Which colour?", lambda _: [Choice("red", "Red")], when=lambda draft: bool(draft["wrap"])),
    ),
)


class Pack(Action, frozen=True):
    """Pack things."""

    things: list[str]
    where: str = ""


SHELF = [f"thing{number}" for number in range(30)]


def left(draft: Draft) -> list[Choice]:
    """What is still on the shelf."""
    return [Choice(thing, thing.capitalize()) for thing in SHELF if thing not in draft["things"]]


PACK = Offer(
    Pack,
    "Pack",
    (Field("things", "What?", left, many=True, least=2), Field("where", "Where?", lambda _: [Choice("box", "Box")])),
)


def test_questions_come_in_order_and_end() -> None:
    draft = drafts.answered(SHOP, {}, ["apple", "bread"])
    assert drafts.question(SHOP, draft) == SHOP.fields[1]
    draft = drafts.answered(SHOP, draft, ["paper"])
    draft = drafts.answered(SHOP, draft, ["red"])
    assert drafts.question(SHOP, draft) is None
    assert drafts.to_action(SHOP, draft) == Shop(["apple", "bread"], "paper", "red")


def test_a_question_that_does_not_apply_is_not_asked() -> None:
    draft = drafts.answered(SHOP, drafts.answered(SHOP, {}, ["apple"]), [])
    assert drafts.question(SHOP, draft) is None
    assert drafts.to_action(SHOP, draft) == Shop(["apple"])


def test_picks_that_do_not_go_together_are_refused_by_name() -> None:
    with pytest.raises(Illegal, match="Cheese cannot be chosen together"):
        drafts.answered(SHOP, {}, ["apple", "bread", "cheese"])


def test_a_question_that_needs_an_answer_cannot_be_skipped() -> None:
    with pytest.raises(Illegal, match="Choose something first: What"):
        drafts.answered(SHOP, {}, [])


def test_a_value_that_is_not_offered_is_refused() -> None:
    draft = drafts.answered(SHOP, {}, ["apple"])
    with pytest.raises(Illegal, match="'silk' cannot be chosen"):
        drafts.answered(SHOP, draft, ["silk"])


def test_an_open_question_keeps_the_action_from_being_made() -> None:
    with pytest.raises(Illegal, match="still open: What"):
        drafts.to_action(SHOP, {})


def test_a_kept_draft_is_checked_again() -> None:
    assert drafts.rebuilt(SHOP, {"things": ["apple"], "wrap": "paper"}) == {"things": ["apple"], "wrap": "paper"}
    with pytest.raises(Illegal):
        drafts.rebuilt(SHOP, {"things": ["apple", "apple"]})


@rows("word", ["paper", "Paper", " pap ", "APER"])
def test_a_written_word_finds_the_only_choice_it_can_mean(word: str) -> None:
    assert drafts.matched(word, [Choice("paper", "Paper"), Choice("cloth", "Cloth")]) == "paper"


@pytest.mark.parametrize(("word", "says"), [("a", "could be several things"), ("silk", "is not possible")])
def test_a_written_word_that_fits_nothing_or_too_much_is_explained(word: str, says: str) -> None:
    with pytest.raises(Illegal, match=says):
        drafts.matched(word, [Choice("paper", "Paper"), Choice("parchment", "Parchment")])


def test_a_long_list_is_made_bit_by_bit() -> None:
    draft = drafts.added(PACK, {}, ["thing1"])
    draft = drafts.added(PACK, draft, ["thing29"])
    assert drafts.question(PACK, draft) == PACK.fields[0]
    assert drafts.gathered(draft) == ["thing1", "thing29"]
    draft = drafts.answered(PACK, drafts.answered(PACK, draft, []), ["box"])
    assert drafts.to_action(PACK, draft) == Pack(["thing1", "thing29"], "box")


def test_a_long_list_ends_by_itself_when_nothing_is_left() -> None:
    draft = drafts.added(PACK, drafts.added(PACK, {}, SHELF[:25]), SHELF[25:])
    assert drafts.question(PACK, draft) == PACK.fields[1]


def test_what_was_picked_is_not_offered_again() -> None:
    draft = drafts.added(PACK, {}, ["thing1"])
    assert "thing1" not in [choice.value for choice in drafts.choices(PACK.fields[0], draft)]
    with pytest.raises(Illegal, match="cannot be chosen together"):
        drafts.added(PACK, draft, ["thing1"])


def test_a_list_that_is_too_short_is_not_ended() -> None:
    with pytest.raises(Illegal, match="Choose 2 at least, not 1: What"):
        drafts.answered(PACK, drafts.added(PACK, {}, ["thing1"]), [])


def test_an_unfinished_list_is_kept_and_checked_again() -> None:
    draft = drafts.added(PACK, {}, ["thing1"])
    assert drafts.rebuilt(PACK, draft) == draft
    with pytest.raises(Illegal):
        drafts.rebuilt(PACK, {drafts.GATHERED: ["silk"]})


# ---------------------------------------------------------------------- all at once


def test_random_answers_fill_in_every_question_that_is_asked() -> None:
    chance = Random(1)
    for _ in range(50):
        draft = drafts.fill(SHOP, drafts.at_random(chance))
        assert draft is not None and drafts.question(SHOP, draft) is None
        assert drafts.admits(SHOP, drafts.build(SHOP, draft))


def test_whoever_gives_up_or_says_what_cannot_be_chosen_gets_no_draft() -> None:
    assert drafts.fill(SHOP, lambda *_: None) is None
    assert drafts.fill(SHOP, lambda *_: "silk") is None
    assert drafts.fill(PACK, lambda field, draft, found: "" if draft[field.name] else found[0].value) is None


def test_every_draft_is_found_once_with_lists_as_long_as_they_can_be() -> None:
    assert list(drafts.every(SHOP)) == [
        {"things": ["apple", "bread"], "wrap": "paper", "colour": "red"},
        {"things": ["apple", "bread"], "wrap": "cloth", "colour": "red"},
        {"things": ["apple", "bread"], "wrap": ""},
    ]


# ---------------------------------------------------------------------- actions that are there already


@rows(
    "action, admitted",
    [
        (Shop(["apple", "bread"], "paper", "red"), True),
        (Shop(["cheese"]), True),
        (Shop(["apple", "bread", "cheese"]), False),
        (Shop([]), False),
        (Shop(["apple"], "silk", "red"), False),
        (Shop(["apple"], "paper"), False),
        (Shop(["apple"], "", "red"), False),
        (Pack(["thing1", "thing2"], "box"), False),
    ],
)
def test_only_what_the_fields_could_have_built_is_admitted(action: Action, admitted: bool) -> None:
    assert drafts.admits(SHOP, action) is admitted


def test_an_action_is_said_in_words() -> None:
    assert drafts.words(SHOP, Shop(["apple", "bread"], "paper", "red")) == "Buy: Apple, Bread; Paper; Red"
    assert drafts.words(SHOP, Shop(["apple"])) == "Buy: Apple"


def test_an_action_of_which_nothing_is_chosen_is_said_as_that() -> None:
    wrap = Field("things", "What?", lambda _: [Choice("apple", "Apple")], many=True, least=0)
    offer = Offer(Shop, "Buy", (wrap,), says="Buy {things}", says_none="Buy nothing")
    assert drafts.words(offer, Shop([])) == "Buy nothing"
    assert drafts.words(offer, Shop(["apple"])) == "Buy Apple"


# ---------------------------------------------------------------------- the only answer there is


class Say(Action, frozen=True):
    """Say a word, or several."""

    word: str = ""
    more: list[str] = []


def say(words: int, more: int = 0, least: int = 0) -> Offer:
    """An offer to say one of so many words, and then some of so many more."""
    listed = Field(
        "more",
        "More?",
        lambda draft: [Choice(f"m{n}", f"m{n}") for n in range(more) if f"m{n}" not in draft["more"]],
        many=True,
        least=least,
        when=lambda _: more > 0,
    )
    return Offer(
        Say, "Say", (Field("word", "What?", lambda _: [Choice(f"w{n}", f"w{n}") for n in range(words)]), listed)
    )


@rows(
    "offers, only",
    [
        ([say(1)], Say("w0")),
        ([say(2)], None),
        ([say(0)], None),
        ([say(0), say(1)], Say("w0")),
        ([say(1), say(1)], None),
        ([say(1, more=1)], None),
        ([say(1, more=1, least=1)], Say("w0", ["m0"])),
        ([say(1, more=30)], None),
        ([], None),
    ],
)
def test_the_only_answer_is_found_where_there_is_one(offers: list[Offer], only: Action | None) -> None:
    assert drafts.sole(offers) == only


# ---------------------------------------------------------------------- everything on one panel


def test_what_has_one_answer_only_is_answered() -> None:
    one = Field("where", "Where?", lambda _: [Choice("box", "Box")])
    assert drafts.autofill(Offer(Pack, "Pack", (one,)), {}) == {"where": "box"}
    may_stay = structs.replace(one, least=0)
    assert drafts.autofill(Offer(Pack, "Pack", (may_stay,)), {}) == {}


def test_a_list_of_one_is_answered_where_nothing_can_be_added() -> None:
    only = Field("things", "What?", lambda draft: [Choice("apple", "Apple")][len(draft["things"]) :], many=True)
    assert drafts.autofill(Offer(Pack, "Pack", (only,)), {}) == {"things": ["apple"]}


def test_a_list_that_is_long_enough_leaves_the_next_question_open() -> None:
    draft = drafts.with_answer(SHOP, {}, "things", ["apple"])
    assert [field.name for field, _ in drafts.open_questions(SHOP, draft)] == ["things", "wrap"]
    assert drafts.with_answer(SHOP, draft, "wrap", ["paper"]) == {"things": ["apple"], "wrap": "paper", "colour": "red"}


def test_a_question_that_answers_itself_takes_its_one_answer_and_no_other() -> None:
    draft = {"things": ["apple"], "wrap": "paper"}
    assert drafts.with_answer(SHOP, draft, "colour", ["red"]) == {**draft, "colour": "red"}
    with pytest.raises(Illegal):
        drafts.with_answer(SHOP, draft, "colour", ["blue"])


def test_what_is_needed_keeps_from_going_on() -> None:
    assert [field.name for field, _ in drafts.open_questions(SHOP, {})] == ["things"]
    with pytest.raises(Illegal, match="no longer open"):
        drafts.with_answer(SHOP, {}, "wrap", ["paper"])
    assert drafts.close_list(SHOP, {}) is None


def test_what_may_be_left_is_left_at_the_end() -> None:
    draft = drafts.with_answer(SHOP, {}, "things", ["apple"])
    assert drafts.close_list(SHOP, draft) == {"things": ["apple"], "wrap": ""}


def test_a_list_may_be_changed_after_it_has_been_ended() -> None:
    draft = {"things": ["apple", "bread"], "wrap": "paper", "colour": "red"}
    assert [(field.name, picks) for field, _, picks in drafts.lists(SHOP, draft)] == [("things", ["apple", "bread"])]
    assert drafts.changed(SHOP, draft, "things", ["cheese"]) == {**draft, "things": ["cheese"]}


def test_a_list_is_changed_while_it_is_made() -> None:
    draft = {drafts.GATHERED: ["thing1", "thing2"]}
    assert drafts.changed(PACK, draft, "things", ["thing2"]) == {drafts.GATHERED: ["thing2"]}
    assert drafts.changed(PACK, draft, "things", []) == {}


def test_a_form_that_is_begun_has_what_still_holds_of_it() -> None:
    begun = {"things": ["apple", "gold", "bread"], "wrap": "paper"}
    assert drafts.revalidate(SHOP, begun) == {"things": ["apple", "bread"], "wrap": "paper"}
    assert drafts.revalidate(SHOP, {"things": ["gold"], "wrap": "paper"}) == {}


def test_a_whole_form_takes_no_more_answers() -> None:
    with pytest.raises(Illegal, match="nothing more to choose"):
        drafts.answered(SHOP, {"things": ["apple"], "wrap": ""}, ["paper"])


def test_a_list_of_which_nothing_can_be_chosen_is_left_empty_only_where_that_may_be() -> None:
    nothing = Field("things", "What?", lambda _: [], many=True, least=0)
    where = Field("where", "Where?", lambda _: [Choice("box", "Box"), Choice("bag", "Bag")])
    assert drafts.autofill(Offer(Pack, "Pack", (nothing, where)), {}) == {"things": []}
    for least in (1, 2):
        assert drafts.autofill(Offer(Pack, "Pack", (structs.replace(nothing, least=least), where)), {}) == {}


def test_a_list_that_is_being_made_is_kept_when_one_before_it_is_changed() -> None:
    more = Field("more", "Which more?", lambda draft: left({"things": draft["more"]}), many=True)
    offer = Offer(Pack, "Pack", (Field("things", "What?", left, many=True), more))
    draft = {"things": ["thing1"], drafts.GATHERED: ["thing4", "thing5"]}
    assert drafts.changed(offer, draft, "things", ["thing2"]) == {**draft, "things": ["thing2"]}


def test_a_field_is_found_by_its_name() -> None:
    assert SHOP.field("wrap").prompt == "Wrapped in?"
    with pytest.raises(KeyError):
        SHOP.field("ribbon")


# ---------------------------------------------------------------------- several questions at once


COLOURS = [Choice("red", "Red"), Choice("blue", "Blue")]
DRESSED = Offer(
    Shop,
    "Dress",
    (
        Field("things", "What?", things, many=True, after=()),
        Field("wrap", "Wrapped in?", lambda _: COLOURS, least=0, after=("things",)),
        Field("colour", "Which colour?", lambda _: COLOURS, after=("things",)),
    ),
)


def test_questions_that_depend_on_no_open_one_are_asked_together() -> None:
    assert drafts.together(SHOP, {}) == drafts.together(DRESSED, {}) == []
    asked = drafts.together(DRESSED, {"things": ["apple"]})
    assert [(field.name, list(choices)) for field, choices in asked] == [("wrap", COLOURS), ("colour", COLOURS)]
    assert drafts.together(DRESSED, {"things": ["apple"], "wrap": ""}) == []


def test_answers_to_several_questions_are_checked_one_by_one() -> None:
    begun = {"things": ["apple"]}
    filled = drafts.with_answers(DRESSED, begun, {"wrap": [], "colour": ["red"]})
    assert filled == {"things": ["apple"], "wrap": "", "colour": "red"}
    with pytest.raises(Illegal, match="cannot be chosen now"):
        drafts.with_answers(DRESSED, begun, {"wrap": ["green"], "colour": ["red"]})
    with pytest.raises(Illegal, match="Choose something first"):
        drafts.with_answers(DRESSED, begun, {"wrap": [], "colour": []})

"""Forms: what a command fills in, how a draft is said on a panel, and what tells a stale form apart."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.commands.arguments import filled, legal_texts
from bot.panels.filling import form, wording
from bot.panels.ids import Press, parse
from engine.core import drafts
from engine.core.actions import Choice, Field, Offer, Pass
from engine.core.errors import Illegal
from tests.core.test_drafts import PACK, SHOP


def test_a_summary_says_every_answer_in_words() -> None:
    assert (
        wording.summary(SHOP, {"things": ["apple", "bread"], "wrap": ""})
        == "What? **Apple, Bread**\nWrapped in? **none**"
    )


def test_what_there_is_to_know_of_an_answer_stands_below_it() -> None:
    what = Field("what", "Which piece?", lambda _: [Choice("k", "Knight", "on G2")])
    where = Field("where", "Where to?", lambda _: [Choice("f2", "F2", "joins the Lady"), Choice("f3", "F3")])
    offer = Offer(Pass, "Move a piece", (what, where), remark="One piece a turn.")

    def words(to: str) -> str:
        table: Any = SimpleNamespace(stamp=lambda seat: "7")
        return form.form_panel(table, "g", "s1", offer, {"what": "k", "where": to}, {}).text

    told = "-# One piece a turn.\nWhich piece? **Knight**\n-# on G2\nWhere to? **F2**\n-# joins the Lady"
    assert words("f2") == told
    assert words("f3").endswith("-# on G2\nWhere to? **F3**")


def test_a_summary_says_how_far_a_list_is() -> None:
    assert wording.summary(PACK, drafts.added(PACK, {}, ["thing1", "thing29"])) == "What? **Thing1, Thing29** …"


def test_a_command_fills_in_what_was_written_and_leaves_the_rest_to_the_form() -> None:
    assert filled(SHOP, {"things": "bread, Apple", "wrap": "clo", "colour": ""}) == {
        "things": ["bread", "apple"],
        "wrap": "cloth",
    }
    assert filled(SHOP, {"things": "", "wrap": "", "colour": ""}) == {}


def test_a_command_does_not_skip_over_what_must_be_said_first() -> None:
    with pytest.raises(Illegal, match="Say first: What"):
        filled(SHOP, {"things": "", "wrap": "paper"})


def test_completion_offers_only_what_may_be_added() -> None:
    found = legal_texts(SHOP, {}, "things", "cheese, ")
    assert [choice.value for choice in found] == ["cheese, apple"]
    assert [choice.value for choice in legal_texts(SHOP, {"things": "apple"}, "wrap", "cl")] == ["cloth"]
    assert legal_texts(SHOP, {"things": "apple"}, "colour", "") == []


def test_every_answer_gives_a_form_another_stamp() -> None:
    all_drafts = [{}, {"things": ["thing1"]}, {"things": ["thing2"]}, {drafts.GATHERED: ["thing1"]}]
    assert len({wording.stamp("pack", draft) for draft in all_drafts}) == len(all_drafts)
    assert wording.stamp("pack", {"a": "1", "b": "2"}) == wording.stamp("pack", {"b": "2", "a": "1"})


def test_a_press_is_read_as_it_was_written() -> None:
    press = Press("ans", "k7f2", "0ff0f686", "station", 2, "abc123")
    assert parse(str(press)) == press
    assert parse("h:ans:k7f2") is None and parse("x:" + str(press)[2:]) is None

"""Lists that are longer than a menu, forms that are open twice, and words that must stay words."""

import pytest

from bot import texts
from bot.panels import desk, forms
from bot.panels.ids import Press, parse
from engine.core.actions import Action, Choice, Draft, Field, Offer
from engine.core.errors import Illegal


class Pack(Action, frozen=True):
    """Pack things."""

    things: list[str]
    where: str = ""


SHELF = [f"thing{number}" for number in range(30)]


def left(draft: Draft) -> list[Choice]:
    """What is still on the shelf."""
    return [Choice(thing, thing.capitalize()) for thing in SHELF if thing not in draft["things"]]


OFFER = Offer(
    Pack,
    "Pack",
    (Field("things", "What?", left, many=True, least=2), Field("where", "Where?", lambda _: [Choice("box", "Box")])),
)


def test_a_long_list_is_made_bit_by_bit() -> None:
    draft = forms.added(OFFER, {}, ["thing1"])
    draft = forms.added(OFFER, draft, ["thing29"])
    assert forms.question(OFFER, draft) == OFFER.fields[0]
    assert forms.gathered(draft) == ["thing1", "thing29"]
    assert forms.summary(OFFER, draft) == "What? **Thing1, Thing29** …"
    draft = forms.answered(OFFER, forms.answered(OFFER, draft, []), ["box"])
    assert forms.finished(OFFER, draft) == Pack(["thing1", "thing29"], "box")


def test_a_long_list_ends_by_itself_when_nothing_is_left() -> None:
    draft = forms.added(OFFER, forms.added(OFFER, {}, SHELF[:25]), SHELF[25:])
    assert forms.question(OFFER, draft) == OFFER.fields[1]


def test_what_was_picked_is_not_offered_again() -> None:
    draft = forms.added(OFFER, {}, ["thing1"])
    assert "thing1" not in [choice.value for choice in forms.choices(OFFER.fields[0], draft)]
    with pytest.raises(Illegal, match="cannot be chosen together"):
        forms.added(OFFER, draft, ["thing1"])


def test_a_list_that_is_too_short_is_not_ended() -> None:
    with pytest.raises(Illegal, match="Choose 2 at least, not 1: What"):
        forms.answered(OFFER, forms.added(OFFER, {}, ["thing1"]), [])


def test_an_unfinished_list_is_kept_and_checked_again() -> None:
    draft = forms.added(OFFER, {}, ["thing1"])
    assert forms.rebuilt(OFFER, draft) == draft
    with pytest.raises(Illegal):
        forms.rebuilt(OFFER, {forms.GATHERED: ["silk"]})


def test_only_a_list_longer_than_a_menu_is_made_bit_by_bit() -> None:
    short = Field("things", "What?", lambda draft: left(draft)[:25], many=True)
    assert desk.fits(short, {})
    assert not desk.fits(OFFER.fields[0], {})


def test_every_answer_gives_a_form_another_stamp() -> None:
    drafts = [{}, {"things": ["thing1"]}, {"things": ["thing2"]}, {forms.GATHERED: ["thing1"]}]
    assert len({forms.stamp("pack", draft) for draft in drafts}) == len(drafts)
    assert forms.stamp("pack", {"a": "1", "b": "2"}) == forms.stamp("pack", {"b": "2", "a": "1"})


def test_a_press_is_read_as_it_was_written() -> None:
    press = Press("ans", "k7f2", "0ff0f686", "station", 2, "abc123")
    assert parse(str(press)) == press
    assert parse("h:ans:k7f2") is None and parse("x:" + str(press)[2:]) is None


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("  Ann \n of  York ", "Ann of York"),
        ("\u202eevil\u202c", "evil"),
        ("{s1}", "(s1)"),
        ("x" * 40, "x" * 31 + "…"),
        ("\u200b\u200f", ""),
        ("Žofie 👑", "Žofie 👑"),
    ],
)
def test_a_name_is_kept_on_one_visible_line(written: str, kept: str) -> None:
    assert texts.tidy(written) == kept


@pytest.mark.parametrize("name", ["**b**", "_i_", "`c`", "||s||", "~~d~~", "> q", "[a](http://b.c)", "<@1>", "<t:0>"])
def test_a_name_is_shown_as_it_was_written(name: str) -> None:
    assert texts.safe(name).replace("\\", "") == name
    assert texts.safe(name) != name


def test_a_name_pings_nobody() -> None:
    assert "@everyone" not in texts.safe("@everyone") and "@here" not in texts.safe("@here")

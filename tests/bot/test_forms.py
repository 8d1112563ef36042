"""Forms: what a command fills in, how a draft is said on a panel, and what tells a stale form apart."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from bot.commands.arguments import filled, legal_texts
from bot.panels.filling import form, wording
from bot.panels.filling.choosing import Row
from bot.panels.filling.form import Looking
from bot.panels.ids import Press, parse
from bot.panels.panel import ROW, ROWS, AnyRow, Button, Menu, People, Style, flat
from bot.panels.planning import entry
from engine.core import drafts
from engine.core.actions import Choice, Field, Offer, Pass
from engine.core.errors import Illegal
from tests.core.test_drafts import PACK, SHOP
from tests.harness.rows import rows


def nowhere() -> Any:
    """A table of a game without things that have names."""
    return SimpleNamespace(stamp=lambda seat: "7", game=None, rules=SimpleNamespace(things=lambda game: ()))


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
        table = nowhere()
        return form.form_panel(table, "g", "s1", offer, {"what": "k", "where": to}, {}).text

    told = "-# One piece a turn.\nWhich piece? **Knight**\n-# on G2\nWhere to? **F2**\n-# joins the Lady"
    assert words("f2") == told
    assert words("f3").endswith("-# on G2\nWhere to? **F3**")


def test_a_list_that_may_still_grow_is_asked_about_in_its_own_words() -> None:
    table = nowhere()

    def words(more: str) -> str:
        able = (Choice("a", "Ann"), Choice("b", "Ben"))
        left = lambda draft: [one for one in able if one.value not in draft.get("who", ())]  # noqa: E731
        offer = Offer(Pass, "Move", (Field("who", "Who moves?", left, many=True, more=more),))
        return form.form_panel(table, "g", "s1", offer, {"who": ["a"]}, {}).text

    assert "Does anybody go along?" in words("Does anybody go along?")
    assert "Anything else? Who moves?" in words("")


def test_what_a_question_notes_is_said_only_as_long_as_it_is_open() -> None:
    places = [Choice("treasury", "The treasury"), Choice("office", "An office")]
    offer = Offer(Pass, "Place your lord", (Field("to", "Where to?", lambda _: places, note="I then ask with whom."),))
    table = nowhere()
    assert form.form_panel(table, "g", "s1", offer, {}, {}).text == "**Where to? I then ask with whom.**"
    assert form.form_panel(table, "g", "s1", offer, {"to": "treasury"}, {}).text == "Where to? **The treasury**"


def test_how_much_is_possible_is_said_of_menus_for_buttons_show_it() -> None:
    table = nowhere()

    def words(count: int) -> str:
        numbers = [Choice(str(number), str(number)) for number in range(count)]
        offer = Offer(Pass, "Vote", (Field("markers", "With how many voting markers?", lambda _: numbers),))
        return form.form_panel(table, "g", "s1", offer, {}, {}).text

    assert words(3) == "**With how many voting markers?**"
    assert words(30) == "**With how many voting markers?** (30 possible)"


def called(name: str, count: int) -> Field:
    """A question that optional, with so many answers too long for buttons."""
    found = [Choice(f"{name}{number}", f"The {name} of the house number {number}") for number in range(count)]
    return Field(name, f"Which {name}?", lambda _: found, least=0)


def shown_on(rows: Sequence[AnyRow], field: str) -> tuple[set[str], list[Press]]:
    """The values of a field in some rows, and their buttons."""
    assert len(rows) <= ROWS
    menus = [row for row in rows if isinstance(row, Menu)]
    values = {choice.value for menu in menus for choice in menu.choices if pressed(menu).field == field}
    lines = [row for row in flat(rows) if not isinstance(row, Menu | People)]
    assert all(len(row) <= ROW for row in lines)
    buttons = [pressed(button) for row in lines for button in row]
    answers = [press for press in buttons if press.verb in ("set", "plans")]
    return values | {press.value([]) for press in answers if press.field == field}, buttons


def pressed(part: Menu | Button) -> Press:
    """What a button or a menu says."""
    found = parse(part.id)
    assert found is not None
    return found


def reachable(offer: Offer, draft: dict[str, Any], field: str) -> set[str]:
    """All values of a field that a form shows, and the pages to which it can be turned one after the other."""
    table = nowhere()
    seen: set[str] = set()
    looking = form.ALL
    while True:
        shown = form.form_panel(table, "g", "s1", offer, draft, {}, looking)
        found, presses = shown_on(shown.rows, field)
        seen |= found
        on = [press for press in presses if press.page > looking.page and press.field_value == field]
        if not on:
            return seen
        looking = Looking(on[0].field_value, on[0].page)


@rows("count", [25, 26, 50, 51, 75, 76, 99, 100, 101, 230])
def test_every_choice_is_on_a_form_or_on_a_page_of_it(count: int) -> None:
    page, road, inn = called("page", count), called("road", count), called("inn", 1)
    packed = Field("bags", "What is packed?", lambda draft: left_of(draft["bags"]), many=True)
    offer = Offer(Pass, "Ride out", (packed, page))
    assert len(reachable(offer, {"bags": ["saddle", "bread"]}, "page")) == count
    assert len(reachable(Offer(Pass, "Ride out", (page, road)), {}, "road")) == count
    assert len(reachable(Offer(Pass, "Ride out", (page, inn)), {}, "page")) == count


@rows("whole", [True, False])
@rows("count", [75, 76, 100, 101, 180])
def test_every_choice_is_on_the_form_of_a_plan_or_on_a_page_of_it(count: int, whole: bool) -> None:
    asked = form.questions(Offer(Pass, "Ride out", (called("road", count),)), {}, {})
    seen: set[str] = set()
    looking: Looking | None = form.ALL
    while looking is not None:
        found = form.shown(asked, looking, entry.MOST_ASKED)
        laid, below = entry.form_rows(Press("plans", "g", topic="D01"), asked, found, looking, whole=whole)
        values, presses = shown_on([*laid.rows, *below], "road")
        seen |= values
        looking = next((Looking("road", press.page) for press in presses if press.page > looking.page), None)
    assert len(seen) == count


def left_of(bags: list[str]) -> list[Choice]:
    """What may still be packed."""
    return [Choice(bag, bag) for bag in ("saddle", "bread") if bag not in bags]


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


def test_what_need_not_be_chosen_goes_into_the_row_before_where_there_is_room() -> None:
    def row(count: int, style: Style = "secondary") -> list[Button]:
        return [Button(f"{style}{number}", "York", style) for number in range(count)]

    def joined(last: int, more: int, style: Style = "secondary") -> list[int]:
        found: list[Row] = [row(last)]
        form._join(found, [row(more, style), row(1)])
        return [len(each) for each in found if isinstance(each, list)]

    assert joined(3, ROW - 3) == [ROW, 1]
    assert joined(3, ROW - 2) == [3, ROW - 2, 1]
    assert joined(1, 1, "success") == [1, 1, 1]

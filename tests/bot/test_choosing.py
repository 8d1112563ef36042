"""How choices are shown: as buttons where they are few or short, in order of interest, and never two alike."""

from __future__ import annotations

import discord

from bot.panels.filling import choosing
from bot.panels.ids import Press, parse
from bot.panels.panel import Button, Menu, Panel
from engine.core.actions import Choice, Field
from tests.harness import as_kind

PRESS = Press("set", "k7f2", "0ff0f686", "move", detail="abc123")


def choices(count: int, word: str = "place of some length") -> list[Choice]:
    return [Choice(f"p{number}", f"{word} {number}") for number in range(count)]


def shape(found: list[Choice], room: int = 4, *, many: bool = False) -> list[int | str]:
    """How many buttons stand in each row, and which rows are menus."""
    field = Field("to", "Where to?", lambda _: found, many=many)
    rows = choosing.rows(PRESS, field, "Where to?", found, room)
    return [f"menu of {len(row.choices)}" if isinstance(row, Menu) else len(row) for row in rows]


def test_two_to_five_choices_are_buttons() -> None:
    assert shape(choices(2)) == [2] and shape(choices(5)) == [5]


def test_many_short_choices_are_buttons_too() -> None:
    assert shape(choices(20, "E")) == [5, 5, 5, 5]


def hinted(count: int, hint: str, word: str = "Pole") -> list[Choice]:
    return [Choice(f"p{number}", f"{word} {number}", hint) for number in range(count)]


def test_more_than_a_row_of_choices_with_more_to_tell_than_buttons_can_is_a_menu_that_tells_it() -> None:
    field = Field("noble", "Who moves?", lambda _: [])
    (menu,) = choosing.rows(PRESS, field, "Who moves?", hinted(6, "in the open at Ashby"), 4)
    assert isinstance(menu, Menu)
    (select,) = Panel("", rows=[menu]).view().children
    assert isinstance(select, discord.ui.Select)
    assert {option.description for option in select.options} == {"in the open at Ashby"}
    assert shape(hinted(12, "kills; lost if he strikes you quicker", "E")) == ["menu of 12"]


def test_buttons_tell_what_they_have_room_for() -> None:
    here, there = "with Neville", "against Edward of Norwich, Duke of York"
    for found in (hinted(6, here), hinted(5, there), [*hinted(5, there), *choices(10)]):
        rows = choosing.rows(PRESS, Field("noble", "", lambda _: []), "", found, 4)
        labels = [button.label for row in rows if isinstance(row, list) for button in row]
        assert labels == [f"{choice.label} – {choice.hint}" if choice.hint else choice.label for choice in found]


def test_the_button_of_a_place_that_leads_to_more_tells_as_many_parts_as_it_has_room_for() -> None:
    field, (found,) = Field("to", "", lambda _: [], places=True), hinted(1, f"leaves your Castle empty; {'safe ' * 8}")
    other = hinted(2, "safe")[1]
    for settles, label in (
        (lambda _: False, f"{found.label} – leaves your Castle empty…"),
        (lambda _: True, found.label),
    ):
        (row,) = choosing.rows(PRESS, field, "", [found, other], 4, settles)
        assert as_kind(list, row)[0].label == label


def test_the_likeliest_of_many_choices_are_buttons_before_the_menus() -> None:
    assert shape(choices(36, "a place of which there is a lot to tell")) == [5, "menu of 25", "menu of 6"]
    assert shape(choices(37, "E")) == [5, 5, 5, "menu of 22"]


def test_several_picks_are_one_menu() -> None:
    assert shape(choices(24, "a place of which there is a lot to tell"), many=True) == ["menu of 24"]


def test_what_does_not_fit_stays_off_the_panel() -> None:
    assert shape(choices(90, "a place of which there is a lot to tell"), room=2) == ["menu of 25", "menu of 25"]


def test_what_people_look_for_comes_first() -> None:
    found = [Choice("a", "Ashby"), Choice("c", "Coventry: Berkeley (Ben, 80)", rank=-1)]
    assert [choice.value for choice in choosing.named(found, {})] == ["c", "a"]


def test_no_two_choices_are_called_alike() -> None:
    alike = [
        Choice("1", "Writ"),
        Choice("2", "Writ"),
        Choice("3", "Ash", "in the north"),
        Choice("4", "Ash", "in Kent"),
    ]
    said = [choice.label for choice in choosing.named(alike, {})]
    assert said == ["Writ (1 of 2)", "Writ (2 of 2)", "Ash, in the north", "Ash, in Kent"]


def test_the_thing_is_chosen_before_its_way() -> None:
    ways = [Choice(f"saxons>{who}", f"Saxons (to {who})", under="Saxons, mercenaries") for who in ("percy", "pole")]
    gathered = choosing.gathered([*ways, Choice("writ", "Writ")])
    assert [choice.label for choice in gathered] == ["Saxons, mercenaries", "Writ"]
    assert choosing.ways_of(gathered[0].value, ways) == ways
    assert choosing.ways_of("saxons>percy", ways) == []


def test_a_button_names_its_choice_however_long_that_is() -> None:
    found = [Choice("x" * 90 + str(number), "") for number in range(2)]
    for choice in found:
        press = parse(str(PRESS.answering("to", choice.value)))
        assert press is not None and press.field == "to" and press.value(found) == choice.value


def test_a_value_may_hold_colons() -> None:
    press = parse(str(PRESS.answering("to", "inside:york")))
    assert press is not None and press.value([]) == "inside:york"


def test_what_may_be_chosen_besides_looks_like_it() -> None:
    field = Field("nobles", "Who else?", lambda _: choices(2), many=True)
    (row,) = choosing.rows(PRESS, field, "Who else?", choices(2), 1, besides=True)
    first, _ = as_kind(list, row)
    assert isinstance(first, Button) and first.label.startswith("+ ") and first.style == "secondary"

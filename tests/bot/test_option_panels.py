"""House rules by menus: every option of every game has a place, and every value on its panel is taken or refused."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from bot.panels.ids import LONGEST, parse
from bot.panels.master.house_rules import changes_of
from bot.panels.master.option_panels import Chosen, menus, option_panel
from bot.panels.panel import COMPONENTS, FRAME, MENU, VALUE, Button, Menu, Panel, buttons_of, cost, menu_options
from engine.core.actions import Choice
from engine.core.errors import BadOptions
from engine.core.files.options import Option
from engine.core.rules import Rules
from engine.games import GAMES

EVERY_TABLE = pytest.mark.parametrize(
    ("game", "variant"), [(rules.name, variant) for rules in GAMES.values() for variant in rules.variants]
)

WHILE_PLAYING = frozenset({"somewhere"})
"""A step of no game, so that nothing waits for its end."""

GAME = "k7f2k7f2k7f2"
"""An id as long as one may be."""


def opened(game: str, variant: str, *, begun: bool = False, **changes: Any) -> Chosen:
    """The options of a table with these changes to its variant."""
    rules = GAMES[game]
    return Chosen(rules, variant, rules.options(variant, changes), WHILE_PLAYING if begun else None)


def shown(panel: Panel) -> list[Button | Menu]:
    """The buttons and menus of a panel, but for the way back."""
    parts = [part for row in panel.rows for part in ([row] if isinstance(row, Menu) else buttons_of(row))]
    return [part for part in parts if parse(part.id).verb != "houses"]  # type: ignore[union-attr] # they are ours


def answers(panel: Panel, legal: Sequence[Choice]) -> Iterator[str]:
    """What each press of an option's panel stands for, in writing; of a menu with several, one and then all."""
    for part in shown(panel):
        press = parse(part.id)
        assert press is not None and len(part.id) <= LONGEST
        if isinstance(part, Button):
            yield press.value(legal)
        else:
            chosen = [option.value for option in menu_options(part.choices)]
            assert len(part.choices) <= MENU and all(0 < len(value) <= VALUE for value in chosen)
            yield from chosen
            yield from [", ".join(chosen)] if part.most > 1 else []


@EVERY_TABLE
@pytest.mark.parametrize("begun", [False, True])
def test_every_option_stands_in_a_menu_unless_it_is_fixed(game: str, variant: str, begun: bool) -> None:
    chosen = opened(game, variant, begun=begun)
    rows = menus(chosen, GAME)
    offered = [choice.value for menu in rows for choice in menu.choices]
    options = GAMES[game].option_book.option
    assert offered == [option.id for option in options if not begun or option.until == "end"]
    assert all(len(menu.choices) <= MENU and len(menu.id) <= LONGEST for menu in rows)
    assert len({menu.id for menu in rows}) == len(rows) and cost(rows) + FRAME + 5 <= COMPONENTS
    assert all(group.first in GAMES[game].option_book.by_id for group in GAMES[game].option_book.group)


@EVERY_TABLE
@pytest.mark.parametrize("begun", [False, True])
def test_every_value_of_every_option_is_taken_or_refused_with_a_sentence(game: str, variant: str, begun: bool) -> None:
    chosen = opened(game, variant, begun=begun)
    for option in GAMES[game].option_book.option:
        panel = option_panel(chosen, GAME, option)
        panel.layout()
        assert len({part.id for part in shown(panel)}) == len(shown(panel)), option.id
        texts = list(answers(panel, chosen.choices(option)))
        why = chosen.fixed(option.id) or ("" if texts else "It has no other value.")
        assert why in panel.text and bool(texts) is not bool(why), option.id
        for text in texts:
            _check(chosen, option, text)


def _check(chosen: Chosen, option: Option, text: str) -> None:
    changes = changes_of(chosen.rules, option.id, text)
    assert all(chosen.rules.option_book.by_id[name].accepts(value) for name, value in changes.items()), (option, text)
    try:
        chosen.check(changes)
    except BadOptions as refusal:
        said = str(refusal)
        assert "make no sense together: " in said or text == chosen.words(option.id), (option.id, text, said)
        assert said.endswith(".") and "\n" not in said


@EVERY_TABLE
def test_all_values_of_a_flag_or_a_choice_and_the_likely_numbers_can_be_chosen(game: str, variant: str) -> None:
    chosen = opened(game, variant)
    for option in chosen.rules.option_book.option:
        now = chosen.values[option.id]
        known = {repr(changes_of(chosen.rules, option.id, one.value)[option.id]) for one in chosen.choices(option)}
        usual = [option.default, *(each.values.get(option.id, option.default) for each in known_variants(chosen.rules))]
        likely = {"flag": [True, False], "choice": option.values, "integer": [*option.words, *usual], "subset": ()}
        assert known >= {repr(value) for value in likely[option.type] if value != now}, option.id


def known_variants(rules: Rules[Any]) -> Sequence[Any]:
    return rules.option_book.variant


def labels(chosen: Chosen, name: str) -> list[str]:
    """What the buttons of an option's panel say."""
    return [
        part.label
        for part in shown(option_panel(chosen, GAME, chosen.rules.option_book.by_id[name]))
        if isinstance(part, Button)
    ]


def test_a_flag_is_answered_in_words_and_a_button_in_a_running_game_asks_first() -> None:
    assert labels(opened("kingmaker", "base"), "late_join") == ["Yes (true)"]
    assert labels(opened("kingmaker", "base", begun=True), "late_join") == ["Yes (true)…"]


def test_values_that_need_each_other_change_together() -> None:
    (label,) = labels(opened("kingmaker", "base"), "battle_rule")
    assert label == "covault_table, with noble_combat_death = covault_percent"


def test_the_greatest_numbers_are_reached_in_steps() -> None:
    chosen = opened("warlord", "base")
    numbers = [choice.value for choice in chosen.choices(chosen.rules.option_book.by_id["round_limit"])]
    assert numbers[:3] == ["1", "10", "20"] and numbers[-1] == "200" and len(numbers) <= MENU

"""Options as data: defaults, variants, what follows from a choice, and what is refused."""

from typing import Any

import pytest

from engine.core.errors import BadOptions
from engine.core.files.options import Clash, Consequence, Option, Options, Variant
from engine.games import GAMES
from tests.harness.rows import rows

CARDS = Options(
    variant=(Variant("plain", "Plain"), Variant("long", "Long", {"rounds": 9})),
    option=(
        Option("rounds", "integer", 3, least=1, most=9, words=("none",)),
        Option("jokers", "flag", False),
        Option("suits", "choice", 4, values=(4, 5)),
        Option("extras", "subset", [], values=("knave", "fool")),
    ),
    consequence=(Consequence({"extras": ["fool"]}, {"jokers": True}),),
    clash=(
        Clash({"extras": ["fool"], "jokers": [False]}, "a fool is a joker"),
        Clash({"suits": [5], "rounds": ["none"]}),
    ),
)


def test_a_table_has_its_variants_values_and_its_own() -> None:
    assert CARDS.chosen("plain", {}) == {"rounds": 3, "jokers": False, "suits": 4, "extras": []}
    assert CARDS.chosen("long", {"suits": 5}) == {"rounds": 9, "jokers": False, "suits": 5, "extras": []}


def test_what_follows_from_a_choice_gives_way_to_what_was_chosen() -> None:
    assert CARDS.chosen("plain", {"extras": ["fool"]})["jokers"] is True
    with pytest.raises(BadOptions, match="a fool is a joker"):
        CARDS.chosen("plain", {"extras": ["fool"], "jokers": False})


def test_only_what_a_table_has_chosen_itself_is_by_hand() -> None:
    values = CARDS.chosen("long", {"extras": ["fool"], "suits": 5})
    assert CARDS.by_hand("long", values) == {"extras": ["fool"], "suits": 5}
    assert CARDS.chosen("long", CARDS.by_hand("long", values) | {"extras": []})["jokers"] is False


@rows(
    "changes, says",
    [
        ({"rounds": 0}, "'rounds' cannot be '0'; choose from: 1 to 9, none"),
        ({"rounds": True}, "1 to 9"),
        ({"rounds": "some"}, "1 to 9"),
        ({"jokers": 1}, "true, false"),
        ({"suits": 6}, "4, 5"),
        ({"suits": "4"}, "4, 5"),
        ({"extras": ["king"]}, "knave, fool"),
        ({"extras": "fool"}, "knave, fool"),
        ({"trumps": True}, "no option 'trumps'"),
        ({"suits": 5, "rounds": "none"}, "'suits' = '5' with 'rounds' = 'none'"),
    ],
)
def test_what_cannot_be_is_refused(changes: dict[str, object], says: str) -> None:
    with pytest.raises(BadOptions, match=says):
        CARDS.chosen("plain", changes)


@rows("game", GAMES)
def test_every_value_can_be_set_alone_and_leads_back(game: str) -> None:
    """Whatever a change brings along goes with it; nothing else is lost when another option is changed."""
    rules = GAMES[game]
    variant = rules.usual_variant
    usual = rules.options(variant, {})
    for option in rules.option_book.option:
        for value in [True, False] if option.type == "flag" else option.values:
            try:
                changed = rules.changed(variant, usual, {option.id: value})
            except BadOptions:
                continue
            assert rules.changed(variant, changed, {}) == changed
            assert any(
                rules.changed(variant, changed, {name: usual[name]}) == usual for name in _by_hand(game, changed)
            )


@rows("game", GAMES)
def test_every_value_of_every_option_can_be_written(game: str) -> None:
    """So is each in /game settings, and after `herald simulate --set`."""
    catalogue = GAMES[game].option_book
    for option in catalogue.option:
        for value in _values(option):
            written = ", ".join(value) if isinstance(value, list) else str(value)
            assert catalogue.read(option.id, written) == value, option.id


def _values(option: Option) -> list[Any]:
    """Every value of an option; the ends of its span, and subsets of all and of none."""
    match option.type:
        case "flag":
            return [True, False]
        case "integer":
            return [option.default, option.least, *([] if option.most is None else [option.most]), *option.words]
        case "choice":
            return list(option.values)
        case "subset":
            return [[], list(option.values), option.default]


def _by_hand(game: str, values: dict[str, object]) -> list[str]:
    rules = GAMES[game]
    return list(rules.option_book.by_hand(rules.usual_variant, values)) or [rules.option_book.option[0].id]


@rows(
    "option, text, value",
    [
        (Option("o", "flag", False), "Yes", True),
        (Option("o", "flag", False), "off", False),
        (Option("o", "flag", False), "yess", "yess"),
        (Option("o", "integer", 1), "12", 12),
        (Option("o", "integer", 1, words=("none",)), "none", "none"),
        (Option("o", "choice", "base", values=("base", "Wide")), "wide", "Wide"),
        (Option("o", "choice", 3, values=(3, 4)), "4", 4),
        (Option("o", "subset", [], values=("a", "b")), "a, b", ["a", "b"]),
    ],
)
def test_a_written_value_is_read_by_the_type_of_the_option(option: Option, text: str, value: object) -> None:
    assert option.read(text) == value


@pytest.mark.parametrize(("words", "value"), [(("true", "YES", " On "), True), (("false", "No", "off"), False)])
def test_a_flag_is_said_in_three_words_each_way(words: tuple[str, ...], value: bool) -> None:
    assert [Option("o", "flag", False).read(word) for word in words] == [value] * 3


def test_a_number_lies_between_its_least_and_its_most_both_of_them_included() -> None:
    some, many = Option("o", "integer", 2, least=2, most=4), Option("o", "integer", 2, words=("none",))
    assert [number for number in range(7) if some.accepts(number)] == [2, 3, 4]
    assert many.accepts(0) and many.accepts(10_000) and many.accepts("none")
    for value in (-1, True, "4", 2.0, None, "all"):
        assert not many.accepts(value)
    assert some.allowed == "2 to 4" and many.allowed == "a number from 0 on, none"


def test_a_value_is_of_the_type_of_its_option() -> None:
    flag, choice = Option("o", "flag", False), Option("o", "choice", 3, values=(3, "some"))
    assert flag.accepts(True) and flag.accepts(False) and not flag.accepts(1) and not flag.accepts("true")
    assert choice.accepts(3) and choice.accepts("some") and not choice.accepts("3") and not choice.accepts(3.0)
    subset = Option("o", "subset", [], values=("a", "b"))
    assert subset.accepts([]) and subset.accepts(["b", "a"]) and not subset.accepts(["a", "c"])
    assert not subset.accepts("a") and not subset.accepts(("a",))
    assert (flag.allowed, choice.allowed, subset.allowed) == ("true, false", "3, some", "a, b")

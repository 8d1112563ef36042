"""The list of house rules is that of the data."""

from engine.games import GAMES
from tests.house_rules import PAGE, page


def test_the_list_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == page(), "options have changed: run `make house`"


def test_every_option_of_every_game_says_what_it_does() -> None:
    rows = [line.split(" | ") for line in page().splitlines() if line.startswith("| `")]
    assert len(rows) == sum(len(rules.option_book.option) for rules in GAMES.values())
    assert not [row[0] for row in rows if len(row[-1].strip(" |")) < 10]


def test_the_text_of_an_option_says_what_each_of_its_values_does() -> None:
    for rules in GAMES.values():
        for option in rules.option_book.option:
            values = ("true", "false") if option.type == "flag" else option.values
            told = [value for value in values if f"{value}: " in option.text or f"{value} (" in option.text]
            assert len(told) == len(values), option.id

"""Badges bear initials that tell the players apart, or none at all."""

import pytest

from render.initials import behind, initials, letter_of, lettered


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (["Ann", "ben"], ["A", "B"]),
        (["Ann", "Alys"], ["An", "Al"]),
        (["Bob of York", "Ben"], ["BY", "Be"]),
        (["Sam", "Sally", "Cat"], ["Sm", "Sl", "C"]),
        (["Sam", "Sally", "Sue Kent"], ["Sm", "Sl", "SK"]),
        (["Bo", "Bob", "Cat"], ["", "Bb", "C"]),
        (["Sam", "Sam", "Cat"], ["", "", "C"]),
        (["🐉", "Ann"], ["", "A"]),
    ],
    ids=["one", "two", "of two words", "a later one", "three alike", "too short", "the same", "cannot be printed"],
)
def test_players_have_letters_that_are_nobody_elses(names: list[str], letters: list[str]) -> None:
    assert list(initials(dict(enumerate(names))).values()) == letters


def test_who_has_no_name_bears_the_letter_of_the_colour_unless_it_is_an_initial() -> None:
    with lettered({"red": "Ann", "blue": "Sam", "gold": "Sam"}):
        assert [letter_of(key, "B") for key in ("red", "blue", "gold", "white")] == ["A", "", "", "B"]
        assert letter_of("white", "A") == ""
        assert (behind("red", "R"), behind("gold", "G")) == (" (A)", "")
    assert letter_of("red", "R") == "R"

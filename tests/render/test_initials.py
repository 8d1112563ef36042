"""Badges bear initials that tell the players apart, or none at all."""

import pytest

from render.initials import behind, initials, letter_of, lettered


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (["Ann", "ben"], ["A", "B"]),
        (["Ann", "Alys"], ["An", "Al"]),
        (["Bob of York", "Ben"], ["BY", "Be"]),
        (["Sam", "Sally", "Cat"], ["", "", "C"]),
        (["Sam", "Sally", "Sue Kent"], ["", "", "SK"]),
        (["🐉", "Ann"], ["", "A"]),
    ],
    ids=["one each", "two each", "of two words", "none for the same", "two and none", "nothing that can be printed"],
)
def test_players_have_letters_that_are_nobody_elses(names: list[str], letters: list[str]) -> None:
    assert list(initials(dict(enumerate(names))).values()) == letters


def test_who_has_no_name_bears_the_letter_of_the_colour_unless_it_is_an_initial() -> None:
    with lettered({"red": "Ann", "blue": "Sam", "gold": "Sally"}):
        assert [letter_of(key, "B") for key in ("red", "blue", "gold", "white")] == ["A", "", "", "B"]
        assert letter_of("white", "A") == ""
        assert (behind("red", "R"), behind("gold", "G")) == (" (A)", "")
    assert letter_of("red", "R") == "R"

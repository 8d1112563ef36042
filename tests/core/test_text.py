"""Texts that are cut, and names that are made fit to be shown."""

from engine.core.text import clipped, counted, quoted


def test_a_text_that_is_cut_is_as_long_as_it_may_be() -> None:
    assert clipped("a long sentence", 6) == "a lon…"
    assert clipped("short", 5) == "short"


def test_one_thing_is_counted_as_one_and_all_other_numbers_as_several() -> None:
    assert [counted(number, "card") for number in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert counted(2, "entry", "entries") == "2 entries"


def test_large_numbers_are_told_in_full_and_parts_without_idle_noughts() -> None:
    assert counted(12_345_678, "man", "men") == "12345678 men"
    assert counted(0.5, "die", "dice") == "0.5 dice" and counted(2.0, "die", "dice") == "2 dice"


def test_what_somebody_wrote_is_said_back_in_quotes_up_to_forty_characters() -> None:
    assert quoted("Nowhere") == "'Nowhere'"
    assert quoted("x" * 40) == f"'{'x' * 40}'"
    assert quoted("x" * 41) == f"'{'x' * 39}…'"

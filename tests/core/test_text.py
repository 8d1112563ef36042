"""Texts that are cut, and names that are made fit to be shown."""

from engine.core.text import clipped


def test_a_text_that_is_cut_is_as_long_as_it_may_be() -> None:
    assert clipped("a long sentence", 6) == "a lon…"
    assert clipped("short", 5) == "short"

"""The pace that Discord sets: requests that are left are used, and what would wait for long is told so."""

from __future__ import annotations

import pytest

from bot.pace import Busy


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (1.0, "in 1 second"),
        (12.2, "in 13 seconds"),
        (60.0, "in 1 minute"),
        (219.05, "in 4 minutes"),
        (None, "in a while"),
    ],
)
def test_when_is_told_in_the_words_of_a_sentence(seconds: float | None, words: str) -> None:
    assert Busy(seconds).when == words


def test_whoever_expects_a_refusal_expects_this_too() -> None:
    assert (Busy(3.0).status, Busy(3.0).code) == (429, 0)
    assert Busy(219.05).response.headers["Retry-After"] == "219.050"

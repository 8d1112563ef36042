"""The drawing of the house in docs/development.md is of the house as it stands."""

import re

from tests.house import drawing, hung


def test_the_drawing_shows_every_room_and_every_arrow():
    """The numbers are of the day on which it was drawn; `make house` draws it anew."""
    assert shape(drawing()) == shape(hung()), "the house has changed: run `make house`"


def shape(drawn: str) -> list[str]:
    """A drawing with a sign in place of each number."""
    return [re.sub(r"\d+", lambda number: "n".rjust(len(number[0])), line) for line in drawn.splitlines()]

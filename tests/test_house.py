"""The drawing of the house in docs/development.md is of the house as it stands."""

import re
from itertools import pairwise

from tests.import_map import drawing, from_top, groups, hung


def test_the_drawing_shows_every_room_and_every_arrow() -> None:
    """The numbers are of the day on which it was drawn; `make house` draws it anew."""
    assert shape(drawing()) == shape(hung()), "the house has changed: run `make house`"


def shape(drawn: str) -> list[str]:
    """A drawing with a sign in place of each number."""
    return [re.sub(r"\d+", lambda number: "n".rjust(len(number[0])), line) for line in drawn.splitlines()]


def test_every_room_says_what_it_is_for() -> None:
    assert "?" not in hung()


def test_rooms_stand_on_what_they_import() -> None:
    arrows = {("attic", "hall"): 1, ("hall", "cellar"): 3, ("attic", "cellar"): 1}
    assert from_top(["attic", "cellar", "hall"], arrows) == ["attic", "hall", "cellar"]


def test_rooms_in_a_circle_are_drawn_all_the_same() -> None:
    circle = dict.fromkeys(pairwise(["attic", "hall", "cellar", "attic"]), 1)
    assert sorted(from_top(["attic", "cellar", "hall"], circle)) == ["attic", "cellar", "hall"]


def test_files_in_no_folder_are_the_front_or_common_or_rooms_of_their_own() -> None:
    arrows = {
        ("cli", "app"): 1,
        ("app", "hall"): 1,
        ("hall", "stairs"): 1,
        ("stairs", "cellar"): 1,
        ("cellar", "texts"): 1,
    }
    assert groups({"cli", "app", "stairs", "texts"}, arrows) == {
        "cli": "(front)",
        "app": "(front)",
        "texts": "(common)",
    }

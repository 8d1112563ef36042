"""Pictures show a seat nothing that it may not know: two worlds that differ in secrets look the same.

Whoever draws is given a view and nothing else, and that views do not change is tried of every game by day.
"""

from random import Random

import pytest

from engine.core import redeal
from engine.core.dice import Dice
from engine.core.table import Table
from render.picture import Picture
from render.picture_request import NothingToShow, PictureRequest
from render.registry import draw, kinds
from tests.conformance.tables import GAMES, KEY, TITLES, games
from tests.core.toy import rules as toy
from tests.harness import BOARDS

SMALLEST = next(title for title in TITLES if title[0] == toy.RULES.name)
"""The only game that is drawn by day."""


@pytest.mark.parametrize(
    ("game", "variant"), [pytest.param(*title, marks=[pytest.mark.nightly] * (title != SMALLEST)) for title in TITLES]
)
def test_two_worlds_that_differ_in_secrets_look_the_same(game: str, variant: str) -> None:
    viewer, worlds = _worlds(game, variant)
    for kind in kinds(game):
        pictures = [_drawn(kind, table, viewer) for table in worlds]
        assert pictures[0] == pictures[1]


def _worlds(game: str, variant: str) -> tuple[str, list[Table]]:
    """A seat of a table in the middle of play, and that table with another that differs in what it may not know."""
    for number, table in enumerate(games(GAMES[game], variant, 3, 1000)):
        for viewer in table.seats if number >= 60 else []:
            state = redeal.world(table.rules, table.game, viewer, Random(2))
            other = Table(table.rules, table.rules.game(state, Dice(KEY, state.game_id, state.draws)))
            if other.hash() != table.hash():
                return viewer, [table, other]
    raise AssertionError("nothing is ever hidden")


def _drawn(kind: str, table: Table, viewer: str) -> Picture | None:
    """A picture of a view, or None if it is one of a subject that would have to be named."""
    names = {seat: seat.upper() for seat in table.seats}
    try:
        return draw(table.rules.name, PictureRequest(kind, table.view(viewer), names, cache=BOARDS))
    except (NothingToShow, KeyError):
        return None

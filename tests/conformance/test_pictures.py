"""Pictures show a seat nothing that it may not know: two worlds that differ in secrets look the same.

Whoever draws is given a view and nothing else, and that views do not change is tried of every game by day.
"""

from itertools import islice
from random import Random

import pytest

from engine.core import redeal
from engine.core.dice import Dice
from engine.core.table import Table
from render.picture import Picture
from render.picture_request import NothingToShow, PictureRequest
from render.registry import buttons, draw, kinds
from tests.conformance.tables import GAMES, KEY, TITLES, games
from tests.core.toy import rules as toy
from tests.harness import BOARDS
from tests.harness.rows import rows

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


@rows("game", GAMES)
def test_what_a_seat_alone_may_know_is_behind_the_button_of_its_hand(game: str) -> None:
    """All other buttons draw what everybody may know, so that a seat would look for its own things there in vain."""
    rules = GAMES[game]
    table = next(islice(games(rules, rules.usual_variant, 3, 1000), MOMENT, None))
    for kind in (kind for kind in buttons(game) if kind != "hand"):
        public = _drawn(kind, table, "")
        for seat in table.seats:
            own = _drawn(kind, table, seat)
            assert (own and own.alt) == (public and public.alt), HIDES.format(label=buttons(game)[kind], kind=kind)


MOMENT = 60
"""The moment of a game at which its pictures are looked at."""

HIDES = (
    "the button {label!r} (BUTTONS in pictures.py) shows everybody the same, but the picture {kind!r} would show "
    'a seat more: draw that as another picture, name it "hand" in PICTURES, and give it a button'
)


def _worlds(game: str, variant: str) -> tuple[str, list[Table]]:
    """A seat of a table in the middle of play, and that table with another that differs in what it may not know."""
    for number, table in enumerate(games(GAMES[game], variant, 3, 1000)):
        for viewer in table.seats if number >= MOMENT else []:
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

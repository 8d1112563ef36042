"""Pictures show a seat nothing that it may not know: two worlds that differ in secrets look the same."""

from pathlib import Path
from random import Random

import pytest

from engine.core.dice import Dice
from engine.core.table import Table
from engine.games import GAMES
from render.drawers import draw
from render.wish import Wish
from tests.conformance.tables import KEY, TITLES, opened, played


@pytest.mark.parametrize(("game", "variant"), TITLES)
def test_two_worlds_that_differ_in_secrets_look_the_same(game: str, variant: str, tmp_path: Path) -> None:
    table = list(played(opened(GAMES[game], variant, 3), 120))[-1]
    viewer = table.seats[0]
    state = table.rules.disguise(table.game, viewer, Random(2))
    other = Table(table.rules, table.rules.game(state, Dice(KEY, state.game_id, state.draws)))
    assert other.hash() != table.hash()
    names = {seat: seat.upper() for seat in table.seats}
    for kind in ("map", "hand"):
        pictures = [draw(game, Wish(kind, one.view(viewer), names, cache=tmp_path)) for one in (table, other)]
        assert pictures[0] == pictures[1]

"""Games come out as they did, down to what everybody sees, may do, hears, and is refused; scenarios: test_scenarios."""

import pytest

from tests.chronicles.games import GAMES
from tests.chronicles.kept import compare, kept
from tests.chronicles.telling import told


@pytest.mark.parametrize("name", GAMES)
def test_a_game_comes_out_as_it_did(name: str) -> None:
    compare("Action", kept(name), told(GAMES[name]))

"""Games come out as they did, down to what everybody sees, may do, hears, and is refused."""

import pytest

from tests.chronicles.games import GAMES
from tests.chronicles.kept import kept
from tests.chronicles.telling import digest, told

CHANGED = "Action {number} came out otherwise than it did; `make chronicles` if that is meant. It is now:\n{now}"


@pytest.mark.parametrize("name", GAMES)
def test_a_game_comes_out_as_it_did(name: str) -> None:
    before, count = kept(name), 0
    for number, moment in enumerate(told(GAMES[name])):
        same = number < len(before) and digest(moment) == before[number]
        assert same, CHANGED.format(number=number, now=moment)
        count += 1
    assert count == len(before)

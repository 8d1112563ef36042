"""Games and scenarios come out as they did, down to what everybody sees, may do, hears, and is refused."""

from collections.abc import Iterable, Sequence

import pytest

from engine.games import GAMES as TITLES
from tests.chronicles.faces import face
from tests.chronicles.games import GAMES
from tests.chronicles.kept import digest, kept, kept_scene
from tests.chronicles.papers import papers
from tests.chronicles.scenes import FILES, scene
from tests.chronicles.telling import told

CHANGED = "{what} {number} came out otherwise than it did; `make chronicles` if that is meant. It is now:\n{now}"


@pytest.mark.parametrize("title", TITLES)
def test_a_title_says_of_itself_what_it_did(title: str) -> None:
    _compare("Part", kept(f"face_of_{title}"), face(title))


@pytest.mark.parametrize("title", TITLES)
def test_papers_of_a_title_are_read_as_they_were(title: str) -> None:
    _compare("Paper", kept(f"papers_of_{title}"), papers(title))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_comes_out_as_it_did(name: str) -> None:
    _compare("Action", kept(name), told(GAMES[name]))


@pytest.mark.parametrize("name", FILES)
def test_a_scenario_comes_out_as_it_did(name: str) -> None:
    before = kept_scene(name)
    assert before, "This scenario has not been told yet: `make chronicles` keeps what comes of it."
    _compare("Step", before, scene(name))


def _compare(what: str, before: Sequence[str], moments: Iterable[str]) -> None:
    count = 0
    for number, moment in enumerate(moments):
        same = number < len(before) and digest(moment) == before[number]
        assert same, CHANGED.format(what=what, number=number, now=moment)
        count += 1
    assert count == len(before)

"""Games come out as they did, down to what everybody sees, may do, hears, and is refused; scenarios: test_scenarios."""

import pytest

from engine.games import GAMES as TITLES
from tests.chronicles.faces import face
from tests.chronicles.games import BY_NIGHT, GAMES
from tests.chronicles.kept import compare, kept, kept_scene
from tests.chronicles.papers import papers
from tests.chronicles.telling import told


@pytest.mark.parametrize("title", TITLES)
def test_a_title_says_of_itself_what_it_did(title: str) -> None:
    compare("Part", kept(f"face_of_{title}"), face(title))


@pytest.mark.parametrize("title", TITLES)
def test_papers_of_a_title_are_read_as_they_were(title: str) -> None:
    compare("Paper", kept(f"papers_of_{title}"), papers(title))


def test_what_was_never_told_says_how_to_keep_it() -> None:
    assert kept_scene("liarsdice/bluff") == []
    with pytest.raises(FileNotFoundError, match=r"face_of_liarsdice.txt is not kept yet: `make chronicles ONLY=`"):
        kept("face_of_liarsdice")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.nightly] * (name in BY_NIGHT)) for name in GAMES]
)
def test_a_game_comes_out_as_it_did(name: str) -> None:
    compare("Action", kept(name), told(GAMES[name]))

"""The smallest game joins the others for these tests, and what is tried of one game is tried side by side."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.core.toy import moderated

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort these tests by game: a process that has played one has all that is looked at in it."""
    places = [place for place, item in enumerate(items) if item.path.is_relative_to(HERE)]
    for place, item in zip(places, sorted((items[place] for place in places), key=_game), strict=True):
        items[place] = item


def _game(item: pytest.Item) -> str:
    """The game that is tried, if it is one of several."""
    about = getattr(getattr(item, "callspec", None), "params", {})
    return str(about.get("part", about.get("game", "")))


@pytest.fixture(autouse=True, scope="package")
def _smallest() -> Iterator[None]:
    with moderated():
        yield

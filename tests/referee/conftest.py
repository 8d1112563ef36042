"""A house for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.conftest import Place
from tests.referee.house import House, housed

HERE = Path(__file__).parent


@pytest.fixture
async def house(place: Place) -> AsyncIterator[House]:
    """Everything but Discord, on a fresh database of either kind, with the small race game."""
    async with housed(place) as built:
        yield built


ON_ONE_KIND = (
    "test_administration",
    "test_history",
    "test_keeper",
    "test_moderation",
    "test_ratings",
    "test_story",
    "test_tournament_tables",
    "test_tournaments",
)
"""Files whose tests go to the database by ways that the other files go, too: on PostgreSQL they run at night.

Those that are marked `both` come to a statement that no other test comes to.
"""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave to the night what is the same on PostgreSQL."""
    for item in items:
        found = getattr(item, "callspec", None)
        if found is None or found.params.get("place") != "postgresql" or item.get_closest_marker("both"):
            continue
        if item.path.parent == HERE and item.path.stem in ON_ONE_KIND:
            item.add_marker(pytest.mark.nightly)

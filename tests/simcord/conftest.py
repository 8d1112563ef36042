"""Who draws in a Discord that others have modelled: simcord knows processes of Python's own only."""

from collections.abc import Iterator

import pytest

from bot.pictures import Pictures
from tests.harness import BOARDS


@pytest.fixture(scope="session")
def drawers() -> Iterator[Pictures]:
    """Who draws for all tests."""
    pictures = Pictures(BOARDS)
    yield pictures
    pictures.close()

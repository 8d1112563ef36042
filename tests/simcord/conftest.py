"""Who draws in a Discord that others have modelled: simcord knows processes of Python's own only."""

import pickle
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bot.pictures import Pictures
from tests.harness import BOARDS
from tests.harness.drawing import STILL


class Sketches(Pictures):
    """Draws nothing: whatever a worker could be given comes out as the same dot."""

    async def _run(self, work: Callable[..., Any], *arguments: object) -> Any:
        pickle.dumps((work, arguments))
        return STILL


@pytest.fixture(scope="session")
def workers() -> Iterator[Pictures]:
    """Who draws for all tests that look at a picture."""
    pictures = Pictures(BOARDS)
    yield pictures
    pictures.close()


@pytest.fixture
def drawn(workers: Pictures) -> Pictures:
    """The test looks at a picture."""
    return workers


@pytest.fixture
def drawers(request: pytest.FixtureRequest) -> Pictures:
    """Who draws: nobody, unless a test looks at a picture."""
    looks = "drawn" in request.fixturenames
    return request.getfixturevalue("drawn") if looks else Sketches(BOARDS)

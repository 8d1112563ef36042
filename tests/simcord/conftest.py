"""Who draws in a Discord that others have modelled: simcord knows processes of Python's own only."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bot.pictures import Pictures
from tests.harness import BOARDS
from tests.harness.drawing import STILL

drawn = pytest.mark.parametrize("drawers", ["painters"], indirect=True)
"""Marks a test that looks at pictures; a dot stands for each elsewhere."""


class Sketches(Pictures):
    """Draws a dot, whatever is wished."""

    async def _run(self, work: Callable[..., Any], *arguments: object) -> Any:
        return STILL


@pytest.fixture(scope="session")
def painters() -> Iterator[Pictures]:
    """Who draws for all tests that look."""
    pictures = Pictures(BOARDS)
    yield pictures
    pictures.close()


@pytest.fixture
def drawers(request: pytest.FixtureRequest) -> Pictures:
    """Who draws for a test."""
    if not hasattr(request, "param"):
        return Sketches(BOARDS)
    found: Pictures = request.getfixturevalue(request.param)
    return found

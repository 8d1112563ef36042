"""Who draws in a Discord that others have modelled: simcord knows processes of Python's own only."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.pictures import Pictures
from tests.harness import BOARDS
from tests.harness.drawing import Sketches
from tests.harness.simcord import Hall, hall


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


@pytest.fixture
async def game(tmp_path: Path, drawers: Pictures) -> AsyncIterator[Hall]:
    """A game of Ann, its game master, and Ben, who have set up; Cat looks on."""
    async with hall(tmp_path, drawers, "ann", "ben", "cat") as here:
        await here.open("ann")
        await here.players["ben"].slash("game join")
        await here.players["ann"].slash("game start")
        for name in ("ann", "ben"):
            await here.players[name].slash("kingmaker setup ready")
        await here.all_said()
        yield here

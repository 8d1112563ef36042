"""A house for each test, with a database in a file: what is shown here is the same for every kind."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.referee.house import House, housed


@pytest.fixture
async def house(file: Path) -> AsyncIterator[House]:
    """Everything but Discord, on a fresh database, with the small race game."""
    async with housed(file) as built:
        yield built

"""A house for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.referee.house import House, housed


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """Everything but Discord, on a fresh database, with the small race game."""
    async with housed(tmp_path / "herald.db") as built:
        yield built

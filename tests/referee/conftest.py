"""A house for each test."""

from collections.abc import AsyncIterator

import pytest

from tests.conftest import Place
from tests.referee.house import House, housed


@pytest.fixture
async def house(place: Place) -> AsyncIterator[House]:
    """Everything but Discord, on a fresh database of either kind, with the small race game."""
    async with housed(place) as built:
        yield built

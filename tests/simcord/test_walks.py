"""Whoever presses, chooses and types whatever there is gets the answers of before, word for word, button for button."""

from pathlib import Path

import pytest

from bot.pictures import Pictures
from tests.chronicles.kept import compare, kept
from tests.simcord.walks import WALKS, walked


@pytest.mark.parametrize("name", WALKS)
async def test_everything_that_is_sent_is_as_it_was(tmp_path: Path, drawers: Pictures, name: str) -> None:
    compare("Step", kept(f"walk_{name}"), await walked(WALKS[name], tmp_path, drawers))

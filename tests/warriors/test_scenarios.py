"""Every scenario file of Warriors of God is a test of its own."""

from pathlib import Path

import pytest

from engine.core.trials import scenario
from engine.warriors.rules import RULES

FOLDER = Path(__file__).parent / "scenarios"
FILES = scenario.files(FOLDER)


@pytest.mark.parametrize("file", FILES, ids=[str(file.relative_to(FOLDER).with_suffix("")) for file in FILES])
def test_scenario(file: Path) -> None:
    scenario.run(RULES, scenario.load(file))

"""What docs/fairness.md says of the dice is enough to check a game of every title, in another language."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.core import transcript
from engine.core.transcript import Transcript
from engine.core.trials import simulation
from engine.games import GAMES

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "fairness.md"
NODE = shutil.which("node")

pytestmark = pytest.mark.skipif(NODE is None, reason="the checker needs Node.js")


def checker(*arguments: str) -> Any:
    """What the checker prints."""
    done = subprocess.run([str(NODE), str(HERE / "verify.mjs"), *arguments], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_the_test_vector_of_the_page_comes_out() -> None:
    rows = PAGE.read_text("utf-8").partition("## A test vector")[2].partition("\n## ")[0]
    for value in checker():
        assert re.search(rf"\| `?{re.escape(value)}`? \|", rows), value


def played(game: str, number: int) -> Transcript:
    """The record of the first actions of a game, in one of its variants after another."""
    rules = GAMES[game]
    variants = list(rules.variants)
    options = rules.options(variants[number % len(variants)], {})
    return simulation.play(rules, options, rules.seats(options)[0], seed=41, number=number, limit=80).transcript


@pytest.mark.parametrize("number", range(10))
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_found_right(game: str, number: int, tmp_path: Path) -> None:
    record = played(game, number)
    file = tmp_path / "export.json"
    file.write_bytes(transcript.write(record))
    assert checker(str(file)) == {"draws": transcript.check_draws(record), "wrong": []}


@pytest.mark.parametrize("game", GAMES)
def test_a_number_that_was_changed_is_found(game: str, tmp_path: Path) -> None:
    record = played(game, 0)
    first, *others = record.opening_draws
    changed = msgspec.structs.replace(first, result=first.result % first.sides + 1)
    file = tmp_path / "export.json"
    file.write_bytes(transcript.write(msgspec.structs.replace(record, opening_draws=(changed, *others))))
    assert len(checker(str(file))["wrong"]) == 1

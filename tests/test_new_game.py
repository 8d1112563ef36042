"""The game that `python -m tests.new_game` makes to begin with is found, plays to its end and fits the house."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests import new_game

ROOT = Path(__file__).parents[1]
PLAYED = ["bot.cli", "simulate", "--game", "pebbles", "--games", "2", "--seats", "3", "--jobs", "1"]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """What a clone holds that a game belongs to."""
    for part in ("bot", "engine", "render", "data"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    new_game.make(tmp_path, "pebbles", "Three Pebbles")
    return tmp_path


def test_a_new_game_is_found_played_and_in_every_list_of_the_contracts(clone: Path) -> None:
    said = subprocess.run([sys.executable, "-m", *PLAYED], cwd=clone, capture_output=True, text=True, check=True)
    assert re.search(r"ended +2 x won \[PEBBLES-2\]|ended +1 x drawn \[PEBBLES-2\]", said.stdout)
    before, after = ((folder / "pyproject.toml").read_text("utf-8") for folder in (ROOT, clone))
    assert after.replace("engine.pebbles | ", "").replace('"engine.pebbles", ', "") != before
    contracts = tomllib.loads(after)["tool"]["importlinter"]["contracts"]
    lists = [one for one in contracts if "pebbles" in str(one)]
    named = [one for one in contracts if re.search(r"warriors", str(one)) and "containers" not in one]
    assert [one["name"] for one in named] == [one["name"] for one in lists if "containers" not in one]
    assert any(one["name"].startswith("The pictures stand") for one in lists)


def test_a_new_game_keeps_the_style_of_the_house(clone: Path) -> None:
    code = [str(path) for path in new_game.files("pebbles", "Three Pebbles") if path.suffix == ".py"]
    new_game.tidy(clone, code)
    told = subprocess.run([sys.executable, "-m", "ruff", "format", "--check", *code], cwd=clone, check=False)
    assert told.returncode == 0


def test_a_new_game_names_nothing_of_the_smallest_one(clone: Path) -> None:
    words = ("high_card", "High Card", "HighCard", "HIGH-", "toy")
    for path in new_game.files("pebbles", "Three Pebbles"):
        text = (clone / path).read_text("utf-8")
        assert [word for word in words if word in text] == [], path


def test_a_second_game_of_the_name_is_refused_and_two_games_stand_side_by_side(clone: Path) -> None:
    with pytest.raises(FileExistsError, match=r"engine/pebbles/rules.py is there already; take another name."):
        new_game.make(clone, "pebbles", "Pebbles")
    new_game.make(clone, "shells", "Shells")
    text = (clone / "pyproject.toml").read_text("utf-8")
    assert [text.count(f"{name}.pebbles") for name in ("engine", "render")] == [
        text.count(f"{name}.shells") for name in ("engine", "render")
    ]
    assert text.count(" | pebbles") == text.count(" | shells")


@pytest.mark.parametrize("arguments", [[], ["pebbles"], ["Three Pebbles", "Pebbles"], ["three_pebbles", "Pebbles"]])
def test_what_is_no_name_of_a_game_is_refused_with_what_to_write(arguments: list[str]) -> None:
    with pytest.raises(SystemExit, match=r"Write: python -m tests.new_game NAME"):
        new_game.main(arguments)

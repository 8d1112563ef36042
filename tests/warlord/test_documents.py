"""The rule book and the registry say the same (docs/rules/warlord.md, data/warlord/registry.toml)."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
BOOK = (ROOT / "docs" / "rules" / "warlord.md").read_text("utf-8")
REGISTRY = tomllib.loads((ROOT / "data" / "warlord" / "registry.toml").read_text("utf-8"))


def test_every_ruling_of_the_book_is_in_the_registry() -> None:
    rows = re.findall(r"^\| (R-WLT-\d+) \| (.*) \| ([^|]*) \|$", BOOK, re.MULTILINE)
    assert rows == [(ruling["id"], ruling["text"], ruling["concerns"]) for ruling in REGISTRY["ruling"]]


def test_rules_name_rulings_that_exist() -> None:
    known = {ruling["id"] for ruling in REGISTRY["ruling"]}
    named = {ruling for rule in REGISTRY["rule"] for ruling in rule.get("rulings", [])}
    assert named <= known
    assert set(re.findall(r"R-WLT-\d+", BOOK)) <= known


def test_the_boards_of_the_book_are_those_of_the_data() -> None:
    boards = tomllib.loads((ROOT / "data" / "warlord" / "boards.toml").read_text("utf-8"))["board"]
    for board in boards:
        if f"\n**{board['name']}**\n" in BOOK:
            drawn = BOOK.split(f"\n**{board['name']}**\n")[1].split("```")[1].strip("\n").splitlines()[:-1]
            assert ["".join(line.split()[1:]) for line in drawn] == board["rows"], board["id"]

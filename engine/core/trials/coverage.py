"""Which rules of the registry scenarios and tests show."""

import re
from pathlib import Path

from engine.core.errors import BadFile
from engine.core.files.registry import registered, registry
from engine.core.trials.scenario import files, load

MARK = re.compile(r"mark\.rule\(([^)]*)\)")
NAME = re.compile(r"\s*(?:async )?def (test_\w+)")


def shown_by_scenarios(folder: Path) -> dict[str, list[str]]:
    """Return for each rule id the scenario files that show it."""
    shown: dict[str, list[str]] = {}
    for file in files(folder):
        for rule in load(file).rules:
            shown.setdefault(rule, []).append(str(file))
    return shown


def shown_by_tests(folder: Path) -> dict[str, list[str]]:
    """Return for each rule id the tests that carry it in a `pytest.mark.rule` mark."""
    shown: dict[str, list[str]] = {}
    for file in sorted(folder.rglob("test_*.py")):
        marked: list[str] = []
        for line in file.read_text("utf-8").splitlines():
            if found := MARK.search(line):
                marked += re.findall(r'"([^"]+)"', found.group(1))
            elif (name := NAME.match(line)) and marked:
                for rule in marked:
                    shown.setdefault(rule, []).append(f"{file}::{name.group(1)}")
                marked = []
    return shown


def of_game(game: str, tests: Path, variant: str = "") -> dict[str, list[str]]:
    """Return for each rule id of a game (and variant) what shows it; raises BadFile for ids that do not exist."""
    rules = registry(game)
    scenarios = tests / "scenarios" / game
    elsewhere = {rule for other in registered() if other != game for rule in registry(other)}
    in_tests = {rule: places for rule, places in shown_by_tests(tests).items() if rule not in elsewhere}
    found = [shown_by_scenarios(scenarios) if scenarios.exists() else {}, in_tests]
    unknown = sorted({rule for shown in found for rule in shown if rule not in rules})
    if unknown:
        raise BadFile(f"These rule ids are shown but not in the registry: {', '.join(unknown)}.")
    wanted = [rule.id for rule in rules.values() if variant in ("", rule.variant)]
    return {rule: [place for shown in found for place in shown.get(rule, [])] for rule in wanted}

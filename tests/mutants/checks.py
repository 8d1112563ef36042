"""The tests that mutants are tried on: which lines of the engine each comes to, and how long it takes."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from tests.mutants.changes import Change
from tests.mutants.plugin import BROKEN, CHOSEN, REACHED, ROOT, SECONDS

SUITE = (
    *("tests/test_scenarios.py", "tests/core", "tests/kingmaker", "tests/lancaster", "tests/warlord", "tests/warriors"),
    *("tests/chronicles", "tests/test_golden.py", "tests/test_cli.py", "tests/bot", "tests/fairness"),
    *("tests/referee/test_positions.py", "tests/referee/test_figures.py", "tests/store/test_importing.py"),
)
"""Tests that come to the engine and are quick, without the conformance tests' long games and those over Discord."""

KNOWN = ROOT / ".pytest_cache"
"""Where is kept what was found out last; it holds for tests that are as they were, as long as the engine is."""

SCENARIO = "tests/test_scenarios.py::test_scenario"
"""How the names of the tests begin that tell scenarios."""

TOLD_BY = ROOT / "tests" / "chronicles" / "scenes.py"

PYTEST = (
    *(sys.executable, "-m", "pytest", "-q", "--no-header"),
    *(
        "-o",
        "addopts=",
        "-p",
        "tests.mutants.plugin",
        "-p",
        "pytest_asyncio.plugin",
        "-p",
        "no:cacheprovider",
        "-W",
        "ignore",
    ),
    "--each-row",
)
HURRY = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONDONTWRITEBYTECODE": "1"}

BADLY_ASKED, NOTHING_TO_RUN = 4, 5
"""What pytest returns where it has not run anything."""

STILL, SLOWER = 30, 5
"""Seconds of the processor that a test run may take beside so many times what it takes usually."""


class Check(NamedTuple):
    """A test, its seconds of the processor, and the lines that it comes to."""

    name: str
    seconds: float
    lines: Mapping[str, frozenset[int]]

    def reaches(self, change: Change) -> bool:
        """Whether the test comes to where a change is."""
        lines = self.lines.get(change.file, frozenset())
        return not lines.isdisjoint(range(change.first, change.last + 1))


def checks(game: str = "") -> list[Check]:
    """Return all tests, or those of a game, the fastest first, from what is known or by running them under watch."""
    kept = KNOWN / f"mutants{game and f'-{game}'}.json"
    reached, passed = _watched(_known(kept), game)
    marks = {name: _mark(name) for name in reached}
    kept.parent.mkdir(exist_ok=True)
    kept.write_text(json.dumps({"engine": _engine(), "marks": marks, "reached": reached}))
    if not passed:
        raise SystemExit("The tests have to pass before they can be tried on mutants.")
    found = [
        Check(name, about["seconds"], {file: frozenset(lines) for file, lines in about["lines"].items()})
        for name, about in reached.items()
    ]
    return sorted(found, key=lambda check: check.seconds)


def _known(kept: Path) -> dict[str, Any]:
    """What was found out of tests that are as they were, if the engine is as it was."""
    known: dict[str, Any] = json.loads(kept.read_text()) if kept.exists() else {"engine": ""}
    if known["engine"] != _engine():
        return {}
    return {name: about for name, about in known["reached"].items() if _mark(name) == known["marks"][name]}


def _engine() -> str:
    """What stands for the engine and its data as they are now."""
    files = (file for folder in ("engine", "data") for file in sorted((ROOT / folder).rglob("*")))
    return sha256(b"".join(file.read_bytes() for file in files if file.suffix in (".py", ".toml"))).hexdigest()


def _mark(name: str) -> str:
    """What stands for the file of a test as it is now, with those beside it that help.

    A scenario has a file of its own, and is told by those of the chronicles.
    """
    test, _, case = name.partition("[")
    module = ROOT / test.partition("::")[0]
    scene = module.parent / "scenarios" / f"{case.removesuffix(']')}.toml"
    return _digest((scene, *_with_helpers(TOLD_BY)) if test.startswith(SCENARIO) else _with_helpers(module))


def _with_helpers(module: Path) -> tuple[Path, ...]:
    helpers = (path for path in module.parent.glob("*.py") if not path.name.startswith("test_"))
    return module, *sorted(helpers)


@cache
def _digest(paths: tuple[Path, ...]) -> str:
    found = b"".join(path.read_bytes() for path in paths if path.exists())
    return sha256(found).hexdigest() if paths[0].exists() else ""


def _watched(known: Mapping[str, Any], game: str) -> tuple[dict[str, Any], bool]:
    """Return what tests reach that pass, and whether all do; with a game those in whose names it is.

    Those that are not known are run under watch, which takes ten times as long.
    """
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / "reached.json"
        kept.write_text(json.dumps(known))
        tests = [*SUITE, "-k", game] if game else SUITE
        done = subprocess.run([*PYTEST, *tests], cwd=ROOT, env=os.environ | HURRY | {REACHED: str(kept)})
        return dict(json.loads(kept.read_text())), done.returncode in (0, NOTHING_TO_RUN)


def concerned(change: Change, every: Sequence[Check]) -> list[Check]:
    """Return the tests to try a change on.

    What only a few come to may be worked out once, by whoever is first: then all may notice who come to that file. What
    is done at an import, such as a table of constants, nobody comes to: all may notice who come to its package.
    """
    near = [check for check in every if check.reaches(change)]
    if len(near) >= FEW:
        return near
    package = "/".join(change.file.split("/")[:2])
    around = [] if not change.first else [check for check in every if check.lines.get(change.file)]
    around = around or [check for check in every if any(file.startswith(package) for file in check.lines)]
    return [*near, *(check for check in around if check not in near)]


FEW = 20
"""Tests that come to a change are enough, if they are so many."""


def notices(change: Change, tried: Sequence[Check]) -> bool:
    """Whether one of some tests fails, or does not come to an end, when a change is made."""
    with tempfile.TemporaryDirectory() as folder:
        chosen = Path(folder) / "chosen"
        chosen.write_text("\n".join(check.name for check in tried))
        files = dict.fromkeys(check.name.partition("::")[0] for check in tried)
        seconds = int(STILL + SLOWER * sum(check.seconds for check in tried))
        about = {BROKEN: f"{change.file}#{change.number}", CHOSEN: str(chosen), SECONDS: str(seconds)}
        done = subprocess.run(
            [*PYTEST, "-x", "--no-summary", *files], cwd=ROOT, env=os.environ | HURRY | about, capture_output=True
        )
    if done.returncode in (BADLY_ASKED, NOTHING_TO_RUN):
        raise RuntimeError(f"{change} could not be tried: {done.stdout.decode()}{done.stderr.decode()}")
    return done.returncode != 0

"""The tests that mutants are tried on: which lines of a part each comes to, and how long it takes."""

import json
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from hashlib import sha256
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

from tests.mutants.changes import Change
from tests.mutants.parts import Part
from tests.mutants.plugin import ROOT
from tests.mutants.runs import watched

KNOWN = ROOT / ".pytest_cache"
"""Where is kept what was found out last; it holds for tests that are as they were, as long as what they come to is."""

SCENARIO = "tests/test_scenarios.py::test_scenario"
"""How the names of the tests begin that tell scenarios."""

TOLD_BY = ROOT / "tests" / "chronicles" / "scenes.py"

STILL, SLOWER = 30, 5
"""Seconds of the processor that a test run may take beside so many times what it takes usually."""

FEW = 20
"""Tests that come to a change are enough, if they are so many."""

AROUND_S, FAR_S = 60, 30
"""Seconds of the processor for tests that only come near a change, and for those far away that come to it."""


class Check(NamedTuple):
    """A test, its seconds of the processor, and the lines that it comes to; `far` if another is nearer to them."""

    name: str
    seconds: float
    lines: Mapping[str, frozenset[int]]
    far: bool = False

    def reaches(self, change: Change) -> bool:
        """Whether the test comes to where a change is."""
        lines = self.lines.get(change.file, frozenset())
        return not lines.isdisjoint(range(change.first, change.last + 1))


def checks(name: str, part: Part, game: str = "") -> list[Check]:
    """Return all tests of a part, or of one game in it, the nearer and faster first, by running them under watch."""
    kept = KNOWN / f"mutants-{name}{game and f'-{game}'}.json"
    asked = [*part.near, *part.far, *(["-k", game] if game else [])]
    reached, failed = watched(part, asked, _known(kept))
    files = {file for about in reached.values() for file in about["lines"]}
    marks = {test: _mark(test) for test in reached}
    sources = {file: _digest((ROOT / file,)) for file in files}
    kept.parent.mkdir(exist_ok=True)
    kept.write_text(json.dumps({"data": _data(), "sources": sources, "marks": marks, "reached": reached}))
    for test in failed:
        print(f"left out, since it fails as it is: {test}", flush=True)
    found = [
        Check(
            test, about["seconds"], {file: frozenset(lines) for file, lines in about["lines"].items()}, _far(test, part)
        )
        for test, about in reached.items()
    ]
    return sorted(found, key=lambda check: (check.far, check.seconds))


def _far(test: str, part: Part) -> bool:
    """Whether a test is not one of the nearest: it is of another house, or on PostgreSQL."""
    return test.startswith(part.far) or "postgresql" in test


def _known(kept: Path) -> dict[str, Any]:
    """What was found out of tests that are as they were, if all that they come to is."""
    known: dict[str, Any] = json.loads(kept.read_text()) if kept.exists() else {}
    if not known or known["data"] != _data():
        return {}
    same = {file for file, digest in known["sources"].items() if digest == _digest((ROOT / file,))}
    return {
        test: about
        for test, about in known["reached"].items()
        if _mark(test) == known["marks"][test] and same.issuperset(about["lines"])
    }


def _data() -> str:
    """What stands for the data of the games as they are now."""
    files = sorted((ROOT / "data").rglob("*.toml"))
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


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


def concerned(change: Change, every: Sequence[Check]) -> list[Check]:
    """Return the tests to try a change on, the nearer ones first.

    What only a few come to may be worked out once, by whoever is first, as a database that all others are copies of:
    then all may notice who come to that file or, where these are few, to its package, those first that have its name,
    such as `tests/store`. So it is with what is done at an import, such as a table of constants, of which those notice,
    too, who come to no line at all.
    """
    near = [check for check in every if check.reaches(change) and not check.far]
    far = [check for check in every if check.reaches(change) and check.far]
    return [*near, *(_around(change, every, near) if len(near) < FEW else []), *_within(far, FAR_S)]


def _around(change: Change, every: Sequence[Check], near: Sequence[Check]) -> list[Check]:
    package = "/".join(change.file.split("/")[:2])
    there = [check for check in every if change.file in check.lines]
    if len(there) < FEW or not change.first:
        beside = [check for check in every if any(file.startswith(package) for file in check.lines) or not check.lines]
        there += sorted(beside, key=lambda check: package.rpartition("/")[2] not in check.name)
    left = {check.name: check for check in there if not check.far and check not in near}
    return _within(left.values(), AROUND_S)


def _within(tests: Collection[Check], most: float) -> list[Check]:
    """Return as many tests as take so many seconds together."""
    spent = accumulate(check.seconds for check in tests)
    return [check for check, seconds in zip(tests, spent, strict=True) if seconds < most]


def trial(change: Change, tests: Sequence[Check]) -> tuple[Change, list[str], float, float]:
    """Return a change with the names of tests, the seconds of the processor that they get, and those of the slowest."""
    slowest = SLOWER * max((check.seconds for check in tests), default=0)
    return change, [check.name for check in tests], STILL + SLOWER * sum(check.seconds for check in tests), slowest

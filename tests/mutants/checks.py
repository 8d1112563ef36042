"""The tests that mutants are tried on: which lines of the engine each comes to, and how long it takes."""

import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from tests.mutants.changes import Change
from tests.mutants.plugin import BROKEN, CHOSEN, REACHED, ROOT

SUITE = ("tests/test_scenarios.py", "tests/core", "tests/kingmaker", "tests/warlord")
KNOWN = ROOT / ".pytest_cache" / "mutants.json"
"""What was found out last, as long as nothing has changed since."""

PYTEST = (
    *(sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "--no-summary", "--noconftest"),
    *("-o", "addopts=", "-p", "tests.mutants.plugin", "-p", "no:cacheprovider", "-W", "ignore"),
)
HURRY = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONDONTWRITEBYTECODE": "1"}

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
        return bool(lines) and (not change.first or not lines.isdisjoint(range(change.first, change.last + 1)))


def checks() -> list[Check]:
    """Return all tests, the fastest first, from what is known or by running them under watch."""
    state = _state()
    known = json.loads(KNOWN.read_text()) if KNOWN.exists() else {}
    if known.get("state") != state:
        known = {"state": state, "reached": _watched()}
        KNOWN.parent.mkdir(exist_ok=True)
        KNOWN.write_text(json.dumps(known))
    found = [
        Check(name, found["seconds"], {file: frozenset(lines) for file, lines in found["lines"].items()})
        for name, found in known["reached"].items()
    ]
    return sorted(found, key=lambda check: check.seconds)


def _state() -> str:
    """What stands for the engine, its data and the tests as they are now."""
    files = (file for folder in ("engine", "data", *SUITE) for file in sorted(_files(ROOT / folder)))
    return sha256(b"".join(file.read_bytes() for file in [*files, *_files(ROOT / "tests/scenarios")])).hexdigest()


def _files(folder: Path) -> list[Path]:
    if folder.is_file():
        return [folder]
    return sorted(file for file in folder.rglob("*") if file.suffix in (".py", ".toml"))


def _watched() -> dict[str, object]:
    print("Looking which lines each test comes to: this takes some minutes.", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "reached.json"
        done = subprocess.run([*PYTEST, *SUITE], cwd=ROOT, env=os.environ | HURRY | {REACHED: str(out)})
        if done.returncode:
            raise SystemExit("The tests have to pass before they can be tried on mutants.")
        return dict(json.loads(out.read_text()))


def notices(change: Change, tried: Sequence[Check]) -> bool:
    """Whether one of some tests fails, or does not come to an end, when a change is made."""
    with tempfile.TemporaryDirectory() as folder:
        chosen = Path(folder) / "chosen"
        chosen.write_text("\n".join(check.name for check in tried))
        files = dict.fromkeys(check.name.partition("::")[0] for check in tried)
        about = {BROKEN: f"{change.file}#{change.number}", CHOSEN: str(chosen)}
        seconds = int(STILL + SLOWER * sum(check.seconds for check in tried))

        def limited() -> None:
            os.nice(10)
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
            resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))

        done = subprocess.run(
            [*PYTEST, *files], cwd=ROOT, env=os.environ | HURRY | about, capture_output=True, preexec_fn=limited
        )
    if done.returncode in (4, 5):
        raise RuntimeError(f"{change} could not be tried: {done.stdout.decode()}{done.stderr.decode()}")
    return done.returncode != 0

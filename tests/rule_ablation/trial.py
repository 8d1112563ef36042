"""One rule is left out, in a process of its own, and what shows it is tried until something notices.

Nothing of the game may have been imported before.
"""

import os
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import BrokenInvariant, DeadEnd, EngineError
from engine.core.files import catalog
from engine.core.rules import Rules
from engine.core.trials import scenario
from tests.mutants.plugin import Breaker
from tests.rule_ablation.rows import ROOT, Change, Way

SECONDS = 60
"""How long a scenario, or all tests together, may take without the rule."""

NOTICED = (AssertionError, EngineError, pytest.fail.Exception)
"""What a check raises that sees a wrong answer."""

BROKEN_DOWN = (BrokenInvariant, DeadEnd)
"""What an engine raises that cannot go on, beside all that no check raises."""


class Verdict(Enum):
    """What comes of playing without a rule."""

    NOTICED = "noticed"
    CRASHED = "only noticed by a crash"
    UNNOTICED = "not guarded"


def tried(game: str, way: Way, shown: Sequence[str]) -> Verdict:
    """Leave a rule out of a game for good, and return what comes of the scenarios and tests that show it."""
    if f"engine.{game}" in sys.modules:
        raise RuntimeError(f"engine.{game} has been imported here already; nothing can be left out of it any more.")
    sys.dont_write_bytecode = True
    signal.signal(signal.SIGALRM, _too_long)
    with tempfile.TemporaryDirectory() as folder:
        _leave_out(game, way.changes(), Path(folder))
        found = Verdict.UNNOTICED
        for verdict in _verdicts(game, shown):
            if verdict is Verdict.NOTICED:
                return verdict
            found = Verdict.CRASHED if verdict is Verdict.CRASHED else found
        return found


def _too_long(*_: object) -> None:
    raise TimeoutError("this does not come to an end")


def _verdicts(game: str, shown: Sequence[str]) -> Iterator[Verdict]:
    """Try one scenario after the other, then the tests."""
    for place in shown:
        if place.endswith(".toml"):
            yield _scenario(game, Path(place))
    if tests := [place for place in shown if not place.endswith(".toml")]:
        yield _tests(tests)


# ---------------------------------------------------------------------- the rule is left out


def _leave_out(game: str, changes: Sequence[Change], folder: Path) -> None:
    """See to it that the game is imported, and its data are read, with changes in them."""
    by_file: dict[str, list[Change]] = {}
    for change in changes:
        by_file.setdefault(change.file, []).append(change)
    for file, parts in by_file.items():
        if file.endswith(".py"):
            Breaker(file, partial(made, changes=parts)).begin()
        else:
            (folder / Path(file).name).write_text(made((ROOT / file).read_text("utf-8"), parts), "utf-8")
    _link_the_rest(ROOT / "data" / game, folder)
    catalog.lies_in(game, folder)


def made(source: str, changes: Sequence[Change]) -> str:
    """Return a source with changes made in it."""
    for change in changes:
        source = source.replace(change.before, change.after)
    return source


def _link_the_rest(data: Path, folder: Path) -> None:
    for file in data.iterdir():
        if not (folder / file.name).exists():
            (folder / file.name).symlink_to(file)


# ---------------------------------------------------------------------- what shows it is tried


def _scenario(game: str, file: Path) -> Verdict:
    signal.alarm(SECONDS)
    try:
        rules: Rules[Any] = import_module(f"engine.{game}.rules").RULES
        scenario.run(rules, scenario.load(file))
    except Exception as error:
        return _meaning(error)
    finally:
        signal.alarm(0)
    return Verdict.UNNOTICED


def _meaning(error: BaseException) -> Verdict:
    """What it means that a check fails with an error: a wrong answer, or that the engine has broken down.

    A table whose rows fail in several ways is a wrong answer if one of them is.
    """
    if isinstance(error, BaseExceptionGroup):
        found = [_meaning(each) for each in error.exceptions]
        return Verdict.NOTICED if Verdict.NOTICED in found else Verdict.CRASHED
    broken_down = isinstance(error.__cause__ or error, BROKEN_DOWN)
    return Verdict.NOTICED if isinstance(error, NOTICED) and not broken_down else Verdict.CRASHED


@dataclass
class Failures:
    """What it means that tests fail."""

    verdicts: list[Verdict] = field(default_factory=list)

    def pytest_exception_interact(self, call: pytest.CallInfo[Any]) -> None:
        """Note with what a test, or reading its file, fails."""
        if call.excinfo:
            self.verdicts.append(_meaning(call.excinfo.value))


def _tests(tests: Sequence[str]) -> Verdict:
    failures = Failures()
    os.environ |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    options = (
        "-q",
        "-o",
        "addopts=",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "-W",
        "ignore",
        "--rootdir",
        str(ROOT),
    )
    signal.alarm(SECONDS)
    with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere):
        done = pytest.main([*options, *tests], [failures])
    signal.alarm(0)
    if Verdict.NOTICED in failures.verdicts:
        return Verdict.NOTICED
    return Verdict.CRASHED if done != pytest.ExitCode.OK else Verdict.UNNOTICED

"""Runs of pytest, in processes forked from one that has imported what Herald stands on, and nothing of Herald."""

import multiprocessing
import os
import resource
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from itertools import islice
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

import pytest

from tests.mutants.changes import Change, changed
from tests.mutants.parts import Part
from tests.mutants.plugin import Breaker, Chosen, Marker, Reach

for name in ("aiohttp.web", "aiosqlite", "alembic", "discord.ext.commands", "jsonschema", "msgspec", "PIL.ImageDraw"):
    import_module(name)
for name in ("PIL.ImageFont", "pytest_asyncio.plugin", "simcord", "sqlalchemy.ext.asyncio"):
    import_module(name)

FORKED = multiprocessing.get_context("fork")

PYTEST = (
    *("-q", "--no-header", "--each-row", "-o", "addopts=", "-m", "not nightly", "-W", "ignore"),
    *("-p", "pytest_asyncio.plugin", "-p", "no:cacheprovider"),
)

QUIET = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
"""How a run ends in which no test fails."""

ROOM = 4 << 30
"""Bytes of memory that a broken part may take."""

FIRST = 15
"""Tests that are asked at first: most changes are noticed by the nearest, and the files of all others are not read."""

HUNG_S = 90
"""Seconds without a word, beside so many times what tests take usually, after which a run has come to a standstill."""


# ---------------------------------------------------------------------- under watch


def watched(part: Part, tests: Sequence[str], known: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Return what tests come to that pass, and the names of those that fail; those that are known are not run."""
    ours, theirs = FORKED.Pipe()
    process = FORKED.Process(target=_watch, args=(part, tests, known, theirs))
    process.start()
    theirs.close()
    found, failed = ours.recv()
    _killed(process)  # it would wait for those that draw
    return found, failed


def _watch(part: Part, tests: Sequence[str], known: dict[str, Any], told: Connection) -> None:
    _alone()
    marker = Marker(part.has)
    marker.begin()
    reach = Reach(known, marker)
    if pytest.main([*PYTEST, *tests], plugins=[reach]) not in (*QUIET, pytest.ExitCode.TESTS_FAILED):
        raise SystemExit("The tests cannot be read.")
    told.send((reach.found, sorted(reach.failed)))


def _alone() -> None:
    """Be a process that can be killed with all below it, and in which pytest finds its own plugins only."""
    os.setsid()
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    sys.dont_write_bytecode = False


# ---------------------------------------------------------------------- with a change


@dataclass
class Run:
    """A run of some tests on a change, and of others later if none of them notices.

    It has a process, what that says, and seconds of silence after which it hangs.
    """

    change: Change
    later: Sequence[str]
    seconds: float
    patience: float
    process: BaseProcess
    told: Connection
    last: str = "reading the tests"
    heard: float = field(default_factory=time.monotonic)

    def word(self) -> str | None:
        """Hear a word; return the test that notices the change, "" if none does, or None if there is more to come."""
        try:
            said, name = self.told.recv()
        except EOFError:
            return self.last
        self.last, self.heard = name, time.monotonic()
        return None if said == "begins" else name

    def hangs(self) -> bool:
        """Return whether nothing has been heard for too long."""
        return time.monotonic() > self.heard + self.patience

    def end(self) -> None:
        """Kill the process with all below it."""
        _killed(self.process)
        self.told.close()


def _killed(process: BaseProcess) -> None:
    assert process.pid is not None
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.join()


def tried(asked: Iterator[tuple[Change, Sequence[str], float, float]], jobs: int) -> Iterator[tuple[Change, str]]:
    """Yield each change with the test that notices it, or ""; asked are a change, tests, and `begun`'s seconds."""
    running: list[Run] = []
    while True:
        running += (begun(*one) for one in islice(asked, jobs - len(running)))
        if not running:
            return
        heard = wait([run.told for run in running], timeout=1)
        for run in list(running):
            found = run.word() if run.told in heard else run.last if run.hangs() else None
            if found is not None:
                run.end()
                running.remove(run)
                if found or not run.later:
                    yield run.change, found
                else:
                    running.append(_begun(run.change, run.later, (), run.seconds, run.patience))


def begun(change: Change, tests: Sequence[str], seconds: float, slowest: float) -> Run:
    """Begin a run of tests on a change, which takes so many seconds of the processor at most, and a test so many."""
    return _begun(change, tests[:FIRST], tests[FIRST:], seconds, HUNG_S + slowest)


def _begun(change: Change, tests: Sequence[str], later: Sequence[str], seconds: float, patience: float) -> Run:
    ours, theirs = FORKED.Pipe(duplex=False)
    process = FORKED.Process(target=_try, args=(change, tests, int(seconds), theirs))
    process.start()
    theirs.close()
    return Run(change, later, seconds, patience, process, ours)


def _try(change: Change, tests: Sequence[str], seconds: int, told: Connection) -> None:
    _alone()
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
    Breaker(change.file, lambda source: changed(source, change.number)).begin()
    plugin = Chosen(tests, lambda name: told.send(("begins", name)), lambda name: told.send(("fails", name)))
    files = dict.fromkeys(name.partition("::")[0] for name in tests)
    ended = pytest.main([*PYTEST, "-x", "--no-summary", *files], plugins=[plugin])
    told.send(("ends", "" if ended in QUIET else "reading the tests"))

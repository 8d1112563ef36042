"""What pytest does differently for mutants: it breaks one module, runs chosen tests first, or notes what they reach.

Loaded with `-p tests.mutants.plugin` before anything of the engine is.
"""

import ast
import json
import os
import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.mutants.changes import changed
from tests.mutants.marks import MARKS, marked

ROOT = Path(__file__).parents[2]
BROKEN, SECONDS, CHOSEN, REACHED = "HERALD_MUTANT", "HERALD_SECONDS", "HERALD_CHOSEN", "HERALD_REACHED"
"""Environment: a file and the number of its change; the seconds of the processor that it is given; a file with the
tests to run, in order; a file to note in what tests reach."""

ROOM = 4 << 30
"""Bytes of memory that a broken engine may take."""


class Breaker(MetaPathFinder, Loader):
    """Imports one module with a change in it: `change` makes of its source what is run instead."""

    def __init__(self, file: str, change: Callable[[str], str | ast.Module]) -> None:
        self.path = ROOT / file
        self.name = file.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        self.change = change

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> Any:
        """Offer to import the module to be broken."""
        return spec_from_file_location(fullname, self.path, loader=self) if fullname == self.name else None

    def create_module(self, spec: ModuleSpec) -> None:
        """Let Python make an empty module."""

    def exec_module(self, module: ModuleType) -> None:
        """Fill the module from the changed source."""
        exec(compile(self.change(self.path.read_text("utf-8")), str(self.path), "exec"), module.__dict__)


class Marker(MetaPathFinder):
    """Imports the engine with a mark at every statement of a function, which costs far less than tracing lines."""

    def __init__(self) -> None:
        self.marks: dict[str, bytearray] = {}
        """By file: a byte for each line, which is 1 once the statement that begins there has been come to."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> Any:
        """Offer to import a module of the engine."""
        spec = PathFinder.find_spec(fullname, path, target) if fullname.partition(".")[0] == "engine" else None
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = Marked(fullname, spec.loader.path, self.marks)
        return spec

    def taken(self) -> dict[str, list[int]]:
        """Return the lines that have been come to since this was asked last, by file."""
        found = {file: [line for line, seen in enumerate(marks) if seen] for file, marks in self.marks.items()}
        for marks in self.marks.values():
            marks[:] = bytes(len(marks))
        return {file: lines for file, lines in found.items() if lines}


class Marked(SourceFileLoader):
    """Loads one module with marks in it."""

    def __init__(self, fullname: str, path: str, marks: dict[str, bytearray]) -> None:
        super().__init__(fullname, path)
        self.marks = marks

    def exec_module(self, module: ModuleType) -> None:
        """Fill the module from its source."""
        source = Path(self.path).read_text("utf-8")
        marks = bytearray(source.count("\n") + 2)
        self.marks[str(Path(self.path).relative_to(ROOT))] = marks
        module.__dict__[MARKS] = marks
        exec(compile(marked(source), self.path, "exec"), module.__dict__)


class Reach:
    """Notes which statements of the engine each test comes to, and how many seconds it takes.

    The file `kept` has what is known already, of tests that need not be watched again.
    """

    def __init__(self, kept: Path, marker: Marker) -> None:
        self.kept, self.marker = kept, marker
        self.found: dict[str, dict[str, Any]] = json.loads(kept.read_text())
        self.failed: set[str] = set()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out what is known, and forget what is gone."""
        names = {item.nodeid for item in items}
        self.found = {name: known for name, known in self.found.items() if name in names}
        items[:] = [item for item in items if item.nodeid not in self.found]

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Run a test under watch."""
        self.marker.taken()
        begun = time.process_time()
        yield
        self.found[item.nodeid] = {"seconds": time.process_time() - begun, "lines": self.marker.taken()}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note which tests fail."""
        if report.failed:
            self.failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Write down what was found of the tests that pass."""
        self.found = {name: about for name, about in self.found.items() if name not in self.failed}
        self.kept.write_text(json.dumps(self.found))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the chosen tests, in their order."""
    if CHOSEN in os.environ:
        chosen = Path(os.environ[CHOSEN]).read_text().splitlines()
        known = {item.nodeid: item for item in items}
        items[:] = [known[name] for name in chosen if name in known]


def pytest_configure(config: pytest.Config) -> None:
    """Watch, if that is what this run is for."""
    if REACHED in os.environ:
        config.pluginmanager.register(Reach(Path(os.environ[REACHED]), MARKER))


def _break() -> None:
    """Break the engine as the environment says, and see to it that it does no harm."""
    file, _, number = os.environ[BROKEN].partition("#")
    sys.meta_path.insert(0, Breaker(file, lambda source: changed(source, int(number))))
    seconds = int(os.environ[SECONDS])
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))


MARKER = Marker()

if BROKEN in os.environ:
    _break()
if REACHED in os.environ:
    sys.meta_path.insert(0, MARKER)

"""What pytest does differently for mutants: it runs chosen tests in their order, or notes what they come to.

Modules are broken, or marked, as they are run: nothing of Herald may have been imported before.
"""

import ast
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.mutants.marks import MARKS, marked

ROOT = Path(__file__).parents[2]


class Loads:
    """Stands before whatever runs a source file as a module: an import, or Alembic with a migration.

    `begin` holds for the whole process, and so is only for one that ends with its tests.
    """

    def begin(self) -> None:
        """Let every file of Herald be run by `run`, where that does it."""
        usual = SourceFileLoader.exec_module

        def exec_module(loader: SourceFileLoader, module: ModuleType) -> None:
            path = Path(loader.path)
            if not (path.is_relative_to(ROOT) and self.run(str(path.relative_to(ROOT)), path, module)):
                usual(loader, module)

        SourceFileLoader.exec_module = exec_module  # type: ignore[method-assign,assignment]

    def run(self, file: str, path: Path, module: ModuleType) -> bool:
        """Fill a module from its file in a way of one's own; False if that is left to Python."""
        raise NotImplementedError


class Breaker(Loads):
    """Runs one file with a change in it: `change` makes of its source what is run instead."""

    def __init__(self, file: str, change: Callable[[str], str | ast.Module]) -> None:
        self.file, self.change = file, change

    def run(self, file: str, path: Path, module: ModuleType) -> bool:
        """Fill the module from the changed source."""
        if file == self.file:
            exec(compile(self.change(path.read_text("utf-8")), str(path), "exec"), module.__dict__)
        return file == self.file


class Marker(Loads):
    """Runs some files with a mark at every statement of a function, which costs far less than tracing lines."""

    def __init__(self, wanted: Callable[[str], bool]) -> None:
        self.wanted = wanted
        self.marks: dict[str, bytearray] = {}
        """By file: a byte for each line, which is 1 once the statement that begins there has been come to."""

    def run(self, file: str, path: Path, module: ModuleType) -> bool:
        """Fill a module that is wanted from its source, with marks in it."""
        if not self.wanted(file):
            return False
        source = path.read_text("utf-8")
        marks = self.marks.setdefault(file, bytearray())
        marks[:] = bytes(source.count("\n") + 2)
        module.__dict__[MARKS] = marks
        exec(compile(marked(source), str(path), "exec"), module.__dict__)
        return True

    def taken(self) -> dict[str, list[int]]:
        """Return the lines that have been come to since this was asked last, by file."""
        found = {file: [line for line, seen in enumerate(marks) if seen] for file, marks in self.marks.items()}
        for marks in self.marks.values():
            marks[:] = bytes(len(marks))
        return {file: lines for file, lines in found.items() if lines}


class Reach:
    """Notes which marked statements each test comes to, and how many seconds it takes.

    `found` has what is known already, of tests that need not be watched again.
    """

    def __init__(self, found: dict[str, dict[str, Any]], marker: Marker) -> None:
        self.found, self.marker = found, marker
        self.failed: set[str] = set()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out what is known, and forget what is gone."""
        names = {item.nodeid for item in items}
        for name in self.found.keys() - names:
            del self.found[name]
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
        """Forget the tests that fail."""
        for name in self.failed & self.found.keys():
            del self.found[name]


class Chosen:
    """Runs some tests in their order, and says of each that it begins, and of the first that fails that it does."""

    def __init__(self, names: Sequence[str], begins: Callable[[str], None], fails: Callable[[str], None]) -> None:
        self.names, self.begins, self.fails = names, begins, fails

    @pytest.hookimpl(hookwrapper=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> Iterator[None]:
        """Keep the chosen tests, in their order."""
        yield
        known = {item.nodeid: item for item in items}
        items[:] = [known[name] for name in self.names if name in known]

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Say that a test begins."""
        self.begins(nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Say that a test fails."""
        if report.failed:
            self.fails(report.nodeid)

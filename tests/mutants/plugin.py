"""What pytest does differently for mutants: it runs chosen tests in their order, or notes what they come to.

Modules are broken, or marked, by whatever imports them: nothing of Herald may have been imported before.
"""

import ast
import time
from collections.abc import Callable, Iterator, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.mutants.marks import MARKS, marked

ROOT = Path(__file__).parents[2]


class Breaker(MetaPathFinder, Loader):
    """Imports one module with a change in it: `change` makes of its source what is run instead."""

    def __init__(self, file: str, change: Callable[[str], str | ast.Module]) -> None:
        self.path = ROOT / file
        self.name = file.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        self.package = file.endswith("__init__.py")
        self.change = change

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> Any:
        """Offer to import the module to be broken."""
        if fullname != self.name:
            return None
        inside = [str(self.path.parent)] if self.package else None
        return spec_from_file_location(fullname, self.path, loader=self, submodule_search_locations=inside)

    def create_module(self, spec: ModuleSpec) -> None:
        """Let Python make an empty module."""

    def exec_module(self, module: ModuleType) -> None:
        """Fill the module from the changed source."""
        exec(compile(self.change(self.path.read_text("utf-8")), str(self.path), "exec"), module.__dict__)


class Marker(MetaPathFinder):
    """Imports some files with a mark at every statement of a function, which costs far less than tracing lines."""

    def __init__(self, wanted: Callable[[str], bool]) -> None:
        self.wanted = wanted
        self.marks: dict[str, bytearray] = {}
        """By file: a byte for each line, which is 1 once the statement that begins there has been come to."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> Any:
        """Offer to import a module that is to be marked."""
        if fullname.partition(".")[0] not in ("engine", "render", "bot"):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            file = str(Path(spec.loader.path).relative_to(ROOT))
            if self.wanted(file):
                spec.loader = Marked(fullname, spec.loader.path, self.marks.setdefault(file, bytearray()))
        return spec

    def taken(self) -> dict[str, list[int]]:
        """Return the lines that have been come to since this was asked last, by file."""
        found = {file: [line for line, seen in enumerate(marks) if seen] for file, marks in self.marks.items()}
        for marks in self.marks.values():
            marks[:] = bytes(len(marks))
        return {file: lines for file, lines in found.items() if lines}


class Marked(SourceFileLoader):
    """Loads one module with marks in it."""

    def __init__(self, fullname: str, path: str, marks: bytearray) -> None:
        super().__init__(fullname, path)
        self.marks = marks

    def exec_module(self, module: ModuleType) -> None:
        """Fill the module from its source."""
        source = Path(self.path).read_text("utf-8")
        self.marks[:] = bytes(source.count("\n") + 2)
        module.__dict__[MARKS] = self.marks
        exec(compile(marked(source), self.path, "exec"), module.__dict__)


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

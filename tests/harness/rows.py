"""A table of the rule book as one test: every row is tried, and all that fail are named together.

`pytest --each-row -k besieged_port` makes a test of every row and runs one that is looked for by its name.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from functools import wraps
from inspect import Parameter, iscoroutinefunction, signature
from pathlib import Path
from textwrap import shorten
from typing import Any

import pytest

Test = Callable[..., None]

FAILURES = (Exception, pytest.fail.Exception)
"""What a row raises that fails."""

FRESH = frozenset({"tmp_path", "capsys", "monkeypatch", "request"})
"""Fixtures that each row has for itself, or that no row changes."""

OF_ROWS = "goes_through_rows"
"""The mark of a test that goes through rows."""

APART = False
"""Whether every row is a test of its own; `tests/conftest.py` says so."""


def rows(names: str, table: Iterable[Any], *, by: Callable[[Any], str] | None = None) -> Callable[[Test], Test]:
    """Let a test go through the rows of a table; `names` are those of its arguments, with commas between.

    With `by`, which tells to what part of the table a row belongs, there is a test for every part. Each row begins with
    an empty `tmp_path` and an empty `capsys`, and without what the row before did to `monkeypatch`; other fixtures are
    those that different tests share, too (`refuse_shared`). A row that is skipped does not hide the others: the test is
    skipped if all of them are.
    Refuses what would pass without showing anything: a table without rows, and a coroutine, which nobody awaits.
    """
    table = [*table]
    assert table, f"There are no rows with {names}."

    def decorated(test: Test) -> Test:
        assert not iscoroutinefunction(test), f"{test.__name__} is a coroutine: use pytest.mark.parametrize."
        if APART:
            return pytest.mark.parametrize(names, table)(test)
        if by is None:
            return _in_one(test, names, {"": table})
        parts: dict[str, list[Any]] = {}
        for row in table:
            parts.setdefault(by(row), []).append(row)
        return pytest.mark.parametrize("part", parts)(_in_one(test, names, parts))

    return decorated


def _in_one(test: Test, names: str, parts: Mapping[str, Sequence[Any]]) -> Test:
    """A test that goes through the rows of a part, or of the only one."""
    words = [word.strip() for word in names.split(",")]

    @wraps(test)
    def every_row(part: str = "", **fixtures: Any) -> None:
        failed: dict[str, BaseException] = {}
        skipped: list[BaseException] = []
        for number, row in enumerate(parts[part], 1):
            try:
                with ExitStack() as after:
                    own = {name: _fresh(fixture, number, after) for name, fixture in fixtures.items()}
                    test(**dict(zip(words, row if len(words) > 1 else [row], strict=True)), **own)
            except pytest.skip.Exception as skip:
                skipped.append(skip)
            except FAILURES as failure:
                name = shorten(f"{row}", 100)
                failure.add_note(f"in the row {name}")
                failed[name] = failure
        if failed:
            raise BaseExceptionGroup(f"This fails with {'; '.join(failed)}", [*failed.values()])
        if len(skipped) == len(parts[part]):
            raise skipped[0]

    asked = signature(test)
    fixtures = [parameter for name, parameter in asked.parameters.items() if name not in words]
    chosen = [] if "" in parts else [Parameter("part", Parameter.POSITIONAL_OR_KEYWORD)]
    setattr(every_row, OF_ROWS, True)
    every_row.__signature__ = asked.replace(parameters=[*chosen, *fixtures])  # type: ignore[attr-defined] # only pytest reads it
    return every_row


def _fresh(fixture: Any, number: int, after: ExitStack) -> Any:
    """Return a fixture without what an earlier row has left in it; what is to be undone after the row is put down."""
    if isinstance(fixture, Path):
        (folder := fixture / f"row-{number}").mkdir()
        return folder
    if isinstance(fixture, pytest.CaptureFixture):
        fixture.readouterr()
    if isinstance(fixture, pytest.MonkeyPatch):
        return after.enter_context(fixture.context())
    return fixture


def refuse_shared(item: pytest.Item) -> None:
    """Refuse a test whose rows would share a fixture that is made anew for each test: one could hide the next."""
    if not isinstance(item, pytest.Function) or not hasattr(item.function, OF_ROWS):
        return
    fixtures = item._fixtureinfo.name2fixturedefs
    tables = [mark.args[0] for mark in item.iter_markers("parametrize")]
    given = {word.strip() for names in tables for word in (names.split(",") if isinstance(names, str) else names)}
    for name in signature(item.function).parameters:
        if name in fixtures.keys() - FRESH - given and fixtures[name][-1].scope == "function":
            raise pytest.UsageError(f"The rows of {item.nodeid} would share “{name}”: make it in the test itself.")

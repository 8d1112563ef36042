"""A table of the rule book as one test: every row is tried, and all that fail are named together.

`pytest --each-row -k besieged_port` makes a test of every row and runs one that is looked for by its name.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from inspect import Parameter, signature
from textwrap import shorten
from typing import Any

import pytest

Test = Callable[..., None]

FAILURES = (Exception, pytest.fail.Exception)
"""What a row raises that fails."""

APART = False
"""Whether every row is a test of its own; `tests/conftest.py` says so."""


def rows(names: str, table: Iterable[Any], *, by: Callable[[Any], str] | None = None) -> Callable[[Test], Test]:
    """Let a test go through the rows of a table; `names` are those of its arguments, with commas between.

    With `by`, which tells to what part of the table a row belongs, there is a test for every part. Its fixtures a test
    has once, for all of its rows. A table without rows would show nothing, and is refused.
    """
    table = [*table]
    assert table, f"There are no rows with {names}."
    if APART:
        return pytest.mark.parametrize(names, table)
    if by is None:
        return lambda test: _in_one(test, names, {"": table})
    parts: dict[str, list[Any]] = {}
    for row in table:
        parts.setdefault(by(row), []).append(row)
    return lambda test: pytest.mark.parametrize("part", parts)(_in_one(test, names, parts))


def _in_one(test: Test, names: str, parts: Mapping[str, Sequence[Any]]) -> Test:
    """A test that goes through the rows of a part, or of the only one."""
    words = [word.strip() for word in names.split(",")]

    @wraps(test)
    def every_row(part: str = "", **fixtures: Any) -> None:
        failed: dict[str, BaseException] = {}
        for row in parts[part]:
            try:
                test(**dict(zip(words, row if len(words) > 1 else [row], strict=True)), **fixtures)
            except FAILURES as failure:
                name = shorten(f"{row}", 100)
                failure.add_note(f"in the row {name}")
                failed[name] = failure
        if failed:
            raise BaseExceptionGroup(f"This fails with {'; '.join(failed)}", [*failed.values()])

    asked = signature(test)
    fixtures = [parameter for name, parameter in asked.parameters.items() if name not in words]
    chosen = [] if "" in parts else [Parameter("part", Parameter.POSITIONAL_OR_KEYWORD)]
    every_row.__signature__ = asked.replace(parameters=[*chosen, *fixtures])  # type: ignore[attr-defined]
    return every_row

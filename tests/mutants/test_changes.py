"""What counts as a change, that it does what it says, and who is asked to notice it."""

import ast
import sys
from importlib import import_module
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

import pytest
from alembic.util import load_python_file

from tests.mutants import plugin
from tests.mutants.changes import changed, changes
from tests.mutants.checks import Check, concerned
from tests.mutants.marks import MARKS, marked
from tests.mutants.parts import PARTS

SOURCE = """
from typing import Literal

MOST = 8


class Offer(Struct, frozen=True):
    kind: Literal["a", "b"] = "a"
    open: bool = True

    def taken(self, game: Game, seat: str, by: str) -> list[str]:
        if not self.open and len(game.seats) > MOST:
            raise Illegal(f"There are {MOST - 1} at most.")
        game.emit("taken", by)
        return [one for one in self.all(seat, by) if one]
"""


def test_the_changes_of_a_file() -> None:
    assert [
        (change.line, change.place, f"{change.before} -> {change.after}") for change in changes("x.py", SOURCE)
    ] == [
        (4, "", "8 -> 9"),
        (9, "Offer", "True -> False"),
        (12, "Offer.taken", "not self.open and len(game.seats) > MOST -> not self.open or len(game.seats) > MOST"),
        (12, "Offer.taken", "not self.open -> self.open"),
        (12, "Offer.taken", "len(game.seats) > MOST -> len(game.seats) >= MOST"),
        (13, "Offer.taken", "raise Illegal(f'There are {MOST - 1} at most.') -> pass"),
        (14, "Offer.taken", "game.emit('taken', by) -> pass"),
        (14, "Offer.taken", "game.emit('taken', by) -> game.emit(by, 'taken')"),
        (15, "Offer.taken", "self.all(seat, by) -> self.all(by, seat)"),
        (15, "Offer.taken", "one -> not one"),
    ]


def test_a_change_is_made_where_it_says_and_nowhere_else() -> None:
    plain = ast.unparse(ast.parse(SOURCE)).splitlines()
    for change in changes("x.py", SOURCE):
        made = ast.unparse(changed(SOURCE, change.number)).splitlines()
        ((before, after),) = [pair for pair in zip(plain, made, strict=True) if pair[0] != pair[1]]
        assert change.before in before and change.after in after, change


def test_who_comes_to_the_line_may_notice_and_at_an_import_everybody() -> None:
    lines = [(change.first, change.last) for change in changes("x.py", SOURCE)]
    assert lines == [(0, 0), (0, 0), (12, 12), (12, 12), (12, 12), (13, 13), (14, 14), (14, 14), (15, 15), (15, 15)]


NOTHING = """
class Side(Struct):
    number: Literal[1, 2] = ONE

    def __repr__(self) -> str:
        return repr(self.number + 1)

    def next(self) -> "Side":
        for one, other in zip(SIDES, SIDES, strict=True):
            return Choice(other, str(other))
        raise AssertionError("there is no such side")
"""


def test_what_nobody_can_notice_is_not_changed() -> None:
    assert list(changes("x.py", NOTHING)) == []


TOLD = """
async def send(self, number: int) -> None:
    await self.out(number)
    logger.info("Sent.", number + 1)
    self.line(8, WIDTH)
    self.rows[8] += number > 8
"""


def test_what_is_awaited_is_left_out_and_what_is_logged_is_not_changed() -> None:
    assert "await self.out(number)  ->  pass" in " ".join(map(str, changes("x.py", TOLD)))
    assert "logger" not in " ".join(map(str, changes("x.py", TOLD)))


def test_a_number_that_is_neither_compared_nor_an_index_is_a_pixel_in_a_picture() -> None:
    assert [(change.line, change.by_one) for change in changes("x.py", TOLD) if change.before == "8"] == [
        (5, True),
        (6, False),
        (6, False),
    ]


@pytest.mark.parametrize(
    ("file", "part"),
    [
        ("engine/kingmaker/rules.py", "engine"),
        ("engine/tournament/log.py", "tournament"),
        ("render/picture.py", "render"),
        ("bot/app.py", "bot"),
        ("bot/sandbox/world.py", "sandbox"),
    ],
)
def test_a_file_is_of_one_part(file: str, part: str) -> None:
    assert [name for name, found in PARTS.items() if found.has(file)] == [part]


def test_nearer_tests_are_asked_first_and_those_far_away_only_of_lines_that_they_come_to() -> None:
    change = changes("bot/x.py", TOLD)[0]
    near = Check("near", 2, {"bot/x.py": frozenset({3})})
    beside = Check("beside", 1, {"bot/x.py": frozenset({9})})
    far = Check("far", 0, {"bot/x.py": frozenset({3})}, far=True)
    elsewhere = Check("far beside", 0, {"bot/x.py": frozenset({9})}, far=True)
    assert concerned(change, [far, elsewhere, beside, near]) == [near, beside, far]


def test_what_is_done_at_an_import_is_asked_of_the_tests_of_its_package_first() -> None:
    constant = changes("bot/store/x.py", "MOST = 8")[0]
    panels = Check("tests/bot/test_panels.py::test", 1, {"bot/store/y.py": frozenset({3})})
    store = Check("tests/store/test_changes.py::test", 2, {"bot/store/z.py": frozenset({3})})
    values = Check("tests/store/test_values.py::test", 3, {})
    assert concerned(constant, [panels, store, values]) == [store, values, panels]


BROKEN = """
def doubled(number):
    return number * 2
"""


@pytest.mark.parametrize("way", ["imported", "as Alembic does it"])
def test_a_file_is_broken_whoever_runs_it(way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken.py").write_text(BROKEN)
    monkeypatch.setattr(plugin, "ROOT", tmp_path)
    monkeypatch.setattr(SourceFileLoader, "exec_module", SourceFileLoader.exec_module)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "broken", raising=False)
    plugin.Breaker("broken.py", lambda source: source.replace("2", "3")).begin()
    if way == "imported":
        module: Any = import_module("broken")
    else:
        module = load_python_file(str(tmp_path), "broken.py")
    assert module.doubled(4) == 12


CALLED = """
def signed(number, name=None):
    "The sign of a number."
    match number:
        case 0:
            return 0
        case _ if number > 0:
            found = 1
        case _:
            found = -1
    def told():
        return found
    try:
        return told()
    finally:
        number = 0
"""


def test_marks_are_the_lines_at_which_a_call_has_come_by() -> None:
    module: dict[str, Any] = {MARKS: bytearray(20)}
    exec(compile(marked(CALLED), "x.py", "exec"), module)
    assert not any(module[MARKS])
    assert module["signed"](5) == 1 and module["signed"].__doc__
    assert [line for line, seen in enumerate(module[MARKS]) if seen] == [4, 5, 7, 8, 9, 11, 12, 13, 14, 16]

"""What counts as a change of the engine, and that it does what it says."""

import ast
from typing import Any

from tests.mutants.changes import changed, changes
from tests.mutants.marks import MARKS, marked

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

"""Small changes of a source file that should change what it does."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

OTHER_COMPARISON: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OTHER_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
OTHER_FUNCTION = {"any": "all", "all": "any", "min": "max", "max": "min"}
WORDS = (ast.JoinedStr, ast.List, ast.ListComp, ast.Tuple)
"""What is joined with `+` and cannot be subtracted: such a change would only be a crash."""


class Change(NamedTuple):
    """A change of a file, in a function or class ("" for neither), of one text to another.

    `number` is which of all changes of the file it is. Whoever comes to one of the lines from `first` to `last` may
    notice; both are 0 for what is done at an import. `by_one` says that it is a number that becomes greater by one, and
    is neither compared nor an index: in a picture, the width of a pixel.
    """

    file: str
    line: int
    place: str
    before: str
    after: str
    number: int
    first: int
    last: int
    by_one: bool

    def __str__(self) -> str:
        where = f" in {self.place}" if self.place else ""
        return f"{self.file}:{self.line}{where}: {self.before}  ->  {self.after}"


@dataclass
class Around:
    """What a part of the tree stands in: the names of functions and classes, and the lines of the statement."""

    place: str = ""
    called: bool = False
    first: int = 0
    last: int = 0

    def inside(self, node: ast.AST) -> Around:
        """What the parts of a part stand in."""
        if isinstance(node, ast.ClassDef):
            return Around(f"{self.place}.{node.name}".lstrip("."))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            return Around(f"{self.place}.{node.name}".lstrip("."), called=True)
        if isinstance(node, ast.stmt | ast.match_case) and self.called:
            return Around(self.place, True, *_lines(node))
        return self


def _lines(node: ast.stmt | ast.match_case) -> tuple[int, int]:
    """The lines of a statement, without the statements in it."""
    first = _line(node)
    below = getattr(node, "body", None) or getattr(node, "cases", None)
    if below:
        return first, max(first, _line(below[0]) - 1)
    return first, getattr(node, "end_lineno", first)


def _line(node: ast.stmt | ast.match_case) -> int:
    return node.pattern.lineno if isinstance(node, ast.match_case) else node.lineno


@dataclass
class Spot:
    """Where something stands in the tree, and what could stand there instead."""

    parent: ast.AST
    field: str
    index: int | None
    old: ast.AST
    new: ast.AST
    around: Around

    def put(self) -> None:
        """Make the change in the tree."""
        if self.index is None:
            setattr(self.parent, self.field, self.new)
        else:
            getattr(self.parent, self.field)[self.index] = self.new


def changes(file: str, source: str) -> list[Change]:
    """Return every change that can be made to a file."""
    return [_change(file, spot, number) for number, spot in enumerate(_spots(ast.parse(source), Around()))]


def _change(file: str, spot: Spot, number: int) -> Change:
    own = spot.around.inside(spot.old) if isinstance(spot.old, ast.stmt) else spot.around
    line = getattr(spot.old, "lineno", own.first)
    by_one = isinstance(spot.old, ast.Constant) and not isinstance(spot.old.value, bool)
    by_one = by_one and not isinstance(spot.parent, ast.Compare | ast.Subscript | ast.Slice)
    named = f"{spot.parent.arg}=" if isinstance(spot.parent, ast.keyword) and spot.parent.arg else ""
    before, after = named + _text(spot.old), named + _text(spot.new)
    return Change(file, line, own.place, before, after, number, own.first, own.last, by_one)


def _text(node: ast.AST) -> str:
    return " ".join(ast.unparse(node).split())


def changed(source: str, number: int) -> ast.Module:
    """Return the tree of a file with one of its changes made."""
    tree = ast.parse(source)
    next(spot for n, spot in enumerate(_spots(tree, Around())) if n == number).put()
    return ast.fix_missing_locations(tree)


# ---------------------------------------------------------------- where things stand


def _spots(node: ast.AST, around: Around) -> Iterator[Spot]:
    for field, value in ast.iter_fields(node):
        if _says_nothing(node, field):
            continue
        for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(child, ast.AST):
                yield from (Spot(node, field, index, child, new, around) for new in _instead(node, field, child))
                yield from _spots(child, around.inside(child))


def _says_nothing(node: ast.AST, field: str) -> bool:
    """Whether a part is for readers and tools only: types, decorators, and the texts of messages."""
    if isinstance(node, ast.JoinedStr | ast.Raise | ast.Assert):
        return True
    if isinstance(node, ast.FunctionDef) and node.name == "__repr__":
        return True
    if _logs(node):
        return True
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "Literal":
        return True
    if isinstance(node, ast.keyword) and node.arg == "strict":
        return True
    if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
        return True
    if isinstance(node, ast.ClassDef):
        return field != "body"
    return field in ("annotation", "returns", "decorator_list")


def _logs(node: ast.AST) -> bool:
    """Whether a statement writes to the log."""
    match node:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id="logger")))):
            return True
    return False


# ---------------------------------------------------------------- what could stand there


def _instead(parent: ast.AST, field: str, node: ast.AST) -> Iterator[ast.AST]:
    """What could stand in the place of a part of the tree."""
    if isinstance(node, ast.stmt):
        yield from _statements(parent, field, node)
    elif isinstance(node, ast.expr):
        if field in ("test", "ifs", "guard"):
            yield from _conditions(node)
        yield from _expressions(node)


def _statements(parent: ast.AST, field: str, node: ast.stmt) -> Iterator[ast.stmt]:
    gone = ast.copy_location(ast.Pass(), node)
    match node:
        case ast.Raise() if _never_comes(node):
            return
        case ast.Expr() if _logs(node):
            return
        case ast.Expr(value=ast.Call() | ast.Await()) | ast.AugAssign() | ast.Raise() | ast.Continue() | ast.Break():
            yield gone
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript(), *_]):
            yield gone
        case ast.Return() if isinstance(parent, ast.If) and field == "body":
            yield gone
    if isinstance(node, ast.AugAssign) and type(node.op) in OTHER_ARITHMETIC and not isinstance(node.value, WORDS):
        operator = OTHER_ARITHMETIC[type(node.op)]()
        yield ast.copy_location(ast.AugAssign(node.target, operator, node.value), node)


def _never_comes(node: ast.Raise) -> bool:
    """Whether an error is there for what cannot be: play never comes to it."""
    error = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
    return isinstance(error, ast.Name) and error.id in ("NotImplementedError", "AssertionError")


def _conditions(node: ast.expr) -> Iterator[ast.expr]:
    """A condition turned round, where that is not done inside it."""
    if not isinstance(node, ast.Compare | ast.BoolOp | ast.UnaryOp):
        yield ast.copy_location(ast.UnaryOp(ast.Not(), node), node)


def _expressions(node: ast.expr) -> Iterator[ast.expr]:
    for new in _of_kind(node):
        yield ast.copy_location(new, node)


def _of_kind(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.Compare(left, ops, comparators):
            for place, op in enumerate(ops):
                others = [*ops[:place], OTHER_COMPARISON[type(op)](), *ops[place + 1 :]]
                yield ast.Compare(left, others, comparators)
        case ast.BoolOp(op, values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield ast.Constant(value + 1)
        case ast.BinOp(left, op, right) if type(op) in OTHER_ARITHMETIC and not _joins(node):
            yield ast.BinOp(left, OTHER_ARITHMETIC[type(op)](), right)
        case ast.Call(func, [first, second, *others], keywords) if not _alike(func, first, second):
            yield from _swapped(func, first, second, others, keywords)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in OTHER_FUNCTION:
        yield ast.Call(ast.Name(OTHER_FUNCTION[node.func.id], ast.Load()), node.args, node.keywords)


def _swapped(
    func: ast.expr, first: ast.expr, second: ast.expr, others: list[ast.expr], keywords: list[ast.keyword]
) -> Iterator[ast.expr]:
    """A call with its first two arguments the other way round."""
    if not isinstance(first, ast.Starred) and not isinstance(second, ast.Starred):
        yield ast.Call(func, [second, first, *others], keywords)


def _joins(node: ast.BinOp) -> bool:
    """Whether text or lists are joined, or types are."""
    sides = (node.left, node.right)
    text = any(isinstance(side, WORDS) or isinstance(getattr(side, "value", None), str) for side in sides)
    kinds = isinstance(node.op, ast.BitOr) and any(_kind(side) for side in sides)
    return text or kinds


def _kind(node: ast.expr) -> bool:
    name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
    return name[:1].isupper() or name in ("str", "int", "bool", "None", "list", "dict")


def _alike(func: ast.expr, one: ast.expr, other: ast.expr) -> bool:
    """Whether nothing, or only a crash, comes of calling with two arguments the other way round."""
    whole = any(isinstance(side, ast.Name) and side.id in ("self", "game", "table", "rules") for side in (one, other))
    known = isinstance(func, ast.Name) and func.id in ("isinstance", "getattr", "min", "max", "cast")
    return whole or known or ast.dump(_as_text(one)) == ast.dump(_as_text(other))


def _as_text(node: ast.expr) -> ast.expr:
    """What is put into text with `str`: most of it is text anyway, and only tools care."""
    match node:
        case ast.Call(ast.Name("str"), [inner], []):
            return inner
    return node

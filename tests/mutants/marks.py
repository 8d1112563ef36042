"""A source file with a mark at every statement that is done when a function is called."""

import ast

MARKS = "__reached__"
"""The name under which a marked module finds its marks, by line."""


def marked(source: str) -> ast.Module:
    """Return the tree of a file in which every statement inside a function first marks the line where it begins."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            _mark(node)
    return ast.fix_missing_locations(tree)


def _mark(node: ast.AST) -> None:
    """Mark the statements of a part of a function, but for those of functions in it: they are marked by themselves."""
    for field, value in ast.iter_fields(node):
        if field in ("body", "orelse", "finalbody") and isinstance(value, list):
            setattr(node, field, [one for statement in value for one in (*_marks(statement), statement)])
        if isinstance(value, list):
            for part in value:
                if isinstance(part, ast.stmt | ast.ExceptHandler | ast.match_case) and not _apart(part):
                    _mark(part)


def _apart(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)


def _marks(statement: ast.stmt) -> list[ast.stmt]:
    """The marks before a statement: with `match` also those of its cases, whose guards are looked at in turn."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return []  # a docstring has to stay the first thing
    cases = statement.cases if isinstance(statement, ast.Match) else []
    lines = [statement.lineno, *(case.pattern.lineno for case in cases)]
    return [ast.copy_location(ast.parse(f"{MARKS}[{line}] = 1").body[0], statement) for line in lines]

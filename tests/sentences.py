"""`python -m tests.sentences`: every sentence that Herald can say, with its file and line, for reading through.

They are read from the code and the data: placeholders stand as `{}`. Docstrings and comments are not among them.
"""

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
CODE = ("bot", "engine", "render")
LEAST_WORDS = 2


class Sentence(NamedTuple):
    """What may be said, and where that is written."""

    file: str
    line: int
    text: str


@cache
def sentences() -> tuple[Sentence, ...]:
    """Return all sentences, in the order of the files."""
    return (*_of_code(), *_of_data())


def _of_code() -> Iterator[Sentence]:
    for path in (path for room in CODE for path in sorted((ROOT / room).rglob("*.py"))):
        if "migrations" in path.parts:
            continue
        tree = ast.parse(path.read_text("utf-8"))
        unsaid = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                unsaid.update(id(part) for part in node.values)
            if id(node) not in unsaid and isinstance(node, ast.expr) and _is_sentence(text := _text(node)):
                yield Sentence(path.relative_to(ROOT).as_posix(), node.lineno, " ".join(text.split()))


def _text(node: ast.expr) -> str:
    """Return a string with `{}` for its placeholders; "" for whatever is no string."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(_text(part) or "{}" for part in parts)
    return ""


def _of_data() -> Iterator[Sentence]:
    for path in sorted((ROOT / "data").rglob("*.toml")):
        for text in _strings(tomllib.loads(path.read_text("utf-8"))):
            if _is_sentence(text):
                yield Sentence(path.relative_to(ROOT).as_posix(), 0, " ".join(text.split()))


def _strings(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for one in value.values():
                yield from _strings(one)
        case list():
            for one in value:
                yield from _strings(one)


def _is_sentence(text: str) -> bool:
    words = [word for word in text.split() if any(letter.isalpha() for letter in word)]
    return len(words) >= LEAST_WORDS and not text.startswith(("SELECT", "UPDATE", "INSERT", "DELETE", "CREATE"))


if __name__ == "__main__":
    for one in sentences():
        print(f"{one.file}:{one.line}: {one.text}")

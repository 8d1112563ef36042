"""The page in as few pieces as it can be loaded in: itself, one script of all modules, one sheet of all styles.

Asked for one by one, its thirty files cost a browser a third more.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

PAGE = Path(__file__).parent / "page"
SHEETS = ("base", "layout", "messages", "content", "controls")
"""The styles, later ones over those before."""

IMPORT = re.compile(r'^import (\{[\w\s,]+\}) from "\./(\w+)\.js";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async function|function|class|const|let) (\w+))", re.MULTILINE)


class Piece(NamedTuple):
    """What a browser asks for by name."""

    content_type: str
    text: str


def piece(name: str) -> Piece | None:
    """Return a piece of the page as its files are now; None if it has none of that name."""
    return _pieces(max(file.stat().st_mtime_ns for file in PAGE.iterdir())).get(name)


@lru_cache(maxsize=1)
def _pieces(_changed: int) -> Mapping[str, Piece]:
    return {
        "index.html": Piece("text/html", (PAGE / "index.html").read_text("utf-8")),
        "page.js": Piece("text/javascript", "".join(map(_called, _in_order("main", [])))),
        "page.css": Piece("text/css", "".join((PAGE / f"{name}.css").read_text("utf-8") for name in SHEETS)),
    }


def _source(module: str) -> str:
    return (PAGE / f"{module}.js").read_text("utf-8")


def _in_order(module: str, before: list[str]) -> list[str]:
    """Add a module to those before it, after all that it imports from; return them."""
    for _, other in IMPORT.findall(_source(module)):
        _in_order(other, before)
    if module not in before:
        before.append(module)
    return before


def _called(module: str) -> str:
    """Return a module as a function that is called once, and returns what the module exports."""
    source = _source(module)
    exported = ", ".join(EXPORT.findall(source))
    body = EXPORT.sub("", IMPORT.sub(r"const \1 = $\2;", source))
    return f"const ${module} = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();\n"

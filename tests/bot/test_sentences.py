"""What goes wrong is told in plain sentences."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
MARKED = re.compile(r"\*\w[^*{}]*\*")


def refusals() -> Iterator[tuple[str, str]]:
    """Yield the sentences that are raised in the product, with their places, in files that could have marked ones."""
    for path in sorted(path for part in ("bot", "engine") for path in (ROOT / part).rglob("*.py")):
        text = path.read_text()
        for node in ast.walk(ast.parse(text)) if MARKED.search(text) else ():
            for found in ast.walk(node.exc) if isinstance(node, ast.Raise) and node.exc else ():
                if isinstance(found, ast.Constant) and isinstance(found.value, str):
                    yield f"{path.relative_to(ROOT)}:{found.lineno}", found.value


def test_no_refusal_marks_a_button_in_a_way_that_its_reader_sees_as_stars() -> None:
    marked = [(place, said) for place, said in refusals() if MARKED.search(said)]
    assert marked == [], "what an error says is shown as it is written: “Take a seat”, not *Take a seat*"

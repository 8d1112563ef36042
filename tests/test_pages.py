"""What docs/development.md says of the code is there: every path, and every name with a dot, a call or a capital."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from engine.core.trials import scenario
from engine.games import GAMES, rules_of

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "development.md"
CODE = ("bot", "engine", "render", "tests")
PATH = re.compile(r"[\w.<>-]+(/[\w.<>-]*)+|\w+\.(py|toml|md)")
NAME = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)+(\(\))?|[A-Z]\w*[a-z]\w*|[A-Z][A-Z_]+|[a-z_]\w*\(\)")


def spans(pattern: re.Pattern[str]) -> list[str]:
    """The words of the page that are set as code and look like that, whole blocks of code left out."""
    prose = re.sub(r"```.*?```", "", PAGE.read_text("utf-8"), flags=re.DOTALL)
    return sorted({span for span in re.findall(r"`([^`\n]+)`", prose) if pattern.fullmatch(span)})


PATHS = [path for path in spans(PATH) if not path.startswith("var/")]
"""The paths of the page; below var/ lies what is made."""
NAMES = [span for span in spans(NAME) if span not in PATHS and span != "SQL"]


def names() -> set[str]:
    """Every name of the code: of modules, of what they define, and of members, also of the classes above."""
    found: set[str] = set()
    members: dict[str, set[str]] = {}
    above: dict[str, set[str]] = {}
    for module, tree in trees():
        inside = set(defined(tree.body))
        found |= {module, *inside, *(f"{module}.{name}" for name in inside)}
        for one in (node for node in tree.body if isinstance(node, ast.ClassDef)):
            members.setdefault(one.name, set()).update(defined(one.body), given(one))
            above.setdefault(one.name, set()).update(re.findall(r"\w+", " ".join(map(ast.unparse, one.bases))))
    return found | {
        f"{name}.{member}" for name in members for one in line(name, above) for member in members.get(one, ())
    }


def trees() -> Iterator[tuple[str, ast.Module]]:
    """Every module of the code with its syntax."""
    for file in (file for room in CODE for file in (ROOT / room).rglob("*.py")):
        yield ".".join(file.relative_to(ROOT).with_suffix("").parts), ast.parse(file.read_text("utf-8"))


def defined(body: Iterable[ast.stmt]) -> Iterator[str]:
    """The names that statements define."""
    for statement in body:
        match statement:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.Assign(targets=targets):
                yield from (target.id for target in targets if isinstance(target, ast.Name))


def given(one: ast.ClassDef) -> Iterator[str]:
    """The attributes that the methods of a class give to its objects."""
    for node in ast.walk(one):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr


def line(name: str, above: dict[str, set[str]]) -> set[str]:
    """A class with all classes above it."""
    found, waiting = set[str](), [name]
    while waiting:
        one = waiting.pop()
        found.add(one)
        waiting += above.get(one, set()) - found
    return found


def test_every_path_that_the_page_names_is_there() -> None:
    """Of a path with <game> there is one of some game, for a small one has not all that large ones have."""
    written = {path: [path.replace("<game>", game) for game in GAMES] for path in PATHS}
    missing = [path for path, found in written.items() if not any((ROOT / one).exists() for one in found)]
    assert written and missing == []


def test_every_name_that_the_page_uses_is_there() -> None:
    """All in one test: to read the whole code takes longer than to look for a name, and each process would do it."""
    known = names()
    assert NAMES and [name for name in NAMES if name.removesuffix("()") not in known] == []


def test_the_scenario_of_the_page_is_one(tmp_path: Path) -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", PAGE.read_text("utf-8"), flags=re.DOTALL)
    file = tmp_path / "example.toml"
    file.write_text(example, "utf-8")
    read = scenario.load(file)
    scenario.run(rules_of(read.game), read)

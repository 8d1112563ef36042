"""The index of where the nobles are: only its setters change what it is made from."""

import ast
from collections.abc import Iterator
from pathlib import Path

import engine.kingmaker
from engine.kingmaker.board import forces
from engine.kingmaker.board.ids import Location
from tests.kingmaker.boards import empty, put

ROOT = Path(engine.kingmaker.__file__).parent
SETTERS = ROOT / "board" / "forces.py"


def _changes(file: Path) -> Iterator[str]:
    """What a file does to whom a noble serves, whose captive he is, where a `person` is, and who is in play."""
    for node in ast.walk(ast.parse(file.read_text())):
        for target in _targets(node):
            text = ast.unparse(target)
            if text.endswith((".faction", ".captor")) or text == "person.at" or ".nobles[" in text:
                yield text
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".nobles.pop"):
            yield ast.unparse(node)


def _targets(node: ast.AST) -> list[ast.expr]:
    found = [*getattr(node, "targets", [])] if isinstance(node, ast.Assign | ast.Delete) else []
    found += [node.target] if isinstance(node, ast.AugAssign) else []
    return [part for target in found for part in (target.elts if isinstance(target, ast.Tuple) else [target])]


def test_nobody_but_the_setters_changes_where_a_noble_is_or_whose() -> None:
    found = {str(file.relative_to(ROOT)): list(_changes(file)) for file in ROOT.rglob("*.py") if file != SETTERS}
    assert {file: changes for file, changes in found.items() if changes} == {
        "crown/dukes.py": ["person.faction"],  # an abandoned Duke, who is no noble in play
    }
    assert list(_changes(SETTERS))


def test_a_change_beside_the_setters_would_be_noticed() -> None:
    game = empty()
    put(game, "percy", "ann", "inside:alnwick")
    assert forces.nobles_at(game, Location("inside:alnwick")) == ["percy"] and not game.stale()
    game.noble("percy").at = Location("open:york")
    assert game.stale() == ["by_place"]
    forces.place_at(game, "percy", Location("open:york"))
    assert forces.nobles_at(game, Location("open:york")) == forces.nobles_of(game, "ann") == ["percy"]

"""The index of where the nobles are: only its setters change what it is made from."""

import ast
from collections.abc import Iterator
from pathlib import Path

import engine.kingmaker
from engine.kingmaker.board.ids import Location
from engine.kingmaker.board.people import forces
from tests.kingmaker.boards import empty, put

ROOT = Path(engine.kingmaker.__file__).parent
SETTERS = ROOT / "board" / "people" / "forces.py"
CALLS = (".nobles.pop", ".cards.append", ".cards.remove", ".cards.extend", ".cards.insert", ".cards.clear")


def _changes(file: Path) -> Iterator[str]:
    """What a file does to whom a noble serves, whose captive he is, where he is, what he holds, and who is in play."""
    for node in ast.walk(ast.parse(file.read_text())):
        for target in _targets(node):
            text = ast.unparse(target)
            held = text.endswith((".title", ".office")) and not text.startswith("self.")
            if held or text.endswith((".faction", ".captor")) or text == "person.at" or ".nobles[" in text:
                yield text
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(CALLS):
            yield ast.unparse(node)


def _targets(node: ast.AST) -> list[ast.expr]:
    found = [*getattr(node, "targets", [])] if isinstance(node, ast.Assign | ast.Delete) else []
    found += [node.target] if isinstance(node, ast.AugAssign) else []
    return [part for target in found for part in (target.elts if isinstance(target, ast.Tuple) else [target])]


def test_nobody_but_the_setters_changes_where_a_noble_is_or_whose_or_what_he_holds() -> None:
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
    assert not game.stale() and not forces.holder(game, "saxons")
    game.noble("percy").cards.append("saxons")
    assert game.stale() == ["holders"]
    forces.take_from(game, game.noble("percy"), "saxons")
    forces.lay(game, "saxons", "percy")
    assert forces.holder(game, "saxons") == "percy" and not game.stale()


def test_who_is_away_from_the_mainland_is_seen_at_once() -> None:
    game = empty()
    put(game, "percy", "ann", "open:york")
    put(game, "scrope", "ann", "open:wight")
    assert game.whereabouts.off_mainland == ["scrope"]
    forces.place_at(game, "scrope", Location("open:york"))
    assert not game.whereabouts.off_mainland

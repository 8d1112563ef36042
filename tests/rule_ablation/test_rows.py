"""The rows that say how each rule is left out fit the engine as it is; and a rule left out is noticed."""

import ast
import tomllib
from collections import Counter

import pytest

from engine.core.files.registry import registry
from engine.core.trials import coverage
from tests.rule_ablation import rows
from tests.rule_ablation.__main__ import all_tried
from tests.rule_ablation.rows import ROOT, LeftOut
from tests.rule_ablation.trial import Verdict, made


@pytest.mark.parametrize("game", rows.games())
def test_each_rule_has_one_row(game: str) -> None:
    ids = rows.of_game(game).ids()
    assert [rule_id for rule_id, times in Counter(ids).items() if times > 1] == []
    assert set(ids) == registry(game).keys()


@pytest.mark.parametrize("game", rows.games())
def test_what_is_changed_stands_exactly_once(game: str) -> None:
    changes = [(row.id, change) for row in rows.of_game(game).rule for way in row.ways() for change in way.changes()]
    assert [f"{change_id}: {trouble}" for change_id, change in changes for trouble in rows.troubles(change)] == []


@pytest.mark.parametrize("game", rows.games())
def test_what_stands_there_instead_can_be_read(game: str) -> None:
    for way in (way for row in rows.of_game(game).rule for way in row.ways()):
        for file in {change.file for change in way.changes()}:
            source = made((ROOT / file).read_text("utf-8"), [one for one in way.changes() if one.file == file])
            ast.parse(source) if file.endswith(".py") else tomllib.loads(source)


@pytest.mark.parametrize("game", rows.games())
def test_only_the_game_itself_is_changed(game: str) -> None:
    changed = {change.file for row in rows.of_game(game).rule for way in row.ways() for change in way.changes()}
    assert [file for file in changed if not file.startswith((f"engine/{game}/", f"data/{game}/", "engine/core/"))] == []


def test_a_rule_left_out_is_noticed_but_neither_a_comment_nor_a_crash() -> None:
    rule, before = "LAN-BASE-12", "    squires = game.state.counties[letter].squires\n"
    wanted = {
        "    squires = 0\n": Verdict.NOTICED,
        f"    # as many as stand there\n{before}": Verdict.UNNOTICED,
        f"    1 / 0\n{before}": Verdict.CRASHED,
    }
    file = "engine/lancaster/placing/counties.py"
    ways = [LeftOut(id=rule, left_out="", file=file, before=before, after=after) for after in wanted]
    shown = coverage.of_game("lancaster", ROOT / "tests")
    assert {way.after: verdict for _, way, verdict in all_tried("lancaster", ways, shown, 1, "spawn")} == wanted

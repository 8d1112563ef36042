"""Figures of an edition of one's own in Warriors of God."""

import pytest

from engine.core.files.figures import BadFigures
from engine.core.table import Table
from engine.warriors.board import ways
from engine.warriors.board.catalog import catalog
from engine.warriors.rules import RULES
from tests.harness.rows import rows
from tests.warriors.tables import KEY, SEATS, game


def test_a_table_plays_with_its_own_figures() -> None:
    text = """
game = "warriors"
[area.normandy]
value = 3
[border.ile_de_france-normandy]
type = "obstructed"
[sea.england-normandy]
open = false
[leader.edward_iii]
battle = 8
[elimination.3]
killed = 2
"""
    figures = RULES.read_figures(text)
    assert len(figures) == 5
    rules = RULES.with_figures(figures)
    table = Table.bare(rules, list(SEATS), rules.options("hyw", {}), KEY)
    played = game(table)
    assert played.area("normandy").value == 3
    assert played.card("edward_iii").battle == 8
    assert ways.limit(played, "english", "normandy", "ile_de_france") == 1
    assert ways.limit(played, "english", "england", "normandy") == 0
    assert catalog({}).areas["normandy"].value == 2


def test_all_pieces_of_a_kind_may_stand_on_the_map_at_the_start() -> None:
    """The Lion in Winter begins with four French chevaliers."""
    assert RULES.read_figures('game = "warriors"\n[troop.knight_french]\ncounter_mix = 4\n')


@rows(
    "line",
    [
        "[elimination.1]\nkilled = 3\ncaptured = 3",
        "[death]\ndies_on = [1, 2, 2, 3, 6, 6]",
        "[leader.talbot]\nking = false",
        "[setup.john_chandos]\ntroops = { infantry = 6 }",
    ],
)
def test_figures_just_within_the_rules_are_taken(line: str) -> None:
    assert RULES.read_figures(f'game = "warriors"\n{line}\n') is not None


def test_of_a_kind_without_pieces_none_is_left_and_infantry_has_no_limit() -> None:
    """WOG-5.15: what is printed limits all troops but infantry."""
    rules = RULES.with_figures(RULES.read_figures('game = "warriors"\n[troop.longbow_welsh]\ncounter_mix = 0\n'))
    played = game(Table.bare(rules, list(SEATS), rules.options("hyw", {}), KEY))
    assert played.supply("longbow_welsh") == 0
    assert played.supply("infantry") is None


@rows(
    "line, says",
    [
        ("[area.england]\nvalue = 0", "named by the rules"),
        ("[area.brabant]\nvalue = 1", "Mercenaries live"),
        ("[sea.wales-ireland]\nopen = false\n[border.england-wales]\ntype = 'none'", "No leader could leave this area"),
        ("[leader.talbot]\nking = true", "three stars"),
        ("[leader.edward_iii]\nentry = 2", "on turn 1"),
        ("[elimination.1]\ncaptured = 2", "less than killed"),
        ("[death]\ndies_on = [1, 2, 3, 2, 5, 6]", "growing"),
        ('[scenario.hyw]\ncontrol_french = ["england"]', "one side"),
        ("[setup.john_chandos]\ntroops = { infantry = 7 }", "write fewer"),
        ("[troop.knight_french]\ncounter_mix = 2", "at least"),
        ("[leader.edward_iii]\nbattle = 20", "from 1 to 12"),
    ],
)
def test_figures_that_cannot_be_played_are_refused(line: str, says: str) -> None:
    with pytest.raises(BadFigures, match=rf"(?m)^(Line [23]|The file, [\w.-]+): .*{says}"):
        RULES.read_figures(f'game = "warriors"\n{line}\n')

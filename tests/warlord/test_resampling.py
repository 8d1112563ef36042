"""What a seat cannot know of a tourney is chosen anew for those who decide on its behalf (rules 11)."""

from engine.core.table import Table
from engine.warlord.board.arms import LINES
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import PieceId, Square
from engine.warlord.duel import sheets
from engine.warlord.duel.fight import HandIn
from engine.warlord.meetings.bowmen import ChooseLine, Shoot, Shot
from engine.warlord.movement.movement import Move
from engine.warlord.rules import RULES
from tests.warlord.tables import begun

SEEDS = 60
"""Worlds that are looked at: enough that whatever may differ does."""

QUIET = {"red_lady": "A1", "blue_lady": "L16"}


def worlds(opened: Table, viewer: str) -> list[Warlord]:
    """How the table may stand for all that a viewer knows."""
    return [game(opened.world(viewer, seed)) for seed in range(SEEDS)]


def game(opened: Table) -> Warlord:
    """The game of a table, to look at."""
    found = opened.game
    assert isinstance(found, Warlord)
    return found


def duel() -> Table:
    """A duel for which ann has handed in her sheet."""
    laid = begun({**QUIET, "red_footman": "D9", "blue_knight": "D10"})
    laid.flow()
    opened = Table(RULES, laid)
    opened.act("ann", Move(PieceId("red_footman"), Square("D10")))
    opened.act("ann", HandIn(PieceId("red_footman"), "high/low", "high/low", "high/low"))
    return opened


def test_a_sheet_that_is_in_may_be_any_legal_one_or_the_tables() -> None:
    opened = duel()
    found = [world.duel.fighters[PieceId("red_footman")] for world in worlds(opened, "ben")]
    assert {fighter.tables for fighter in found} == {True, False}
    assert all(bool(fighter.sheet) is not fighter.tables for fighter in found)
    written = [fighter.sheet for fighter in found if fighter.sheet]
    assert {len(sheet) for sheet in written} == {3} and len({str(sheet) for sheet in written}) > SEEDS / 3
    legal = sheets.legal(game(opened), PieceId("red_footman"), first=False)
    assert all(stroke in legal for sheet in written for stroke in sheet)


def test_who_is_staggered_makes_no_blow_at_first() -> None:
    opened = duel()
    game(opened).duel.fighters[PieceId("red_footman")].staggered = True
    written = [sheet for world in worlds(opened, "ben") if (sheet := world.duel.fighters[PieceId("red_footman")].sheet)]
    assert {sheet[0].blow for sheet in written} == {"none"}
    for later in (1, 2):
        assert len({sheet[later].blow for sheet in written}) > 2


def test_who_has_written_a_sheet_knows_it_and_who_has_not_has_none() -> None:
    opened = duel()
    true = game(opened).duel.fighters[PieceId("red_footman")].sheet
    assert all(world.duel.fighters[PieceId("red_footman")].sheet == true for world in worlds(opened, "ann"))
    for viewer in ("ann", "ben"):
        other = [world.duel.fighters[PieceId("blue_knight")] for world in worlds(opened, viewer)]
        assert not any(fighter.sheet or fighter.tables for fighter in other)


def test_a_line_that_has_been_chosen_may_be_any_or_left_to_a_die() -> None:
    laid = begun({**QUIET, "red_bowman": "D8", "blue_footman": "D11"}, {"weapons": "bowmen_only"})
    laid.flow()
    opened = Table(RULES, laid)
    opened.act("ann", Shoot(PieceId("red_bowman"), PieceId("blue_footman")))
    opened.act("ann", ChooseLine("high"))

    def lines(viewer: str) -> set[tuple[tuple[str, str], ...]]:
        tops = [world.top for world in worlds(opened, viewer)]
        return {tuple(top.lines.items()) for top in tops if isinstance(top, Shot)}

    assert lines("ann") == {(("red_bowman", "high"),)}
    assert lines("ben") == lines("") == {(("red_bowman", line),) for line in (*LINES, "die")}

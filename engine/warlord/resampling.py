"""What a viewer may not know (rules 11), as a way of choosing it anew."""

from random import Random

from engine.warlord.board import arms
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import PieceId
from engine.warlord.board.state import State, Stroke
from engine.warlord.duel import sheets
from engine.warlord.duel.fight import Fight
from engine.warlord.meetings.bowmen import Shot
from engine.warlord.sequence import setup


def resample(game: Warlord, state: State, viewer: str, chance: Random) -> None:
    """Choose the sheets, lines and plans of others anew, in a copy of the state; who has answered is no secret."""
    _sheets(game, state, viewer, chance)
    _lines(game, state, viewer, chance)
    _plans(game, state, viewer, chance)


def _sheets(game: Warlord, state: State, viewer: str, chance: Random) -> None:
    """Put other strokes, or the default tables, in place of the sheets of others that have been handed in."""
    if state.duel is None or not isinstance(game.top, Fight):
        return
    for fighter_id, fighter in state.duel.fighters.items():
        seat = game.seat(game.piece(fighter_id).side)
        standing = not fighter.felled and not fighter.withdrew
        if standing and seat not in ("", viewer) and (fighter.sheet or fighter.tables):
            fighter.tables = chance.random() < 0.25
            fighter.sheet = [] if fighter.tables else _sheet(game, fighter_id, chance)


def _sheet(game: Warlord, fighter: PieceId, chance: Random) -> list[Stroke]:
    size = game.number("sheet_size")
    return [chance.choice(sheets.legal(game, fighter, first=number == 0)) for number in range(size)]


def _lines(game: Warlord, state: State, viewer: str, chance: Random) -> None:
    """Put other lines in place of those of others that have been chosen for an arrow."""
    for step in state.steps:
        if isinstance(step, Shot):
            for piece in step.lines:
                if game.seat(game.piece(piece).side) not in ("", viewer):
                    step.lines[piece] = chance.choice([*arms.LINES, "die"])


def _plans(game: Warlord, state: State, viewer: str, chance: Random) -> None:
    """Put other weapons and names of Castles into the plans of others, before the tourney begins."""
    for seat, plan in state.plans.items():
        if seat != viewer:
            if setup.chooses_weapons(game):
                fighters = [p for p in game.pieces_of(game.side(seat)) if game.fighter(p)]
                plan.weapons = {p: chance.choice(list(arms.weapons())) for p in fighters}
            if plan.castle:
                plan.castle = chance.choice(setup.NAMES)

"""What a fighter does whose owner has handed in nothing: a d20 on the default tables (rules 7.3) [WLT-3.8]."""

from collections.abc import Mapping

from engine.warlord.board import arms, names
from engine.warlord.board.arms import Row
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import NOBODY, PieceId
from engine.warlord.board.state import Blow, Duel, Line, Piece, Stroke
from engine.warlord.duel import duel

DIE = 20
LAST_WOUND = 2


def weary(game: Warlord) -> bool:
    """Whether the next exchange is one of weary arms, in which every blow that lands kills [WLT-3.9]."""
    return game.duel.exchange >= game.number("weary_from")


def strokes(game: Warlord, fighters: list[PieceId]) -> dict[PieceId, Stroke]:
    """Roll the next strokes of fighters, not fitted yet to how the duel stands; a pair uses one die for both."""
    fight = game.duel
    pairs = [f for f in fighters if len(duel.friends(fight, f)) > len(duel.foes(fight, f))]
    rolled = _pair(game, pairs) if pairs else {}
    return rolled | {f: _single(game, f) for f in fighters if f not in pairs}


def _pair(game: Warlord, fighters: list[PieceId]) -> dict[PieceId, Stroke]:
    first = duel.friends(game.duel, fighters[0])[0]
    rolled = game.dice.roll(DIE, f"default strokes of {names.pieces(game, fighters)}")
    found = next(row for row in arms.pair_rows() if row.start <= rolled <= row.to)
    halves = {f: found.first if f == first else found.second for f in fighters}
    return {f: _armed(game.piece(f).weapon, half.blow, half.guard) for f, half in halves.items()}


def _single(game: Warlord, fighter: PieceId) -> Stroke:
    fight = game.duel
    rolled = game.dice.roll(DIE, f"default stroke of {names.piece(game, fighter)}")
    rows = _table(fight, fighter, game.number("weary_from"))
    found = next(row for row in rows if row.start <= rolled <= row.to)
    foes = duel.foes(fight, fighter)
    if len(foes) > 1:
        even = game.dice.roll(6, f"whom {names.piece(game, fighter)} strikes at") % 2 == 0
        return Stroke(found.blow, found.guard, foes[even])
    return _armed(game.piece(fighter).weapon, found.blow, found.guard)


def mix(fight: Duel, pieces: Mapping[PieceId, Piece], fighter: PieceId, weary_from: int) -> list[tuple[Stroke, float]]:
    """Return the strokes of a fighter who faces one enemy, with their shares in the table that holds for him."""
    weapon, found = pieces[fighter].weapon, []
    for row in _table(fight, fighter, weary_from):
        stroke = duel.fitted(fight, pieces, fighter, _armed(weapon, row.blow, row.guard))
        found.append((stroke, (row.to - row.start + 1) / DIE))
    return found


def _armed(weapon: str, blow: Blow, guard: list[Line]) -> Stroke:
    """Return a stroke of the tables with a fighter's own weapon; a guard beyond it keeps its line, but not MID."""
    widest = max(len(allowed) for allowed in arms.guards(weapon, blow))
    others: list[Line] = [line for line in guard if line != "mid"]
    return Stroke(blow, guard if len(guard) <= widest else others[:1], NOBODY)


def _table(fight: Duel, fighter: PieceId, weary_from: int) -> list[Row]:
    """Return the table that holds for a fighter: the first whose condition is met."""
    tables, own = arms.default_tables(), fight.fighters[fighter]
    foes = [fight.fighters[foe] for foe in duel.foes(fight, fighter)]
    if len(foes) > 1:
        return tables["outnumbered"]
    if own.staggered:
        return tables["staggered"]
    if foes[0].staggered:
        return tables["foe_staggered"]
    worn = own.wounds == foes[0].wounds == LAST_WOUND
    return tables["desperate" if worn or fight.exchange >= weary_from else "normal"]

"""What a side is likely to look for on its turn, with what comes of it: captures and duels (rules 4, 6, 7)."""

from collections.abc import Iterator, Sequence

from engine.core.actions import Prospect
from engine.warlord.board import names
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import PieceId, Square
from engine.warlord.duel import odds
from engine.warlord.movement import enchanted, movement
from engine.warlord.movement.movement import Move

LIKELY = 0.5
"""The chance from which on people usually seek a duel."""

Weighed = tuple[float, Prospect]
"""A prospect with how likely it succeeds."""


def prospects(game: Warlord, seat: str) -> Sequence[Prospect]:
    """Return the moves onto enemies that a side can make, those that succeed most often first."""
    asked = [request for request in game.top.requests(game) if request.seat == seat] if game.top else []
    if not any(offer.action is Move for request in asked for offer in request.offers):
        return ()
    able = [piece for piece in game.pieces_of(game.active) if game.fighter(piece) and movement.ready(game, piece)]
    found = [weighed for piece in able if not enchanted.holds(game, piece) for weighed in _met(game, piece)]
    return [prospect for _, prospect in sorted(found, key=lambda weighed: -weighed[0])]


def _met(game: Warlord, mover: PieceId) -> Iterator[Weighed]:
    """Yield the moves of a fighter onto squares with enemies."""
    for square in movement.paths(game, mover):
        if foes := game.enemies_at(square, game.active):
            yield _meeting(game, mover, square, foes)


def _meeting(game: Warlord, mover: PieceId, square: Square, foes: Sequence[PieceId]) -> Weighed:
    fighters = [foe for foe in foes if game.fighter(foe)]
    short = f"{names.piece(game, mover)} to {square}"
    action, words = Move(mover, square), f"{short} against {names.pieces(game, foes)}"
    if not fighters:
        return 1.0, Prospect(action, words, "no fighter defends that square", short)
    fight = odds.duel_to_come(game, mover, square, fighters)
    chance = odds.chances(game, fight).attackers
    told = f"in the duel {odds.words(game, fight)}"
    return chance, Prospect(action, words, told, short, likely=chance >= LIKELY)

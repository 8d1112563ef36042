"""Wounds that last beyond a duel, and where they heal (rules 9.1) [WLT-9.1]."""

from engine.warlord.board import names
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import NOBODY, PieceId
from engine.warlord.board.state import WIZARD
from engine.warlord.movement import castle


def heal(game: Warlord) -> None:
    """Heal whoever has wounds and is where they heal."""
    _at_home(game)
    for piece_id in game.standing.wounded:
        piece = game.piece(piece_id)
        if piece.status == "board" and not piece.stricken:
            near = game.friends_at(piece.square, piece.side)
            lady = next((p for p in near if game.piece(p).kind == "lady"), NOBODY)
            if lady:
                _heal(game, piece_id, f"by {names.piece(game, lady)}")


def _at_home(game: Warlord) -> None:
    """Heal everybody who is in his own Castle or at its gatehouse."""
    for piece_id in game.standing.wounded:
        piece = game.piece(piece_id)
        if piece.side == WIZARD or piece.stricken:
            continue
        if piece.status == "gatehouse" or piece.square == castle.square(game, piece.side):
            _heal(game, piece_id, "in his own Castle")


def _heal(game: Warlord, piece_id: PieceId, how: str) -> None:
    game.wound(piece_id, 0)
    piece = game.piece(piece_id)
    text = f"{names.piece(game, piece_id)} is healed {how}."
    game.emit("healed", text, about=[piece_id], track=[piece.square] if piece.square else [], rule="WLT-9.1")

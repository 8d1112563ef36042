"""Where more than two play, whoever loses leaves the game, and the others go on (rules 9.9) [WLT-9.9]."""

from engine.warlord.board import names
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import PieceId
from engine.warlord.board.state import WIZARD
from engine.warlord.meetings import removal
from engine.warlord.movement import castle


def eliminate(game: Warlord, side: str, reason: str) -> None:
    """Take a side out of the game for a reason, if it is not told yet: its Castle is a ruin, whom it held goes home."""
    text = f"{reason} {{{game.seat(side)}}} ({names.side(side)}) is out of the game.".strip()
    game.emit("eliminated", text, about=[side], track=[castle.square(game, side)], rule="WLT-9.9")
    game.state.fallen.append(side)
    game.state.vacant.pop(side, None)
    game.state.gatehouses.pop(side, None)
    game.state.plans.pop(game.seat(side), None)
    held = removal.prisoners_of(game, side)
    for piece_id, piece in game.state.pieces.items():
        if piece.side == side and piece.status != "slain":
            leave(game, piece_id)
    for piece_id in held:
        if game.piece(piece_id).side != side:
            removal.release(game, piece_id, "WLT-9.9")


def leave(game: Warlord, piece_id: PieceId) -> None:
    """Remove a piece from the game, also from a duel that it fights."""
    game.piece(piece_id).holder = ""
    game.lift(piece_id, "gone")
    if game.state.duel and piece_id in game.duel.fighters:
        game.duel.fighters[piece_id].withdrew = True


def banish(game: Warlord) -> None:
    """Let the Wizard's side give up: he and all his Risen are no more."""
    for piece in game.pieces_of(WIZARD):
        if not game.piece(piece).risen and game.piece(piece).status == "board":
            removal.destroy(game, piece)

"""Hardened veterans: Footmen who become Knights (rules 9.13) [WLT-9.13]."""

from engine.warlord.board import names
from engine.warlord.board.catalog import open_to
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import PieceId


def count(game: Warlord, winners: list[PieceId]) -> None:
    """Count a victorious battle for everybody who has won it."""
    for fighter in winners:
        if not game.piece(fighter).risen:
            game.piece(fighter).victories += 1


def promote(game: Warlord) -> None:
    """Make Knights of those who have won often enough and stand where a Knight may stand."""
    needed = game.number("veterans")
    for piece_id, piece in sorted(game.state.pieces.items()):
        foot = piece.kind in ("footman", "sergeant") and not piece.risen and not piece.stricken
        on_land = bool(piece.square) and open_to(game.board.terrain(piece.square), mounted=True)
        if foot and piece.victories >= needed and on_land:
            name = names.piece(game, piece_id)
            piece.kind = "knight"
            text = f"{name} is a hardened veteran and becomes a Knight."
            game.emit("promoted", text, about=[piece_id], track=[piece.square], rule="WLT-9.13")

"""Who may come onto a square with enemies (rules 4.8, 6.1, 9.5, 9.6, 9.10)."""

from engine.core.errors import Illegal
from engine.warlord.board import names
from engine.warlord.board.board import around
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import NOBODY, PieceId, Square
from engine.warlord.board.state import WIZARD


def objection(game: Warlord, piece_id: PieceId, square: Square) -> Illegal | None:
    """Return why a piece cannot come onto a square because of able pieces there or near; None if it can.

    Enemies keep out nobody but the Wizard, so that every piece can come onto a guarded Green and free prisoners there
    [WLT-4.2]. Whoever does not fight is captured after that by the fighters whom he finds (R-WLT-12).
    """
    piece = game.piece(piece_id)
    if piece.risen and (bishop := bishop_near(game, square)):
        return Illegal(f"No Risen comes onto the square of {names.piece(game, bishop)} or next to it.", "WLT-9.6")
    if piece.kind == WIZARD and (enemies := game.enemies_at(square, piece.side)):
        text = f"{names.piece(game, piece_id)} attacks nobody; {names.pieces(game, enemies)} would be on {square}."
        return Illegal(text, "WLT-9.5")
    return None


def captors(game: Warlord, piece_id: PieceId, enemies: list[PieceId]) -> list[PieceId]:
    """Return the fighters among some enemies who capture a piece that comes to them alone, because it does not fight.

    A Lady is safe where somebody heeds her rose and no second fighter is beside him, a Bishop among the dead.
    """
    piece, fighters = game.piece(piece_id), [enemy for enemy in enemies if game.fighter(enemy)]
    if game.fighter(piece_id) or (piece.kind == "bishop" and all(game.piece(p).side == WIZARD for p in fighters)):
        return []
    if piece.kind == "lady" and (taken := next((p for p in fighters if game.chivalrous(p)), "")):
        return [p for p in fighters if p != taken]
    return fighters


def bishop_near(game: Warlord, square: Square) -> PieceId:
    """Return an able Bishop on a square or next to it; "" if there is none."""
    near = (p for place in (square, *around(game.board, square)) for p in game.at(place))
    return next((p for p in near if game.piece(p).kind == "bishop"), NOBODY)

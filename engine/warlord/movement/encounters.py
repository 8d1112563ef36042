"""Who may come onto a square with enemies (rules 4.8, 6.1, 9.5, 9.6, 9.10)."""

from engine.core.errors import Illegal
from engine.warlord.board import names
from engine.warlord.board.board import around
from engine.warlord.board.game import Warlord
from engine.warlord.board.state import WIZARD, Kind

UNMOVED: dict[Kind, str] = {
    "footman": "WLT-3.4",
    "sergeant": "WLT-9.7",
    "bowman": "WLT-9.10",
    "bishop": "WLT-9.6",
    "wizard": "WLT-9.5",
}
"""The pieces that a rose does not move, with the rule that says so."""

PEACEFUL: dict[Kind, str] = {"bowman": "WLT-9.10", "bishop": "WLT-9.6", "wizard": "WLT-9.5"}
"""The pieces that attack nobody by moving, with the rule that says so."""


def objection(game: Warlord, piece_id: str, square: str) -> Illegal | None:
    """What forbids a piece to come onto a square because of the able enemies there or near; None if nothing does."""
    piece = game.piece(piece_id)
    if piece.risen and (bishop := bishop_near(game, square)):
        return Illegal(f"No Risen comes onto the square of {names.piece(game, bishop)} or next to it.", "WLT-9.6")
    enemies = game.enemies_at(square, piece.side)
    if not enemies:
        return None
    if piece.kind == "lady" and (rule := unmoved(game, enemies)):
        return Illegal(f"{names.pieces(game, enemies)} on {square} would not heed a Lady's rose.", rule)
    if piece.kind in PEACEFUL and not (piece.kind == "bishop" and all(_undead(game, enemy) for enemy in enemies)):
        text = f"{names.piece(game, piece_id)} attacks nobody; {names.pieces(game, enemies)} would be on {square}."
        return Illegal(text, PEACEFUL[piece.kind])
    return None


def check(game: Warlord, piece_id: str, square: str) -> None:
    """Raise Illegal if a piece may not come onto a square because of enemies."""
    if found := objection(game, piece_id, square):
        raise found


def unmoved(game: Warlord, enemies: list[str]) -> str:
    """The rule by which nobody among some enemies heeds a rose; "" if a Lady or a chivalrous fighter is there."""
    if any(game.chivalrous(enemy) or game.piece(enemy).kind == "lady" for enemy in enemies):
        return ""
    if any(game.piece(enemy).risen for enemy in enemies):
        return "WLT-9.5"
    return UNMOVED[game.piece(enemies[0]).kind]


def _undead(game: Warlord, piece_id: str) -> bool:
    return game.piece(piece_id).side == WIZARD


def bishop_near(game: Warlord, square: str) -> str:
    """An able Bishop on a square or next to it; "" if there is none."""
    near = (p for place in (square, *around(game.board, square)) for p in game.at(place))
    return next((p for p in near if game.piece(p).kind == "bishop"), "")

"""Graves of the fallen, for the Wizard to open and the Bishop to close (rules 9.5, 9.6) [WLT-9.5, WLT-9.6]."""

from engine.warlord.board import names
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import PieceId
from engine.warlord.board.state import WIZARD, Grave
from engine.warlord.movement import enemy_squares

GRAVE = "grave"
"""How the id of a grave begins."""


def bury(game: Warlord, dead: PieceId) -> None:
    """Dig a grave for a fighter where he falls, in a Castle on its Green; a Bishop at hand lays him to rest."""
    piece = game.piece(dead)
    if WIZARD not in game.playing() or not game.fighter(dead) or not piece.square:
        return
    if enemy_squares.bishop_near(game, piece.square):
        text = f"A Bishop lays {names.piece(game, dead)} to rest."
        game.emit("rest", text, about=[dead], track=[piece.square], rule="WLT-9.6")
        return
    owner = game.board.castle_of(piece.square)
    square = min(game.board.seats[owner].green) if owner else piece.square
    game.state.graves_dug += 1
    game.state.graves[f"{GRAVE}_{game.state.graves_dug}"] = Grave(square, dead, piece.kind, piece.side)


def at_rest(game: Warlord) -> None:
    """Close the graves on whose squares a Bishop stands at the end of a turn [WLT-9.6]."""
    for grave_id, grave in list(game.state.graves.items()):
        if any(game.piece(p).kind == "bishop" for p in game.at(grave.square)):
            del game.state.graves[grave_id]
            text = f"A Bishop closes the grave on {grave.square} for good."
            game.emit("rest", text, about=[grave_id], track=[grave.square], rule="WLT-9.6")


def of(game: Warlord, dead: PieceId) -> str:
    """Return the grave in which a piece lies; "" if it has none."""
    return next((grave_id for grave_id, grave in game.state.graves.items() if grave.piece == dead), "")

"""The Bishop against the Wizard (rules 9.6) [WLT-9.6]."""

from engine.warlord import fates, names
from engine.warlord.game import Warlord
from engine.warlord.state import WIZARD


def confronts(game: Warlord, square: str, own: list[str]) -> bool:
    """Let a Bishop who has come onto a square destroy the Risen there and send the Wizard away; tell if one did."""
    bishops = [p for p in own if game.piece(p).kind == "bishop" and p in game.state.turn.arrived]
    undead = [p for p in game.at(square) if game.piece(p).side == WIZARD]
    if not bishops or not undead:
        return False
    for piece in undead:
        if game.piece(piece).risen:
            fates.destroy(game, piece, "WLT-9.6")
        else:
            _banish(game, piece)
    return True


def _banish(game: Warlord, wizard: str) -> None:
    """Send the Wizard back to where he began; his side loses its next turn."""
    start, home = game.piece(wizard).square, game.state.wizard_home
    game.piece(wizard).square = home
    game.state.spell_broken = True
    text = f"{names.piece(game, wizard)} is sent back to {home} and loses the next turn."
    game.emit("moved", text, about=[wizard], track=[start, home], rule="WLT-9.6")

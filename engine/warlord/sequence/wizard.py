"""The Wizard of the Woods raises the dead (rules 9.5) [WLT-9.5]."""

from engine.core.actions import Action, Choice, Field, Offer
from engine.core.errors import Illegal
from engine.warlord.board import names
from engine.warlord.board.board import around
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import NOBODY, PieceId
from engine.warlord.board.state import WIZARD, Piece
from engine.warlord.movement import movement
from engine.warlord.movement.graves import GRAVE

BANNERS = 2
"""Banners of a Risen in the strategic game."""


class Raise(Action, frozen=True):
    """Let a dead fighter stand up on his grave, in the Wizard's service."""

    grave: str


def in_reach(game: Warlord) -> list[str]:
    """Return the graves on or next to the Wizard's square from which somebody can rise."""
    wizard = next((p for p in game.pieces_of(WIZARD) if game.piece(p).kind == WIZARD), NOBODY)
    if not wizard:
        return []
    here = game.piece(wizard).square
    near = {here, *around(game.board, here)}
    graves = game.state.graves.items()
    return [
        grave_id
        for grave_id, grave in graves
        if grave.square in near and movement.stackable(game, WIZARD, grave.square)
    ]


def offer(game: Warlord, side: str) -> list[Offer]:
    """Offer to raise a dead fighter, if the Wizard can."""
    if side != WIZARD or not in_reach(game):
        return []
    field = Field("grave", "Whom?", lambda _: [Choice(piece_id, label(game, piece_id)) for piece_id in in_reach(game)])
    return [Offer(Raise, "Raise the dead", (field,), says="Raise {grave}")]


def label(game: Warlord, piece_id: str) -> str:
    """Return whom a grave holds, and where it is."""
    grave = game.state.graves[piece_id]
    return f"{names.side(grave.side)} {names.kind(grave.kind)} on {grave.square}"


def carry_out(game: Warlord, side: str, action: Raise) -> None:
    """Raise a dead fighter; raises Illegal. If others stand on his grave he meets them as the mover."""
    if side != WIZARD or action.grave not in in_reach(game):
        raise Illegal("The Wizard raises the dead out of graves on his square or next to it.", "WLT-9.5")
    grave = game.state.graves.pop(action.grave)
    risen = PieceId(action.grave.replace(GRAVE, "risen"))
    banners = BANNERS if game.option("strategic") else 0
    game.bring(risen, Piece(WIZARD, grave.kind, square=grave.square, banners=banners, risen=True, moved=True))
    game.state.turn.arrived.append(risen)
    text = f"{names.side(grave.side)} {names.kind(grave.kind)} rises on {grave.square} for the Wizard."
    game.emit("raised", text, about=[risen], track=[grave.square], rule="WLT-9.5")

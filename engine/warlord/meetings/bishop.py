"""The Bishop against the Wizard (rules 9.6) [WLT-9.6]."""

from engine.warlord.board import names
from engine.warlord.board.board import distance, place
from engine.warlord.board.catalog import open_to
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import PieceId, Square
from engine.warlord.board.state import WIZARD
from engine.warlord.meetings import removal
from engine.warlord.movement import movement


def faces(game: Warlord, own: list[PieceId], enemies: list[PieceId]) -> bool:
    """Whether a Bishop has just come onto the square of the Wizard or of a Risen."""
    come = any(game.piece(p).kind == "bishop" and p in game.state.turn.arrived for p in own)
    return come and any(game.piece(p).side == WIZARD for p in enemies)


def confronts(game: Warlord, own: list[PieceId], enemies: list[PieceId]) -> bool:
    """Let a Bishop who has come onto a square destroy the Risen there and send the Wizard away; tell if one did."""
    if not faces(game, own, enemies):
        return False
    for piece in [p for p in enemies if game.piece(p).side == WIZARD]:
        if game.piece(piece).risen:
            removal.destroy(game, piece, "WLT-9.6")
        else:
            _banish(game, piece)
    return True


def _banish(game: Warlord, wizard: PieceId) -> None:
    """Send the Wizard back to where he began; his side loses its next turn."""
    start, home = game.piece(wizard).square, _refuge(game)
    game.stand(wizard, home)
    game.state.spell_broken = True
    text = f"{names.piece(game, wizard)} is sent back to {home} and loses the next turn."
    game.emit("moved", text, about=[wizard], track=[start, home], rule="WLT-9.6")


def _refuge(game: Warlord) -> Square:
    """Where the Wizard began, or the square nearest to it on which he finds room and no enemy."""
    home = game.state.wizard_home
    for square in sorted(game.board.lie, key=lambda square: (distance(home, square), place(square))):
        land = open_to(game.board.terrain(square), mounted=False) and not game.board.castle_of(square)
        if land and movement.stackable(game, WIZARD, square) and not game.enemies_at(square, WIZARD):
            return square
    raise AssertionError("the board has a free square")

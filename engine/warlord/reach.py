"""How far a piece could move if it were its side's turn, as everybody can see it (rules 4)."""

from engine.core.dice import Dice
from engine.warlord.board.board import place
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import Square
from engine.warlord.board.state import Piece, State, Turn
from engine.warlord.movement import movement
from engine.warlord.views import PieceView, WarlordView


def reach(view: WarlordView, piece: PieceView) -> list[Square]:
    """Return the squares on which a piece that stands on the board could end a move, from west to east."""
    return sorted(movement.paths(seen(view), piece.id), key=place)


def seen(view: WarlordView) -> Warlord:
    """Return a game that looks as everybody sees it, to look up what the rules of movement say of it."""
    state = State(
        game_id="",
        rules="",
        rules_version="",
        seats=[],
        options=view.options,
        sides={side.id: side.seat for side in view.sides},
        turn=Turn(),
        pieces={piece.id: _piece(piece) for piece in view.pieces},
        fallen=[side.id for side in view.sides if side.ruined],
    )
    return Warlord(state, Dice(key=b"", game_id=""))


def _piece(seen: PieceView) -> Piece:
    return Piece(seen.side, seen.kind, seen.status, seen.square, stricken=seen.stricken, risen=seen.risen)

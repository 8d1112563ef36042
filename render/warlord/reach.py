"""How far a piece could move if it were its turn, as everybody can see it."""

from engine.core.dice import Dice
from engine.warlord.board.board import place
from engine.warlord.board.game import Warlord
from engine.warlord.board.state import Piece, State, Turn
from engine.warlord.movement import movement
from engine.warlord.views import PieceView, WarlordView
from render.wish import NothingToShow


def reach(view: WarlordView, piece: str) -> dict[str, str]:
    """Return the squares on which a piece can end a move, with its side; NothingToShow if it cannot move at all."""
    found = next((one for one in view.pieces if one.id == piece), None)
    if found is None or not found.square:
        raise NothingToShow("Name a piece on the board: the layer 'reach' shows how far it can move.")
    if found.stricken:
        raise NothingToShow(f"{found.name} lies stricken, and cannot move.")
    return dict.fromkeys(sorted(movement.paths(_seen(view), piece), key=place), found.side)


def _seen(view: WarlordView) -> Warlord:
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
    return Warlord(state, Dice(b"", ""))


def _piece(seen: PieceView) -> Piece:
    return Piece(seen.side, seen.kind, seen.status, seen.square, stricken=seen.stricken, risen=seen.risen)

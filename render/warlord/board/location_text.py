"""Where a piece is and what lies round it, in words: what `/where` says."""

from collections.abc import Mapping, Sequence

from engine.warlord.board import names as words
from engine.warlord.board.board import COMPASS, WINDS, Board, beyond, board
from engine.warlord.board.ids import Square
from engine.warlord.views import PieceView, WarlordView
from render.picture_request import NothingToShow
from render.warlord.board.alt import brief
from render.warlord.board.board import standing
from render.wording import within_limit

LOST = {
    "gatehouse": "waits at the gatehouse",
    "prison": "lies in a dungeon",
    "slain": "is slain",
    "gone": "is out of the game",
}


def findable(view: WarlordView) -> Mapping[str, str]:
    """Return every piece and every square by id, with its name."""
    printed = board(view.board)
    squares = {str(square): f"{square} ({printed.ground(square).name})" for square in printed.lie}
    return {str(piece.id): piece.name for piece in view.pieces} | squares


def spot(view: WarlordView, thing: str) -> str:
    """Return the square of a piece, or the square itself; NothingToShow if it is neither, or not on the board."""
    if thing in board(view.board).lie:
        return thing
    found = next((piece for piece in view.pieces if piece.id == thing), None)
    if found is None:
        raise NothingToShow("There is no such square or piece on the board.")
    if not found.square:
        raise NothingToShow(f"{found.name} {LOST.get(found.status, 'is not on the board')}.")
    return found.square


def where(view: WarlordView, square: str) -> str:
    """Say who stands on a square, and what lies beside it in every direction, from the north clockwise."""
    printed, stand = board(view.board), standing(view)
    here = f"{square}, {_ground(printed, Square(square))}: {_who(stand.get(square, []))}."
    beside = [
        f"{WINDS[turn].capitalize()} {there}: {_ground(printed, there)}{_guests(stand.get(there, []))}."
        if (there := beyond(printed, square, turn))
        else f"{WINDS[turn].capitalize()}: the edge of the board."
        for turn in range(len(COMPASS))
    ]
    return within_limit([here, *beside])


def _ground(printed: Board, square: Square) -> str:
    owner = printed.castle_of(square) or printed.green_of(square)
    name = printed.ground(square).name.lower()
    return f"{words.side(owner)}'s {name}" if owner else name


def _who(pieces: Sequence[PieceView]) -> str:
    return ", ".join(_named(piece) for piece in pieces) or "nobody"


def _guests(pieces: Sequence[PieceView]) -> str:
    return f" with {_who(pieces)}" if pieces else ""


def _named(piece: PieceView) -> str:
    side = words.side(piece.side)
    return brief(piece) if piece.side == "wizard" else f"{side} {brief(piece)}"

"""Everything that stands on the table, in words, for people who check a position against their own table."""

from collections.abc import Collection, Iterator

from engine.core.text import join_words
from engine.warlord.board import names
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import PieceId
from engine.warlord.board.state import WIZARD, Piece
from engine.warlord.duel import fight
from engine.warlord.meetings import victory
from engine.warlord.movement import castle
from engine.warlord.reports import headline

GONE = {"slain": "slain", "gone": "out of the game"}
"""Where pieces are that nobody can see any more."""


def inventory(game: Warlord, said: Collection[str], viewer: str) -> list[tuple[str, list[str]]]:
    """Return a heading and its lines for each part of the table; nothing of it is hidden.

    `said` are the ids that the file names: of a piece that is not among them it is told that it stands as at the start.
    """
    sides = [(_side(game, side), list(_lines(game, side, said))) for side in game.state.sides]
    return [("Where the game stands", [headline(game), *_quiet(game)]), *sides, *_graves(game)]


def _quiet(game: Warlord) -> Iterator[str]:
    yield f"Rounds without a capture, slaying, freeing or promotion: {game.state.quiet}."


def _side(game: Warlord, side: str) -> str:
    seat = game.state.sides[side]
    name = names.side(side)
    return f"{{{seat}}} ({name[:1].upper()}{name[1:]})" if seat else f"{name[:1].upper()}{name[1:]}"


def _lines(game: Warlord, side: str, said: Collection[str]) -> Iterator[str]:
    """Yield the pieces of a side wherever they are, and what it holds."""
    if side in game.state.fallen:
        yield "out of the game"
    for piece_id, piece in game.state.pieces.items():
        if piece.side == side:
            usual = "" if piece_id in said else " (as at the start; the file does not name it)"
            yield f"{names.piece(game, piece_id)}: {_where(game, piece_id, piece)}{usual}"
    if side == WIZARD:
        return
    held = [piece_id for piece_id, piece in game.state.pieces.items() if piece.holder == side]
    yield f"in the dungeon of {names.castle(game, side)}: {names.pieces(game, held) if held else 'nobody'}"
    if side in game.state.vacant:
        yield "may name a successor"
    yield f"points: {victory.points_of(game, side)}"


def _where(game: Warlord, piece_id: PieceId, piece: Piece) -> str:
    """Where a piece is, and in what condition."""
    places = {
        "board": piece.square,
        "prison": f"in the dungeon of {names.side(piece.holder)}" if piece.holder else "",
        "gatehouse": "",
    }
    where = {**places, **GONE}[piece.status]
    if piece.status == "gatehouse":
        queue = castle.waiting(game, piece.side)
        where = f"at the gatehouse{f', number {queue.index(piece_id) + 1} there' if piece_id in queue else ''}"
    return ", ".join([where, *_marks(game, piece)])


def _marks(game: Warlord, piece: Piece) -> Iterator[str]:
    if piece.stricken:
        yield "stricken"
    if piece.wounds and piece.living:
        yield fight.wounds(piece.wounds)
    if piece.weapon != "sword":
        yield f"with {piece.weapon}"
    if piece.banners:
        yield f"{piece.banners} banners"
    if piece.victories:
        yield f"{piece.victories} victories"


def _graves(game: Warlord) -> Iterator[tuple[str, list[str]]]:
    lying = [f"{names.piece(game, grave.piece)} on {grave.square}" for grave in game.state.graves.values()]
    if lying:
        yield "Graves", [join_words(lying)]

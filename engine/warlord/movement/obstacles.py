"""What stands in a piece's way, and why: walls, land, corners, Castles, enemies and friends (rules 4)."""

from engine.core.errors import Illegal
from engine.core.game import cached_by_options, cached_while_waiting
from engine.warlord.board import names
from engine.warlord.board.board import squeezed, walled
from engine.warlord.board.catalog import open_to, units
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import PieceId, Square
from engine.warlord.board.state import WIZARD, Kind
from engine.warlord.movement import enemy_squares

OPTION_8 = ("hill", "mountain", "river", "bridge")
"""The kinds of terrain that optional rule 8 adds."""

QUIET = ("open", "forest", "rough", "bridge")
"""The kinds of terrain on which a move may go on, if no forest is enchanted."""

NOT_FOR_CASTLES: dict[Kind, str] = {
    "lady": "WLT-3.5",
    "bowman": "WLT-9.10",
    "bishop": "WLT-9.6",
    "wizard": "WLT-9.5",
}
"""The pieces that never enter an enemy Castle, with the rule that says so."""


def noted(game: Warlord, piece_id: PieceId) -> frozenset[Square]:
    """Return the squares where more than the land can stop a piece, or end its move; no other needs a look.

    A Risen keeps away from squares beside a Bishop, whatever stands on them [WLT-9.6].
    """
    return frozenset(game.board.lie) if game.piece(piece_id).risen else _noteworthy(game)


@cached_while_waiting
def _noteworthy(game: Warlord) -> frozenset[Square]:
    return _notable_land(game) | {piece.square for piece in game.state.pieces.values()}


@cached_by_options
def _notable_land(game: Warlord) -> frozenset[Square]:
    quiet = [terrain for terrain in QUIET if not (terrain == "forest" and game.option("enchanted_forest"))]
    return frozenset(square for square, terrain in game.board.lie.items() if terrain not in quiet)


def closed(game: Warlord, piece_id: PieceId, squares: frozenset[Square]) -> frozenset[Square]:
    """Those of some squares onto which a piece cannot come: but for the Wizard and his Risen they are all Castles."""
    piece = game.piece(piece_id)
    doubtful = squares if piece.risen or piece.kind == WIZARD else squares & game.board.castles.keys()
    return frozenset([square for square in doubtful if to_come(game, piece_id, square)])


def to_leave(game: Warlord, piece_id: PieceId) -> Illegal | None:
    """Return why a piece cannot leave: one piece at a time comes out of its own Castle [WLT-8.1]."""
    piece = game.piece(piece_id)
    if game.board.castle_of(piece.square) == piece.side == game.active and game.state.turn.left:
        return Illegal(
            "A piece has come out of your Castle this turn; the next one waits for your next turn.", "WLT-8.1"
        )
    return None


def to_step(game: Warlord, piece_id: PieceId, start: Square, to: Square) -> Illegal | None:
    """Return why a piece cannot step from a square to one that touches it."""
    mounted = game.mounted(piece_id)
    if walled(game.board, start, to):
        return Illegal(f"A Castle's walls separate {start} from {to}; the only way in is over its Green.", "WLT-2.2")
    if found := to_stand(game, piece_id, to) or to_enter(game, piece_id, to):
        return found
    if squeezed(game.board, start, to, mounted=mounted):
        return Illegal(f"No piece squeezes from {start} to {to} between two squares that are closed to it.", "WLT-1.5")
    return enemy_squares.objection(game, piece_id, to)


def to_come(game: Warlord, piece_id: PieceId, square: Square) -> Illegal | None:
    """Return why a piece cannot come onto a square that the land opens to it, wherever it comes from."""
    return to_enter(game, piece_id, square) or enemy_squares.objection(game, piece_id, square)


def to_stand(game: Warlord, piece_id: PieceId, square: Square) -> Illegal | None:
    """Return the land's objection to a piece on a square [WLT-1.5, WLT-9.8]."""
    if open_to(game.board.terrain(square), mounted=game.mounted(piece_id)):
        return None
    land = game.board.ground(square)
    who = f"a {units()[game.piece(piece_id).kind].name}" if land.foot else "any piece"
    return Illegal(f"{land.name} on {square} is closed to {who}.", "WLT-1.5" if land.foot else "WLT-9.8")


def to_enter(game: Warlord, piece_id: PieceId, square: Square) -> Illegal | None:
    """Return why a piece cannot enter a Castle; None for all other squares [WLT-3.5, WLT-3.6, WLT-5.2]."""
    owner, piece = game.board.castle_of(square), game.piece(piece_id)
    if not owner:
        return None
    if owner in game.ruins():
        return Illegal(f"The Castle on {square} is a ruin.", "WLT-9.9")
    if owner == piece.side:
        full = game.friends_at(square, owner)
        return Illegal("Your Castle holds one piece at a time, and it is occupied.", "WLT-5.2") if full else None
    if game.friends(owner, piece.side):
        return Illegal("You cannot enter your partner's Castle.", "WLT-9.9")
    if not game.fighter(piece_id):
        rule = NOT_FOR_CASTLES[piece.kind]
        return Illegal(lambda: f"{names.piece(game, piece_id)} is no fighter and cannot take a Castle.", rule)
    if game.board.green_of(piece.square) != owner:
        return Illegal("Stop on the Green first; on a later turn step from there into the Castle.", "WLT-3.6")
    return None


def to_go_on(game: Warlord, piece_id: PieceId, square: Square) -> Illegal | None:
    """Return why a move ends on a square that it has come to."""
    side, terrain = game.piece(piece_id).side, game.board.terrain(square)
    if game.board.castle_of(square):
        return Illegal(lambda: f"A move ends in the Castle on {square}.", "WLT-2.2")
    if (owner := game.board.green_of(square)) and owner not in game.ruins() and not game.friends(owner, side):
        return Illegal(lambda: f"A move ends on the enemy Green on {square}.", "WLT-3.6")
    if enemies := game.enemies_at(square, side):
        return Illegal(lambda: f"{names.pieces(game, enemies)} on {square} cannot be passed.", "WLT-5.4")
    if game.board.ground(square).ends_move:
        return Illegal(f"A move ends on the hill on {square}.", "WLT-9.8")
    if terrain == "forest" and game.option("enchanted_forest") and side != WIZARD:
        return Illegal(f"A move ends in the enchanted forest on {square}.", "WLT-9.12")
    return None


def to_stay(game: Warlord, piece_id: PieceId, square: Square, *, less: int = 0) -> Illegal | None:
    """Return why a piece cannot end its move on a square: friends enough; `less` of them go away [WLT-5.3]."""
    friends = [friend for friend in game.friends_at(square, game.piece(piece_id).side) if friend != piece_id]
    room = game.room(game.piece(piece_id).side, square)
    if len(friends) - less < room:
        return None
    rule = "WLT-9.8" if game.board.terrain(square) in OPTION_8 else "WLT-5.3"
    most = "only one friendly piece may" if room == 1 else "at most two may"
    return Illegal(lambda: f"{names.pieces(game, friends)} on {square} leave no room: {most} stand there.", rule)

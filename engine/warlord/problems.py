"""What must always be true of a War Lord Tourney (rules 1, invariants)."""

from collections.abc import Iterator

from engine.warlord.board import names
from engine.warlord.board.arms import wounds_to_kill
from engine.warlord.board.catalog import open_to
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import PieceId
from engine.warlord.board.state import Piece
from engine.warlord.meetings.meeting import Meeting
from engine.warlord.meetings.stricken import MakingRoom
from engine.warlord.movement import castle
from engine.warlord.sequence.recall import Receive


def problems(game: Warlord) -> list[str]:
    """Return every invariant that is broken, in words."""
    if game.state.result is not None:
        return []
    found = [
        problem for piece_id, piece in sorted(game.state.pieces.items()) for problem in _piece(game, piece_id, piece)
    ]
    return [*found, *_stacks(game), *_gatehouses(game), *_leaders(game), *_graves(game)]


def _piece(game: Warlord, piece_id: PieceId, piece: Piece) -> Iterator[str]:
    """Check that a piece is in one place, and where it may be."""
    name = f"{names.piece(game, piece_id)} ({piece_id})"
    if (piece.status == "board") != bool(piece.square):
        yield f"{name} has status {piece.status} and stands on '{piece.square}'"
    if (piece.status == "prison") != bool(piece.holder):
        yield f"{name} has status {piece.status} and is held by '{piece.holder}'"
    if piece.side not in game.state.sides:
        yield f"{name} belongs to nobody at this table"
    if piece.stricken and piece.status != "board":
        yield f"{name} is stricken off the board"
    if piece.status not in ("slain", "gone") and not 0 <= piece.wounds < wounds_to_kill():
        yield f"{name} has {piece.wounds} wounds"
    if piece.square and not open_to(game.board.terrain(piece.square), mounted=game.mounted(piece_id)):
        yield f"{name} stands on {piece.square}, which is closed to it"
    if piece.kind == "lady" and piece.status == "slain":
        yield f"{name} has been slain"


def _stacks(game: Warlord) -> Iterator[str]:
    """No square holds too many friends, nor two sides that have not just met."""
    squares = {piece.square for piece in game.state.pieces.values() if piece.status == "board" and piece.square}
    fought = {step.square for step in game.state.steps if isinstance(step, Meeting)}
    crowded = {game.piece(step.lady).square for step in game.state.steps if isinstance(step, MakingRoom)}
    for square in sorted(squares):
        able = game.at(square)
        for side in {game.piece(p).side for p in able}:
            friends = [p for p in able if game.friends(game.piece(p).side, side)]
            if len(friends) > game.room(side, square) and square not in crowded:
                yield f"{names.pieces(game, friends)} are too many on {square}"
            fights = any(game.fighter(p) for p in able)
            met = square in fought or any(p in game.state.turn.arrived for p in able)
            if fights and len(friends) < len(able) and not met:
                yield f"{names.pieces(game, able)} share {square} and do not fight"


def _gatehouses(game: Warlord) -> Iterator[str]:
    """Who waits is in one queue, unless he is on his way in; no Castle is empty while somebody waits."""
    coming = {step.piece for step in game.state.steps if isinstance(step, Receive)}
    queued = [p for side in game.colours() for p in castle.waiting(game, side)]
    waiting = [p for p, piece in game.state.pieces.items() if piece.status == "gatehouse" and p not in coming]
    if sorted(queued) != sorted(waiting):
        yield f"the gatehouses hold {queued}, but waiting are {waiting}"
    for side in game.colours():
        if castle.waiting(game, side) and not castle.occupant(game, side):
            yield f"{names.castle(game, side)} is empty while others wait"


def _leaders(game: Warlord) -> Iterator[str]:
    """Check that a side has one living Warlord and one Lady at most, and names no successor while it has a Warlord."""
    for side in game.colours():
        living = [p.kind for p in game.state.pieces.values() if p.side == side and p.living and not p.risen]
        for kind in ("warlord", "lady"):
            if living.count(kind) > 1:
                yield f"{names.side(side)} has more than one {names.kind(kind)}"
        if side in game.state.vacant and "warlord" in living:
            yield f"{names.side(side)} has a Warlord and may name a successor"


def _graves(game: Warlord) -> Iterator[str]:
    """Only the slain lie in graves, and nobody in two."""
    lying = [grave.piece for grave in game.state.graves.values()]
    for piece in sorted(set(lying)):
        if piece not in game.state.pieces:
            yield f"'{piece}' is no piece, but lies in a grave"
            continue
        if game.piece(piece).status != "slain":
            yield f"{names.piece(game, piece)} lies in a grave, but has not been slain"
        if lying.count(piece) > 1:
            yield f"{names.piece(game, piece)} lies in {lying.count(piece)} graves"

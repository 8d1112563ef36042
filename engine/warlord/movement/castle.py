"""A side's own Castle: one piece inside, others at the gatehouse, and who has to step out (rules 6.4, 8.2)."""

from engine.core.game import cached_while_waiting
from engine.warlord.board import names
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import NOBODY, PieceId, Square
from engine.warlord.movement import movement

UNTIL = "off the board, until the Castle there is empty"
"""How long a piece waits at a gatehouse."""


def square(game: Warlord, side: str) -> Square:
    """Return the Castle square of a colour."""
    return game.board.seats[side].castle


def greens(game: Warlord, side: str) -> list[Square]:
    """Return the Green squares of a colour."""
    return sorted(game.board.seats[side].green)


def occupant(game: Warlord, side: str) -> PieceId:
    """Return the able piece in a colour's Castle; "" if there is none."""
    return next(iter(game.at(square(game, side))), NOBODY)


def waiting(game: Warlord, side: str) -> list[PieceId]:
    """Return the pieces at a colour's gatehouse, the first to enter first."""
    return game.state.gatehouses.setdefault(side, [])


def receive(game: Warlord, piece_id: PieceId, *, rule: str) -> None:
    """Place a piece in its own Castle, or at the end of the gatehouse if somebody is there [WLT-4.3, WLT-8.1].

    They leave in the order in which they arrived: who is recalled in the movement before who is freed after it.
    """
    piece = game.piece(piece_id)
    side = piece.side
    piece.holder = ""
    game.strike(piece_id, stricken=False)
    if not occupant(game, side) and not waiting(game, side):
        _enter(game, piece_id, rule)
        return
    game.lift(piece_id, "gatehouse")
    waiting(game, side).append(piece_id)
    text = f"{names.piece(game, piece_id)} waits at {names.side(side)}'s gatehouse, {UNTIL}."
    game.emit("gatehouse", text, about=[piece_id], rule=rule)


def _enter(game: Warlord, piece_id: PieceId, rule: str) -> None:
    piece = game.piece(piece_id)
    game.stand(piece_id, square(game, piece.side))
    text = f"{names.piece(game, piece_id)} is in the Castle on {piece.square}."
    game.emit("home", text, about=[piece_id], track=[piece.square], rule=rule)


def admit(game: Warlord) -> None:
    """Let the first of each gatehouse into its empty Castle [WLT-7.1, WLT-8.1]."""
    for side in game.colours():
        queue = waiting(game, side)
        if queue and not occupant(game, side):
            first = queue.pop(0)
            game.piece(first).moved = True
            _enter(game, first, "WLT-8.1" if game.state.turn.left else "WLT-7.1")


# ---------------------------------------------------------------------- stepping out


@cached_while_waiting
def ways_out(game: Warlord, side: str) -> list[Square]:
    """Return the Green squares onto which the piece in a colour's Castle can step to make way [WLT-5.10].

    Nobody steps out where others wait already, or when a piece has left the Castle this turn.
    """
    inside = occupant(game, side)
    left = game.state.turn.left and side == game.active
    if not inside or game.piece(inside).side != side or waiting(game, side) or left:
        return []
    return open_greens(game, inside)


def open_greens(game: Warlord, piece_id: PieceId) -> list[Square]:
    """Return the Green squares of a piece's own Castle on which it finds room, whatever enemies stand there."""
    side = game.piece(piece_id).side
    return [green for green in greens(game, side) if movement.stackable(game, side, green)]


def step_out(game: Warlord, piece_id: PieceId, green: Square) -> None:
    """Let a piece in its own Castle step out onto a Green; enemies there fight it before anything else."""
    piece = game.piece(piece_id)
    start, piece.moved = piece.square, True
    game.stand(piece_id, green)
    game.state.turn.left = game.state.turn.left or piece.side == game.active
    game.state.turn.arrived.append(piece_id)
    text = f"{names.piece(game, piece_id)} steps out of the Castle onto {green}."
    game.emit("moved", text, about=[piece_id], track=[start, green], rule="WLT-5.10")

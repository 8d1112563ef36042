"""What becomes of the beaten: slain, captured, or no more (rules 6.3) [WLT-3.10, WLT-3.11, WLT-4.1]."""

from engine.warlord.board import names
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import PieceId
from engine.warlord.board.leaders import LEADERS, leaders
from engine.warlord.board.state import WIZARD, Status
from engine.warlord.movement import castle, graves


def slay(game: Warlord, victim: PieceId, rule: str = "WLT-3.10") -> None:
    """Let a piece die where it stands; a Risen crumbles."""
    piece = game.piece(victim)
    if piece.risen:
        destroy(game, victim)
        return
    name, where = names.piece(game, victim), piece.square
    graves.bury(game, victim)
    _remove(game, victim, "slain")
    game.emit("slain", f"{name} is slain.", about=[victim], track=[where], rule=rule)
    if piece.kind == "warlord":
        game.state.vacant[piece.side] = victim
        game.state.bereaved.append(piece.side)


def destroy(game: Warlord, victim: PieceId, rule: str = "WLT-9.5") -> None:
    """Let a Risen, or the Wizard, be no more; it leaves no grave.

    Without the Wizard all Risen crumble, and those whom he held go home.
    """
    name, where = names.piece(game, victim), game.piece(victim).square
    _remove(game, victim, "gone")
    game.emit("destroyed", f"{name} is no more.", about=[victim], track=[where], rule=rule)
    if game.piece(victim).kind == WIZARD:
        game.state.fallen.append(WIZARD)
        for risen in game.pieces_of(WIZARD):
            destroy(game, risen)
        for prisoner in prisoners_of(game, WIZARD):
            release(game, prisoner, "WLT-9.5")


def capture(game: Warlord, victim: PieceId, holder: str, rule: str = "WLT-3.11", *, why: str = "") -> None:
    """Put a piece into a side's dungeon, and say `why` where no duel was lost [WLT-4.1].

    The Wizard and his Risen slay every fighter they beat; others whom they capture he holds [WLT-3.2, WLT-9.5].
    """
    piece = game.piece(victim)
    if piece.risen or piece.kind == WIZARD:
        destroy(game, victim)
        return
    where = piece.square
    _remove(game, victim, "prison")
    piece.holder = holder
    whither = "is led away to the Wizard" if holder == WIZARD else f"is taken to {names.side(holder)}'s dungeon"
    game.emit("captured", f"{names.piece(game, victim)}{why} {whither}.", about=[victim], track=[where], rule=rule)
    if piece.kind in LEADERS and not game.board.castle_of(where):
        _tell_last_leader(game, victim)


def _tell_last_leader(game: Warlord, captive: PieceId) -> None:
    """Say who is the last of Warlord and Lady once the other is captured."""
    side = game.piece(captive).side
    left = leaders(game, side)
    if len(left) == 1:
        lost, last = f"{names.side(side)} is beaten", names.piece(game, left[0])
        text = f"If {last} is captured before {names.piece(game, captive)} is free, {lost}."
        if game.piece(captive).kind == "lady":
            text += f" If he is slain, another fighter may take his place; without one {lost}, too."
        game.emit("last_leader", text, about=left, rule="WLT-7.6")


def prisoners_of(game: Warlord, holder: str) -> list[PieceId]:
    """Return the pieces that a side holds, by id."""
    return [piece_id for piece_id, piece in sorted(game.state.pieces.items()) if piece.holder == holder]


def release(game: Warlord, prisoner: PieceId, rule: str) -> None:
    """Let a prisoner go home whose captor is out of the game; his wounds are healed."""
    game.wound(prisoner, 0)
    game.emit("freed", f"{names.piece(game, prisoner)} is free.", about=[prisoner], rule=rule)
    castle.receive(game, prisoner, rule=rule)


def _remove(game: Warlord, victim: PieceId, status: Status) -> None:
    game.lift(victim, status)
    game.state.eventful = True

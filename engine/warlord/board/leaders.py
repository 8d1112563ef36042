"""Warlord and Lady, without whom a side has lost (rules 8.4) [WLT-7.6]."""

from collections.abc import Collection

from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import PieceId
from engine.warlord.board.state import WIZARD, Kind

LEADERS: tuple[Kind, ...] = ("warlord", "lady")
"""The pieces without which a side has lost."""

FREE = ("board", "gatehouse")
"""The states of a piece that is neither slain nor captive."""


def leaders(game: Warlord, side: str) -> list[PieceId]:
    """Return a side's Warlord and Lady, as far as they are neither slain nor captive [WLT-7.6]."""
    found = game.state.pieces.items()
    return [p for p, piece in found if piece.side == side and piece.kind in LEADERS and piece.status in FREE]


def beheaded(game: Warlord, taken: Collection[PieceId]) -> str:
    """Return the side that would have neither Warlord nor Lady left if pieces were captured; "" if none would."""
    sides = dict.fromkeys(game.piece(p).side for p in taken if game.piece(p).kind in LEADERS)
    return next((side for side in sides if side != WIZARD and set(leaders(game, side)) <= set(taken)), "")

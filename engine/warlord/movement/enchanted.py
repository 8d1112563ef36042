"""The enchanted forest: whoever is in it comes out in a random direction (rules 9.12) [WLT-9.12]."""

from collections.abc import Callable, Sequence

from engine.core.errors import Illegal
from engine.warlord.board import names
from engine.warlord.board.board import COMPASS, around, beyond
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import NOWHERE, PieceId, Square
from engine.warlord.board.state import WIZARD
from engine.warlord.movement import obstacles

ROLLS = 20
"""How often the die is thrown before a piece that finds no way out stays where it is."""


def holds(game: Warlord, piece_id: PieceId) -> bool:
    """Tell whether a piece stands in an enchanted forest; the Wizard and his Risen walk there freely."""
    piece = game.piece(piece_id)
    return piece.status == "board" and leads(game, piece.side, piece.square)


def leads(game: Warlord, side: str, square: Square) -> bool:
    """Tell whether an enchanted forest on a square decides where a side's pieces come out."""
    return leads_all(game, side) and game.board.terrain(square) == "forest"


def leads_all(game: Warlord, side: str) -> bool:
    """Tell whether the forests are enchanted for a side: the Wizard and his Risen walk there freely."""
    return bool(game.option("enchanted_forest")) and side != WIZARD


def way_out(game: Warlord, piece_id: PieceId) -> list[Square]:
    """Throw the way on which a piece leaves the forest: one square, or none."""
    start, open_ways = game.piece(piece_id).square, ways_out(game, piece_id)
    there = thrown(game, piece_id, lambda to: to in open_ways)
    return [start, there] if there else [start]


def ways_out(game: Warlord, piece_id: PieceId, start: Square = NOWHERE) -> list[Square]:
    """Return the squares onto which the die may lead a piece from where it is, or from another square.

    No Castle lies beside an enchanted forest.
    """
    start = start or game.piece(piece_id).square
    return [
        to
        for to in around(game.board, start)
        if not obstacles.to_step(game, piece_id, start, to) and not obstacles.to_stay(game, piece_id, to)
    ]


def again(game: Warlord, piece_id: PieceId, ways: Sequence[Square]) -> int:
    """Return on how many of the squares onto which a die may lead a piece it would be in the forest again."""
    return sum(leads(game, game.piece(piece_id).side, to) for to in ways)


def words(game: Warlord, piece_id: PieceId, square: Square) -> str:
    """Say what the forest on a square means to a piece: a die moves it from there, perhaps into the forest again."""
    ways = ways_out(game, piece_id, square)
    out = len(ways) - again(game, piece_id, ways)
    return f"enchanted forest: a die picks the way, {out} of {len(ways)} lead out"


def comer(game: Warlord, piece_id: PieceId) -> str:
    """Name who could come to a square, with the chance of it where a die picks the way there."""
    name = names.piece(game, piece_id)
    return f"{name} (if a die sends him: 1 in {len(ways_out(game, piece_id))})" if holds(game, piece_id) else name


def check_unnamed(game: Warlord, piece_id: PieceId, to: Square) -> None:
    """Raise Illegal if a square is named to which a piece shall come out of the forest."""
    if to:
        text = f"{names.piece(game, piece_id)} is in the enchanted forest; a die decides where he comes out."
        raise Illegal(f"{text} Name no square.", "WLT-9.12")


def thrown(game: Warlord, piece_id: PieceId, leads: Callable[[Square], bool]) -> Square:
    """Throw for the square to which a piece comes out until one is legal; "" after so many throws in vain.

    Only that is told here: who comes out has moved, and that event says so.
    """
    name, start = names.piece(game, piece_id), game.piece(piece_id).square
    for _ in range(ROLLS):
        direction = game.dice.roll(len(COMPASS), f"the way of {name} out of the forest") - 1
        there = beyond(game.board, start, direction)
        if there and leads(there):
            return there
    text = f"{name} finds no way out of the enchanted forest."
    game.emit("enchanted", text, about=[piece_id], track=[start], rule="WLT-9.12")
    return NOWHERE

"""The names of things in sentences for players."""

from collections.abc import Callable, Iterable, Sequence

from engine.core.text import counted, join_words
from engine.warlord.board.catalog import units
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import PieceId
from engine.warlord.board.state import WIZARD

NAMED = 3
"""Pieces that are named where there may be many; the others are counted."""


def side(side: str) -> str:
    """Return the name of a side: 'Red', 'the Wizard'."""
    return "the Wizard" if side == WIZARD else side.capitalize()


def castle(game: Warlord, side: str) -> str:
    """Return the name of a side's Castle: 'the Red Castle', or the one that its player has chosen (option 6)."""
    return game.state.castles.get(side) or f"the {side.capitalize()} Castle"


def kind(kind: str) -> str:
    """Return the name of a kind of piece: 'Footman'."""
    return units()[kind].name


def piece(game: Warlord, piece_id: PieceId) -> str:
    """Return a piece's name: 'Red Knight', 'Blue Footman 2', 'Risen Footman 3'; a veteran keeps his old name too."""
    found = game.piece(piece_id)
    if found.kind == WIZARD:
        return kind(WIZARD)
    if found.risen:
        return f"Risen {kind(found.kind)} {_number(piece_id)}"
    born = _born(piece_id)
    number = f" {_number(piece_id)}".rstrip()
    if found.kind in (born, "warlord"):
        return f"{side(found.side)} {kind(found.kind)}{number if found.kind == born else ''}"
    return f"{side(found.side)} {kind(found.kind)} (once {kind(born)}{number})"


def own(game: Warlord, piece_id: PieceId) -> str:
    """Return a piece's name for its owner, who knows whose it is: 'Footman 2'."""
    return piece(game, piece_id).removeprefix(f"{side(game.piece(piece_id).side)} ")


def brief(game: Warlord, piece_id: PieceId) -> str:
    """Return a piece's name for a button of its owner, which has room for one of a veteran's two names."""
    return own(game, piece_id).partition(" (")[0]


def for_side(game: Warlord, viewer: str, piece_ids: Iterable[PieceId]) -> str:
    """Return the names of pieces in a row for a side that knows which are its own: 'Lady and White Knight'."""
    return join_words(own(game, p) if game.piece(p).side == viewer else piece(game, p) for p in piece_ids)


def some(
    game: Warlord, found: Sequence[PieceId], named: Callable[[Warlord, PieceId], str] = piece, last: str = "and"
) -> str:
    """Return pieces by name, three at most, and how many others there are; `last` joins the last to the others."""
    told = [named(game, piece_id) for piece_id in found[:NAMED]]
    more = len(found) - NAMED
    return join_words([*told, counted(more, "other")] if more > 0 else told, last)


def by_birth(game: Warlord, piece_id: PieceId) -> str:
    """Return a piece's name for its owner, the old one if it has become Warlord: 'Knight (as Warlord)'."""
    born = _born(piece_id)
    if game.piece(piece_id).kind != "warlord" or born == "warlord":
        return own(game, piece_id)
    return f"{kind(born)} {_number(piece_id)}".rstrip() + " (as Warlord)"


def letter(game: Warlord, piece_id: PieceId) -> str:
    """Return the letters of a piece on the board: 'K', 'F2', 'KF2' for Footman 2 who has become a Knight."""
    found = game.piece(piece_id)
    if found.risen or found.kind == WIZARD:
        return units()[found.kind].letter + _number(piece_id)
    born = _born(piece_id)
    own = units()[found.kind].letter
    if found.kind == "warlord" and born != "warlord":
        return own
    return (own if found.kind == born else own + units()[born].letter) + _number(piece_id)


def _born(piece_id: PieceId) -> str:
    """Return the kind that a piece of a colour began as: its id is 'red_footman' or 'red_footman_2'."""
    return piece_id.split("_")[1]


def _number(piece_id: PieceId) -> str:
    """Return the number in a piece's id, "" where its side has one of its kind."""
    last = piece_id.rpartition("_")[2]
    return last if last.isdigit() else ""


def pieces(game: Warlord, piece_ids: Iterable[PieceId]) -> str:
    """Return the names of pieces in a row."""
    return join_words(piece(game, piece_id) for piece_id in piece_ids)

"""Privileges of offices: shield, archer and Tudor knight come along with a knight of their holder (rules 6.8)."""

from collections.abc import Iterable, Sequence

from engine.core.errors import Illegal
from engine.core.text import capital, join_words
from engine.lancaster.board import names
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.state import Privilege

WHERE = {"county": ("shield", "tudor_knight"), "conflict": ("archer", "tudor_knight"), "office": ("tudor_knight",)}
"""Which privileges may stand on a kind of space."""


def check_privileges(game: Lancaster, house: str, bring: Sequence[str], where: str) -> None:
    """Raise Illegal unless a house may use these privileges on that kind of space."""
    usable = {piece.kind for piece in game.usable(house)}
    for kind in bring:
        if kind not in names.PRIVILEGES:
            raise Illegal(f"A privilege is {join_words(names.PRIVILEGES)}; name one of them.", "LAN2-COURT-27")
        if kind not in usable:
            reason = f"This house has no privilege to use {names.PRIVILEGES[kind]} this round; leave it out."
            raise Illegal(reason, "LAN2-COURT-27")
        if kind not in WHERE.get(where, ()):
            reason = f"{capital(names.PRIVILEGES[kind])} may not stand there; leave it out."
            raise Illegal(reason, _misplaced(kind, where))
    if len(set(bring)) < len(bring):
        raise Illegal("A privilege can be used only once; name each once.", "LAN2-COURT-27")


def _misplaced(kind: str, where: str) -> str:
    if (kind, where) == ("tudor_knight", "tower"):
        return "LAN2-RES-08"
    return {"shield": "LAN2-COURT-34", "archer": "LAN2-COURT-38", "tudor_knight": "LAN2-COURT-47"}[kind]


def strength(game: Lancaster, bring: Iterable[str]) -> int:
    """Return the strength that privileges add to their knight: a Tudor knight 2, a shield nothing [LAN2-COURT-67]."""
    return game.catalog.privileges["tudor_knight"].strength if "tudor_knight" in bring else 0


def use(game: Lancaster, house: str, kind: str, at: str) -> None:
    """Put a privilege of a house on a space."""
    piece = next(piece for piece in game.usable(house) if piece.kind == kind)
    piece.at = at


def to_supply(game: Lancaster, pieces: Sequence[Privilege]) -> None:
    """Put privileges back on their supply spaces."""
    game.state.privileges = [piece for piece in game.state.privileges if not any(piece is one for one in pieces)]


def kinds(game: Lancaster, house: str) -> list[str]:
    """Return the privileges that a house may use now."""
    return [piece.kind for piece in game.usable(house)]

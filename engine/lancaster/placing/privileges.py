"""Privileges of offices: shield, archer and Tudor knight come along with a knight of their holder (rules 6.8)."""

from collections.abc import Iterable, Sequence

from engine.core.errors import Illegal
from engine.core.text import capital, join_words
from engine.lancaster.board import names
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.state import Privilege

WHERE = {"county": ("shield", "tudor_knight"), "conflict": ("archer", "tudor_knight"), "office": ("tudor_knight",)}
"""Which privileges may stand on a kind of space."""


def kinds(game: Lancaster, house: str) -> list[str]:
    """Return the privileges that a house may use now."""
    return [piece.kind for piece in game.usable(house)]


def check_privileges(game: Lancaster, house: str, bring: Sequence[str], where: str) -> None:
    """Raise Illegal unless a house may use these privileges on that kind of space."""
    for kind in bring:
        if kind not in names.PRIVILEGES:
            raise Illegal(f"A privilege is {join_words(names.PRIVILEGES)}; name one of them.", "LAN2-COURT-27")
        if kind not in kinds(game, house):
            reason = f"This house has no privilege to use {names.PRIVILEGES[kind]} this round; leave it out."
            raise Illegal(reason, "LAN2-COURT-27")
        if kind not in WHERE.get(where, ()):
            tudor = "LAN2-RES-08" if where == "tower" else "LAN2-COURT-47"
            rules = {"shield": "LAN2-COURT-34", "archer": "LAN2-COURT-38", "tudor_knight": tudor}
            raise Illegal(f"{capital(names.PRIVILEGES[kind])} may not stand there; leave it out.", rules[kind])
    if len(set(bring)) < len(bring):
        raise Illegal("A privilege can be used only once; name each once.", "LAN2-COURT-27")


def strength(game: Lancaster, bring: Iterable[str]) -> int:
    """Return the strength that privileges add to their knight: a Tudor knight 2, a shield nothing [LAN2-COURT-67]."""
    return game.catalog.privileges["tudor_knight"].strength if "tudor_knight" in bring else 0


def use(game: Lancaster, house: str, kind: str, at: str) -> None:
    """Put a privilege of a house on a space."""
    next(piece for piece in game.usable(house) if piece.kind == kind).at = at


def to_supply(game: Lancaster, pieces: Sequence[Privilege]) -> None:
    """Put privileges back on their supply spaces."""
    game.state.privileges = [piece for piece in game.state.privileges if not any(piece is one for one in pieces)]

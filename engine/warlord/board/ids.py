"""The names that the state and the actions have for squares and pieces, each a type of its own."""

from typing import NewType

from engine.core.actions import Draft

Square = NewType("Square", str)
"""A square of the board: the letter of its column and the number of its row, such as "F2"."""

PieceId = NewType("PieceId", str)
"""A piece: its side and what it began as ("red_footman_2"); a Risen is called by its grave ("risen_1")."""

NOWHERE = Square("")
"""Stands where there is no square: for what is off the board, and for ways that lead over its edge."""

NOBODY = PieceId("")
"""Stands where there is no piece."""


def chosen(draft: Draft, field: str) -> PieceId:
    """Return the piece that a draft names in a field; NOBODY while that is open."""
    return PieceId(draft.get(field, NOBODY))

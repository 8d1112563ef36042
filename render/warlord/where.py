"""Parts and layers of the board, as somebody wishes to see them."""

from collections.abc import Mapping, Sequence
from typing import cast

from engine.core.events import Event
from engine.warlord.board.board import board
from engine.warlord.views import PieceView, WarlordView
from render.kit.pen import box_within
from render.kit.theme import DAY, NIGHT, Theme
from render.picture import Picture, finish
from render.warlord.board.base import box_of
from render.warlord.board.board import draw_board, painted
from render.warlord.board.palette import inks
from render.warlord.board.whereabouts import spot, where
from render.wish import NothingToShow, Wish

LAYERS: Mapping[str, str] = {"reach": "How far a piece can move"}
"""The layers that can be laid over the board, with what they show."""

AROUND = 3
"""Squares that are shown to every side."""


def draw_wished_board(wish: Wish) -> Picture:
    """Return the board of a wish: all of it, or the part round its subject, with its layer."""
    view, theme = cast(WarlordView, wish.view), theme_of(wish)
    if wish.layer and wish.layer not in LAYERS:
        raise NothingToShow(f"There is no layer '{wish.layer}'; choose one of {', '.join(LAYERS)}.")
    if wish.layer:
        return draw_board(view, wish.names, wish.changes, theme, _mover(view, wish.subject))
    if wish.subject:
        return draw_where(view, wish.subject, wish.changes, theme)
    return draw_board(view, wish.names, wish.changes, theme)


def theme_of(wish: Wish) -> Theme:
    """Return the theme that somebody wishes."""
    return NIGHT if wish.night else DAY


def _mover(view: WarlordView, subject: str) -> PieceView:
    """Return the piece whose reach is wished for; NothingToShow if it cannot move at all."""
    found = next((piece for piece in view.pieces if piece.id == subject), None)
    if found is None or not found.square:
        raise NothingToShow("Name a piece on the board: the layer 'reach' shows how far it can move.")
    if found.stricken:
        raise NothingToShow(f"{found.name} lies stricken, and cannot move.")
    return found


def draw_where(view: WarlordView, thing: str, changes: Sequence[Event] = (), theme: Theme = DAY) -> Picture:
    """Return the part of the board round a piece or a square; NothingToShow if it is not on the board."""
    square = spot(view, thing)
    image, centre = painted(view, changes, theme), box_of(board(view.board), square)
    seen = box_within(centre.grown(AROUND * centre.width), image)
    image = image.crop((round(seen.left), round(seen.top), round(seen.right), round(seen.bottom)))
    return finish(image, where(view, square), inks=inks(theme))

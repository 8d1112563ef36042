"""Parts and layers of the board, as somebody wishes to see them."""

from collections.abc import Mapping, Sequence
from typing import cast

from PIL import Image

from engine.core.events import Event
from engine.warlord.board.board import Board, board
from engine.warlord.board.ids import Square
from engine.warlord.views import PieceView, WarlordView
from render.kit.lettering import Face, Type, write
from render.kit.numbers import lay_numbers, size_for
from render.kit.page import stacked
from render.kit.palette import INK, PARCHMENT
from render.kit.pen import Box, box_about, box_within
from render.kit.theme import DAY, NIGHT, Theme
from render.picture import Picture, finish
from render.picture_request import NothingToShow, PictureRequest
from render.warlord.board.alt import board_alt
from render.warlord.board.base import base, box_of
from render.warlord.board.board import draw_board, painted, standing
from render.warlord.board.legend import caption, of_turn
from render.warlord.board.location_text import spot, where
from render.warlord.board.palette import inks
from render.wording import within_limit

LAYERS: Mapping[str, str] = {"reach": "How far a piece can move"}
"""The layers that can be laid over the board, with what they show."""

MUCH = 0.6
"""The share of the board from which on all of it is shown."""

MARGIN = 32
"""Pixels of parchment beside a part of the board, for the names of its columns and rows: on woods nobody reads them."""

BESIDE, NARROWEST = 1, 600
"""Squares that are shown round those that a panel offers, and the least width by which their numbers are measured."""

AROUND = 3
"""Squares that are shown to every side."""


def draw_wished_board(wish: PictureRequest) -> Picture:
    """Return the board of a wish: all of it, or the part round its subject, with its layer."""
    view, theme = cast(WarlordView, wish.view), theme_of(wish)
    if wish.layer and wish.layer not in LAYERS:
        raise NothingToShow(f"There is no layer '{wish.layer}'; choose one of {', '.join(LAYERS)}.")
    if wish.goals:
        return _offered(view, wish, theme)
    if wish.layer:
        return draw_board(view, wish.names, wish.changes, theme, _mover(view, wish.subject))
    if wish.subject:
        return draw_where(view, wish.subject, wish.changes, theme)
    seen = _happened(view, wish.changes) if wish.near else None
    if seen is None:
        return draw_board(view, wish.names, wish.changes, theme)
    image = _cut(painted(view, wish.changes, theme), board(view.board), seen, theme)
    image = stacked([caption(of_turn(view, wish.changes), wish.names, image.width, theme), image])
    return finish(image, within_limit([board_alt(view, wish.names, wish.changes)]), inks=inks(theme))


def _offered(view: WarlordView, wish: PictureRequest, theme: Theme) -> Picture:
    """Return the part of the board where goals lie, numbered: in a corner where somebody stands."""
    printed, taken = board(view.board), standing(view)
    found = {goal.number: goal.at for goal in wish.goals if goal.at in printed.lie}
    if not found:
        raise NothingToShow("None of these places is on the board.")
    mover = next((piece for piece in view.pieces if piece.id == wish.subject and piece.square), None)
    boxes = {number: box_of(printed, square) for number, square in found.items()}
    own = [box_of(printed, mover.square)] if mover else []
    image = painted(view, (), theme, {Square(square): mover.side for square in found.values()} if mover else {})
    side = box_of(printed, next(iter(printed.lie))).width
    seen = box_within(box_about([box.centre for box in (*boxes.values(), *own)], (BESIDE + 0.5) * side), image.size)
    spots = {
        n: (box.left + side / 3, box.top + side / 3) if found[n] in taken else box.centre for n, box in boxes.items()
    }
    lay_numbers(image, spots, size_for(max(seen.width, NARROWEST)), (), seen)
    return finish(_cut(image, printed, seen, theme), board_alt(view, wish.names), inks=inks(theme))


def _happened(view: WarlordView, changes: Sequence[Event]) -> Box | None:
    """Return the part of the board where something has happened; None where that is much of it, or nowhere."""
    printed = board(view.board)
    at = [box_of(printed, square).centre for change in changes for square in change.track if square in printed.lie]
    if not at:
        return None
    image = base(view.board, DAY)
    side = box_of(printed, next(iter(printed.lie))).width
    seen = box_within(box_about(at, (AROUND + 0.5) * side), image.size)
    return seen if seen.width * seen.height <= MUCH * image.width * image.height else None


def _cut(image: Image.Image, printed: Board, seen: Box, theme: Theme) -> Image.Image:
    """Cut out a part of the board; where its upper or left edge is cut off, the names stand in a margin."""
    left, top = (MARGIN if start > 0 else 0 for start in (seen.left, seen.top))
    part = image.crop((round(seen.left), round(seen.top), round(seen.right), round(seen.bottom)))
    page = Image.new("RGB", (part.width + left, part.height + top), theme.tone(PARCHMENT))
    page.paste(part, (left, top))
    style = theme.type(Type(Face.BOLD, 26, INK))
    for column in (chr(ord("A") + number) for number in range(printed.width)):
        x = box_of(printed, Square(f"{column}1")).centre[0] + left - seen.left
        if top and left < x < page.width:
            write(page, x, top / 2, column, style, "mm")
    for row in range(1, printed.height + 1):
        y = box_of(printed, Square(f"A{row}")).centre[1] + top - seen.top
        if left and top < y < page.height:
            write(page, left / 2, y, str(row), style, "mm")
    return page


def theme_of(wish: PictureRequest) -> Theme:
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
    seen = box_within(centre.grown(AROUND * centre.width), image.size)
    return finish(_cut(image, board(view.board), seen, theme), where(view, square), inks=inks(theme))

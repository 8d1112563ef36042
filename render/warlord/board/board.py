"""The board of a War Lord Tourney: who stands where, what has moved, and the sides with their prisoners."""

import math
from collections.abc import Callable, Hashable, Mapping, Sequence

from PIL import Image

from engine.core.events import Event
from engine.warlord.board.board import Board, board
from engine.warlord.board.ids import Square
from engine.warlord.reach import reach
from engine.warlord.views import PieceView, WarlordView
from render.kit import glyphs
from render.kit.layered import Laid, Layered, overdraw_once
from render.kit.page import in_layers, stacked
from render.kit.palette import ALARM, INK, NEUTRAL, WHITE, Colour
from render.kit.pen import Box, Pen, Point, box_about, box_round, overdraw, paste
from render.kit.theme import DAY, Theme
from render.picture import Picture, finish
from render.warlord.board.alt import board_alt, reach_alt
from render.warlord.board.base import base, box_of
from render.warlord.board.counters import BROAD, NARROW, counter, grave, token
from render.warlord.board.legend import caption, of_turn, panels
from render.warlord.board.palette import COAT, COATS, inks
from render.wording import within_limit

MOVES = ("moved", "recalled")
FALLS = ("slain", "destroyed", "captured", "stricken")
GAP = 2


def draw_board(
    view: WarlordView,
    names: Mapping[str, str],
    changes: Sequence[Event] = (),
    theme: Theme = DAY,
    mover: PieceView | None = None,
) -> Picture:
    """Return the board as `view` shows it, with arrows and marks for `changes`; names are the players' by seat.

    The squares that `mover` can reach are marked, and lead its words.
    """
    goals = {} if mover is None else dict.fromkeys(reach(view, mover), mover.side)
    squares = painted(view, changes, theme, goals)
    above, below = panels(view, names, squares.width, theme)
    whole = stacked([caption(of_turn(view, changes), names, squares.width, theme), *above, squares, *below])
    words = [] if mover is None else [reach_alt(mover, list(goals))]
    return finish(whole, within_limit([*words, board_alt(view, names, changes)]), inks=inks(theme))


def painted(
    view: WarlordView, changes: Sequence[Event] = (), theme: Theme = DAY, goals: Mapping[Square, str] = {}
) -> Image.Image:
    """Return the squares with everything that stands on them, without the sides' strips.

    `goals` are squares that are within reach of a side.
    """
    image = base(view.board, theme).copy()
    for goal, side in goals.items():
        _goal(image, box_of(board(view.board), goal), COATS[side].fill)
    _people(image, view, changes)
    return image


def _people(image: Image.Image, view: WarlordView, changes: Sequence[Event]) -> None:
    """Draw everything that stands on the squares, and what has changed."""
    printed = board(view.board)
    for colour in view.ruins:
        _ruin(image, box_of(printed, printed.seats[colour].castle))
    for square in _marked(view, changes):
        _ring(image, box_of(printed, square))
    _arrows(image, printed, view, changes)
    for row in view.graves:
        _grave(image, printed, view, row.square)
    for piece, box in places(view).items():
        paste(image, counter(token(piece, (int(box.width), int(box.height)))), box.left, box.top)
    for square in _marked(view, changes):
        _swords(image, box_of(printed, square))


def standing(view: WarlordView) -> dict[str, list[PieceView]]:
    """Return the pieces on the board by square, a side's together."""
    found: dict[str, list[PieceView]] = {}
    for piece in sorted(view.pieces, key=lambda piece: (piece.side, piece.id)):
        if piece.status == "board":
            found.setdefault(piece.square, []).append(piece)
    return found


def places(view: WarlordView) -> dict[PieceView, Box]:
    """Return the box of every counter on the board: alone it is broad, beside others narrow."""
    printed, found = board(view.board), {}
    for square, pieces in standing(view).items():
        box = box_of(printed, square)
        width, height = _size(len(pieces))
        across, down = min(len(pieces), 2), -(-len(pieces) // 2)
        left = box.centre[0] - (across * (width + GAP) - GAP) / 2
        top = box.centre[1] - (down * (height + GAP) - GAP) / 2
        for number, piece in enumerate(pieces):
            corner = Box(left, top, left + width, top + height)
            found[piece] = corner.moved(number % 2 * (width + GAP), number // 2 * (height + GAP))
    return found


def _size(count: int) -> tuple[int, int]:
    """Return the size of each of some counters on one square: two stand side by side, more in ranks of two."""
    width, height = BROAD if count == 1 else NARROW
    return width, (height - GAP) // -(-count // 2) if count > 2 else height


def _ruin(image: Image.Image, box: Box) -> None:
    """Cross out a Castle that is closed."""

    def draw(pen: Pen) -> None:
        for colour, width in ((WHITE, 13.0), (INK, 8.0)):
            pen.stroke([(box.left + 12, box.top + 12), (box.right - 12, box.bottom - 12)], colour, width)
            pen.stroke([(box.left + 12, box.bottom - 12), (box.right - 12, box.top + 12)], colour, width)

    overdraw_once(image, box, draw, ("ruin", box))


def _grave(image: Image.Image, printed: Board, view: WarlordView, square: str) -> None:
    """Draw a cross in the middle of an empty square, else in its corner."""
    box, taken = box_of(printed, square), square in standing(view)
    stone = grave(24 if taken else 48)
    x, y = (box.left + 11, box.top + 12) if taken else box.centre
    paste(image, stone, x - stone.width / 2, y - stone.height / 2)


# ---------------------------------------------------------------------- what has changed


def _arrows(image: Image.Image, printed: Board, view: WarlordView, changes: Sequence[Event]) -> None:
    sides = {str(piece.id): piece.side for piece in view.pieces}
    for change in changes:
        spots = [box_of(printed, square).centre for square in change.track if square in printed.lie]
        if change.kind in MOVES and len(spots) > 1:
            side = next((sides[subject] for subject in change.subjects if subject in sides), "")
            _arrow(image, spots, COATS[side].fill if side else NEUTRAL)


def _arrow(image: Image.Image, spots: list[Point], colour: Colour) -> None:
    """Draw an arrow from square to square; its head stays outside the counter at the end."""
    (x0, y0), (x1, y1) = spots[-2], spots[-1]
    angle = math.atan2(y1 - y0, x1 - x0)
    far = _reach(angle)
    tip, neck = _from((x1, y1), -far, angle), _from((x1, y1), -far - 16, angle)
    wings = [_from(_from((x1, y1), -far - 22, angle), 13, angle + side * math.pi / 2) for side in (1, -1)]
    rim = INK if colour == WHITE else WHITE

    def draw(pen: Pen) -> None:
        for tone, extra in ((INK, 7.0), (rim, 4.6), (colour, 0.0)):
            pen.stroke([*spots[:-1], neck], tone, 8 + extra)
            pen.polygon([tip, wings[0], neck, wings[1]], tone, tone, 1 + extra)
        pen.circle(*spots[0], 11, colour, INK, 2.4)

    overdraw(image, box_about(spots, 30), draw)


def _reach(angle: float) -> float:
    """How far from the middle of a square its counter ends in a direction."""
    across, down = abs(math.cos(angle)), abs(math.sin(angle))
    half_width, half_height = BROAD[0] / 2, BROAD[1] / 2
    return min(half_width / across if across else math.inf, half_height / down if down else math.inf) - 2


def _from(spot: Point, far: float, angle: float) -> Point:
    return spot[0] + far * math.cos(angle), spot[1] + far * math.sin(angle)


def _marked(view: WarlordView, changes: Sequence[Event]) -> list[str]:
    """Return the squares where a duel is fought, or where somebody has just fallen."""
    running = [view.duel.square] if view.duel and not view.duel.outcome else []
    fallen = [change.track[-1] for change in changes if change.kind in FALLS and change.track]
    known = board(view.board).lie
    return [square for square in dict.fromkeys([*running, *fallen]) if square in known]


def _goal(image: Image.Image, box: Box, colour: Colour) -> None:
    """Coat a square that a piece can reach in its livery, with a dot that no colour is needed to see."""
    corner, size = (round(box.left), round(box.top)), (round(box.width), round(box.height))
    image.paste(colour, (*corner, corner[0] + size[0], corner[1] + size[1]), Image.new("L", size, round(255 * COAT)))

    def draw(pen: Pen) -> None:
        pen.rect(box.grown(-3), None, colour, 4, 6)
        pen.circle(*box.centre, 11, colour, WHITE if colour != WHITE else INK, 3)

    overdraw(image, box, draw)


def _ring(image: Image.Image, box: Box) -> None:
    def draw(pen: Pen) -> None:
        pen.rect(box.grown(5), None, WHITE, 8, 8)
        pen.rect(box.grown(4), None, ALARM, 5, 7)

    overdraw_once(image, box.grown(7), draw, ("ring", box))


def _swords(image: Image.Image, box: Box) -> None:
    """Crossed swords on the upper edge of a square."""
    sign = box_round(box.centre[0], max(box.top, 20), 34, 34)
    x, y = sign.centre

    def draw(pen: Pen) -> None:
        pen.circle(x, y, 15, WHITE, ALARM, 2.4)
        glyphs.crossed_swords(pen.at(x, y + 1, 0.62))

    overdraw_once(image, sign.grown(2), draw, ("swords", box))


def board_row() -> Callable[[WarlordView, Mapping[str, str]], Layered]:
    """Begin a row of boards in layers, with the strips of their sides and without the caption above."""
    drawn: dict[Hashable, Sequence[Laid]] = {}

    def draw(view: WarlordView, names: Mapping[str, str]) -> Layered:
        squares = Layered(base(view.board), drawn)
        _people(squares, view, ())
        above, below = panels(view, names, squares.width, drawn=drawn)
        return in_layers([*above, squares, *below])

    return draw

"""Leaders as counters: colours and outline of their side, name, stars, bravery and battle, and their troops."""

from functools import cache

import msgspec
from PIL import Image

from engine.warriors.views import LeaderView
from render.kit import glyphs
from render.kit.lettering import Face, Type, fitted, text_width, write
from render.kit.palette import GOLD, INK
from render.kit.pen import Box, Pen, Point, paste, sprite
from render.warriors.board.palette import COATS, VELLUM
from render.warriors.board.signs import sign
from render.warriors.board.words import grouped, rating, short

WIDTH = 176
HEAD = 66
"""The height of name and ratings."""

TROOPS = 36
"""The height of the row of troops below them."""

NAME = Type(Face.BOLD, 28)
RATING = Type(Face.BOLD, 31)
NUMBER = Type(Face.BOLD, 28)
BARE = Type(Face.ITALIC, 26)
STAR = 11
CUT = 13
"""How much is cut off the corners of a French counter."""


class Token(msgspec.Struct, frozen=True):
    """The content of a counter."""

    name: str
    side: str
    rank: int
    rating: str
    troops: tuple[tuple[str, int], ...]
    crown: bool = False
    disgraced: bool = False
    fresh: bool = False
    """Whether he has come or moved since the last picture."""


def token(leader: LeaderView, *, fresh: bool = False) -> Token:
    """Return the counter of a leader."""
    return Token(
        short(leader.id),
        leader.side,
        leader.rank,
        rating(leader),
        tuple(grouped(leader.troops)),
        crown=leader.crown,
        disgraced=leader.disgraced,
        fresh=fresh,
    )


def height(of: Token) -> int:
    """Return how high a counter is: one without troops is lower."""
    return HEAD + (TROOPS if of.troops else 0)


def outline(side: str, box: Box, cut: float = CUT) -> list[Point]:
    """Return the outline of a side's counters: English ones are square, French ones cut at their corners."""
    left, top, right, bottom = box.left, box.top, box.right, box.bottom
    if side != "french":
        return [(left, top), (right, top), (right, bottom), (left, bottom)]
    return [
        (left + cut, top), (right - cut, top), (right, top + cut), (right, bottom - cut),
        (right - cut, bottom), (left + cut, bottom), (left, bottom - cut), (left, top + cut),
    ]  # fmt: skip


@cache
def counter(of: Token) -> Image.Image:
    """Return a counter as an RGBA sprite, `WIDTH` wide and `height` high."""
    image = sprite(WIDTH, height(of), lambda pen: _draw(pen, of))
    _head(image, of)
    if of.troops:
        _troops(image, of)
    return image


def _draw(pen: Pen, of: Token) -> None:
    coat, box = COATS[of.side], Box(2, 2, WIDTH - 2, height(of) - 2)
    pen.polygon(outline(of.side, box), coat.fill)
    if of.troops:
        row = Box(box.left, HEAD - 2, box.right, box.bottom)
        if of.side == "french":
            corner = [(row.left, row.top), (row.right, row.top), *outline("french", box)[3:7]]
            pen.polygon(corner[:2] + corner[2:6], VELLUM)
        else:
            pen.rect(row, VELLUM)
    rim = GOLD if of.fresh else INK
    if of.fresh:
        pen.polygon(outline(of.side, box.grown(-2.6)), None, rim, 4)
    pen.polygon(outline(of.side, box), None, INK, 3)
    for place in range(of.rank):
        pen.at(20 + place * 23, HEAD - 18).polygon(glyphs.star(5, STAR, STAR * 0.44), GOLD, INK, 1.2)


def _head(image: Image.Image, of: Token) -> None:
    ink, left = COATS[of.side].ink, 12.0
    if of.crown:
        paste(image, sign("crown", 30), left - 4, 3)
        left += 29
    if of.disgraced:
        mark = sign("disgraced", 34)
        paste(image, mark, WIDTH / 2 - 8, HEAD - mark.height - 1)
    room = WIDTH - left - 9
    style = _fitting(of.name, room)
    write(image, left, 20, fitted(of.name, style.face, style.size, room), style._replace(ink=ink))
    write(image, WIDTH - 11, HEAD - 18, of.rating, RATING._replace(ink=ink), "rm")


def _fitting(text: str, room: float) -> Type:
    """Return the style of a name, a little smaller where it is long."""
    size = NAME.size
    while size > 23 and text_width(text, NAME.face, size) > room:
        size -= 1
    return NAME._replace(size=size)


def _troops(image: Image.Image, of: Token) -> None:
    """Signs of troops with their numbers, in one row; closer where there are many kinds."""
    middle = HEAD + TROOPS / 2 - 3
    size = 30 if len(of.troops) < 4 else 26
    style = NUMBER if len(of.troops) < 4 else NUMBER._replace(size=25)
    widths = [size + text_width(str(number), style.face, style.size) for _, number in of.troops]
    gap = min(10.0, (WIDTH - 14 - sum(widths)) / max(1, len(widths)))
    x = 8.0
    for (kind, number), width in zip(of.troops, widths, strict=True):
        paste(image, sign(kind, size), x, middle - size / 2)
        write(image, x + size, middle, str(number), style._replace(ink=INK))
        x += width + gap

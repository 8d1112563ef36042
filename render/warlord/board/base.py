"""The empty boards of War Lord Tourney: squares, terrain, Castles and Greens, the names of columns and rows."""

import random
from collections.abc import Callable
from functools import cache

from PIL import Image, ImageDraw

from engine.warlord.board.board import Board, around, board, place
from engine.warlord.board.ids import Square
from render.kit import glyphs
from render.kit.lettering import Face, Type, on_phone, write
from render.kit.palette import FADED_INK, INK, PARCHMENT, SEA, SEA_INK, STONE, WHITE, WOOD, Colour, blend
from render.kit.pen import SUPERSAMPLE, Box, Pen, Point, box_round
from render.kit.theme import DAY, Theme
from render.warlord.board.palette import (
    COATS,
    CRAG,
    FOREST,
    GREEN,
    HILL,
    LINE,
    MOUNTAIN,
    OPEN,
    ROUGH,
    SLOPE,
    STONES,
    YARD,
)

SQUARE = 84
EDGE = 48
NAMES = Type(Face.BOLD, 28, FADED_INK)
INITIAL = Type(Face.CAPITALS, 44, blend(YARD, INK, 0.5))

GROUNDS: dict[str, Colour] = {
    "forest": FOREST,
    "rough": ROUGH,
    "castle": YARD,
    "green": GREEN,
    "hill": HILL,
    "mountain": MOUNTAIN,
    "river": SEA,
    "bridge": SEA,
}


def field(printed: Board) -> Box:
    """Return the part of the picture that the squares fill."""
    return Box(EDGE, EDGE, EDGE + printed.width * SQUARE, EDGE + printed.height * SQUARE)


def box_of(printed: Board, square: str) -> Box:
    """Return the box of a square; north is above."""
    column, row = place(square)
    left, top = EDGE + column * SQUARE, EDGE + (printed.height - 1 - row) * SQUARE
    return Box(left, top, left + SQUARE, top + SQUARE)


@cache
def base(board_id: str, theme: Theme = DAY) -> Image.Image:
    """Return an empty board as an RGB image. Do not change it."""
    printed = board(board_id)
    size = (printed.width * SQUARE + 2 * EDGE, printed.height * SQUARE + 2 * EDGE)
    large = Image.new("RGB", (size[0] * SUPERSAMPLE, size[1] * SUPERSAMPLE), theme.tone(PARCHMENT))
    pen = Pen(ImageDraw.Draw(large), SUPERSAMPLE, tone=theme.tone)
    for square in printed.lie:
        _ground(pen, printed, square)
    for square in printed.lie:
        _land(pen, printed, square)
    _owned(Pen(ImageDraw.Draw(large), SUPERSAMPLE), printed)
    pen.rect(field(printed).grown(4), None, INK, 4)
    image = large.reduce(SUPERSAMPLE)
    _coordinates(image, printed, theme.type(NAMES))
    _initials(image, printed)
    return image


def _ground(pen: Pen, printed: Board, square: Square) -> None:
    tone = GROUNDS.get(printed.terrain(square), OPEN[sum(place(square)) % 2])
    pen.rect(box_of(printed, square), tone, LINE, 1.2)


def _land(pen: Pen, printed: Board, square: Square) -> None:
    box, terrain = box_of(printed, square), printed.terrain(square)
    if terrain in LANDS:
        LANDS[terrain](pen.at(*box.centre), random.Random(square))
    if terrain == "bridge":
        _bridge(pen.at(*box.centre), printed, square)


def _owned(pen: Pen, printed: Board) -> None:
    """Draw Castles and the borders of Greens, whose liveries are the same by day and by night."""
    for owner, seat in printed.seats.items():
        middle = box_of(printed, seat.castle).centre
        _castle(pen.at(*middle), COATS[owner].fill)
        for green in seat.green:
            _gate(pen, middle, box_of(printed, green).centre)
            _green(pen, box_of(printed, green), COATS[owner].fill)


def _scattered(chance: random.Random, spots: list[Point], sway: float) -> list[Point]:
    moved = [(x + chance.uniform(-sway, sway), y + chance.uniform(-sway, sway)) for x, y in spots]
    return sorted(moved, key=lambda spot: spot[1])


def _forest(pen: Pen, chance: random.Random) -> None:
    spots = [
        (-28.0, -24.0),
        (0.0, -28.0),
        (27.0, -23.0),
        (-16.0, -4.0),
        (15.0, -5.0),
        (-29.0, 18.0),
        (0.0, 21.0),
        (29.0, 18.0),
    ]
    for x, y in _scattered(chance, spots, 3):
        glyphs.tree(pen.at(x, y, 1.5))


def _rough(pen: Pen, chance: random.Random) -> None:
    spots = [(-26.0, -24.0), (6.0, -27.0), (28.0, -8.0), (-30.0, 8.0), (-4.0, 0.0), (22.0, 24.0), (-16.0, 28.0)]
    for x, y in _scattered(chance, spots, 3):
        stone = pen.at(x, y, chance.uniform(0.8, 1.2))
        stone.polygon([(-9, 5), (-6, -4), (2, -7), (9, -1), (8, 5)], blend(STONES, ROUGH, 0.5), STONES, 2)


def _hill(pen: Pen, chance: random.Random) -> None:
    for x, y, size in ((-14, 4, 1.0), (16, 20, 0.85)):
        mound = pen.at(x, y, size)
        mound.line([(-24, 12), (-16, -4), (-4, -12), (8, -9), (18, 2), (25, 12)], SLOPE, 4)
        for step in range(4):
            mound.line([(-12 + 9 * step, -4 + abs(step - 1) * 2), (-14 + 10 * step, 8)], SLOPE, 2.2)


def _mountain(pen: Pen, chance: random.Random) -> None:
    for x, y, size in ((-16, 8, 1.0), (18, 12, 0.8), (2, 22, 0.7)):
        peak = pen.at(x, y, size)
        peak.polygon([(-26, 18), (-4, -34), (6, -22), (24, 18)], CRAG, INK, 2.4)
        peak.polygon([(-12, -14), (-4, -34), (6, -22), (8, -12), (1, -17), (-4, -10)], WHITE)


def _river(pen: Pen, chance: random.Random) -> None:
    for x, y in _scattered(chance, [(-20.0, -24.0), (18.0, -14.0), (-18.0, 4.0), (20.0, 18.0), (-16.0, 28.0)], 4):
        glyphs.wave(pen.at(x, y, 1.3), blend(SEA, SEA_INK, 0.4))


LANDS: dict[str, Callable[[Pen, random.Random], None]] = {
    "forest": _forest,
    "rough": _rough,
    "hill": _hill,
    "mountain": _mountain,
    "river": _river,
    "bridge": _river,
}


def _bridge(pen: Pen, printed: Board, square: str) -> None:
    """Planks across the water, from bank to bank."""
    column, _ = place(square)
    banks = [place(near) for near in around(printed, square) if printed.terrain(near) not in ("river", "bridge")]
    across = any(x == column for x, _ in banks)
    half, long = 24.0, SQUARE / 2
    deck = Box(-half, -long, half, long) if across else Box(-long, -half, long, half)
    pen.rect(deck, blend(WOOD, PARCHMENT, 0.45), INK, 2)
    for step in range(-36, 37, 12):
        pen.line([(-half, step), (half, step)] if across else [(step, -half), (step, half)], WOOD, 1.8)
    for side in (-half, half):
        pen.line([(side, -long), (side, long)] if across else [(-long, side), (long, side)], INK, 4)


def _castle(pen: Pen, livery: Colour) -> None:
    """Draw a walled yard seen from above, with a tower at each corner."""
    pen.rect(Box(-40, -40, 40, 40), blend(livery, STONE, 0.15), INK, 2.4)
    pen.rect(Box(-32, -32, 32, 32), YARD, INK, 2)
    for x in (-33, 33):
        for y in (-33, 33):
            tower = pen.at(x, y)
            tower.rect(Box(-8.5, -8.5, 8.5, 8.5), livery, INK, 2.2)
            tower.rect(Box(-3, -3, 3, 3), STONE, INK, 1.4)
    for step in range(-2, 3):
        for side in (-36, 36):
            pen.rect(Box(step * 9 - 2.4, side - 3, step * 9 + 2.4, side + 3), STONE)
            pen.rect(Box(side - 3, step * 9 - 2.4, side + 3, step * 9 + 2.4), STONE)


def _gate(pen: Pen, castle: Point, green: Point) -> None:
    """Draw the gate in the wall, towards the Green."""
    (x, y), (to_x, to_y) = castle, green
    middle = (x + (to_x - x) * 36 / SQUARE, y + (to_y - y) * 36 / SQUARE)
    pen.rect(box_round(*middle, 20, 20), INK, radius=3)
    pen.rect(box_round(*middle, 13, 20) if to_x == x else box_round(*middle, 20, 13), GREEN)


def _green(pen: Pen, box: Box, livery: Colour) -> None:
    """Draw a lawn with a border in the livery."""
    pen.rect(box.grown(-2), None, INK, 7, 9)
    pen.rect(box.grown(-3), None, livery, 5, 8)
    for x, y in ((-26, -22), (24, -26), (-24, 26), (26, 22)):
        blade = pen.at(box.centre[0] + x, box.centre[1] + y)
        blade.line([(-5, 4), (-2, -5), (0, 4), (3, -6), (5, 4)], blend(GREEN, INK, 0.5), 1.6)


def _coordinates(image: Image.Image, printed: Board, style: Type) -> None:
    whole, style = field(printed), on_phone(style, image.width)
    for column in range(printed.width):
        x = whole.left + (column + 0.5) * SQUARE
        for y in (whole.top - EDGE / 2 - 1, whole.bottom + EDGE / 2 + 1):
            write(image, x, y, chr(ord("A") + column), style, "mm")
    for row in range(printed.height):
        y = whole.bottom - (row + 0.5) * SQUARE
        for x in (whole.left - EDGE / 2 - 1, whole.right + EDGE / 2 + 1):
            write(image, x, y, str(row + 1), style, "mm")


def _initials(image: Image.Image, printed: Board) -> None:
    """Write the letter of each colour into its Castle."""
    for colour, seat in printed.seats.items():
        write(image, *box_of(printed, seat.castle).centre, COATS[colour].letter, INITIAL, "mm")

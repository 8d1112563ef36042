"""The key of the map: what its borders and signs mean, in a strip below everything."""

from collections.abc import Callable

from PIL import Image

from render.kit.lettering import Face, Type, on_phone, write
from render.kit.palette import INK, WHITE
from render.kit.pen import Box, Pen, Point, overdraw, paste
from render.kit.theme import Theme
from render.warriors.board.base import peak
from render.warriors.board.page import WIDTH
from render.warriors.board.palette import BORDER, COASTLINE, ROUTE, STREAM, VELLUM
from render.warriors.board.signs import sign
from render.warriors.edition import catalog

TEXT = on_phone(Type(Face.TEXT, 28), WIDTH)
ROW = 54
COLUMNS = (24, 460, 830)
SAMPLE = 60
SIGN = 46

SIGNS = (
    (("infantry", "Infantry"), ("knight_french", "Knights"), ("longbow_english", "Longbows"),
     ("gunner", "Gunners"), ("mercenary", "Hired")),
    (("crown", "King"), ("swords", "Aggressor"), ("disgraced", "Disgraced"), ("english", "English"),
     ("french", "French")),
)  # fmt: skip


def key_strip(theme: Theme) -> Image.Image:
    """Return the key."""
    lines = list(_borders())
    image = Image.new("RGB", (WIDTH, ROW * len(lines) + 24), theme.tone(VELLUM))

    def draw(pen: Pen) -> None:
        for row, (sample, _) in enumerate(lines):
            sample(pen, [(COLUMNS[0], _middle(row)), (COLUMNS[0] + SAMPLE, _middle(row))])

    overdraw(image, Box(0, 0, *image.size), draw, theme.tone)
    for row, (_, words) in enumerate(lines):
        write(image, COLUMNS[0] + SAMPLE + 16, _middle(row), words, theme.type(TEXT))
    for column, signs in zip(COLUMNS[1:], SIGNS, strict=True):
        for row, (kind, words) in enumerate(signs):
            paste(image, sign(kind, SIGN), column, _middle(row) - SIGN / 2)
            write(image, column + SIGN + 12, _middle(row), words, theme.type(TEXT))
    return image


def _middle(row: int) -> float:
    return 12 + (row + 0.5) * ROW


Sample = Callable[[Pen, list[Point]], None]


def _borders() -> list[tuple[Sample, str]]:
    """Return how each kind of border looks, with how many leaders cross it at once."""
    limits = catalog().limits
    sea = sorted({limits.sea_to_other, limits.sea_to_friendly_controlled, limits.sea_english_from_friendly_controlled})
    return [
        (_clear, f"Clear {limits.clear}"),
        (_river, f"River {limits.river}"),
        (_obstructed, f"Obstructed {limits.obstructed}"),
        (_sea, f"Sea {'–'.join(map(str, sea))}"),
        (_march, "March"),
    ]


def _clear(pen: Pen, line: list[Point]) -> None:
    pen.line(line, BORDER, 4)


def _river(pen: Pen, line: list[Point]) -> None:
    pen.stroke(line, INK, 10)
    pen.stroke(line, STREAM, 7)


def _obstructed(pen: Pen, line: list[Point]) -> None:
    (x0, y), (x1, _) = line
    for x in (x0 + 10, x1 - 10):
        peak(pen.at(x, y + 4, 0.9))


def _sea(pen: Pen, line: list[Point]) -> None:
    pen.dashes(line, ROUTE, 4, 9, 5)
    for x, y in line:
        pen.circle(x, y, 6, WHITE, ROUTE, 3)


def _march(pen: Pen, line: list[Point]) -> None:
    """Draw the arrow of a march."""
    (x0, y), (x1, _) = line
    pen.stroke([(x0 + 2, y), (x1 - 14, y)], COASTLINE, 6)
    pen.polygon([(x1 + 2, y), (x1 - 16, y - 11), (x1 - 16, y + 11)], COASTLINE)

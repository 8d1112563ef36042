"""Things in a row, each with its sign and a few words: places, ships, captives."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from PIL import Image

from engine.kingmaker.board.catalog import PlaceKind
from render.kingmaker.map import strongholds
from render.kit import glyphs
from render.kit.lettering import Face, Type, text_width, write
from render.kit.palette import ALARM, FADED_INK, TINCTURES, Colour
from render.kit.pen import paste, sprite

ROW = 54
SIGN = 46
GAP = 26
NAME = Type(Face.BOLD, 30)
NOTE = Type(Face.TEXT, 30, FADED_INK)


class Chip(NamedTuple):
    """A thing with its name, a note and its sign; red where it is in danger."""

    name: str
    note: str
    sign: Image.Image
    danger: bool = False

    @property
    def width(self) -> float:
        note = text_width(self.note, NOTE.face, NOTE.size) + 7 if self.note else 0
        return SIGN + 6 + text_width(self.name, NAME.face, NAME.size) + note


@cache
def place_sign(kind: PlaceKind, fill: Colour) -> Image.Image:
    """Return the sign of a place in its holder's colour."""
    return sprite(SIGN, SIGN + 6, lambda pen: strongholds.PLACES[kind](pen.at(SIGN / 2, SIGN / 2 + 5), fill))


@cache
def ship_sign(fill: Colour) -> Image.Image:
    """Return the sign of a ship under a sail in its owner's colour."""
    return sprite(SIGN, SIGN, lambda pen: glyphs.ship(pen.at(SIGN / 2, SIGN / 2, 0.8), fill, TINCTURES["gules"]))


def flow(found: Sequence[Chip], width: float) -> list[list[Chip]]:
    """Break things into rows that are not wider than `width`."""
    rows: list[list[Chip]] = []
    room = 0.0
    for chip in found:
        if not rows or chip.width > room:
            rows.append([])
            room = width
        rows[-1].append(chip)
        room -= chip.width + GAP
    return rows


def height(rows: Sequence[Sequence[Chip]]) -> int:
    """Return how much room rows of things take, and the edge below them."""
    return len(rows) * ROW + (14 if rows else 0)


def draw(image: Image.Image, rows: Sequence[Sequence[Chip]], left: float, top: float) -> None:
    """Draw rows of things."""
    for number, row in enumerate(rows):
        x, middle = left, top + (number + 0.5) * ROW
        for chip in row:
            paste(image, chip.sign, x + (SIGN - chip.sign.width) / 2, middle - chip.sign.height / 2)
            write(image, x + SIGN + 6, middle, chip.name, NAME._replace(ink=ALARM) if chip.danger else NAME)
            write(image, x + SIGN + 13 + text_width(chip.name, NAME.face, NAME.size), middle, chip.note, NOTE)
            x += chip.width + GAP

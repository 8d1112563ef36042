"""Many boards in few bytes: each is cut into squares, and those that two boards share are kept once."""

import hashlib
import io
from base64 import b64encode

from PIL import Image, ImageChops

from render.kit.palette import PARCHMENT

SIDE = 32
"""Pixels of a square."""

ACROSS = 128
"""How many squares lie side by side at most, by which they are numbered."""

SHEET = 32
"""How many squares lie side by side on a sheet, and one below the other."""

WIDEST = 1240
"""Pixels of the widest board: a larger one is reduced."""

EFFORT = 4
"""How hard the encoder tries."""


class Boards:
    """Boards one after the other; `quality` is the encoder's, from 1 to 100."""

    def __init__(self, quality: int) -> None:
        self.quality = quality
        self.width = self.height = 0
        self.sheets: list[str] = []
        """All squares, on pictures in WebP, as data addresses."""
        self.frames: list[list[int]] = []
        """Of each board the squares that are other ones than before: place and number in turn, -1 where none is."""
        self._numbers: dict[bytes, int] = {}
        self._open: list[Image.Image] = []
        self._cells: dict[int, int] = {}
        self._last: Image.Image | None = None

    def add(self, image: Image.Image) -> None:
        """Add a board, unless it looks like the last one."""
        image = _reduced(image.convert("RGB"))
        self.width, self.height = max(self.width, image.width), max(self.height, image.height)
        image = _padded(image)
        found: list[int] = []
        for place, box in _places(image, self._last):
            number = self._number(image.crop(box))
            if self._cells.get(place) != number:
                self._cells[place] = number
                found += [place, number]
        for place in [place for place in self._cells if place // ACROSS * SIDE >= image.height]:
            del self._cells[place]
            found += [place, -1]
        self._last = image
        if found or not self.frames:
            self.frames.append(found)

    def _number(self, square: Image.Image) -> int:
        """Return the number of a square, which is added to the sheets where it is new."""
        key = hashlib.blake2b(square.tobytes(), digest_size=16).digest()
        if key not in self._numbers:
            self._numbers[key] = len(self._numbers)
            self._open.append(square)
            if len(self._open) == SHEET * SHEET:
                self.close()
        return self._numbers[key]

    def close(self) -> None:
        """Finish the last sheet."""
        if not self._open:
            return
        sheet = Image.new("RGB", (SHEET * SIDE, -(-len(self._open) // SHEET) * SIDE), PARCHMENT)
        for place, square in enumerate(self._open):
            sheet.paste(square, (place % SHEET * SIDE, place // SHEET * SIDE))
        file = io.BytesIO()
        sheet.save(file, "WEBP", quality=self.quality, method=EFFORT)
        self.sheets.append(f"data:image/webp;base64,{b64encode(file.getvalue()).decode()}")
        self._open = []

    @property
    def bytes(self) -> int:
        """How many bytes all sheets take together."""
        return sum(map(len, self.sheets))


def _reduced(image: Image.Image) -> Image.Image:
    """Return an image that is not too wide."""
    if image.width <= WIDEST:
        return image
    return image.resize((WIDEST, round(image.height * WIDEST / image.width)), Image.Resampling.BOX)


def _padded(image: Image.Image) -> Image.Image:
    """Return an image that whole squares fill."""
    width, height = -(-image.width // SIDE) * SIDE, -(-image.height // SIDE) * SIDE
    if image.size == (width, height):
        return image
    page = Image.new("RGB", (width, height), PARCHMENT)
    page.paste(image, (0, 0))
    return page


def _places(image: Image.Image, last: Image.Image | None) -> list[tuple[int, tuple[int, int, int, int]]]:
    """Return the squares of an image in which something may be other than in the last one, by place."""
    columns, rows = range(image.width // SIDE), range(image.height // SIDE)
    if last is not None and last.size == image.size:
        changed = ImageChops.difference(image, last).getbbox()
        if changed is None:
            return []
        left, top, right, bottom = changed
        columns, rows = range(left // SIDE, -(-right // SIDE)), range(top // SIDE, -(-bottom // SIDE))
    return [
        (row * ACROSS + column, (column * SIDE, row * SIDE, (column + 1) * SIDE, (row + 1) * SIDE))
        for row in rows
        for column in columns
    ]

"""Many boards in few bytes: each is a list of pieces with their places, and every piece is kept once."""

import hashlib
import io
from base64 import b64encode
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from PIL import Image, ImageChops

from render.kit.layered import Ink, Laid, Layered
from render.kit.palette import PARCHMENT
from render.kit.pen import Box, Known

SIDE = 32
"""Pixels of a square: a picture that is flat is cut into squares, which are pieces as any others."""

SHEET = 1024
"""Pixels of a sheet on which pieces lie, in either direction; a larger piece has one of its own."""

WIDEST = 1240
"""Pixels of the widest flat board: a larger one is reduced."""

EFFORT, THRIFT = 2, 40
"""How hard the encoder tries with what is kept exactly: boards are drawn in few colours, so that costs little."""

GROUND_EFFORT, GROUND = 4, 80
"""The same for the still ground of layered boards, and how well it is kept, from 1 to 100."""

REMEMBERED = 8192
"""How many pictures are known again without a look at their pixels."""

Place = tuple[int, int, int]
"""A piece on a board: its number, and where its left upper corner is."""


class Boards:
    """Boards one after the other."""

    def __init__(self) -> None:
        self.width = self.height = 0
        self.sheets: list[str] = []
        """The pictures that all pieces lie on, in WebP, as data addresses."""
        self.pieces: list[tuple[int, int, int, int, int]] = []
        """Of each piece the number of its sheet, where it lies there, and its size."""
        self.quiet: set[int] = set()
        """The pieces that make room for others, and grounds: that they have gone elsewhere tells nothing."""
        self.frames: list[tuple[list[int], list[int]]] = []
        """Of each board what is other than before: the places of pieces in the list that have gone, and those that
        have come, each with its place in the list, its number, and where its left upper corner is."""
        self._whole, self._cut = _Sheet(), _Sheet()
        self._flats: dict[tuple[int, ...], _Flat] = {}
        self._numbers: dict[bytes, int] = {}
        self._known: OrderedDict[tuple[Known, Ink | None], int] = OrderedDict()
        self._last: list[Place] = []

    def add(self, image: Image.Image) -> None:
        """Add a board, unless it looks like the last one."""
        if isinstance(image, Layered):
            size, places = (round(image.part.width), round(image.part.height)), self._layered(image)
        else:
            image = _reduced(image.convert("RGB"))
            size, places = image.size, self._squares(image, 0, 0)
        self.width, self.height = max(self.width, size[0]), max(self.height, size[1])
        places = list(dict.fromkeys(places))
        if places != self._last or not self.frames:
            self.frames.append(_difference(self._last, places))
            self._last = places

    def _layered(self, image: Layered) -> list[Place]:
        left, top = round(image.part.left), round(image.part.top)
        found = [(self._ground(image.ground, image.part), 0, 0)]
        for one in image.laid:
            x, y = one.x - left, one.y - top
            if one.still:
                found.append((self._ground(one.piece, Box(0, 0, *one.piece.size)), x, y))
            elif one.ink is None and one.piece.mode == "RGB":
                found += self._squares(one.piece, x, y)
            else:
                found.append((self._piece(one), x, y))
        return found

    def _ground(self, ground: Image.Image, seen: Box) -> int:
        """Return the number of a ground, as much as is seen of it: it has a sheet to itself."""
        key = (Known(ground), None)
        if key not in self._known:
            sheet = _Sheet(ground=True)
            part = ground.convert("RGB").crop((seen.left, seen.top, seen.right, seen.bottom))
            self._remember(key, self._number(part, sheet))
            self._finish(sheet)
            self.quiet.add(self._known[key])
        self._known.move_to_end(key)
        return self._known[key]

    def _piece(self, laid: Laid) -> int:
        key = (Known(laid.piece), laid.ink)
        if key not in self._known:
            self._remember(key, self._number(_inked(laid), self._whole))
        self._known.move_to_end(key)
        if laid.quiet:
            self.quiet.add(self._known[key])
        return self._known[key]

    def _remember(self, key: tuple[Known, Ink | None], number: int) -> None:
        self._known[key] = number
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    def _squares(self, image: Image.Image, left: int, top: int) -> list[Place]:
        """Return the squares of a flat picture; only those are looked at that are other than in the last one there."""
        last = self._flats.get((left, top, *image.size))
        if last and last.image is image:
            return last.places
        padded, found = _padded(image), dict(last.found) if last else {}
        for x, y in _changed(last.padded, padded) if last else _all(padded.size):
            found[x, y] = self._number(padded.crop((x, y, x + SIDE, y + SIDE)), self._cut)
        places = [(number, left + x, top + y) for (x, y), number in found.items()]
        self._flats[left, top, *image.size] = _Flat(image, padded, found, places)
        return places

    def _number(self, piece: Image.Image, sheet: "_Sheet") -> int:
        """Return the number of a piece, which is laid on a sheet where it is new."""
        key = hashlib.blake2b(piece.tobytes(), digest_size=16, salt=b"%d" % piece.width).digest()
        if key not in self._numbers:
            self._numbers[key] = len(self._numbers)
            if not sheet.has_room(piece):
                self._finish(sheet)
            self.pieces.append((0, *sheet.lay(piece, len(self.pieces)), *piece.size))
        return self._numbers[key]

    def _finish(self, sheet: "_Sheet") -> None:
        """Encode what lies on a sheet, and clear it."""
        if sheet.laid:
            for number, _ in sheet.laid:
                self.pieces[number] = (len(self.sheets), *self.pieces[number][1:])
            self.sheets.append(sheet.encoded([self.pieces[number][1:3] for number, _ in sheet.laid]))
        sheet.clear()

    def close(self) -> None:
        """Finish the last sheets."""
        self._finish(self._whole)
        self._finish(self._cut)

    @property
    def bytes(self) -> int:
        """How many bytes all sheets take together."""
        return sum(map(len, self.sheets))


class _Flat(NamedTuple):
    """A flat picture that was seen last somewhere: as it was, with full squares, and the piece of each square."""

    image: Image.Image
    padded: Image.Image
    found: dict[tuple[int, int], int]
    places: list[Place]


class _Sheet:
    """A picture that is filled with pieces, row by row; kept exactly, with clear parts, unless a `ground` fills it."""

    def __init__(self, *, ground: bool = False) -> None:
        self.ground = ground
        self.clear()

    def clear(self) -> None:
        self.laid: list[tuple[int, Image.Image]] = []
        self._x = self._y = self._row = 0

    def has_room(self, piece: Image.Image) -> bool:
        """Tell whether a piece finds room; the first always does."""
        x, y = self._next(piece)
        return not self.laid or (x + piece.width <= SHEET and y + piece.height <= SHEET)

    def _next(self, piece: Image.Image) -> tuple[int, int]:
        fits = not self._x or self._x + piece.width <= SHEET
        return (self._x, self._y) if fits else (0, self._y + self._row)

    def lay(self, piece: Image.Image, number: int) -> tuple[int, int]:
        """Lay a piece with its number where there is room next; return where that is."""
        x, y = self._next(piece)
        self._row = max(self._row if y == self._y else 0, piece.height)
        self._x, self._y = x + piece.width, y
        self.laid.append((number, piece))
        return x, y

    def encoded(self, corners: Sequence[tuple[int, int]]) -> str:
        """Return the sheet as a data address, by where each of its pieces lies."""
        spots = [(corner, piece) for corner, (_, piece) in zip(corners, self.laid, strict=True)]
        size = max(x + piece.width for (x, _), piece in spots), max(y + piece.height for (_, y), piece in spots)
        file = io.BytesIO()
        sheet = Image.new("RGB" if self.ground else "RGBA", size)
        for corner, piece in spots:
            sheet.paste(piece, corner)
        if self.ground:
            sheet.save(file, "WEBP", quality=GROUND, method=GROUND_EFFORT)
        else:
            sheet.save(file, "WEBP", lossless=True, quality=THRIFT, method=EFFORT)
        return f"data:image/webp;base64,{b64encode(file.getvalue()).decode()}"


def _inked(laid: Laid) -> Image.Image:
    """Return a piece with its colours, cut to what can be seen."""
    if laid.ink is None:
        return laid.piece.convert("RGBA")
    whole = Image.new("RGBA", laid.piece.size)
    whole.paste(laid.ink, (0, 0, *laid.piece.size))
    whole.putalpha(laid.piece.convert("L"))
    return whole


def _difference(old: Sequence[Place], new: Sequence[Place]) -> tuple[list[int], list[int]]:
    """Return which places of a list have gone, and what has come, with its place in the new one."""
    before, after = set(old), set(new)
    if [one for one in old if one in after] == [one for one in new if one in before]:
        gone = [place for place, one in enumerate(old) if one not in after]
        come = [(place, *one) for place, one in enumerate(new) if one not in before]
    else:
        changes = [one for one in SequenceMatcher(None, old, new, autojunk=False).get_opcodes() if one[0] != "equal"]
        gone = [place for _, start, end, _, _ in changes for place in range(start, end)]
        come = [(place, *new[place]) for _, _, _, start, end in changes for place in range(start, end)]
    return gone, [number for one in come for number in one]


def _all(size: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Return the corners of all squares of a picture."""
    return ((x, y) for y in range(0, size[1], SIDE) for x in range(0, size[0], SIDE))


def _changed(old: Image.Image, new: Image.Image) -> Iterator[tuple[int, int]]:
    """Return the corners of the squares in which two pictures are not the same, and of some between them."""
    apart = ImageChops.difference(old, new)
    for y in range(0, new.height, SIDE):
        part = apart.crop((0, y, new.width, y + SIDE)).getbbox()
        if part:
            yield from ((x, y) for x in range(part[0] // SIDE * SIDE, part[2], SIDE))


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

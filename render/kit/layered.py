"""A picture that keeps its pieces as separate layers: the ground, and each piece with its place."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from PIL import Image

from render.kit.pen import Box, Pen, overdraw

Ink = str | float | tuple[float, ...]
"""A colour, as Pillow names it."""


class Laid(NamedTuple):
    """A piece that has been laid onto a picture with its left upper corner at (x, y); no `ink` where it has its own."""

    piece: Image.Image
    ink: Ink | None
    x: int
    y: int
    still: bool = False
    """Whether it is the ground of a part, which is the same in the next picture."""
    quiet: bool = False
    """Whether it moves to make room for other things, so that its move is not a change to show."""


class Layered(Image.Image):
    """A picture that is not flattened; the tools of this package can draw on it like on an image.

    It has no pixels of its own: a crop is a transparent image, and pasting it back lays it on top. Pictures of one row
    share their `drawn` pieces.
    """

    def __init__(self, ground: Image.Image, drawn: dict[Hashable, Sequence[Laid]] | None = None) -> None:
        super().__init__()
        self.ground = ground
        self.drawn: dict[Hashable, Sequence[Laid]] = {} if drawn is None else drawn
        self.laid: list[Laid] = []
        self.part = Box(0, 0, *ground.size)
        """Its visible part."""

    @property
    def size(self) -> tuple[int, int]:
        return self.ground.size

    @property
    def mode(self) -> str:
        return "RGBA"

    def crop(self, box: tuple[float, float, float, float] | None = None) -> Image.Image:
        """Return a clear part of the size of a box."""
        left, top, right, bottom = box or (0, 0, *self.size)
        return Image.new("RGBA", (round(right - left), round(bottom - top)))

    def paste(
        self,
        im: Image.Image | Ink,
        box: Image.Image | tuple[int, int, int, int] | tuple[int, int] | None = None,
        mask: Image.Image | None = None,
    ) -> None:
        """Lay a piece onto the picture, or a colour in the shape of a mask; pieces with clear parts need no mask."""
        x, y = box[:2] if isinstance(box, tuple) else (0, 0)
        if not isinstance(im, Image.Image):
            if mask is None:
                raise TypeError("a colour needs a shape")
            self.laid.append(Laid(mask, im, x, y))
        elif isinstance(im, Layered):
            self.laid.append(Laid(im.ground, None, x, y, still=True))
            self.laid += [one._replace(x=one.x + x, y=one.y + y) for one in im.laid]
        else:
            self.laid.append(Laid(_shaped(im, mask), None, x, y))


def _shaped(piece: Image.Image, mask: Image.Image | None) -> Image.Image:
    """Return a piece that shows only within a mask; most are their own mask, or have none."""
    if mask is None or mask is piece:
        return piece
    whole = piece.convert("RGBA")
    whole.putalpha(mask.getchannel("A") if mask.mode == "RGBA" else mask)
    return whole


@contextmanager
def quietly(image: Image.Image) -> Iterator[None]:
    """Mark everything laid onto a layered picture within the block as moving to make room for other things."""
    before = len(image.laid) if isinstance(image, Layered) else 0
    yield
    if isinstance(image, Layered):
        image.laid[before:] = [one._replace(quiet=True) for one in image.laid[before:]]


class Still:
    """A part of a row of pictures that is drawn again only if it looks different."""

    def __init__(self) -> None:
        self._shown: object = None
        self._part: Image.Image | None = None

    def drawn(self, shown: object, draw: Callable[[], Image.Image]) -> Image.Image:
        """Return the part as it was last drawn if it has `shown` the same, or else as it is drawn now."""
        if self._part is None or self._shown != shown:
            self._shown, self._part = shown, draw()
        return self._part


def once(image: Image.Image, key: Hashable, draw: Callable[[], None]) -> None:
    """Let `draw` draw on an image; in a row of layered pictures what has the same key is drawn once, and laid again."""
    if not isinstance(image, Layered):
        draw()
    elif key in image.drawn:
        image.laid += image.drawn[key]
    else:
        before = len(image.laid)
        draw()
        image.drawn[key] = image.laid[before:]


def overdraw_once(image: Image.Image, box: Box, draw: Callable[[Pen], None], key: Hashable) -> None:
    """Draw as `overdraw`, `once` for the same key."""
    once(image, key, lambda: overdraw(image, box, draw))

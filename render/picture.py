"""Finished pictures and animations, as files with the words that stand for them."""

import io
from collections.abc import Sequence
from functools import cache

import msgspec
from PIL import Image

from render.kit.palette import Colour, printing_colours

ALT_LIMIT = 1000
"""Discord's limit for an alternative text, in characters."""


EFFORT = 4
"""How hard zlib tries: from here to 5 a map becomes a thirtieth smaller and takes two fifths longer."""

NARROWER, NARROWEST = 0.8, 360
"""By how much an animation is reduced that is too large, and the width below which it is not, in pixels."""


class Picture(msgspec.Struct, frozen=True):
    """A finished PNG with its alternative text; sizes in pixels."""

    png: bytes
    alt: str
    width: int
    height: int
    words: str = ""
    """What it shows as a list in Markdown, whole, for those who would rather read; "" where its words say all."""

    @property
    def file(self) -> bytes:
        """The content of its file."""
        return self.png

    @property
    def suffix(self) -> str:
        """The suffix of its file."""
        return "png"


class Film(msgspec.Struct, frozen=True):
    """A finished animation as a GIF with its alternative text; sizes in pixels."""

    gif: bytes
    alt: str
    width: int
    height: int
    frames: int

    @property
    def file(self) -> bytes:
        """The content of its file."""
        return self.gif

    @property
    def suffix(self) -> str:
        """The suffix of its file."""
        return "gif"


@cache
def _inks(inks: tuple[Colour, ...]) -> Image.Image:
    """Return an image that carries a palette."""
    carrier = Image.new("P", (1, 1))
    carrier.putpalette([channel for ink in inks for channel in ink])
    return carrier


def encode(image: Image.Image, tones: tuple[Colour, ...] = (), inks: tuple[Colour, ...] = ()) -> bytes:
    """Return the image as a small PNG in the printing colours, or in other `inks`, and some `tones` more."""
    file = io.BytesIO()
    printed(image, tones, inks).save(file, "PNG", compress_level=EFFORT)
    return file.getvalue()


def finish(image: Image.Image, alt: str, tones: tuple[Colour, ...] = (), inks: tuple[Colour, ...] = ()) -> Picture:
    """Return the finished picture of an image and its alternative text; `tones` and `inks` as in `encode`."""
    return Picture(encode(image, tones, inks), alt, image.width, image.height)


def printed(image: Image.Image, tones: tuple[Colour, ...] = (), inks: tuple[Colour, ...] = ()) -> Image.Image:
    """Return an image in few colours, a third as large in memory; `tones` and `inks` as in `encode`."""
    palette = _inks((*(inks or printing_colours()), *tones))
    plain = image if image.mode == "RGB" else image.convert("RGB")
    return plain.quantize(palette=palette, dither=Image.Dither.NONE)


def scaled(image: Image.Image, width: int, inks: tuple[Colour, ...] = ()) -> Image.Image:
    """Return an image of this width in few colours, for an animation; `inks` as in `encode`."""
    size = width, round(image.height * width / image.width)
    return printed(image.convert("RGB").resize(size, Image.Resampling.BOX), (), inks)


def film_within(
    budget: int, images: Sequence[Image.Image], times: Sequence[int], alt: str, inks: tuple[Colour, ...] = ()
) -> Film:
    """Return the animation of printed images, reduced until it has no more than a budget of bytes."""
    found = film(images, times, alt)
    while len(found.gif) > budget and found.width > NARROWEST:
        images = [scaled(image, round(image.width * NARROWER), inks) for image in images]
        found = film(images, times, alt)
    return found


def film(frames: Sequence[Image.Image], times: Sequence[int], alt: str) -> Film:
    """Return the animation of printed images of one size; `times` are milliseconds."""
    first, *others = frames
    file = io.BytesIO()
    first.save(
        file, "GIF", save_all=True, append_images=others, duration=list(times), loop=0, disposal=1, optimize=True
    )
    return Film(file.getvalue(), alt, first.width, first.height, len(frames))

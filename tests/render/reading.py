"""Looking at finished pictures."""

import io
import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

import pytest
from PIL import Image, ImageChops

from render.kit.palette import Colour
from render.picture import EFFORT, Film, Picture
from tests.harness import as_kind

P = ParamSpec("P")
T = TypeVar("T")

USUAL = EFFORT
"""How hard zlib tries for pictures that are sent."""

REMEMBERED = 80
"""Pictures of a kind that are kept: many tests look at the same one."""

_anew = False


def once(draw: Callable[P, T]) -> Callable[P, T]:
    """Let what is drawn of the same things be drawn once for all tests of a process, but `anew`."""
    known: dict[bytes, T] = {}

    @wraps(draw)
    def recall(*arguments: P.args, **named: P.kwargs) -> T:
        if _anew:
            return draw(*arguments, **named)
        key = pickle.dumps((arguments, named))
        if key not in known:
            known[key] = draw(*arguments, **named)
        if len(known) > REMEMBERED:
            del known[next(iter(known))]
        return known[key]

    return recall


@contextmanager
def anew() -> Iterator[None]:
    """Draw everything as if nothing had been drawn before, and remember nothing of it."""
    global _anew
    _anew = True
    try:
        yield
    finally:
        _anew = False


@lru_cache(maxsize=20)
def pixels(picture: Picture) -> Image.Image:
    """Return a picture as an RGB image."""
    return Image.open(io.BytesIO(picture.png)).convert("RGB")


by_day = pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.nightly)], ids=["by day", "at night"])
"""By day every fourth card is drawn, which are some of each kind, and at night all of them."""


def sent(picture: Picture | Film) -> int:
    """Return how many bytes of a picture are sent."""
    if isinstance(picture, Film):
        return len(picture.gif)
    file = io.BytesIO()
    with Image.open(io.BytesIO(picture.png)) as image:
        image.save(file, "PNG", compress_level=USUAL)
    return len(file.getvalue())


def differing(one: Image.Image, other: Image.Image, by: int) -> int:
    """Return how many values of two images, of each channel, differ by more than so much."""
    return sum(sum(band.histogram()[by + 1 :]) for band in ImageChops.difference(one, other).split())


def near(one: Sequence[int], other: Colour, tolerance: int = 26) -> bool:
    """Tell whether two colours are the same but for the reduction to few colours."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) <= tolerance


def share(image: Image.Image, box: Iterable[float], colour: Colour, tolerance: int = 26) -> float:
    """Return what part of a box has a colour."""
    part = cut(image, box)
    colours = part.getcolors(part.width * part.height) or ()
    alike = sum(count for count, seen in colours if near(as_kind(tuple, seen), colour, tolerance))
    return alike / (part.width * part.height)


def cut(image: Image.Image, box: Iterable[float]) -> Image.Image:
    """Return what lies in a box."""
    left, top, right, bottom = (round(edge) for edge in box)
    return image.crop((left, top, right, bottom))


def colour_at(image: Image.Image, spot: tuple[int, int]) -> tuple[int, ...]:
    """Return the values of the pixel at a spot, of each channel."""
    return as_kind(tuple, image.getpixel(spot))

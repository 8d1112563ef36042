"""Type: the fonts, measuring, breaking into lines, and words as sprites."""

import math
from enum import Enum
from functools import cache, lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from engine.core.files.catalog import DATA
from render.kit.palette import INK, PARCHMENT, Colour, blend

LINING = ["lnum"]
TONES = 4
NOTE_GAP = 3
NOTE_SIZE = 0.76
NOTE_FADED = 0.3
PHONE, LEAST = 360, 11
"""The width at which a phone shows a picture, and the smallest type that can be read there, in pixels."""

REPLACEMENTS = {"\u2019": "'", "\u2011": "-", "\u00a0": " "}


class Face(Enum):
    """The type styles in data/fonts."""

    TEXT = "Alegreya-Medium"
    BOLD = "Alegreya-ExtraBold"
    ITALIC = "Alegreya-BoldItalic"
    CAPITALS = "AlegreyaSC-ExtraBold"


class Type(NamedTuple):
    """A face at a size in pixels, its colour, and a halo (width in pixels, 0 for none)."""

    face: Face
    size: int
    ink: Colour = INK
    halo: Colour = PARCHMENT
    halo_width: int = 0


def on_phone(style: Type, width: float) -> Type:
    """Return a style, larger where a phone would show it too small in a picture of this width."""
    return style._replace(size=max(style.size, math.ceil(LEAST * width / PHONE)))


@cache
def font(face: Face, size: int) -> ImageFont.FreeTypeFont:
    """Return a face at a size in pixels."""
    return ImageFont.truetype(str(DATA / "fonts" / f"{face.value}.ttf"), size)


@cache
def _missing(face: Face) -> bytes:
    return bytes(font(face, 20).getmask("\U000f0000"))


@cache
def _has(face: Face, letter: str) -> bool:
    return letter.isspace() or bytes(font(face, 20).getmask(letter)) != _missing(face)


def printable(text: str) -> str:
    """Return the text without the characters that the fonts lack (emoji, some scripts), spaces joined."""
    plain = "".join(REPLACEMENTS.get(letter, letter) for letter in text)
    return " ".join("".join(letter for letter in plain if _has(Face.BOLD, letter)).split())


@cache
def text_width(text: str, face: Face, size: int) -> float:
    """Return how wide a line of text is, in pixels."""
    return font(face, size).getlength(text, features=LINING)


def line_height(size: int) -> int:
    """Return the distance from line to line of a type size."""
    return round(size * 1.08)


def fitted(text: str, face: Face, size: int, width: float) -> str:
    """Return the text, shortened with an ellipsis where it is wider than `width`."""
    if text_width(text, face, size) <= width:
        return text
    while text and text_width(text + "…", face, size) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def wrapped(text: str, face: Face, size: int, width: float) -> list[str]:
    """Break a text into lines of at most `width` pixels, at spaces."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, face, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return [fitted(line, face, size, width) for line in lines]


def block_size(lines: tuple[str, ...], style: Type, note: str = "") -> tuple[int, int]:
    """Return width and height of centred lines of text, halo and note included."""
    widths = [text_width(line, style.face, style.size) for line in lines]
    widths[-1] += _note_width(note, style)
    return round(max(widths)) + 2 * style.halo_width + 2, line_height(style.size) * len(lines) + 2 * style.halo_width


@cache
def block(lines: tuple[str, ...], style: Type, note: str = "") -> Image.Image:
    """Return centred lines of text as an RGBA sprite of the size of `block_size`; `note` follows, smaller."""
    width, height = block_size(lines, style, note)
    image = Image.new("RGBA", (width, height), (*style.halo, 0))
    draw = ImageDraw.Draw(image)
    words: list[tuple[float, float, str, Type]] = []
    for row, line in enumerate(lines):
        after = _note_width(note, style) if row == len(lines) - 1 else 0.0
        left = (width - text_width(line, style.face, style.size) - after) / 2
        middle = style.halo_width + (row + 0.5) * line_height(style.size)
        words.append((left, middle, line, style))
        if after:
            words.append((width - left - after + NOTE_GAP, middle, note, _note_style(style)))
    for halo in (True, False):
        for word in words:
            _word(draw, *word, halo=halo)
    return _in_few_tones(image, style) if style.halo_width else image


@cache
def _tones(halo: Colour, ink: Colour) -> Image.Image:
    """Return an image that carries a palette of a few steps from a halo to its ink."""
    carrier = Image.new("P", (1, 1))
    carrier.putpalette([part for step in range(TONES) for part in blend(halo, ink, step / (TONES - 1))])
    return carrier


def _in_few_tones(image: Image.Image, style: Type) -> Image.Image:
    """Return words whose edges have few tones and whose halo ends sharply: a map has hundreds, and is to be small."""
    words = image.convert("RGB").quantize(palette=_tones(style.halo, style.ink), dither=Image.Dither.NONE)
    sharp = words.convert("RGBA")
    sharp.putalpha(image.getchannel("A").point(lambda value: 255 * (value >= 128)))
    return sharp


def _note_style(style: Type) -> Type:
    faded = blend(style.ink, style.halo, NOTE_FADED)
    return style._replace(face=Face.BOLD, size=round(style.size * NOTE_SIZE), ink=faded)


def _note_width(note: str, style: Type) -> float:
    small = _note_style(style)
    return text_width(note, small.face, small.size) + NOTE_GAP if note else 0.0


def _word(draw: ImageDraw.ImageDraw, x: float, y: float, text: str, style: Type, *, halo: bool) -> None:
    face, spot = font(style.face, style.size), (round(x), round(y))
    if not halo:
        draw.text(spot, text, style.ink, face, "lm", features=LINING)
    elif style.halo_width:
        draw.text(spot, text, style.halo, face, "lm", features=LINING, stroke_width=style.halo_width)


@lru_cache(2048)
def _stencil(text: str, face: Face, size: int, anchor: str) -> tuple[int, int, Image.Image]:
    """Return a line of text as a mask, and where its left upper corner lies seen from its anchor."""
    letters = font(face, size)
    left, top, right, bottom = (round(edge) for edge in letters.getbbox(text, anchor=anchor, features=LINING))
    mask = Image.new("L", (max(right - left, 1), max(bottom - top, 1)), 0)
    ImageDraw.Draw(mask).text((-left, -top), text, 255, letters, anchor, features=LINING)
    return left, top, mask


def write(image: Image.Image, x: float, y: float, text: str, style: Type, anchor: str = "lm", tones: int = 0) -> None:
    """Write one line onto `image`; `anchor` as in Pillow, such as `lm` for left middle.

    With `tones` its edges have no more than these, which keeps a picture with many large words small.
    """
    left, top, mask = _stencil(text, style.face, style.size, anchor)
    if tones:
        mask = mask.point([round(value / 255 * (tones - 1)) * 255 // (tones - 1) for value in range(256)])
    image.paste(style.ink, (round(x) + left, round(y) + top), mask)

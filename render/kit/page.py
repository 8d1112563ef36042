"""A page that is being drawn: smooth shapes below, signs and words above, by day and by night."""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from render.kit.layered import Layered
from render.kit.lettering import Type, fitted, text_width, write
from render.kit.palette import PARCHMENT, Colour
from render.kit.pen import SUPERSAMPLE, Pen, paste
from render.kit.theme import DAY, Theme


class Sheet:
    """A part of a picture that is being drawn; words and signs always lie above the shapes."""

    def __init__(self, width: int, height: float, ground: Colour, theme: Theme = DAY) -> None:
        self.theme, self.width, self.height = theme, width, round(height)
        size = (width * SUPERSAMPLE, self.height * SUPERSAMPLE)
        self._large = Image.new("RGB", size, theme.tone(ground))
        self._signs: list[tuple[Image.Image, float, float]] = []
        self._words: list[tuple[float, float, str, Type, str]] = []
        drawing = ImageDraw.Draw(self._large)
        self.pen = Pen(drawing, SUPERSAMPLE, tone=theme.tone)
        """Draws what is dark by night."""
        self.paint = Pen(drawing, SUPERSAMPLE)
        """Draws what looks the same by day and by night."""

    def text(self, x: float, y: float, text: str, style: Type, anchor: str = "lm", room: float = 0) -> float:
        """Write a line in the theme, shortened to the room if there is any; return how wide it is."""
        return self.fixed_text(x, y, text, self.theme.type(style), anchor, room)

    def fixed_text(self, x: float, y: float, text: str, style: Type, anchor: str = "lm", room: float = 0) -> float:
        """Write a line whose colour is the same by day and by night; as `say` otherwise."""
        text = fitted(text, style.face, style.size, room) if room else text
        self._words.append((x, y, text, style, anchor))
        return text_width(text, style.face, style.size)

    def sprite(self, sign: Image.Image, x: float, y: float) -> None:
        """Lay a sprite onto the page with its middle at (x, y)."""
        self._signs.append((sign, x - sign.width / 2, y - sign.height / 2))

    def image(self) -> Image.Image:
        """Return the finished part."""
        done = self._large.reduce(SUPERSAMPLE)
        for sign, x, y in self._signs:
            paste(done, sign, x, y)
        for x, y, text, style, anchor in self._words:
            write(done, x, y, text, style, anchor)
        return done


def smaller(text: str, style: Type, room: float) -> Type:
    """Return a style, smaller where a text would not fit into the room, but never by more than a quarter."""
    size = style.size
    while size > style.size * 0.75 and text_width(text, style.face, size) > room:
        size -= 1
    return style._replace(size=size)


def stacked(parts: Sequence[Image.Image]) -> Image.Image:
    """Return parts of one width one below the other."""
    whole = Image.new("RGB", (parts[0].width, sum(part.height for part in parts)))
    top = 0
    for part in parts:
        whole.paste(part, (0, top))
        top += part.height
    return whole


def in_layers(parts: Sequence[Image.Image]) -> Layered:
    """Return parts of one width one below the other, in layers."""
    height = sum(part.height for part in parts)
    whole = Layered(ground(parts[0].width, height, PARCHMENT))
    top = 0
    for part in parts:
        whole.paste(part, (0, top))
        top += part.height
    return whole


@lru_cache(32)
def ground(width: int, height: int, colour: Colour) -> Image.Image:
    """Return a picture of one colour. Do not change it."""
    return Image.new("RGB", (width, height), colour)

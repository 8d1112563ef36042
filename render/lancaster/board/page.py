"""A page of Lancaster: smooth shapes below, signs and words above, in the house style of crimson, gold and vellum."""

from collections.abc import Sequence

from PIL import Image, ImageDraw

from render.kit import glyphs
from render.kit.lettering import Face, Type, fitted, text_width, write
from render.kit.palette import GOLD, INK, WHITE, Colour, blend
from render.kit.pen import SUPERSAMPLE, Box, Pen, paste, sprite
from render.kit.theme import DAY, Theme
from render.lancaster.board.palette import CRIMSON, VELLUM, pale
from render.lancaster.board.signs import lily

WIDTH = 1080
MARGIN = 20
BAND = 92
ASIDE_ROOM = 300
"""What a long title leaves for the aside, at least."""

TITLE = Type(Face.CAPITALS, 46, WHITE)
ASIDE = Type(Face.BOLD, 34, GOLD)
HEADING = Type(Face.CAPITALS, 38, CRIMSON)
NAME = Type(Face.BOLD, 34)
TEXT = Type(Face.TEXT, 30)
SMALL = Type(Face.BOLD, 28)
NOTE = Type(Face.ITALIC, 28, blend(INK, VELLUM, 0.25))
FIGURE = Type(Face.BOLD, 40)


class Page:
    """A part of a picture that is being drawn; words and signs always lie above the shapes."""

    def __init__(self, height: float, ground: Colour, theme: Theme = DAY, width: int = WIDTH) -> None:
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

    def say(self, x: float, y: float, text: str, style: Type, anchor: str = "lm", room: float = 0) -> float:
        """Write a line in the theme, shortened to the room if there is any; return how wide it is."""
        return self.letter(x, y, text, self.theme.type(style), anchor, room)

    def letter(self, x: float, y: float, text: str, style: Type, anchor: str = "lm", room: float = 0) -> float:
        """Write a line whose colour is the same by day and by night; as `say` otherwise."""
        text = fitted(text, style.face, style.size, room) if room else text
        self._words.append((x, y, text, style, anchor))
        return text_width(text, style.face, style.size)

    def stamp(self, sign: Image.Image, x: float, y: float) -> None:
        """Lay a sprite onto the page with its middle at (x, y)."""
        self._signs.append((sign, x - sign.width / 2, y - sign.height / 2))

    def panel(self, box: Box, *, active: bool = False) -> None:
        """Draw a sheet of vellum; a golden rim marks what is active."""
        self.pen.rect(box, VELLUM, INK, 2, 10)
        if active:
            self.paint.rect(box.grown(-2), None, CRIMSON, 5, 9)
            self.paint.rect(box.grown(-4), None, GOLD, 2.5, 8)

    def tint(self, box: Box, house: str, radius: float = 0) -> None:
        """Lay the tone of a house on a box."""
        self.paint.rect(box, pale(house, self.theme), radius=radius)

    def image(self) -> Image.Image:
        """Return the finished part."""
        done = self._large.reduce(SUPERSAMPLE)
        for sign, x, y in self._signs:
            paste(done, sign, x, y)
        for x, y, text, style, anchor in self._words:
            write(done, x, y, text, style, anchor)
        return done


def band(title: str, aside: str = "", width: int = WIDTH) -> Image.Image:
    """Return the crimson band above every picture: the red rose, a title, an aside in gold, and the lily."""
    page = Page(BAND, CRIMSON, width=width)
    page.paint.rect(Box(0, 0, width, BAND), CRIMSON)
    for y, thick in ((6, 2.0), (BAND - 7, 4.0)):
        page.paint.line([(0, y), (width, y)], GOLD, thick)
    page.stamp(sprite(68, 68, lambda pen: glyphs.rose(pen.at(34, 34), "lancaster", False, 25)), 48, BAND / 2)
    page.stamp(lily(58), width - 42, BAND / 2)
    least = min(text_width(aside, ASIDE.face, ASIDE.size), ASIDE_ROOM)
    wide = page.letter(92, BAND / 2, title, TITLE, room=width - 210 - least)
    page.letter(width - 82, BAND / 2 + 2, aside, ASIDE, "rm", room=width - 200 - wide)
    return page.image()


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

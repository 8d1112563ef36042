"""A page of Lancaster in the house style of crimson, gold and vellum."""

from PIL import Image

from render.kit import glyphs
from render.kit.lettering import Face, Type, text_width
from render.kit.page import Sheet
from render.kit.palette import GOLD, INK, WHITE, Colour, blend
from render.kit.pen import Box, sprite
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
TEXT = Type(Face.TEXT, 33)
SMALL = Type(Face.BOLD, 33)
NOTE = Type(Face.ITALIC, 33, blend(INK, VELLUM, 0.25))
FIGURE = Type(Face.BOLD, 40)


class Page(Sheet):
    """A part of a picture of Lancaster that is being drawn."""

    def __init__(self, height: float, ground: Colour, theme: Theme = DAY, width: int = WIDTH) -> None:
        super().__init__(width, height, ground, theme)

    def panel(self, box: Box, *, active: bool = False) -> None:
        """Draw a sheet of vellum; a golden rim marks what is active."""
        self.pen.rect(box, VELLUM, INK, 2, 10)
        if active:
            self.paint.rect(box.grown(-2), None, CRIMSON, 5, 9)
            self.paint.rect(box.grown(-4), None, GOLD, 2.5, 8)

    def tint(self, box: Box, house: str, radius: float = 0) -> None:
        """Lay the tone of a house on a box."""
        self.paint.rect(box, pale(house, self.theme), radius=radius)


def band(title: str, aside: str = "", width: int = WIDTH) -> Image.Image:
    """Return the crimson band above every picture: the red rose, a title, an aside in gold, and the lily."""
    page = Page(BAND, CRIMSON, width=width)
    page.paint.rect(Box(0, 0, width, BAND), CRIMSON)
    for y, thick in ((6, 2.0), (BAND - 7, 4.0)):
        page.paint.line([(0, y), (width, y)], GOLD, thick)
    page.sprite(sprite(68, 68, lambda pen: glyphs.rose(pen.at(34, 34), "lancaster", False, 25)), 48, BAND / 2)
    page.sprite(lily(58), width - 42, BAND / 2)
    least = min(text_width(aside, ASIDE.face, ASIDE.size), ASIDE_ROOM)
    wide = page.fixed_text(92, BAND / 2, title, TITLE, room=width - 210 - least)
    page.fixed_text(width - 82, BAND / 2 + 2, aside, ASIDE, "rm", room=width - 200 - wide)
    return page.image()

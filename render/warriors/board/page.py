"""A page of Warriors of God in the house style: red and blue under gold, words on vellum."""

from PIL import Image

from render.kit.lettering import Face, Type, on_phone
from render.kit.page import Sheet, smaller
from render.kit.palette import GOLD, INK, WHITE, Colour, blend
from render.kit.pen import Box
from render.kit.theme import DAY, Theme
from render.warriors.board.palette import COATS, VELLUM, pale
from render.warriors.board.signs import sign

WIDTH = 1200
MARGIN = 22
BAND = 100
PARTED = 0.56
"""Where the band changes from red to blue, as a part of its width."""

TITLE = Type(Face.CAPITALS, 50, WHITE)
ASIDE = Type(Face.BOLD, 37, GOLD)
HEADING = Type(Face.CAPITALS, 40)
NAME = Type(Face.BOLD, 39)
TEXT = Type(Face.TEXT, 37)
SMALL = Type(Face.BOLD, 37)
NOTE = Type(Face.ITALIC, 37, blend(INK, VELLUM, 0.25))
FIGURE = Type(Face.BOLD, 44)


class Page(Sheet):
    """A part of a picture of Warriors of God that is being drawn."""

    def __init__(self, height: float, ground: Colour, theme: Theme = DAY, width: int = WIDTH) -> None:
        super().__init__(width, height, ground, theme)

    def panel(self, box: Box, side: str = "", *, active: bool = False) -> None:
        """Draw a sheet of vellum, in the tone of a side if one is named; a golden rim marks what is active."""
        self.pen.rect(box, VELLUM, INK, 2.4, 10)
        if side:
            self.paint.rect(box.grown(-1.6), pale(side, self.theme), radius=9)
            self.paint.rect(box.grown(-2), None, COATS[side].fill, 5, 9)
        if active:
            self.paint.rect(box.grown(-6), None, GOLD, 4, 6)


def band(title: str, *asides: str, width: int = WIDTH) -> Image.Image:
    """Return the band above every picture, red for England, blue for France, with their arms, a title and asides."""
    page = Page(BAND, COATS["english"].deep, width=width)
    parted = width * PARTED
    page.paint.rect(Box(0, 0, width, BAND), COATS["english"].deep)
    page.paint.polygon([(parted + 40, 0), (width, 0), (width, BAND), (parted - 40, BAND)], COATS["french"].deep)
    page.paint.line([(parted + 40, 0), (parted - 40, BAND)], GOLD, 4)
    for y, thick in ((5.0, 2.0), (BAND - 6.0, 4.0)):
        page.paint.line([(0, y), (width, y)], GOLD, thick)
    page.sprite(sign("english", 60), 48, BAND / 2)
    page.sprite(sign("french", 64), width - 48, BAND / 2)
    page.fixed_text(92, BAND / 2, title, smaller(title, TITLE, parted - 130), room=parted - 120)
    room = width - parted - 104
    for row, aside in enumerate(asides):
        y = BAND / 2 + (row - (len(asides) - 1) / 2) * 38 + 1
        page.fixed_text(width - 92, y, aside, on_phone(smaller(aside, ASIDE, room), width), "rm", room=room)
    return page.image()

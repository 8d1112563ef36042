"""A page of a tournament: as wide as two pixels for each of a phone, with large words."""

from PIL import Image

from engine.tournament.state import State
from render.kit import glyphs
from render.kit.lettering import Face, Type
from render.kit.page import Sheet, smaller
from render.kit.palette import ALARM, GOLD, INK, PARCHMENT, WHITE, Colour, blend
from render.kit.pen import Box, sprite

WIDTH = 780
MARGIN = 22
BAND = 108

WALNUT = blend(INK, ALARM, 0.12)
"""The ground of the band above every picture."""

TITLE = Type(Face.CAPITALS, 42, WHITE)
ASIDE = Type(Face.BOLD, 26, GOLD)
HEADING = Type(Face.CAPITALS, 30, INK)
NAME = Type(Face.BOLD, 32)
FIGURE = Type(Face.BOLD, 32)
SMALL = Type(Face.BOLD, 24, blend(INK, PARCHMENT, 0.2))
NOTE = Type(Face.ITALIC, 26, blend(INK, PARCHMENT, 0.15))


def page(height: float, ground: Colour = PARCHMENT) -> Sheet:
    """Return an empty part of a picture."""
    return Sheet(WIDTH, height, ground)


def band(state: State, aside: str) -> Image.Image:
    """Return the band above every picture: the title with the year, an aside below it, and a crown on either side."""
    found = page(BAND, WALNUT)
    for y, thick in ((6, 2.0), (BAND - 7, 4.0)):
        found.paint.line([(0, y), (WIDTH, y)], GOLD, thick)
    title = title_of(state)
    found.fixed_text(WIDTH / 2, 40, title, smaller(title, TITLE, WIDTH - 190), "mm", room=WIDTH - 190)
    found.fixed_text(WIDTH / 2, 78, aside, ASIDE, "mm", room=WIDTH - 190)
    for x in (56, WIDTH - 56):
        found.sprite(crown(30), x, BAND / 2)
    return found.image()


def title_of(state: State) -> str:
    """Return what a tournament is called, with its year."""
    return f"{state.format.title} {state.format.year}" if state.format.year else state.format.title


def crown(half: float) -> Image.Image:
    """Return a golden crown of half a width."""
    side = 2.6 * half
    return sprite(side, side, lambda pen: glyphs.crown(pen.at(side / 2, side / 2), half))


def rule(found: Sheet, y: float, ink: Colour = GOLD, thick: float = 4) -> None:
    """Draw a line from margin to margin."""
    found.paint.line([(MARGIN, y), (WIDTH - MARGIN, y)], ink, thick)


def strip(found: Sheet, top: float, bottom: float, fill: Colour) -> None:
    """Lay a tone behind a line of a list."""
    found.paint.rect(Box(MARGIN - 8, top, WIDTH - MARGIN + 8, bottom), fill, radius=8)

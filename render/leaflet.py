"""A leaflet as a picture: a page to hand to one's group."""

from collections.abc import Iterator

from engine.core.files.leaflets import Leaflet, Part, leaflet
from render.kit.lettering import Face, Type, line_height, wrapped
from render.kit.page import Sheet
from render.kit.palette import ALARM, FADED_INK, PARCHMENT
from render.picture import Picture, finish
from render.picture_request import NothingToShow, PictureRequest
from render.wording import within_limit

WIDTH, MARGIN = 1080, 54
TITLE = Type(Face.CAPITALS, 58, ALARM)
HEADING = Type(Face.BOLD, 38)
TEXT = Type(Face.TEXT, 32)
BULLET, GAP = 30, 16


def draw_leaflet(game: str, wish: PictureRequest) -> Picture:
    """Return the leaflet that the subject names, as '<id>/<variant>'; raises NothingToShow if there is none."""
    name, _, variant = wish.subject.partition("/")
    found = leaflet(game, name, variant)
    if found is None:
        raise NothingToShow("This game has no such leaflet.")
    return finish(_page(found).image(), _alt(found))


def _page(found: Leaflet) -> Sheet:
    rows = [(found.title, TITLE, 0.0), *(row for part in found.part for row in _part(part))]
    height = MARGIN * 2 + sum(_room(style) for _, style, _ in rows) + len(found.part) * GAP
    sheet = Sheet(WIDTH, height, PARCHMENT)
    y = float(MARGIN)
    for text, style, indent in rows:
        y += GAP if style is HEADING else 0
        if style is TEXT and not indent:
            sheet.paint.circle(MARGIN + 8, y + _room(style) / 2, 5, FADED_INK)
        sheet.text(MARGIN + (BULLET if style is TEXT else 0), y + _room(style) / 2, text, style)
        y += _room(style)
    return sheet


def _room(style: Type) -> float:
    return line_height(style.size) + (20 if style is TITLE else 6)


def _part(part: Part) -> Iterator[tuple[str, Type, float]]:
    """Yield the rows of a part: its heading, and its lines broken; those that go on are indented."""
    yield part.heading, HEADING, 0.0
    for line in part.lines:
        broken = wrapped(line, TEXT.face, TEXT.size, WIDTH - 2 * MARGIN - BULLET)
        for number, text in enumerate(broken):
            yield text, TEXT, float(number)


def _alt(found: Leaflet) -> str:
    return within_limit([f"{found.title}.", *(f"{part.heading}: {' '.join(part.lines)}" for part in found.part)])

"""England: what every county asks and gives, the nobles who wait there, and who holds it with what."""

from collections.abc import Callable, Hashable, Sequence

from PIL import Image

from engine.core.events import Event
from engine.lancaster.board import spots
from engine.lancaster.views import CountyView, LancasterView
from render.kit.layered import Laid, Layered, once, quietly
from render.kit.lettering import Face, Type, text_width, write
from render.kit.page import smaller
from render.kit.palette import ALARM, INK, WHITE
from render.kit.pen import Box, Pen, Point, box_about, overdraw, paste
from render.kit.theme import DAY, Theme
from render.lancaster.board import geography
from render.lancaster.board.base import base, mask
from render.lancaster.board.page import NOTE
from render.lancaster.board.palette import VELLUM, held
from render.lancaster.board.signs import knight, least, sign
from render.lancaster.board.words import latest, needed, reward, standing
from render.lancaster.edition import catalog

TITLE = Type(Face.CAPITALS, 36)
GIFT = Type(Face.BOLD, 33)
TOTAL = Type(Face.BOLD, 46)
COUNT = Type(Face.BOLD, 34)
FREE = NOTE
KNIGHT = 62
SIGN, SMALL_SIGN, MANY = 44, 34, 3
"""The size of a sign beside the knight, and if there are many."""

SWORDS = 44
PLATE = 8


def england(
    view: LancasterView, changes: Sequence[Event] = (), theme: Theme = DAY, *, expelling: bool = False
) -> Image.Image:
    """Return the map with everything that lies and stands on its counties.

    The county that was taken last has a red border. `expelling` tells what it takes to come to each county, and leaves
    out what it gives.
    """
    image = base(theme).copy()
    _draw(image, view, changes, theme, expelling=expelling)
    return image


def england_row() -> Callable[[LancasterView], Layered]:
    """Begin a row of maps in layers."""
    drawn: dict[Hashable, Sequence[Laid]] = {}

    def draw(view: LancasterView) -> Layered:
        image = Layered(base(), drawn)
        _draw(image, view, (), DAY, expelling=False)
        return image

    return draw


def _draw(image: Image.Image, view: LancasterView, changes: Sequence[Event], theme: Theme, *, expelling: bool) -> None:
    for county in view.counties:
        if county.house:
            area, corner = mask(county.id)
            image.paste(held(county.house, theme), corner, area)
    _borders(image, [county.id for county in view.counties if county.house], theme)
    for letter in [spots.name(at) for at in latest(changes) if spots.kind(at) == "county"]:
        _mark(image, letter)
    for county in view.counties:
        _plate(image, view, county, theme, expelling=expelling)
    for letter in expelled(changes):
        swords, box = sign("swords", SWORDS), geography.plate(letter)
        paste(image, swords, box.right - 18 - SWORDS / 2, box.bottom + 10 - SWORDS / 2)


def expelled(changes: Sequence[Event]) -> Sequence[str]:
    """Return the counties from which somebody has been expelled."""
    found = [change.track[-1] for change in changes if change.kind == "expelled" and change.track]
    return list(dict.fromkeys(spots.name(at) for at in found if spots.kind(at) == "county"))


def _borders(image: Image.Image, held_: Sequence[str], theme: Theme) -> None:
    """Draw the outline of the counties that are held again, which their colour has covered."""
    for county in held_:
        line = geography.outline(county)
        with quietly(image):
            once(image, ("border", county), lambda line=line: _border(image, line, theme))  # type: ignore[misc]


def _border(image: Image.Image, line: Sequence[Point], theme: Theme) -> None:
    overdraw(image, box_about(line, 4), lambda pen: pen.polygon(line, None, INK, 2.6), theme.tone)


def _mark(image: Image.Image, county: str) -> None:
    """Mark a county that somebody has come to."""
    line = geography.outline(county)

    def draw(pen: Pen) -> None:
        pen.polygon(line, None, WHITE, 8)
        pen.polygon(line, None, ALARM, 4.4)

    overdraw(image, box_about(line, 6), draw)


# ---------------------------------------------------------------------- the plate of a county


def _plate(image: Image.Image, view: LancasterView, county: CountyView, theme: Theme, *, expelling: bool) -> None:
    """Write name and least strength, what there is to gain or what it takes, and below who holds the county."""
    box, printed = geography.plate(county.id), catalog().counties[county.id]
    sunk = Box(box.left, box.top + 98, box.right, box.bottom)
    once(image, ("plate", county.id), lambda: _sunk(image, sunk, theme))
    paste(image, least(printed.min_strength, 44), box.left, box.top + 2)
    write(image, box.left + 50, box.top + 24, printed.name, theme.type(smaller(printed.name, TITLE, box.width - 50)))
    if expelling:
        write(image, box.left + 2, box.top + 72, needed(county), theme.type(GIFT))
    else:
        _gift(image, county, box, theme)
    _holder(image, view, county, sunk, theme)


def _sunk(image: Image.Image, box: Box, theme: Theme) -> None:
    overdraw(image, box, lambda pen: pen.rect(box.grown(-1), VELLUM, INK, 2, PLATE), theme.tone)


def _gift(image: Image.Image, county: CountyView, box: Box, theme: Theme) -> None:
    """Write the reward, and how many nobles wait."""
    gift, waiting, nobles = theme.type(GIFT), f"×{county.nobles}", sign("noble", 40)
    write(image, box.left + 2, box.top + 72, reward(county.id), gift)
    write(image, box.right, box.top + 72, waiting, gift, "rm")
    paste(image, nobles, box.right - text_width(waiting, gift.face, gift.size) - nobles.width, box.top + 51)


def _holder(image: Image.Image, view: LancasterView, county: CountyView, box: Box, theme: Theme) -> None:
    """Draw who holds a county: the knight, his squires and privileges, and the total; smaller where there is much."""
    middle = box.centre[1]
    if not county.house:
        write(image, *box.centre, "nobody", theme.type(FREE), "mm")
        return
    stands = knight(county.house, sum(one.strength for one in standing(view, spots.county(county.id))), KNIGHT)
    paste(image, stands, box.left + 4, middle - stands.height / 2)
    kinds = [*(["squires"] if county.squires else []), *county.privileges]
    size = SIGN if len(kinds) < MANY else SMALL_SIGN
    x = box.left + 6 + KNIGHT
    for kind in kinds:
        paste(image, sign(kind, size), x, middle - size / 2)
        x += size
        if kind == "squires":
            count = theme.type(COUNT._replace(size=round(size * 0.78)))
            write(image, x, middle, str(county.squires), count)
            x += text_width(str(county.squires), count.face, count.size) + 2
    total = f"={county.total}" if len(kinds) < MANY else str(county.total)
    write(image, box.right - 8, middle, total, theme.type(smaller(total, TOTAL, box.right - 10 - x)), "rm")

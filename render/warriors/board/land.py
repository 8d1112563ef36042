"""The map with all that lies and stands on it: control, values, camps, marches, and marks of what has changed."""

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

import msgspec
from PIL import Image

from engine.core.events import Event
from engine.warriors.views import AreaView, WarriorsView
from render.kit.layered import Laid, Layered, overdraw_once, quietly
from render.kit.lettering import Face, Type, block, block_size, text_width, write
from render.kit.palette import ALARM, GOLD, INK, WHITE, Colour
from render.kit.pen import Box, Pen, Point, Stencil, box_about, cut, lay, overdraw, paste
from render.kit.theme import DAY, Theme
from render.warriors.board import geography, room
from render.warriors.board.base import FRAME, borders_of, ground, lines, mask
from render.warriors.board.camps import Camp, Stand, camps, drawn, placed, placed_in_part
from render.warriors.board.changes import March, fought, fresh, marches, turned
from render.warriors.board.palette import COATS, LAND, held
from render.warriors.board.signs import sign, value
from render.warriors.board.words import area_name
from render.warriors.edition import catalog

NAME = Type(Face.CAPITALS, 29, INK)
HALO = 3
MARKER = 42
HIRED = 34
COUNT = Type(Face.BOLD, 29)
CAMPING = FRAME.grown(-4)
"""Where camps may stand."""


class Layer(NamedTuple):
    """What is laid over the map: below names and counters, above them, and what these keep clear for it."""

    below: Callable[[Image.Image], None]
    above: Callable[[Image.Image], None] | None = None
    clear: Sequence[Box] = ()
    words: Sequence[str] = ()
    """Its content, in words."""


def painted(
    view: WarriorsView, changes: Sequence[Event] = (), theme: Theme = DAY, layer: Layer | None = None
) -> Image.Image:
    """Return the map; what `changes` have touched is marked."""
    image = scenery(view, changes, theme)
    if layer:
        layer.below(image)
    _inhabit(image, view, changes, theme, layer)
    return image


def map_row() -> Callable[[WarriorsView], Layered]:
    """Begin a row of maps in layers: from each to the next camps stay where they stood, unless they have changed."""
    drawn_before: dict[Hashable, Sequence[Laid]] = {}
    last: Stand = {}

    def draw(view: WarriorsView) -> Layered:
        nonlocal last
        image = Layered(empty_map()[0], drawn_before)
        _draw_scenery(image, view, (), DAY)
        last = placed(camps(view), [*label_boxes().values()], CAMPING, last)
        _people(image, view, (), last, DAY)
        return image

    return draw


def _inhabit(
    image: Image.Image, view: WarriorsView, changes: Sequence[Event], theme: Theme, layer: Layer | None
) -> None:
    """Draw everything but the scenery."""
    taken = [*label_boxes().values(), *(layer.clear if layer else ())]
    _people(image, view, changes, placed(camps(view, fresh(changes)), taken, CAMPING), theme)
    if layer and layer.above:
        layer.above(image)


def part(view: WarriorsView, seen: Box, changes: Sequence[Event] = (), theme: Theme = DAY) -> Image.Image | None:
    """Return a part of the map in which all camps of its areas stand; None where they find no room in it."""
    near, taken = _near(view, seen)
    stand = placed_in_part(camps(near, fresh(changes)), taken, seen.grown(-4))
    if stand is None:
        return None
    image = scenery(view, changes, theme)
    _people(image, near, changes, stand, theme)
    return image.crop((round(seen.left), round(seen.top), round(seen.right), round(seen.bottom)))


def _near(view: WarriorsView, seen: Box) -> tuple[WarriorsView, list[Box]]:
    """Return a view of the areas whose names lie in a part of the map, and where these stand."""
    shown = [area for area in view.areas if seen.holds(label_boxes()[area.id])]
    return msgspec.structs.replace(view, areas=shown), [label_boxes()[area.id] for area in shown]


def _people(image: Image.Image, view: WarriorsView, changes: Sequence[Event], stand: Stand, theme: Theme) -> None:
    """Draw the names of areas, the camps in them, and the marches."""
    _arrows(image, view, changes)
    with quietly(image):
        for camp, _, box in stand.values():
            _tie(image, camp, box)
    for area in view.areas:
        write_label(image, view, area, theme)
    for camp, columns, box in stand.values():
        paste(image, drawn(camp, columns), box.left, box.top)


def empty_map(theme: Theme = DAY) -> tuple[Image.Image, Image.Image]:
    """Return the land, and the lines that lie on it. Do not change them."""
    book = catalog()
    neutral = frozenset(area.id for area in book.areas.values() if area.neutral)
    return ground(theme, neutral), lines(theme, borders_of(book.borders))


def scenery(view: WarriorsView, changes: Sequence[Event] = (), theme: Theme = DAY) -> Image.Image:
    """Return the map without words and counters: who controls what, and what has been won and fought for."""
    image = empty_map(theme)[0].copy()
    _draw_scenery(image, view, changes, theme)
    return image


def _draw_scenery(image: Image.Image, view: WarriorsView, changes: Sequence[Event], theme: Theme) -> None:
    borders = empty_map(theme)[1]
    for area in view.areas:
        if area.control:
            fill(image, area.id, area.control, theme)
    image.paste(borders, (0, 0), borders)
    for area_id in turned(view, changes):
        ring(image, area_id, (WHITE, 11), (GOLD, 6))
    for area_id in {*fought(changes), *([view.battle.area] if view.battle else [])}:
        ring(image, area_id, (WHITE, 11), (ALARM, 6))


def fill(image: Image.Image, area: str, side: str, theme: Theme = DAY) -> None:
    """Lay the colour of a side on an area."""
    shape, corner = mask(area)
    image.paste(held(side, theme), corner, shape)


def ring(image: Image.Image, area: str, *lines: tuple[Colour, int]) -> None:
    """Draw the border of an area, a line above the other, each in its colour and width."""
    lay(image, [(_border(area, width, image.size), colour) for colour, width in lines])


@cache
def _border(area: str, width: int, size: tuple[int, int]) -> Stencil:
    """Return the border of an area as a stencil for pictures of a size; all of one area lie in the same box."""
    line = geography.outline(area)
    return cut(box_about(line, 8), size, lambda pen: pen.polygon(line, None, INK, width))


# ---------------------------------------------------------------------- names and values


def label_lines(name: str) -> tuple[str, ...]:
    """Return the name of an area in its lines."""
    if len(name) <= 12 or "-" not in name:
        return (name,)
    head, _, tail = name.rpartition("-")
    return (f"{head}-", tail)


def label_boxes() -> Mapping[str, Box]:
    """Return where the name of each area stands."""
    return _label_boxes(tuple((area.id, area.name, area.neutral) for area in catalog().areas.values()))


@lru_cache(maxsize=16)
def _label_boxes(areas: tuple[tuple[str, str, bool], ...]) -> Mapping[str, Box]:
    return {area: room.box_at(geography.LABELS[area], *_label_size(name, neutral)) for area, name, neutral in areas}


def _label_size(name: str, neutral: bool) -> tuple[int, int]:
    """Return how large a name with its marker is, or with its mercenaries."""
    width, height = block_size(label_lines(name), NAME._replace(halo_width=HALO))
    if neutral:
        return max(width, HIRED * 2 + 22), height + HIRED
    return width + MARKER + 2, max(height, MARKER)


def write_label(image: Image.Image, view: WarriorsView, area: AreaView, theme: Theme = DAY) -> None:
    """Write the name of an area with its value on the arms of who controls it; neutral ones with mercenaries."""
    box = label_boxes()[area.id]
    halo = held(area.control, theme) if area.control else theme.tone(LAND)
    style = NAME._replace(ink=theme.tone(INK), halo=halo, halo_width=HALO)
    words = block(label_lines(area_name(area.id)), style)
    if not area.value:
        paste(image, words, box.centre[0] - words.width / 2, box.top)
        _hired(image, view, area.id, Box(box.left, box.bottom - HIRED, box.right, box.bottom), theme)
        return
    paste(image, value(area.control, area.value, MARKER), box.left, box.centre[1] - MARKER / 2)
    paste(image, words, box.left + MARKER + 2, box.centre[1] - words.height / 2)


def _hired(image: Image.Image, view: WarriorsView, area: str, box: Box, theme: Theme) -> None:
    """Draw the mercenaries who wait at home."""
    number = view.supply.get(f"mercenary_{area}", 0)
    words = f"×{number}"
    width = HIRED + text_width(words, COUNT.face, COUNT.size) + 2
    x = box.centre[0] - width / 2
    paste(image, sign("mercenary", HIRED), x, box.top)
    write(image, x + HIRED + 2, box.centre[1], words, theme.type(COUNT))


# ---------------------------------------------------------------------- camps and marches


def anchor(area: str) -> Point:
    """Return the spot of an area to which its camps and marches are tied: below its name."""
    box, (x, y) = label_boxes()[area], room.middle(area)
    if box.grown(10).holds(Box(x, y, x, y)):
        return x, box.bottom + 16
    return x, y


def _tie(image: Image.Image, camp: Camp, box: Box) -> None:
    """Tie a camp that stands outside to its area."""
    x, y = anchor(camp.area)
    near = min(max(x, box.left + 10), box.right - 10), min(max(y, box.top + 10), box.bottom - 10)
    if near == (x, y) or _inside(camp, box):
        return
    tone = COATS[camp.side].fill

    def draw(pen: Pen) -> None:
        pen.stroke([(x, y), near], WHITE, 11)
        pen.stroke([(x, y), near], tone, 7)
        pen.circle(x, y, 11, tone, WHITE, 3)

    overdraw_once(image, box_about([(x, y), near], 16), draw, (x, y, near, tone))


def _inside(camp: Camp, box: Box) -> bool:
    """Tell whether a camp stands in its area, or over enough of it."""
    whole = box.width * box.height / room.CELL**2
    return room.covered(camp.area, box) > 0.55 * whole


def _arrows(image: Image.Image, view: WarriorsView, changes: Sequence[Event]) -> None:
    found = marches(view, changes)
    lanes: dict[frozenset[str], int] = {}
    for march in found:
        key = frozenset((march.start, march.end))
        lanes[key] = lanes.get(key, 0) + 1
        _arrow(image, march, lanes[key] - 1)


def _arrow(image: Image.Image, march: March, lane: int) -> None:
    """Draw an arrow from area to area, along its sea connection or bent a little; broader for more leaders."""
    line = _course(march, lane)
    width, tone = 6 + 3 * min(march.number, 3), COATS[march.side].fill
    head = _head(line, width)

    def draw(pen: Pen) -> None:
        for colour, more in ((WHITE, 6.0), (tone, 0.0)):
            pen.stroke(line[:-2], colour, width + more)
            pen.polygon(head, colour, colour, more + 1)

    overdraw(image, box_about([*line, *head], width + 8), draw)


def _course(march: March, lane: int) -> list[Point]:
    """Return the line of a march; another of the same border lies beside it."""
    if frozenset((march.start, march.end)) in geography.routes():
        return _rounded(course(march.start, march.end))
    start, end = anchor(march.start), anchor(march.end)
    (x0, y0), (x1, y1) = start, end
    sway = 0.1 + 0.1 * lane
    bend = ((x0 + x1) / 2 - (y1 - y0) * sway, (y0 + y1) / 2 + (x1 - x0) * sway)
    return [_bow(start, bend, end, step / 20) for step in range(21)]


def course(start: str, end: str) -> list[Point]:
    """Return the line from an area to one next to it, over the sea along its connection."""
    route = geography.routes().get(frozenset((start, end)), ())
    forth = not route or math.dist(anchor(start), route[0]) < math.dist(anchor(start), route[-1])
    return [anchor(start), *(route if forth else reversed(route)), anchor(end)]


def _rounded(line: Sequence[Point]) -> list[Point]:
    """Return a line without corners."""
    halves = [((x0 + x1) / 2, (y0 + y1) / 2) for (x0, y0), (x1, y1) in pairwise(line)]
    found = [line[0]]
    for before, corner, after in zip(halves, line[1:-1], halves[1:], strict=False):
        found += [_bow(before, corner, after, step / 8) for step in range(9)]
    (x0, y0), (x1, y1) = found[-1], line[-1]
    return [*found, *((x0 + (x1 - x0) * step / 6, y0 + (y1 - y0) * step / 6) for step in range(1, 7))]


def _bow(one: Point, bend: Point, other: Point, share: float) -> Point:
    (x0, y0), (x1, y1), (x2, y2) = one, bend, other
    rest = 1 - share
    return (
        rest * rest * x0 + 2 * rest * share * x1 + share * share * x2,
        rest * rest * y0 + 2 * rest * share * y1 + share * share * y2,
    )


def _head(line: Sequence[Point], width: float) -> list[Point]:
    """Return the point of an arrow."""
    (x0, y0), (x1, y1) = line[-4], line[-1]
    length = math.dist((x0, y0), (x1, y1)) or 1.0
    across, down = (x1 - x0) / length, (y1 - y0) / length
    back = (x1 - across * width * 2.2, y1 - down * width * 2.2)
    wing = width * 1.3
    return [
        (x1, y1),
        (back[0] - down * wing, back[1] + across * wing),
        (back[0] + down * wing, back[1] - across * wing),
    ]

"""The map of a Kingmaker game: who is where, who holds what, and what has changed."""

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from pathlib import Path

from PIL import Image

from engine.core.events import Event
from engine.kingmaker.board import locations
from engine.kingmaker.board.ids import Location
from engine.kingmaker.views import KingmakerView
from render.kingmaker.map import counters
from render.kingmaker.map.alt import map_alt
from render.kingmaker.map.cache import board
from render.kingmaker.map.changes import Mark, draw_arrows, draw_ring, draw_sign, marks_of
from render.kingmaker.map.geography import AREA_PANELS, MAP, geography
from render.kingmaker.map.key import key_strip
from render.kingmaker.map.layers import draw_layer, strip
from render.kingmaker.map.legend import caption, footer, of_turn, who_is_who
from render.kingmaker.map.look import PLAIN, Look
from render.kingmaker.map.muster import Counter
from render.kingmaker.map.scene import Lain, Scene
from render.kingmaker.map.sites import draw_sites, signs_of
from render.kit.layered import Laid, Layered, overdraw_once, quietly
from render.kit.lettering import block
from render.kit.numbers import lay_numbers, size_for
from render.kit.page import stacked
from render.kit.palette import INK, map_colours
from render.kit.pen import Box, Pen, box_about, paste
from render.picture import Picture, finish

NARROWEST_CROP = 588
"""The least pixels of a part of the map, so that a phone shows the names of nobles on it large enough to be read."""


def draw_map(
    view: KingmakerView,
    names: Mapping[str, str],
    changes: Sequence[Event] = (),
    crop: Box | None = None,
    cache: Path | None = None,
    look: Look = PLAIN,
) -> Picture:
    """Return the map as `view` shows it, with arrows and marks for `changes`, and who is who below it.

    `names` are the players' names by seat. `crop` is the part to show, in pixels of the whole map (see
    `crop_around`). `cache` is a folder for the empty board, which else is drawn anew in each process.
    """
    image = painted(view, names, changes, crop, cache, look)
    return finish(image, map_alt(of_turn(view, changes), names, changes, look), inks=map_colours(look.theme.tone))


def painted(
    view: KingmakerView,
    names: Mapping[str, str],
    changes: Sequence[Event] = (),
    crop: Box | None = None,
    cache: Path | None = None,
    look: Look = PLAIN,
) -> Image.Image:
    """Return the same before it is printed, as a part of something else."""
    scene, board_seen = _painted(view, changes, crop or MAP, cache, look)
    view = of_turn(view, changes)
    below = [strip(scene, board_seen.width)] if look.layer else []
    if crop:
        below.append(who_is_who(view, names, board_seen.width, look.theme))
    else:
        caption(board_seen, view, names, look.theme)
        below += [footer(view, names, look.theme), key_strip(look.theme)]
    return stacked([board_seen, *below])


def offered(
    view: KingmakerView, goals: Mapping[int, Location], part: Box, cache: Path | None = None, look: Look = PLAIN
) -> Image.Image:
    """Return a part of the map with locations numbered, and nothing below it."""
    scene, image = _painted(view, (), part, cache, look)
    left, top = (0.0, 0.0) if part == MAP else (part.left, part.top)
    taken = [box.moved(-left, -top) for box in (*scene.counter_boxes.values(), *scene.name_boxes.values())]
    spots = {number: geography().spot(at) for number, at in goals.items()}
    lay_numbers(image, {n: (x - left, y - top) for n, (x, y) in spots.items()}, size_for(image.width), taken)
    return image


def bare_map(view: KingmakerView, cache: Path | None = None) -> Image.Image:
    """Return the map without caption and frame, as a part of another picture."""
    return _cut(_painted(view, (), MAP, cache, PLAIN)[1], MAP)


def map_row() -> Callable[[KingmakerView, Path | None], Layered]:
    """Begin a row of maps like `bare_map`, in layers: from each to the next whatever is as it was lies where it lay."""
    lain: list[Lain] = []
    drawn: dict[Hashable, Sequence[Laid]] = {}

    def draw(view: KingmakerView, cache: Path | None) -> Layered:
        empty = board(cache, PLAIN.theme)
        scene = Scene(view, empty.names, MAP, signs_of(view), PLAIN, lain[0] if lain else None)
        image = Layered(empty.base, drawn)
        image.part = MAP
        _draw(image, scene, (), ())
        lain[:] = [scene.lain]
        return image

    return draw


def _painted(
    view: KingmakerView, changes: Sequence[Event], part: Box, cache: Path | None, look: Look
) -> tuple[Scene, Image.Image]:
    """Return what a part of the map holds, and its picture: of the whole map with its frame, of another part alone."""
    empty, marks = board(cache, look.theme), marks_of(view, changes)
    scene = Scene(view, empty.names, part, [*(mark.box for mark in marks), *signs_of(view)], look)
    image = (empty.roads if look.layer == "roads" else empty.base).copy()
    _draw(image, scene, changes, marks)
    return scene, image if part == MAP else _cut(image, part)


def _cut(image: Image.Image, part: Box) -> Image.Image:
    return image.crop((round(part.left), round(part.top), round(part.right), round(part.bottom)))


def _draw(image: Image.Image, scene: Scene, changes: Sequence[Event], marks: Sequence[Mark]) -> None:
    """Draw everything that is on the board, what lies on top last."""
    draw_layer(image, scene)
    draw_sites(image, scene)
    for mark in marks:
        draw_ring(image, mark)
    with quietly(image):
        _tethers(image, scene)
    draw_arrows(image, scene, changes)
    _counters(image, scene)
    for mark in marks:
        draw_sign(image, mark)
    with quietly(image):
        _names(image, scene)


def crop_around(places: Sequence[Location], margin: float = 190) -> Box:
    """Return the part of the map round some locations such as `inside:york`, each way at least the narrowest."""
    land = geography()
    box = box_about([land.spot(at) for at in places], margin)
    wide, high = max(NARROWEST_CROP, box.width), max(NARROWEST_CROP, box.height)
    left = min(max(box.centre[0] - wide / 2, MAP.left), MAP.right - wide)
    top = min(max(box.centre[1] - high / 2, MAP.top), MAP.bottom - high)
    return Box(max(left, MAP.left), max(top, MAP.top), min(left + wide, MAP.right), min(top + high, MAP.bottom))


def _tethers(image: Image.Image, scene: Scene) -> None:
    for key, box in scene.counter_boxes.items():
        counter = scene.counters[key]
        if locations.name(counter.at) not in AREA_PANELS:
            _tether(image, counter, box)


def _tether(image: Image.Image, counter: Counter, box: Box) -> None:
    """Join a counter to the spot where it is, unless it lies right on it."""
    (x, y), piece = counter.anchor, counter.piece
    margin = (box.width - counter.breadth) / 2
    top = Box(box.left + margin, box.top, box.right - margin, box.top + min(piece.height, 90))
    near = (min(max(x, top.left + 20), top.right - 20), min(max(y, top.top + 20), top.bottom - 20))
    if math.dist((x, y), near) < 6:
        return
    colour = counters.frame_colour(counter.number)

    def draw(pen: Pen) -> None:
        pen.stroke([(x, y), near], INK, 7)
        pen.stroke([(x, y), near], colour, 4)
        if locations.kind(counter.at) != "inside":
            pen.circle(x, y, 7, colour, INK, 2)

    overdraw_once(image, box_about([(x, y), near], 10), draw, (x, y, *near, colour, locations.kind(counter.at)))


def _counters(image: Image.Image, scene: Scene) -> None:
    for key, box in scene.counter_boxes.items():
        counters.lay(image, scene.counters[key].piece, box)


def _names(image: Image.Image, scene: Scene) -> None:
    for key, box in scene.name_boxes.items():
        name = scene.names[key]
        piece, (x, y) = block(name.lines, scene.look.theme.type(name.style), name.note), box.centre
        paste(image, piece, x - piece.width / 2, y - piece.height / 2)

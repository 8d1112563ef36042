"""The map of a Kingmaker game: who is where, who holds what, and what has changed."""

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

from PIL import Image

from engine.core.events import Event
from engine.kingmaker import locations
from engine.kingmaker.catalog import PlaceKind, catalog
from engine.kingmaker.views import KingmakerView, SiteView
from render import counters, glyphs
from render.alt import map_alt
from render.cache import board
from render.geography import AREA_PANELS, GLYPH_SIZES, MAP, geography
from render.kingmaker_legend import caption, footer
from render.lettering import block
from render.palette import ALARM, INK, WHITE, Colour, livery, tint
from render.picture import Box, Pen, Picture, Point, box_about, box_round, finish, overdraw, paste, sprite
from render.scene import Counter, Scene

MARKS = {"battle": "fight", "siege": "fight", "died": "death"}
NARROWEST_CROP = 700


def draw_map(
    view: KingmakerView,
    names: Mapping[str, str],
    changes: Sequence[Event] = (),
    crop: Box | None = None,
    cache: Path | None = None,
) -> Picture:
    """Return the map as `view` shows it, with arrows and marks for `changes`.

    `names` are the players' names by seat. `crop` is the part to show, in pixels of the whole map (see
    `crop_around`). `cache` is a folder for the empty board, which else is drawn anew in each process.
    """
    empty = board(cache)
    marks = _marked(view, changes)
    scene = Scene(view, empty.names, crop or MAP, [_sign_box(kind, spot) for kind, spot in marks])
    image = _drawn(empty.base, scene, changes, marks)
    if crop:
        image = image.crop((round(crop.left), round(crop.top), round(crop.right), round(crop.bottom)))
        return finish(image, map_alt(view, names, changes))
    caption(image, view, names)
    return finish(_above(image, footer(view, names)), map_alt(view, names, changes))


def _drawn(
    base: Image.Image, scene: Scene, changes: Sequence[Event], marks: Sequence[tuple[str, Point]]
) -> Image.Image:
    image = base.copy()
    _sites(image, scene)
    for kind, spot in marks:
        if kind == "fight":
            _ring(image, spot)
    _tethers(image, scene)
    _arrows(image, scene, changes)
    _counters(image, scene)
    for kind, spot in marks:
        _sign(image, kind, spot)
    _names(image, scene)
    return image


def crop_around(places: Sequence[str], margin: float = 190) -> Box:
    """Return the part of the map round some locations such as `inside:york`, at least 700 pixels each way."""
    land = geography()
    box = box_about([land.spot(at) for at in places], margin)
    wide, high = max(NARROWEST_CROP, box.width), max(NARROWEST_CROP, box.height)
    left = min(max(box.centre[0] - wide / 2, MAP.left), MAP.right - wide)
    top = min(max(box.centre[1] - high / 2, MAP.top), MAP.bottom - high)
    return Box(max(left, MAP.left), max(top, MAP.top), min(left + wide, MAP.right), min(top + high, MAP.bottom))


def _above(image: Image.Image, below: Image.Image) -> Image.Image:
    whole = Image.new("RGB", (image.width, image.height + below.height))
    whole.paste(image, (0, 0))
    whole.paste(below, (0, image.height))
    return whole


def _sites(image: Image.Image, scene: Scene) -> None:
    for site in scene.view.sites:
        number = scene.number(site.seat)
        if number is not None:
            _held(image, scene, site, number)
        if site.besieged_by:
            _besieged(image, scene, site)


def _held(image: Image.Image, scene: Scene, site: SiteView, number: int) -> None:
    """Colour a place for its holder and pin his badge to it."""
    kind, (x, y) = catalog().places[site.id].kind, scene.land.places[site.id]
    width, height = GLYPH_SIZES[kind]
    piece = sprite(width + 16, height + 22, lambda pen: _tinted(pen.at(width / 2 + 8, height / 2 + 14), kind, number))
    paste(image, piece, x - width / 2 - 8, y - height / 2 - 14)
    mark = counters.badge(number, 9)
    paste(image, mark, x + width / 2 - 3 - mark.width / 2, y - height / 2 - mark.height / 2 + 1)


def _tinted(pen: Pen, kind: PlaceKind, number: int) -> None:
    glyphs.PLACES[kind](pen, tint(livery(number).fill))


def _besieged(image: Image.Image, scene: Scene, site: SiteView) -> None:
    """Ring a besieged place with a palisade in red and its besieger's colour."""
    x, y = scene.land.places[site.id]
    number = scene.number(site.besieged_by)

    def draw(pen: Pen) -> None:
        for turn in range(16):
            angle = math.radians(turn * 22.5)
            pen.line([_polar(x, y, 29, angle), _polar(x, y, 38, angle)], INK, 6)
            pen.line([_polar(x, y, 30, angle), _polar(x, y, 37, angle)], counters.frame_colour(number), 3.4)
        pen.circle(x, y, 34, None, ALARM, 3)

    overdraw(image, Box(x, y, x, y).grown(42), draw)


def _polar(x: float, y: float, radius: float, angle: float) -> Point:
    return x + radius * math.cos(angle), y + radius * math.sin(angle)


def _tethers(image: Image.Image, scene: Scene) -> None:
    for key, box in scene.counter_boxes.items():
        counter = scene.counters[key]
        if locations.name(counter.at) not in AREA_PANELS:
            _tether(image, counter, box)


def _tether(image: Image.Image, counter: Counter, box: Box) -> None:
    """Join a counter to the spot where it is, unless it lies right on it."""
    (x, y), piece = counter.anchor, counter.piece
    top = Box(box.left, box.top, box.right, box.top + min(piece.height, 90))
    near = (min(max(x, top.left + 20), top.right - 20), min(max(y, top.top + 20), top.bottom - 20))
    if math.dist((x, y), near) < 6:
        return
    colour = counters.frame_colour(counter.number)

    def draw(pen: Pen) -> None:
        pen.stroke([(x, y), near], INK, 7)
        pen.stroke([(x, y), near], colour, 4)
        if locations.kind(counter.at) != "inside":
            pen.circle(x, y, 7, colour, INK, 2)

    overdraw(image, box_about([(x, y), near], 10), draw)


def _counters(image: Image.Image, scene: Scene) -> None:
    for key, box in scene.counter_boxes.items():
        counters.lay(image, scene.counters[key].piece, box)


def _names(image: Image.Image, scene: Scene) -> None:
    for key, box in scene.name_boxes.items():
        name = scene.names[key]
        piece, (x, y) = block(name.lines, name.style, name.note), box.centre
        paste(image, piece, x - piece.width / 2, y - piece.height / 2)


def _arrows(image: Image.Image, scene: Scene, changes: Sequence[Event]) -> None:
    for change in changes:
        spots = _track(scene.view, change)
        if change.kind == "moved" and len(spots) > 1:
            _arrow(image, spots, _colour_of(scene, change))


def _colour_of(scene: Scene, change: Event) -> Colour:
    seats = {noble.id: noble.seat for noble in scene.view.nobles} | {ship.id: ship.seat for ship in scene.view.ships}
    seat = next((seats[subject] for subject in change.subjects if subject in seats), "")
    seat = seat or next((subject for subject in change.subjects if subject in scene.numbers), "")
    return counters.frame_colour(scene.number(seat))


def _track(view: KingmakerView, change: Event) -> list[Point]:
    """Return the pixels of a change's track; passages aboard count where the ship is now."""
    ships = {ship.id: ship.at for ship in view.ships}
    places = [ships.get(locations.name(at), "") if locations.kind(at) == "aboard" else at for at in change.track]
    spots = [geography().spot(at) for at in places if at]
    return [spot for place, spot in enumerate(spots) if place == 0 or spot != spots[place - 1]]


def _arrow(image: Image.Image, spots: list[Point], colour: Colour) -> None:
    (x0, y0), (x1, y1) = spots[-2], spots[-1]
    angle = math.atan2(y1 - y0, x1 - x0)
    neck = _polar(x1, y1, -20, angle)
    head = [(x1, y1), _polar(*_polar(x1, y1, -26, angle), 14, angle + math.pi / 2)]
    head += [neck, _polar(*_polar(x1, y1, -26, angle), 14, angle - math.pi / 2)]

    def draw(pen: Pen) -> None:
        for tone, extra in ((INK, 6.0), (WHITE, 4.0), (colour, 0.0)):
            pen.stroke([*spots[:-1], neck], tone, 6 + extra)
            pen.polygon(head, tone, tone, 1 + extra)

    overdraw(image, box_about(spots, 24), draw)


def _marked(view: KingmakerView, changes: Sequence[Event]) -> list[tuple[str, Point]]:
    """Return kind and spot of each fight and each death, one mark of a kind for a spot."""
    marks = [(change.kind, _track(view, change)) for change in changes if change.kind in MARKS]
    found = {(MARKS[kind], spots[-1]): None for kind, spots in marks if spots}
    return list(found)


def _sign_box(kind: str, spot: Point) -> Box:
    """Return the space of a mark's sign: the swords at the ring's shoulder, or the cross on the spot."""
    x, y = spot
    return box_round(x + 38, y - 38, 44, 44) if kind == "fight" else box_round(x, y, 36, 36)


def _ring(image: Image.Image, spot: Point) -> None:
    x, y = spot

    def draw(pen: Pen) -> None:
        pen.circle(x, y, 54, None, WHITE, 9)
        pen.circle(x, y, 52.5, None, ALARM, 5)

    overdraw(image, Box(x, y, x, y).grown(64), draw)


def _sign(image: Image.Image, kind: str, spot: Point) -> None:
    box = _sign_box(kind, spot)
    x, y = box.centre

    def draw(pen: Pen) -> None:
        if kind == "fight":
            pen.circle(x, y, 20, WHITE, ALARM, 3)
            glyphs.crossed_swords(pen.at(x, y + 1, 0.85))
        else:
            glyphs.death_cross(pen.at(x, y))

    overdraw(image, box.grown(4), draw)

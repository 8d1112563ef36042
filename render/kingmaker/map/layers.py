"""Layers over the map: who holds what, how far a noble can march, roads alone; and the line that explains them."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial

from PIL import Image, ImageChops, ImageDraw

from engine.kingmaker.board import locations
from engine.kingmaker.board.ids import SquareId
from engine.kingmaker.reach import Reach, reach
from render.kingmaker.edition import catalog
from render.kingmaker.map import counters
from render.kingmaker.map.base import draw_place
from render.kingmaker.map.geography import FRAME, MAP, SHEET_WIDTH, geography
from render.kingmaker.map.look import LAYERS
from render.kingmaker.map.scene import Scene
from render.kingmaker.map.toponyms import glyph_box
from render.kit.lettering import Face, Type, on_phone, text_width, wrapped, write
from render.kit.palette import COAT, INK, PARCHMENT, THIN_COAT, Colour, blend
from render.kit.pen import SUPERSAMPLE, Box, Point, overdraw

STRIPE = 13
WORDS = Type(Face.BOLD, 24)

Entry = tuple[str, Colour | None, float]
"""Words of a legend, the colour that they explain, and how strongly it is laid on."""


def draw_layer(image: Image.Image, scene: Scene) -> None:
    """Lay the wished layer over the empty board; that of the roads is a board of its own."""
    match scene.look.layer:
        case "ownership":
            held = holders(scene)
            for square, seats in held.items():
                _coat(image, scene, [square], [counters.frame_colour(scene.number(seat)) for seat in seats], COAT)
            _places_anew(image, scene, held)
        case "reach":
            _show_reach(image, scene)


def _show_reach(image: Image.Image, scene: Scene) -> None:
    found, colour = _reach(scene), _marcher(scene)
    _coat(image, scene, sorted(found.country), [colour], COAT)
    _coat(image, scene, sorted(found.road), [colour], THIN_COAT)
    _places_anew(image, scene, sorted(found.country | found.road))


def _places_anew(image: Image.Image, scene: Scene, squares: Iterable[SquareId]) -> None:
    """Draw the places of squares again, over the coat of paint."""
    book, land = catalog(), scene.land
    for place in (place for square in squares for place in book.squares[square].places):
        box = glyph_box(land, book.places[place]).grown(8) if book.places[place].kind != "area" else None
        if box is not None and box.meets(scene.bounds):
            overdraw(image, box, partial(draw_place, land=land, name=place), scene.look.theme.tone)


def _reach(scene: Scene) -> Reach:
    return reach(scene.view, scene.look.noble)


def _marcher(scene: Scene) -> Colour:
    seat = next(noble.seat for noble in scene.view.nobles if noble.id == scene.look.noble)
    return counters.frame_colour(scene.number(seat))


def holders(scene: Scene) -> Mapping[SquareId, list[str]]:
    """Return the seats that hold places in each square, or stand in it where nobody holds any."""
    found: dict[SquareId, list[str]] = {}
    for site in scene.view.sites:
        if site.seat:
            _note(found, catalog().places[site.id].square, site.seat)
    for noble in scene.view.nobles:
        square = locations.square_of(noble.at)
        if square and locations.kind(noble.at) == "open":
            _note(found, square, noble.seat)
    return found


def _note(found: dict[SquareId, list[str]], square: SquareId, seat: str) -> None:
    seats = found.setdefault(square, [])
    if seat not in seats:
        seats.append(seat)


def _coat(image: Image.Image, scene: Scene, squares: Iterable[str], colours: Sequence[Colour], share: float) -> None:
    """Paint squares over as far as they will be seen, thinly: in one colour, or in stripes of several."""
    for square in squares:
        box, mask = _mask(square, share)
        if box.width < 1 or box.height < 1 or not box.meets(scene.bounds):
            continue
        corner = int(box.left), int(box.top)
        if len(colours) == 1:
            image.paste(colours[0], (*corner, corner[0] + mask.width, corner[1] + mask.height), mask)
            continue
        paint = Image.new("RGB", mask.size, colours[0])
        draw = ImageDraw.Draw(paint)
        for place, left in enumerate(range(0, mask.width, STRIPE)):
            draw.rectangle((left, 0, left + STRIPE, mask.height), colours[place % len(colours)])
        image.paste(paint, corner, mask)


@cache
def _mask(square: SquareId, share: float) -> tuple[Box, Image.Image]:
    """Return where a square lies on the map, and the smooth shape of its land in so thin a coat."""
    box, land = _shapes()[square]
    return box, land.point(lambda value: round(value * share))


@cache
def _shapes() -> Mapping[SquareId, tuple[Box, Image.Image]]:
    """Return where every square lies on the map, and the smooth shape of its land."""
    inland = _filled(SHEET_WIDTH, MAP.bottom, geography().coasts.values())
    return {square: _shape(inland, polygon) for square, polygon in geography().land.items()}


def _shape(inland: Image.Image, polygon: Sequence[Point]) -> tuple[Box, Image.Image]:
    left, top = int(min(x for x, _ in polygon)), int(min(y for _, y in polygon))
    box = Box(left, top, int(max(x for x, _ in polygon)) + 2, int(max(y for _, y in polygon)) + 2)
    square = _filled(box.width, box.height, [[(x - left, y - top) for x, y in polygon]])
    corner = left * SUPERSAMPLE, top * SUPERSAMPLE
    land = inland.crop((*corner, corner[0] + square.width, corner[1] + square.height))
    return box, ImageChops.darker(square, land).reduce(SUPERSAMPLE)


def _filled(width: float, height: float, outlines: Iterable[Sequence[Point]]) -> Image.Image:
    """Return outlines as a mask, in the size in which everything smooth is drawn."""
    shape = Image.new("L", (int(width) * SUPERSAMPLE, int(height) * SUPERSAMPLE), 0)
    for outline in outlines:
        ImageDraw.Draw(shape).polygon([(x * SUPERSAMPLE, y * SUPERSAMPLE) for x, y in outline], fill=255)
    return shape


# ---------------------------------------------------------------------- the line that explains


def strip(scene: Scene, width: int) -> Image.Image:
    """Return the strip under a map that says what its layer shows."""
    theme, style = scene.look.theme, on_phone(WORDS, width)
    rows = _rows(_legend(scene), style, width)
    high, side = round(style.size * 1.7), round(style.size * 1.1)
    image = Image.new("RGB", (width, 6 + high * len(rows)), theme.tone(PARCHMENT))
    for number, row in enumerate(rows):
        x, middle = float(FRAME), 3 + high * (number + 0.5)
        for words, colour, share in row:
            if colour:
                piece = Box(x, middle - side / 2, x + side * 1.4, middle + side / 2)
                _swatch(image, piece, blend(theme.tone(PARCHMENT), colour, share))
                x += side * 1.4 + 8
            write(image, x, middle, words, theme.type(style))
            x += text_width(words, style.face, style.size) + style.size
    return image


def _rows(legend: Sequence[Entry], style: Type, width: int) -> list[list[Entry]]:
    """Break what a legend says into rows that are not wider than `width`."""
    rows: list[list[Entry]] = []
    x = float(width)
    for words, colour, share in legend:
        swatch = style.size * 1.6 + 8 if colour else 0
        for place, line in enumerate(wrapped(words, style.face, style.size, width - 2 * FRAME - swatch)):
            wide = swatch + text_width(line, style.face, style.size) + style.size
            if place or x + wide > width - FRAME + style.size:
                rows.append([])
                x = FRAME
            rows[-1].append((line, None if place else colour, share))
            x += wide
    return rows


def _swatch(image: Image.Image, box: Box, fill: Colour) -> None:
    overdraw(image, box.grown(3), lambda pen: pen.rect(box, fill, INK, 1.6, 4))


def _legend(scene: Scene) -> list[Entry]:
    layer = scene.look.layer
    if layer == "reach":
        name, colour = catalog().noble(scene.look.noble).name, _marcher(scene)
        return [(f"{name}'s march:", None, 0), ("across country", colour, COAT), ("by road only", colour, THIN_COAT)]
    return [(f"{LAYERS[layer]}.", None, 0)]

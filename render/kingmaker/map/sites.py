"""The places of the map as they are now: who holds them, who keeps them for him, sieges, the King's Peace."""

import math
from functools import cache

from PIL import Image

from engine.kingmaker.board.catalog import PlaceKind
from engine.kingmaker.board.ids import PlaceId, SquareId
from engine.kingmaker.views import KingmakerView, SiteView
from render.kingmaker.edition import catalog
from render.kingmaker.heraldry.charges import fleur_de_lis
from render.kingmaker.heraldry.heraldry import shield
from render.kingmaker.heraldry.signs import peace
from render.kingmaker.map import counters, event_risk, strongholds
from render.kingmaker.map.geography import GLYPH_SIZES, geography
from render.kingmaker.map.scene import Scene
from render.kit import glyphs
from render.kit.lettering import Face, Type, write
from render.kit.palette import ALARM, GOLD, INK, TINCTURES, WHITE, Colour, livery, tint
from render.kit.pen import Box, Pen, Point, box_round, overdraw, paste, sprite

BADGE = 11
KEEPER = 19
PALISADE = 34
COUNT = Type(Face.BOLD, 19, WHITE)


def draw_sites(image: Image.Image, scene: Scene) -> None:
    """Draw what has become of the places."""
    for site in scene.view.sites:
        number = scene.number(site.seat)
        if number is not None:
            _held(image, scene, site, number)
    for place in scene.view.fallen:
        _fallen(image, scene, place)
    for site in scene.view.sites:
        if site.besieged_by:
            _besieged(image, scene, site)
    for square in scene.view.peace:
        _at_peace(image, scene, square)
    if scene.look.layer == "events":
        for place, cards in event_risk.plagues(scene.view).items():
            _plague(image, scene, place, cards)


def signs_of(view: KingmakerView) -> list[Box]:
    """Return the spaces of the signs that lie beside places: of sieges that are counted, and of the King's Peace."""
    land = geography()
    counted = [_count_spot(land.places[site.id]) for site in view.sites if site.besieged_by and site.siege_turn]
    sheltered = [land.stand(square) for square in view.peace]
    return [*(box_round(*spot, 26, 26) for spot in counted), *(box_round(*spot, 36, 36) for spot in sheltered)]


def _count_spot(place: Point) -> Point:
    """Return where the count of a siege's turns is written: at the foot of the palisade."""
    return polar(*place, PALISADE, math.radians(135))


def polar(x: float, y: float, radius: float, angle: float) -> Point:
    """Return the point at a distance and an angle from (x, y)."""
    return x + radius * math.cos(angle), y + radius * math.sin(angle)


def _painted(image: Image.Image, scene: Scene, place: PlaceId, fill: Colour) -> Box:
    """Paint a place's glyph anew; return the glyph's box."""
    kind, (x, y) = catalog().places[place].kind, scene.land.places[place]
    width, height = GLYPH_SIZES[kind]
    paste(image, _glyph(kind, fill), x - width / 2 - 8, y - height / 2 - 14)
    return Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


@cache
def _glyph(kind: PlaceKind, fill: Colour) -> Image.Image:
    """Return the glyph of a kind of place in a colour, with the margin that its towers need."""
    width, height = GLYPH_SIZES[kind]
    spot = width / 2 + 8, height / 2 + 14
    return sprite(width + 16, height + 22, lambda pen: strongholds.PLACES[kind](pen.at(*spot), fill))


def _held(image: Image.Image, scene: Scene, site: SiteView, number: int) -> None:
    """Colour a place for its holder; pin his badge to it, and the shield of the noble who keeps it."""
    box = _painted(image, scene, site.id, tint(livery(number).fill))
    mark = counters.badge(number, BADGE)
    paste(image, mark, box.right - 3 - mark.width / 2, box.top + 1 - mark.height / 2)
    if site.noble:
        paste(image, shield(site.noble, KEEPER), box.left - KEEPER * 0.7, box.bottom - KEEPER * 0.8)


def _fallen(image: Image.Image, scene: Scene, place: PlaceId) -> None:
    """Colour a place that belongs to the Continent, under the lilies of France."""
    box = _painted(image, scene, place, tint(TINCTURES["azure"]))

    def flag(pen: Pen) -> None:
        pen.circle(13, 13, 11, TINCTURES["azure"], WHITE, 1.6)
        fleur_de_lis(pen.at(13, 13, 8.5), GOLD)

    paste(image, sprite(26, 26, flag), box.right - 16, box.top - 12)


def _besieged(image: Image.Image, scene: Scene, site: SiteView) -> None:
    """Ring a besieged place with a palisade in red and its besieger's colour, and say how long it has lasted."""
    x, y = scene.land.places[site.id]
    colour = counters.frame_colour(scene.number(site.besieged_by))
    foot = _count_spot((x, y))

    def draw(pen: Pen) -> None:
        for turn in range(16):
            angle = math.radians(turn * 22.5)
            pen.line([polar(x, y, PALISADE - 5, angle), polar(x, y, PALISADE + 4, angle)], INK, 6)
            pen.line([polar(x, y, PALISADE - 4, angle), polar(x, y, PALISADE + 3, angle)], colour, 3.4)
        pen.circle(x, y, PALISADE, None, ALARM, 3)
        if site.siege_turn:
            pen.circle(*foot, 11.5, ALARM, WHITE, 1.8)

    overdraw(image, Box(x, y, x, y).grown(48), draw)
    if site.siege_turn:
        write(image, *foot, str(site.siege_turn), COUNT, "mm")


def _at_peace(image: Image.Image, scene: Scene, square: SquareId) -> None:
    """Mark a square where the King's Peace holds."""
    x, y = scene.land.stand(square)

    def draw(pen: Pen) -> None:
        pen.circle(x, y, 15, WHITE, TINCTURES["vert"], 2.4)
        peace(pen.at(x, y, 1.05))

    overdraw(image, Box(x, y, x, y).grown(18), draw)


def _plague(image: Image.Image, scene: Scene, place: PlaceId, cards: int) -> None:
    """Mark a place that the plague may strike, with the number of its cards where there are several."""
    kind, (x, y) = catalog().places[place].kind, scene.land.places[place]
    spot = x, y + GLYPH_SIZES[kind][1] / 2 + 4
    overdraw(image, Box(*spot, *spot).grown(16), lambda pen: glyphs.skull(pen.at(*spot)))
    if cards > 1:
        write(image, spot[0] + 12, spot[1], str(cards), COUNT._replace(ink=ALARM, halo=WHITE, halo_width=2))

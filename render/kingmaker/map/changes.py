"""What has changed on the map: arrows for moves, rings for battles and sieges, signs for deaths and crowns."""

import math
from collections.abc import Sequence

import msgspec
from PIL import Image

from engine.core.events import Event
from engine.kingmaker.views import KingmakerView
from render.kingmaker.edition import catalog
from render.kingmaker.heraldry.charges import curve
from render.kingmaker.heraldry.heraldry import arms, shield
from render.kingmaker.map import counters
from render.kingmaker.map.geography import geography
from render.kingmaker.map.location_text import on_map
from render.kingmaker.map.scene import Scene
from render.kingmaker.map.sites import polar
from render.kit import glyphs
from render.kit.palette import ALARM, INK, WHITE, Colour
from render.kit.pen import Box, Pen, Point, box_about, box_round, overdraw, paste

KINDS = {"battle": "fight", "siege": "fight", "died": "death", "captured": "capture", "crowned": "crown"}
SIZES = {"fight": (44, 44), "death": (40, 48), "capture": (40, 48), "crown": (44, 44)}
ABREAST = 42
ABOVE = 34
MEMORIAL = 36
PALE = 0.3


class Mark(msgspec.Struct, frozen=True):
    """A sign for something that happened: its kind, its spot, whom it concerns, and how many lie there before it."""

    kind: str
    spot: Point
    subject: str = ""
    place: int = 0

    @property
    def box(self) -> Box:
        """The space of the sign: swords and crown at the shoulder of a ring, the others in a row over the spot."""
        (x, y), size = self.spot, SIZES[self.kind]
        if self.kind in ("fight", "crown"):
            side = 1 if self.kind == "fight" else -1
            return box_round(x + 38 * side, y - 38, *size)
        return box_round(x + ABREAST * self.place, y - ABOVE, *size)


def marks_of(view: KingmakerView, changes: Sequence[Event]) -> list[Mark]:
    """Return the marks for the changes: one for a place where there was fighting, one for each who died."""
    found: dict[tuple[str, Point, str], None] = {}
    for change in changes:
        spots = track_of(view, change) if change.kind in KINDS else []
        if spots:
            kind = KINDS[change.kind]
            subject = change.subjects[0] if change.subjects and kind != "fight" else ""
            found[kind, spots[-1], subject] = None
    return _in_rows(list(found))


def _in_rows(found: Sequence[tuple[str, Point, str]]) -> list[Mark]:
    marks: list[Mark] = []
    for kind, spot, subject in found:
        before = [mark for mark in marks if mark.spot == spot and mark.kind in ("death", "capture")]
        marks.append(Mark(kind, spot, subject, len(before)))
    return marks


def track_of(view: KingmakerView, change: Event) -> list[Point]:
    """Return the pixels of a change's track; passages aboard count where the ship is now."""
    spots = [geography().spot(at) for at in on_map(view, change.track)]
    return [spot for place, spot in enumerate(spots) if place == 0 or spot != spots[place - 1]]


# ---------------------------------------------------------------------- arrows


def draw_arrows(image: Image.Image, scene: Scene, changes: Sequence[Event]) -> None:
    """Draw an arrow for each move, in the colour of who moved."""
    for change in changes:
        spots = track_of(scene.view, change)
        if change.kind == "moved" and len(spots) > 1:
            _arrow(image, spots, _colour_of(scene, change))


def _colour_of(scene: Scene, change: Event) -> Colour:
    seats = {noble.id: noble.seat for noble in scene.view.nobles} | {ship.id: ship.seat for ship in scene.view.ships}
    seat = next((seats[subject] for subject in change.subjects if subject in seats), "")
    seat = seat or next((subject for subject in change.subjects if subject in scene.muster.numbers), "")
    return counters.frame_colour(scene.number(seat))


def _arrow(image: Image.Image, spots: list[Point], colour: Colour) -> None:
    """Draw a bent arrow from a small ring at its beginning."""
    (x0, y0), (x1, y1) = spots[-2], spots[-1]
    angle = math.atan2(y1 - y0, x1 - x0)
    neck = polar(x1, y1, -20, angle)
    barbs = [polar(*polar(x1, y1, -26, angle), 14, angle + side * math.pi / 2) for side in (1, -1)]
    head = [(x1, y1), barbs[0], neck, barbs[1]]
    shaft = curve([*spots[:-1], neck])

    def draw(pen: Pen) -> None:
        for tone, extra in ((INK, 6.0), (WHITE, 4.0), (colour, 0.0)):
            pen.circle(*spots[0], 6 + extra / 2, tone)
            pen.stroke(shaft, tone, 6 + extra)
            pen.polygon(head, tone, tone, 1 + extra)
        pen.circle(*spots[0], 3, WHITE)

    overdraw(image, box_about([*shaft, *spots], 24), draw)


# ---------------------------------------------------------------------- marks


def draw_ring(image: Image.Image, mark: Mark) -> None:
    """Ring the spot of a battle, siege or coronation."""
    if mark.kind != "fight":
        return
    x, y = mark.spot

    def draw(pen: Pen) -> None:
        pen.circle(x, y, 54, None, WHITE, 9)
        pen.circle(x, y, 52.5, None, ALARM, 5)

    overdraw(image, Box(x, y, x, y).grown(64), draw)


def draw_sign(image: Image.Image, mark: Mark) -> None:
    """Draw the sign of a mark: swords, a crown, or the arms of who died or was taken, crossed out or in chains."""
    x, y = mark.box.centre
    if mark.kind in ("death", "capture"):
        _memorial(image, mark.subject, x, y)
    overdraw(image, mark.box.grown(4), lambda pen: _sign(pen.at(x, y), mark.kind))


def _sign(pen: Pen, kind: str) -> None:
    match kind:
        case "fight":
            pen.circle(0, 0, 20, WHITE, ALARM, 3)
            glyphs.crossed_swords(pen.at(0, 1, 0.85))
        case "crown":
            pen.circle(0, 0, 20, WHITE, INK, 2)
            glyphs.crown(pen, 12)
        case "capture":
            glyphs.chain(pen)
        case _:
            glyphs.crossed_out(pen, 16, 19)


def _memorial(image: Image.Image, who: str, x: float, y: float) -> None:
    """Lay the arms of a noble, or the rose of an heir, paler than they are, under a mark."""
    if who in arms():
        piece = shield(who, MEMORIAL)
    elif who in catalog().royals:
        piece = counters.rose(catalog().royals[who].house, False, 14)
    else:
        return
    pale = Image.blend(piece.convert("RGB"), Image.new("RGB", piece.size, WHITE), PALE)
    pale.putalpha(piece.getchannel("A"))
    paste(image, pale, x - piece.width / 2, y - piece.height / 2)

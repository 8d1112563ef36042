"""Layers over the map: where a leader can go in an impulse, and which areas are linked for troops."""

from collections.abc import Collection, Mapping, Sequence

from PIL import Image

from engine.core.text import counted, join_words
from engine.warriors.board.state import SIDES, Side
from engine.warriors.reach import links, reach
from engine.warriors.views import WarriorsView
from render.kit.lettering import Face, Type, write
from render.kit.numbers import lay_numbers, size_for
from render.kit.palette import GOLD, INK, WHITE, Colour
from render.kit.pen import Box, Pen, Point, box_about, overdraw
from render.picture_request import NothingToShow
from render.warriors.board import room
from render.warriors.board.land import Layer, course, label_boxes, ring
from render.warriors.board.location_text import spot
from render.warriors.board.palette import COATS
from render.warriors.board.words import SIDES as SPOKEN
from render.warriors.board.words import area_name, by_id, named

LAYERS: Mapping[str, str] = {
    "reach": "Where a leader can go in an impulse, and how many with him",
    "links": "Between which areas troops can be deployed",
}
"""The layers that can be laid over the map, with what they show."""

NUMBER = Type(Face.BOLD, 38)
DISC = 27


def goals(view: WarriorsView, subject: str) -> tuple[str, Side, Mapping[str, int]]:
    """Return an area with the side whose leaders go, and where they can go from there, with how many at once.

    NothingToShow if nobody stands there.
    """
    if not subject:
        raise NothingToShow("Name a leader or an area: the layer 'reach' shows where one can go from there.")
    area = spot(view, subject)
    leaders = by_id(view)
    here = next(one for one in view.areas if one.id == area).leaders
    sides = [side for side in SIDES if any(leaders[leader_id].side == side for leader_id in here)]
    if subject in leaders:
        sides = [side for side in SIDES if leaders[subject].side == side]
    if not sides:
        raise NothingToShow(f"Nobody stands in {area_name(area)}; name a leader, or an area with leaders.")
    to_move = [one.id for one in view.sides if one.seat and one.seat == view.active]
    side = next((side for side in sides if side in to_move), sides[0])
    return area, side, reach(view, area, side)


def reach_layer(view: WarriorsView, subject: str) -> Layer:
    """Return the layer with the areas within reach, ringed, and numbered by how many can go there at once."""
    _, side, found = goals(view, subject)
    boxes = discs(found)

    def rings(image: Image.Image) -> None:
        for area in found:
            ring(image, area, (INK, 11), (GOLD, 7))

    def numbers(image: Image.Image) -> None:
        for area, box in boxes.items():
            _disc(image, box, side, found[area])

    return Layer(rings, numbers, list(boxes.values()), reach_words(view, subject))


def goals_layer(goals: Mapping[int, str], seen: Box) -> Layer:
    """Return the layer with areas ringed, and numbered as the buttons of a panel, for a part of the map."""
    boxes = discs(list(dict.fromkeys(goals.values())))

    def rings(image: Image.Image) -> None:
        for area in goals.values():
            ring(image, area, (INK, 11), (GOLD, 7))

    def numbers(image: Image.Image) -> None:
        spots = {number: boxes[area].centre for number, area in goals.items()}
        lay_numbers(image, spots, size_for(seen.width), (), seen)

    return Layer(rings, numbers, list(boxes.values()))


def _disc(image: Image.Image, box: Box, side: Side, number: int) -> None:
    overdraw(image, box, lambda pen: pen.circle(*box.centre, DISC, COATS[side].fill, WHITE, 4))
    write(image, *box.centre, str(number), NUMBER._replace(ink=COATS[side].ink), "mm")


def discs(areas: Collection[str]) -> Mapping[str, Box]:
    """Return where the numbers of areas stand: inside them, and clear of all names."""
    found: dict[str, Box] = {}
    for area in areas:
        taken = [*label_boxes().values(), *found.values()]
        places = [box for _, box in room.places(area, 2 * DISC + 4, 2 * DISC + 4)]
        found[area] = next(box for box in places if not any(box.meets(other) for other in taken))
    return found


def links_layer(view: WarriorsView) -> Layer:
    """Return the layer with the areas between which troops can be deployed."""
    return Layer(lambda image: draw_links(image, view), words=links_words(view))


def draw_links(image: Image.Image, view: WarriorsView) -> None:
    """Draw a bar between any two areas of a side between which it can deploy troops."""
    for side in SIDES:
        for pair in sorted(links(view, side), key=sorted):
            one, other = sorted(pair)
            line = course(one, other)

            def draw(pen: Pen, line: Sequence[Point] = line, tone: Colour = COATS[side].fill) -> None:
                pen.stroke(line, WHITE, 15)
                pen.stroke(line, tone, 10)
                for x, y in (line[0], line[-1]):
                    pen.circle(x, y, 14, tone, WHITE, 4)

            overdraw(image, box_about(line, 20), draw)


def reach_words(view: WarriorsView, subject: str) -> list[str]:
    """Return in words where leaders can go."""
    area, side, found = goals(view, subject)
    who = named(subject) if subject in by_id(view) else SPOKEN[side]
    if not found:
        return [f"No leader of {SPOKEN[side]} may leave {area_name(area)} now."]
    told = join_words(f"{area_name(to)} ({counted(number, 'leader')})" for to, number in sorted(found.items()))
    return [f"From {area_name(area)} {who} can go to {told}."]


def links_words(view: WarriorsView) -> list[str]:
    """Return in words which areas are linked."""
    found = []
    for side in SIDES:
        pairs = sorted(sorted(pair) for pair in links(view, side))
        told = "; ".join(f"{area_name(one)} and {area_name(other)}" for one, other in pairs)
        found.append(f"Linked for {SPOKEN[side]}: {told or 'nothing'}.")
    return found

"""How far a noble can march in one turn, from public knowledge (rules 2.3)."""

from collections.abc import Iterable

import msgspec

from engine.kingmaker.board import locations
from engine.kingmaker.board.catalog import ours
from engine.kingmaker.board.ids import PlaceId, SquareId
from engine.kingmaker.board.places import geography
from engine.kingmaker.movement.resuming import STEPS_ACROSS_COUNTRY
from engine.kingmaker.views import KingmakerView, NobleView


class Reach(msgspec.Struct, frozen=True):
    """The squares where a march may end: across country, and by road alone."""

    country: frozenset[SquareId]
    """The squares where a march across country may end."""

    road: frozenset[SquareId]
    """The squares beyond these where a march by road may end."""


def reach(view: KingmakerView, noble: str) -> Reach:
    """Return where a noble on land can march, from public knowledge; raise KeyError if he is not in play."""
    who = {one.id: one for one in view.nobles}[noble]
    start = locations.square_of(who.at)
    if not start:
        return Reach(frozenset(), frozenset())
    country = _across_country(view, start)
    road = _by_road(view, who, start)
    return Reach(frozenset(country), frozenset(road - country))


def _across_country(view: KingmakerView, start: SquareId) -> set[SquareId]:
    """Return the squares within five steps; forests and overseas areas end a march."""
    squares, options = ours().squares, ours().crossings
    used = set(view.crossings)
    later = tuple(one.id for one in options if one.id in used and not one.first_step)
    first = geography.links(view.ruled_corners, tuple(view.crossings))
    onward = geography.links(view.ruled_corners, later)
    steps = 1 if squares[start].kind == "area" else STEPS_ACROSS_COUNTRY
    found, edge = {start}, {start}
    for step in range(steps):
        near = onward if step else first
        able = [here for here in edge if not step or (squares[here].terrain, squares[here].kind) in PASSABLE]
        edge = {there for here in able for there in near[here]} - found
        found |= edge
    return found


PASSABLE = {("open", "land"), ("open", "island")}


def _by_road(view: KingmakerView, who: NobleView, start: SquareId) -> set[SquareId]:
    """Return the squares along roads up to the first place that is not friendly, changing roads where two meet."""
    squares = ours().squares
    begun = [(start, road) for road in squares[start].roads]
    found, edge = set(begun), list(begun)
    while edge:
        square, road = edge.pop()
        for onto in [road] if square == start else _onto(view, who, square, road):
            for leg in ((there, onto) for there in geography.along(onto, square)):
                if leg not in found:
                    found.add(leg)
                    edge.append(leg)
    return {square for square, _ in found}


def _onto(view: KingmakerView, who: NobleView, square: SquareId, road: str) -> Iterable[str]:
    """Return the roads on which a march can go on from a square; none if something stops it on its own road."""
    places = {other: geography.roadside(other, square) for other in ours().squares[square].roads}
    onward = [other for other in places if not any(_hostile(view, who, place) for place in places[other])]
    return onward if road in onward else ()


def _hostile(view: KingmakerView, who: NobleView, place: PlaceId) -> bool:
    """Whether a place stops a march: a fortress that the noble's seat does not control, or an occupied open town."""
    if ours().places[place].kind == "open_town":
        return view.towns_stop and any(
            noble.at == locations.inside(place) and noble.seat != who.seat for noble in view.nobles
        )
    holder = next((site.seat for site in view.sites if site.id == place), "")
    return ours().places[place].fortress and holder != who.seat

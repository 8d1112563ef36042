"""What can be found on the map, and what there is to say of it."""

from collections.abc import Mapping

from engine.core.text import counted, join_words
from engine.warriors.views import WarriorsView
from render.picture_request import NothingToShow
from render.warriors.board import words
from render.warriors.board.alt import area_words, leader_words
from render.warriors.edition import catalog
from render.wording import within_limit

BORDERS = {
    "clear": "over a clear border",
    "river": "over a river",
    "obstructed": "over an obstructed border",
    "sea": "by sea",
}

LOST = {
    "future": "comes at the end of turn {before}, to act on turn {entry}",
    "pool": "waits to be placed",
    "captured": "sits in prison",
    "routed": "is routed{back}",
    "killed": "has been killed",
    "dead": "is dead",
}
"""What is said of a leader who is not on the map."""


def findable(view: WarriorsView) -> Mapping[str, str]:
    """Return every area and every leader of the game by id, with its name."""
    areas = {area.id: words.area_name(area.id) for area in view.areas}
    return areas | {leader.id: words.named(leader.id) for leader in view.leaders}


def spot(view: WarriorsView, thing: str) -> str:
    """Return an area, or that of a leader; NothingToShow if it is neither, or not on the map."""
    if any(area.id == thing for area in view.areas):
        return thing
    leader = words.by_id(view).get(thing)
    if leader is None:
        raise NothingToShow("There is no such place on the map: name an area or a leader.")
    if not leader.area:
        back = ", and comes back when leaders arrive" if view.turn < view.turns else ""
        lost = LOST[leader.where].format(before=leader.entry - 1, entry=leader.entry, back=back)
        raise NothingToShow(f"{words.named(thing)} {lost}.")
    return leader.area


def where(view: WarriorsView, area: str) -> str:
    """Say whose an area is, who stands in it, and what lies round it behind which border."""
    own = next(one for one in view.areas if one.id == area)
    here = area_words(view, own) or f"{words.area_name(area)}: nobody."
    return within_limit([_land(view, area), here, *_around(view, area)])


def _land(view: WarriorsView, area: str) -> str:
    own = next(one for one in view.areas if one.id == area)
    if not own.value:
        number = view.supply.get(f"mercenary_{area}", 0)
        return f"{words.area_name(area)} is neutral, with {counted(number, 'piece')} of mercenaries at home."
    holder = f"{words.SIDES[own.control]} control it" if own.control else "nobody controls it"
    return f"{words.area_name(area)} has the value {own.value}; {holder}."


def _around(view: WarriorsView, area: str) -> list[str]:
    book, by_area = catalog(), {one.id: one for one in view.areas}
    leaders = words.by_id(view)
    found = []
    for other in book.near[area]:
        way = frozenset((area, other))
        named = f": {book.ways[way]}" if book.ways[way] else ""
        side = by_area[other].control
        holder = f"; {words.SIDES[side]} control it" if side else ""
        there = [leader_words(leaders[leader_id]) for leader_id in by_area[other].leaders]
        guests = f", where {join_words(there)} stand{'s' * (len(there) == 1)}" if there else ""
        found.append(f"Beside it, {BORDERS[book.borders[way]]}{named}, lies {words.area_name(other)}{holder}{guests}.")
    return found

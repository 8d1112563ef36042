"""Enemies near a place to which nobles are called, by public knowledge."""

from collections import Counter
from collections.abc import Sequence

from engine.kingmaker.board import locations
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import geography, sites
from engine.kingmaker.movement.resuming import STEPS_ACROSS_COUNTRY


def strongest_near(game: Kingmaker, seat: str, at: Location) -> tuple[str, int]:
    """Return the other seat with most men within a turn's march of a location, and these men; "" and 0 for none."""
    far = geography.land_distances(game, locations.square_of(at))
    men: Counter[str] = Counter()
    for noble, person in game.state.nobles.items():
        near = far.get(locations.square_of(person.at), geography.FAR) <= STEPS_ACROSS_COUNTRY
        if person.faction != seat and not person.captor and near:
            men[person.faction] += forces.strength(game, noble, "capacity")
    return max(men.items(), key=lambda found: found[1], default=("", 0))


def held_against(game: Kingmaker, at: Location, nobles: Sequence[str]) -> int:
    """Return the men with whom nobles would stand at a location: their own, and the garrison's within walls."""
    walls = sites.garrison(game, locations.place_of(at)) if locations.kind(at) == "inside" else 0
    return forces.total(game, nobles, "capacity") + walls


def words(game: Kingmaker, at: Location, nobles: Sequence[str], others: Sequence[str] = ()) -> str:
    """Say which enemy could come to a location with more men than some nobles would have there; "" for none.

    `others` could go along: how many men they would all have together is told too.
    """
    enemy, theirs = strongest_near(game, game.noble(nobles[0]).faction, at)
    men = held_against(game, at, nobles)
    if theirs <= men:
        return ""
    soon = " and moves next" if enemy == game.active else ""
    more = f", or {held_against(game, at, [*nobles, *others])} with all of yours there" if others else ""
    return f"{{{enemy}}} has {theirs} men within {STEPS_ACROSS_COUNTRY} squares{soon}, against your {men}{more}."

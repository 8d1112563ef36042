"""The ids of forces in actions: `<seat>|<location>|<number>`, such as `ann|open:durham|0`."""

from collections.abc import Iterable

from engine.kingmaker.board import locations, names
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import ForceId, Location
from engine.kingmaker.board.people import forces


def force_id(game: Kingmaker, noble: str) -> ForceId:
    """Return the id of the force that a noble on the map belongs to."""
    person = game.noble(noble)
    return ForceId(f"{person.faction}|{person.at}|{person.force}")


def seat_of(force: ForceId) -> str:
    """Return the seat that a force id names."""
    return force.partition("|")[0]


def at_of(force: ForceId) -> Location:
    """Return the location that a force id names."""
    return Location(force.partition("|")[2].rpartition("|")[0])


def members(game: Kingmaker, force: ForceId) -> list[str]:
    """Return the nobles of a force; empty if it does not exist."""
    nobles = forces.nobles_at(game, at_of(force), seat_of(force)) if seat_of(force) else []
    return [noble for noble in nobles if force_id(game, noble) == force]


def all_members(game: Kingmaker, force_list: Iterable[ForceId]) -> list[str]:
    """Return the nobles of several forces."""
    return [noble for force in force_list for noble in members(game, force)]


def at(game: Kingmaker, where: Location, seat: str = "") -> list[ForceId]:
    """Return the forces at a location, of one seat or of all."""
    return list(dict.fromkeys(force_id(game, noble) for noble in forces.nobles_at(game, where, seat)))


def at_sea(game: Kingmaker, where: Location) -> list[ForceId]:
    """Return the forces aboard ships at a location at sea."""
    ships = [ship for ship, counter in game.state.ships.items() if counter.at == where]
    return [force for ship in ships for force in at(game, locations.aboard(ship))]


def say(game: Kingmaker, force: ForceId) -> str:
    """Return a force in words: 'Percy and Scrope'."""
    return names.cards(game, members(game, force))

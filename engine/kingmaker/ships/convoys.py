"""Ships when Parliament meets and when it ends (rules 5.2, 5.7; RULING 134 says which options decide)."""

from collections.abc import Sequence
from typing import Protocol

from engine.kingmaker.board import locations
from engine.kingmaker.board.cards import cards
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, PlaceId
from engine.kingmaker.board.places import geography, sites
from engine.kingmaker.board.state import Ship
from engine.kingmaker.ships import disembarking, harbours, shipping


class Gathering(Protocol):
    """The attendance of a session of Parliament (see `parliament/session.py`)."""

    attending: list[str]
    """The nobles who come."""

    excused: list[str]
    """The nobles who are excused and stay away."""

    anchored: list[str]
    """The ships that stay where they are."""

    returned: list[str]
    """The nobles and ships that have gone home."""


def home_at_end(game: Kingmaker) -> bool:
    """Whether ships go to their home ports when Parliament is over, as nobles do [COV-7.4.3]."""
    return game.option("return_from_parliament") == "home_from_left"


def off_mainland(counter: Ship) -> bool:
    """Whether a ship is at sea, or in a port off the mainland."""
    return locations.kind(counter.at) == "sea" or not locations.on_mainland(counter.at)


def _bring(game: Kingmaker, ship: str, place: PlaceId, rule: str) -> None:
    """Lay a ship into a port; whoever is aboard stays aboard."""
    counter = game.ship(ship)
    came_from, counter.at = counter.at, locations.port(place)
    counter.driven = not harbours.open_port(game, place, cards.ship_master(game, ship))
    if came_from != counter.at:
        text = f"{game.catalog.ships[ship].name} comes into port and lies {locations.say(game, counter.at)}."
        game.emit("moved", text, about=[ship], track=[came_from, counter.at], rule=rule)


# ---------------------------------------------------------------------- the fewest ships for a party


def fetch(game: Kingmaker, comers: Sequence[str]) -> None:
    """Let nobles who come from overseas bring the fewest ships that carry them, where they need any [WBC-C10]."""
    if game.option("overseas_areas") != "refuge_card":
        return
    parties: dict[tuple[str, Location], list[str]] = {}
    for noble in comers:
        person = game.noble(noble)
        if not locations.on_mainland(person.at):
            parties.setdefault((person.faction, person.at), []).append(noble)
    for (seat, at), party in parties.items():
        _cross(game, seat, at, party)


def _cross(game: Kingmaker, seat: str, at: Location, party: Sequence[str]) -> None:
    """Bring the ship that carries a party, or the fewest of its faction's in port where it stands."""
    if locations.kind(at) == "aboard":
        fleet = [locations.name(at)]
    else:
        square = locations.square_of(at)
        there = [ship for ship in shipping.ships_of(game, seat) if locations.square_of(game.ship(ship).at) == square]
        fleet = _fewest(game, there, party)
    mainland = [port for port in game.catalog.ports if game.catalog.places[port].mainland]
    able = [port for port in mainland if sites.status(game, port, seat) != "unfriendly"]
    for ship in fleet:
        if off_mainland(game.ship(ship)):
            far = geography.voyages(game.ship(ship).at)
            nearest = min(able, key=lambda port: (far.get(locations.port(port), geography.FAR), port))
            _bring(game, ship, nearest, "WBC-C10")


def _fewest(game: Kingmaker, ships: Sequence[str], party: Sequence[str]) -> list[str]:
    """Return the largest of some ships, as many as the party's men need; all if they are too small."""
    men = sum(shipping.burden(game, noble) for noble in party)
    fleet: list[str] = []
    for ship in sorted(ships, key=lambda ship: (-shipping.free_berths(game, ship), ship)):
        if men > 0:
            fleet.append(ship)
            men -= shipping.free_berths(game, ship)
    return fleet


# ---------------------------------------------------------------------- putting in


def _excused_only(game: Kingmaker, ship: str, gathering: Gathering) -> bool:
    """Whether an excused noble controls a ship, or is aboard, and nobody else is aboard [COV-7.1.12]."""
    aboard = shipping.passengers(game, [ship])
    controlled = cards.ship_keeper(game, ship) in gathering.excused
    return (controlled or bool(aboard)) and all(noble in gathering.excused for noble in aboard)


def may_stay(game: Kingmaker, gathering: Gathering, seat: str) -> list[str]:
    """Return the ships of a seat that need not put into port at the call of Parliament, without those named already."""
    mine = [ship for ship in shipping.ships_of(game, seat) if off_mainland(game.ship(ship))]
    return [s for s in mine if s not in gathering.anchored and _excused_only(game, s, gathering)]


def putting_in(game: Kingmaker, gathering: Gathering) -> list[str]:
    """Return the ships at sea or off the mainland that must put into port at the call of Parliament [COV-7.1.12].

    They do so where everybody must attend.
    """
    if game.option("attendance") != "compulsory":
        return []
    adrift = [ship for ship, counter in game.state.ships.items() if off_mainland(counter)]
    return [ship for ship in adrift if ship not in gathering.anchored and not sites.besieging_ship(game, ship)]


def open_ports(game: Kingmaker, ship: str) -> list[PlaceId]:
    """Return the nearest mainland ports that let a ship in, several if equally near; an empty ship may enter any."""
    mainland = [port for port in game.catalog.ports if game.catalog.places[port].mainland]
    able = [port for port in mainland if harbours.may_enter_port(game, ship, port)]
    far = geography.voyages(game.ship(ship).at)
    least = min(far[locations.port(port)] for port in able)
    return sorted(port for port in able if far[locations.port(port)] == least)


def put_in(game: Kingmaker, ship: str, place: PlaceId) -> None:
    """Bring a ship to a port at the call of Parliament; all aboard land, inside a friendly fortress [COV-8.6.12]."""
    _bring(game, ship, place, "COV-8.6.12")
    disembarking.land_all(game, ship, "COV-8.6.12")
    shipping.finish_voyage(game, ship)


# ---------------------------------------------------------------------- going home


def stays(game: Kingmaker, ship: str, gathering: Gathering) -> bool:
    """Whether a ship, at sea or in port, is an excused noble's and carries excused nobles alone [COV-7.4.3]."""
    aboard = shipping.passengers(game, [ship])
    own = cards.ship_keeper(game, ship) not in ("", *gathering.attending)
    return own and bool(aboard) and not any(noble in gathering.attending for noble in aboard)


def keepable(game: Kingmaker, gathering: Gathering, seat: str) -> list[str]:
    """Return the ships of a seat that would go home, and that a Free Move can hold where they are [COV-7.4.4]."""
    if not home_at_end(game) or not game.includes("free_move_uses", "ship_stay"):
        return []
    mine = [ship for ship in shipping.ships_of(game, seat) if ship not in gathering.anchored]
    return [ship for ship in mine if not stays(game, ship, gathering)]


def go_home(game: Kingmaker, gathering: Gathering) -> None:
    """Send ships to their home ports, where all aboard land in the open [COV-7.4.3, COV-8.6.13].

    A ship from which a siege goes on that Parliament has not broken stays before the port (RULING 135).
    """
    if not home_at_end(game):
        return
    for ship in list(game.state.ships):
        kept = ship in gathering.anchored or sites.besieging_ship(game, ship)
        if not kept and not stays(game, ship, gathering):
            _bring(game, ship, cards.home_port(game, ship), "COV-8.6.13")
            ashore = locations.open_in(locations.square_of(game.ship(ship).at))
            disembarking.go_ashore(game, shipping.passengers(game, [ship]), ashore, "COV-8.6.13")
            shipping.finish_voyage(game, ship)
            gathering.returned.append(ship)

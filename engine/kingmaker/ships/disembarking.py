"""Everybody aboard goes ashore, where a ship is brought to port (rules 3.2.5, 3.8, 5.2) [COV-5.21, COV-8.6.11]."""

from collections.abc import Sequence

from engine.core.actions import Action
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import NOWHERE, Location, PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import sites
from engine.kingmaker.ships import shipping


class Shelter(Action, frozen=True):
    """Bring a ship to a port; its passengers stay aboard, or land at `ashore`."""

    port: PlaceId
    ashore: Location = NOWHERE


def landings(game: Kingmaker, people: Sequence[str], port: PlaceId) -> list[Location]:
    """Return where people of one player may land from a port: inside if they may enter, and in the open."""
    if not people:
        return []
    enter = sites.may_enter(game, port, game.noble(people[0]).faction, people, by_sea=True)
    return [*([locations.inside(port)] if enter else []), locations.open_in(game.catalog.places[port].square)]


def land_all(game: Kingmaker, ship: str, rule: str) -> None:
    """Put everybody aboard a ship in port ashore, each player's people inside a place that is friendly to them."""
    people, port = shipping.passengers(game, [ship]), shipping.port_of(game, ship)
    for seat in dict.fromkeys(game.noble(noble).faction for noble in people):
        mine = [noble for noble in people if game.noble(noble).faction == seat]
        go_ashore(game, mine, landings(game, mine, port)[0], rule)
    for heir in forces.heirs_at(game, locations.aboard(ship)):
        game.heir(heir).at = locations.open_in(locations.square_of(game.ship(ship).at))


def go_ashore(game: Kingmaker, people: Sequence[str], at: Location, rule: str) -> None:
    """Put people ashore at a location."""
    for noble in people:
        forces.place_at(game, noble, at)
    if people:
        text = f"{forces.words(game, people)} {names.verb(game, people, 'lands', 'land')} {locations.say(game, at)}."
        game.emit("landed", text, about=people, track=[at], rule=rule)

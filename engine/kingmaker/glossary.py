"""Everything in Kingmaker that has a name: the cards that can be asked about, and what actions can be about."""

from collections.abc import Mapping

from engine.kingmaker.board import locations, names
from engine.kingmaker.board.catalog import catalog
from engine.kingmaker.board.game import Kingmaker


def cards() -> Mapping[str, str]:
    """The names of all Crown and event cards by id."""
    printed = catalog()
    return {card.id: card.name for card in printed.cards.values()} | {
        card.id: card.title for card in printed.events.values()
    }


def vocabulary(game: Kingmaker) -> Mapping[str, str]:
    """What the arguments of an action may name, by id: seats, cards, heirs, ships, places and where one can stand."""
    printed = game.catalog
    seats = {seat: f"{{{seat}}}" for seat in game.state.seats}
    heirs = {heir: names.heir(heir) for heir in game.state.heirs}
    ships = {ship.id: ship.name for ship in printed.ships.values()}
    places = {place.id: place.name for place in printed.places.values()}
    inside = {locations.inside(place): f"inside {name}" for place, name in places.items()}
    outside = {at: locations.say(at) for at in map(locations.open_in, printed.squares)}
    ports = {at: locations.say(at) for place in places if printed.places[place].port for at in [locations.port(place)]}
    seas = {at: locations.say(at) for at in map(locations.sea, printed.seas)}
    every = (seats, cards(), ships, heirs, places, inside, outside, ports, seas)
    return {word: name for words in every for word, name in words.items()}

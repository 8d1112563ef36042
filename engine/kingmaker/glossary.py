"""The names of Kingmaker: cards that players can look up, and the subjects of actions."""

from collections.abc import Mapping, Sequence
from functools import cache

from engine.core.files.figures import EditionNumbers
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.catalog import Catalog, catalog
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.names import Printed


def cards(figures: EditionNumbers) -> Mapping[str, str]:
    """Return the names of all Crown and event cards of an edition by id."""
    return _cards(catalog(figures))


@cache
def _cards(printed: Catalog) -> Mapping[str, str]:
    return {card.id: card.name for card in printed.cards.values()} | {
        card.id: card.title for card in printed.events.values()
    }


def standings(game: Printed) -> Mapping[str, str]:
    """Every location on the board with its words: inside a site, in the open, in a port, at sea."""
    printed = game.catalog
    found = [
        *map(locations.inside, printed.places),
        *map(locations.open_in, printed.squares),
        *(locations.port(place.id) for place in printed.places.values() if place.port),
        *map(locations.sea, printed.seas),
    ]
    return {at: locations.say(game, at) for at in found}


@cache
def _printed(printed: Catalog) -> Sequence[Mapping[str, str]]:
    """Return the names of all cards, ships, places and locations by id: the Crown cards of each kind by themselves."""
    crown: dict[type, dict[str, str]] = {}
    for card in printed.cards.values():
        crown.setdefault(type(card), {})[card.id] = card.name
    events = {card.id: card.title for card in printed.events.values()}
    ships = {ship.id: ship.name for ship in printed.ships.values()}
    places: dict[str, str] = {place.id: place.name for place in printed.places.values()}
    standing: dict[str, dict[str, str]] = {}
    for at, words in standings(printed).items():
        standing.setdefault(at.partition(":")[0], {})[at] = words
    return [*crown.values(), events, ships, places, *standing.values()]


def things(game: Kingmaker) -> Sequence[Mapping[str, str]]:
    """Return the words for the arguments of actions by id: heirs, cards, ships, places and locations."""
    heirs = {heir: names.heir(game, heir) for heir in game.state.heirs}
    return [heirs, *_printed(game.catalog)]

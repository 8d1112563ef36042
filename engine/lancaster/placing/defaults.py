"""The default placement of a player who misses the deadline (D03) [LAN-BASE-103]."""

from collections.abc import Iterator

from engine.core.actions import Action
from engine.core.errors import allows
from engine.lancaster.board import spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.state import Colour
from engine.lancaster.placing import castles, counties, court
from engine.lancaster.placing.court import Court
from engine.lancaster.placing.knights import Place, check_place


def placement(game: Lancaster, seat: str) -> Action:
    """Return the usual placement: the weakest own knight on an open space, else the lord, the ally's, an expulsion."""
    own, *allied = game.houses_of(seat)
    ways = [*_quiet(game, own), *_lord(game, own)]
    ways += [way for ally in allied for way in (*_quiet(game, ally), *_lord(game, ally))]
    return ways[0] if ways else next(way for house in (own, *allied) for way in _expulsions(game, house))


def _lord(game: Lancaster, house: Colour) -> list[Action]:
    return [Court(spots.TREASURY, house)] if house in court.lords(game, game.seat_of(house)) else []


def _quiet(game: Lancaster, house: Colour) -> list[Action]:
    """Return the first space for the weakest knight on which he hurts nobody; for the next knight if there is none."""
    for knight in _weakest_first(game, house):
        for spot in _harmless(game, house):
            if allows(check_place, game, house, Place(knight, spot)):
                return [Place(knight, spot)]
    return []


def _weakest_first(game: Lancaster, house: Colour) -> list[str]:
    return sorted(game.knights(house, spots.COURT), key=lambda knight: game.knight(knight).strength)


def _harmless(game: Lancaster, house: Colour) -> Iterator[str]:
    """Own castle, conflicts with own knights, empty counties, any conflict, the tower."""
    yield from (spots.castle(space) for space in castles.spaces(game, house))
    yield from (f"conflict:{card}" for card in game.fought(house) if card in game.state.conflicts)
    yield from (spots.county(letter) for letter, county in game.state.counties.items() if not county.house)
    yield from (f"conflict:{card}" for card in game.state.conflicts)
    yield spots.TOWER


def _expulsions(game: Lancaster, house: Colour) -> Iterator[Action]:
    """Yield the first county that a knight can take, with the weakest such knight and the fewest squires."""
    for letter in game.state.counties:
        for knight in _weakest_first(game, house):
            squires = counties.least_squires(game, house, knight, letter, ())
            order = Place(knight, spots.county(letter), squires=str(squires) if squires else "")
            if allows(check_place, game, house, order):
                yield order
    for letter in game.state.counties:
        for knight in _weakest_first(game, house):
            yield from _with_a_tudor_knight(game, house, knight, letter)


def _with_a_tudor_knight(game: Lancaster, house: Colour, knight: str, letter: str) -> Iterator[Action]:
    bring = ["tudor_knight"]
    squires = counties.least_squires(game, house, knight, letter, bring)
    order = Place(knight, spots.county(letter), bring, str(squires) if squires else "")
    if allows(check_place, game, house, order):
        yield order

"""The default placement of a player who misses the deadline (D03) [LAN-BASE-103]."""

from collections.abc import Iterator

from engine.core.actions import Action
from engine.core.errors import allows
from engine.lancaster.board import spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.state import Colour
from engine.lancaster.placing import castles, counties, lords
from engine.lancaster.placing.knights import Place, check_place
from engine.lancaster.placing.lords import Court


def placement(game: Lancaster, seat: str) -> Action:
    """Return the usual placement: the weakest own knight on an open space, else the lord, the ally's, an expulsion."""
    houses = game.houses_of(seat)
    for house in houses:
        for knight in _weakest_first(game, house):
            for spot in _harmless(game, house):
                if allows(check_place, game, seat, Place(knight, spot)):
                    return Place(knight, spot)
        if house in lords.at_court(game, seat):
            return Court(spots.TREASURY, house)
    return next(expulsion for house in houses for expulsion in _expulsions(game, seat, house))


def _weakest_first(game: Lancaster, house: Colour) -> list[str]:
    return sorted(game.knights(house, spots.COURT), key=lambda knight: game.knight(knight).strength)


def _harmless(game: Lancaster, house: Colour) -> Iterator[str]:
    """Yield the spaces where nobody is expelled: castle, own conflicts, empty counties, any conflict, the tower."""
    yield from (spots.castle(space) for space in castles.spaces(game, house))
    yield from (f"conflict:{card}" for card in game.fought(house) if card in game.state.conflicts)
    yield from (spots.county(letter) for letter, county in game.state.counties.items() if not county.house)
    yield from (f"conflict:{card}" for card in game.state.conflicts)
    yield spots.TOWER


def _expulsions(game: Lancaster, seat: str, house: Colour) -> Iterator[Action]:
    """Yield the counties that a knight can take, the weakest with the fewest squires; last with a Tudor knight."""
    for bring in ([], ["tudor_knight"]):
        for letter in game.state.counties:
            for knight in _weakest_first(game, house):
                squires = counties.least_squires(game, house, knight, letter, bring)
                order = Place(knight, spots.county(letter), bring, str(squires) if squires else "")
                if allows(check_place, game, seat, order):
                    yield order

"""The ports for nobles who are saved, freed or brought in from the sea (rules 4.9, 4.10)."""

from engine.kingmaker.board import locations
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, PlaceId
from engine.kingmaker.board.places import geography, sites


def from_sea(game: Kingmaker, sea: Location, seat: str, *, neutral: bool = False) -> list[PlaceId]:
    """Return the nearest mainland ports, friendly or unfortified (or neutral), several if they are equally near."""
    welcome = ("friendly", "none", "neutral") if neutral else ("friendly", "none")
    able = [
        place
        for place in game.catalog.ports
        if game.catalog.places[place].mainland
        and sites.status(game, place, seat) in welcome
        and place not in game.state.sieges
    ]
    far = geography.voyages(sea)
    least = min((far[locations.port(place)] for place in able if locations.port(place) in far), default=0)
    return sorted(place for place in able if far.get(locations.port(place)) == least)


def quay(game: Kingmaker, sea: Location, seat: str) -> Location:
    """In the open beside the nearest friendly or unfortified mainland port."""
    return locations.open_in(game.catalog.places[from_sea(game, sea, seat)[0]].square)


def refuge(game: Kingmaker, sea: Location, noble: str) -> Location:
    """Return the location of a noble saved from the sea: inside the nearest such port, or else beside it [WBC-R07]."""
    seat = game.noble(noble).faction
    ports = from_sea(game, sea, seat)
    inside = [place for place in ports if sites.may_enter(game, place, seat, [noble])]
    return locations.inside(inside[0]) if inside else quay(game, sea, seat)

"""The ways home: of freed captives (rules 4.6.5) and of nobles who leave Parliament (rules 5.7)."""

from collections.abc import Sequence

from engine.kingmaker.board import locations
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import NO_PLACE, NOWHERE, Location, PlaceId, SquareId
from engine.kingmaker.board.places import geography, sites


def return_place(game: Kingmaker, noble: str, where: Location = NOWHERE, but: PlaceId = NO_PLACE) -> Location:
    """Where a noble who is freed or pardoned appears: home castle, nearest fortress, or else `where` [BASE-CAP-5].

    A captive's `where` is the place where he was taken; nobody appears inside `but`, a place that is falling.
    """
    castles = [castle for castle in fit(game, noble, game.catalog.noble(noble).castles) if castle != but]
    if castles:
        return locations.inside(castles[0])
    nearest = nearest_fortress(game, noble, but)
    return locations.inside(nearest) if nearest else where or game.noble(noble).taken_at


def nearest_home(game: Kingmaker, noble: str, where: Location) -> Location:
    """Where a noble who leaves a battle goes: his nearest fit home castle, else as `return_place`, else `where`."""
    castles = fit(game, noble, game.catalog.noble(noble).castles)
    castle = geography.nearest(game, locations.square_of(where), castles)
    return locations.inside(castle) if castle else return_place(game, noble, where)


def home_places(game: Kingmaker, noble: str) -> list[Location]:
    """Where a noble who goes home may end, for his player to choose (rules 5.7.1, 5.7.2)."""
    castles = game.catalog.noble(noble).castles
    seat = game.noble(noble).faction
    if fitting := fit(game, noble, castles):
        return [locations.inside(place) for place in fitting]
    beside = [locations.open_in(game.catalog.places[place].square) for place in castles]
    has_friendly = any(sites.controller(game, place) == seat for place in castles)
    nearest = NO_PLACE if has_friendly else nearest_fortress(game, noble)
    return [locations.inside(nearest)] if nearest else list(dict.fromkeys(beside)) or [game.noble(noble).at]


def forced_places(game: Kingmaker, noble: str) -> list[Location]:
    """Where a noble may end who is sent home by force: the default comes first (rules 5.7.1) [COV-5.16, COV-5.19].

    Inside a home castle that he controls; if none is fit, in the open beside one; without any, by RULING 7.
    """
    if fitting := fit(game, noble, own_castles(game, noble)):
        return [locations.inside(place) for place in fitting]
    castles = game.catalog.noble(noble).castles
    beside = [locations.open_in(game.catalog.places[place].square) for place in castles]
    nearest = NO_PLACE if castles else nearest_fortress(game, noble)
    return [locations.inside(nearest)] if nearest else list(dict.fromkeys(beside)) or [game.noble(noble).at]


def own_castles(game: Kingmaker, noble: str) -> list[PlaceId]:
    """Return the home castles that a noble controls, or his faction where factions hold places [COV-5.5]."""
    castles = game.catalog.noble(noble).castles
    if sites.by_nobles(game):
        return [place for place in castles if sites.keeper(game, place) == noble]
    return [place for place in castles if sites.controller(game, place) == game.noble(noble).faction]


def fit(game: Kingmaker, noble: str, places: Sequence[PlaceId]) -> list[PlaceId]:
    """Return those of these fortresses that the noble's faction controls, not besieged, with room for him."""
    seat = game.noble(noble).faction
    return [
        place
        for place in places
        if sites.controller(game, place) == seat and sites.may_enter(game, place, seat, [noble])
    ]


def nearest_fortress(game: Kingmaker, noble: str, but: PlaceId = NO_PLACE) -> PlaceId:
    """Return his faction's fit fortress nearest to his first home castle, else to where he is; "" if none is fit."""
    able = [place for place in fit(game, noble, sites.held_by(game, game.noble(noble).faction)) if place != but]
    return geography.nearest(game, _home_square(game, noble), able) if able else NO_PLACE


def _home_square(game: Kingmaker, noble: str) -> SquareId:
    castles, person = game.catalog.noble(noble).castles, game.noble(noble)
    return game.catalog.places[castles[0]].square if castles else locations.square_of(person.at or person.taken_at)

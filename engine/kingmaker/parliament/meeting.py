"""Where Parliament can meet (rules 5.1)."""

from engine.core.errors import Illegal
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import PlaceId, SquareId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import geography, sites


def serves(game: Kingmaker, place: PlaceId) -> bool:
    """Whether Parliament may meet at a place: a city or town of the mainland, not under siege [BASE-PAR-3]."""
    site = game.catalog.places[place]
    return game.catalog.place_kinds[site.kind].parliament and site.mainland and place not in game.state.sieges


def towns_of(game: Kingmaker, noble: str) -> list[PlaceId]:
    """Return the Parliament towns where a noble is: a friendly one that he is inside, or those in his open square."""
    at = game.noble(noble).at
    match locations.kind(at):
        case "inside":
            place = locations.place_of(at)
            at_home = sites.friendly(game, place, game.noble(noble).faction)
            return [place] if at_home and serves(game, place) else []
        case "open":
            return [place for place in game.catalog.squares[locations.square_of(at)].places if serves(game, place)]
        case _:
            return []


def calling_places(game: Kingmaker, noble: str) -> list[PlaceId]:
    """Return the places to which Parliament can be called by a King or Chancellor with this noble; Illegal if none."""
    towns = towns_of(game, noble)
    who, where = names.card(game, noble), locations.say(game, game.noble(noble).at)
    if not towns:
        rule = "COV-7.1.4" if needs_control(game) else "BASE-PAR-3"
        reason = f"{who} is {where}; Parliament meets where he is, at a city or town on the mainland that is not "
        raise Illegal(f"{reason}under siege.", rule)
    held = [place for place in towns if suits(game, place, game.noble(noble).faction)]
    if not held:
        raise Illegal(f"{who} is {where}; Parliament can meet only in a place that you control.", "COV-7.1.4")
    return held


def needs_control(game: Kingmaker) -> bool:
    """Whether Parliament meets only in a place that its caller controls (option `parliament_place_control`)."""
    return game.option("parliament_place_control") == "controlled"


def suits(game: Kingmaker, place: PlaceId, seat: str) -> bool:
    """Whether a seat may call Parliament to a place, as far as that takes control of the place [COV-7.1.4]."""
    return not needs_control(game) or controlled(game, place, seat)


def controlled(game: Kingmaker, place: PlaceId, seat: str) -> bool:
    """Whether a seat controls a town; one that cannot be controlled, by being there alone (RULING 27)."""
    site = game.catalog.places[place]
    match site.kind:
        case "open_town":
            return sites.occupants(game, place) == [seat]
        case "unfortified_town":
            there = forces.nobles_at(game, locations.open_in(site.square))
            return all(game.noble(noble).faction == seat for noble in there)
        case _:
            return sites.controller(game, place) == seat


def nearest_towns(game: Kingmaker, seat: str) -> list[PlaceId]:
    """Return the Parliament towns nearest to the strongest noble of a seat who stands on the mainland; else London."""
    on_land = on_mainland(game, seat)
    if not on_land:
        return [PlaceId("london")]
    far = _distances(game, forces.strongest(game, on_land))
    reach = {place.id: far[place.square] for place in game.catalog.places.values() if _reached(game, place.id, far)}
    return [place for place, steps in reach.items() if steps == min(reach.values())]


def shortest_ways(game: Kingmaker, seat: str) -> list[tuple[PlaceId, str]]:
    """Return the unfortified or friendly towns nearest to any noble of a seat, each with the noble [COV-7.1.13]."""
    welcome = [p for p in game.catalog.places.values() if sites.status(game, p.id, seat) in ("none", "friendly")]
    far_from = {noble: _distances(game, noble) for noble in on_mainland(game, seat)}
    ways = [
        (far[place.square], place.id, noble)
        for noble, far in far_from.items()
        for place in welcome
        if _reached(game, place.id, far)
    ]
    return [(place, noble) for steps, place, noble in sorted(ways) if steps == min(ways)[0]]


def on_mainland(game: Kingmaker, seat: str) -> list[str]:
    """Return a seat's nobles who stand on the mainland."""
    return [noble for noble in forces.nobles_of(game, seat) if locations.on_mainland(game.noble(noble).at)]


def _distances(game: Kingmaker, noble: str) -> dict[SquareId, int]:
    return dict(geography.land_distances(game, locations.square_of(game.noble(noble).at)))


def _reached(game: Kingmaker, place: PlaceId, far: dict[SquareId, int]) -> bool:
    return serves(game, place) and game.catalog.places[place].square in far

"""Places in menus: with the people and things there, the most interesting places first."""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from engine.core.actions import Choice
from engine.core.game import cached_while_waiting
from engine.core.text import counted
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import geography, sites

HEIRS, ENEMIES, OWN, HOME, FORTRESSES = "heirs", "enemies", "own forces", "home", "fortresses"

REGIONS = {
    "devon_cornwall": "the West",
    "wales": "Wales",
    "north_of_tees": "north of the Tees",
    "north_of_trent": "north of the Trent",
}
"""The names of the parts of the country, inner parts before those around them; the rest is south of the Trent."""

RANKS = (HEIRS, ENEMIES, OWN, HOME, FORTRESSES, "south of the Trent", *REGIONS.values(), "overseas", "at sea")
"""The headings of a list of places, the most interesting first."""

NOBLE = "the noble "
"""What stands before a noble where a place bears the same name."""

YOURS = "your "
"""What stands before the seat's own nobles."""

CAPITAL = PlaceId("london")
"""The place from which distances are told."""


class Found(NamedTuple):
    """The description of a place in a menu, and the heading under which the menu lists it."""

    words: str
    group: str


def choice(game: Kingmaker, seat: str, at: Location, label: str, hint: str = "", home: Collection[str] = ()) -> Choice:
    """Return a location as a choice with a reason to choose it: who is there, that it is home, or its distance."""
    found = at_place(game, seat, at, home=home)
    said = "; ".join(part for part in (hint, found.words) if part) or how_far(game, at)
    return Choice(at, label, said, found.group, rank=RANKS.index(found.group))


def of_place(game: Kingmaker, seat: str, place: PlaceId) -> Choice:
    """Return a place as a choice with the same reason; its value is the place's own id."""
    found = at_place(game, seat, locations.inside(place))
    said = found.words or how_far(game, locations.inside(place))
    return Choice(place, names.place(game, place), said, rank=RANKS.index(found.group))


def at_place(
    game: Kingmaker,
    seat: str,
    at: Location,
    ends: Collection[Location] = (),
    home: Collection[str] = (),
    movers: Collection[str] = (),
) -> Found:
    """Return what a seat finds at one of the `ends` that it may choose; its own castles there may be `home`.

    The `movers` who choose do not find themselves.
    """
    if locations.kind(at) in ("sea", "port"):
        return _ashore(game, seat, at)
    around, alone = [at, *_held(game, at, ends)], _heirs_alone(game)
    unguarded = [heir for where in around for heir in alone.get(where, ())]
    heirs = [names.monarch(game, h) if game.heir(h).king else f"the heir {names.heir(game, h)}" for h in unguarded]
    companies = [company for where in around for company in forces.forces_at(game, where)]
    others = [company for company in companies if game.noble(company[0]).faction != seat]
    own = [company for company in companies if game.noble(company[0]).faction == seat and company[0] not in movers]
    known = {game.noble(company[0]).faction for company in others}
    of_the_name = sorted(
        _fortresses(game, around), key=lambda place: names.place(game, place) != locations.short(game, at)
    )
    walls = [_walls(game, seat, at, place, known) for place in of_the_name]
    back = ["home"] if locations.kind(at) == "inside" and locations.place_of(at) in home else []
    others_there = [*(_company(game, seat, company, at) for company in [*others, *own]), *back, *walls]
    words = "; ".join(", ".join(part) for part in (heirs, others_there) if part)
    if heirs:
        return Found(words, HEIRS)
    group = ENEMIES if others else OWN if own else HOME if back else FORTRESSES if walls else _region(game, at)
    return Found(words, group)


def _ashore(game: Kingmaker, seat: str, at: Location) -> Found:
    """Return what a seat finds in a port, or which ships lie with it at sea."""
    ships = [ship for ship in game.state.ships if game.ship(ship).at == at]
    there = ", ".join(names.thing(game, ship) for ship in ships)
    if locations.kind(at) == "sea":
        return Found(there, "at sea")
    land = at_place(game, seat, locations.inside(locations.place_of(at)))
    return Found(", ".join(part for part in (land.words, there) if part), land.group)


def how_far(game: Kingmaker, at: Location) -> str:
    """Return how many squares a place on land is from London, as the edition calls it, or that it lies overseas."""
    square = locations.square_of(at)
    if not square:
        return ""
    steps = geography.land_distance(game, square, game.catalog.places[CAPITAL].square)
    capital = names.place(game, CAPITAL)
    if not steps:
        return "overseas" if steps is None else f"in the square of {capital}"
    return f"{counted(steps, 'square')} from {capital}"


def _held(game: Kingmaker, at: Location, among: Collection[Location]) -> list[Location]:
    """Return the insides of places that a seat's nobles cannot enter: they stop in the open before them."""
    if locations.kind(at) != "open":
        return []
    insides = [locations.inside(place) for place in game.catalog.squares[locations.square_of(at)].places]
    return [inside for inside in insides if inside not in among]


@cached_while_waiting
def _heirs_alone(game: Kingmaker) -> Mapping[Location, list[str]]:
    """Return the living heirs whom nobody controls, by where they are."""
    found: dict[Location, list[str]] = {}
    for heir, royal in game.state.heirs.items():
        if royal.alive and not royal.noble:
            found.setdefault(royal.at, []).append(heir)
    return found


def _company(game: Kingmaker, seat: str, nobles: list[str], at: Location) -> str:
    """Return a company with its heirs, player and men, and the place inside which it is unless that is `at` itself."""
    men, where = forces.total(game, nobles, "defence"), game.noble(nobles[0]).at
    named = locations.kind(where) == "inside" and locations.short(game, where) == locations.short(game, at)
    within = "" if where == at else " inside" if named else f" {locations.say(game, where)}"
    alike = NOBLE if locations.short(game, at) == names.card(game, nobles[0]) else ""
    if game.noble(nobles[0]).faction == seat:
        return f"{YOURS}{forces.words(game, nobles)}{within} ({men} men)"
    return f"{alike}{forces.words(game, nobles)}{within} ({{{game.noble(nobles[0]).faction}}}, {men} men)"


def _fortresses(game: Kingmaker, around: Iterable[Location]) -> list[PlaceId]:
    places = [locations.place_of(at) for at in around if locations.kind(at) == "inside"]
    return [place for place in places if game.catalog.places[place].fortress and sites.on_map(game, place)]


def _walls(game: Kingmaker, seat: str, at: Location, place: PlaceId, known: Collection[str]) -> str:
    """Return a fortress in a few words: its name, its owner unless just named, and the men of its garrison."""
    owner, men = sites.controller(game, place), sites.garrison(game, place)
    whose = "your own " if owner == seat else f"{{{owner}}}'s " if owner else "neutral "
    words = f"{'' if owner and owner in known else whose}garrison of {men}"
    if names.place(game, place) == locations.short(game, at):
        return words
    kind = "castle" if "castle" in game.catalog.places[place].kind else "town"
    return f"the {kind} {names.place(game, place)} ({words})"


def _region(game: Kingmaker, at: Location) -> str:
    square = game.catalog.squares[locations.square_of(at)]
    if square.kind == "area":
        return "overseas"
    return next((words for region, words in REGIONS.items() if region in square.regions), "south of the Trent")

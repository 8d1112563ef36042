"""Where a march may end, as it is shown to choose from: with who and what is there, the most interesting first."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache, partial
from typing import TypeVar

from engine.core.actions import Choice, Listing
from engine.core.game import cached_while_waiting
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import sites

G = TypeVar("G")

HEIRS, ENEMIES, FORTRESSES = "heirs", "enemies", "fortresses"

REGIONS = {
    "devon_cornwall": "the West",
    "wales": "Wales",
    "north_of_tees": "north of the Tees",
    "north_of_trent": "north of the Trent",
}
"""What the parts of the country are called, those first that lie inside another; all else is south of the Trent."""

RANKS = (HEIRS, ENEMIES, FORTRESSES, "south of the Trent", *REGIONS.values(), "overseas")
"""The first thing to look for."""


def choices(game: Kingmaker, seat: str, ends: Mapping[Location, G], hint: Callable[[G], str]) -> Listing:
    """Return the ends that a seat has `found` for a march by name, as 'Coventry: Berkeley (Ben, 80)', with a hint."""

    @cache
    def called() -> Mapping[Location, str]:
        alike = Counter(locations.short(game, one) for one in ends)
        return {
            at: locations.label(game, at) if alike[locations.short(game, at)] > 1 else locations.short(game, at)
            for at in ends
        }

    def worded(to: str) -> Choice:
        at = Location(to)
        return _choice(game, seat, at, called(), hint(ends[at]))

    return Listing(sorted(ends, key=partial(locations.label, game)), worded)


def _choice(game: Kingmaker, seat: str, at: Location, ends: Mapping[Location, str], hint: str) -> Choice:
    around, alone = [at, *_held(game, at, ends)], _heirs_alone(game)
    unguarded = [heir for where in around for heir in alone.get(where, ())]
    heirs = [names.monarch(game, h) if game.heir(h).king else names.heir(game, h) for h in unguarded]
    companies = [company for where in around for company in forces.forces_at(game, where)]
    others = [company for company in companies if game.noble(company[0]).faction != seat]
    enemies = [_company(game, company) for company in others]
    known = {game.noble(company[0]).faction for company in others}
    of_the_name = sorted(
        _fortresses(game, around), key=lambda place: names.place(game, place) != locations.short(game, at)
    )
    walls = [_walls(game, seat, at, place, known) for place in of_the_name]
    met = ", ".join([*heirs, *enemies, *walls])
    label = f"{ends[at]}: {met}" if met else ends[at]
    group = HEIRS if heirs else ENEMIES if enemies else FORTRESSES if walls else _region(game, at)
    return Choice(at, label, hint, group, rank=RANKS.index(group))


def _held(game: Kingmaker, at: Location, among: Collection[Location]) -> list[Location]:
    """Return the insides of the places that whoever stops in the open stands before, and cannot go into."""
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


def _company(game: Kingmaker, nobles: list[str]) -> str:
    men = forces.total(game, nobles, "defence")
    return f"{names.cards(game, nobles)} ({{{game.noble(nobles[0]).faction}}}, {men})"


def _fortresses(game: Kingmaker, around: Iterable[Location]) -> list[PlaceId]:
    places = [locations.place_of(at) for at in around if locations.kind(at) == "inside"]
    return [place for place in places if game.catalog.places[place].fortress and sites.on_map(game, place)]


def _walls(game: Kingmaker, seat: str, at: Location, place: PlaceId, known: Collection[str]) -> str:
    """Return a fortress in a few words: its name, its owner where not known yet, and the men of its garrison."""
    owner, men = sites.controller(game, place), sites.garrison(game, place)
    name = "" if names.place(game, place) == locations.short(game, at) else f"{names.place(game, place)}, "
    whose = "" if owner in ("", *known) else "your own, " if owner == seat else f"of {{{owner}}}, "
    return f"{name}{whose}garrison {men}"


def _region(game: Kingmaker, at: Location) -> str:
    square = game.catalog.squares[locations.square_of(at)]
    if square.kind == "area":
        return "overseas"
    return next((words for region, words in REGIONS.items() if region in square.regions), "south of the Trent")

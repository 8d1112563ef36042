"""Where counters are: `open:<square>`, `inside:<site>`, `aboard:<ship>`, `area:<id>`; ships at `port:` or `sea:`."""

from functools import cache

from engine.kingmaker.board import names
from engine.kingmaker.board.catalog import ours
from engine.kingmaker.board.ids import NO_SQUARE, Location, PlaceId, SeaId, SquareId
from engine.kingmaker.board.names import Printed


@cache
def open_in(square: SquareId) -> Location:
    """In the open in a square; an overseas area is a location of its own."""
    kind_ = "area" if ours().squares[square].kind == "area" else "open"
    return Location(f"{kind_}:{square}")


@cache
def inside(place: PlaceId) -> Location:
    """Inside a site."""
    return Location(f"inside:{place}")


@cache
def aboard(ship: str) -> Location:
    """Aboard a ship."""
    return Location(f"aboard:{ship}")


@cache
def port(place: PlaceId) -> Location:
    """In the port of a site or an area."""
    return Location(f"port:{place}")


@cache
def sea(square: SeaId) -> Location:
    """At sea."""
    return Location(f"sea:{square}")


@cache
def kind(at: Location) -> str:
    """Return the word before the colon: open, inside, aboard, area, port, sea; "" off the map."""
    return at.partition(":")[0]


@cache
def name(at: Location) -> str:
    """Return the id after the colon."""
    return at.partition(":")[2]


@cache
def place_of(at: Location) -> PlaceId:
    """Return the place of an `inside:` or `port:` location."""
    return PlaceId(name(at))


@cache
def sea_of(at: Location) -> SeaId:
    """Return the square of the sea in which a ship at sea is."""
    return SeaId(name(at))


@cache
def square_of(at: Location) -> SquareId:
    """Return the square (or area) of a location on land or in port; "" aboard, at sea and off the map."""
    match kind(at):
        case "open" | "area":
            return SquareId(name(at))
        case "inside" | "port":
            return ours().places[place_of(at)].square
        case _:
            return NO_SQUARE


@cache
def on_mainland(at: Location) -> bool:
    """Whether a location on land lies on the mainland of England and Wales."""
    square = square_of(at)
    return bool(square) and ours().squares[square].kind == "land"


def say(game: Printed, at: Location) -> str:
    """Return a location in words, to follow a verb: 'in the open at Durham', 'inside York'."""
    printed = game.catalog
    match kind(at):
        case "open":
            return f"in the open at {names.square(game, square_of(at))}"
        case "inside":
            return f"inside {names.castle(game, place_of(at))}"
        case "area":
            return f"in {names.square(game, square_of(at))}"
        case "port":
            return f"in the port of {printed.places[place_of(at)].name}"
        case "sea":
            return f"at sea in {names.within(printed.seas[sea_of(at)].name)}"
        case "aboard":
            return f"aboard {printed.ships[name(at)].name}"
        case _:
            return "off the map"


def short(game: Printed, at: Location) -> str:
    """Return the bare name of a location: of the place inside which or in whose port it is, the square, sea or ship."""
    printed = game.catalog
    match kind(at):
        case "inside" | "port":
            return printed.places[place_of(at)].name
        case "sea":
            return printed.seas[sea_of(at)].name
        case "aboard":
            return printed.ships[name(at)].name
        case _:
            return printed.squares[square_of(at)].name


def label(game: Printed, at: Location) -> str:
    """Return a location to choose from a list: the name first, so that it can be found by typing."""
    return short(game, at) + {"inside": " (inside)", "open": " (in the open)"}.get(kind(at), "")

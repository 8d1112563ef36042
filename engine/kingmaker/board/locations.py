"""Where counters are: `open:<square>`, `inside:<site>`, `aboard:<ship>`, `area:<id>`; ships at `port:` or `sea:`."""

from functools import cache

from engine.kingmaker.board.catalog import catalog


def open_in(square: str) -> str:
    """In the open in a square; an overseas area is a location of its own."""
    return f"area:{square}" if catalog().squares[square].kind == "area" else f"open:{square}"


def inside(place: str) -> str:
    """Inside a site."""
    return f"inside:{place}"


def aboard(ship: str) -> str:
    """Aboard a ship."""
    return f"aboard:{ship}"


def port(place: str) -> str:
    """In the port of a site or an area."""
    return f"port:{place}"


def sea(square: str) -> str:
    """At sea."""
    return f"sea:{square}"


@cache
def kind(at: str) -> str:
    """The word before the colon: open, inside, aboard, area, port, sea; "" off the map."""
    return at.partition(":")[0]


@cache
def name(at: str) -> str:
    """The id after the colon."""
    return at.partition(":")[2]


@cache
def square_of(at: str) -> str:
    """The square (or area) of a location on land or in port; "" aboard, at sea and off the map."""
    match kind(at):
        case "open" | "area":
            return name(at)
        case "inside" | "port":
            return catalog().places[name(at)].square
        case _:
            return ""


@cache
def on_mainland(at: str) -> bool:
    """Whether a location on land lies on the mainland of England and Wales."""
    square = square_of(at)
    return bool(square) and catalog().squares[square].kind == "land"


def say(at: str) -> str:
    """A location in words, to follow a verb: 'in the open at Durham', 'inside York'."""
    printed = catalog()
    match kind(at):
        case "open":
            return f"in the open at {printed.squares[name(at)].name}"
        case "inside":
            return f"inside {printed.places[name(at)].name}"
        case "area":
            return f"in {printed.squares[name(at)].name}"
        case "port":
            return f"in the port of {printed.places[name(at)].name}"
        case "sea":
            return f"at sea in {printed.seas[name(at)].name}"
        case "aboard":
            return f"aboard {printed.ships[name(at)].name}"
        case _:
            return "off the map"


def short(at: str) -> str:
    """The bare name of a location on land: of the place inside which it is, or of the square."""
    printed = catalog()
    return printed.places[name(at)].name if kind(at) == "inside" else printed.squares[square_of(at)].name


def label(at: str) -> str:
    """A location to choose from a list: the name first, so that it can be found by typing."""
    return short(at) + {"inside": " (inside)", "open": " (in the open)"}.get(kind(at), "")

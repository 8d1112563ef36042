"""Where something is, and what is there: the words of `/where` and the part of the map that goes with them."""

from collections.abc import Mapping, Sequence

from engine.kingmaker.board import locations
from engine.kingmaker.board.ids import NOWHERE, Location, PlaceId, SeaId, SquareId
from engine.kingmaker.board.names import heir as heir_name
from engine.kingmaker.views import HeirView, KingmakerView, NobleView, SeatView, ShipView
from render.kingmaker.edition import SHOWN, catalog
from render.kingmaker.map.alt import brief, styled
from render.kingmaker.map.geography import geography
from render.picture_request import NothingToShow
from render.wording import within_limit


def spots(view: KingmakerView, thing: str) -> list[Location]:
    """Return the locations on the map of a place, square, sea, noble, heir, ship or seat.

    NothingToShow where it has none.
    """
    found = on_map(view, _locations(view, thing))
    if not found:
        raise NothingToShow("That is not on the map now.")
    return found


def on_map(view: KingmakerView, places: Sequence[str]) -> list[Location]:
    """Return places as the map has them: a ship's for who is aboard it, none for who is off the map."""
    return [at for at in (_ashore(view, Location(place)) for place in places) if at]


def _ashore(view: KingmakerView, at: Location) -> Location:
    """Return a location that the map has: a ship's for who is aboard it, "" for who is off the map."""
    if locations.kind(at) == "aboard":
        return next((ship.at for ship in view.ships if ship.id == locations.name(at)), NOWHERE)
    return at


def _locations(view: KingmakerView, thing: str) -> list[Location]:
    book = catalog()
    if ":" in thing:
        return [Location(thing)] if _known(Location(thing)) else []
    if thing in {seat.id for seat in view.seats}:
        return [noble.at for noble in view.nobles if noble.seat == thing]
    here = _own_location(view)
    if thing in here:
        return [here[thing]]
    place = book.places.get(PlaceId(thing))
    if place and place.kind != "area":
        return [locations.inside(place.id)]
    if thing in book.squares:
        return [locations.open_in(SquareId(thing))]
    return [locations.sea(SeaId(thing))] if thing in book.seas else []


def located(place: str) -> str:
    """Return the location of a place, square or sea that is offered, "" if the map has none of that id."""
    book = catalog()
    if ":" in place:
        return place if _known(Location(place)) else ""
    if place in book.places and book.places[PlaceId(place)].kind != "area":
        return locations.inside(PlaceId(place))
    return locations.open_in(SquareId(place)) if place in book.squares else ""


def _own_location(view: KingmakerView) -> dict[str, Location]:
    """Return where each person and ship is; a noble who is an heir too counts as a noble."""
    here = {ship.id: ship.at for ship in view.ships} | {duke.id: duke.at for duke in view.abandoned}
    here |= {heir.id: heir.at for heir in view.heirs}
    return here | {noble.id: noble.at for noble in view.nobles}


def _known(at: Location) -> bool:
    try:
        geography().spot(at)
    except (KeyError, ValueError):
        return False
    return True


def findable(view: KingmakerView) -> Mapping[str, str]:
    """Return everything that is on the map by id, with its name; seats stand as `{seat}`."""
    book = catalog()
    here = {thing: at for thing, at in _own_location(view).items() if at}
    names = {thing: book.ships[thing].name if thing in book.ships else heir_name(SHOWN, thing) for thing in here}
    seats = {seat.id: f"{{{seat.id}}}" for seat in view.seats if any(one.seat == seat.id for one in view.nobles)}
    places = [place for place in book.places.values() if place.kind != "area"]
    squares = [
        square for square in book.squares.values() if PlaceId(square.id) not in book.places or square.kind == "area"
    ]
    ground: dict[str, tuple[str, Location, str]] = {}
    ground |= {place.id: (place.name, locations.inside(place.id), place.kind.replace("_", " ")) for place in places}
    ground |= {square.id: (square.name, locations.open_in(square.id), "square") for square in squares}
    ground |= {sea.id: (sea.name, locations.sea(sea.id), "sea") for sea in book.seas.values()}
    taken = {**seats, **names}
    spots = {str(at) if name in taken else name: f"{label} ({kind})" for name, (label, at, kind) in ground.items()}
    return {**taken, **spots}


def where(view: KingmakerView, thing: str, names: Mapping[str, str]) -> str:
    """Return in words where something is and who else is there; NothingToShow where it is nowhere."""
    at = spots(view, thing)
    lines = [_itself(view, thing, at, names)]
    for square in dict.fromkeys(filter(None, map(locations.square_of, at))):
        lines += _square(view, square, names)
    for place in dict.fromkeys(at):
        if locations.kind(place) == "sea":
            lines.append(_sea(locations.sea_of(place)))
        if locations.kind(place) in ("sea", "port"):
            lines += _ships(view, place, names)
    return within_limit([line for line in lines if line])


# ---------------------------------------------------------------------- the thing itself


def _itself(view: KingmakerView, thing: str, at: Sequence[str], names: Mapping[str, str]) -> str:
    for noble in view.nobles:
        if noble.id == thing:
            return _noble(view, noble, names)
    for heir in view.heirs:
        if heir.id == thing:
            return _heir(view, heir)
    for ship in view.ships:
        if ship.id == thing:
            return _ship(view, ship, names)
    for seat in view.seats:
        if seat.id == thing:
            return _seat(view, seat, names)
    return ""


def _noble(view: KingmakerView, noble: NobleView, names: Mapping[str, str]) -> str:
    cards = catalog().cards
    held = [cards[card].name for card in (noble.title, noble.office, *noble.cards) if card]
    held += [heir_name(SHOWN, heir) for heir in noble.heirs]
    state = [word for word, true in _states(view, noble) if true]
    words = (
        f"{cards[noble.id].name} ({names.get(noble.seat, noble.seat)}, {noble.strength} men) {brief(view, noble.at)}"
    )
    more = f", with {', '.join(held)}" if held else ""
    return f"{words}{more}{''.join(f'; {word}' for word in state)}."


def _states(view: KingmakerView, noble: NobleView) -> list[tuple[str, bool]]:
    until = [stay.until for stay in view.stays if noble.id in stay.nobles and stay.until]
    return [
        ("besieged", noble.besieged),
        ("has moved", noble.moved),
        ("bound by the King's Peace", noble.returned),
        ("stands aside", noble.id == view.vacillating),
        (f"may stay until round {min(until, default=0)}", bool(until)),
    ]


def _heir(view: KingmakerView, heir: HeirView) -> str:
    company = f" with {catalog().cards[heir.noble].name}" if heir.noble else ", without a protector"
    back = f"; must be back by round {heir.clock}" if heir.clock else ""
    return f"{styled(heir)} {brief(view, heir.at)}{company}{back}."


def _ship(view: KingmakerView, ship: ShipView, names: Mapping[str, str]) -> str:
    master = f" ({names.get(ship.seat, ship.seat)})" if ship.seat else ""
    aboard = [catalog().cards[noble].name for noble in ship.aboard]
    return f"{catalog().ships[ship.id].name}{master} {brief(view, ship.at)}; aboard: {', '.join(aboard) or 'nobody'}."


def _seat(view: KingmakerView, seat: SeatView, names: Mapping[str, str]) -> str:
    own = [noble for noble in view.nobles if noble.seat == seat.id and noble.at]
    words = [f"{catalog().cards[noble.id].name} {noble.strength} {brief(view, noble.at)}" for noble in own]
    return f"{names.get(seat.id, seat.id)}: {'; '.join(words)}."


# ---------------------------------------------------------------------- who else is there


def _square(view: KingmakerView, square: SquareId, names: Mapping[str, str]) -> list[str]:
    row = catalog().squares[square]
    roads = [catalog().roads[road].name for road in row.roads]
    ground = "forest, which ends a march" if row.terrain == "forest" else "open country"
    peace = ["the King's Peace holds"] if square in view.peace else []
    facts = [ground, *(f"on the {road}" for road in roads), *peace]
    lines = [f"Square of {row.name}: {', '.join(facts)}." if row.kind != "area" else f"{row.name}, overseas."]
    lines += [_place(view, place, names) for place in row.places if catalog().places[place].kind != "area"]
    outside = _people(view, locations.open_in(square), names)
    return [*lines, f"In the open: {outside}." if outside else ""]


def _sea(sea: SeaId) -> str:
    book = catalog()
    near = [book.seas[other].name for other in (*book.seas[sea].orthogonal, *book.seas[sea].diagonal)]
    ports = [book.places[place].name for place in book.sea_ports[sea]]
    opening = f"; ports: {', '.join(ports)}" if ports else "; no port"
    return f"{book.seas[sea].name}: sea, next to {', '.join(near)}{opening}."


def _place(view: KingmakerView, place: PlaceId, names: Mapping[str, str]) -> str:
    row = catalog().places[place]
    site = next((site for site in view.sites if site.id == place), None)
    facts = [row.kind.replace("_", " ")]
    facts += [word for word, true in (("cathedral", row.cathedral), ("port", row.port)) if true]
    if row.fortress:
        facts.append(f"garrison {site.garrison if site else row.garrison}")
        facts.append(f"held by {names.get(site.seat, site.seat)}" if site and site.seat else "held by nobody")
    if site and site.noble:
        facts.append(f"kept by {catalog().noble(site.noble).name}")
    if site and site.besieged_by:
        turn = f", turn {site.siege_turn}" if site.siege_turn else ""
        facts.append(f"besieged by {names.get(site.besieged_by, site.besieged_by)}{turn}")
    inside = _people(view, locations.inside(place), names)
    ships = " ".join(_ships(view, locations.port(place), names))
    return f"{row.name}: {', '.join(facts)}.{f' Inside: {inside}.' if inside else ''}{f' {ships}' if ships else ''}"


def _people(view: KingmakerView, at: str, names: Mapping[str, str]) -> str:
    here = [noble for noble in view.nobles if noble.at == at]
    seats = dict.fromkeys(noble.seat for noble in here)
    words = [_force(seat, [noble for noble in here if noble.seat == seat], names) for seat in seats]
    words += [heir_name(SHOWN, heir.id) for heir in view.heirs if heir.alive and heir.at == at and not heir.noble]
    return "; ".join([*words, *(catalog().cards[duke.id].name for duke in view.abandoned if duke.at == at)])


def _force(seat: str, nobles: Sequence[NobleView], names: Mapping[str, str]) -> str:
    who = ", ".join(catalog().cards[noble.id].name for noble in nobles)
    return f"{who} ({names.get(seat, seat)}, {sum(noble.strength for noble in nobles)})"


def _ships(view: KingmakerView, at: str, names: Mapping[str, str]) -> list[str]:
    return [_ship(view, ship, names) for ship in view.ships if ship.at == at]

"""Alternative texts: what a picture shows, in words, short enough for Discord and full enough to play from."""

from collections.abc import Mapping, Sequence

from engine.core.events import Event, name_seats
from engine.core.text import join_words
from engine.kingmaker.board import locations
from engine.kingmaker.board.ids import Location
from engine.kingmaker.board.names import heir as heir_name
from engine.kingmaker.board.names import monarch
from engine.kingmaker.views import HeirView, KingmakerView, NobleView, SeatView, SiteView
from render.initials import behind
from render.kingmaker.edition import SHOWN, catalog
from render.kingmaker.map.layer_words import layer_words
from render.kingmaker.map.look import PLAIN, Look
from render.kit.palette import livery
from render.wording import within_limit

WALLS = "Here 'in' means inside the walls, and 'at' in the open."

NEWS = ("battle", "siege", "died", "captured", "crowned")


def headline(view: KingmakerView, names: Mapping[str, str]) -> str:
    """Return round, phase and whose turn it is, or who has won."""
    if view.winners:
        have = "has" if len(view.winners) == 1 else "have"
        return f"Round {view.round}: {join_words(names.get(seat, seat) for seat in view.winners)} {have} won."
    if not view.active:
        return "The set-up."
    phase = view.phase.replace("_", " ")
    return f"Round {view.round}. Phase: {phase}. It is {names.get(view.active, view.active)}'s turn."


def map_alt(view: KingmakerView, names: Mapping[str, str], changes: Sequence[Event] = (), look: Look = PLAIN) -> str:
    """Return the alternative text of the map."""
    nobody = "" if view.phase == "setup" else "There is no sole King."
    king = f"{heir_name(SHOWN, view.sole_king)} is the sole King." if view.sole_king else nobody
    told = {kind: [change for change in changes if change.kind == kind] for kind in (*NEWS, "moved")}
    news = [name_seats(change.text, names) for kind in NEWS for change in told[kind]]
    forces = [_faction(view, seat, names) for seat in view.seats if not seat.eliminated]
    moves = [name_seats(change.text, names) for change in told["moved"]]
    shown = [name_seats(line, names) for line in layer_words(view, look)]
    heirs, states = _free_heirs(view), [*_abandoned(view), *_overseas(view), *_at_peace(view)]
    return within_limit(
        [headline(view, names), *shown, king, heirs, WALLS, *_sieges(view, names), *forces, *states, *news, *moves]
    )


def _overseas(view: KingmakerView) -> list[str]:
    """Return a sentence for everybody who must have left, or be back, by a certain round."""
    book = catalog()
    lines = [
        f"{', '.join(book.noble(noble).name for noble in stay.nobles)} may stay until round {stay.until}."
        for stay in view.stays
        if stay.until
    ]
    clocks = [f"{heir_name(SHOWN, heir.id)} must be back by round {heir.clock}." for heir in view.heirs if heir.clock]
    return [*lines, *clocks, *(f"{book.places[place].name} belongs to the Continent." for place in view.fallen)]


def _at_peace(view: KingmakerView) -> list[str]:
    squares = [catalog().squares[square].name for square in view.peace]
    return [f"The King's Peace holds at {', '.join(squares)}."] if squares else []


def _abandoned(view: KingmakerView) -> list[str]:
    """Return a sentence for every Duke who stands without a master."""
    return [f"{catalog().cards[duke.id].name} has no protector {brief(view, duke.at)}." for duke in view.abandoned]


def _faction(view: KingmakerView, seat: SeatView, names: Mapping[str, str]) -> str:
    groups: dict[Location, list[NobleView]] = {}
    for noble in view.nobles:
        if noble.seat == seat.id:
            groups.setdefault(noble.at, []).append(noble)
    where = "; ".join(_force(view, at, nobles) for at, nobles in groups.items())
    held = [catalog().places[site.id].name for site in view.sites if site.seat == seat.id and site.by == "capture"]
    captured = f"; has captured {', '.join(held)}" if held else ""
    badge = behind(seat.number, livery(seat.number).letter)
    return f"{names.get(seat.id, seat.id)}{badge} has {where or 'no noble'}{captured}."


def _force(view: KingmakerView, at: Location, nobles: Sequence[NobleView]) -> str:
    who = [catalog().cards[noble.id].name for noble in nobles]
    who += [styled(heir) for heir in view.heirs if heir.noble in {noble.id for noble in nobles} and heir.alive]
    strength = sum(noble.strength for noble in nobles)
    siege = ", besieged" if any(noble.besieged for noble in nobles) else ""
    return f"{join_words(who)} ({strength} men) {brief(view, at)}{siege}"


def styled(heir: HeirView) -> str:
    """Return the name of an heir, crowned ones with their title."""
    return monarch(SHOWN, heir.id) if heir.king else heir_name(SHOWN, heir.id)


def brief(view: KingmakerView, at: Location) -> str:
    """Return a location in few words: `in York`, `at Durham` (in the open), `on Le Swan at Whitby Roads`."""
    book = catalog()
    match locations.kind(at):
        case "inside":
            return f"in {book.places[locations.place_of(at)].name}"
        case "open":
            return f"at {book.squares[locations.square_of(at)].name}"
        case "area":
            return f"in {book.squares[locations.square_of(at)].name}"
        case "sea":
            return f"off {book.seas[locations.sea_of(at)].name}"
        case "port":
            return f"in port {book.places[locations.place_of(at)].name}"
        case "aboard":
            ship = next(ship for ship in view.ships if ship.id == locations.name(at))
            return f"on {book.ships[ship.id].name} {brief(view, ship.at)}"
        case _:
            return "captive"


def _free_heirs(view: KingmakerView) -> str:
    if view.awaited:
        where = join_words(f"{styled(heir)} {brief(view, heir.at)}" for heir in view.awaited)
        return f"After the set-up the heirs wait for a protector: {where}."
    free = [heir for heir in view.heirs if heir.alive and heir.at and not heir.noble]
    if not free:
        return "Every heir has a protector." if any(heir.alive for heir in view.heirs) else ""
    who = join_words(f"{styled(heir)} {brief(view, heir.at)}" for heir in free)
    return f"{who} {'has' if len(free) == 1 else 'have'} no protector."


def _sieges(view: KingmakerView, names: Mapping[str, str]) -> list[str]:
    return [
        f"{names.get(site.besieged_by, site.besieged_by)} besieges {catalog().places[site.id].name}{_lasting(site)}."
        for site in view.sites
        if site.besieged_by
    ]


def _lasting(site: SiteView) -> str:
    return f" (turn {site.siege_turn})" if site.siege_turn else ""

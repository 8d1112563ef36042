"""Ports: what they let in and out (rules 2.4.5, 2.4.7)."""

from collections.abc import Sequence

from engine.core.errors import Illegal
from engine.kingmaker import cards, forces, garrison, geography, locations, names, peace, shipping, sieges, sites
from engine.kingmaker.game import Kingmaker
from engine.kingmaker.state import Siege


def open_port(game: Kingmaker, place: str, seat: str) -> bool:
    """Whether a port lets ships of a seat in freely: an area, an unfortified or a friendly one (rules 2.4.5)."""
    return sites.status(game, place, seat) == "none" or sites.friendly(game, place, seat)


def may_enter_port(game: Kingmaker, ship: str, place: str) -> bool:
    """Whether a ship may enter a port without besieging it."""
    seat = cards.ship_master(game, ship)
    return open_port(game, place, seat) or sites.granted(game, place, seat, "enter_port")


def nearest_ports(game: Kingmaker, ship: str) -> list[str]:
    """The nearest ports that a ship may enter, several if they are equally near [BASE-EVT-12]."""
    far = geography.voyages(game.ship(ship).at)
    ports = [place for place in game.book.ports if sites.on_map(game, place)]
    able = [locations.port(place) for place in ports if may_enter_port(game, ship, place)]
    least = min((far[port] for port in able if port in far), default=0)
    return sorted(locations.name(port) for port in able if far.get(port) == least)


def check_assault(game: Kingmaker, seat: str, place: str, landing: Sequence[str]) -> None:
    """Raise Illegal unless nobles who arrive by ship can besiege a place [BASE-SEA-5, COV-8.6.9]."""
    siege, name, rule = sites.besieged(game, place), names.place(place), sieges.cite(game, "BASE-SEA-5", "COV-8.6.9")
    peace.check_siege(game, landing, place)
    garrison.check_may_attack(game, landing, place)
    if seat in sites.occupants(game, place):
        raise Illegal(f"Nobles of yours are inside {name}; you cannot besiege it.", rule)
    if landing and siege and _may_join(game, siege, seat):
        return
    if siege and siege.seat != seat:
        raise Illegal(f"{{{siege.seat}}} besieges {name} already; its port is closed to you.", rule)
    men = forces.total(game, dict.fromkeys([*landing, *sieges.before(game, place, seat)]), "attack")
    needed = sieges.required(game, place)
    if not landing or men < needed:
        reason = f"The port of {name} is closed to you: {needed} men could force it by a siege, you bring {men}."
        raise Illegal(reason + " Ask its owner, or bring more." if sites.controller(game, place) else reason, rule)


def _may_join(game: Kingmaker, siege: Siege, seat: str) -> bool:
    """Whether arrivals of any strength may join a siege: their own, or one whose leader cannot refuse [COV-8.6.9]."""
    if game.option("siege_rule") != "covault":
        return False
    return siege.seat == seat or game.option("alliance_rule") == "offer_binding"


def may_assault(game: Kingmaker, seat: str, place: str, landing: Sequence[str]) -> bool:
    try:
        check_assault(game, seat, place, landing)
    except Illegal:
        return False
    return True


def check_leave(game: Kingmaker, seat: str, ship: str) -> None:
    """Raise Illegal unless a ship may leave the port where it lies (rules 2.4.7)."""
    place = shipping.port_of(game, ship)
    siege = sites.besieged(game, place)
    if sites.besieging_ship(game, ship):
        reason = f"Those aboard besiege {names.place(place)} and must go on until it falls or the siege is broken."
        raise Illegal(reason, "COV-8.6.10")
    if siege and siege.seat != seat:
        raise Illegal(f"{names.place(place)} is under siege; no ship leaves its port.", "BASE-SGE-6")
    if needs_leave(game, seat, ship) and not sites.granted(game, place, seat, "leave_port"):
        owner = sites.controller(game, place)
        reason = f"{game.book.ships[ship].name} was driven into the port of {names.place(place)}; ask {{{owner}}}"
        raise Illegal(f"{reason} for leave to go.", "BASE-SEA-6")


def check_ashore(game: Kingmaker, seat: str, ship: str, at: str) -> None:
    """Raise Illegal where those aboard have to besiege a place from their ship [COV-5.23, COV-8.6.10]."""
    place = shipping.port_of(game, ship)
    if sites.besieging_ship(game, ship):
        reason = f"Those aboard besiege {names.place(place)} and must go on until it falls or the siege is broken."
        raise Illegal(reason, "COV-8.6.10")
    if sieges.from_aboard(game) and locations.kind(at) != "inside" and hostile_landing(game, seat, place):
        reason = f"Before {names.place(place)} nobody lands; it is besieged from aboard in the Combat phase."
        raise Illegal(reason, "COV-5.23")


def may_go_ashore(game: Kingmaker, seat: str, ship: str, at: str) -> bool:
    """Whether `check_ashore` lets those aboard land at a location."""
    try:
        check_ashore(game, seat, ship, at)
    except Illegal:
        return False
    return True


def needs_leave(game: Kingmaker, seat: str, ship: str) -> bool:
    """Whether an event has driven a ship into a port that another faction controls [BASE-SEA-6]."""
    place = shipping.port_of(game, ship)
    return bool(place) and game.ship(ship).driven and sites.controller(game, place) not in ("", seat)


def hostile_landing(game: Kingmaker, seat: str, place: str) -> bool:
    """Whether who lands in a port has to besiege its place."""
    return not open_port(game, place, seat) and not sites.granted(game, place, seat, "enter_port")

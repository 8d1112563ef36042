"""Ports: entering and leaving them, embarking and landing (rules 2.4.2, 2.4.5 to 2.4.7)."""

from collections.abc import Sequence

from engine.core.errors import Illegal, allows
from engine.kingmaker.board import locations, names, sieges
from engine.kingmaker.board.cards import cards
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, PlaceId
from engine.kingmaker.board.people import peace
from engine.kingmaker.board.places import garrison, sites
from engine.kingmaker.board.state import Siege
from engine.kingmaker.ships import shipping

# ---------------------------------------------------------------------- coming in


def open_port(game: Kingmaker, place: PlaceId, seat: str) -> bool:
    """Whether a port lets ships of a seat in freely: an area, an unfortified or a friendly one (rules 2.4.5)."""
    # The port of an open town may be open to all, whoever is inside (RULING 125) [COV-8.6.5].
    to_all = game.option("empty_ship_ports") == "always" and not game.catalog.places[place].fortress
    if to_all or sites.status(game, place, seat) in ("none", "friendly"):
        return True
    return game.option("port_entry_permission") == "grant" and sites.granted(game, place, seat)


def closed(game: Kingmaker, place: PlaceId) -> bool:
    """Whether a place is an area that the table closes to everybody [COV-8.6.2]."""
    return game.option("overseas_areas") == "closed" and game.catalog.places[place].kind == "area"


def lets_in(game: Kingmaker, seat: str, ships: Sequence[str], place: PlaceId) -> bool:
    """Whether ships of a seat may enter a port together without a siege, permissions included [COV-8.6.6]."""
    empty = game.option("empty_ship_ports") == "always" and not shipping.passengers(game, ships)
    return empty or open_port(game, place, seat) or sites.granted(game, place, seat, "enter_port")


def may_enter_port(game: Kingmaker, ship: str, place: PlaceId) -> bool:
    """Whether a ship may enter a port without besieging it."""
    return not closed(game, place) and lets_in(game, cards.ship_master(game, ship), [ship], place)


# ---------------------------------------------------------------------- coming in to besiege


def check_assault(game: Kingmaker, seat: str, place: PlaceId, landing: Sequence[str]) -> None:
    """Raise Illegal unless nobles who arrive by ship can besiege a place [BASE-SEA-5, COV-8.6.9]."""
    siege, name, rule = sites.besieged(game, place), names.place(game, place), _closed_rule(game)
    peace.check_siege(game, landing, place)
    garrison.check_may_attack(game, landing, place)
    if seat in sites.occupants(game, place):
        raise Illegal(f"Nobles of yours are inside {name}; you cannot besiege it.", rule)
    if landing and siege and _may_join(game, siege, seat):
        return
    if siege and siege.seat != seat:
        raise Illegal(f"{{{siege.seat}}} besieges {name} already; its port is closed to you.", rule)
    comers = list(dict.fromkeys([*landing, *sieges.before(game, place, seat)]))
    if not landing or not sieges.suffice(game, place, comers):
        raise Illegal(lambda: _too_weak(game, place, comers), rule)


def _too_weak(game: Kingmaker, place: PlaceId, comers: Sequence[str]) -> str:
    """Return why nobles who arrive by ship are too weak to besiege the place of a port."""
    men, needed, name = sieges.men_to_hold(game, comers), sieges.required(game, place), names.place(game, place)
    reason = f"The port of {name} is closed to you: it takes {needed} men to force it by a siege, and you bring {men}."
    asks = sites.controller(game, place) and game.option("port_entry_permission") == "grant"
    return f"{reason} Ask its owner, or bring more." if asks else reason


def _may_join(game: Kingmaker, siege: Siege, seat: str) -> bool:
    """Whether arrivals of any strength may join a siege: their own, or one whose leader cannot refuse [COV-8.6.9]."""
    if game.option("siege_rule") != "covault":
        return False
    return siege.seat == seat or game.option("alliance_rule") == "offer_binding"


def _closed_rule(game: Kingmaker) -> str:
    """Return the rule that closes ports of other players, or neutral ones, to ships."""
    never = game.option("port_entry_permission") == "never"
    return "WBC-C19.1" if never else sieges.cite(game, "BASE-SEA-5", "COV-8.6.9")


def may_assault(game: Kingmaker, seat: str, place: PlaceId, landing: Sequence[str]) -> bool:
    """Whether these nobles pass `check_assault`."""
    return allows(check_assault, game, seat, place, landing)


def hostile_landing(game: Kingmaker, seat: str, place: PlaceId) -> bool:
    """Whether nobles who land in a port have to besiege its place."""
    return not open_port(game, place, seat) and not sites.granted(game, place, seat, "enter_port")


# ---------------------------------------------------------------------- going aboard and ashore


def quays(game: Kingmaker, place: PlaceId) -> list[Location]:
    """Where people go aboard and ashore at a port: beside it and inside, or only inside a fortress [COV-5.21]."""
    walled = game.option("embark_from") == "inside" and game.catalog.places[place].fortress
    return [locations.inside(place)] if walled else [sieges.outside(game, place), locations.inside(place)]


# ---------------------------------------------------------------------- going out


def check_leave(game: Kingmaker, seat: str, ship: str) -> None:
    """Raise Illegal unless a ship may leave the port where it lies (rules 2.4.7)."""
    place = shipping.port_of(game, ship)
    siege = sites.besieged(game, place)
    _check_not_besieging(game, ship)
    if siege and siege.seat != seat and not sites.open_by_sea(game):
        raise Illegal(lambda: f"{names.place(game, place)} is under siege; no ship leaves its port.", "BASE-SGE-6")
    if needs_leave(game, seat, ship) and not sites.granted(game, place, seat, "leave_port"):
        owner = sites.controller(game, place)
        how = (
            f"ask {{{owner}}} for permission to go"
            if owner
            else "nobody controls it, so the ship must wait until somebody does"
        )
        name = game.catalog.ships[ship].name
        raise Illegal(
            lambda: f"{name} is held in the port of {names.place(game, place)}: {how}.", LEAVE_RULES[_exits(game)]
        )


def _check_not_besieging(game: Kingmaker, ship: str) -> None:
    """Raise Illegal for those aboard a ship from which they besiege the place of its port [COV-8.6.10]."""
    if sites.besieging_ship(game, ship):
        name = names.place(game, shipping.port_of(game, ship))
        raise Illegal(
            lambda: f"Your nobles aboard besiege {name} and must stay until it falls or the siege ends.", "COV-8.6.10"
        )


LEAVE_RULES = {"forced_arrivals": "BASE-SEA-6", "forced_and_start": "WBC-C19.4", "loaded_only": "COV-8.6.7"}
"""The rule that makes ships ask for leave, by the values of `port_exit_permission`."""


def _exits(game: Kingmaker) -> str:
    return str(game.option("port_exit_permission"))


def check_ashore(game: Kingmaker, seat: str, ship: str, at: Location) -> None:
    """Raise Illegal where those aboard have to besiege a place from their ship [COV-5.23, COV-8.6.10]."""
    place = shipping.port_of(game, ship)
    _check_not_besieging(game, ship)
    if sieges.from_aboard(game) and locations.kind(at) != "inside" and hostile_landing(game, seat, place):
        raise Illegal(
            lambda: f"Nobody can land outside {names.place(game, place)}; besiege it from aboard in the Combat phase.",
            "COV-5.23",
        )


def may_go_ashore(game: Kingmaker, seat: str, ship: str, at: Location) -> bool:
    """Whether those aboard pass `check_ashore` for a location."""
    return allows(check_ashore, game, seat, ship, at)


def needs_leave(game: Kingmaker, seat: str, ship: str) -> bool:
    """Whether a ship needs a permission to sail, as another faction controls its port (rules 2.4.7)."""
    place, counter = shipping.port_of(game, ship), game.ship(ship)
    foreign = bool(place) and sites.controller(game, place) not in ("", seat)
    match _exits(game):
        case "forced_and_start":
            return foreign and (counter.driven or counter.from_start)
        case "loaded_only":
            return bool(place) and bool(shipping.passengers(game, [ship])) and not open_port(game, place, seat)
        case _:
            return foreign and counter.driven


def forget_the_start(game: Kingmaker) -> None:
    """Clear the mark of ships still in their first port once no other faction controls the port [WBC-C19.4]."""
    for ship, counter in game.state.ships.items():
        place = shipping.port_of(game, ship)
        if counter.from_start and sites.controller(game, place) in ("", cards.ship_owner(game, ship)):
            counter.from_start = False

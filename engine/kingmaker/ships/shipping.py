"""Ships: owners, passengers and room (rules 2.4.3, 2.4.4, 2.4.8, 2.4.9)."""

from collections.abc import Iterable, Sequence

from engine.core.actions import Choice
from engine.core.errors import Illegal, allows
from engine.core.game import cached_while_waiting
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.cards import cards
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import NO_PLACE, Location, PlaceId
from engine.kingmaker.board.people import forces

STEPS_BY_SEA = 5
"""How far a ship sails in a turn [BASE-SEA-1]."""


def ships_of(game: Kingmaker, seat: str) -> list[str]:
    """Return the ships that a seat moves (rules 2.4.8)."""
    return list(_fleets(game).get(seat, ()))


@cached_while_waiting
def _fleets(game: Kingmaker) -> dict[str, list[str]]:
    """Return the ships by who moves them."""
    found: dict[str, list[str]] = {}
    for ship in game.state.ships:
        found.setdefault(cards.ship_master(game, ship), []).append(ship)
    return found


def check_master(game: Kingmaker, seat: str, ship: str) -> None:
    """Raise Illegal unless a ship on the map is the seat's to move."""
    if ship not in game.state.ships or cards.ship_master(game, ship) != seat:
        raise Illegal("Choose a ship that you command.", "BASE-SEA-1")


def check_friendly(game: Kingmaker, seat: str, ship: str) -> None:
    """Raise Illegal unless a seat's people may go aboard a ship: their own, or an ally's by his leave [COV-8.6.7]."""
    master = cards.ship_master(game, ship) if ship in game.state.ships else ""
    if master and master != seat and game.option("ship_guests") == "grant":
        if not lets_aboard(game, ship, seat):
            reason = f"{game.catalog.ships[ship].name} is {{{master}}}'s; ask for permission to go aboard."
            raise Illegal(reason, "COV-8.6.7")
        return
    check_master(game, seat, ship)


def lets_aboard(game: Kingmaker, ship: str, seat: str) -> bool:
    """Whether a ship's master has given a seat leave to go aboard (rules 7.5)."""
    given = [grant for grant in game.state.grants if (grant.site, grant.to, grant.purpose) == (ship, seat, "board")]
    return any(grant.by == cards.ship_master(game, ship) for grant in given)


def friendly_ships(game: Kingmaker, seat: str) -> list[str]:
    """Return the ships which a seat's people may board: its own, and those of others by their leave."""
    guests = game.option("ship_guests") == "grant"
    mine = ships_of(game, seat)
    return [ship for ship in game.state.ships if ship in mine or (guests and lets_aboard(game, ship, seat))]


def port_of(game: Kingmaker, ship: str) -> PlaceId:
    """Return the place in whose port a ship lies; "" at sea."""
    at = game.ship(ship).at
    return locations.place_of(at) if locations.kind(at) == "port" else NO_PLACE


def passengers(game: Kingmaker, ships: Iterable[str], seat: str = "") -> list[str]:
    """Return the nobles aboard ships, of one seat or of all."""
    return [noble for ship in ships for noble in forces.nobles_at(game, locations.aboard(ship), seat)]


def send(game: Kingmaker, ship: str, to: Location) -> None:
    """Move a ship, and clear everything that has held it in port (rules 2.4.7)."""
    counter = game.ship(ship)
    counter.at, counter.driven, counter.from_start = to, False, False


# ---------------------------------------------------------------------- room aboard


def burden(game: Kingmaker, noble: str) -> int:
    """Return the men that a noble takes aboard, without local bonuses (RULING 54)."""
    return forces.strength(game, noble, "ship")


def free_berths(game: Kingmaker, ship: str) -> int:
    """Men for whom there is still room aboard [BASE-SEA-3]."""
    return game.catalog.ships[ship].capacity - sum(burden(game, noble) for noble in passengers(game, [ship]))


def overloaded(game: Kingmaker, ship: str) -> bool:
    """Whether a ship has more men aboard than it holds; one noble alone it may always hold [BASE-SEA-3, COV-5.22]."""
    alone = game.option("ship_min_one_noble") and len(passengers(game, [ship])) == 1
    return free_berths(game, ship) < 0 and not alone


def check_laden(game: Kingmaker, ship: str) -> None:
    """Raise Illegal if a ship in port has more men aboard than it holds: some have to land before it sails.

    People aboard in port can get more men, by a card or when a catastrophe ends (RULING 14).
    """
    if port_of(game, ship) and overloaded(game, ship):
        printed = game.catalog.ships[ship]
        men = printed.capacity - free_berths(game, ship)
        raise Illegal(
            f"{printed.name} holds {printed.capacity} men and has {men} aboard; land some before it sails.",
            room_rule(game),
        )


def room_rule(game: Kingmaker) -> str:
    """Return the rule that says how many men a ship holds (option `ship_min_one_noble`)."""
    return "COV-5.22" if game.option("ship_min_one_noble") else "BASE-SEA-3"


def check_berths(game: Kingmaker, ship: str, nobles: Sequence[str]) -> None:
    """Raise Illegal unless there is room aboard; for one noble alone there always may be [BASE-SEA-3, COV-5.22]."""
    alone = bool(game.option("ship_min_one_noble"))
    if alone and len(nobles) == 1 and not passengers(game, [ship]):
        return
    check_men(game, ship, sum(burden(game, noble) for noble in nobles))


def check_men(game: Kingmaker, ship: str, men: int) -> None:
    """Raise Illegal unless a ship has room for this number of additional men [BASE-SEA-3, COV-5.22]."""
    free = max(free_berths(game, ship), 0)
    if men > free:
        raise Illegal(
            lambda: f"{game.catalog.ships[ship].name} has room for {free} more men, not for {men}; take fewer.",
            room_rule(game),
        )


def has_berths(game: Kingmaker, ship: str, nobles: Sequence[str]) -> bool:
    """Whether these nobles together pass `check_berths`."""
    return allows(check_berths, game, ship, nobles)


# ---------------------------------------------------------------------- choices


def choices(game: Kingmaker, ships: Iterable[str]) -> list[Choice]:
    """Return ships as choices, each with its location."""
    return [Choice(ship, game.catalog.ships[ship].name, locations.say(game, game.ship(ship).at)) for ship in ships]


def noble_choices(game: Kingmaker, nobles: Iterable[str]) -> list[Choice]:
    """Return nobles as choices, each with the men that he takes aboard."""
    return [Choice(noble, names.card(game, noble), f"{burden(game, noble)} men") for noble in nobles]


# ---------------------------------------------------------------------- the end of a ship


def finish_voyage(game: Kingmaker, ship: str) -> None:
    """In port, take a ship off the map whose card was lost at sea, or leave it to its office [BASE-SEA-8]."""
    counter = game.ship(ship)
    if not counter.voyage or not port_of(game, ship):
        return
    counter.voyage = ""
    if game.catalog.ships[ship].owner == "card" and not forces.holder(game, cards.commanding_card(game, ship)):
        cards.remove_ship(game, ship)

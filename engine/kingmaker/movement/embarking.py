"""Going aboard ships that lie in port (rules 2.4.2, 2.4.3)."""

from collections.abc import Iterator, Sequence

from engine.core.actions import Action, Choice, Draft, Field, Offer, distinct
from engine.core.errors import Illegal, allows
from engine.kingmaker.board import locations, names, sieges
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import PlaceId
from engine.kingmaker.board.people import forces, peace, vacillating
from engine.kingmaker.board.places import sites
from engine.kingmaker.movement import land
from engine.kingmaker.ships import harbours, shipping


class Embark(Action, frozen=True):
    """Take nobles aboard a ship that lies in port beside them."""

    ship: str
    nobles: list[str]


def check_ship_loads(game: Kingmaker, seat: str, ship: str) -> None:
    """Raise Illegal unless a ship may take passengers where it is [BASE-SEA-2]."""
    shipping.check_friendly(game, seat, ship)
    peace.check_ship(game, ship)
    counter, name = game.ship(ship), game.catalog.ships[ship].name
    place = shipping.port_of(game, ship)
    if not place:
        raise Illegal(f"{name} is at sea; passengers can go aboard only in port.", "BASE-SEA-2")
    if counter.steps:
        raise Illegal(f"{name} has sailed this turn; passengers must go aboard before it sails.", "BASE-SEA-2")
    if counter.loaded_at not in ("", place):
        raise Illegal(
            lambda: f"{name} has taken passengers at {names.place(game, counter.loaded_at)} this turn.", "BASE-SEA-2"
        )


def check_passenger(game: Kingmaker, seat: str, ship: str, noble: str) -> None:
    """Raise Illegal unless a noble may go aboard a ship, room left aside [BASE-SEA-2, BASE-SEA-4]."""
    land.check_own(game, seat, noble)
    person, place = game.noble(noble), shipping.port_of(game, ship)
    if sites.under_siege(game, person.at):
        raise Illegal(lambda: f"{names.card(game, noble)} is under siege and cannot go aboard.", "BASE-SGE-6")
    if person.moved or noble in game.state.turn.extra:
        raise Illegal(
            lambda: f"{names.card(game, noble)} has moved by land this turn and cannot go aboard.", "BASE-SEA-4"
        )
    if person.embarked or locations.kind(person.at) == "aboard":
        raise Illegal(lambda: f"{names.card(game, noble)} can go aboard only once a turn.", "BASE-SEA-2")
    _check_quay(game, seat, place, noble)
    peace.check_move(game, noble)
    vacillating.check_steady(game, [noble], "go aboard")
    land.check_not_bound(game, noble)


def _check_quay(game: Kingmaker, seat: str, place: PlaceId, noble: str) -> None:
    """Raise Illegal unless a noble is where people go aboard at a port [BASE-SEA-2, COV-5.21, COV-8.6.7]."""
    at, name = game.noble(noble).at, names.place(game, place)
    if at not in (locations.inside(place), sieges.outside(game, place)):
        raise Illegal(lambda: f"{names.card(game, noble)} is not at {name}, where the ship lies.", "BASE-SEA-2")
    quays = harbours.quays(game, place)
    if at not in quays:
        raise Illegal(f"At {name} people go aboard from inside only, not from the open.", "COV-5.21")
    if len(quays) == 1 and not sites.friendly(game, place, seat):
        raise Illegal(f"{name} is not friendly to you; your nobles need permission to go aboard there.", "COV-8.6.7")


def embark(game: Kingmaker, seat: str, order: Embark) -> None:
    """Take nobles aboard."""
    check_ship_loads(game, seat, order.ship)
    if not order.nobles or not distinct(order.nobles):
        raise Illegal("Name the nobles who go aboard, each once.", "BASE-SEA-2")
    for noble in order.nobles:
        check_passenger(game, seat, order.ship, noble)
    shipping.check_berths(game, order.ship, order.nobles)
    name, came_from = game.catalog.ships[order.ship].name, game.noble(order.nobles[0]).at
    for noble in order.nobles:
        forces.place_at(game, noble, locations.aboard(order.ship))
        game.noble(noble).embarked = True
    game.ship(order.ship).loaded_at = shipping.port_of(game, order.ship)
    goes, port = names.verb(game, order.nobles, "goes", "go"), names.place(game, shipping.port_of(game, order.ship))
    text = f"{forces.words(game, order.nobles)} {goes} aboard {name} at {port}."
    game.emit("embarked", text, about=[order.ship, *order.nobles], track=[came_from], rule="BASE-SEA-2")


# ---------------------------------------------------------------------- what is offered


def boarders(game: Kingmaker, seat: str, ship: str, picked: Sequence[str]) -> list[str]:
    """Return the nobles of a seat who can go aboard a ship together with those picked."""
    quay = locations.square_of(game.ship(ship).at)
    near = [n for n in forces.nobles_of(game, seat) if quay and locations.square_of(game.noble(n).at) == quay]
    left = [noble for noble in near if noble not in picked]
    if not left or not allows(check_ship_loads, game, seat, ship):
        return []
    able = [noble for noble in left if allows(check_passenger, game, seat, ship, noble)]
    return [noble for noble in able if shipping.has_berths(game, ship, [*picked, noble])]


def offers(game: Kingmaker, seat: str) -> list[Offer]:
    """Offer the embarkations that are possible now."""

    def loading() -> Iterator[str]:
        return (ship for ship in shipping.friendly_ships(game, seat) if boarders(game, seat, ship, []))

    if not any(True for _ in loading()):
        return []

    def company(draft: Draft) -> list[Choice]:
        return shipping.noble_choices(game, boarders(game, seat, draft["ship"], draft.get("nobles", [])))

    fields = (
        Field("ship", "Which ship?", lambda _: shipping.choices(game, loading())),
        Field("nobles", "Who goes aboard?", company, many=True),
    )
    return [Offer(Embark, "Go aboard a ship", fields)]

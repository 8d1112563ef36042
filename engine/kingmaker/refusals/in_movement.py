"""Reasons why actions of the Movement phase, and overseas, are impossible now."""

from functools import partial

from engine.core.errors import Illegal, caught
from engine.kingmaker.board import locations, names, sieges
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import forces
from engine.kingmaker.movement import (
    embarking,
    land,
    landing,
    movement,
    permissions,
    riding,
    sailing,
    take_charge,
    takeback,
)
from engine.kingmaker.overseas import refuge, stranded
from engine.kingmaker.refusals.orders import Attempts, Order, Orders
from engine.kingmaker.refusals.reasons import Reason, Reasons, Tried, at_any_time, because
from engine.kingmaker.ships import shipping

# ---------------------------------------------------------------------- candidates for an order


def _marches(game: Kingmaker, seat: str) -> Attempts:
    return (partial(land.check_mover, game, seat, noble) for noble in forces.nobles_of(game, seat))


def _rides(game: Kingmaker, seat: str) -> Attempts:
    return (partial(_check_ride, game, seat, noble) for noble in forces.nobles_of(game, seat))


def _check_ride(game: Kingmaker, seat: str, noble: str) -> None:
    riding.check_rider(game, seat, [noble])
    if not riding.goals(game, seat, noble, []):
        raise Illegal(
            f"No unfriendly fortress stops {names.card(game, noble)} on the road; move him without it.", "COV-5.20"
        )


def _voyages(game: Kingmaker, seat: str) -> Attempts:
    return (partial(sailing.check_sails, game, seat, ship) for ship in shipping.ships_of(game, seat))


def _embarkations(game: Kingmaker, seat: str) -> Attempts:
    """Return the candidates for embarking, nobles beside a ship first."""
    pairs = [(ship, noble) for ship in shipping.ships_of(game, seat) for noble in forces.nobles_of(game, seat)]
    pairs.sort(key=lambda pair: not _beside(game, *pair))
    return (partial(embarking.embark, game, seat, embarking.Embark(ship, [noble])) for ship, noble in pairs)


def _beside(game: Kingmaker, ship: str, noble: str) -> bool:
    quay = locations.square_of(game.ship(ship).at)
    return bool(quay) and locations.square_of(game.noble(noble).at) == quay


def _landings(game: Kingmaker, seat: str) -> Attempts:
    for noble in forces.nobles_of(game, seat):
        at = game.noble(noble).at
        if locations.kind(at) == "aboard":
            ship = locations.name(at)
            place = shipping.port_of(game, ship)
            ashore = sieges.outside(game, place) if place else at
            for nobles in ([noble], []):
                yield partial(landing.land_nobles, game, seat, landing.Land(ship, ashore, nobles))


def _charges(game: Kingmaker, seat: str) -> Attempts:
    """Return the candidates for taking charge: nobles in the square of an heir without a protector."""
    for heir, royal in game.state.heirs.items():
        square = "" if royal.noble or not royal.alive else locations.square_of(royal.at)
        for noble in forces.nobles_of(game, seat) if square else ():
            if locations.square_of(game.noble(noble).at) == square:
                yield partial(take_charge.take_charge, game, seat, take_charge.TakeCharge(heir, noble))


def _groups(game: Kingmaker, seat: str) -> Attempts:
    orders = (movement.Regroup([noble]) for noble in forces.nobles_of(game, seat))
    return (partial(movement.regroup, game, seat, order) for order in orders)


def _second_moves(game: Kingmaker, seat: str) -> Attempts:
    movers = [*forces.nobles_of(game, seat), *shipping.ships_of(game, seat)]
    return (partial(movement.free_move, game, seat, movement.FreeMove(mover)) for mover in movers)


def _refuges(game: Kingmaker, seat: str) -> Attempts:
    """Return the candidates for a refuge, places with nobles of the seat first."""
    overseas = [square.id for square in game.catalog.squares.values() if square.kind != "land"]
    near = {refuge.place_of(game, noble) for noble in forces.nobles_of(game, seat)}
    places = sorted(overseas, key=lambda place: place not in near)
    return (partial(refuge.order, game, seat, refuge.Refuge(place)) for place in places)


# ---------------------------------------------------------------------- orders

NOBODY = ("None of your nobles on the map can do that.", "BASE-TRN-2")
NO_SHIP = ("You have no ship on the map.", "BASE-SEA-1")
NO_RIDES = ("At this table nobody can ride past unfriendly fortresses.", "BASE-MOV-5")
NO_SECOND_MOVES = ("At this table a Free Move gives no second move.", "BASE-EVT-14")
NO_REFUGE = ("At this table nobody needs a Refuge card to be overseas.", "WBC-V03.1")

ORDERS: Orders = {
    land.Move: Order("movement", "move", land.move, _marches, NOBODY),
    riding.RidePast: Order(
        *("movement", "ride past fortresses", riding.ride, _rides, NOBODY),
        barred=lambda game: None if riding.serves(game, "road_bypass") else NO_RIDES,
    ),
    sailing.Sail: Order("movement", "sail", sailing.sail, _voyages, NO_SHIP),
    embarking.Embark: Order("movement", "go aboard", embarking.embark, _embarkations, NO_SHIP),
    landing.Land: Order(
        *("movement", "land", landing.land_nobles, _landings),
        ("None of your nobles is aboard a ship.", "BASE-SEA-4"),
    ),
    take_charge.TakeCharge: Order(
        *("movement", "take charge of heirs", take_charge.take_charge, _charges),
        ("None of your nobles is where an heir without a protector is.", "BASE-MOV-11"),
    ),
    movement.Regroup: Order("movement", "split and merge forces", movement.regroup, _groups, NOBODY),
    movement.FreeMove: Order(
        *("movement", "spend a Free Move", movement.free_move, _second_moves, NOBODY),
        barred=lambda game: None if riding.serves(game, "extra_move") else NO_SECOND_MOVES,
    ),
    refuge.Refuge: Order(
        *("movement", "play a Refuge card", refuge.order, _refuges, NOBODY),
        barred=lambda game: None if refuge.in_play(game) else NO_REFUGE,
    ),
}
"""The actions of the Movement phase that a seat takes of its own accord."""


# ---------------------------------------------------------------------- answers


def _of_leave(reason: str) -> Reason:
    """Return a reason for permissions, with the table's rule of permissions."""
    return lambda game, seat, tried: Illegal(reason, permissions.rule_of(game, "enter"))


def _put_out(game: Kingmaker, seat: str, tried: Tried) -> Illegal:
    rule = permissions.rule_of(game, "enter")
    if rule != "BASE-MOV-7":
        return Illegal("At this table nobody can be put out of a place.", rule)
    return Illegal("There are no guests in your places, or you have begun to move already.", rule)


def _take_back(game: Kingmaker, seat: str, tried: Tried) -> Illegal:
    if not takeback.allowed(game):
        return Illegal("At this table an order stands once it is given.", "WBC-C18")
    nothing = Illegal("You have given no order in this phase that you could undo.", "WBC-C18")
    phase = game.top
    if seat != game.active or not isinstance(phase, movement.MovementPhase) or not phase.orders:
        return nothing
    return caught(partial(takeback.check_untouched, game, phase.orders[-1])) or nothing


REASONS: Reasons = {
    movement.TakeBack: _take_back,
    permissions.Ask: _of_leave("There is no place or ship for which you could ask permission now."),
    permissions.Allow: at_any_time(_of_leave("You cannot give anybody leave now.")),
    permissions.Refuse: _of_leave("Nobody has asked you for leave."),
    permissions.PutOut: _put_out,
    stranded.Fetch: because("None of your nobles is stranded and waiting for a ship.", "WBC-C02.1"),
    stranded.GiveUpHeirs: because("None of your nobles is stranded without a ship.", "WBC-C02.2"),
    stranded.GiveUpNoble: because("None of your nobles is stranded, or held in a refuge that is ending.", "WBC-C02.2"),
}
"""The reason for each kind of answer, and for undoing, in the Movement phase."""

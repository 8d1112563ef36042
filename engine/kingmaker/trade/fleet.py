"""Ships that change hands (rules 2.4.8, 7.1): given, given when they reach port, lent and called back."""

from collections.abc import Iterator

from engine.core.actions import Action, Choice, Field, Offer, Proposal, Start
from engine.core.errors import Illegal, allows
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.cards import cards
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import forces
from engine.kingmaker.trade import terms

# ---------------------------------------------------------------------- given


def waits_for_port(game: Kingmaker, ship: str) -> bool:
    """Whether a ship given away at sea changes hands only in port: where ships can be given anywhere."""
    return at_sea(game, ship) and "vessel" in terms.of(game).kinds


def at_sea(game: Kingmaker, ship: str) -> bool:
    """Whether a ship is at sea."""
    return locations.kind(game.ship(ship).at) == "sea"


def check_free(game: Kingmaker, ship: str) -> None:
    """Raise Illegal if a ship is already promised to somebody, or finishes the voyage of another's passengers."""
    counter = game.ship(ship)
    if counter.pledged:
        raise Illegal(
            lambda: (
                f"{names.thing(game, ship)} is given to "
                f"{names.card(game, counter.pledged)} already, for when it reaches port."
            ),
            "COV-8.7.4",
        )
    if counter.voyage:
        raise Illegal(
            lambda: f"{names.thing(game, ship)} finishes a voyage first; wait until it is in port.", "BASE-SEA-8"
        )


def check_empty(game: Kingmaker, ship: str, taker: str) -> None:
    """Raise Illegal if a ship that passes to another player now has other players' people aboard (RULING 110)."""
    if waits_for_port(game, ship) or not strangers(game, ship, taker):
        return
    raise Illegal(
        lambda: f"{names.thing(game, ship)} has people aboard; land them before the ship changes hands.",
        terms.check_kind(game, ship).rule,
    )


def strangers(game: Kingmaker, ship: str, seat: str) -> bool:
    """Whether anybody is aboard a ship who is not of this seat."""
    at = locations.aboard(ship)
    others = [noble for noble in forces.nobles_at(game, at) if game.noble(noble).faction != seat]
    return bool(others) or any(forces.seat_of_heir(game, heir) != seat for heir in forces.heirs_at(game, at))


def hand_over(game: Kingmaker, ship: str, noble: str) -> None:
    """Give a ship to another noble, at once or when it reaches port [COV-8.7.3, COV-8.7.4]."""
    if waits_for_port(game, ship):
        game.ship(ship).pledged = noble
        text = f"{names.thing(game, ship)} is at sea; {names.card(game, noble)} gets it when it reaches port."
        game.emit("pledged", text, about=[ship, noble], rule="COV-8.7.4")
        return
    _give(game, ship, noble)


def _give(game: Kingmaker, ship: str, noble: str) -> None:
    """Move the card of a ship, or the control of one that has none."""
    if forces.holder(game, ship):
        cards.move_card(game, ship, noble)
    else:
        counter = game.ship(ship)
        counter.keeper, counter.pledged, counter.lent = noble, "", ""


def deliver_pledged_ships(game: Kingmaker) -> None:
    """Hand over the ships that have reached port, once nobody else's people are aboard [COV-8.7.4]."""
    for ship in [ship for ship, counter in game.state.ships.items() if counter.pledged]:
        noble, owner = game.ship(ship).pledged, cards.ship_owner(game, ship)
        seat = game.noble(noble).faction if noble in game.state.nobles else ""
        if noble not in forces.nobles_of(game, seat) or not owner:
            game.ship(ship).pledged = ""
        elif not at_sea(game, ship) and (owner == seat or not strangers(game, ship, seat)):
            _give(game, ship, noble)
            text = f"{names.thing(game, ship)} is in port and goes to {names.card(game, noble)} ({{{seat}}})."
            game.emit("traded", text, about=[ship, noble], track=[game.ship(ship).at], rule="COV-8.7.4")


# ---------------------------------------------------------------------- lent


class LendShip(Action, frozen=True):
    """Lend a ship to another player, until it is called back."""

    ship: str
    to: str


class RecallShip(Action, frozen=True):
    """Call a ship back that is lent."""

    ship: str


def check_lend(game: Kingmaker, seat: str, ship: str, to: str) -> None:
    """Raise Illegal unless a seat may lend a ship to another (option `ship_loan`) [WBC-R02.5]."""
    _check_owner(game, seat, ship)
    if game.ship(ship).lent:
        raise Illegal(
            lambda: f"{names.thing(game, ship)} is lent to {{{game.ship(ship).lent}}}; call it back first.", "WBC-R02.5"
        )
    if to == seat or to not in game.state.seats or game.faction(to).gone:
        raise Illegal("Choose another player of this game as the borrower.", "WBC-R02.5")
    check_free(game, ship)
    if strangers(game, ship, to):
        raise Illegal(
            lambda: f"{names.thing(game, ship)} has people aboard; land them before you lend it.", "WBC-R02.5"
        )


def _check_owner(game: Kingmaker, seat: str, ship: str) -> None:
    if game.option("ship_loan") is not True:
        raise Illegal("Ships are not lent at this table; trade them.", "BASE-TRD-2")
    if ship not in game.state.ships or cards.ship_owner(game, ship) != seat:
        raise Illegal("Choose a ship of your own that is on the map.", "WBC-R02.5")


def lend(game: Kingmaker, seat: str, action: LendShip) -> None:
    """Let another seat move a ship, wherever it is and at any time."""
    check_lend(game, seat, action.ship, action.to)
    game.ship(action.ship).lent = action.to
    text = f"{{{seat}}} lends {names.thing(game, action.ship)} to {{{action.to}}}."
    game.emit("lent", text, about=[action.ship], track=[game.ship(action.ship).at], rule="WBC-R02.5")


def check_recall(game: Kingmaker, seat: str, ship: str) -> None:
    """Raise Illegal unless a seat may call a ship back: in its own turn, without the borrower's people [WBC-R02.5]."""
    _check_owner(game, seat, ship)
    if not game.ship(ship).lent:
        raise Illegal(lambda: f"{names.thing(game, ship)} is not lent.", "WBC-R02.5")
    if seat != game.active:
        raise Illegal("A ship is called back in its owner's turn.", "WBC-R02.5")
    if strangers(game, ship, seat):
        raise Illegal(
            lambda: f"{names.thing(game, ship)} carries people of its borrower; wait until they land.", "WBC-R02.5"
        )


def recall(game: Kingmaker, seat: str, action: RecallShip) -> None:
    """End a loan."""
    check_recall(game, seat, action.ship)
    game.ship(action.ship).lent = ""
    game.emit(
        "recalled", f"{{{seat}}} calls {names.thing(game, action.ship)} back.", about=[action.ship], rule="WBC-R02.5"
    )


def any_time(game: Kingmaker, seat: str) -> list[Offer]:
    """Offer to lend ships and to call them back (D24)."""
    if game.option("ship_loan") is not True:
        return []
    ships = [ship for ship in game.state.ships if cards.ship_owner(game, ship) == seat]
    lendable = [ship for ship in ships if _borrowers(game, seat, ship)]
    lent = [ship for ship in ships if allows(check_recall, game, seat, ship)]
    whom = Field("to", "To whom?", lambda d: [Choice(to, f"{{{to}}}") for to in _borrowers(game, seat, d["ship"])])
    return [
        *(
            [
                Offer(
                    LendShip,
                    "Lend a ship",
                    (_ship_field(game, lendable), whom),
                    seldom=True,
                    says="Lend {ship} to {to}",
                )
            ]
            if lendable
            else []
        ),
        *([Offer(RecallShip, "Call a lent ship back", (_ship_field(game, lent),))] if lent else []),
    ]


def loans(game: Kingmaker, seat: str) -> Iterator[Proposal]:
    """Yield the loans of a seat: what it has borrowed, and what it has lent and may call back."""
    for ship, counter in game.state.ships.items():
        owner = cards.ship_owner(game, ship)
        if not counter.lent or seat not in (owner, counter.lent):
            continue
        back = Start(f"recall-{ship}", "Call it back", RecallShip, {"ship": ship})
        able = owner == seat and allows(check_recall, game, seat, ship)
        yield Proposal(
            f"loan-{ship}-{counter.lent}",
            names.thing(game, ship),
            f"{{{owner}}} lends {names.thing(game, ship)}, {locations.say(game, counter.at)}, to {{{counter.lent}}}.",
            f"{{{counter.lent}}} moves it from now on, until {{{owner}}} calls it back.",
            (back,) if able else (),
            own=owner == seat,
            by=owner,
        )


def _ship_field(game: Kingmaker, ships: list[str]) -> Field:
    return Field(
        "ship",
        "Which ship?",
        lambda _: [Choice(ship, names.thing(game, ship), locations.say(game, game.ship(ship).at)) for ship in ships],
    )


def _borrowers(game: Kingmaker, seat: str, ship: str) -> list[str]:
    return [to for to in game.state.seats if allows(check_lend, game, seat, ship, to)]

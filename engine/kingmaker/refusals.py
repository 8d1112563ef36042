"""Why what is not offered is impossible now: a reason for every kind of action, with the most specific rule.

What a seat does of its own accord in a phase of its turn is tried on a copy of the board, with what was meant or with
whatever could be meant; the first thing that stands in the way is the reason. Answers have a reason each.
"""

from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from functools import partial
from typing import Any, NamedTuple

from engine.core.actions import Action, Pass
from engine.core.dice import Dice
from engine.core.errors import Illegal
from engine.kingmaker.board import deaths, force_ids, forces, locations, sieges
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import ForceId
from engine.kingmaker.board.state import Phase
from engine.kingmaker.combat import (
    assassins,
    assault,
    besieging,
    captives,
    combat,
    muster,
    muster_end,
    pardon,
    prizes,
    raising_sieges,
    retreat,
    sallies,
    sea_attacks,
    vacillation_in_battle,
)
from engine.kingmaker.combat.sides import Sides
from engine.kingmaker.crown import coronation, crown_phase, dukes, hand, houses, playing, regicide
from engine.kingmaker.events import commission, embassy, hospitality, leave_taking, piracy, summons, treachery
from engine.kingmaker.movement import embarking, land, landing, movement, permissions, riding, sailing, take_charge
from engine.kingmaker.overseas import refuge, stranded
from engine.kingmaker.parliament import (
    awards,
    ballots,
    debate,
    excuses,
    homecoming,
    illegitimacy,
    must_meet,
    other_business,
    parliament,
    session,
    support,
)
from engine.kingmaker.sequence import last_cards, setup, turn
from engine.kingmaker.ships import disembarking, shipping
from engine.kingmaker.trade import fleet, trade, transfers

Tried = Action | None
"""What a seat has tried; None where it has named the kind of action only."""

Reason = Callable[[Kingmaker, str, Tried], Illegal]
"""Tells why a seat can do nothing of one kind now."""


def objection(game: Kingmaker, seat: str, kind: type[Action], tried: Tried) -> Illegal | None:
    """Return why a seat can do nothing of a kind now; None for what is always open."""
    if not setup.begun(game.state) and kind not in SETTING_UP:
        return Illegal("The factions are still being set up; wait until everybody is ready.", "BASE-SET-3")
    if kind in ORDERS:
        return _of_order(game, seat, ORDERS[kind], tried)
    reason = REASONS.get(kind)
    return reason(game, seat, tried) if reason else None


# ---------------------------------------------------------------------- what is done in one's own turn


class Order(NamedTuple):
    """A kind of action that a seat takes of its own accord in a phase of its turn, in `words`.

    `carry_out` refuses what cannot be done; `examples` are the actions that could be meant, and `nothing` is the reason
    where there are none.
    """

    phase: Phase
    words: str
    carry_out: Callable[[Kingmaker, str, Any], object]
    examples: Callable[[Kingmaker, str], Iterable[Action]]
    nothing: tuple[str, str]


def _of_order(game: Kingmaker, seat: str, order: Order, tried: Tried) -> Illegal | None:
    """Whose turn it is comes first, then what stands in the way of the thing itself, then the phase."""
    if seat != game.active:
        own = f"you {order.words} in the {order.phase.capitalize()} phase of your own"
        return Illegal(f"It is {{{game.active}}}'s turn; {own}.", "BASE-TRN-1")
    board = _copy(game)
    found: list[Illegal] = []
    for attempt in [tried] if tried is not None else order.examples(board, seat):
        try:
            order.carry_out(board, seat, attempt)
        except Illegal as refusal:
            found.append(refusal)
        else:
            return _not_in_phase(game, order)
    ruled = [refusal for refusal in found if refusal.rule]
    return next(iter([*ruled, *found]), None) or Illegal(*order.nothing)


def _copy(game: Kingmaker) -> Kingmaker:
    """A board on which something can be tried; nothing is drawn on it."""
    return Kingmaker(deepcopy(game.state), Dice(bytes(32), game.state.game_id))


def _not_in_phase(game: Kingmaker, order: Order) -> Illegal:
    phases = list(turn.PHASES)
    now, then = phases.index(game.state.turn.phase), phases.index(order.phase)
    if now == then:
        return Illegal("Something else is to be decided first.", "BASE-TRN-1")
    if now > then:
        return Illegal(f"Your {order.phase.capitalize()} phase of this turn is over.", "BASE-TRN-1")
    return Illegal(f"You {order.words} in the {order.phase.capitalize()} phase, which is still to come.", "BASE-TRN-1")


# ---------------------------------------------------------------------- what could be meant


def _marches(game: Kingmaker, seat: str) -> Iterator[Action]:
    yield from (land.Move([noble], game.noble(noble).at) for noble in forces.nobles_of(game, seat))


def _rides(game: Kingmaker, seat: str) -> Iterator[Action]:
    yield from (riding.RidePast([noble], game.noble(noble).at) for noble in forces.nobles_of(game, seat))


def _voyages(game: Kingmaker, seat: str) -> Iterator[Action]:
    yield from (sailing.Sail([ship], game.ship(ship).at) for ship in shipping.ships_of(game, seat))


def _embarkations(game: Kingmaker, seat: str) -> Iterator[Action]:
    """First those who stand where a ship lies."""
    pairs = [(ship, noble) for ship in shipping.ships_of(game, seat) for noble in forces.nobles_of(game, seat)]
    pairs.sort(key=lambda pair: not _beside(game, *pair))
    yield from (embarking.Embark(ship, [noble]) for ship, noble in pairs)


def _beside(game: Kingmaker, ship: str, noble: str) -> bool:
    quay = locations.square_of(game.ship(ship).at)
    return bool(quay) and locations.square_of(game.noble(noble).at) == quay


def _landings(game: Kingmaker, seat: str) -> Iterator[Action]:
    for noble in forces.nobles_of(game, seat):
        at = game.noble(noble).at
        if locations.kind(at) == "aboard":
            ship = locations.name(at)
            place = shipping.port_of(game, ship)
            ashore = sieges.outside(game, place) if place else at
            yield from (landing.Land(ship, ashore, nobles) for nobles in ([noble], []))


def _charges(game: Kingmaker, seat: str) -> Iterator[Action]:
    for heir, royal in game.state.heirs.items():
        if royal.alive and not royal.noble:
            yield from (take_charge.TakeCharge(heir, noble) for noble in forces.nobles_of(game, seat))


def _groups(game: Kingmaker, seat: str) -> Iterator[Action]:
    yield from (movement.Regroup([noble]) for noble in forces.nobles_of(game, seat))


def _second_moves(game: Kingmaker, seat: str) -> Iterator[Action]:
    movers = [*forces.nobles_of(game, seat), *shipping.ships_of(game, seat)]
    yield from (movement.FreeMove(mover) for mover in movers)


def _refuges(game: Kingmaker, seat: str) -> Iterator[Action]:
    overseas = [square.id for square in game.catalog.squares.values() if square.kind != "land"]
    near = {refuge.place_of(game, noble) for noble in forces.nobles_of(game, seat)}
    yield from (refuge.Refuge(place) for place in sorted(overseas, key=lambda place: place not in near))


def _own_forces(game: Kingmaker, seat: str) -> list[ForceId]:
    return list(dict.fromkeys(force_ids.force_id(game, noble) for noble in forces.nobles_of(game, seat)))


def _enemies(game: Kingmaker, seat: str, force: ForceId) -> list[ForceId]:
    """The forces of others, those beside a force first."""
    others = [noble for noble in game.state.nobles if game.noble(noble).faction != seat and game.noble(noble).at]
    found = dict.fromkeys(force_ids.force_id(game, noble) for noble in others)
    return sorted(found, key=lambda other: force_ids.at_of(other) != force_ids.at_of(force))


def _attacks(kind: Callable[[ForceId, ForceId], Action]) -> Callable[[Kingmaker, str], Iterator[Action]]:
    def examples(game: Kingmaker, seat: str) -> Iterator[Action]:
        for force in _own_forces(game, seat):
            yield from (kind(force, target) for target in _enemies(game, seat, force))

    return examples


def _sieges(game: Kingmaker, seat: str) -> Iterator[Action]:
    for force in _own_forces(game, seat):
        square = locations.square_of(game.shore(force_ids.at_of(force)))
        for place in game.catalog.squares[square].places if square else ():
            yield besieging.BesiegeSite(force, place)


def _sallies(game: Kingmaker, seat: str) -> Iterator[Action]:
    inside = [n for n in forces.nobles_of(game, seat) if locations.kind(game.noble(n).at) == "inside"]
    yield from (besieging.Sally([noble]) for noble in inside)


def _sea_fights(game: Kingmaker, seat: str) -> Iterator[Action]:
    seas = dict.fromkeys(game.ship(ship).at for ship in shipping.ships_of(game, seat))
    yield from (sea_attacks.AttackFleet(sea, other) for sea in seas for other in game.state.seats if other != seat)


def _calls(game: Kingmaker, seat: str) -> Iterator[Action]:
    yield from (parliament.CallParliament(place, []) for place in game.catalog.places)


def _crownings(game: Kingmaker, seat: str) -> Iterator[Action]:
    heirs = [heir for heir in game.state.heirs if forces.seat_of_heir(game, heir) == seat]
    yield from (coronation.CrownHeir(heir) for heir in heirs)


def _send_assassin(game: Kingmaker, seat: str, action: combat.SendAssassin) -> None:
    if not assassins.sent(game):
        raise Illegal("No assassins are sent at this table.", "COV-5.15b")
    combat.announce_assassin(game, seat, action)


def _attack_fleet(game: Kingmaker, seat: str, action: sea_attacks.AttackFleet) -> None:
    if not sea_attacks.fought(game):
        raise Illegal("Nobody fights at sea at this table.", "WBC-V09.1")
    sea_attacks.announce(game, seat, action)


NOBODY = ("You have no noble on the map who could.", "BASE-TRN-2")
NO_SHIP = ("You have no ship on the map.", "BASE-SEA-1")
NO_ENEMY = ("No force of another player is where one of yours stands in the open.", "BASE-CMB-1")

ORDERS: dict[type[Action], Order] = {
    land.Move: Order("movement", "move", land.move, _marches, NOBODY),
    riding.RidePast: Order("movement", "ride", riding.ride, _rides, NOBODY),
    sailing.Sail: Order("movement", "sail", sailing.sail, _voyages, NO_SHIP),
    embarking.Embark: Order("movement", "go aboard", embarking.embark, _embarkations, NO_SHIP),
    landing.Land: Order(
        "movement", "land", landing.land_nobles, _landings, ("None of your nobles is aboard a ship.", "BASE-SEA-4")
    ),
    take_charge.TakeCharge: Order(
        "movement",
        "take charge of heirs",
        take_charge.take_charge,
        _charges,
        ("No heir is without a protector.", "BASE-MOV-11"),
    ),
    movement.Regroup: Order("movement", "split and merge forces", movement.regroup, _groups, NOBODY),
    movement.FreeMove: Order("movement", "spend a Free Move", movement.free_move, _second_moves, NOBODY),
    refuge.Refuge: Order("movement", "play a Refuge card", refuge.order, _refuges, NOBODY),
    combat.Attack: Order("combat", "attack", combat.announce_battle, _attacks(combat.Attack), NO_ENEMY),
    combat.Ambush: Order("combat", "lay an ambush", combat.announce_ambush, _attacks(combat.Ambush), NO_ENEMY),
    combat.SendAssassin: Order("combat", "send an assassin", _send_assassin, _attacks(combat.SendAssassin), NO_ENEMY),
    besieging.BesiegeSite: Order(
        "combat",
        "attack places",
        besieging.announce_siege,
        _sieges,
        ("No force of yours stands before a place that could be attacked.", "BASE-SGE-1"),
    ),
    besieging.Sally: Order(
        "combat", "sally", besieging.announce_sally, _sallies, ("None of your nobles is besieged.", "BASE-SGE-8")
    ),
    sea_attacks.AttackFleet: Order("combat", "fight at sea", _attack_fleet, _sea_fights, NO_SHIP),
    parliament.CallParliament: Order(
        "parliament",
        "call Parliament",
        parliament.check_call,
        _calls,
        ("You have no right to call Parliament now.", "BASE-PAR-1"),
    ),
    coronation.CrownHeir: Order(
        "coronation",
        "crown heirs",
        lambda game, seat, action: coronation.check_coronation(game, seat, action.heir),
        _crownings,
        ("None of your nobles controls an heir.", "BASE-COR-1"),
    ),
}
"""What a seat does of its own accord, by kind."""


# ---------------------------------------------------------------------- answers, and what is open at any time


def _because(reason: str, rule: str) -> Reason:
    """The same reason whatever the position."""
    return lambda game, seat, tried: Illegal(reason, rule)


def _by_option(option: str, reasons: dict[object, tuple[str, str]], otherwise: tuple[str, str]) -> Reason:
    """A reason that hangs on what is played at the table."""
    return lambda game, seat, tried: Illegal(*reasons.get(game.option(option), otherwise))


def _at_any_time(nothing: Reason) -> Reason:
    """A reason for what is open at any time but while a step is locked."""

    def reason(game: Kingmaker, seat: str, tried: Tried) -> Illegal:
        otherwise = nothing(game, seat, tried)
        if game.locked:
            rule = otherwise.rule if game.option("event_lock") else "COV-5.14"
            return Illegal("This has to wait until what is being carried out, an event or a combat, is over.", rule)
        return otherwise

    return reason


def _in_muster(reason: str, rule: str) -> Reason:
    """A reason for what is said of an announced combat: nothing where there is none."""

    def found(game: Kingmaker, seat: str, tried: Tried) -> Illegal:
        gathering = next((step for step in game.state.steps if isinstance(step, muster.Muster)), None)
        if gathering is None:
            return Illegal("No combat is announced that waits for you.", "BASE-CMB-2")
        if isinstance(game.top, muster.Muster) and seat == gathering.seat and gathering.waiting(game):
            return Illegal("Not everybody is ready yet; the card is drawn when all are.", "BASE-CMB-2")
        return Illegal(reason, rule)

    return found


def _when_ready(do: Callable[[Kingmaker, Sides], None], otherwise: Reason) -> Reason:
    """A reason for the end of a muster: what stands in the way of the attacker once everybody is ready."""

    def found(game: Kingmaker, seat: str, tried: Tried) -> Illegal:
        board = _copy(game)
        gathering = board.top
        if isinstance(gathering, muster.Muster) and seat == gathering.seat and not gathering.waiting(board):
            try:
                do(board, gathering)
            except Illegal as refusal:
                return refusal
        return otherwise(game, seat, tried)

    return found


def _in_parliament(reason: str, rule: str) -> Reason:
    """A reason for business of Parliament: first that none sits."""

    def found(game: Kingmaker, seat: str, tried: Tried) -> Illegal:
        sits = any(isinstance(step, session.Session) for step in game.state.steps)
        return Illegal(reason if sits else "No Parliament sits now.", rule)

    return found


def _at_set_up(game: Kingmaker, seat: str, tried: Tried) -> Illegal:
    if setup.begun(game.state):
        return Illegal("The game has begun; the factions are set up.", "BASE-SET-3")
    return Illegal("Your faction is set up, or it is not your turn to set it up yet.", "BASE-SET-3")


def _entrust(game: Kingmaker, seat: str, tried: Tried) -> Illegal:
    if game.option("site_holder") != "noble":
        return Illegal("At this table a place belongs to the whole faction, not to one noble.", "BASE-SIT-1")
    return Illegal(_at_set_up(game, seat, tried).reason, "COV-8.1.1")


def _of_leave(reason: str) -> Reason:
    """A reason for permissions, with the rule by which places are opened to others at the table."""
    return lambda game, seat, tried: Illegal(reason, permissions.rule_of(game, "enter"))


def _put_out(game: Kingmaker, seat: str, tried: Tried) -> Illegal:
    rule = permissions.rule_of(game, "enter")
    if rule != "BASE-MOV-7":
        return Illegal("Nobody is put out of a place at this table.", rule)
    return Illegal("No guests are in your places, or your Movement phase has gone on.", rule)


SETTING_UP = (setup.Allocate, setup.Station, setup.Entrust, setup.Ready)
"""What is done before the first turn."""

NO_TRADE = "No offer of trade of that number waits for you."
NOT_CALLED = "No noble of yours is called away now."
NO_VISITORS = "Nobody is sent to a place of yours now."
NOT_AWARDED = "Parliament offers nothing to a noble of yours now."
NOT_LEADING = "It is not for you to propose now."
NOT_GOING = "It is not for you to say now where your nobles go home."

REASONS: dict[type[Action], Reason] = {
    Pass: _because("There is nothing to pass now.", "BASE-TRN-1"),
    setup.Allocate: _at_set_up,
    setup.Station: _at_set_up,
    setup.Entrust: _entrust,
    setup.Ready: _at_set_up,
    last_cards.PlaceAll: _because("The last cards are placed when play is over.", "WBC-VIC.3"),
    deaths.Guard: _because("No heir of yours has lost his noble to death just now.", "BASE-DTH-2"),
    crown_phase.Keep: _because("You have drawn no Crown card that waits for your word.", "BASE-CRN-1"),
    hand.Discard: _because("You hold no more cards than you may.", "COV-5.1"),
    houses.GiveUp: _because("You need not part with the heirs of a house now.", "COV-8.7.6"),
    # the Combat phase
    muster.Ally: _in_muster("No force of yours can join this combat.", "BASE-CMB-4"),
    muster.AdmitAlly: _in_muster("No other force can join your side of this combat.", "BASE-CMB-4"),
    muster.HoldBack: _in_muster("No other force of yours is attacked here.", "BASE-CMB-3"),
    muster.BringIn: _in_muster("No force of yours is held back from this combat.", "BASE-CMB-3"),
    muster.StandReady: _in_muster("This combat does not wait for you.", "BASE-CMB-2"),
    muster_end.Draw: _when_ready(
        muster_end.draw, _in_muster("The card of this combat is not for you to draw.", "BASE-CMB-2")
    ),
    muster_end.HoldSiege: _when_ready(
        muster_end.hold,
        _by_option(
            "siege_rule",
            {"covault": ("You are not about to lay or hold a siege.", "COV-6.2")},
            ("At this table a siege is laid by bad weather only, and holds by itself.", "BASE-SGE-3"),
        ),
    ),
    muster_end.Withdraw: _when_ready(
        partial(muster_end.withdraw, early=False), _in_muster("This combat is not for you to call off.", "BASE-CMB-2")
    ),
    sallies.EndInside: _because("No sally of yours has just won.", "BASE-SGE-8"),
    vacillation_in_battle.DrawAgain: _because("Nobody has just wavered in a battle of yours.", "WBC-V04.5"),
    vacillation_in_battle.BreakOff: _because("Nobody has just wavered in a battle of yours.", "WBC-V04.5"),
    pardon.PlayPardon: _because("No noble of yours is about to be lost, or you hold no King's Pardon.", "WBC-R07"),
    retreat.GoHome: _because("No noble of yours is being sent home.", "COV-5.16"),
    assault.GoInside: _because("You have not just taken a place.", "BASE-SGE-5"),
    assault.NameKeeper: _because("You have not just taken a place that one of several could hold.", "COV-8.1.1"),
    prizes.Scuttle: _because("You have not just captured a ship of the Warden or the Admiral.", "WBC-V09.8"),
    prizes.MakePort: _because("No victorious fleet of yours holds more than it can carry.", "WBC-V09.9"),
    captives.Divide: _because("There is nothing for you to divide; win a combat first.", "BASE-CMB-11"),
    captives.Execute: _because("No captive of yours awaits his end now.", "BASE-CAP-2"),
    captives.Release: _at_any_time(_because("You have no captive.", "BASE-CAP-3")),
    raising_sieges.RaiseSiege: _at_any_time(_because("You lay no siege that you could give up now.", "BASE-SGE-7")),
    # Parliament
    must_meet.ChoosePlace: _because("It is not for you to say where a Parliament meets.", "BASE-EVT-16"),
    session.Attend: _in_parliament("It is not for you to say now who comes to Parliament.", "BASE-PAR-4"),
    excuses.Excuse: _in_parliament("It is not for you to excuse nobles now.", "COV-7.1.7"),
    excuses.Revoke: _in_parliament("It is not for you to revoke excuses now.", "COV-7.1.10"),
    excuses.PutIn: _in_parliament("No ship of yours need put in now.", "COV-7.1.12"),
    awards.AcceptAward: _in_parliament(NOT_AWARDED, "BASE-PAR-9"),
    awards.DeclineAward: _in_parliament(NOT_AWARDED, "BASE-PAR-9"),
    awards.Assign: _in_parliament("It is not for you to assign cards now.", "BASE-PAR-5"),
    awards.OrderBusiness: _in_parliament("It is not for you to order the business of Parliament now.", "BASE-PAR-8"),
    awards.Propose: _in_parliament(NOT_LEADING, "BASE-PAR-8"),
    ballots.Ballot: _at_any_time(_in_parliament("No vote is open in which you have a voice.", "BASE-PAR-7")),
    debate.CallVote: _at_any_time(_in_parliament("No debate is open whose vote you could call.", "COV-7.2.4")),
    debate.EndDebate: _at_any_time(_in_parliament("No debate is open in which you have a voice.", "COV-7.2.4")),
    illegitimacy.Accuse: _in_parliament("You have no King there who could be set against another.", "COV-7.3.1"),
    illegitimacy.HandKing: _in_parliament("You need hand over no King.", "COV-7.3.4"),
    support.MoveSupport: _in_parliament("You have no King at Parliament who needs support.", "BASE-PAR-10"),
    other_business.PassOn: _in_parliament("No title or office of yours can be passed on now.", "COV-7.3.6"),
    other_business.RaiseShips: _in_parliament("No lost ship of an office can be brought back now.", "WBC-V02.5"),
    other_business.Consent: _in_parliament("Nothing waits for your consent.", "COV-7.3.7"),
    other_business.Refusal: _in_parliament("Nothing waits for your consent.", "COV-7.3.7"),
    homecoming.ReturnHome: _in_parliament(NOT_GOING, "BASE-PAR-11"),
    homecoming.KeepShip: _in_parliament("No ship of yours is sent home now.", "COV-7.4.4"),
    homecoming.Depart: _in_parliament(NOT_GOING, "BASE-PAR-11"),
    # the Movement phase
    movement.TakeBack: _because("There is no order of this phase for you to take back.", "WBC-C18"),
    permissions.Ask: _of_leave("There is nothing for which you could ask leave now."),
    permissions.Allow: _at_any_time(_of_leave("You have nothing to allow anybody now.")),
    permissions.Refuse: _of_leave("Nobody has asked you for leave."),
    permissions.PutOut: _put_out,
    stranded.Fetch: _because("Nobody of yours is stranded who waits for a ship.", "WBC-C02.1"),
    stranded.GiveUpHeirs: _because("Nobody of yours is stranded without a ship.", "WBC-C02.2"),
    stranded.GiveUpNoble: _because("Nobody of yours is stranded, or kept in a refuge that ends.", "WBC-C02.2"),
    # events
    summons.StayWith: _because(NOT_CALLED, "BASE-EVT-7"),
    summons.GoAlong: _because(NOT_CALLED, "BASE-EVT-7"),
    summons.EntrustHeir: _because(NOT_CALLED, "WBC-C16"),
    summons.TakeHeir: _because("Nobody entrusts an heir to you.", "WBC-C16"),
    leave_taking.AskForHeir: _because(NOT_CALLED, "WBC-C16"),
    leave_taking.PartWithHeir: _because("Nobody asks you for an heir.", "WBC-C16"),
    commission.Commission: _because("No noble of yours is called for whom another could go.", "WBC-OPT-COMMISSION"),
    piracy.SendShips: _because("No office of yours is called to bring ships.", "BASE-EVT-8"),
    disembarking.Shelter: _because("No ship of yours looks for shelter now.", "BASE-EVT-12"),
    hospitality.Welcome: _because(NO_VISITORS, "COV-8.2.5"),
    hospitality.TurnAway: _because(NO_VISITORS, "COV-8.2.5"),
    embassy.Travel: _because("No King of yours is called to an embassy.", "BASE-EVT-10"),
    treachery.PickCards: _because("No hand lies before you to choose from.", "WBC-V01.2"),
    # at any time
    playing.Play: _at_any_time(_because("You hold no Crown card that can come into play now.", "BASE-CRN-2")),
    regicide.KillHeir: _at_any_time(_because("You control no heir.", "BASE-CAP-4")),
    dukes.CallDuke: _at_any_time(_because("No Duke would serve you now.", "WBC-R05.2")),
    trade.OfferTrade: _at_any_time(_because("You can offer nobody anything now.", "BASE-TRD-1")),
    trade.AcceptTrade: _at_any_time(_because(NO_TRADE, "BASE-TRD-1")),
    trade.DeclineTrade: _at_any_time(_because(NO_TRADE, "BASE-TRD-1")),
    trade.WithdrawTrade: _at_any_time(_because("No offer of trade of yours waits.", "BASE-TRD-1")),
    fleet.LendShip: _at_any_time(
        _by_option(
            "ship_loan", {True: ("You have no ship to lend.", "WBC-R02.5")}, ("No ships are lent here.", "BASE-TRD-2")
        )
    ),
    fleet.RecallShip: _at_any_time(_because("You have lent no ship that you could call back now.", "WBC-R02.5")),
    transfers.Transfer: _at_any_time(
        _by_option(
            "card_transfer_reach",
            {
                "same_square_ships_anywhere": ("Your nobles have nothing to pass to one another now.", "WBC-C20.1"),
                "places_and_ships_anywhere": ("Your nobles have nothing to pass to one another now.", "COV-8.7.3"),
            },
            ("Your nobles have nothing to pass to one another now.", "BASE-TRD-2"),
        )
    ),
}
"""The reason for each kind of answer, and for what is open at any time."""

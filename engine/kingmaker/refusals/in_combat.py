"""Reasons why actions of the Combat phase are impossible now."""

from collections.abc import Callable
from functools import partial
from typing import Any

from engine.core.actions import Action
from engine.core.errors import Illegal, caught
from engine.kingmaker.board import locations
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import ForceId, SquareId
from engine.kingmaker.board.people import force_ids, forces
from engine.kingmaker.board.places import sites
from engine.kingmaker.combat import (
    ambush,
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
from engine.kingmaker.combat.muster import Muster
from engine.kingmaker.combat.sides import binding
from engine.kingmaker.refusals.orders import Attempts, Order, Orders
from engine.kingmaker.refusals.reasons import Reason, Reasons, Tried, at_any_time, because, by_option, copied
from engine.kingmaker.ships import shipping

# ---------------------------------------------------------------------- candidates for an order

Announce = Callable[[Kingmaker, str, Any], None]
"""Announces a combat, or refuses it."""


def _attacks(kind: Callable[[ForceId, ForceId], Action], announce: Announce) -> Callable[[Kingmaker, str], Attempts]:
    """Return the candidates for a kind of attack of one force on another: pairs of forces in one square."""

    def attempts(game: Kingmaker, seat: str) -> Attempts:
        for force in _own_forces(game, seat):
            for target in _enemies(game, seat, force):
                yield partial(announce, game, seat, kind(force, target))

    return attempts


def _own_forces(game: Kingmaker, seat: str) -> list[ForceId]:
    """Return the forces of a seat, those in the open first."""
    found = dict.fromkeys(force_ids.force_id(game, noble) for noble in forces.nobles_of(game, seat))
    return sorted(found, key=_sheltered)


def _enemies(game: Kingmaker, seat: str, force: ForceId) -> list[ForceId]:
    """Return the forces of others in the square of a force, those in the open first."""
    square = _square_of(game, force)
    others = [noble for noble in game.state.nobles if game.noble(noble).faction != seat and game.noble(noble).at]
    found = dict.fromkeys(force_ids.force_id(game, noble) for noble in others)
    return sorted((other for other in found if square and _square_of(game, other) == square), key=_sheltered)


def _sheltered(force: ForceId) -> bool:
    return locations.kind(force_ids.at_of(force)) != "open"


def _square_of(game: Kingmaker, force: ForceId) -> SquareId:
    return locations.square_of(game.shore(force_ids.at_of(force)))


def _sieges(game: Kingmaker, seat: str) -> Attempts:
    """Return the candidates for a siege, places with walls first."""
    for force in _own_forces(game, seat):
        square = _square_of(game, force)
        there = game.catalog.squares[square].places if square else ()
        for place in sorted(there, key=lambda place: not game.catalog.places[place].fortress):
            yield partial(besieging.announce_siege, game, seat, besieging.BesiegeSite(force, place))


def _sallies(game: Kingmaker, seat: str) -> Attempts:
    for noble in forces.nobles_of(game, seat):
        at = game.noble(noble).at
        if locations.kind(at) == "inside" and sites.under_siege(game, at):
            yield partial(besieging.announce_sally, game, seat, besieging.Sally([noble]))


def _sea_fights(game: Kingmaker, seat: str) -> Attempts:
    seas = dict.fromkeys(game.ship(ship).at for ship in shipping.ships_of(game, seat))
    for sea in seas:
        for other in game.state.seats:
            if other != seat:
                yield partial(sea_attacks.announce, game, seat, sea_attacks.AttackFleet(sea, other))


# ---------------------------------------------------------------------- orders

NO_ENEMY = ("No other player's force is where one of your forces stands in the open.", "BASE-CMB-1")
NO_WALLS = ("None of your forces stands outside a place that it could attack.", "BASE-SGE-1")
NOT_BESIEGED = ("None of your nobles is under siege.", "BASE-SGE-8")
NO_SHIP = ("You have no ship on the map.", "BASE-SEA-1")
NO_AMBUSHES = ("Ambushes are not played at this table.", "BASE-AMB-1")
NO_ASSASSINS = ("No assassins are sent at this table.", "COV-5.15b")
NO_SEA_FIGHTS = ("Nobody fights at sea at this table.", "WBC-V09.1")

ORDERS: Orders = {
    combat.Attack: Order(
        *("combat", "attack", combat.announce_battle, _attacks(combat.Attack, combat.announce_battle), NO_ENEMY)
    ),
    combat.Ambush: Order(
        *("combat", "lay ambushes", combat.announce_ambush),
        *(_attacks(combat.Ambush, combat.announce_ambush), NO_ENEMY),
        barred=lambda game: None if ambush.played(game) else NO_AMBUSHES,
    ),
    combat.SendAssassin: Order(
        *("combat", "send assassins", combat.announce_assassin),
        *(_attacks(combat.SendAssassin, combat.announce_assassin), NO_ENEMY),
        barred=lambda game: None if assassins.sent(game) else NO_ASSASSINS,
    ),
    besieging.BesiegeSite: Order("combat", "attack places", besieging.announce_siege, _sieges, NO_WALLS),
    besieging.Sally: Order("combat", "sally", besieging.announce_sally, _sallies, NOT_BESIEGED),
    sea_attacks.AttackFleet: Order(
        *("combat", "fight at sea", sea_attacks.announce, _sea_fights, NO_SHIP),
        barred=lambda game: None if sea_attacks.fought(game) else NO_SEA_FIGHTS,
    ),
}
"""The actions of the Combat phase that a seat takes of its own accord."""


# ---------------------------------------------------------------------- answers


def _ending_inside(game: Kingmaker, seat: str, tried: Tried) -> Illegal:
    """Return a reason for ending inside: another player may have to decide first after the same sally."""
    asked = [step.seat for step in game.steps if isinstance(step, sallies.AfterSally)]
    if seat in asked:
        return Illegal(f"{{{asked[-1]}}} says first whose nobles go back inside; then it is your turn.", "BASE-SGE-8")
    return Illegal("None of your nobles has just come back from a sally.", "BASE-SGE-8")


def _in_muster(reason: str, rule: str) -> Reason:
    """Return a reason for actions in an announced combat; check first that there is one, and whose turn it is."""

    def found(game: Kingmaker, seat: str, tried: Tried) -> Illegal:
        gathering = game.under_way(Muster)
        if gathering is None:
            return Illegal("No combat is waiting for you.", "BASE-CMB-2")
        if game.top is gathering and seat == gathering.seat and gathering.waiting(game):
            return Illegal("Not everybody is ready yet; I draw the card when all are.", "BASE-CMB-2")
        return Illegal(reason, rule)

    return found


def _alliance(reason: str) -> Reason:
    """Return a reason with the rule of alliances at this table."""
    return lambda game, seat, tried: _in_muster(reason, muster.alliance_rule(game))(game, seat, tried)


def _admit(game: Kingmaker, seat: str, tried: Tried) -> Illegal:
    if binding(game):
        return Illegal("At this table a helper joins immediately; nobody is asked.", "COV-5.11")
    return _alliance("No other force can join your side of this combat.")(game, seat, tried)


def _ending(end: Callable[[Kingmaker, Muster], None], otherwise: Reason) -> Reason:
    """Return a reason why a muster cannot end: what prevents the attacker, if ending it is the attacker's choice."""

    def found(game: Kingmaker, seat: str, tried: Tried) -> Illegal:
        board = copied(game)
        gathering, refusal = board.top, None
        if isinstance(gathering, Muster) and seat == gathering.seat:
            refusal = caught(partial(end, board, gathering))
        return refusal or otherwise(game, seat, tried)

    return found


def _draw(board: Kingmaker, gathering: Muster) -> None:
    if not gathering.waiting(board):
        muster_end.draw(board, gathering)


def _hold(board: Kingmaker, gathering: Muster) -> None:
    if muster_end.has_choice(board, gathering) and not gathering.waiting(board):
        muster_end.hold(board, gathering)


def _withdraw(board: Kingmaker, gathering: Muster) -> None:
    muster_end.withdraw(board, gathering, early=bool(gathering.waiting(board)))


REASONS: Reasons = {
    muster.Ally: _alliance("You have no force there that has not fought, so none can join this combat."),
    muster.AdmitAlly: _admit,
    muster.HoldBack: _in_muster("No other force of yours is attacked here.", "BASE-CMB-3"),
    muster.BringIn: _in_muster("None of your forces is held back from this combat.", "BASE-CMB-3"),
    muster.StandReady: _in_muster("This combat is not waiting for you.", "BASE-CMB-2"),
    muster_end.Draw: _ending(_draw, _in_muster("You do not draw the card of this combat.", "BASE-CMB-2")),
    muster_end.HoldSiege: _ending(
        _hold,
        by_option(
            "siege_rule",
            {"covault": ("You are not about to lay or hold a siege.", "COV-6.2")},
            ("At this table only bad weather begins a siege, and it then continues by itself.", "BASE-SGE-3"),
        ),
    ),
    muster_end.Withdraw: _ending(
        _withdraw, _in_muster("You cannot call this combat off; the attacker can.", "BASE-CMB-2")
    ),
    sallies.EndInside: _ending_inside,
    vacillation_in_battle.DrawAgain: because("Nobody has just wavered in a battle of yours.", "WBC-V04.5"),
    vacillation_in_battle.BreakOff: because("Nobody has just wavered in a battle of yours.", "WBC-V04.5"),
    pardon.PlayPardon: because("You are not about to lose a noble, or you hold no King's Pardon.", "WBC-R07"),
    retreat.GoHome: because("None of your nobles is being sent home.", "COV-5.16"),
    assault.GoInside: because("You have not just taken a place.", "BASE-SGE-5"),
    assault.NameKeeper: because("You have not just taken a place for which you must choose a holder.", "COV-8.1.1"),
    prizes.Scuttle: because("You have not just captured a ship of the Warden or the Admiral.", "WBC-V09.8"),
    prizes.MakePort: because("None of your victorious fleets is overloaded.", "WBC-V09.9"),
    captives.Divide: because("There is nothing for you to divide; win a combat first.", "BASE-CMB-11"),
    captives.Execute: lambda game, seat, tried: captives.why_not_execute(game, seat),
    captives.Release: at_any_time(because("You have no captive.", "BASE-CAP-3")),
    raising_sieges.RaiseSiege: at_any_time(because("You have no siege that you could give up now.", "BASE-SGE-7")),
}
"""The reason for each kind of answer in a combat."""

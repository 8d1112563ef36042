"""Why what is not offered is impossible now: a reason for every kind of action, with the most specific rule."""

from collections.abc import Callable

from engine.core.actions import Action, Pass
from engine.core.errors import Illegal, caught
from engine.warriors.battles import battles, losses, retreat, siege, standing
from engine.warriors.board import names
from engine.warriors.board.game import Warriors, enemy
from engine.warriors.board.state import Side
from engine.warriors.board.steps import AsProposed
from engine.warriors.impulses import impulses
from engine.warriors.leaders import arrivals, captives
from engine.warriors.realm import assigning, deploying, raising
from engine.warriors.sequence import setup

Tried = Action | None
"""The action that a seat has tried; None if only its kind is known."""

Reason = Callable[[Warriors, Side, Tried], Illegal]
"""Tells why a side can do nothing of one kind now."""


def objection(game: Warriors, seat: str, kind: type[Action], action: Tried) -> Illegal | None:
    """Return why a seat can do nothing of a kind now; None for what has no reason of its own."""
    if not game.has_side(seat):
        return Illegal("Both players bid for the English first.", "WOG-0.5")
    reason = REASONS.get(kind)
    return reason(game, game.side(seat), action) if reason else None


def _phase(game: Warriors, side: Side, wanted: str, rule: str, what: str) -> Illegal:
    """Why this is not the moment for something that is done in a phase."""
    now = game.state.turn.phase
    if now != wanted:
        return Illegal(f"{what} in {names.PHASES[wanted]}; this is {names.PHASES[now]}.", rule)
    top = game.top
    if getattr(top, "side", side) != side:
        return Illegal(f"{what} in {names.PHASES[wanted]}, but {names.side(enemy(side))} decide first; wait.", rule)
    return Illegal(f"You have nothing of this kind to do now; {what[:1].lower()}{what[1:]} when I ask you.", rule)


def _of_phase(wanted: str, rule: str, what: str) -> Reason:
    return lambda game, side, tried: _phase(game, side, wanted, rule, what)


# ---------------------------------------------------------------------- impulses


def _impulse(game: Warriors, side: Side, found: Illegal | None, rule: str) -> Illegal:
    """Join why this is no moment for an impulse with why the impulse itself is impossible."""
    turn = game.state.turn
    when = ""
    if turn.phase != "impulses":
        when = f"Impulses come in {names.PHASES['impulses']}; this is {names.PHASES[turn.phase]}."
    elif turn.moving != side:
        when = f"{names.opening(turn.moving)} have this impulse; wait for yours."
    if found is None:
        return Illegal(when or "This is not possible now; choose another impulse.", rule if not when else "WOG-2.1")
    return Illegal(f"{when} Also: {found.reason}" if when else found.reason, found.rule or rule)


def _move(game: Warriors, side: Side, tried: Tried) -> Illegal:
    found = caught(lambda: impulses.check_move(game, side, tried)) if isinstance(tried, impulses.Move) else None
    if found is None and not impulses.movable(game, side):
        reason = "None of your leaders may leave his area; pass, or remove a marker where you can."
        found = Illegal(reason, "WOG-2.10")
    return _impulse(game, side, found, "WOG-2.2")


def _unmark(game: Warriors, side: Side, tried: Tried) -> Illegal:
    found = None
    if isinstance(tried, impulses.Unmark):
        found = caught(lambda: impulses.check_unmark(game, side, tried.area))
    if found is None and not impulses.markers(game, side):
        reason = "You nowhere outnumber the enemy by two at an enemy marker; bring more leaders there."
        found = Illegal(reason, "WOG-2.11")
    return _impulse(game, side, found, "WOG-2.11")


def _pass_all(game: Warriors, side: Side, tried: Tried) -> Illegal:
    if game.state.turn.phase == "impulses" and game.state.turn.moving == side:
        return Illegal("You have only one impulse left, or cannot use those you have: pass.", "WOG-2.12")
    return _impulse(game, side, None, "WOG-2.12")


def _pass(game: Warriors, side: Side, tried: Tried) -> Illegal:
    if game.state.turn.phase == "impulses":
        return _impulse(game, side, None, "WOG-2.12")
    return Illegal("You have nothing to decline now; wait until I ask you.", "WOG-2.12")


# ---------------------------------------------------------------------- battles


def _in_battle(game: Warriors, rule: str) -> Illegal | None:
    if game.state.battle is None:
        return Illegal("No battle is being fought now; wait until I ask you in one.", rule)
    return None


def _engage(game: Warriors, side: Side, tried: Tried) -> Illegal:
    if game.state.battle is not None:
        where = names.area(game, game.battle.area)
        return Illegal(f"First the battle of {where} has to end.", "WOG-3.1")
    if side != game.first and game.state.turn.phase in ("impulses", "battles"):
        return Illegal("The side with the initiative decides which battle is next; wait.", "WOG-3.1")
    return _phase(game, side, "battles", "WOG-3.1", "You fight battles")


def _command(game: Warriors, side: Side, tried: Tried) -> Illegal:
    found = _in_battle(game, "WOG-3.2")
    if found:
        return found
    if side in game.battle.commanders:
        name = names.leader(game, game.battle.commanders[side])
        return Illegal(f"{name} commands for the whole battle.", "WOG-3.3")
    return Illegal("The side without the initiative names its commander first; wait.", "WOG-3.2")


def _besieged(game: Warriors, side: Side, tried: Tried) -> Illegal:
    found = _in_battle(game, "WOG-3.6")
    if found:
        return found
    if game.controller(game.battle.area) is None:
        return Illegal("Nobody controls this area, so nobody is besieged in it; fight in the field.", "WOG-3.6")
    if game.option("siege_standing") == "standing_order":
        reason = "At this table standing orders decide; change yours with 'order when to be besieged'."
        return Illegal(reason, "WOG-14.6")
    return Illegal("Only the side that controls the area chooses, once, before the first round.", "WOG-3.6")


def _flee(game: Warriors, side: Side, tried: Tried) -> Illegal:
    return _in_battle(game, "WOG-3.10") or Illegal(
        "Only attackers whose assault has failed flee; from a field battle you retreat.", "WOG-3.10"
    )


def _lose(game: Warriors, side: Side, tried: Tried) -> Illegal:
    if game.option("hit_allocation") == "auto":
        reason = "At this table losses follow the casualty order; change it with 'order what is lost first'."
        return Illegal(reason, "WOG-14.5")
    return _in_battle(game, "WOG-3.27") or Illegal("You have no hits to take; I ask you when you have.", "WOG-3.27")


def _force(game: Warriors, side: Side, tried: Tried) -> Illegal:
    found = _in_battle(game, "WOG-3.25")
    if found:
        return found
    if game.battle.aggressor == side:
        return Illegal("The aggressor cannot force a retreat; you stay or retreat when I ask you.", "WOG-3.25")
    if game.battle.misses >= game.catalog.battle.miss_limit:
        return Illegal("You have decided about that; I ask you again after the next round.", "WOG-3.25")
    missed = f"{game.battle.misses} round{'' if game.battle.misses == 1 else 's'}"
    return Illegal(f"The aggressor has missed {missed} in a row; I ask you after three.", "WOG-3.25")


def _retreat(game: Warriors, side: Side, tried: Tried) -> Illegal:
    found = _in_battle(game, "WOG-3.38")
    if found:
        return found
    if game.battle.kind == "siege":
        return Illegal("This is a siege: nobody retreats from it; if the walls hold, the attackers flee.", "WOG-3.10")
    if game.battle.kind != "field" or game.battle.round == 0:
        return Illegal("A field battle has at least one round; then I ask you.", "WOG-3.14")
    if isinstance(game.top, retreat.Forcing):
        foe = names.side(enemy(game.battle.aggressor))
        return Illegal(f"First {foe} say whether they force the aggressor to retreat; wait.", "WOG-3.25")
    return Illegal("The side without the initiative decides first, after each round; wait.", "WOG-3.38")


def _withdraw(game: Warriors, side: Side, tried: Tried) -> Illegal:
    reason = "None of your leaders has to stay behind now; I ask you when one has."
    return _in_battle(game, "WOG-3.40") or Illegal(reason, "WOG-3.40")


# ---------------------------------------------------------------------- upkeep


def _exchange(game: Warriors, side: Side, tried: Tried) -> Illegal:
    if side != game.first and game.state.turn.phase == "captives":
        return Illegal("The side with the initiative chooses who is exchanged.", "WOG-7.2")
    when = _phase(game, side, "captives", "WOG-7.1", "You exchange prisoners")
    if captives.exchangeable(game):
        return when
    return Illegal(f"{when.reason} Also: no prisoners of the two sides have equal stars.", "WOG-7.1")


def _ransom(game: Warriors, side: Side, tried: Tried) -> Illegal:
    when = _phase(game, side, "captives", "WOG-7.4", "You pay ransoms")
    if game.prisoners(side):
        return when
    return Illegal(f"{when.reason} Also: none of your leaders is in prison.", "WOG-7.4")


def _choose(game: Warriors, side: Side, tried: Tried) -> Illegal:
    return Illegal("The first two non-aligned leaders are taken; that was at set-up.", "WOG-0.2")


def _bid(game: Warriors, side: Side, tried: Tried) -> Illegal:
    return Illegal("The sides are settled; nobody bids any more.", "WOG-0.5")


def _proposed(game: Warriors, side: Side, tried: Tried) -> Illegal:
    return Illegal("I propose nothing now; I do when you raise, deploy, place or assign.", "WOG-5.1")


REASONS: dict[type[Action], Reason] = {
    setup.Bid: _bid,
    setup.Choose: _choose,
    impulses.Move: _move,
    impulses.Unmark: _unmark,
    impulses.PassAll: _pass_all,
    Pass: _pass,
    battles.Engage: _engage,
    battles.Command: _command,
    siege.StandSiege: _besieged,
    siege.GiveBattle: _besieged,
    siege.Flee: _flee,
    losses.Lose: _lose,
    retreat.Force: _force,
    retreat.LetStay: _force,
    retreat.Retreat: _retreat,
    retreat.Stay: _retreat,
    retreat.Withdraw: _withdraw,
    standing.OrderSiege: lambda game, side, tried: standing.objection(game, standing.OrderSiege),
    standing.OrderLosses: lambda game, side, tried: standing.objection(game, standing.OrderLosses),
    raising.Raise: _of_phase("raising", "WOG-5.1", "You raise troops"),
    raising.Levy: _of_phase("raising", "WOG-5.1", "You raise troops"),
    deploying.Deploy: _of_phase("deploying", "WOG-6.1", "You deploy troops"),
    deploying.Recruit: _of_phase("deploying", "WOG-6.5", "You recruit mercenaries"),
    captives.Exchange: _exchange,
    captives.Ransom: _ransom,
    arrivals.Place: _of_phase("arrivals", "WOG-9.1", "You place leaders"),
    arrivals.Crown: _of_phase("arrivals", "WOG-9.12", "You crown a King"),
    assigning.Assign: _of_phase("assigning", "WOG-10.1", "You assign troops"),
    assigning.Allot: _of_phase("assigning", "WOG-10.1", "You assign troops"),
    AsProposed: _proposed,
}
"""The reason for each kind of action."""

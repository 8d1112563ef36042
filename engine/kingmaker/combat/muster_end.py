"""How a muster ends: the attacker draws, holds a siege or withdraws (rules 4.2.2, 4.7.2; D35, D36)."""

from typing import TYPE_CHECKING

from engine.core.actions import Action, Offer, Request
from engine.core.errors import Illegal
from engine.core.steps import AnyStep
from engine.kingmaker.board import forces, locations, names, sieges
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.combat import account, assassins, assault, battle, battle_table, odds, sea_battle

if TYPE_CHECKING:
    from engine.kingmaker.combat.muster import Muster


class Draw(Action, frozen=True):
    """Draw the event card: the combat is fought."""


class HoldSiege(Action, frozen=True):
    """Lay siege, or let a siege go on, without turning a card (D36)."""


class Withdraw(Action, frozen=True):
    """Call the combat off; the attack of the force is used up."""


def request(game: Kingmaker, muster: "Muster") -> Request:
    """Ask the attacker, once everybody is ready."""
    prompt = f"{muster.words(game)} {_chances(game, muster)} "
    prompt += "What do you do?" if may_hold(game, muster) else "Do you draw the card?"
    decision = "D36" if _has_choice(game, muster) else "D35"
    return Request(muster.seat, decision, prompt, tuple(offers(game, muster)), lambda: usual(game, muster))


def _chances(game: Kingmaker, muster: "Muster") -> str:
    if muster.kind == "siege":
        return odds.siege_words(game, muster.attackers(game), muster.site)
    return odds.words(_preview(game, muster))


def _preview(game: Kingmaker, muster: "Muster") -> odds.Preview:
    """What the draw may bring, by public knowledge."""
    if muster.kind == "siege":
        return odds.siege_preview(game, muster.attackers(game), muster.site)
    attackers, defenders = muster.attackers(game), muster.defenders(game)
    match muster.kind:
        case "assassin":
            return assassins.preview(game, attackers, defenders, muster.victim)
        case "ambush":
            return odds.ambush_preview(game, attackers, defenders, muster.victim)
        case "sea":
            return odds.preview(game, attackers, defenders, steady=True)
        case _:
            return battle_table.forecast(game, attackers, defenders)


def offers(game: Kingmaker, muster: "Muster") -> list[Offer]:
    """What the attacker may do when all are ready."""
    taking, holding = may_draw(game, muster), may_hold(game, muster)
    draw = "Take the place: draw for the weather" if _has_choice(game, muster) else "Draw the card"
    found = [Offer(Draw, draw, hint=odds.words(_preview(game, muster)))] if taking else []
    if holding:
        found.append(Offer(HoldSiege, "Hold the siege" if under_way(game, muster) else "Lay siege"))
    if not (taking or holding) or not (muster.forced or under_way(game, muster)):
        found.append(Offer(Withdraw, "Call the attack off", hint="The attack of this force is used up."))
    return found


def usual(game: Kingmaker, muster: "Muster") -> Action:
    """The default: hold where a siege is under way or forced, else draw if strong enough (D35, D36)."""
    holding, drawing = may_hold(game, muster), may_draw(game, muster)
    if holding and (muster.forced or under_way(game, muster) or not drawing):
        return HoldSiege()
    return Draw() if drawing else Withdraw()


def nothing_but_holding(game: Kingmaker, muster: "Muster") -> bool:
    """Whether the attacker has no choice left but to hold the siege."""
    return [offer.action for offer in offers(game, muster)] == [HoldSiege]


def may_draw(game: Kingmaker, muster: "Muster") -> bool:
    """Whether the attackers may draw: for a place they must match its defence [BASE-SGE-1, COV-6.1]."""
    if muster.kind == "siege":
        return _men(game, muster) >= sieges.to_take(game, muster.site)
    if muster.alone or not battle_table.by_table(game):
        return True
    defence = forces.total(game, muster.defenders(game), "defence")
    return battle_table.column(game, _men(game, muster), defence) is not None


def may_hold(game: Kingmaker, muster: "Muster") -> bool:
    """Whether the attackers may lay siege, or hold one, without a draw [COV-6.2]."""
    return _has_choice(game, muster) and _men(game, muster) >= sieges.required(game, muster.site)


def under_way(game: Kingmaker, muster: "Muster") -> bool:
    """Whether the attackers hold the siege already, so that there is nothing to withdraw from."""
    return _has_choice(game, muster) and muster.site in game.state.sieges


def _has_choice(game: Kingmaker, muster: "Muster") -> bool:
    """Whether the besieger chooses between holding a siege and concluding it (option `siege_rule`)."""
    return muster.kind == "siege" and game.option("siege_rule") == "covault"


def _men(game: Kingmaker, muster: "Muster") -> int:
    return forces.total(game, muster.attackers(game), "attack")


# ---------------------------------------------------------------------- what is done


def _check_final(game: Kingmaker, muster: "Muster") -> None:
    if muster.waiting(game):
        waiting = ", ".join(f"{{{seat}}}" for seat in muster.waiting(game))
        raise Illegal(f"The draw waits for {waiting}.", "BASE-CMB-2")


def draw(game: Kingmaker, muster: "Muster") -> None:
    """Begin the combat; raises Illegal unless everybody is ready and the attackers are strong enough (D35)."""
    _check_final(game, muster)
    attackers, defenders = muster.attackers(game), muster.defenders(game)
    if muster.kind == "siege" and not may_draw(game, muster):
        reason = f"{names.place(muster.site)} is taken by {sieges.to_take(game, muster.site)} men or more."
        raise Illegal(reason, sieges.cite(game, "BASE-SGE-1", "COV-6.1"))
    game.pop(muster)
    told = account.begun(game, muster.kind, muster.seat, muster.target, muster.at, muster.site, attackers, defenders)
    game.push(_combat(game, muster, attackers, defenders), told)


def _combat(game: Kingmaker, muster: "Muster", attackers: list[str], defenders: list[str]) -> AnyStep:
    """The active combat, by option `battle_rule`."""
    inside = set(forces.nobles_at(game, locations.inside(muster.site))) if muster.site else set()
    sallied = [noble for noble in attackers if noble in inside]
    sides = (muster.seat, muster.target, attackers, defenders, muster.at)
    match muster.kind:
        case "siege":
            return assault.Assault(muster.seat, attackers, muster.site)
        case "assassin":
            return assassins.Assassination(*sides, muster.victim)
        case "sea":
            return sea_battle.SeaBattle(*sides)
        case "battle" | "sally" as kind if battle_table.by_table(game):
            return battle_table.TableBattle(kind, *sides, muster.site, sallied)
        case "battle" | "sally" | "ambush" as kind:
            return battle.Battle(kind, *sides, muster.site, sallied, muster.victim)


def hold(game: Kingmaker, muster: "Muster") -> None:
    """Lay siege, or let it go on, without a draw; raises Illegal unless the attackers may (D36) [COV-6.2]."""
    _check_final(game, muster)
    if not may_hold(game, muster):
        reason = f"{names.place(muster.site)} is besieged by {sieges.required(game, muster.site)} men or more."
        raise Illegal(reason, "COV-6.2")
    attackers = muster.attackers(game)
    battle.engage(game, attackers, [])
    game.state.turn.besieged.append(muster.site)
    game.pop(muster)
    sieges.lay(game, muster.site, muster.seat, attackers, "COV-6.2")


def withdraw(game: Kingmaker, muster: "Muster") -> None:
    """Call the combat off; raises Illegal where it must be fought, or the siege stands."""
    able = may_draw(game, muster) or may_hold(game, muster)
    if able and muster.forced:
        rule = sieges.cite(game, "BASE-SEA-5", "COV-8.6.9")
        raise Illegal("Whoever lands at a hostile port must besiege it.", rule)
    if able and under_way(game, muster) and not muster.waiting(game):
        raise Illegal("The siege stands; hold it, or give it up.", "COV-6.2")
    attackers = muster.attackers(game)
    for noble in attackers:
        game.noble(noble).fought = True
    game.pop(muster)
    text = f"{{{muster.seat}}} calls the attack off; it is used up for this phase."
    game.emit("called_off", text, track=[muster.at], rule="BASE-CMB-1")
    if muster.forced:
        sieges.fail_landing(game, muster.site, attackers)

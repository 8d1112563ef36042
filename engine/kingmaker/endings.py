"""How a muster ends: the attacker draws, holds a siege or withdraws (rules 4.2.2, 4.7.2; D35, D36)."""

from typing import TYPE_CHECKING

from engine.core.actions import Action, Offer, Request
from engine.kingmaker import battle_table, forces, odds, sieges
from engine.kingmaker.game import Kingmaker

if TYPE_CHECKING:
    from engine.kingmaker.muster import Muster


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
    return odds.words(muster.preview(game))


def offers(game: Kingmaker, muster: "Muster") -> list[Offer]:
    """What the attacker may do when all are ready."""
    taking, holding = may_draw(game, muster), may_hold(game, muster)
    draw = "Take the place: draw for the weather" if _has_choice(game, muster) else "Draw the card"
    found = [Offer(Draw, draw, hint=odds.words(muster.preview(game)))] if taking else []
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


ACTIONS: tuple[type[Action], ...] = (Draw, HoldSiege, Withdraw)

"""How a muster ends: the attacker draws, holds a siege or withdraws (rules 4.2.2, 4.7.2; D35, D36)."""

from engine.core.actions import Action, Offer, Request
from engine.core.errors import Illegal
from engine.core.steps import AnyStep
from engine.kingmaker.board import locations, names, sieges
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import forces
from engine.kingmaker.combat import ambush, assassins, assault, battle, battle_table, odds, report, sea_battle
from engine.kingmaker.combat.sides import Sides
from engine.kingmaker.overseas import refuge


class Draw(Action, frozen=True):
    """Draw the event card: the combat is fought."""


class HoldSiege(Action, frozen=True):
    """Lay siege, or let a siege go on, without turning a card (D36)."""


class Withdraw(Action, frozen=True):
    """Call the combat off; the attack of the force is used up."""


def request(game: Kingmaker, sides: Sides) -> Request:
    """Ask the attacker, once everybody is ready, with the possible results; who is too weak has only one choice."""
    holding = may_hold(game, sides)
    if holding or may_draw(game, sides):
        hold = "hold the siege" if under_way(game, sides) else "lay siege"
        ask = f"Not yet decided: storm now, or only {hold}?" if may_draw(game, sides) else "What do you do?"
        question = f"{chances(game, sides)} {ask if holding else 'Do you draw the card?'}"
    else:
        question = f"{_too_weak(game, sides).reason} All you can do is call the attack off."
    decision = "D36" if has_choice(game, sides) else "D35"
    about = str(_men(game, sides)), str(forces.total(game, sides.defenders(game), "defence"))
    able, prompt = tuple(offers(game, sides)), f"{sides.words(game)} {question}"
    return Request(sides.seat, decision, prompt, able, lambda: default(game, sides), about=about)


def fight(game: Kingmaker) -> str:
    """Return the possible results of the draw for which both sides gather, by public knowledge; "" where none do."""
    return chances(game, game.top) if isinstance(game.top, Sides) else ""


def chances(game: Kingmaker, sides: Sides) -> str:
    """Return the possible results of the draw in words, by public knowledge."""
    if sides.kind == "siege":
        return odds.siege_words(game, sides.attackers(game), sides.site)
    return odds.words(game, preview(game, sides))


def preview(game: Kingmaker, sides: Sides) -> odds.Preview:
    """Return the possible results of the draw, by public knowledge."""
    if sides.kind == "siege":
        return odds.siege_preview(game, sieges.stormers(game, sides.attackers(game)), sides.site)
    attackers, defenders = sides.attackers(game), sides.defenders(game)
    match sides.kind:
        case "assassin":
            return assassins.preview(game, attackers, defenders, sides.victim)
        case "ambush":
            return ambush.preview(game, attackers, defenders, sides.victim)
        case "sea":
            return odds.preview(game, attackers, defenders, steady=True)
        case _:
            return battle_table.forecast(game, attackers, defenders)


def offers(game: Kingmaker, sides: Sides) -> list[Offer]:
    """Return the attacker's choices when all are ready."""
    taking, holding = may_draw(game, sides), may_hold(game, sides)
    draw = "Take the place: draw for the weather" if has_choice(game, sides) else "Draw the card"
    able = [Offer(Draw, draw)] if taking else []
    if holding:
        able.append(Offer(HoldSiege, "Hold the siege" if under_way(game, sides) else "Lay siege"))
    if not (taking or holding) or not (sides.forced or under_way(game, sides)):
        remark = "If you call the attack off, these nobles cannot attack again in this phase."
        able.append(Offer(Withdraw, "Call the attack off", remark=remark, forgoes=taking or holding))
    return able


def default(game: Kingmaker, sides: Sides) -> Action:
    """Return the default: hold where a siege is under way or forced, else draw if strong enough (D35, D36)."""
    holding, drawing = may_hold(game, sides), may_draw(game, sides)
    if holding and (sides.forced or under_way(game, sides) or not drawing):
        return HoldSiege()
    return Draw() if drawing else Withdraw()


def nothing_but_holding(game: Kingmaker, sides: Sides) -> bool:
    """Whether the attacker has no choice left but to hold the siege."""
    return [offer.action for offer in offers(game, sides)] == [HoldSiege]


def may_draw(game: Kingmaker, sides: Sides) -> bool:
    """Whether the attackers may draw: for a place they must match its defence [BASE-SGE-1, COV-6.1]."""
    if sides.kind == "siege":
        return sieges.men_to_take(game, sides.attackers(game)) >= sieges.to_take(game, sides.site)
    if sides.alone or not battle_table.by_table(game):
        return True
    defence = forces.total(game, sides.defenders(game), "defence")
    return battle_table.column(game, _men(game, sides), defence) is not None


def may_hold(game: Kingmaker, sides: Sides) -> bool:
    """Whether the attackers may lay siege, or hold one, without a draw [COV-6.2]."""
    men = sieges.men_to_hold(game, sides.attackers(game))
    return has_choice(game, sides) and men >= sieges.required(game, sides.site)


def under_way(game: Kingmaker, sides: Sides) -> bool:
    """Whether the attackers hold the siege already, so that there is nothing to withdraw from."""
    return has_choice(game, sides) and sides.site in game.state.sieges


def has_choice(game: Kingmaker, sides: Sides) -> bool:
    """Whether the besieger chooses between holding a siege and concluding it (option `siege_rule`)."""
    return sides.kind == "siege" and game.option("siege_rule") == "covault"


def _men(game: Kingmaker, sides: Sides) -> int:
    return forces.total(game, sides.attackers(game), "attack")


# ---------------------------------------------------------------------- what is done


def draw(game: Kingmaker, sides: Sides) -> None:
    """Begin the combat, by option `battle_rule`; raises Illegal unless the attackers are strong enough (D35)."""
    attackers, defenders = sides.attackers(game), sides.defenders(game)
    if sides.kind == "siege":
        attackers = sieges.stormers(game, attackers)
    if not may_draw(game, sides):
        raise _too_weak(game, sides)
    game.pop(sides)
    told = report.begun(game, sides.kind, sides.seat, sides.target, sides.at, sides.site, attackers, defenders)
    inside = set(forces.nobles_at(game, locations.inside(sides.site))) if sides.site else set()
    sallied = [noble for noble in attackers if noble in inside]
    people = (sides.seat, sides.target, attackers, defenders, sides.at)
    combat: AnyStep
    match sides.kind:
        case "siege":
            combat = assault.Assault(sides.seat, attackers, sides.site)
        case "assassin":
            combat = assassins.Assassination(*people, sides.victim, site=sides.site)
        case "sea":
            combat = sea_battle.SeaBattle(*people)
        case "battle" | "sally" as kind if battle_table.by_table(game):
            combat = battle_table.TableBattle(kind, *people, sides.site, sallied)
        case "battle" | "sally" | "ambush" as kind:
            combat = battle.Battle(kind, *people, sides.site, sallied, sides.victim)
    game.push(combat, told)


def _too_weak(game: Kingmaker, sides: Sides) -> Illegal:
    """Why attackers who are too few for a place or a battle may not draw."""
    if sides.kind == "siege":
        reason = f"It takes {sieges.to_take(game, sides.site)} men or more to take {names.place(game, sides.site)}."
        return Illegal(reason, sieges.cite(game, "BASE-SGE-1", "COV-6.1"))
    return battle_table.too_few(_men(game, sides), forces.total(game, sides.defenders(game), "defence"))


def hold(game: Kingmaker, sides: Sides, *, announced: bool = True) -> None:
    """Lay siege, or let it go on, without a draw; raises Illegal unless the attackers may (D36) [COV-6.2]."""
    if not may_hold(game, sides):
        reason = f"It takes {sieges.required(game, sides.site)} men or more to besiege {names.place(game, sides.site)}."
        raise Illegal(reason, "COV-6.2")
    attackers = sides.attackers(game)
    battle.engage(game, attackers, [])
    game.state.turn.besieged.append(sides.site)
    game.pop(sides)
    sieges.lay(game, sides.site, sides.seat, attackers, "COV-6.2", announced=announced)


def withdraw(game: Kingmaker, sides: Sides, *, early: bool) -> None:
    """Call the combat off; raises Illegal where it must be fought, or the siege stands.

    `early` means that somebody still has something to decide before the draw.
    """
    able = may_draw(game, sides) or may_hold(game, sides)
    if able and sides.forced:
        rule = sieges.cite(game, "BASE-SEA-5", "COV-8.6.9")
        raise Illegal("You landed at a hostile port, so you must besiege it.", rule)
    if able and under_way(game, sides) and not early:
        raise Illegal("Your siege continues; hold it, or give it up.", "COV-6.2")
    attackers = sides.attackers(game)
    for noble in attackers:
        game.noble(noble).fought = True
    if not able:
        refuge.note_errands(game, attackers)
    game.pop(sides)
    who = names.cards(game, attackers)
    text = f"{{{sides.seat}}} calls the attack off; {who} cannot attack again in this phase."
    game.emit("called_off", text, track=[sides.at], rule="BASE-CMB-1")
    if sides.forced:
        sieges.fail_landing(game, sides.site, attackers)

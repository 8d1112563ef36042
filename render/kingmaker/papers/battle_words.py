"""A combat in words: what the battle card says, and says instead of its picture."""

from collections.abc import Mapping, Sequence

from engine.core.text import join_words
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.ids import Location
from engine.kingmaker.board.tables import BattleOutcome
from engine.kingmaker.combat.report import Combat, Fate, Fighter
from render.kingmaker.edition import SHOWN, catalog
from render.kit.lettering import printable
from render.wording import within_limit

STEPS: dict[BattleOutcome, str] = {
    "attack_fails": "Fails",
    "no_victory": "None",
    "minor_victory": "Minor",
    "major_victory": "Major",
    "total_victory": "Total",
}
"""The results of the battle table, as short as its scale has room for."""

BY_TABLE: dict[BattleOutcome, str] = {
    "attack_fails": "The attack fails",
    "no_victory": "No victory",
    "minor_victory": "Minor victory",
    "major_victory": "Major victory",
    "total_victory": "Total victory",
}
"""The results of the battle table, for the attacker."""

FATES: dict[Fate, str] = {
    "dead": "dead",
    "captured": "captured",
    "pardoned": "saved by a pardon",
    "wavered": "wavered and left",
}


def title(combat: Combat) -> str:
    """Return what a combat is called: 'Battle at Coventry', 'Assault on York'."""
    match combat.kind:
        case "siege":
            return f"Assault on {names.place(SHOWN, combat.place)}"
        case "sally":
            return f"Sally from {names.place(SHOWN, combat.place)}"
        case "sea":
            return f"Battle at sea, {_water(combat.at)}"
        case "ambush":
            return f"Ambush at {locations.short(SHOWN, combat.at)}"
        case "assassin":
            return f"An assassin at {locations.short(SHOWN, combat.at)}"
        case "battle":
            return f"Battle at {locations.short(SHOWN, combat.at)}"


def _water(at: Location) -> str:
    book = catalog()
    if locations.kind(at) == "sea":
        return book.seas[locations.sea_of(at)].name
    return f"in port at {book.places[locations.place_of(at)].name}"


def wavered(combat: Combat, fighter: Fighter) -> bool:
    """Whether a noble left a combat, and his men with him, before it was decided [WBC-V04.4]."""
    return combat.fates.get(fighter.noble) == "wavered"


def attack(combat: Combat) -> int:
    """Return the men of the attack that decided a combat."""
    return _men(combat, combat.attackers)


def defence(combat: Combat) -> int:
    """Return the men of the defence that decided a combat, a garrison among them."""
    return _men(combat, combat.defenders) + combat.defended


def _men(combat: Combat, side: Sequence[Fighter]) -> int:
    return sum(fighter.men for fighter in side if not wavered(combat, fighter))


def result(combat: Combat, players: Mapping[str, str]) -> str:
    """Return how a combat ended: 'Ann wins', 'York falls to Ann', 'Nothing is decided'."""
    winner = printable(players.get(combat.winner, combat.winner))
    match combat.kind:
        case "siege":
            place = names.place(SHOWN, combat.place)
            return f"{place} falls to {winner}" if winner else f"{place} holds"
        case "ambush":
            return "The ambushers are beaten"
        case "assassin":
            return "The assassin has struck" if _struck(combat) else "The assassin fails"
        case _ if not combat.winner:
            return "No victory" if combat.roll else "Nothing is decided"
        case _ if combat.roll:
            assert combat.outcome
            words = BY_TABLE[combat.outcome]
            return words if combat.outcome == "attack_fails" else f"{words} for {winner}"
        case _:
            return f"{winner} wins"


def _struck(combat: Combat) -> bool:
    own = {fighter.noble for fighter in combat.attackers}
    return any(fate == "dead" and person not in own for person, fate in combat.fates.items())


def judgement(combat: Combat) -> str:
    """Return what decided a combat: the card and its odds, or the column and the roll of the table."""
    card = f"Card: {catalog().events[combat.card].title}" if combat.card else ""
    if combat.roll:
        return f"Column {combat.column}, the dice show {combat.roll}"
    if combat.column:
        asked = catalog().events[combat.card].odds
        return f"Odds reached: {combat.column}. {card}, which asks for {'a majority' if asked == 'majority' else asked}"
    if combat.kind in ("battle", "sally", "sea"):
        return f"Even odds: neither side can win. {card}"
    return f"{card}. The weather is fair, and the attack is strong enough" if combat.kind == "siege" else card


def _judged(combat: Combat) -> str:
    """Return what decided a combat, in whole sentences for the alternative text."""
    if combat.roll:
        return f"The odds are {combat.column}, and the percent dice show {combat.roll}"
    if combat.column:
        card = catalog().events[combat.card]
        asked = "a majority" if card.odds == "majority" else f"odds of {card.odds}"
        return f"The attack has odds of {combat.column}. The event card {card.title} asks for {asked}"
    return judgement(combat)


def fallen(combat: Combat) -> list[str]:
    """Return sentences about those who did not come out as they went in: 'Dead: Percy and Henry VI.'"""
    found: list[str] = []
    for fate, words in FATES.items():
        people = [names.thing(SHOWN, person) for person, met in combat.fates.items() if met == fate]
        if people:
            found.append(f"{words[:1].upper()}{words[1:]}: {join_words(people)}.")
    return found


def battle_alt(combat: Combat, number: int, players: Mapping[str, str]) -> str:
    """Return the alternative text of a battle card of round `number`."""
    attacked = players.get(combat.target, combat.target) or "its garrison"
    head = f"{title(combat)}, round {number}: {players.get(combat.seat, combat.seat)} against {attacked}."
    garrison = [f"the garrison {combat.defended}"] if combat.defended else []
    garrison += [f"{names.thing(SHOWN, heir)} unguarded" for heir in combat.bystanders]
    sides = [
        f"The attack has {attack(combat)} men: {_listed(combat, combat.attackers)}.",
        f"The defence has {defence(combat)} men: {_listed(combat, combat.defenders, garrison)}.",
    ]
    return within_limit([head, f"{result(combat, players)}.", *fallen(combat), *sides, f"{_judged(combat)}."])


def _listed(combat: Combat, side: Sequence[Fighter], more: Sequence[str] = ()) -> str:
    return ", ".join([*(_fighter(combat, fighter) for fighter in side), *more]) or "nobody"


def _fighter(combat: Combat, fighter: Fighter) -> str:
    heirs = [names.thing(SHOWN, heir) for heir in fighter.heirs]
    left = f" (not counted: {fighter.men})" if wavered(combat, fighter) else f" {fighter.men}"
    return f"{names.card(SHOWN, fighter.noble)}{left}{f' with {join_words(heirs)}' if heirs else ''}"

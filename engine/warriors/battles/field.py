"""The rounds of a field battle (rules 6.3, step 3b)."""

from engine.core.text import counted
from engine.warriors.battles import losses, record, strength
from engine.warriors.board import names
from engine.warriors.board.game import Warriors, enemy
from engine.warriors.board.state import SIDES, Battle, Clash, Side


def begin(game: Warriors) -> None:
    """Say on which numbers the dice of both sides hit in a field battle that begins [WOG-3.5]."""
    battle = game.battle
    plus = {side: strength.modifier(game, battle, side) for side in SIDES}
    text = f"A field battle is fought in {names.area(game, battle.area)}"
    if braver := next((side for side in SIDES if plus[side]), None):
        who = f"{names.who(game, [battle.commanders[braver]])} is braver by {plus[braver]}"
        own = f"{names.side(braver)} hit on {hitting(game, plus[braver])}"
        text += f". {who}: {own}, {names.side(enemy(braver))} on {hitting(game, 0)}."
    else:
        text += f": dice hit on {hitting(game, 0)}."
    rolled = ", ".join(f"{names.side(side)} {_rolled_with(game, battle, side)}" for side in SIDES)
    text += f" They begin with these dice: {rolled}."
    game.emit("field_battle", text, about=[battle.area], rule="WOG-3.5")


def _rolled_with(game: Warriors, battle: Battle, side: Side) -> str:
    """Return how many dice a side rolls, and why: '5 (battle 4, 1 for longbows)'."""
    host = strength.host(game, battle, side)
    many, longbows = strength.dice_parts(game, host)
    why = f"{'battle' if many < strength.strength(game, host) else 'strength'} {many}"
    archers = [leader_id for leader_id in host.armies if game.card(leader_id).longbow]
    whose = f", {names.group(game, archers, 1)} among them" if archers else ""
    return f"{many + longbows} ({why}{f', {longbows} for longbows{whose}' if longbows else ''})"


def fight_round(game: Warriors) -> None:
    """Fight one round: both roll, the misses are counted, and the losses are taken [WOG-3.14, 3.23]."""
    battle = game.battle
    battle.round += 1
    silent, jeanne = _jeanne(game, battle)
    number = {side: 0 if side == silent else strength.dice(game, strength.host(game, battle, side)) for side in SIDES}
    plus = {side: strength.modifier(game, battle, side) for side in SIDES}
    rolls = {side: _roll(game, battle, side, number[side]) for side in SIDES}
    hits = {side: _hits(game, rolls[side], plus[side]) for side in SIDES}
    # The rounds in which the aggressor hits nothing are counted, and told where they are not clear [WOG-3.24, 3.26].
    limit = game.catalog.battle.miss_limit
    battle.misses = 0 if hits[battle.aggressor] else min(limit, battle.misses + 1)
    report = {
        "area": battle.area,
        "round": battle.round,
        "commanders": dict(battle.commanders),
        "rolls": rolls,
        "plus": plus,
        "hits": hits,
        "misses": battle.misses,
    }
    told = "; ".join(f"{names.side(side)} {_told(game, rolls[side], plus[side], hits[side])}" for side in SIDES)
    text = f"{names.area(game, battle.area)}, round {battle.round}: {told}.{_missed(battle, limit)}"
    game.emit("round", text, about=[battle.area], rule="WOG-3.23", report=report)
    clash = Clash(kind="round", rolls=rolls, plus=plus, hits=hits, misses=battle.misses, jeanne=jeanne)
    clash.silent = silent or ""
    record.add(game, clash)
    battle.hits = {side: hits[enemy(side)] for side in SIDES}
    battle.stage = "after"
    losses.suffer(game)


def pursue(game: Warriors) -> None:
    """Let the side that stays roll once against those who run away [WOG-3.43 to 3.45]."""
    battle = game.battle
    assert battle.retreating
    side = enemy(battle.retreating)
    plus = strength.pursuit_modifier(game, battle, side)
    rolls = _roll(game, battle, side, strength.dice(game, strength.host(game, battle, side)))
    hits = _hits(game, rolls, plus)
    report = {"area": battle.area, "side": side, "rolls": rolls, "plus": plus, "hits": hits}
    text = f"{names.opening(side)} pursue{_added(game, plus)}: {_told(game, rolls, plus, hits)}."
    game.emit("pursuit", text, about=[battle.area], rule="WOG-3.44", report=report)
    record.add(game, Clash(kind="pursuit", rolls={side: rolls}, plus={side: plus}, hits={side: hits}))
    battle.hits = {battle.retreating: hits}
    losses.suffer(game)


def pursuit(game: Warriors, side: Side) -> str:
    """Say what a side rolls as pursuer, and what else a retreat costs the other [WOG-3.44 to 3.46]."""
    number = names.dice(strength.dice(game, strength.host(game, game.battle, side)))
    hit = hitting(game, strength.pursuit_modifier(game, game.battle, side))
    once = f"{names.side(side)} roll once more ({number}, hitting on {hit}), you do not"
    return f"{once}, and the leaders who retreat gain no area this turn"


def _jeanne(game: Warriors, battle: Battle) -> tuple[Side | None, int]:
    """Return which side rolls no dice for Jeanne d'Arc, and the die, 0 without her [WOG-3.15 to 3.17]."""
    if game.card(battle.commanders["french"]).special != "jeanne_darc":
        return None, 0
    rolled = game.dice.roll(6, "Jeanne d'Arc against English bravery")
    brave = strength.bravery(game, battle, "english")
    if rolled == brave:
        game.emit("jeanne", f"Jeanne d'Arc: {rolled} against bravery {brave}, a normal round.", rule="WOG-3.16")
        return None, rolled
    silent: Side = "french" if rolled < brave else "english"
    text = f"Jeanne d'Arc: {rolled} against bravery {brave}, {names.side(silent)} roll no dice this round."
    rule = "WOG-3.15" if silent == "french" else "WOG-3.17"
    game.emit("jeanne", text, rule=rule, outcome=f"Jeanne d'Arc: no dice for {names.side(silent)}")
    return silent, rolled


def _roll(game: Warriors, battle: Battle, side: Side, number: int) -> list[int]:
    where = names.area(game, battle.area)
    return [game.dice.roll(6, f"battle of {where}: {names.side(side)}") for _ in range(number)]


def _hits(game: Warriors, rolls: list[int], plus: int) -> int:
    return sum(rolled + plus >= game.catalog.battle.hit_on for rolled in rolls)


def _told(game: Warriors, rolls: list[int], plus: int, hits: int) -> str:
    """Dice in words: '4 dice (2 3 5 6), hitting on 5 or more: 2 hits'."""
    if not rolls:
        return "no dice"
    thrown = f"{names.dice(len(rolls))} ({' '.join(map(str, rolls))})"
    return f"{thrown}, hitting on {hitting(game, plus)}: {counted(hits, 'hit')}"


def hitting(game: Warriors, plus: int) -> str:
    """Return on which numbers dice hit to which this is added: '5 or more'."""
    needed = game.catalog.battle.hit_on - plus
    return f"{needed}" if needed == strength.SIX else f"{needed} or more"


def _missed(battle: Battle, limit: int) -> str:
    """Say how often the aggressor has hit nothing, and with what consequence."""
    if not battle.misses:
        return ""
    who, enemies = names.opening(battle.aggressor), names.side(enemy(battle.aggressor))
    told = f" {who}, the aggressors, have missed in {counted(battle.misses, 'round')}"
    if battle.misses < limit:
        return f"{told}; after {limit} in a row {enemies} can make them retreat."
    return f"{told} in a row: {enemies} can make them retreat."


def _added(game: Warriors, plus: int) -> str:
    """Say what the pursuers add to their dice."""
    pursuit = game.catalog.battle.pursuit_modifier
    return f", adding {pursuit} for the pursuit{f' and {plus - pursuit} for bravery' if plus > pursuit else ''}"

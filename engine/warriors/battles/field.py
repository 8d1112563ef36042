"""The rounds of a field battle (rules 6.3, step 3b)."""

from engine.warriors.battles import losses, record, strength
from engine.warriors.board import names
from engine.warriors.board.game import Warriors, enemy
from engine.warriors.board.state import SIDES, Battle, Clash, Side


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
    missed = f" Misses of the aggressor, {names.side(battle.aggressor)}: {battle.misses} of {limit}."
    report = {
        "area": battle.area,
        "round": battle.round,
        "commanders": dict(battle.commanders),
        "rolls": rolls,
        "plus": plus,
        "hits": hits,
        "misses": battle.misses,
    }
    told = "; ".join(
        f"{names.side(side)} {_told(rolls[side], plus[side], hits[side], 'for bravery')}" for side in SIDES
    )
    text = f"{names.area(game, battle.area)}, round {battle.round}: {told}.{missed if battle.misses else ''}"
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
    text = f"{names.opening(side)} pursue: {_told(rolls, plus, hits)}."
    game.emit("pursuit", text, about=[battle.area], rule="WOG-3.44", report=report)
    record.add(game, Clash(kind="pursuit", rolls={side: rolls}, plus={side: plus}, hits={side: hits}))
    battle.hits = {battle.retreating: hits}
    losses.suffer(game)


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


def _told(rolls: list[int], plus: int, hits: int, why: str = "each") -> str:
    """Dice in words: '4 dice with +1 for bravery (2 3 5 6), 2 hits'."""
    if not rolls:
        return "no dice"
    many = f"{names.dice(len(rolls))}{f' with +{plus} {why}' if plus else ''}"
    return f"{many} ({' '.join(map(str, rolls))}), {hits} hit{'' if hits == 1 else 's'}"

"""What a battle is fought with: strength, dice, modifiers and the siege number (rules 4.3, 4.4, 6.3)."""

from engine.warriors.board.game import Warriors, enemy
from engine.warriors.board.state import Battle, Side


def count(game: Warriors, battle: Battle, side: Side, *, longbow: bool = False, gunner: bool = False) -> int:
    """Return how many pieces of a side are longbowmen, or gunners."""
    return sum(
        number
        for id in game.here(battle.area, side)
        for kind, number in game.leader(id).troops.items()
        if (longbow and game.troop(kind).longbow) or (gunner and game.troop(kind).gunner)
    )


def strength(game: Warriors, battle: Battle, side: Side) -> int:
    """Return the strength of a side without gunners; each leader counts 1 [WOG-3.18, 3.19]."""
    return sum(
        1 + sum(number for kind, number in game.leader(id).troops.items() if game.troop(kind).counts_for_dice)
        for id in game.here(battle.area, side)
    )


def longbows(game: Warriors, battle: Battle, side: Side) -> int:
    """Return the longbowmen and longbow leaders of a side [WOG-3.18]."""
    leaders = sum(game.card(id).longbow for id in game.here(battle.area, side))
    return leaders + count(game, battle, side, longbow=True)


def rating(game: Warriors, battle: Battle, side: Side) -> int:
    """Return the battle rating of a side's commander; Robin Hood with longbowmen of his own has 1 more [WOG-3.20]."""
    commander = battle.commanders[side]
    own = game.leader(commander).troops
    led = any(game.troop(kind).longbow for kind in own)
    return game.card(commander).battle + (game.card(commander).special == "robin_hood" and led)


def dice(game: Warriors, battle: Battle, side: Side) -> int:
    """Return how many dice a side rolls in a round [WOG-3.18]."""
    best = rating(game, battle, side)
    return min(best, strength(game, battle, side)) + min(best, longbows(game, battle, side))


def bravery(game: Warriors, battle: Battle, side: Side) -> int:
    """Return the bravery of a side's commander."""
    return game.card(battle.commanders[side]).bravery


def modifier(game: Warriors, battle: Battle, side: Side) -> int:
    """Return what a side adds to its dice: what its commander is braver [WOG-3.21, 3.22]."""
    return max(0, bravery(game, battle, side) - bravery(game, battle, enemy(side)))


def pursuit_modifier(game: Warriors, battle: Battle, side: Side) -> int:
    """Return what the pursuer adds to his dice [WOG-3.45, 14.10]."""
    braver = modifier(game, battle, side) if game.option("pursuit_bravery") else 0
    return game.catalog.battle.pursuit_modifier + braver


def siege_number(game: Warriors, battle: Battle, defender: Side) -> int:
    """Return the number that a besieger has to roll more than [WOG-3.7]."""
    chart, attacker = game.catalog.siege, enemy(defender)
    gunners = min(chart.max_gunner_points, count(game, battle, attacker, gunner=True))
    braver = bravery(game, battle, defender) - bravery(game, battle, attacker)
    return game.area(battle.area).value + chart.base + braver - gunners

"""The means of a battle: strength, dice, modifiers and the siege number (rules 4.3, 4.4, 6.3)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.warriors.board.game import Warriors, enemy
from engine.warriors.board.state import Battle, Side, Troops


@dataclass(frozen=True)
class Force:
    """Armies that fight together under a commander."""

    armies: Mapping[str, Troops]
    """The troops of each leader."""

    commander: str
    """The battle commander; "" while none is named."""


def force(game: Warriors, battle: Battle, side: Side) -> Force:
    """Return the force of a side in a battle."""
    armies = {leader_id: game.leader(leader_id).troops for leader_id in game.here(battle.area, side)}
    return Force(armies, battle.commanders.get(side, ""))


def _pieces(force: Force) -> Iterator[tuple[str, int]]:
    return ((kind, number) for troops in force.armies.values() for kind, number in troops.items())


def strength_of(game: Warriors, force: Force) -> int:
    """Return the strength of a force without gunners; each leader counts 1 [WOG-3.18, 3.19]."""
    troops = sum(number for kind, number in _pieces(force) if game.troop(kind).counts_for_dice)
    return len(force.armies) + troops


def longbows_of(game: Warriors, force: Force) -> int:
    """Return the longbowmen and longbow leaders of a force [WOG-3.18]."""
    leaders = sum(game.card(leader_id).longbow for leader_id in force.armies)
    return leaders + sum(number for kind, number in _pieces(force) if game.troop(kind).longbow)


def dice_of(game: Warriors, force: Force) -> int:
    """Return how many dice a force rolls in a round; Robin Hood with longbowmen of his own fights with one more.

    [WOG-3.18, 3.20]
    """
    card = game.card(force.commander)
    led = any(game.troop(kind).longbow for kind in force.armies.get(force.commander, {}))
    best = card.battle + (card.special == "robin_hood" and led)
    return min(best, strength_of(game, force)) + min(best, longbows_of(game, force))


def strength(game: Warriors, battle: Battle, side: Side) -> int:
    """Return the strength of a side in a battle."""
    return strength_of(game, force(game, battle, side))


def longbows(game: Warriors, battle: Battle, side: Side) -> int:
    """Return the longbowmen and longbow leaders of a side in a battle."""
    return longbows_of(game, force(game, battle, side))


def dice(game: Warriors, battle: Battle, side: Side) -> int:
    """Return how many dice a side rolls in the next round."""
    return dice_of(game, force(game, battle, side))


def gunners(game: Warriors, battle: Battle, side: Side) -> int:
    """Return the gunners of a side in a battle."""
    return sum(number for kind, number in _pieces(force(game, battle, side)) if game.troop(kind).gunner)


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
    points = min(chart.max_gunner_points, gunners(game, battle, attacker))
    braver = bravery(game, battle, defender) - bravery(game, battle, attacker)
    return game.area(battle.area).value + chart.base + braver - points

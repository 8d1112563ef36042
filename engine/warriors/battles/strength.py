"""The means of a battle: strength, dice, modifiers and the siege number (rules 4.3, 4.4, 6.3)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from engine.warriors.board.game import Warriors, enemy
from engine.warriors.board.state import SIDES, Battle, Side, Troops

SIX = 6
"""The sides of a die, and its highest number."""


@dataclass(frozen=True)
class Host:
    """The armies of a side that fight together under a commander."""

    armies: Mapping[str, Troops]
    """The troops of each leader."""

    commander: str = ""
    """The battle commander; "" while none is named."""

    def pieces(self) -> Iterator[tuple[str, int]]:
        """Return the kinds of troops with their numbers, army by army."""
        return ((kind, number) for troops in self.armies.values() for kind, number in troops.items())


def host_of(game: Warriors, leaders: Iterable[str], commander: str = "") -> Host:
    """Return leaders with the troops that they have."""
    return Host({leader_id: game.leader(leader_id).troops for leader_id in leaders}, commander)


def host(game: Warriors, battle: Battle, side: Side) -> Host:
    """Return the armies of a side in a battle."""
    return host_of(game, game.here(battle.area, side), battle.commanders.get(side, ""))


def strength(game: Warriors, host: Host) -> int:
    """Return the strength without gunners; each leader counts 1 [WOG-3.18, 3.19]."""
    return len(host.armies) + sum(number for kind, number in host.pieces() if game.troop(kind).counts_for_dice)


def longbows(game: Warriors, host: Host) -> int:
    """Return the number of longbowmen and longbow leaders [WOG-3.18]."""
    leaders = sum(game.card(leader_id).longbow for leader_id in host.armies)
    return leaders + sum(number for kind, number in host.pieces() if game.troop(kind).longbow)


def dice(game: Warriors, host: Host) -> int:
    """Return how many dice are rolled in a round [WOG-3.18]."""
    return sum(dice_parts(game, host))


def dice_parts(game: Warriors, host: Host) -> tuple[int, int]:
    """Return the dice for strength and those for longbows; Robin Hood with longbowmen of his own fights with one more.

    [WOG-3.18, 3.20]
    """
    card = game.card(host.commander)
    led = any(game.troop(kind).longbow for kind in host.armies.get(host.commander, {}))
    best = card.battle + (card.special == "robin_hood" and led)
    return min(best, strength(game, host)), min(best, longbows(game, host))


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


def likely(game: Warriors, battle: Battle, side: Side) -> float:
    """Return about how likely a side wins in the field: by what each hits in a round, and bears."""
    power = {}
    for one in SIDES:
        fighting = host(game, battle, one)
        struck = dice(game, fighting) * (1 + modifier(game, battle, one))
        power[one] = (struck * strength(game, fighting)) ** 2
    return power[side] / sum(power.values())


def siege_number(game: Warriors, battle: Battle, defender: Side) -> int:
    """Return the number that a besieger has to roll more than [WOG-3.7]."""
    return sum(siege_parts(game, battle, defender))


def siege_parts(game: Warriors, battle: Battle, defender: Side) -> tuple[int, int, int, int]:
    """Return the parts of the siege number: for all walls, for the area, for bravery, and for gunners [WOG-3.7]."""
    chart, attacker = game.catalog.siege, enemy(defender)
    gunners = sum(number for kind, number in host(game, battle, attacker).pieces() if game.troop(kind).gunner)
    braver = bravery(game, battle, defender) - bravery(game, battle, attacker)
    return chart.base, game.area(battle.area).value, braver, -min(chart.max_gunner_points, gunners)

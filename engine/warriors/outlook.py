"""Odds by exact calculation: sieges, the hits of a round, battles that both fight to the end, and control."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import comb

from engine.core.actions import AWAITED
from engine.core.game import cached_while_waiting, waited_for
from engine.core.text import capital
from engine.warriors.battles import battles, claims, strength
from engine.warriors.battles.losses import Toll
from engine.warriors.battles.strength import Host
from engine.warriors.board import names
from engine.warriors.board.game import Warriors, enemy
from engine.warriors.board.state import SIDES, Battle, Side, Standing
from engine.warriors.realm import control

Army = tuple[tuple[str, tuple[tuple[str, int], ...]], ...]
"""The armies of a side as something that never changes: leaders with their troops."""

Chances = Mapping[int, float]
"""How likely each number is."""


@dataclass(frozen=True)
class Ending:
    """How likely a battle ends so, if both fight on."""

    english: float
    """Only English leaders are left."""

    french: float
    """Only French leaders are left."""

    nobody: float
    """Nobody is left."""


# ---------------------------------------------------------------------- sieges and hits


def siege_won(number: int) -> float:
    """Return how likely a besieger beats a siege number (rules 4.3)."""
    return min(strength.SIX, max(0, strength.SIX - number)) / strength.SIX


def hits(dice: int, plus: int, hit_on: int = strength.SIX) -> Chances:
    """Return the chance of each number of hits with a number of dice (rules 4.4)."""
    chance = min(strength.SIX, max(0, strength.SIX + 1 - hit_on + plus)) / strength.SIX
    return {number: comb(dice, number) * chance**number * (1 - chance) ** (dice - number) for number in range(dice + 1)}


def as_it_stands(game: Warriors, area: str) -> Battle:
    """Return the battle of an area; before it begins with the commanders whom both would name by default."""
    if game.state.battle is not None and game.state.battle.area == area:
        begun = game.state.battle
    else:
        begun = Battle(area=area, aggressor=game.state.aggressors.get(area, game.first))
    named = {side: begun.commanders.get(side) or battles.candidates(game, area, side)[0] for side in SIDES}
    return Battle(area=area, aggressor=begun.aggressor, commanders=named)


def silences(game: Warriors, battle: Battle) -> dict[Side | None, float]:
    """Return how likely each side rolls no dice for Jeanne d'Arc in a round; None: both roll [WOG-3.15 to 3.17]."""
    if game.card(battle.commanders["french"]).special != "jeanne_darc":
        return {None: 1.0}
    brave = min(strength.SIX + 1, max(0, strength.bravery(game, battle, "english")))
    below, equal = min(strength.SIX, max(0, brave - 1)) / strength.SIX, (1 <= brave <= strength.SIX) / strength.SIX
    return {"french": below, None: equal, "english": 1 - below - equal}


# ---------------------------------------------------------------------- whole battles

NEVER = 1e-12
"""The chance below which the course of a battle is followed no further."""

ENDS = (True, False), (False, True), (False, False)
"""Whether English and French leaders are left when a battle ends, as `Ending` has it."""


@dataclass(frozen=True, eq=False)
class Band:
    """What is left of a side at some moment of a battle; there is one of each, so that it is known by itself."""

    side: Side
    army: Army
    pieces: int
    dice: int


Reached = dict[int, dict[tuple[Band, Band], float]]
"""What both sides may be left with, and how likely, by how many pieces that are."""


class Course:
    """A battle in which both fight on, with every way that it can take."""

    def __init__(self, game: Warriors, battle: Battle, viewer: Side | None) -> None:
        self._game = game
        self._battle = battle
        self._orders = {
            side: game.state.orders.get(side, Standing()).losses if side == viewer else () for side in SIDES
        }
        self._plus = {side: strength.modifier(game, battle, side) for side in SIDES}
        self._silences = silences(game, battle)
        self._bands: dict[tuple[Side, Army], Band] = {}
        self._after: dict[tuple[Band, int], dict[Band, float]] = {}
        self.steps = 0
        """Ends of rounds that were looked at."""

    def ending(self) -> Ending:
        """Return how the battle ends, from how it stands now: carried on from the larger forces to the smaller."""
        english, french = (self._band(side, strength.host(self._game, self._battle, side)) for side in SIDES)
        reached: Reached = defaultdict(lambda: defaultdict(float))
        reached[english.pieces + french.pieces][english, french] = 1.0
        ended = dict.fromkeys(ENDS, 0.0)
        for pieces in range(max(reached), -1, -1):
            for (one, other), chance in reached.pop(pieces, {}).items():
                if one.army and other.army:
                    self._fight(one, other, chance, reached)
                else:
                    ended[bool(one.army), bool(other.army)] += chance
        return Ending(*(chance / sum(ended.values()) for chance in ended.values()))

    def _fight(self, english: Band, french: Band, chance: float, reached: Reached) -> None:
        """Carry a round on that is likely by `chance`; rounds that change nothing are left out, for they only delay."""
        ways = [
            (weight, self._left(english, french, silent), self._left(french, english, silent))
            for silent, weight in self._silences.items()
        ]
        still = sum(weight * one.get(english, 0.0) * other.get(french, 0.0) for weight, one, other in ways)
        for weight, one, other in ways:
            for left, taken in one.items():
                share = chance / (1 - still) * weight * taken
                if share > NEVER:
                    self.steps += len(other)
                    for right, given in other.items():
                        if left is not english or right is not french:
                            reached[left.pieces + right.pieces][left, right] += share * given

    def _left(self, own: Band, foe: Band, silent: Side | None) -> dict[Band, float]:
        """Return a side's remains after the hits of the other, and how likely."""
        dice = 0 if silent == foe.side else foe.dice
        if (own, dice) not in self._after:
            found: dict[Band, float] = defaultdict(float)
            armies = {leader_id: dict(troops) for leader_id, troops in own.army}
            host = Host(armies, self._battle.commanders[own.side])
            for number, chance in hits(dice, self._plus[foe.side], self._game.catalog.battle.hit_on).items():
                toll = Toll(self._game, host, number, self._orders[own.side])
                toll.finish()
                found[self._band(own.side, Host(toll.armies, toll.commander))] += chance
            self._after[own, dice] = {band: chance for band, chance in found.items() if chance}
        return self._after[own, dice]

    def _band(self, side: Side, host: Host) -> Band:
        army = tuple((leader_id, tuple(sorted(troops.items()))) for leader_id, troops in sorted(host.armies.items()))
        if (side, army) not in self._bands:
            pieces = len(army) + sum(number for _, troops in army for _, number in troops)
            self._bands[side, army] = Band(side, army, pieces, strength.dice(self._game, host))
        return self._bands[side, army]


@cached_while_waiting
def ending(game: Warriors, area: str, viewer: Side | None = None) -> Ending:
    """Return how the battle of an area ends if both fight on; only the viewer's own standing order is looked at."""
    return Course(game, as_it_stands(game, area), viewer).ending()


# ---------------------------------------------------------------------- in words

RARE = 0.01
"""The chance below which a number of hits is not told."""


def spread(game: Warriors, battle: Battle, side: Side) -> Chances:
    """Return how likely a side scores each number of hits in the next round, Jeanne d'Arc's silence among it."""
    number, plus = strength.dice(game, strength.host(game, battle, side)), strength.modifier(game, battle, side)
    silent = silences(game, battle).get(side, 0.0)
    found = {hit: (1 - silent) * chance for hit, chance in hits(number, plus, game.catalog.battle.hit_on).items()}
    return found | {0: found[0] + silent}


def odds(game: Warriors, viewer: str) -> str:
    """Return the chances of the battles and of control as the board stands."""
    side: Side | None = game.side(viewer) if game.has_side(viewer) else None
    lines = [line for area in battles.battlefields(game) for line in _battle(game, area, side)]
    lines += [line for area in sorted(game.catalog.areas) for line in _control(game, area)]
    return "\n".join(lines) or "No battle is coming, and nobody would roll for control."


FOUGHT_ON = "if both fight on to the end"
"""The condition of the chances in the field."""

MOVING = "D-02"
"""The decision about an impulse, which may bring battles."""

FOUGHT = ("D-05", "D-07", "D-08")
"""The decisions before which a side wants to know how the battle is likely to end."""


def advice(game: Warriors, seat: str) -> str:
    """Return how likely a side wins the battle about which it is asked, or those that its moves have brought so far."""
    asked = {request.decision for request in waited_for(game) if request.seat == seat}
    if MOVING in asked:
        return "\n".join(_coming(game, game.side(seat)))
    if not game.state.battle or asked.isdisjoint(FOUGHT):
        return ""
    found = in_field(*chances(game, game.battle.area, game.side(seat)))
    if "D-05" in asked:
        return f"In the field: {found} {FOUGHT_ON}."
    return f"{capital(FOUGHT_ON)}: {found}."


def _coming(game: Warriors, side: Side) -> Iterator[str]:
    """Yield in one line how likely a side wins each battle to come as the board stands."""
    if told := [f"{names.area(game, area)} {_won(game, area, side)}" for area in battles.battlefields(game)]:
        yield f"Your chance to win if nobody else comes: {'; '.join(told)}."


def _won(game: Warriors, area: str, side: Side) -> str:
    """Return the chance that counts, as whoever controls an area chooses between its walls and the field."""
    found, holder = ending(game, area, side), game.controller(area)
    won = found.english if side == "english" else found.french
    field = "0%" if won < RARE / 2 else percent(won)
    if holder is None:
        return field
    chance = falls(game, area, holder)
    if holder == side:
        walls = f"{percent(1 - chance)} behind your walls"
        return f"{walls}, {field} in the field" if 1 - chance >= won else f"{field} in the field, {walls}"
    foes = names.side(holder)
    if won < chance:
        return f"{field} in the field, as {foes} may choose, {percent(chance)} if they stay behind walls"
    flee = "" if chance == 1 else " (if these hold, you flee)" if chance else " (then you flee)"
    return f"{percent(chance)} if {foes} stay behind walls, as they may choose{flee}, {field} in the field"


def wins(game: Warriors, area: str, side: Side) -> float:
    """Return how likely a side wins the battle of an area, as whoever has the walls there chooses."""
    found, holder = ending(game, area, side), game.controller(area)
    field = found.english if side == "english" else found.french
    if holder is None:
        return field
    fall = falls(game, area, holder)
    return max(field, 1 - fall) if holder == side else min(field, fall)


def falls(game: Warriors, area: str, holder: Side) -> float:
    """Return how likely the walls of an area fall to an assault."""
    return siege_won(strength.siege_number(game, as_it_stands(game, area), holder))


def fought(game: Warriors, area: str, side: Side, *, waits: bool = False, brief: bool = False) -> tuple[str, str]:
    """Return how the battle of an area is likely to end, and why where the weaker side has the better of it.

    What walls come to stands in one with the field, so that neither is cut off where a line is short: who has them
    has the choice. Beside walls of the enemy a small chance that nobody is left has no room.
    The chances in the field take long to work out; with `waits` they are left open. In `brief` only the side's own
    chance to win in the field is told, if it has any.
    """
    own, foe, nobody = (AWAITED,) * 3 if waits else chances(game, area, side)
    if brief and own not in (SELDOM, "0%"):
        foe = nobody = "0%"
    holder, surprise = game.controller(area), _surprising(game, area, side)
    field = f"{in_field(own, foe, nobody)} in the field"
    if holder is None:
        return field, surprise
    walls = _behind_walls(falls(game, area, holder), own=holder == side)
    if holder == side:
        return f"{walls}, or {field}", surprise
    small = waits or ending(game, area, side).nobody < ROUGH
    return f"{walls}, in the field: {in_field(own, foe, '0%' if small else nobody)}", surprise


ROUGH = 0.1
"""How far estimates are trusted: a chance, or a difference of chances, below it counts for nothing."""


def _behind_walls(fall: float, *, own: bool) -> str:
    """Say how likely those who control an area hold its walls, to them or to the enemy who storms them."""
    if own:
        return f"{percent(1 - fall)} to hold your walls" if fall else "you are safe behind your walls"
    if not fall:
        return "if they stay inside: you win 0% and flee"
    return f"if they stay inside: you win {percent(fall)}{'' if fall == 1 else ' (else flee)'}"


def _surprising(game: Warriors, area: str, side: Side) -> str:
    """Return dice and bravery of a battle where they favour the side that is not the stronger one; else ""."""
    battle, foe = as_it_stands(game, area), enemy(side)
    own, theirs = (strength.host(game, battle, one) for one in (side, foe))
    ahead = strength.strength(game, own) - strength.strength(game, theirs)
    lean = strength.likely(game, battle, side) - 1 / 2
    if ahead * lean > 0 or abs(lean) < ROUGH:
        return ""
    braver = next((one for one in SIDES if strength.modifier(game, battle, one)), None)
    bold = {None: "", side: ", you are braver", foe: ", they are braver"}[braver]
    return f"{names.dice(strength.dice(game, own))} to {strength.dice(game, theirs)}{bold}"


def chances(game: Warriors, area: str, side: Side) -> tuple[str, str, str]:
    """Return how likely a side wins and loses the battle of an area in the field, and how likely nobody is left."""
    found = ending(game, area, side)
    own, foe = (found.english, found.french) if side == "english" else (found.french, found.english)
    return in_percent(own, foe, found.nobody)


def in_field(own: str, foe: str, nobody: str) -> str:
    """Return the chances of a battle in words; what never or hardly ever happens is left out."""
    told = {"win": own, "lose": foe, "both destroyed": nobody}
    return ", ".join(f"{how} {chance}" for how, chance in told.items() if chance not in (SELDOM, "0%"))


def _battle(game: Warriors, area: str, viewer: Side | None) -> Iterator[str]:
    battle, name = as_it_stands(game, area), names.area(game, area)
    led = " against ".join(names.leader(game, battle.commanders[side]) for side in SIDES)
    yield f"**{name}**, {led}:"
    holder = game.controller(area)
    if holder is not None:
        number = strength.siege_number(game, battle, holder)
        won = siege_won(number)
        assault = f"an assault wins with {percent(won)}" if won else "no assault can win"
        yield f"- If {names.side(holder)} stay behind walls, the siege number is {number}; {assault}."
    for side in SIDES:
        yield f"- {_round(game, battle, side)}"
    yield f"- {_end(game, area, viewer)}"


def fight(game: Warriors) -> str:
    """Return how the battle that is being fought may end; "" where there is none."""
    return _end(game, game.battle.area, None) if game.state.battle else ""


def _end(game: Warriors, area: str, viewer: Side | None) -> str:
    found = ending(game, area, viewer)
    english, french, nobody = in_percent(found.english, found.french, found.nobody)
    told = f"the English win {english}, the French win {french}, both are destroyed {nobody}"
    return f"The chances if both fight on to the end: {told}."


def _round(game: Warriors, battle: Battle, side: Side) -> str:
    """Return the next round of a side in words."""
    number, plus = strength.dice(game, strength.host(game, battle, side)), strength.modifier(game, battle, side)
    found = spread(game, battle, side)
    mean = sum(hit * chance for hit, chance in found.items())
    likely = ", ".join(f"{hit}: {percent(chance)}" for hit, chance in found.items() if chance >= RARE)
    silent = silences(game, battle).get(side, 0.0)
    jeanne = f", or none for Jeanne d'Arc ({a_chance(silent)})" if silent else ""
    bonus = f" with +{plus} each" if plus else ""
    rolls = f"{names.opening(side)} roll {names.dice(number)}{bonus}{jeanne}"
    return f"{rolls}: {mean:.1f} hits on average ({likely})."


def _control(game: Warriors, area: str) -> Iterator[str]:
    present = [side for side in SIDES if game.here(area, side)]
    if len(present) != 1 or game.area(area).neutral or not control.steady(game, area, present[0]):
        return
    side, name = present[0], names.area(game, area)
    if game.controller(area) == enemy(side):
        yield f"**{name}**: {names.side(enemy(side))} lose control of it after the battles."
    elif game.controller(area) is None:
        chance = claims.chance(game, area, game.here(area, side))
        yield f"**{name}**: {names.side(side)} have {a_chance(chance)} to gain it after the battles."


SELDOM = "less than 1%"
"""A chance that is hardly worth a word."""


def percent(chance: float, whole: int | None = None) -> str:
    """Return a chance in percent, rounded or as `whole`; the hardly possible and the all but sure are told as such."""
    if 1e-9 < chance < RARE / 2:
        return SELDOM
    return (
        "more than 99%" if 1 - RARE / 2 < chance < 1 - 1e-9 else f"{round(100 * chance) if whole is None else whole}%"
    )


def a_chance(chance: float) -> str:
    """Return a chance as something that one has: 'a 17% chance', 'an 83% chance', 'a chance of less than 1%'."""
    told = percent(chance)
    if not told[0].isdigit():
        return f"a chance of {told}"
    return f"{'an' if told.startswith(('8', '11%', '18%')) else 'a'} {told} chance"


def in_percent(own: float, foe: float, nobody: float) -> tuple[str, str, str]:
    """Return the chances of all ends of a battle in percent, the last one what the others leave of 100."""
    rest = 100 - round(100 * own) - round(100 * foe)
    return percent(own), percent(foe), percent(nobody, max(0, rest))

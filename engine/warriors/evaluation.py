"""What a position is worth to a side, as the computer player weighs it: what every area promises at the turn's end."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.warriors import outlook
from engine.warriors.battles import battles, claims, strength
from engine.warriors.board import ways
from engine.warriors.board.game import Warriors, enemy
from engine.warriors.board.state import SIDES, Battle, Side
from engine.warriors.leaders import deaths

LASTING = (1.0, 1.5, 1.8)
"""For how many turns an area that is taken is worth its points: on the last turn, on the last but one, and before."""

LAND = 0.15
"""The value of troops raised in an area, for each point of its value."""

AGAIN = 0.5
"""The share of an area's worth that is left where it can be taken next turn only."""

UNMARKED = 0.8
"""The share where it can be taken this turn if an impulse is spent on the enemy's marker."""

REACH = 0.25
"""The share of what a leader could gain next door who is not needed where he stands."""

THREAT = 0.6
"""How much of it counts that the enemy can still come to an area this turn."""

STAR = 0.5
"""The value of a leader's star, and again for every turn that he is likely to live."""

PIECE = 0.15
"""The value of a piece of troops."""

FALL = 0.5
"""The share of its leaders and troops that a side loses by losing a battle in the field."""

STEEPNESS = 3
"""How much the stronger side is favoured; fitted to the exact odds of battles."""


class Might(NamedTuple):
    """The strength that leaders who fight together bring to a battle."""

    commander: str
    dice: int
    toughness: int
    """The hits that they bear."""

    bravery: int
    gunners: int


Standings = dict[str, dict[Side, tuple[str, ...]]]
"""The leaders in each area, by side."""


class Prospects:
    """What the areas of the map promise a side at the end of the turn, for leaders who are in them or might be."""

    def __init__(self, game: Warriors, side: Side, alike: "Prospects | None" = None) -> None:
        """`alike` are those of a board on which everybody stands alike, and controls what he controls here."""
        self.game = game
        self.side = side
        self.foe = enemy(side)
        self.standing: Standings = alike.standing if alike else _standing(game)
        """The leaders and troops, by area and side."""

        self.lasting: float = alike.lasting if alike else self._how_long()
        """For how many turns an area that is taken is worth its points."""

        self._points: dict[tuple[str, Side], float] = alike._points if alike else {}
        self._lives: dict[str, float] = alike._lives if alike else {}

        self._mights: dict[tuple[str, ...], Might] = {}
        self._promises: dict[tuple[str, tuple[str, ...], tuple[str, ...]], float] = {}
        self._gains: dict[tuple[str, str], float] = {}
        self._raiders: dict[str, list[tuple[str, ...]]] = {}
        self.reaches: dict[object, float] = {}
        """What leaders promise next door, as those who look ahead have found it."""

    def _how_long(self) -> float:
        left = self.game.number("turns") - self.game.state.turn.number
        return LASTING[min(left, len(LASTING) - 1)]

    # ------------------------------------------------------------------ areas

    def points(self, area: str, side: Side) -> float:
        """Return what it is worth to a side to control an area."""
        known = area, side
        if known not in self._points:
            self._points[known] = self._points_of(area, side)
        return self._points[known]

    def _points_of(self, area: str, side: Side) -> float:
        card, chart = self.game.area(area), self.game.catalog.score
        if card.neutral:
            return 0.0
        capital = chart.capital * (area == self.game.catalog.initiative.king_home[enemy(side)])
        return self.lasting * (chart.area_value[card.value - 1] + capital + LAND * card.value)

    def promise(self, area: str, own: Sequence[str], foes: Sequence[str]) -> float:
        """Return what an area promises if these leaders stand in it; what it promises the enemy is taken off."""
        known = (area, tuple(own), tuple(foes))
        if known not in self._promises:
            self._promises[known] = self._promise(*known)
        return self._promises[known]

    def now(self, area: str) -> float:
        """Return what an area promises as it stands."""
        return self.promise(area, self.standing[area][self.side], self.standing[area][self.foe])

    def risk(self, area: str, own: Sequence[str]) -> float:
        """Return what is to be expected, 0 or less, of enemies who may still come to an area with these own leaders."""
        foes = self.standing[area][self.foe]
        quiet = self.promise(area, own, foes)
        if not self.game.state.turn.impulses.get(self.foe):
            return 0.0
        worst = min((self.promise(area, own, (*foes, *group)) for group in self._who_may_come(area)), default=quiet)
        return -THREAT * max(0.0, quiet - worst)

    def _who_may_come(self, area: str) -> list[tuple[str, ...]]:
        """Return the strongest enemies who can come to an area in an impulse, from each area next to it."""
        if area not in self._raiders:
            found = []
            for start in self.game.catalog.near[area]:
                free = ways.may_leave(self.game, self.foe, start) if self.standing[start][self.foe] else 0
                most = min(ways.limit(self.game, self.foe, start, area), free) if free else 0
                if most:
                    found.append(tuple(self.game.by_merit(list(self.standing[start][self.foe]))[:most]))
            self._raiders[area] = found
        return self._raiders[area]

    def _promise(self, area: str, own: tuple[str, ...], foes: tuple[str, ...]) -> float:
        if own and foes:
            return self._contested(area, own, foes)
        if own:
            return self.alone(area, self.side, own)
        if foes:
            return -self.alone(area, self.foe, foes)
        holder = self.game.controller(area)
        if holder is None:
            return 0.0
        return self.points(area, holder) * (1 if holder == self.side else -1)

    def alone(self, area: str, side: Side, leaders: Sequence[str]) -> float:
        """Return what it promises a side to stand in an area alone with these leaders."""
        holder, points = self.game.controller(area), self.points(area, side)
        if holder == side:
            return points
        chance = claims.chance(self.game, area, leaders)
        if holder is None:
            return points * (chance + (1 - chance) * chance * AGAIN)
        if all(self.game.leader(leader_id).disgraced for leader_id in leaders):
            return -self.points(area, holder)
        return points * chance * (UNMARKED if self._may_unmark(side, leaders) else AGAIN)

    def _may_unmark(self, side: Side, leaders: Sequence[str]) -> bool:
        """Whether a side has an impulse left to remove a marker with these leaders [WOG-2.11]."""
        return len(leaders) > 1 and self.game.state.turn.impulses.get(side, 0) > 1

    # ------------------------------------------------------------------ battles

    def _contested(self, area: str, own: tuple[str, ...], foes: tuple[str, ...]) -> float:
        """Return the promise of an area in which both stand: a siege or a battle, as its holder likes better."""
        wins = self.likely(own, foes)
        won = self.alone(area, self.side, own) + FALL * self.price(foes)
        lost = self.alone(area, self.foe, foes) + FALL * self.price(own)
        field = wins * won - (1 - wins) * lost
        holder = self.game.controller(area)
        if holder is None:
            return field
        siege = self.besieged(area, own, foes, holder)
        return max(field, siege) if holder == self.side else min(field, siege)

    def besieged(self, area: str, own: Sequence[str], foes: Sequence[str], holder: Side) -> float:
        """Return what a siege promises in which the holder of an area sits behind walls."""
        inside, outside = (own, foes) if holder == self.side else (foes, own)
        falls = outlook.siege_won(self.siege_number(area, inside, outside))
        taken = self.alone(area, enemy(holder), outside) + self.price(inside)
        promised = (1 - falls) * self.points(area, holder) - falls * taken
        return promised if holder == self.side else -promised

    def siege_number(self, area: str, inside: Sequence[str], outside: Sequence[str]) -> int:
        """Return the siege number of leaders in an area against others [WOG-3.7]."""
        chart, defender, attacker = self.game.catalog.siege, self.might(inside), self.might(outside)
        points = min(chart.max_gunner_points, attacker.gunners)
        return self.game.area(area).value + chart.base + defender.bravery - attacker.bravery - points

    def likely(self, own: Sequence[str], foes: Sequence[str]) -> float:
        """Return about how likely own leaders win a battle in the field: by what they hit, and what they bear."""
        mights = {self.side: self.might(own), self.foe: self.might(foes)}
        commanders = {side: might.commander for side, might in mights.items()}
        silences = outlook.silences(self.game, Battle(area="", aggressor=self.side, commanders=commanders))
        power = {
            one: (1 - silences.get(one, 0.0)) * hits(mights[one], mights[enemy(one)]) * mights[one].toughness
            for one in SIDES
        }
        weight = {one: power[one] ** STEEPNESS for one in SIDES}
        return weight[self.side] / sum(weight.values())

    def might(self, leaders: Sequence[str]) -> Might:
        """Return what leaders bring to a battle."""
        known = tuple(leaders)
        if known not in self._mights:
            game = self.game
            commander = battles.foremost(game, known)[0]
            host = strength.host_of(game, known, commander)
            pieces = [(game.troop(kind), number) for kind, number in host.pieces()]
            self._mights[known] = Might(
                commander,
                strength.dice(game, host),
                len(known) + sum(card.hits_absorbed * number for card, number in pieces),
                game.card(commander).bravery,
                sum(number for card, number in pieces if card.gunner),
            )
        return self._mights[known]

    # ------------------------------------------------------------------ leaders

    def life(self, leader_id: str) -> float:
        """Return on how many more turns a leader is likely to act."""
        if leader_id not in self._lives:
            chart = self.game.catalog.death[str(self.game.option("death_chart"))].dies_on
            left, alive, age = 0.0, 1.0, max(1, deaths.age(self.game, leader_id))
            while alive > 0 and age <= len(chart):
                alive *= 1 - chart[age - 1] / strength.SIX
                left += alive
                age += 1
            self._lives[leader_id] = left
        return self._lives[leader_id]

    def price(self, leaders: Sequence[str]) -> float:
        """Return what leaders are worth with their armies."""
        stars = sum(self.game.card(leader_id).rank * (1 + self.life(leader_id)) for leader_id in leaders)
        return STAR * stars + PIECE * sum(sum(self.game.leader(leader_id).troops.values()) for leader_id in leaders)

    def reach(self, area: str, leaders: Sequence[str]) -> float:
        """Return what own leaders promise who are free to go next door from an area."""
        if self.standing[area][self.foe] or self.game.controller(area) == self.foe:
            return 0.0
        return REACH * sum(self._best_next_door(area, leader_id) for leader_id in leaders)

    def _best_next_door(self, area: str, leader_id: str) -> float:
        near = self.game.catalog.near[area]
        found = (self.gain(to, leader_id) for to in near if ways.limit(self.game, self.side, area, to))
        return max(0.0, *found)

    def gain(self, area: str, leader_id: str) -> float:
        """Return what it would gain an area if one more own leader stood in it."""
        known = (area, leader_id)
        if known not in self._gains:
            own, foes = self.standing[area][self.side], self.standing[area][self.foe]
            others = tuple(one for one in own if one != leader_id)
            joined = tuple(sorted({*own, leader_id}))
            self._gains[known] = self.promise(area, joined, foes) - self.promise(area, others, foes)
        return self._gains[known]


def _standing(game: Warriors) -> Standings:
    found: Standings = {area: dict.fromkeys(SIDES, ()) for area in game.catalog.areas}
    for side in SIDES:
        for leader_id in game.on_map(side):
            found[game.leader(leader_id).area][side] += (leader_id,)
    return found


def hits(might: Might, against: Might, plus: int = 0) -> float:
    """Return how many hits a side scores in a round on average [WOG-3.21 to 3.23]."""
    modifier = max(0, might.bravery - against.bravery) + plus
    return might.dice * min(strength.SIX, 1 + modifier) / strength.SIX

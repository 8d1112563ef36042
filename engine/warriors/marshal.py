"""A computer player that plays for control and for sound battles. It uses public information only."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from heapq import nlargest
from itertools import combinations
from random import Random

from engine.core.actions import Action, Pass
from engine.core.computer.deciding import Budget, Legal, View
from engine.warriors import marshal_prisoners, outlook
from engine.warriors.battles import retreat
from engine.warriors.battles.retreat import Force, LetStay, Retreat, Stay
from engine.warriors.battles.siege import GiveBattle, StandSiege
from engine.warriors.board import ways
from engine.warriors.board.game import Warriors, enemy
from engine.warriors.board.state import Side
from engine.warriors.evaluation import PIECE, Prospects, hits
from engine.warriors.foresight import WORTH, at_the_end
from engine.warriors.impulses import impulses
from engine.warriors.impulses.impulses import Move, Unmark

NOISE = 0.02
"""The random part of a marshal's valuation of an action, so that no two games are the same."""

SHORTLIST = 16
"""The number of the best impulses for which a marshal considers the enemy's replies."""

AT_SIGHT = 0.4
"""How much of its gain after the enemy's next reply counts of an impulse, beside what it comes to in the end."""

MOST = 5
"""The number of actions that a player with lookahead considers."""

LOST = 0.8
"""The share of its leaders and troops that a side loses by losing a battle in which it fights to the end."""

PURSUED = 0.3
"""The cost in points of a retreat, since it disgraces leaders."""


@dataclass(frozen=True)
class Marshal:
    """A player that compares the results of impulses, fights while it pays, and brings troops to its leaders."""

    exact: bool = True
    """Whether to compute how battles and impulses end; a rough estimate is enough if many positions are compared."""

    def decide(self, view: View, legal: Legal, budget: Budget, seed: int) -> Action:
        """Return a legal action."""
        game, chance = legal.world(seed).game, Random(seed)
        assert isinstance(game, Warriors)
        if not game.has_side(legal.seat):
            return legal.default()
        side = game.side(legal.seat)
        match legal.request.decision:
            case "D-02":
                return _impulse(game, side, chance, self.exact)
            case "D-05":
                return _siege_or_battle(Prospects(game, side), self.exact)
            case "D-07":
                return _force_or_not(Prospects(game, side), self.exact)
            case "D-08":
                return stay_or_go(Prospects(game, side), self.exact)
        return marshal_prisoners.decide(game, side, legal)


# ---------------------------------------------------------------------- impulses


def _impulse(game: Warriors, side: Side, chance: Random, exact: bool) -> Action:
    """Return the impulse that gains most even after the enemy's reply; a pass if none gains enough."""
    found = rated_impulses(Prospects(game, side), exact)
    rated = [(gain + NOISE * chance.random(), action) for gain, action in found]
    gain, best = max(rated, key=lambda found: found[0], default=(0.0, Pass()))
    return best if gain > WORTH + NOISE else Pass()


def ideas(view: View, legal: Legal) -> list[Action]:
    """Return the best impulses, the best first, and a pass; for an arriving leader the best places."""
    game = legal.world(0).game
    assert isinstance(game, Warriors)
    if not game.has_side(legal.seat):
        return []
    side = game.side(legal.seat)
    if legal.request.decision == "D-02":
        rated = rated_impulses(Prospects(game, side))
        return [action for _, action in nlargest(MOST, rated, key=lambda found: found[0])] + [Pass()]
    return marshal_prisoners.places(game, side, legal)[:MOST]


def rated_impulses(prospects: Prospects, exact: bool = True) -> list[tuple[float, Action]]:
    """Return the impulses that look best at first, each with its gain after the enemy's reply, and at the end."""
    promising = nlargest(SHORTLIST, _possible(prospects), key=lambda found: found[0])
    replied = [(_answered(prospects, *found), found[1]) for found in promising]
    if not exact:
        return replied
    waiting = at_the_end(prospects)
    return [
        ((1 - AT_SIGHT) * (_at_the_end_of(prospects, action) - waiting) + AT_SIGHT * gain, action)
        for gain, action in replied
    ]


def _at_the_end_of(prospects: Prospects, action: Action) -> float:
    """Return what the board promises at the end of the phase after an impulse."""
    if isinstance(action, Move):
        return at_the_end(prospects, action)
    assert isinstance(action, Unmark)
    with _unmarked(prospects, action.area) as cleared:
        return at_the_end(cleared)


def _answered(prospects: Prospects, gain: float, action: Action) -> float:
    """Return the gain of an impulse if the enemy can still reach the areas that its leaders leave or enter."""
    if not isinstance(action, Move):
        return gain
    start = prospects.game.leader(action.leaders[0]).area
    group = frozenset(action.leaders)
    left = tuple(leader_id for leader_id in prospects.standing[start][prospects.side] if leader_id not in group)
    joined = tuple(sorted((*prospects.standing[action.to][prospects.side], *group)))
    return gain + sum(
        prospects.risk(area, own) - prospects.risk(area, prospects.standing[area][prospects.side])
        for area, own in ((start, left), (action.to, joined))
    )


def _possible(prospects: Prospects) -> Iterator[tuple[float, Action]]:
    """Yield every impulse with its gain."""
    game, side = prospects.game, prospects.side
    for area in impulses.markers(game, side):
        yield _unmarking(prospects, area), Unmark(area)
    movable = frozenset(impulses.movable(game, side))
    for area in game.catalog.areas:
        own = [leader_id for leader_id in prospects.standing[area][side] if leader_id in movable]
        most = min(ways.may_leave(game, side, area), len(own)) if own else 0
        for number in range(1, most + 1):
            near = [to for to in game.catalog.near[area] if ways.limit(game, side, area, to) >= number]
            for group in combinations(own, number) if near else ():
                yield from _moves(prospects, area, group, near)


def _moves(
    prospects: Prospects, start: str, group: tuple[str, ...], near: Sequence[str]
) -> Iterator[tuple[float, Action]]:
    """Yield the moves of a group, with the gain in the area that it leaves and in the one that it enters."""
    side = prospects.side
    left = tuple(leader_id for leader_id in prospects.standing[start][side] if leader_id not in group)
    leaving = _with_reach(prospects, start, left) - _with_reach(prospects, start, prospects.standing[start][side])
    for to in near:
        there = prospects.standing[to][side]
        joined = tuple(sorted((*there, *group)))
        arriving = _with_reach(prospects, to, joined) - _with_reach(prospects, to, there)
        yield leaving + arriving, Move(list(group), to)


def _with_reach(prospects: Prospects, area: str, own: tuple[str, ...]) -> float:
    foes = prospects.standing[area][prospects.foe]
    return prospects.promise(area, own, foes) + prospects.reach(area, own)


def _unmarking(prospects: Prospects, area: str) -> float:
    """Return the gain of removing the enemy's marker now."""
    before = prospects.now(area)
    with _unmarked(prospects, area) as cleared:
        return cleared.now(area) - before


@contextmanager
def _unmarked(prospects: Prospects, area: str) -> Iterator[Prospects]:
    """Give the prospects without the enemy's marker in an area, for as long as they are looked at."""
    holder = prospects.game.state.control.pop(area)
    yield Prospects(prospects.game, prospects.side)
    prospects.game.state.control[area] = holder


# ---------------------------------------------------------------------- battles


def _siege_or_battle(prospects: Prospects, exact: bool) -> Action:
    """Stay behind walls if that promises more than a battle in the field."""
    area = prospects.game.battle.area
    own, foes = (prospects.standing[area][one] for one in (prospects.side, prospects.foe))
    siege = prospects.besieged(area, own, foes, prospects.side)
    return StandSiege() if siege >= _fought_out(prospects, area, exact) else GiveBattle()


def _force_or_not(prospects: Prospects, exact: bool) -> Action:
    """Force the enemy to retreat, unless fighting on is better."""
    area = prospects.game.battle.area
    own, foes = (prospects.standing[area][one] for one in (prospects.side, prospects.foe))
    forced = prospects.alone(area, prospects.side, own) + _pursuit(prospects, foes, own)
    return Force() if forced >= _fought_out(prospects, area, exact) else LetStay()


def stay_or_go(prospects: Prospects, exact: bool = True) -> Stay | Retreat:
    """Fight on or retreat, whichever promises more."""
    game, side = prospects.game, prospects.side
    area = game.battle.area
    best = next(iter(retreat.best_refuges(game, side)), "")
    own, foes = (prospects.standing[area][one] for one in (side, prospects.foe))
    if not best or ways.limit(game, side, area, best) < len(own):
        return Stay()
    gone = -prospects.alone(area, enemy(side), foes) - _pursuit(prospects, own, foes) - PURSUED
    return Stay() if _fought_out(prospects, area, exact) >= gone else Retreat(best)


def _fought_out(prospects: Prospects, area: str, exact: bool = True) -> float:
    """Return the expected gain of a battle that both sides fight to the end."""
    side, foe = prospects.side, prospects.foe
    own, foes = (prospects.standing[area][one] for one in (side, foe))
    wins = prospects.likely(own, foes)
    loses = 1 - wins
    if exact:
        ending = outlook.ending(prospects.game, area, side)
        wins, loses = (ending.english, ending.french) if side == "english" else (ending.french, ending.english)
    won = prospects.alone(area, side, own) + LOST * prospects.price(foes)
    lost = prospects.alone(area, foe, foes) + LOST * prospects.price(own)
    return wins * won - loses * lost


def _pursuit(prospects: Prospects, fleeing: Sequence[str], pursuing: Sequence[str]) -> float:
    """Return the likely losses of a retreat: troops first, then leaders."""
    game = prospects.game
    plus = game.catalog.battle.pursuit_modifier
    taken = hits(prospects.might(pursuing), prospects.might(fleeing), plus)
    troops = prospects.might(fleeing).toughness - len(fleeing)
    leaders = min(1.0, max(0.0, taken - troops) / len(fleeing))
    return PIECE * min(taken, troops) + LOST * leaders * prospects.price(fleeing)

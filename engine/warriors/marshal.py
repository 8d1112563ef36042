"""A computer player who plays for control and for sound battles. He looks at nothing but what lies open."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from random import Random

from engine.core.actions import Action, Pass
from engine.core.deciding import Budget, Legal, View
from engine.warriors import outlook
from engine.warriors.battles import retreat, strength
from engine.warriors.battles.retreat import Retreat, Stay
from engine.warriors.board import ways
from engine.warriors.board.game import Warriors, enemy
from engine.warriors.board.parcels import Parcel
from engine.warriors.board.state import SIDES, Battle, Side
from engine.warriors.impulses import impulses
from engine.warriors.impulses.impulses import Move, Unmark
from engine.warriors.leaders.arrivals import Place
from engine.warriors.realm import control, raising
from engine.warriors.realm.deploying import Deploy, Deploying
from engine.warriors.realm.raising import Raise

LASTING = 1.7
"""For how many turns an area that is taken is worth its points."""

STAR = 0.8
"""What a leader's star is worth."""

PIECE = 0.15
"""What a piece of troops is worth."""

WORTH = 0.05
"""What an impulse has to gain, so that he does not walk about for nothing."""

HOPELESS = 0.3
"""The chance to win below which he leaves a battle."""

NOISE = 0.02
"""How much chance plays into what he prefers, so that no two games are the same."""


class Marshal:
    """Compares what every impulse leads to, fights while he is likely to win, and brings troops to his leaders."""

    def decide(self, view: View, legal: Legal, budget: Budget, seed: int) -> Action:
        """Return a legal action."""
        game, chance = legal.world(seed).game, Random(seed)
        assert isinstance(game, Warriors)
        if not game.has_side(legal.seat):
            return legal.default()
        side = game.side(legal.seat)
        match legal.request.decision:
            case "D-02":
                return _impulse(game, side, chance)
            case "D-08":
                return _stay_or_go(game, side, legal)
            case "D-11":
                return Raise(_levy(game, side))
            case "D-12":
                return _deploy(game, side)
            case "D-15" | "D-16":
                return _place(game, side, legal)
        return legal.default()


# ---------------------------------------------------------------------- what a position is worth


def worth(game: Warriors, side: Side) -> float:
    """Return what the map promises a side at the end of the turn, the other side's promise taken off."""
    return sum(_area(game, area, side) for area in game.catalog.areas if any(game.here(area, one) for one in SIDES))


def _points(game: Warriors, area: str, side: Side) -> float:
    """What it is worth to a side to control an area."""
    if game.area(area).neutral:
        return 0.0
    chart = game.catalog.score
    extra = area == game.catalog.initiative.king_home[enemy(side)]
    return LASTING * (chart.area_value[game.area(area).value - 1] + chart.capital * extra)


def _area(game: Warriors, area: str, side: Side) -> float:
    own, foe = game.here(area, side), game.here(area, enemy(side))
    if own and foe:
        wins = _likely(game, area, side)
        return wins * (_alone(game, area, side) + _prize(game, foe)) - (1 - wins) * (
            _alone(game, area, enemy(side)) + _prize(game, own)
        )
    return _alone(game, area, side) if own else -_alone(game, area, enemy(side))


def _alone(game: Warriors, area: str, side: Side) -> float:
    """What it promises to stand in an area alone."""
    holder = game.controller(area)
    if holder == side or not control.steady(game, area, side):
        return 0.0
    if holder is not None:
        return _points(game, area, holder)
    needed = control.threshold(game, area, side)[0]
    return _points(game, area, side) * min(outlook.SIX, max(0, needed)) / outlook.SIX


def _prize(game: Warriors, leaders: Sequence[str]) -> float:
    """What it costs to lose leaders with their armies in a battle, where some run away."""
    stars = sum(game.card(id).rank for id in leaders)
    pieces = sum(sum(game.leader(id).troops.values()) for id in leaders)
    return 0.5 * (STAR * stars + PIECE * pieces)


def _likely(game: Warriors, area: str, side: Side) -> float:
    """About how likely a side wins the battle of an area: by what it hits and what it bears."""
    battle = outlook.as_it_stands(game, area)
    power = {one: _power(game, battle, one) for one in SIDES}
    return power[side] / (power[side] + power[enemy(side)])


def _power(game: Warriors, battle: Battle, side: Side) -> float:
    chance = min(outlook.SIX, 1 + strength.modifier(game, battle, side)) / outlook.SIX
    hits = strength.dice(game, battle, side) * chance
    return float((hits * strength.strength(game, battle, side)) ** 2)


# ---------------------------------------------------------------------- impulses


def _impulse(game: Warriors, side: Side, chance: Random) -> Action:
    """The impulse that promises most; a pass where none is worth its while."""
    now = worth(game, side)
    rated = [(_after(game, side, action) - now + NOISE * chance.random(), action) for action in _possible(game, side)]
    gain, best = max(rated, key=lambda found: found[0], default=(0.0, Pass()))
    return best if gain > WORTH + NOISE else Pass()


def _possible(game: Warriors, side: Side) -> Iterator[Action]:
    yield from (Unmark(area) for area in impulses.markers(game, side))
    for area in game.catalog.areas:
        own = [id for id in game.here(area, side) if id in impulses.movable(game, side)]
        for to in game.catalog.near[area]:
            most = min(ways.limit(game, side, area, to), ways.may_leave(game, side, area), len(own))
            for number in range(1, most + 1):
                yield from (Move(list(group), to) for group in combinations(own, number))


def _after(game: Warriors, side: Side, action: Action) -> float:
    """What the map promises after an impulse, which is taken back."""
    if isinstance(action, Unmark):
        holder = game.state.control.pop(action.area)
        found = worth(game, side) + _points(game, action.area, holder)
        game.state.control[action.area] = holder
        return found
    assert isinstance(action, Move)
    start = game.leader(action.leaders[0]).area
    for id in action.leaders:
        game.leader(id).area = action.to
    found = worth(game, side)
    for id in action.leaders:
        game.leader(id).area = start
    return found


# ---------------------------------------------------------------------- battles and troops


def _stay_or_go(game: Warriors, side: Side, legal: Legal) -> Action:
    """Leave a battle that is likely lost, where there is a way for all; else stay."""
    area = game.battle.area
    ending = outlook.ending(game, area, side)
    wins = ending.english if side == "english" else ending.french
    best = next(iter(retreat.best_refuges(game, side)), "")
    if wins < HOPELESS and best and ways.limit(game, side, area, best) >= len(game.here(area, side)):
        return Retreat(best)
    return Stay()


def _levy(game: Warriors, side: Side) -> list[str]:
    """Knights and longbowmen where leaders stand who can lead them, else infantry."""
    found: list[str] = []
    for area in game.controlled(side):
        free = game.area(area).value
        for kind in ("knight_english", "knight_french", "longbow_english", "longbow_welsh"):
            able = any(game.may_hold(id, kind) and game.capacity_left(id) > 0 for id in game.here(area, side))
            legal = [one for one in raising.possible(game, side, found) if one.at == area and one.kind == kind]
            if able and legal:
                taken = max(one.number for one in legal)
                found.append(str(Parcel(kind, taken, area)))
                free -= taken
        if free:
            found.append(str(Parcel("infantry", free, area)))
    return found


def _deploy(game: Warriors, side: Side) -> Action:
    """Bring troops from where nobody needs them to the leaders with most room."""
    step = game.top
    assert isinstance(step, Deploying)
    for area, troops in step.loose(game).items():
        if _room(game, side, area):
            continue
        reached = sorted(ways.chain(game, side, area) - {area}, key=lambda to: (-_room(game, side, to), to))
        if reached and _room(game, side, reached[0]):
            return Deploy([str(Parcel(kind, number, area)) for kind, number in troops.items()], reached[0])
    return Pass()


def _room(game: Warriors, side: Side, area: str) -> int:
    """How many more troops the leaders of a side in an area can take than lie there."""
    lying = sum(game.state.loose.get(area, {}).values())
    return max(0, sum(game.capacity_left(id) for id in game.here(area, side)) - lying)


def _place(game: Warriors, side: Side, legal: Legal) -> Action:
    """At home, where there is infantry and sure control; or with friends, where a stronger enemy holds the home."""
    default = legal.default()
    if not isinstance(default, Place):
        return default
    foes: Mapping[str, int] = {
        area: sum(1 + sum(game.leader(id).troops.values()) for id in game.here(area, enemy(side)))
        for area in game.catalog.areas
    }
    if foes[default.area] > 2 * game.card(default.leader).rank + 2 and game.controlled(side):
        safest = min(game.controlled(side), key=lambda area: (foes[area], -game.area(area).value, area))
        return Place(default.leader, safest)
    return default

"""The invariants of a game of Warriors of God (rules 1)."""

from collections import Counter
from collections.abc import Iterator

from engine.warriors.board import names
from engine.warriors.board.game import Warriors
from engine.warriors.board.state import SIDES

APART = frozenset({"control", "raising", "deploying", "captives", "deaths"})
"""The phases in which no area holds leaders of both sides."""


def problems(game: Warriors) -> list[str]:
    """Return every invariant that is broken, in words."""
    checks = (_leaders, _armies, _pieces, _areas, _apart, _kings, _battle)
    return [problem for check in checks for problem in check(game)]


def _leaders(game: Warriors) -> Iterator[str]:
    """Leaders stand where their state says, and serve whom they can."""
    for leader_id, leader in game.state.leaders.items():
        if (leader.where == "map") != (leader.area in game.catalog.areas):
            yield f"{leader_id} is {leader.where} at '{leader.area}'"
        if leader.where in ("map", "captured") and not leader.side:
            yield f"{leader_id} serves nobody"
        if leader.where != "map" and (leader.troops or leader.disgraced):
            yield f"{leader_id} is {leader.where} and has troops or is disgraced"
        nationality = game.card(leader_id).nationality
        if nationality != "nonaligned" and leader.side != nationality:
            yield f"{leader_id} is {nationality} and serves '{leader.side}'"


def _armies(game: Warriors) -> Iterator[str]:
    """Nobody commands more than he can, nor what he may not."""
    for leader_id, leader in game.state.leaders.items():
        name = names.leader(game, leader_id)
        if (short := -game.capacity_left(leader_id)) > 0:
            yield f"{name} commands {names.troops(game, leader.troops)}, {short} more than {name} can"
        for kind, number in leader.troops.items():
            if number < 1 or not game.may_hold(leader_id, kind):
                yield f"{name} commands {number} {kind}, which {name} may not"


def _pieces(game: Warriors) -> Iterator[str]:
    """No more pieces are in use than there are; troops without a leader lie about in Phases Five to Ten alone."""
    used: Counter[str] = Counter()
    for stock in game.stocks():
        used.update(stock)
    for kind, card in game.catalog.troops.items():
        if 0 <= card.counter_mix < used[kind]:
            yield f"{used[kind]} {kind} are in use, and there are {card.counter_mix}"
    for area, troops in game.state.loose.items():
        if area not in game.catalog.areas or any(number < 1 for number in troops.values()):
            yield f"loose troops {troops} in {area}"


def _areas(game: Warriors) -> Iterator[str]:
    """Neutral areas are never controlled [WOG-4.3]."""
    for area in game.state.control:
        if area not in game.catalog.areas or game.area(area).neutral:
            yield f"{area} is controlled"
    for area in game.state.aggressors:
        if area not in game.catalog.areas:
            yield f"an aggressor stands in {area}"


def _apart(game: Warriors) -> Iterator[str]:
    """From the end of the battles until leaders arrive nobody stands beside an enemy."""
    if game.state.turn.phase in APART:
        for area in game.catalog.areas:
            if all(game.here(area, side) for side in SIDES):
                yield f"both sides stand in {names.area(game, area)}"


def _kings(game: Warriors) -> Iterator[str]:
    """Kings live, and serve their side."""
    for side, leader_id in game.state.kings.items():
        if game.leader(leader_id).side != side or game.leader(leader_id).where in ("killed", "dead", "future"):
            yield f"{names.leader(game, leader_id)} is King of {names.side(side)} and {game.leader(leader_id).where}"


def _battle(game: Warriors) -> Iterator[str]:
    """Check that a battle is fought in Phase Three, within its limits."""
    battle = game.state.battle
    if battle is None:
        return
    if game.state.turn.phase != "battles" or not 0 <= battle.misses <= game.catalog.battle.miss_limit:
        yield f"a battle is fought in phase {game.state.turn.phase} with {battle.misses} misses"

"""How the players that think judge Warriors of God: the score, and what areas, leaders and prisoners promise."""

from collections.abc import Callable

from engine.core.computer.judge import Judge
from engine.warriors.board.game import Warriors, enemy
from engine.warriors.board.state import Side
from engine.warriors.evaluation import Prospects
from engine.warriors.marshal import Marshal

CROWN = 1.0
"""What it is worth to have a King."""


def lead(game: Warriors, seat: str) -> float:
    """By how many points a side is ahead, with all that the board promises it beyond what it promises the enemy."""
    if not game.has_side(seat):
        return 0.0
    side = game.side(seat)
    prospects = Prospects(game, side)
    areas = sum(prospects.now(area) for area in game.catalog.areas)
    scored = game.state.score * (1 if side == "english" else -1)
    return scored + areas + _people(prospects, side) - _people(prospects, enemy(side))


def _people(prospects: Prospects, side: Side) -> float:
    """Return the worth of a side's leaders, its King, and the enemies in its prison."""
    game, chart = prospects.game, prospects.game.catalog.score
    reach = (
        sum(prospects.reach(area, standing[side]) for area, standing in prospects.standing.items())
        if side == prospects.side
        else 0.0
    )
    killed = [
        leader for leader in game.state.leaders.items() if leader[1].where == "killed" and leader[1].side == enemy(side)
    ]
    points = sum(
        chart.killed[game.card(leader_id).rank - 1] + chart.king * leader.crowned for leader_id, leader in killed
    )
    prison = sum(
        chart.prison_per_star * game.card(leader_id).rank * min(prospects.life(leader_id), prospects.lasting)
        for leader_id in game.prisoners(enemy(side))
    )
    return prospects.price(game.on_map(side)) + reach + points + prison + CROWN * (side in game.state.kings)


def turn(game: Warriors) -> object:
    """Return the impulse, or what else is decided at once."""
    now = game.state.turn
    return now.number, now.phase, now.moving, tuple(now.impulses.values())


def horizon(game: Warriors, seat: str) -> Callable[[Warriors], bool]:
    """Return the end of the turn."""
    begun = game.state.turn.number
    return lambda now: now.state.turn.number != begun


def settled(game: Warriors) -> bool:
    """Whether no battle is being fought."""
    return game.state.battle is None


JUDGE = Judge(
    lead=lead,
    turn=turn,
    horizon=horizon,
    habit=Marshal(),
    prize=15.0,
    settled=settled,
    by_habit=frozenset({"D-06", "D-10", "D-11", "D-12", "D-18", "D-19"}),
)
"""How Warriors of God is judged."""

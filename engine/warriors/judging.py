"""How the players that think judge Warriors of God: the score, and what areas, leaders and prisoners promise."""

from collections.abc import Callable

from engine.core.computer.judge import Judge
from engine.core.computer.learnt import weights_of
from engine.warriors.board.game import Warriors, enemy
from engine.warriors.board.state import Side
from engine.warriors.evaluation import Prospects
from engine.warriors.marshal import Marshal, ideas

CROWN = 1.0
"""The worth of a King."""


def lead(game: Warriors, seat: str) -> float:
    """By how many points a side is ahead, with all that the board promises it beyond what it promises the enemy."""
    return traits(game, seat)["lead"] if game.has_side(seat) else 0.0


def traits(game: Warriors, seat: str) -> dict[str, float]:
    """Return a side's lead by what it is in, and how it counts when the end is near."""
    if not game.has_side(seat):
        return dict.fromkeys(PARTS, 0.0)
    side = game.side(seat)
    foe, prospects = enemy(side), Prospects(game, side)
    areas = sum(prospects.now(area) for area in game.catalog.areas)
    scored = float(game.state.score * (1 if side == "english" else -1))
    own, theirs = _people(prospects, side), _people(prospects, foe)
    late = game.state.turn.number / game.number("turns")
    margin = scored + areas + own - theirs
    impulses = game.state.turn.impulses
    return {
        "lead": margin,
        "scored": scored,
        "areas": areas,
        "people": own - theirs,
        "late_lead": late * margin,
        "late_scored": late * scored,
        "late_areas": late * areas,
        "early_people": (1 - late) * (own - theirs),
        "kings": float((side in game.state.kings) - (foe in game.state.kings)),
        "held": sum(game.area(area).value * (1 if one == side else -1) for area, one in game.state.control.items()),
        "troops": float(_troops(game, side) - _troops(game, foe)),
        "impulses": float(impulses.get(side, 0) - impulses.get(foe, 0)),
        "english": 1.0 if side == "english" else -1.0,
    }


PARTS = (
    "lead", "scored", "areas", "people", "late_lead", "late_scored", "late_areas", "early_people", "kings", "held",
    "troops", "impulses", "english",
)  # fmt: skip
"""The unit of a side's lead."""


def _troops(game: Warriors, side: Side) -> int:
    """Return how many pieces of troops a side's leaders have."""
    return sum(sum(game.leader(leader_id).troops.values()) for leader_id in game.on_map(side))


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
    habit=Marshal(exact=False),
    prize=15.0,
    settled=settled,
    by_habit=frozenset({"D-06", "D-10", "D-11", "D-12", "D-18", "D-19"}),
    ideas=ideas,
    traits=traits,
    weights=weights_of("warriors"),
)
"""How Warriors of God is judged."""

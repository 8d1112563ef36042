"""How often a turn is still handed from one player to the other, as far as anybody can tell (rules 5, 6)."""

from collections.abc import Callable, Mapping

from engine.warriors.battles.battles import battlefields
from engine.warriors.board.game import Warriors
from engine.warriors.board.state import SIDES, Phase
from engine.warriors.sequence.turn import IDLE, PHASES

A_BATTLE = 2
"""Hand-overs of a battle: who commands it, and whether it goes on. Among computer players it was 5 in three battles."""


def left(game: Warriors) -> int | None:
    """Return the hand-overs from now on to the end of the turn, as the board stands; None outside a turn.

    Each impulse is one. Battles that are still to be brought about are not among them.
    """
    phase = game.state.turn.phase
    if phase not in PHASES:
        return None
    still = PHASES[PHASES.index(phase) :]
    return sum(count(game) for part, count in COUNTS.items() if part in still and not (part in IDLE and game.last_turn))


def _impulses(game: Warriors) -> int:
    return sum(game.state.turn.impulses.values())


def _battles(game: Warriors) -> int:
    return A_BATTLE * len(battlefields(game))


def _landed(game: Warriors) -> int:
    """Return the number of sides that control something, and so raise, deploy and assign troops."""
    return sum(bool(game.controlled(side)) for side in SIDES)


def _captives(game: Warriors) -> int:
    return int(any(game.prisoners(side) for side in SIDES))


def _arrivals(game: Warriors) -> int:
    """Return the number of non-aligned leaders who come, taken in turn, and of leaders of both sides."""
    coming = [
        leader_id
        for leader_id, leader in game.state.leaders.items()
        if leader.where == "pool" or _next(game, leader_id)
    ]
    free = sum(game.card(leader_id).nationality == "nonaligned" for leader_id in coming)
    return free + len(SIDES) if coming else 0


def _next(game: Warriors, leader_id: str) -> bool:
    """Whether a leader comes at the end of this turn."""
    future = game.state.leaders[leader_id].where == "future" and game.state.turn.phase != "arrivals"
    return future and game.card(leader_id).entry == game.state.turn.number + 1


COUNTS: Mapping[Phase, Callable[[Warriors], int]] = {
    "impulses": _impulses,
    "battles": _battles,
    "raising": _landed,
    "deploying": _landed,
    "captives": _captives,
    "arrivals": _arrivals,
    "assigning": _landed,
}
"""The hand-overs of each phase in which somebody decides."""

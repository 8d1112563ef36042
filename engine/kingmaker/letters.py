"""Proposals between seats: trades, loans, permissions and alliances (rules 4.2, 7)."""

from engine.core.actions import Proposal
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.combat.muster import Muster
from engine.kingmaker.movement import permissions
from engine.kingmaker.movement.movement import MovementPhase
from engine.kingmaker.trade import fleet, trade


def proposals(game: Kingmaker, seat: str) -> list[Proposal]:
    """Return the proposals to a seat, and its own that it may withdraw."""
    found = [*trade.proposals(game, seat), *fleet.loans(game, seat)]
    for step in game.state.steps:
        if isinstance(step, MovementPhase) and seat != game.active:
            found += permissions.proposals(game, step.questions, seat)
        elif isinstance(step, Muster):
            found += step.proposals(game, seat)
    return found

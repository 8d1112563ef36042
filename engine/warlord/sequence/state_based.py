"""State-based actions: what follows from the state by itself; they are carried out between any two steps."""

from engine.warlord.board.game import Warlord
from engine.warlord.meetings import veterans, victory
from engine.warlord.meetings.meeting import Meeting
from engine.warlord.movement import castle
from engine.warlord.sequence import healing, succession


def apply(game: Warlord) -> None:
    """Let those lose who have given up, open gates, heal, promote veterans, ask who has lost a Warlord."""
    if game.state.result is not None:
        return
    victory.yield_up(game)
    if game.state.result is not None:
        return
    castle.admit(game)
    healing.heal(game)
    veterans.promote(game)
    if game.state.bereaved and not any(isinstance(step, Meeting) for step in game.state.steps):
        succession.ask_bereaved(game)

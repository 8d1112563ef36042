"""State-based actions: what follows from the state by itself; they are carried out between any two steps."""

from engine.warlord.board.game import Warlord
from engine.warlord.meetings import veterans, victory
from engine.warlord.meetings.meeting import Meeting
from engine.warlord.movement import castle
from engine.warlord.sequence import healing, succession


def apply(game: Warlord) -> None:
    """Let those lose who have given up, open gates, heal, promote veterans, ask who has lost a Warlord.

    It is asked some ten times an action and finds next to nothing: each has a cause that is quickly looked for.
    """
    if game.state.yielded and game.state.result is None:
        victory.yield_up(game)
    if game.state.result is not None:
        return
    if any(game.state.gatehouses.values()):
        castle.admit(game)
    if game.standing.wounded:
        healing.heal(game)
    if game.option("veterans"):
        veterans.promote(game)
    if game.state.bereaved and not any(isinstance(step, Meeting) for step in game.state.steps):
        succession.ask_bereaved(game)

"""The game master's edits of past Parliaments: how often one was called, when the King's Peace ended (rules 5.1)."""

from collections.abc import Mapping

from engine.core.actions import Action
from engine.core.editing.edits import Handler
from engine.core.errors import Illegal
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.state import TurnRef


class SetCalls(Action, frozen=True, tag="calls"):
    """Set how often a King, or a noble as Chancellor, has called Parliament [COV-7.1.3]."""

    who: str
    number: int


class SetPeaceOver(Action, frozen=True, tag="peace_over"):
    """Say in whose turn of which round the latest King's Peace ended, if there has been one [COV-7.1.3]."""

    seat: str
    round: int


def _calls(game: Kingmaker, edit: SetCalls) -> None:
    if edit.who not in game.state.heirs and edit.who not in game.state.nobles:
        raise Illegal(f"Nobody called '{edit.who}' is in this game; name an heir, or the noble who is Chancellor.")
    game.state.calls[edit.who] = max(edit.number, 0)


def _peace_over(game: Kingmaker, edit: SetPeaceOver) -> None:
    if edit.round > 0 and not edit.seat:
        raise Illegal("Name the player in whose turn the King's Peace ended.", "COV-7.1.3")
    game.state.peace_over = TurnRef(edit.round, edit.seat) if edit.round > 0 else None


HANDLERS: Mapping[type[Action], Handler] = {SetCalls: _calls, SetPeaceOver: _peace_over}

"""The game master's edits of who may stay overseas, and how long (rules 2.5, 3.15)."""

from collections.abc import Mapping

from engine.core.actions import Action
from engine.core.editing.edits import Handler
from engine.core.errors import Illegal
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import SquareId
from engine.kingmaker.edits import card_edits
from engine.kingmaker.overseas import refuge


class SetClock(Action, frozen=True, tag="clock"):
    """Say in which round an heir who is away from the mainland has to be back there [COV-5.7]."""

    heir: str
    round: int


class SetStay(Action, frozen=True, tag="stay"):
    """Say until which round a seat's nobles may stay in an overseas square, and under which Refuge card."""

    square: SquareId
    seat: str
    until: int
    card: str = ""


def _clock(game: Kingmaker, edit: SetClock) -> None:
    game.heir(edit.heir).clock = edit.round


def _stay(game: Kingmaker, edit: SetStay) -> None:
    if edit.square not in game.catalog.squares or game.catalog.squares[edit.square].kind == "land":
        raise Illegal(f"'{edit.square}' is no overseas square.")
    if edit.card and (edit.card not in game.catalog.events or game.catalog.events[edit.card].kind != "refuge"):
        raise Illegal(f"'{edit.card}' is no Refuge card.")
    if not game.active:
        raise Illegal("Nobody has had a turn yet; wait for the first one.")
    if edit.card:
        card_edits.take_out(game, edit.card)
    refuge.grant(game, edit.square, edit.seat, edit.until, edit.card)


HANDLERS: Mapping[type[Action], Handler] = {SetClock: _clock, SetStay: _stay}

"""The game master's edits of trade, ships that change hands, heirs of both houses, and the end (rules 6.7, 7, 8)."""

from collections.abc import Mapping

from engine.core.actions import Action
from engine.core.editing.edits import Handler
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.sequence import ending
from engine.kingmaker.trade import trade


class SetLeaving(Action, frozen=True, tag="leaving"):
    """Say whether a player is about to leave: gifts of theirs wait for the game master then."""

    seat: str
    leaving: bool = True


class Approve(Action, frozen=True):
    """Let a gift that waits for the game master go through, or forbid it."""

    trade: int
    good: bool = True


class SetSupport(Action, frozen=True, tag="support"):
    """Let Parliament support one of two Kings, or nobody."""

    heir: str = ""


class SetMixed(Action, frozen=True, tag="mixed"):
    """Set how many turns a seat has begun with heirs of both houses."""

    seat: str
    turns: int


class SetShipKeeper(Action, frozen=True, tag="ship_keeper"):
    """Give a ship to a noble apart from its card or office, or back to these, and lend it to a player."""

    ship: str
    noble: str = ""
    seat: str = ""


def _leaving(game: Kingmaker, edit: SetLeaving) -> None:
    game.faction(edit.seat).leaving = edit.leaving


def _support(game: Kingmaker, edit: SetSupport) -> None:
    game.state.support = edit.heir


def _mixed(game: Kingmaker, edit: SetMixed) -> None:
    game.faction(edit.seat).mixed_turns = edit.turns


def _ship_keeper(game: Kingmaker, edit: SetShipKeeper) -> None:
    ship = game.ship(edit.ship)
    ship.keeper, ship.lent, ship.pledged = edit.noble, edit.seat, ""


HANDLERS: Mapping[type[Action], Handler] = {
    SetLeaving: _leaving,
    Approve: lambda game, edit: trade.approve(game, edit.trade, good=edit.good),
    SetSupport: _support,
    SetMixed: _mixed,
    SetShipKeeper: _ship_keeper,
    ending.CallTime: lambda game, _: ending.call_time(game),
    ending.StopPlay: lambda game, _: ending.stop_play(game),
}

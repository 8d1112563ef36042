"""Reasons for answers and any-time actions: why a seat can do nothing of one kind now."""

from collections.abc import Callable, Mapping
from copy import deepcopy

from engine.core.actions import Action
from engine.core.dice import Dice
from engine.core.errors import Illegal, caught
from engine.kingmaker.board import state as board_state
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.crown import hand

Tried = Action | None
"""The action that a seat has tried; None if it has named the kind of action only."""

Reason = Callable[[Kingmaker, str, Tried], Illegal]
"""A function that returns why a seat can take no action of one kind now."""

Reasons = Mapping[type[Action], Reason]
"""The reason for each kind of action of a chapter."""


def copied(game: Kingmaker) -> Kingmaker:
    """Return a copy of the board for trying actions out, without effect on the game and its dice."""
    state = board_state.copied(game.state)
    state.steps = deepcopy(game.state.steps)
    return Kingmaker(state, Dice(bytes(32), game.state.game_id))


def because(reason: str, rule: str) -> Reason:
    """Return the same reason whatever the position."""
    return lambda game, seat, tried: Illegal(reason, rule)


def by_option(option: str, reasons: Mapping[object, tuple[str, str]], otherwise: tuple[str, str]) -> Reason:
    """Return a reason that depends on the table's options."""
    return lambda game, seat, tried: Illegal(*reasons.get(game.option(option), otherwise))


def at_any_time(nothing: Reason) -> Reason:
    """Return a reason for any-time actions; check first for a lock and for too full a hand."""

    def reason(game: Kingmaker, seat: str, tried: Tried) -> Illegal:
        otherwise = nothing(game, seat, tried)
        if game.locked:
            rule = otherwise.rule if game.option("event_lock") else "COV-5.14"
            return Illegal("Wait until the current event or combat is over.", rule)
        return caught(lambda: hand.check_hand(game, seat)) or otherwise

    return reason

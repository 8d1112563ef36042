"""Reasons why an action that a seat takes of its own accord in a phase is impossible now.

It is tried on a copy of the board: what was meant, or else whatever could be meant. The first thing that stands in the
way is the reason.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple

from engine.core.actions import Action
from engine.core.errors import Illegal, caught
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.state import Phase, Turn
from engine.kingmaker.refusals.reasons import Tried, copied
from engine.kingmaker.sequence import turn

Attempts = Iterable[Callable[[], object]]
"""Candidate actions of one kind, the likeliest first, each a function that raises Illegal if it is impossible."""


def _played_everywhere(game: Kingmaker) -> None:
    return None


class Order(NamedTuple):
    """A kind of action that a seat takes of its own accord in a phase of its turn, in `words`."""

    phase: Phase
    words: str

    carry_out: Callable[[Kingmaker, str, Any], object]
    """Carry out the order, or raise Illegal."""

    attempts: Callable[[Kingmaker, str], Attempts]
    """The candidates if only the kind of action is named."""

    nothing: tuple[str, str]
    """The reason, with its rule, if there is no candidate."""

    barred: Callable[[Kingmaker], tuple[str, str] | None] = _played_everywhere
    """The reason, with its rule, why the table does not have this kind of action; None if it has."""


Orders = Mapping[type[Action], Order]
"""The actions of a chapter that a seat takes of its own accord, by kind."""


def why_not(game: Kingmaker, seat: str, order: Order, tried: Tried) -> Illegal:
    """Return why an order cannot be given: the table's options, then the phase, then the first objection."""
    if barred := order.barred(game):
        return Illegal(*barred)
    when, found = _when(game, seat, order), _in_the_way(_at_its_time(game, seat, order), seat, order, tried)
    if when is None:
        return found or _not_yet(order)
    return Illegal(f"{when.reason} Also: {found.reason}", found.rule) if found else when


def _in_the_way(board: Kingmaker, seat: str, order: Order, tried: Tried) -> Illegal | None:
    """Return the first objection to an order, or to any of its kind; None if one can be given."""
    attempts = [partial(order.carry_out, board, seat, tried)] if tried is not None else order.attempts(board, seat)
    found: list[Illegal] = []
    for attempt in attempts:
        refusal = caught(attempt)
        if refusal is None:
            return None
        found.append(refusal)
    return found[0] if found else Illegal(*order.nothing)


def _at_its_time(game: Kingmaker, seat: str, order: Order) -> Kingmaker:
    """Copy the board as if it were the seat's turn, in the phase of the order.

    If that is in a later turn, all of the seat's nobles may move and fight again.
    """
    board = copied(game)
    if seat != game.active or _passed(game, order):
        board.state.turn = Turn(round=game.state.turn.round, seat=seat)
        for noble in board.state.nobles.values():
            turn.refresh(noble)
    board.state.turn.phase = order.phase
    return board


def _passed(game: Kingmaker, order: Order) -> bool:
    phases = list(turn.PHASES)
    return phases.index(game.state.turn.phase) > phases.index(order.phase)


def _when(game: Kingmaker, seat: str, order: Order) -> Illegal | None:
    """Return why this is not the phase for an order; None in its phase."""
    name = order.phase.capitalize()
    if seat != game.active:
        own = f"you {order.words} in the {name} phase of your own"
        return Illegal(f"It is {{{game.active}}}'s turn; {own}.", "BASE-TRN-1")
    if _passed(game, order):
        return Illegal(f"Your {name} phase of this turn is over.", "BASE-TRN-1")
    if game.state.turn.phase != order.phase:
        return Illegal(f"You {order.words} in your {name} phase, which is still to come.", "BASE-TRN-1")
    return None


def _not_yet(order: Order) -> Illegal:
    """Return why an order that is possible otherwise has to wait."""
    if order.phase == "combat":
        return Illegal("The announced combat must be finished first.", "BASE-CMB-2")
    return Illegal("Something else must be decided first.", "BASE-TRN-1")

"""What a seat does of its own accord in a phase of its turn, and why it cannot do it now.

It is tried on a copy of the board: what was meant, or else whatever could be meant. The first thing that stands in the
way is the reason.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple

from engine.core.actions import Action
from engine.core.errors import Illegal
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.state import Phase
from engine.kingmaker.refusals.reasons import Tried, caught, copied
from engine.kingmaker.sequence import turn

Attempts = Iterable[Callable[[], object]]
"""What a seat could do of one kind, the likeliest first; each refuses what cannot be done."""


def _played_everywhere(game: Kingmaker) -> None:
    return None


class Order(NamedTuple):
    """A kind of action that a seat takes of its own accord in a phase of its turn, in `words`."""

    phase: Phase
    words: str

    carry_out: Callable[[Kingmaker, str, Any], object]
    """Does what is ordered, or refuses it."""

    attempts: Callable[[Kingmaker, str], Attempts]
    """What could be meant where only the kind is named."""

    nothing: tuple[str, str]
    """The reason, with its rule, where there is nothing to attempt."""

    barred: Callable[[Kingmaker], tuple[str, str] | None] = _played_everywhere
    """The reason, with its rule, why nobody at a table does such a thing; None where it is played."""


Orders = Mapping[type[Action], Order]
"""What a seat does of its own accord in a chapter, by kind."""


def why_not(game: Kingmaker, seat: str, order: Order, tried: Tried) -> Illegal:
    """Return why an order cannot be given: the table, whose turn it is, what is in the way of it, then the phase."""
    if barred := order.barred(game):
        return Illegal(*barred)
    if seat != game.active:
        own = f"you {order.words} in the {order.phase.capitalize()} phase of your own"
        return Illegal(f"It is {{{game.active}}}'s turn; {own}.", "BASE-TRN-1")
    board = copied(game)
    attempts = [partial(order.carry_out, board, seat, tried)] if tried is not None else order.attempts(board, seat)
    found: list[Illegal] = []
    for attempt in attempts:
        refusal = caught(attempt)
        if refusal is None:
            return _not_in_phase(game, order)
        found.append(refusal)
    return found[0] if found else Illegal(*order.nothing)


def _not_in_phase(game: Kingmaker, order: Order) -> Illegal:
    phases = list(turn.PHASES)
    now, then = phases.index(game.state.turn.phase), phases.index(order.phase)
    name = order.phase.capitalize()
    if now > then:
        return Illegal(f"Your {name} phase of this turn is over.", "BASE-TRN-1")
    if now < then:
        return Illegal(f"You {order.words} in the {name} phase, which is still to come.", "BASE-TRN-1")
    if order.phase == "combat":
        return Illegal("The combat that is announced is finished first.", "BASE-CMB-2")
    return Illegal("Something else is to be decided first.", "BASE-TRN-1")

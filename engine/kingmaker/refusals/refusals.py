"""Why a seat can do nothing of a kind now: a reason for every kind of action, with the most specific rule."""

from engine.core.actions import Action
from engine.core.errors import Illegal
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.refusals import elsewhere, in_combat, in_movement, in_parliament, orders
from engine.kingmaker.refusals.orders import Orders
from engine.kingmaker.refusals.reasons import Reasons, Tried
from engine.kingmaker.sequence import setup

ORDERS: Orders = {**in_movement.ORDERS, **in_combat.ORDERS, **in_parliament.ORDERS}
REASONS: Reasons = {**elsewhere.REASONS, **in_movement.REASONS, **in_combat.REASONS, **in_parliament.REASONS}


def objection(game: Kingmaker, seat: str, kind: type[Action], tried: Tried) -> Illegal | None:
    """Return why a seat can take no action of a kind now; None for a kind that is always possible."""
    if not setup.begun(game.state) and kind not in elsewhere.SETTING_UP:
        return Illegal("The factions are still being set up; wait until everybody is ready.", "BASE-SET-3")
    if kind in ORDERS:
        return orders.why_not(game, seat, ORDERS[kind], tried)
    reason = REASONS.get(kind)
    return reason(game, seat, tried) if reason else None

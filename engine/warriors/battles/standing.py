"""Standing orders of a player for all his battles: when he is besieged, and what he loses first (rules 10)."""

import msgspec

from engine.core.actions import Action, Choice, Draft, Field, Offer
from engine.core.chapter import AnyTime
from engine.core.drafts import check_offered
from engine.core.errors import Illegal
from engine.core.text import join_words
from engine.warriors.battles.losses import GROUPS
from engine.warriors.board.game import Warriors
from engine.warriors.board.state import SIDES, Group, Side, Standing

HIGHEST = 12
"""The highest siege number that can be named."""


class OrderSiege(Action, frozen=True):
    """Be besieged from a siege number on, and fight in the field below it."""

    least: str


class OrderLosses(Action, frozen=True):
    """Lose troops in this order; what is not named follows in the casualty order."""

    order: list[str]


def offers(game: Warriors, seat: str) -> list[Offer]:
    """Return what a player may order at any time once he has a side, where the table follows such orders."""
    able: list[Offer] = []
    if not game.has_side(seat):
        return able
    if game.option("siege_standing") == "standing_order":
        numbers = [Choice(str(number), f"{number} or more") for number in range(HIGHEST + 1)]
        field = Field(
            "least",
            "At which siege number do your men stay inside the walls, rather than fight in the field?",
            lambda _: numbers,
        )
        able.append(Offer(OrderSiege, "Choose when to stay inside the walls", (field,), reversible=True, seldom=True))
    if game.option("hit_allocation") == "auto" and _soon(game):

        def left(draft: Draft) -> list[Choice]:
            return [Choice(group, group) for group in GROUPS if group not in draft.get("order", ())]

        field = Field("order", "Which of your troops are lost first in battles?", left, many=True, least=0)
        able.append(Offer(OrderLosses, "Set the order of losses", (field,), reversible=True, seldom=True))
    return able


def _soon(game: Warriors) -> bool:
    """Tell whether a battle is being fought, or can come before the player is asked about anything else."""
    met = any(all(game.here(area, side) for side in SIDES) for area in game.catalog.areas)
    return met or game.state.turn.phase in ("impulses", "battles")


def _standing(game: Warriors, side: Side) -> Standing:
    return game.state.orders.setdefault(side, Standing())


def objection(game: Warriors, kind: type[Action]) -> Illegal:
    """Return why no order of a kind is taken now."""
    rule, option, value, what = (
        ("WOG-14.6", "siege_standing", "standing_order", "siege")
        if kind is OrderSiege
        else ("WOG-14.5", "hit_allocation", "auto", "loss")
    )
    if game.option(option) == value:
        early = "You have no side yet; say this once the sides are settled."
        return Illegal("No battle is near; I offer it as soon as one may come." if game.state.sides else early, rule)
    return Illegal(f"At this table you are asked about every {what} (option {option}).", rule)


def _check(game: Warriors, seat: str, action: Action, rule: str) -> None:
    if not any(offer.action is type(action) for offer in offers(game, seat)):
        raise objection(game, type(action))
    check_offered(offers(game, seat), action, rule)


def order_siege(game: Warriors, seat: str, action: OrderSiege) -> None:
    """Note from which siege number on a player is besieged [WOG-14.6]."""
    _check(game, seat, action, "WOG-14.6")
    _standing(game, game.side(seat)).siege = int(action.least)
    game.emit(
        "ordered",
        f"Your men stay inside the walls when the siege number is {action.least} or more.",
        to=[seat],
        rule="WOG-14.6",
    )


def order_losses(game: Warriors, seat: str, action: OrderLosses) -> None:
    """Note what a player loses first [WOG-14.5]."""
    _check(game, seat, action, "WOG-14.5")
    _standing(game, game.side(seat)).losses = msgspec.convert(action.order, list[Group])
    text = (
        f"In battles you lose {join_words(action.order)} first."
        if action.order
        else "In battles you lose troops in the casualty order of the rules."
    )
    game.emit("ordered", text, to=[seat], rule="WOG-14.5")


ANY_TIME = AnyTime(offers, {OrderSiege: order_siege, OrderLosses: order_losses})

"""Standing orders: answers that players give ahead, in private; they come late enough to look like anybody's."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import texts
from bot.errors import Refused
from bot.store import games, orders, outbox, timers
from bot.store.database import Store
from bot.store.payloads import Notice, OutboxMessage
from bot.store.rows import GameRecord, Order, Timer, Via
from bot.table import effects, timekeeping
from bot.table.live_game import LiveGame
from bot.table.referee import Referee
from bot.table.submission import Submission
from engine.core import drafts
from engine.core.actions import Action, Request, tag_of
from engine.core.errors import Illegal
from engine.core.events import name_seats
from engine.core.rules import Rules

DEFAULT, DECLINE, ACTION = "default", "decline", "action"

NOT_AHEAD = (
    "That cannot be answered ahead; /standing list has the questions that can. An offer of trade is none of them: it "
    "keeps nobody waiting, and waits until you answer it."
)

MAX_ORDERS = 20
"""Orders that a player may have at one table."""

MAX_WORDS_CHARS = 60
"""Characters of the words that a question must have in it."""


class StandingOrders:
    """Keeps standing orders, and answers with them."""

    def __init__(self, store: Store, referee: Referee) -> None:
        self._store = store
        self._referee = referee

    # ------------------------------------------------------------------ giving and taking back

    async def give(
        self, game_id: str, user: int, decision: str, action: Action | str, *, words: str = "", always: bool = False
    ) -> Order:
        """Save an order: an action, "default" or "decline"; one that fits a question already open counts for that too.

        Raises Refused where the game does not let that be answered ahead.
        """

        async def change(connection: AsyncConnection, live: LiveGame) -> Order:
            seat = live.seat_of(user)
            rules = live.table.rules
            if decision not in rules.plannable():
                raise Refused(NOT_AHEAD)
            mine = [order for order in await orders.of_game(connection, game_id) if order.user == user]
            if len(mine) >= MAX_ORDERS:
                raise Refused(f"You have {MAX_ORDERS} standing orders here already; cancel one first.")
            order = Order(
                game=game_id,
                seat=seat,
                user=user,
                decision=decision,
                words=texts.tidy(words, MAX_WORDS_CHARS),
                answer=action if isinstance(action, str) else ACTION,
                action={} if isinstance(action, str) else msgspec.to_builtins(action),
                always=always,
                created=self._referee.now(),
            )
            _check(rules, order)
            await orders.add(connection, order)
            return order

        return await self._referee.amend(game_id, change)

    async def cancel(self, user: int, number: int) -> None:
        """Take an order back; raises Refused if the person has none of that number."""
        async with self._store.writing() as connection:
            if not await orders.drop(connection, number, user):
                raise Refused(f"You have no standing order {number}; look through yours with /standing list.")

    async def of(self, user: int, game_id: str = "") -> list[tuple[GameRecord, Order]]:
        """Return a person's orders with their games, at one table or at all."""
        async with self._store.reading() as connection:
            mine = await orders.of_user(connection, user)
            found = {order.game: await games.get(connection, order.game) for order in mine}
        return [(found[order.game], order) for order in mine if game_id in ("", order.game)]

    # ------------------------------------------------------------------ answering

    async def answer(self, timer: Timer) -> None:
        """Answer a question by an order, or drop one that does not fit; the caller holds the game's lock."""
        live = await self._referee.live_game(timer.game)
        async with self._store.reading() as connection:
            runs = live.game.paused is None and timer in await timers.of_game(connection, timer.game)
            order = await self._order(connection, live, timer)
        if not runs:
            return
        request = live.table.request(timer.seat)
        if order is None or request is None:
            await self._stop(timer)
            return
        try:
            action = action_of(live, request, order)
        except Illegal as objection:
            await self._drop(live, timer, order, objection)
            return
        said = f"Your standing order has answered for you: {order_words(live.table.rules, order)}."
        private_note = f"{live.game.title}: {said}"
        await self._referee.apply(
            live, Submission(order.seat, action, order.user, Via.STANDING, order=order, private_note=private_note)
        )

    async def _order(self, connection: AsyncConnection, live: LiveGame, timer: Timer) -> Order | None:
        call = next((call for call in effects.calls(live.table) if call.key == timer.key), None)
        if call is None or live.table.result is not None:
            return None
        return timekeeping.order_for(live, call, await orders.of_game(connection, timer.game))

    async def _drop(self, live: LiveGame, timer: Timer, order: Order, objection: Illegal) -> None:
        game, why = live.game, name_seats(str(objection), live.names)
        words = order_words(live.table.rules, order)
        notice = Notice(f"{game.title}: Your standing order ({words}) did not fit any more and is gone: {why}")
        async with self._store.writing() as connection:
            await orders.drop(connection, order.id, order.user)
            await timers.remove(connection, timer)
            messages = [OutboxMessage(notice, order.user)]
            await outbox.add(connection, game.id, live.table.version, messages, self._referee.now())

    async def _stop(self, timer: Timer) -> None:
        async with self._store.writing() as connection:
            await timers.remove(connection, timer)


def action_of(live: LiveGame, request: Request, order: Order) -> Action:
    """Return the action by which an order answers a question; raises Illegal if that is not to be had now."""
    if order.answer == DEFAULT:
        action = request.default()
    elif order.answer == DECLINE:
        action = _refusal(live.table.rules, request)
    else:
        action = live.table.rules.decode_action(order.action)
    offer = next((offer for offer in request.offers if isinstance(action, offer.action)), None)
    if offer is None:
        raise Illegal(f"'{tag_of(action).replace('_', ' ')}' is no answer to: {request.prompt}")
    if order.answer == ACTION and not drafts.admits(offer, action):
        raise Illegal("What it names cannot be chosen any more.")
    if objection := live.table.objection(order.seat, action):
        raise objection
    return action


def _refusal(rules: Rules[Any], request: Request) -> Action:
    """Return the answer that says no: one that needs no more words, or the default if that is one."""
    for offer in request.offers:
        if issubclass(offer.action, rules.refusals) and drafts.question(offer, {}) is None:
            return drafts.build(offer, {})
    default = request.default()
    if isinstance(default, rules.refusals):
        return default
    raise Illegal(f"This cannot be declined: {request.prompt}")


def _check(rules: Rules[Any], order: Order) -> None:
    known = rules.plannable()[order.decision]
    if order.answer == ACTION:
        action = rules.decode_action(order.action)
        if not isinstance(action, known.answers):
            could = ", ".join(tag_of(kind).replace("_", " ") for kind in known.answers)
            raise Refused(f"'{tag_of(action)}' does not answer that question; choose one of {could}.")
    elif order.answer == DECLINE:
        if not any(issubclass(kind, rules.refusals) for kind in known.answers):
            raise Refused("That question cannot be declined; take the default, or name what you do.")
    elif order.answer != DEFAULT:
        raise Refused(f"'{order.answer[:20]}' is no answer; choose the default, to decline, or an action.")


def order_words(rules: Rules[Any], order: Order) -> str:
    """Return an order in words."""
    asked = rules.plannable().get(order.decision)
    question = asked.words if asked else order.decision
    if order.words:
        question += f" (with “{order.words}” in it)"
    said = {DEFAULT: "take the default", DECLINE: "decline"}.get(order.answer) or _action_words(order)
    return f"{question} → {said}{', every time' if order.always else ''}"


def _action_words(order: Order) -> str:
    values = [f"{name} {_plain(value)}" for name, value in order.action.items() if name != "action" and value]
    tag = str(order.action.get("action", "")).replace("_", " ")
    return f"{tag} ({', '.join(values)})" if values else tag


def _plain(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)

"""Plans: private answers that players give ahead, and their use when the question comes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import texts
from bot.errors import Refused
from bot.store import game_log, games, outbox, plans, timers
from bot.store.database import Store
from bot.store.payloads import Call, Notice, OutboxMessage
from bot.store.rows import ActionRecord, GameRecord, PlanRecord, Timer, TimerKind, Via
from bot.table import effects, log_view, planning
from bot.table.commit import keep_left, renew
from bot.table.live_game import LiveGame, seat_held
from bot.table.referee import Referee
from bot.table.submission import Submission
from engine.core import orders
from engine.core.actions import Action, tag_of
from engine.core.events import name_seats
from engine.core.orders import Chosen, Entry, IfNothingFits, Plan, Scope, Then, Why
from engine.core.rules import Rules
from engine.core.table import Table

logger = logging.getLogger(__name__)

NOT_AHEAD = (
    "You cannot answer that ahead; /plan lists the questions that you can. Trade offers are not among them: "
    "nobody waits for those, and they stay open until you answer."
)

MAX_ENTRIES = 20
"""The most entries in a player's plans at one table."""

MOST_ALIKE = 5
"""The number of times in a row that plans of a seat may repeat one action with nobody else acting in between."""

ALIKE = 3
"""The number of equal answers to a question after which a player can make them permanent."""

REMEMBERED, LOOKED_AT = 600, 12
"""Entries of the log among which they are looked for, and how many of a seat's own are looked at."""

MAX_WORDS_CHARS = 60
"""Characters of the words that a question must have in it."""


class Plans:
    """Keeps plans, and answers with them."""

    def __init__(self, store: Store, referee: Referee) -> None:
        self._store = store
        self._referee = referee

    # ------------------------------------------------------------------ giving and taking back

    async def give(
        self,
        game_id: str,
        user: int,
        decision: str,
        entry: Entry,
        *,
        words: str = "",
        scope: Scope = Scope.QUESTION,
        otherwise: IfNothingFits = IfNothingFits.ASK,
        usual: bool = False,
    ) -> PlanRecord:
        """Add an entry to what a person plans for a question, as the last; one that is open already counts, too.

        It goes to the plan that lasts as long and is meant for the same questions; without one it begins a plan. One's
        `usual` answer comes as late as one given by hand. Raises Refused where the game does not let that be answered
        ahead.
        """

        async def change(connection: AsyncConnection, live: LiveGame) -> PlanRecord:
            seat = live.seat_of(user)
            rules = live.table.rules
            if decision not in rules.plans.plannable:
                raise Refused(NOT_AHEAD)
            mine = [plan for plan in await plans.of_game(connection, game_id) if plan.user == user]
            if sum(len(plan.entries) for plan in mine) >= MAX_ENTRIES:
                raise Refused(f"Your plans here have {MAX_ENTRIES} entries already; delete one first.")
            _check(rules, decision, entry)
            about = texts.tidy(words, MAX_WORDS_CHARS)
            for plan in mine:
                if (plan.decision, plan.words, plan.scope, plan.otherwise) == (decision, about, scope, otherwise):
                    longer = replace(plan, entries=(*plan.entries, entry), passed=None)
                    await plans.change(connection, longer)
                    return longer
            begun = PlanRecord(
                game=game_id,
                seat=seat,
                user=user,
                decision=decision,
                words=about,
                entries=(entry,),
                scope=scope,
                otherwise=otherwise,
                usual=usual,
                created=self._referee.now(),
            )
            begun = replace(begun, warned=bool(await asyncio.to_thread(blocked, live, begun)))
            return replace(begun, id=await plans.add(connection, begun))

        return await self._referee.amend(game_id, change)

    async def usual(self, game_id: str, user: int, decision: str) -> Action | None:
        """Return a person's last answer to a question of one kind, if their last answers are all equal; else None.

        Return None, too, if they have a plan for it, or if the situation decides each time.
        """
        async with self._store.reading() as connection:
            game = await games.get(connection, game_id)
            seat = seat_held(await games.seats_of(connection, game_id), user)
            planned = [plan for plan in await plans.of_game(connection, game_id) if plan.seat == seat]
            log = await game_log.entries(connection, game_id, after=game.version - REMEMBERED)
            rules = self._referee.rules_of(game.rules)
            known = rules.plans.plannable.get(decision)
            if not seat or known is None or not known.habitual or decision in {plan.decision for plan in planned}:
                return None
            last = await self._alike(connection, rules, log_view.lasting(log), seat, decision)
        return rules.codec.decode_action(last) if last else None

    async def _alike(
        self, connection: AsyncConnection, rules: Rules[Any], log: Sequence[ActionRecord], seat: str, decision: str
    ) -> dict[str, Any] | None:
        """Return the last answers of a seat to a question, as plain data, if they are alike; None if they are not."""
        tags = {tag_of(kind) for kind in rules.plans.plannable[decision].answers}
        own = [entry for entry in log if (entry.seat, entry.via) == (seat, Via.PLAYER)]
        entries: list[ActionRecord] = []
        for entry in reversed(
            [entry for entry in own if log_view.raw_action(entry).get("action") in tags][-LOOKED_AT:]
        ):
            before = await game_log.snapshot(connection, entry.game, entry.version - 1)
            table = await asyncio.to_thread(Table.restore, rules, before, b"", careful=False)
            request = table.request(seat)
            if request is None or request.decision != decision:
                continue
            if entries and entry.action != entries[0].action:
                return None
            entries.append(entry)
            if len(entries) == ALIKE:
                return log_view.raw_action(entries[0])
        return None

    async def always(self, game_id: str, user: int, decision: str) -> PlanRecord:
        """Make a person's repeated answer permanent until they change it; raise Refused if there is none."""
        action = await self.usual(game_id, user, decision)
        if action is None:
            raise Refused("You have answered that otherwise since, or have planned it already; /plan shows your plans.")
        entry = replace(said(action), then=Then.AGAIN)
        return await self.give(game_id, user, decision, entry, scope=Scope.ALWAYS, usual=True)

    async def take_away(self, user: int, number: int, place: int) -> None:
        """Take an entry out of a plan, the plan with the last one; raises Refused if the person has none such."""
        plan = await self._one(user, number, place)
        entries = (*plan.entries[:place], *plan.entries[place + 1 :])

        async def change(connection: AsyncConnection, live: LiveGame) -> None:
            await keep_left(connection, plan, replace(plan.plan, entries=entries) if entries else None)

        await self._amend(plan, change)

    async def move(self, user: int, number: int, place: int, by: int) -> None:
        """Move an entry up (by -1) or down (by 1); one at the edge of its plan moves the plan. Raises Refused."""
        plan = await self._one(user, number, place)
        to = place + by
        if 0 <= to < len(plan.entries):
            entries = list(plan.entries)
            entries[place], entries[to] = entries[to], entries[place]
            changed = [replace(plan, entries=tuple(entries), passed=None, warned=False)]
        else:
            mine = [other for _, other in await self.of(user, plan.game)]
            at = [other.id for other in mine].index(plan.id)
            if not 0 <= at + by < len(mine):
                return
            other = mine[at + by]
            changed = [replace(plan, rank=other.rank), replace(other, rank=plan.rank)]

        async def change(connection: AsyncConnection, live: LiveGame) -> None:
            for one in changed:
                await plans.change(connection, one)

        await self._amend(plan, change)

    async def _one(self, user: int, number: int, place: int) -> PlanRecord:
        found = next((plan for _, plan in await self.of(user) if plan.id == number), None)
        if found is None or not 0 <= place < len(found.entries):
            raise Refused("You have no such plan now; /plan shows yours.")
        return found

    async def _amend(self, plan: PlanRecord, change: Callable[[AsyncConnection, LiveGame], Any]) -> None:
        """Change plans; where the game is over there is nothing left to wait for."""
        await self._referee.amend(plan.game, change)

    async def of(self, user: int, game_id: str = "") -> list[tuple[GameRecord, PlanRecord]]:
        """Return a person's plans with their games, at one table or at all."""
        async with self._store.reading() as connection:
            mine = await plans.of_user(connection, user)
            found = {plan.game: await games.get(connection, plan.game) for plan in mine}
        return [(found[plan.game], plan) for plan in mine if game_id in ("", plan.game)]

    # ------------------------------------------------------------------ looking ahead

    async def review(self, game_id: str, kept: Sequence[PlanRecord]) -> None:
        """Tell the owners of a game's plans whose first entry has become impossible before its question has come."""
        found = [plan for plan in kept if plan.scope is not Scope.ALWAYS]
        if not any(not plan.warned for plan in found):
            return
        async with self._referee.reading(game_id) as live:
            asked = {call.key for call in effects.calls(live.table)}
            for plan in (plan for plan in found if not plan.warned and (plan.seat, plan.decision) not in asked):
                if why := await asyncio.to_thread(blocked, live, plan):
                    await self._warn(live, plan, why)

    async def _warn(self, live: LiveGame, plan: PlanRecord, why: str) -> None:
        now = name_seats(await asyncio.to_thread(what_now, live, plan), live.names)
        about = planning.question_words(live, plan)
        text = f"{live.game.title}: The first entry of your plan for “{about}” is impossible now: {why}"
        letter = OutboxMessage(Notice(f"{text} If it were your turn now: {now}."), plan.user)
        async with self._store.writing(live.game.id) as connection:
            await plans.change(connection, replace(plan, warned=True))
            await outbox.add(connection, live.game.id, live.table.version, [letter], self._referee.now())
        self._referee.publish(live.game.id)

    # ------------------------------------------------------------------ answering

    async def answer(self, timer: Timer) -> None:
        """Answer a question by the first plan that fits, or ask its player; the caller holds the game's lock."""
        live = await self._referee.live_game(timer.game)
        async with self._store.reading() as connection:
            running = await timers.of_game(connection, timer.game)
            kept = await plans.of_game(connection, timer.game)
        if live.game.paused is not None or timer not in running:
            return
        call = next((call for call in effects.calls(live.table) if call.key == timer.key), None)
        mine = planning.plans_for(live, call, kept) if call and live.table.result is None else []
        looked: list[Look] = []
        for plan in mine:
            look = Look(plan, await asyncio.to_thread(_chosen, live, plan))
            if look.chosen.action is not None:
                await self._act(live, look)
                return
            looked.append(look)
        await self._ask(live, timer, running, call, looked)

    async def _act(self, live: LiveGame, look: Look) -> None:
        plan, chosen = look.plan, look.chosen
        assert chosen.action is not None
        async with self._store.reading() as connection:
            latest = await game_log.entries(connection, live.game.id, after=live.table.version - MOST_ALIKE)
        if goes_round(latest, plan.seat, chosen.action):
            await self._end(live, plan)
            return
        said = "the default" if chosen.place is None else _words(live, plan, plan.entries[chosen.place])
        note = f"{live.game.title}: Your plan has answered for you: {said}."
        if gone := look.gone:
            note += " I have deleted these, which no longer fitted: " + "; ".join(_gone(live, plan, gone)) + "."
        await self._referee.apply(
            live,
            Submission(
                plan.seat, chosen.action, plan.user, Via.STANDING, plan=plan, left=look.left(), private_note=note
            ),
        )

    async def _end(self, live: LiveGame, plan: PlanRecord) -> None:
        """Drop a plan that would repeat itself for ever, and ask its owner."""
        told = (
            f"{live.game.title}: Your plan has done the same {MOST_ALIKE} times in a row, so I have deleted it and "
            "ask you."
        )
        known = [call for call in effects.calls(live.table) if call.key != (plan.seat, plan.decision)]
        async with self._store.writing(live.game.id) as connection:
            await plans.drop(connection, plan.id, plan.user)
            letter = OutboxMessage(Notice(told), plan.user)
            await outbox.add(connection, live.game.id, live.table.version, [letter], self._referee.now())
            await renew(connection, live, known, self._referee.now())

    async def _ask(
        self, live: LiveGame, timer: Timer, running: Sequence[Timer], call: Call | None, looked: Sequence[Look]
    ) -> None:
        """Note that no plan fits, tell their owner which are gone for good, and ask them if nobody has."""
        now, known = self._referee.now(), effects.calls(live.table)
        if (
            call
            and planning.at_once(live, call, [look.plan for look in looked])
            and await self._unasked(live, timer, running)
        ):
            known = [other for other in known if other.key != timer.key]
        async with self._store.writing(live.game.id) as connection:
            await timers.remove(connection, timer)
            for look in looked:
                left = look.left()
                await keep_left(connection, look.plan, left)
                if left is not None:
                    passed = replace(look.plan, entries=left.entries, passed=live.table.version)
                    await plans.change(connection, passed)
                if told := look.told(live):
                    letter = OutboxMessage(Notice(told), look.plan.user)
                    await outbox.add(connection, live.game.id, live.table.version, [letter], now)
            await renew(connection, live, known, now)

    async def _unasked(self, live: LiveGame, timer: Timer, running: Sequence[Timer]) -> bool:
        """Tell whether a question is new and does not follow from its player's own action."""
        came = any(other.key == timer.key and other.asked == timer.asked for other in running if other.kind in LIMITS)
        async with self._store.reading() as connection:
            last = await game_log.entry(connection, live.game.id, live.table.version)
        return came and (last.seat, last.via) != (timer.seat, Via.PLAYER)


LIMITS = (TimerKind.DEADLINE, TimerKind.WAIT)


def goes_round(latest: Sequence[ActionRecord], seat: str, action: Action) -> bool:
    """Tell whether plans of a seat have done nothing but one action in the latest entries of the log."""
    same = msgspec.json.encode(action).decode()
    alike = [entry for entry in latest if (entry.seat, entry.via, entry.action) == (seat, Via.STANDING, same)]
    return len(alike) >= MOST_ALIKE


# ---------------------------------------------------------------------- results of plans


@dataclass(frozen=True)
class Look:
    """A plan with its result for the present question."""

    plan: PlanRecord
    chosen: Chosen

    @property
    def gone(self) -> list[tuple[Entry, Why]]:
        """The entries that are impossible now, and go with that: those of a plan that lasts for ever stay."""
        looked = zip(self.plan.entries, self.chosen.why, strict=False)
        return [] if self.plan.scope is Scope.ALWAYS else [(entry, why) for entry, why in looked if why.impossible]

    def left(self) -> Plan | None:
        """Return what is left of the plan; None for nothing."""
        if self.plan.scope is Scope.QUESTION:
            return None
        gone = {id(entry) for entry, _ in self.gone}
        plan = self.plan.plan
        place = self.chosen.place
        left = orders.left(plan, place) if self.chosen.action is not None else plan
        if left is None:
            return None
        entries = tuple(entry for entry in left.entries if id(entry) not in gone)
        return replace(left, entries=entries) if entries else None

    def told(self, live: LiveGame) -> str:
        """Return the message to the owner of a plan that gave no answer; "" for none."""
        title = live.game.title
        if self.plan.scope is Scope.QUESTION:
            why = "; ".join(_gone(live, self.plan, list(zip(self.plan.entries, self.chosen.why, strict=False))))
            return f"{title}: Your plan no longer fitted, so I have deleted it and ask you. {why}"
        if not self.gone:
            return ""
        return f"{title}: I have deleted this part of your plan, which no longer fitted: " + "; ".join(
            _gone(live, self.plan, self.gone)
        )


def _chosen(live: LiveGame, plan: PlanRecord) -> Chosen:
    """Return a plan's answer, chosen from the seat's view alone and then checked by the gate of the true table."""
    try:
        chosen = orders.choose(live.table, plan.seat, plan.plan)
    except Exception as error:
        logger.error("a plan could not be looked at", extra={"game": live.game.id}, exc_info=error)
        return Chosen(why=tuple(Why("I could not read it.", impossible=False) for _ in plan.entries))
    if chosen.action is not None and (objection := live.table.objection(plan.seat, chosen.action)):
        entries = len(plan.entries) - len(chosen.why)
        return Chosen(why=(*chosen.why, *(Why(str(objection), impossible=False) for _ in range(entries))))
    return chosen


def blocked(live: LiveGame, plan: PlanRecord) -> str:
    """Return why the first entry of a plan would fail if its question came now; "" if not, or if unknown."""
    world = orders.foreseen(live.table, plan.seat, plan.decision)
    if world is None:
        return ""
    first = replace(plan.plan, entries=plan.entries[:1])
    return next(
        (name_seats(w.text, live.names) for w in orders.decide(world, plan.seat, first).why if w.impossible), ""
    )


def _words(live: LiveGame, plan: PlanRecord, entry: Entry) -> str:
    world = orders.seen(live.table, plan.seat)
    return name_seats(planning.entry_words(live, world, plan.seat, entry), live.names)


def _gone(live: LiveGame, plan: PlanRecord, gone: Sequence[tuple[Entry, Why]]) -> list[str]:
    return [f"{_words(live, plan, entry)}: {name_seats(why.text, live.names)}" for entry, why in gone]


# ---------------------------------------------------------------------- entries


def said(action: Action | str) -> Entry:
    """Return the entry that does an action, or that takes the "default" or does "decline"."""
    if isinstance(action, Action):
        return Entry(action=orders.whole(action))
    if action not in ("default", "decline"):
        raise Refused(f"'{action[:20]}' is not an answer; choose the default, to decline, or an action.")
    return Entry("default" if action == "default" else "decline")


def _check(rules: Rules[Any], decision: str, entry: Entry) -> None:
    """Raise Refused for an entry that can never answer a question."""
    known = rules.plans.plannable[decision]
    if entry.answer == "decline" and not any(issubclass(kind, rules.offering.refusals) for kind in known.answers):
        raise Refused("That question cannot be declined; take the default, or name what you do.")
    if entry.answer != "action":
        return
    tag = str(entry.action.get("action", ""))
    kind = next((kind for kind in known.answers if tag_of(kind) == tag), None)
    if kind is None:
        could = ", ".join(tag_of(kind).replace("_", " ") for kind in known.answers)
        raise Refused(f"'{tag}' does not answer that question; choose one of {could}.")
    if set(entry.action) >= set(kind.__struct_fields__):
        rules.codec.decode_action(entry.action)


def what_now(live: LiveGame, plan: PlanRecord) -> str:
    """Return in words what a plan would answer if its question came now; "" if that is unknown."""
    world = orders.foreseen(live.table, plan.seat, plan.decision)
    if world is None:
        return ""
    chosen = orders.decide(world, plan.seat, plan.plan)
    reasons = [why.text for why in chosen.why]
    because = f" ({' '.join(reasons)})" if reasons else ""
    if chosen.action is None:
        return f"I would ask you{because}"
    what = Entry("default") if chosen.place is None else said(chosen.action)
    return f"{planning.entry_words(live, world, plan.seat, what)}{because}"

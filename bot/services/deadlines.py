"""Due timers: reminders, missed deadlines, answers given ahead, and the end of a table's time."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.services.plans import Plans
from bot.store import clocks, games, outbox, people, timers
from bot.store.database import Store
from bot.store.payloads import Ask, Call, Log, OutboxMessage, Overdue, Panel, Reminder, StoodIn
from bot.store.rows import Miss, Missed, RegentReason, Timer, TimerKind, Via
from bot.table import effects, timekeeping
from bot.table.live_game import LiveGame
from bot.table.referee import Referee
from bot.table.submission import Submission
from bot.table.timekeeping import Verdict
from engine.core.actions import MASTER, Request
from engine.core.computer.levels import titled
from engine.core.errors import Illegal
from engine.core.events import Event

logger = logging.getLogger(__name__)

RETRY_AFTER_S = 3600.0
"""Seconds after which something due that could not be carried out is tried again."""


class Deadlines:
    """Carries out what is due, each thing once: under the game's lock, and only if its timer still runs."""

    def __init__(self, store: Store, referee: Referee) -> None:
        self._store = store
        self._referee = referee
        self._plans = Plans(store, referee)

    async def fire(self, due: Sequence[Timer]) -> None:
        """Carry out what is due; of several stages that have passed for a question only the last."""
        questions: dict[tuple[str, str, str], list[Timer]] = {}
        for timer in due:
            questions.setdefault((timer.game, *timer.key), []).append(timer)
        for found in questions.values():
            await self._fire_question({timer.kind: timer for timer in found})

    async def _fire_question(self, due: dict[TimerKind, Timer]) -> None:
        if order := due.get(TimerKind.ORDER):
            await self._at(order, lambda: self._plans.answer(order))
        if timer := due.get(TimerKind.DEADLINE):
            await self.expire(timer)
        elif timer := due.get(TimerKind.CLOSING):
            await self.close(timer)
        elif stages := [due[kind] for kind in timekeeping.STAGES if kind in due]:
            await self.remind(stages[-1])

    # ------------------------------------------------------------------ deadlines

    async def expire(self, timer: Timer) -> None:
        """Do what the table does about a missed deadline, unless the timer no longer runs."""

        async def work() -> None:
            live = await self._referee.live_game(timer.game)
            if not await self._runs(live, timer):
                return
            request = _request(live, timer)
            user = live.user_of(timer.seat)
            if request is None:
                await self._stop(timer)
            elif timer.seat == MASTER or user is None:
                await self._default(live, request)
            else:
                await self._judge(live, timer, request, user)

        await self._at(timer, work)

    async def _default(self, live: LiveGame, request: Request) -> None:
        await self._referee.apply(live, Submission(request.seat, request.default(), None, Via.DEADLINE))

    async def _judge(self, live: LiveGame, timer: Timer, request: Request, user: int) -> None:
        now = self._referee.now()
        async with self._store.reading() as connection:
            person = (await people.among(connection, [user])).get(user)
            misses = await clocks.misses(connection, timer.game, timer.seat)
        verdict = timekeeping.verdict(live, timer, person, misses, now)
        if verdict.what is Miss.DEFAULT:
            await self._default(live, request)
        elif verdict.what is Miss.REGENT:
            await self._referee.amend_here(live, lambda c, s: self._appoint_regent(c, s, timer, user))
        else:
            async with self._store.writing(timer.game) as connection:
                if verdict.what is None:
                    await timers.postpone(connection, timer, verdict.until)
                elif verdict.what is Miss.EXCUSED:
                    await self._excuse(connection, live, timer, user, verdict)
                else:
                    await self._ask_master(connection, live, timer, user)

    async def _excuse(
        self, connection: AsyncConnection, live: LiveGame, timer: Timer, user: int, found: Verdict
    ) -> None:
        await self._record_miss(connection, timer, user, Miss.EXCUSED)
        await timers.postpone(connection, timer, found.until)
        running = await timers.of_game(connection, timer.game)
        call = effects.with_deadline(live, _call(live, timer), running)
        left = f"{found.left or 'no'} excuse{'' if found.left == 1 else 's'} left"
        words = f"{{{timer.seat}}} has missed the deadline, uses an excuse ({left}), and gets more time."
        said = [OutboxMessage(Log((Event("excused", words),))), OutboxMessage(Panel())]
        asked = OutboxMessage(Ask((call,)), user if call.secret else None)
        await self._post(connection, live, *said, asked)

    async def _appoint_regent(self, connection: AsyncConnection, live: LiveGame, timer: Timer, user: int) -> None:
        name = live.usual_regent
        await self._record_miss(connection, timer, user, Miss.REGENT)
        await games.set_regent(connection, timer.game, timer.seat, name, RegentReason.MISSED)
        words = f"The deadline has passed: a {titled(name)} decides for {{{timer.seat}}} until they are back."
        told = OutboxMessage(StoodIn(timer.seat, name), user)
        await self._post(connection, live, OutboxMessage(Log((Event("regent", words),))), told)

    async def _ask_master(self, connection: AsyncConnection, live: LiveGame, timer: Timer, user: int) -> None:
        await self._record_miss(connection, timer, user, Miss.MASTER)
        await timers.give_up(connection, timer)
        words = f"{{{timer.seat}}} has missed the deadline; the game master has been asked what to do."
        told = OutboxMessage(Overdue(_call(live, timer), passed=True), live.game.owner)
        await self._post(connection, live, OutboxMessage(Log((Event("missed", words),))), OutboxMessage(Panel()), told)

    async def _record_miss(self, connection: AsyncConnection, timer: Timer, user: int, what: Miss) -> None:
        await clocks.add_miss(
            connection,
            Missed(
                game=timer.game,
                seat=timer.seat,
                user=user,
                decision=timer.decision,
                what=what,
                time=self._referee.now(),
            ),
        )

    # ------------------------------------------------------------------ reminders and the end

    async def remind(self, timer: Timer) -> None:
        """Send the reminder of a stage, and leave out the stages before it; nothing if the timer no longer runs."""

        async def work() -> None:
            live = await self._referee.live_game(timer.game)
            if not await self._runs(live, timer):
                return
            async with self._store.writing(timer.game) as connection:
                running = await timers.of_game(connection, timer.game)
                passed = [
                    t for t in running if t.key == timer.key and t.kind in timekeeping.STAGES and t.due <= timer.due
                ]
                for stage in passed:
                    await timers.remove(connection, stage)
                if _request(live, timer) is not None and (user := live.user_of(timer.seat)) is not None:
                    call = effects.with_deadline(live, _call(live, timer), running)
                    await self._post(connection, live, *_reminder(live, timer.kind, call, user))

        await self._at(timer, work)

    async def close(self, timer: Timer) -> None:
        """End play at the date that the table has set, as far as its rules do that."""

        async def work() -> None:
            live = await self._referee.live_game(timer.game)
            if not await self._runs(live, timer):
                return
            action = live.table.rules.pace.end_of_play_edit(live.table.game)
            if action is None or live.table.result is not None:
                await self._stop(timer)
            else:
                await self._referee.apply(live, Submission(MASTER, action, None, Via.DEADLINE))

        await self._at(timer, work)

    # ------------------------------------------------------------------ carrying out

    async def _at(self, timer: Timer, work: Callable[[], Awaitable[None]]) -> None:
        """Carry out a due timer; postpone it if that fails, so that one bad game delays no other."""
        try:
            await self._referee.alone(timer.game, work)
        except Exception as error:
            logger.error("timer put off", extra={"game": timer.game, "seat": timer.seat}, exc_info=error)
            async with self._store.writing(timer.game) as connection:
                await timers.postpone(connection, timer, self._referee.now() + RETRY_AFTER_S)
                game = await games.get(connection, timer.game)
            if isinstance(error, Illegal):
                await self._referee.report_trouble(
                    game,
                    f"The deadline of {timer.seat} has passed, but the default was impossible; act for that "
                    f"seat. {error}",
                )

    async def _runs(self, live: LiveGame, timer: Timer) -> bool:
        async with self._store.reading() as connection:
            return live.game.paused is None and timer in await timers.of_game(connection, timer.game)

    async def _stop(self, timer: Timer) -> None:
        async with self._store.writing(timer.game) as connection:
            await timers.remove(connection, timer)

    async def _post(self, connection: AsyncConnection, live: LiveGame, *messages: OutboxMessage) -> None:
        await outbox.add(connection, live.game.id, live.table.version, messages, self._referee.now())


def _request(live: LiveGame, timer: Timer) -> Request | None:
    """Return the question that a timer belongs to, if it is still open."""
    found = (r for r in live.table.requests() if (r.seat, r.decision) == timer.key)
    return next(found, None) if live.table.result is None else None


def _call(live: LiveGame, timer: Timer) -> Call:
    return next(call for call in effects.calls(live.table) if call.key == timer.key)


def _reminder(live: LiveGame, stage: TimerKind, call: Call, user: int) -> list[OutboxMessage]:
    """Return the message of a stage: to the player, into the thread, to a game master who is somebody else."""
    if stage is TimerKind.REMINDER:
        return [OutboxMessage(Reminder(call), user)]
    if stage is TimerKind.SUMMONS:
        return [OutboxMessage(Reminder(call))]
    return [OutboxMessage(Overdue(call, passed=False), live.game.owner)] if live.game.owner != user else []

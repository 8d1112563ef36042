"""The clock: carries out what is due, reminders and deadlines. What is due lives in the database, never here."""

import asyncio
import logging

from bot.errors import HeraldError
from bot.referee import Referee
from bot.store import timers
from bot.store.database import Store
from bot.store.records import TimerKind

logger = logging.getLogger(__name__)

LONGEST_NAP = 60.0
SHORTEST_NAP = 0.05


class Clock:
    """One task that watches the timers in the store; the referee's `now` is its time."""

    def __init__(self, store: Store, referee: Referee) -> None:
        self._store = store
        self._referee = referee
        self._news = asyncio.Event()

    def wake(self, game_id: str = "") -> None:
        """Say that timers may have changed."""
        self._news.set()

    async def run(self) -> None:
        """Carry out what is due until cancelled."""
        while True:
            self._news.clear()
            try:
                nap = await self._round()
            except HeraldError as error:
                logger.error("clock interrupted", exc_info=error)
                nap = LONGEST_NAP
            await self._sleep(nap)

    async def _round(self) -> float:
        await self.tick()
        async with self._store.reading() as connection:
            due = await timers.next_due(connection)
        return LONGEST_NAP if due is None else min(LONGEST_NAP, max(SHORTEST_NAP, due - self._referee.now()))

    async def tick(self) -> None:
        """Carry out everything that is due now; a reminder whose deadline has passed as well is left out."""
        async with self._store.reading() as connection:
            due = await timers.due_by(connection, self._referee.now())
        late = {(timer.game, timer.seat) for timer in due if timer.kind is TimerKind.DEADLINE}
        for timer in due:
            if timer.kind is TimerKind.DEADLINE:
                await self._referee.expire(timer)
            elif (timer.game, timer.seat) not in late:
                await self._referee.remind(timer)

    async def _sleep(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._news.wait()
        except TimeoutError:
            return

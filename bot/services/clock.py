"""The clock: sees to it that what is due is done. What is due lives in the database, never here."""

import asyncio
import logging

from bot.errors import HeraldError
from bot.services.absence import Absences
from bot.services.deadlines import Deadlines
from bot.services.outages import Outages
from bot.services.plans import Plans
from bot.store import people, timers
from bot.store.database import Store
from bot.table.referee import Referee

logger = logging.getLogger(__name__)

MAX_NAP_S = 60.0
MIN_NAP_S = 0.05


class Clock:
    """One task that watches the timers and absences in the store; the referee's `now` is its time."""

    def __init__(self, store: Store, referee: Referee) -> None:
        self._store = store
        self._referee = referee
        self.deadlines = Deadlines(store, referee)
        self.outages = Outages(store, referee)
        self._absences = Absences(store, referee)
        self._plans = Plans(store, referee)
        self._news = asyncio.Event()
        self._moved: set[str] = set()

    def wake(self, game_id: str = "") -> None:
        """Say that timers may have changed, and what plans of a game would do."""
        if game_id:
            self._moved.add(game_id)
        self._news.set()

    async def run(self) -> None:
        """Carry out what is due until cancelled."""
        while True:
            self._news.clear()
            try:
                nap = await self._round()
            except HeraldError as error:
                logger.error("clock interrupted", exc_info=error)
                nap = MAX_NAP_S
            await self._sleep(nap)

    async def _round(self) -> float:
        await self.outages.look()
        await self.tick()
        async with self._store.reading() as connection:
            due = [await timers.next_due(connection), await people.next_absence_due(connection)]
        soonest = min((moment for moment in due if moment is not None), default=None)
        return MAX_NAP_S if soonest is None else min(MAX_NAP_S, max(MIN_NAP_S, soonest - self._referee.now()))

    async def tick(self) -> None:
        """Carry out everything that is due now: absences first, since they stop clocks."""
        await self._absences.tick()
        async with self._store.reading() as connection:
            due = await timers.due_by(connection, self._referee.now())
        await self.deadlines.fire(due)
        while self._moved:
            await self._review(self._moved.pop())

    async def _review(self, game_id: str) -> None:
        try:
            await self._plans.review(game_id)
        except HeraldError as error:
            logger.info("plans could not be looked at", extra={"game": game_id}, exc_info=error)

    async def _sleep(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._news.wait()
        except TimeoutError:
            return

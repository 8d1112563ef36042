"""The clock: a task that carries out due timers. The timers are in the database alone."""

import asyncio
import logging
from functools import partial
from math import inf

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import HeraldError
from bot.services.absence import Absences
from bot.services.deadlines import Deadlines
from bot.services.outages import Outages
from bot.services.plans import Plans
from bot.store import people, plans, timers
from bot.store.database import Store
from bot.store.rows import PlanRecord
from bot.table.referee import Referee
from bot.waits import wait_until

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
        self._soonest = -inf
        self._looked = 0.0

    def wake(self, game_id: str = "") -> None:
        """Signal that the timers or plans of a game may have changed; without a game, any timers."""
        if game_id:
            self._moved.add(game_id)
        else:
            self._soonest = -inf
        self._news.set()

    async def run(self) -> None:
        """Carry out what is due until cancelled."""
        while True:
            self._news.clear()
            try:
                seconds = await self._round()
            except HeraldError as error:
                logger.error("clock interrupted", exc_info=error)
                seconds = MAX_NAP_S
            await wait_until(self._news, seconds)

    async def _round(self) -> float:
        """Do what is due now; return the seconds until there may be more.

        If a game has woken it, it looks at that game alone. It looks at everything when something is due, and once a
        minute in any case, since another process may have changed something.
        """
        await self.outages.look()
        while self._moved and self._seconds_left():
            await self._look_at(self._moved.pop())
        if not self._seconds_left():
            self._soonest = inf
            await self.tick()
            due_next = await self._store.read(_next_due)
            self._soonest = min(self._soonest, due_next)
            self._looked = asyncio.get_running_loop().time()
        return max(MIN_NAP_S, self._seconds_left())

    def _seconds_left(self) -> float:
        """Return the seconds until the next look at all games."""
        to_the_minute = self._looked + MAX_NAP_S - asyncio.get_running_loop().time()
        return max(0.0, min(to_the_minute, self._soonest - self._referee.now()))

    async def tick(self) -> None:
        """Carry out everything that is due now: absences first, since they stop clocks."""
        await self._absences.tick()
        due = await self._store.read(partial(timers.due_by, now=self._referee.now()))
        await self.deadlines.fire(due)
        while self._moved:
            await self._look_at(self._moved.pop())

    async def _look_at(self, game_id: str) -> None:
        """Find the next due time of a game, and review its plans."""
        due, kept = await self._store.read(partial(_of_game, game_id=game_id))
        self._soonest = min(self._soonest, inf if due is None else due)
        try:
            await self._plans.review(game_id, kept)
        except HeraldError as error:
            logger.info("plans could not be looked at", extra={"game": game_id}, exc_info=error)


async def _of_game(connection: AsyncConnection, game_id: str) -> tuple[float | None, list[PlanRecord]]:
    """Return when the next timer of a game is due, and its plans."""
    return await timers.next_due_of(connection, game_id), await plans.of_game(connection, game_id)


async def _next_due(connection: AsyncConnection) -> float:
    """Return when the next timer is due, or an absence begins or ends."""
    due = [await timers.next_due(connection), await people.next_absence_due(connection)]
    return min((moment for moment in due if moment is not None), default=inf)

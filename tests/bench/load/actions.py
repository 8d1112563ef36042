"""Actions by the referee beside hundreds of live games, with clock and dispatcher at work and nobody's panel to show.

So many actions a second begin by chance, each at a game at which none is under way; what is timed is the referee's
part, from the action to its commit. Who acts, and what he does, is decided before that in the same process.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

from bot.store.database import opened
from bot.table.referee import Referee
from engine.core.actions import MASTER, Action
from engine.core.computer.players import RandomPlayer, Seated
from engine.core.errors import EngineError
from tests.bench.at_work import at_work
from tests.bench.timing import Figures, spread

WARM_S = 3.0
"""Seconds of each rate before it counts."""

SETTLED_S = 2.0
"""Seconds between two rates, in which messages may go out."""


async def measured(
    database: Path, games: Sequence[str], rates: Sequence[float], seconds: float, memory: int
) -> Figures:
    """Return how long actions took at each rate, with so many megabytes for tables; the database is played on."""
    figures: Figures = []
    async with opened(database) as store, at_work(store, memory) as referee:
        for rate in rates:
            spent, times = time.process_time(), await Hands(referee, games).play(rate, seconds)
            spent = (time.process_time() - spent) / (seconds + WARM_S)
            said = f"{spread(times)} ({len(times)}); {100 * spent:.0f} % of a processor" if times else "none"
            figures.append((f"actions by the referee, {rate:g} a second, {len(games)} games", said))
            await asyncio.sleep(SETTLED_S)
    return figures


class Hands:
    """Acts at one game or another."""

    def __init__(self, referee: Referee, games: Sequence[str]) -> None:
        self._referee = referee
        self._free = list(games)
        self._chance = Random(5)
        self._player = Seated(RandomPlayer(meddles=0), 11)
        self._times: list[float] = []

    async def play(self, rate: float, seconds: float) -> list[float]:
        """Act for so long; return the seconds that each action took, once it was warm."""
        loop = asyncio.get_running_loop()
        begins = loop.time() + WARM_S
        next_one, warm = loop.time(), False
        under_way: set[asyncio.Task[None]] = set()
        while next_one < begins + seconds:
            await asyncio.sleep(next_one - loop.time())
            if not warm and next_one >= begins:
                self._times, warm = [], True
            if self._free:
                task = asyncio.create_task(self._act(self._times))
                under_way.add(task)
                task.add_done_callback(under_way.discard)
            next_one += self._chance.expovariate(rate)
        await asyncio.gather(*under_way)
        return self._times

    async def _act(self, times: list[float]) -> None:
        game = self._free.pop(self._chance.randrange(len(self._free)))
        found = await self._decided(game)
        if found is None:
            return
        user, action = found
        began = time.perf_counter()
        try:
            await self._referee.submit(game, user, action)
        except EngineError:  # the clock was quicker
            pass
        else:
            times.append(time.perf_counter() - began)
        self._free.append(game)

    async def _decided(self, game: str) -> tuple[int, Action] | None:
        """Return who is asked, and what he does; None where nobody is asked any more."""
        async with self._referee.reading(game) as live:
            asked = [request.seat for request in live.table.requests() if request.seat != MASTER]
            if live.table.result is not None or not asked:
                return None
            seat = self._chance.choice(asked)
            user = live.user_of(seat)
            return (user, self._player.choose(live.table, seat)) if user is not None else None

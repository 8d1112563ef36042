"""Supervised tasks: a part of Herald that fails is logged, and begun anew after a growing pause."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.metrics import Metrics

logger = logging.getLogger(__name__)

FIRST_PAUSE_S, MAX_PAUSE_S = 1.0, 60.0
"""Seconds before a part begins anew: doubled each time, until it has gone well for a while."""


class SupervisedTask:
    """Runs one part of Herald in a task, and begins it anew whenever it fails."""

    def __init__(self, name: str, work: Callable[[], Awaitable[None]], metrics: Metrics) -> None:
        self.name = name
        self._work = work
        self._metrics = metrics
        self._runs = False
        self._stopped = False
        self._task = asyncio.create_task(self._run())

    @property
    def is_running(self) -> bool:
        """Whether the part is at work, not waiting to begin anew after a failure."""
        return self._runs

    async def stop(self) -> None:
        """End the part, also where it fails over its end: a write that is broken off may say so as an error."""
        self._stopped = True
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        pause = FIRST_PAUSE_S
        loop = asyncio.get_running_loop()
        while True:
            began = loop.time()
            self._runs = True
            try:
                await self._work()
            except Exception as error:
                logger.error("a part of Herald failed and begins anew", extra={"part": self.name}, exc_info=error)
                self._metrics.failures.labels(self.name).inc()
            finally:
                self._runs = False
            if self._stopped:
                return
            pause = FIRST_PAUSE_S if loop.time() - began > MAX_PAUSE_S else min(2 * pause, MAX_PAUSE_S)
            await asyncio.sleep(pause)

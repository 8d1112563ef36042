"""Waiting for news, but not for ever: how the tasks that look after something sleep, and what panels still wait for."""

import asyncio
from collections.abc import Coroutine
from typing import Any

PRESSES = 1000
"""How many messages are known by their newest press; an answer is not as late as that."""


async def wait_until(news: asyncio.Event, seconds: float) -> None:
    """Wait this many seconds, or until there is news."""
    try:
        async with asyncio.timeout(seconds):
            await news.wait()
    except TimeoutError:
        return


class LatePanels:
    """Panels to which something is still to be added; a press on one makes that stale.

    Presses are told apart by the numbers of their interactions, which grow.
    """

    def __init__(self) -> None:
        self.tasks: dict[int, asyncio.Task[object]] = {}
        """What is being worked out, by the number of the message."""
        self._newest: dict[int, int] = {}

    def finish(self, message: int, press: int, work: Coroutine[Any, Any, object]) -> None:
        """Add to the panel that answers a press what is being worked out, unless it was pressed again already."""
        if self._newest.get(message, 0) > press:
            work.close()
            return
        self._drop(message)
        finishing = self.tasks[message] = asyncio.create_task(work)
        finishing.add_done_callback(lambda done: self._finished(message, done))

    def note_press(self, message: int, press: int) -> None:
        """Add nothing more to a panel: somebody has pressed something on it."""
        self._newest.pop(message, None)
        self._newest[message] = press
        if len(self._newest) > PRESSES:
            del self._newest[next(iter(self._newest))]
        self._drop(message)

    def close(self) -> None:
        """Finish no panel any more."""
        for finishing in tuple(self.tasks.values()):
            finishing.cancel()

    def _drop(self, message: int) -> None:
        if finishing := self.tasks.pop(message, None):
            finishing.cancel()

    def _finished(self, message: int, done: asyncio.Task[object]) -> None:
        if self.tasks.get(message) is done:
            del self.tasks[message]

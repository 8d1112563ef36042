"""Turns at a scarce resource: requests that a person waits for go first."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class PriorityGate:
    """Gives a number of turns at a time: first to hurried requests, and to each kind in order of arrival."""

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._hurried: deque[asyncio.Future[None]] = deque()
        self._patient: deque[asyncio.Future[None]] = deque()

    @asynccontextmanager
    async def one(self, *, hurried: bool) -> AsyncIterator[None]:
        """Wait for a turn, and have it for as long as a block runs."""
        await self._taken(self._hurried if hurried else self._patient)
        try:
            yield
        finally:
            self._pass_on()

    async def _taken(self, queue: deque[asyncio.Future[None]]) -> None:
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it was given in the same moment
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        for queue in (self._hurried, self._patient):
            while queue:
                turn = queue.popleft()
                if not turn.cancelled():
                    turn.set_result(None)
                    return
        self._free += 1

"""Transactions as one job each: all statements of one run on one thread, where they are awaited.

A coroutine that awaits the statements of an ordinary connection goes to the driver's thread and back several times for
each. Most of what a commit would cost is that. A job goes there once, with all that it has to do.
"""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.ext.asyncio import AsyncConnection

T = TypeVar("T")
Work = Callable[[AsyncConnection], Awaitable[T]]
"""What is done in a transaction. It waits for the statements of its connection, and for nothing else."""


class AtOnce(AsyncConnection):
    """A connection whose statements have run when they are awaited, on the thread of whoever awaits them."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def execute(self, statement: Any, parameters: Any = None, *, execution_options: Any = None) -> Any:
        """Run a statement; return its result."""
        return self._connection.execute(statement, parameters, execution_options=execution_options)

    async def scalar(self, statement: Any, parameters: Any = None, *, execution_options: Any = None) -> Any:
        """Run a statement; return the first value of its first row."""
        return self._connection.scalar(statement, parameters, execution_options=execution_options)

    async def scalars(self, statement: Any, parameters: Any = None, *, execution_options: Any = None) -> Any:
        """Run a statement; return the first value of each row."""
        return self._connection.scalars(statement, parameters, execution_options=execution_options)


class Worker:
    """A thread with a connection of its own, which does one job after the other; it keeps its statements prepared."""

    def __init__(self, engine: Engine, name: str, *, writes: bool) -> None:
        self._engine = engine.execution_options(herald_writes=writes)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)

    async def do(self, work: Work[T]) -> T:
        """Do `work` in a transaction, which is kept where it ends well; to its end, even if the caller is cancelled."""
        job = asyncio.get_running_loop().run_in_executor(self._thread, self._do, work)
        try:
            return await asyncio.shield(job)
        except asyncio.CancelledError:
            await asyncio.wait([job])
            raise

    def _do(self, work: Work[T]) -> T:
        with self._engine.begin() as connection:
            return _driven(work(AtOnce(connection)))

    async def close(self) -> None:
        """End the thread, and close its connection."""
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._thread.shutdown()
        self._engine.dispose()


def _driven(work: Awaitable[T]) -> T:
    """Run a coroutine to its end on this thread; raises RuntimeError if it waits for anything else than statements."""
    steps = work.__await__()
    try:
        next(steps)
    except StopIteration as end:
        result: T = end.value
        return result
    steps.close()
    raise RuntimeError("What is done in one job of the database may wait for its statements alone.")

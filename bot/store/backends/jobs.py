"""Transactions as one job each: all statements of one run on one thread, where they are awaited.

A coroutine that awaits the statements of an ordinary connection goes to the driver's thread and back several times for
each. Most of what a commit would cost is that. A job goes there once, with all that it has to do. Jobs that wait for
the thread go there together, and share one transaction: the disk is waited for once for all of them.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.ext.asyncio import AsyncConnection

T = TypeVar("T")
Work = Callable[[AsyncConnection], Awaitable[T]]
"""The work of a transaction. It awaits the statements of its connection, and nothing else."""


class SyncConnection(AsyncConnection):
    """A connection whose statements have run when they are awaited, on the thread of whoever awaits them.

    A job's statements are executed, or ask for a `scalar` or `scalars`, which execute them: it can do nothing else.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def execute(self, statement: Any, parameters: Any = None, *, execution_options: Any = None) -> Any:
        """Run a statement; return its result."""
        return self._connection.execute(statement, parameters, execution_options=execution_options)


async def beside(connection: AsyncConnection, work: Callable[..., T], *arguments: Any) -> T:
    """Run slow work outside the event loop: directly within a job, which has its own thread, else in a new thread."""
    if isinstance(connection, SyncConnection):
        return work(*arguments)
    return await asyncio.to_thread(work, *arguments)


MOST_TOGETHER = 16
"""Jobs that share a transaction: none of them is answered before the last one is done."""


@dataclass
class _Job:
    """A piece of work with the future of its result."""

    work: Work[Any]
    result: asyncio.Future[Any]


Ended = tuple[Any, BaseException | None]
"""The result of a job, or the error for which it was rolled back."""


class SyncWorker:
    """A thread with a connection of its own, which does one job after the other; it keeps its statements prepared.

    It works when it has the `turn`, which others may take as well.
    """

    def __init__(self, engine: Engine, name: str, *, writes: bool) -> None:
        self._engine = engine.execution_options(herald_writes=writes)
        self._writes = writes
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._connection: Connection | None = None
        self._jobs: deque[_Job] = deque()
        self._working: asyncio.Task[None] | None = None

    async def do(self, work: Work[T], turn: asyncio.Semaphore) -> T:
        """Do `work` in a transaction, which is kept where it ends well; to its end, even if the caller is cancelled.

        Of a job that fails nothing is kept; of others that share its transaction everything is.
        """
        job = _Job(work, asyncio.get_running_loop().create_future())
        self._jobs.append(job)
        if self._working is None:
            self._working = asyncio.create_task(self._work(turn))
        result: T = await _to_its_end(job.result)
        return result

    async def _work(self, turn: asyncio.Semaphore) -> None:
        """Carry out waiting jobs until none is left."""
        loop = asyncio.get_running_loop()
        try:
            while self._jobs:
                async with turn:
                    jobs = [self._jobs.popleft() for _ in range(min(MOST_TOGETHER, len(self._jobs)))]
                    done = loop.run_in_executor(self._thread, self._do, [job.work for job in jobs])
                    done.add_done_callback(partial(_answer, jobs))
                    await _to_its_end(done)
        finally:
            self._working = None
            while self._jobs:  # nobody will do them: the event loop ends
                self._jobs.popleft().result.cancel()

    def _do(self, works: Sequence[Work[Any]]) -> list[Ended]:
        """Do jobs in one transaction; where that cannot be kept none of them is."""
        try:
            if self._connection is None:
                self._connection = self._engine.connect()
            with self._connection.begin():
                if len(works) == 1:
                    return [(_driven(works[0](SyncConnection(self._connection))), None)]
                return [self._one_of_several(self._connection, work) for work in works]
        except BaseException as error:  # whoever waits is told in any case
            self._hang_up()
            return [(None, error) for _ in works]

    def _one_of_several(self, connection: Connection, work: Work[Any]) -> Ended:
        """Do a job, and take it back by itself if it fails; raises its error where that took back everything."""
        if self._writes:
            connection.exec_driver_sql("SAVEPOINT job")
        try:
            result = _driven(work(SyncConnection(connection)))
        except Exception as error:
            if self._writes:
                if not _is_open(connection):  # as where the disk is full
                    raise
                connection.exec_driver_sql("ROLLBACK TO job")
            return None, error
        if self._writes:
            connection.exec_driver_sql("RELEASE job")
        return result, None

    async def close(self) -> None:
        """End the thread, and close its connection."""
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._thread.shutdown()
        self._hang_up()
        self._engine.dispose()

    def _hang_up(self) -> None:
        """Give the connection back: after an error the next job begins with a clean one."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _answer(jobs: Sequence[_Job], done: asyncio.Future[list[Ended]]) -> None:
    """Keep the promises of jobs that were done together."""
    for job, (result, error) in zip(jobs, done.result(), strict=True):
        if error is None:
            job.result.set_result(result)
        else:
            job.result.set_exception(error)


async def _to_its_end(future: asyncio.Future[T]) -> T:
    """Await something to its end, even if the caller is cancelled, and return its result."""
    try:
        return await asyncio.shield(future)
    except asyncio.CancelledError:
        await asyncio.wait([future])
        raise


def _is_open(connection: Connection) -> bool:
    """Tell whether a transaction has not been rolled back by SQLite itself."""
    return bool(connection.connection.driver_connection.in_transaction)  # type: ignore[union-attr]


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

"""Worker processes, which end with Herald however Herald ends. They import little: each of them is started anew."""

import multiprocessing
import os
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Lock, Thread, local
from traceback import format_exc
from typing import Any, ParamSpec, TypeVar

from bot.logs import start_logging
from engine import games
from engine.games import Package

P = ParamSpec("P")
T = TypeVar("T")

Hire = Callable[[int, int], Executor]
"""Builds a pool with this many workers and this niceness."""

SPAWNING = multiprocessing.get_context("spawn")


class Pool(ThreadPoolExecutor):
    """Threads that each hand their work to a process of their own and wait for the result.

    Work whose process dies raises BrokenProcessPool; the next work gets a new process. A pool that is shut down kills
    its processes, whatever they are doing, even if work or its result is only half handed over. The pool of the
    standard library waits instead until all work that has begun is done; and it waits for ever in a Herald that is
    itself a child of `multiprocessing`.
    """

    def __init__(self, workers: int, niceness: int) -> None:
        """Prepare this number of workers; with `niceness` they let others have the processor first."""
        super().__init__(workers)
        self._niceness = niceness
        self._own = local()
        self._hired: set[BaseProcess] = set()
        self._changing = Lock()
        self._dismissed = False

    def submit(self, work: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> Future[T]:
        """Let a process do some work; wait with `asyncio.wrap_future`.

        What simcord wraps around the work of the loop's `run_in_executor` cannot be pickled.
        """
        return super().submit(self._handed_over, work, arguments, named)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Cancel all work, and kill the processes; work that had begun raises CancelledError."""
        with self._changing:
            self._dismissed = True
            for process in self._hired:
                process.kill()
        super().shutdown(wait, cancel_futures=True)
        for process in self._hired if wait else ():
            process.join()

    def _handed_over(self, work: Callable[..., T], arguments: Sequence[Any], named: dict[str, Any]) -> T:
        """Let this thread's process do some work; raises BrokenProcessPool if the process dies."""
        process, pipe = getattr(self._own, "hired", None) or self._hire()
        try:
            pipe.send((work, arguments, named))
            result, error = pipe.recv()
        except (EOFError, OSError) as lost:
            del self._own.hired
            pipe.close()
            process.kill()
            process.join()
            with self._changing:
                self._hired.discard(process)
                if self._dismissed:
                    raise CancelledError from None
            raise BrokenProcessPool("A worker has died.") from lost
        if error is not None:
            raise error
        done: T = result
        return done

    def _hire(self) -> tuple[BaseProcess, Connection]:
        """Start this thread's process; raises CancelledError if the pool has been shut down."""
        ours, theirs = SPAWNING.Pipe()
        process = SPAWNING.Process(target=_work, args=(theirs, self._niceness, games.registered()), daemon=True)
        with self._changing:
            if self._dismissed:
                raise CancelledError
            process.start()
            self._hired.add(process)
        theirs.close()
        self._own.hired = process, ours
        return process, ours


def _work(pipe: Connection, niceness: int, registered: Sequence[Package]) -> None:
    """Do the work that comes through the pipe, piece by piece, until it is closed."""
    _begin(niceness, registered)
    while True:
        try:
            work, arguments, named = pipe.recv()
        except EOFError:
            return
        try:
            pipe.send((work(*arguments, **named), None))
        except Exception as error:
            error.add_note(format_exc())
            pipe.send((None, error))


def _begin(niceness: int, registered: Sequence[Package]) -> None:
    """Prepare a worker, so that it ends with Herald however Herald ends; it knows the same games."""
    start_logging("warning")
    games.adopt(registered)
    os.nice(niceness)
    Thread(target=_end_with_herald, daemon=True).start()


def _end_with_herald() -> None:
    herald = multiprocessing.parent_process()
    assert herald is not None
    wait([herald.sentinel])
    os._exit(1)

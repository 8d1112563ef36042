"""Workers that draw for one test after the other, so that not each has to wait for new ones."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from typing import Any, ParamSpec, TypeVar

from bot.pictures import pool

P = ParamSpec("P")
T = TypeVar("T")


class Lasting(Executor):
    """Workers that stay when they are let go; those that have died are replaced."""

    def __init__(self, workers: int, patience: int) -> None:
        self._wanted = workers, patience
        self._workers = pool(*self._wanted)

    def submit(self, work: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> Future[T]:
        """Give them something to draw."""
        try:
            return self._workers.submit(work, *arguments, **named)
        except BrokenProcessPool:
            self._workers = pool(*self._wanted)
            return self._workers.submit(work, *arguments, **named)

    def shutdown(self, *_: Any, **__: Any) -> None:
        """Keep them for the next test."""


@cache
def lasting(workers: int, patience: int) -> Executor:
    """Return the workers that all tests of this process share."""
    return Lasting(workers, patience)

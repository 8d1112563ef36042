"""Workers that draw for one test after the other, and draw nothing twice."""

import pickle
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from typing import Any, ParamSpec, TypeVar

from bot.pictures import pool
from engine.games import Package, registered

P = ParamSpec("P")
T = TypeVar("T")


REMEMBERED = 40
"""Pictures that are kept: many tests begin with the same map and the same hands."""


class Lasting(Executor):
    """Workers that stay when they are let go; those that have died are replaced."""

    def __init__(self, workers: int, patience: int) -> None:
        self._wanted = workers, patience
        self._workers = pool(*self._wanted)
        self._drawn: OrderedDict[bytes, Future[Any]] = OrderedDict()

    def submit(self, work: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> Future[T]:
        """Give them something to draw, or return what they have drawn before."""
        key = pickle.dumps((work, arguments, named))
        known = self._drawn.get(key)
        if known is None or not _came_out(known):
            known = self._drawn[key] = self._begun(work, *arguments, **named)
        self._drawn.move_to_end(key)
        if len(self._drawn) > REMEMBERED:
            self._drawn.popitem(last=False)
        return known

    def _begun(self, work: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> Future[T]:
        try:
            return self._workers.submit(work, *arguments, **named)
        except BrokenProcessPool:
            self._workers = pool(*self._wanted)
            return self._workers.submit(work, *arguments, **named)

    def shutdown(self, *_: Any, **__: Any) -> None:
        """Keep them for the next test."""


def _came_out(picture: Future[Any]) -> bool:
    return picture.done() and not picture.cancelled() and picture.exception() is None


def lasting(workers: int, patience: int) -> Executor:
    """Return the workers that all tests of this process share; those who know the same games."""
    return _shared(workers, patience, registered())


@cache
def _shared(workers: int, patience: int, games: tuple[Package, ...]) -> Executor:
    return Lasting(workers, patience)

"""Who draws in tests: a worker that draws for one test after the other and nothing twice, or nobody at all.

To start one takes as long as drawing a dozen maps, so stories of whole games have none of their own here, and no more
have games that are registered for a test.
"""

import pickle
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import cache
from typing import Any, ParamSpec, TypeVar

from bot.pictures import WORKERS, Pictures
from bot.services.computer.thinkers import chosen, prepared, worked_out
from bot.workers import Pool
from engine.games import Package, adopt, registered
from render import picture
from render.picture import Picture
from render.replay.page import kept_page

P = ParamSpec("P")
T = TypeVar("T")


STILL = Picture(
    bytes.fromhex(
        "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c636060606000000005000157"
        "80a9540000000049454e44ae426082"
    ),
    "A picture.",
    1,
    1,
)
"""What stands for every picture where nobody looks at any."""

LOOSELY = 1
"""How hard zlib tries."""

REMEMBERED = 40
"""Pictures that are kept: many tests begin with the same map and the same hands."""


class Lasting(Executor):
    """Workers that stay when they are let go."""

    def __init__(self) -> None:
        self._workers = Pool(WORKERS, 0)
        self._drawn: OrderedDict[bytes, Future[Any]] = OrderedDict()

    def submit(self, work: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> Future[T]:
        """Give them something to draw, or return what they have drawn before."""
        games = registered()
        key = pickle.dumps((games, work, arguments, named))
        known = self._drawn.get(key)
        if known is None or not _came_out(known):
            known = self._drawn[key] = self._workers.submit(_knowing, games, work, *arguments, **named)
        self._drawn.move_to_end(key)
        if len(self._drawn) > REMEMBERED:
            self._drawn.popitem(last=False)
        return known

    def shutdown(self, *_: Any, **__: Any) -> None:
        """Keep them for the next test."""


def _came_out(picture: Future[Any]) -> bool:
    return picture.done() and not picture.cancelled() and picture.exception() is None


def _knowing(games: tuple[Package, ...], work: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> T:
    """Draw in a worker that knows these games, and packs its pictures loosely: to pack them takes half of the time."""
    adopt(game for game in games if game not in registered())
    picture.EFFORT = LOOSELY
    return work(*arguments, **named)


READ = {work.__name__ for work in (kept_page, worked_out, chosen, prepared)}
"""Work that comes out as it does at other times: pages of whole games, and whatever computer players think."""


class Sketcher(Executor):
    """Draws nothing: whatever a worker could be given comes out as the same dot, but for what is read."""

    def submit(self, work: Callable[P, Any], /, *arguments: P.args, **named: P.kwargs) -> Future[Any]:
        """Return the dot at once, if a worker could have been asked for the picture."""
        pickle.dumps((work, arguments, named))
        done: Future[Any] = Future()
        done.set_result(work(*arguments, **named) if work.__name__ in READ else STILL)
        return done


def sketching(workers: int, patience: int) -> Executor:
    """Return nobody who would have to be waited for."""
    return Sketcher()


def lasting(workers: int, patience: int) -> Executor:
    """Return the workers that all tests of this process share, whatever is wanted of them."""
    return _shared()


@cache
def _shared() -> Executor:
    return Lasting()


class Sketches(Pictures):
    """Draws nothing: whatever a worker could be given comes out as the same dot."""

    async def _run(self, work: Callable[..., Any], *arguments: object) -> Any:
        pickle.dumps((work, arguments))
        return STILL.file if work is kept_page else STILL

    _told = _run

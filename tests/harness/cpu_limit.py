"""An end to what would never end: a deed that takes too much of the processor fails where it stands."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

ENOUGH_S = 10.0
"""Seconds of the processor within which everything is read that comes from outside; it takes hundredths of one."""


class Endless(BaseException):
    """Something takes too long; no reader takes this for one of its own errors."""


@contextmanager
def cpu_limit(seconds: float = ENOUGH_S) -> Iterator[None]:
    """Raise Endless where what is done takes more seconds of the processor, however busy the machine is."""
    before = signal.signal(signal.SIGPROF, _stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise Endless("This takes far too long.")

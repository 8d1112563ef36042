"""How the benchmarks take their figures."""

import asyncio
import time
from collections.abc import Awaitable, Callable

Figure = tuple[str, str]
"""What was measured, and the figures."""

Figures = list[Figure]


def spread(times: list[float]) -> str:
    """Return the median and the 99th percentile of times in seconds, in milliseconds."""
    ordered = sorted(times)
    median, late = ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
    return f"median {median * 1000:.2f} ms, 99 % within {late * 1000:.2f} ms"


def timed(work: Callable[[], object], rounds: int) -> list[float]:
    """Return how long each of a number of rounds took, in seconds."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return times


async def timed_async(work: Callable[[], Awaitable[object]], rounds: int) -> list[float]:
    """Return how long each of a number of rounds took, in seconds."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        await work()
        times.append(time.perf_counter() - start)
        await asyncio.sleep(0)
    return times

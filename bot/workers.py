"""Worker processes, which end with Herald however Herald ends. They import little: each of them is started anew."""

import multiprocessing
import os
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing.connection import wait
from threading import Thread

from bot.logs import start_logging
from engine import games
from engine.games import Package

Hire = Callable[[int, int], Executor]
"""Builds a pool with this many workers and this niceness."""


def pool(workers: int, niceness: int) -> ProcessPoolExecutor:
    """Return processes that work; with `niceness` they let others have the processor first."""
    return ProcessPoolExecutor(
        workers,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_begin,
        initargs=(niceness, games.registered()),
    )


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

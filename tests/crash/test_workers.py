"""Whoever draws pictures ends with Herald, also where Herald is killed, and a Herald that stops ends with them."""

import asyncio
import multiprocessing
import os
import select
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from bot.pictures import Pictures
from bot.workers import Pool


def draw_on(cache: Path, parent: Connection) -> None:
    """Do as Herald does with its workers, and tell who they are."""
    asyncio.run(_draw_on(cache, parent))


async def _draw_on(cache: Path, parent: Connection) -> None:
    pictures = Pictures(cache)
    drawing = asyncio.create_task(pictures.warm())
    while not (workers := multiprocessing.active_children()):  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    parent.send([worker.pid for worker in workers])
    await drawing


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="only Linux tells of the end of other people's processes")
def test_a_worker_ends_with_a_herald_that_was_killed(tmp_path: Path) -> None:
    processes = multiprocessing.get_context("spawn")
    ours, theirs = processes.Pipe(duplex=False)
    herald = processes.Process(target=draw_on, args=(tmp_path, theirs))
    herald.start()
    theirs.close()
    workers = [os.pidfd_open(pid) for pid in ours.recv()]
    herald.kill()
    herald.join()
    for worker in workers:
        assert select.select([worker], [], [], 20)[0], "the worker goes on"
        os.close(worker)


BIG = 1 << 24
"""Bytes that do not go into a pipe at once."""


def stop_with(works: Sequence[Callable[[], Any]]) -> None:
    """Do as Herald does at a stop, while a worker is busy: none of its futures is waited for any longer."""
    hired = Pool(1, 0)
    hired.submit(len, "").result()
    begun = [hired.submit(work) for work in works]
    hired.shutdown(wait=False, cancel_futures=True)
    for future in begun:
        try:
            future.result()
        except CancelledError:
            continue


@pytest.mark.parametrize(
    "works",
    [
        pytest.param([partial(time.sleep, 600), partial(len, bytes(BIG))], id="a long one, and a big one behind it"),
        pytest.param([partial(len, bytes(BIG))] * 3, id="big ones, of which a part has been handed over"),
        pytest.param([partial(bytes, BIG)] * 3, id="one with a big result, of which a part has been handed over"),
        pytest.param([], id="none"),
    ],
)
def test_whoever_dismisses_workers_ends_whatever_they_do(works: list[Callable[[], Any]]) -> None:
    herald = multiprocessing.get_context("spawn").Process(target=stop_with, args=(works,))
    herald.start()
    herald.join(60)
    alive = herald.is_alive()
    herald.kill()
    assert not alive and herald.exitcode == 0


@pytest.fixture
def hired() -> Iterator[Pool]:
    """A worker."""
    with Pool(1, 0) as pool:
        yield pool


def test_a_worker_that_dies_is_replaced_and_others_who_wait_for_it_lose_nothing(hired: Pool) -> None:
    dying, waiting = hired.submit(os._exit, 1), hired.submit(len, "abc")
    with pytest.raises(BrokenProcessPool):
        dying.result()
    assert waiting.result() == 3


def test_what_goes_wrong_in_a_worker_is_raised_with_the_place_where_it_did(hired: Pool) -> None:
    with pytest.raises(ZeroDivisionError) as raised:
        hired.submit(divmod, 1, 0).result()
    assert "bot/workers.py" in raised.value.__notes__[0]
    with pytest.raises(TypeError, match="pickle"):
        hired.submit(compile, "1", "", "eval").result()
    with pytest.raises(AttributeError, match="pickle"):
        hired.submit(lambda: 1).result()


def test_nobody_is_hired_by_a_pool_that_was_dismissed() -> None:
    before = multiprocessing.active_children()
    hired = Pool(1, 0)
    hired.shutdown()
    with pytest.raises(RuntimeError):
        hired.submit(len, "")
    assert set(multiprocessing.active_children()) <= set(before)

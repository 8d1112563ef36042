"""Whoever draws pictures ends with Herald, even where Herald is killed and can tell nobody."""

import asyncio
import multiprocessing
import os
import select
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from bot.pictures import Pictures


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

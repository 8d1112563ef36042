"""A process that is Herald, with a clock that is put forward from outside, until it is killed."""

import asyncio
import time
from math import inf
from multiprocessing.connection import Connection
from pathlib import Path

from bot.app import herald_at_work, until_stopped
from bot.config import Config, Database, Play
from bot.discord_adapter import client, tournaments
from bot.sandbox import connect_discord_to
from bot.services import clock, outages
from tests.core.toy import moderated
from tests.harness.drawing import sketching
from tests.harness.fast_retries import TOLD_S

NAP_S, LOOK_S = 0.1, 0.2
"""Seconds after which it looks at its timers again, and at the tournament, for the clock jumps."""


def herald(folder: Path, token: str, api: str, gateway: str, parent: Connection) -> None:
    """Be Herald on the database of a folder, connected to a sandbox; tell the parent once it is at work."""
    clock.MAX_NAP_S, tournaments.NAP_S, client.ALL_SERVERS_S = NAP_S, LOOK_S, TOLD_S
    outages.LEAST = inf  # the clock jumps, and that is no outage
    connect_discord_to(api, gateway)
    with moderated():
        asyncio.run(_herald(folder, token, parent))


async def _herald(folder: Path, token: str, parent: Connection) -> None:
    config = Config(database=Database(path=folder / "herald.db"), play=Play(regent_seconds=0.0))
    async with herald_at_work(config, token, hire=sketching) as supervisor:
        supervisor.herald.referee.now = lambda: time.time() + ahead(folder)
        await (await supervisor.connected()).has_commands.wait()
        parent.send("at work")
        await until_stopped(supervisor)


def ahead(folder: Path) -> float:
    """Return by how many seconds the clock in a folder is ahead."""
    return float((folder / "ahead").read_text())

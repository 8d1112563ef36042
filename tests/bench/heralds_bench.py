"""What several Heralds on one PostgreSQL do: processes that play games of their own, side by side."""

import asyncio
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection

from bot.services.lobby import Lobby
from bot.store.database import Store
from bot.table.referee import Referee
from engine.core.computer.players import RandomPlayer, Seated
from tests.bench.timing import Figures
from tests.harness.postgres import NoServer, Server, server

PROCESSES = (1, 2, 4)
GAMES = 4
"""Games that each process plays side by side."""

SECONDS = 5.0
USERS = (1, 2, 3, 4)

CONTEXT = get_context("spawn")


@dataclass(frozen=True)
class Share:
    """What one process has done in its time, and what that has cost it: seconds of a processor."""

    commits: int
    processor: float


def measure() -> Figures:
    """Let 1, 2 and 4 processes commit what they can."""
    try:
        with server(durable=True) as running:
            return [figures for number in PROCESSES for figures in _measured(running, number)]
    except NoServer as error:
        return [("several Heralds on PostgreSQL", str(error))]


def _measured(running: Server, number: int) -> Figures:
    place = running.fresh()
    asyncio.run(_prepared(place))
    shares, server_seconds = _at_work(running, place, number)
    commits = sum(share.commits for share in shares)
    own = sum(share.processor for share in shares) / commits
    theirs = server_seconds / commits
    rate = f"{commits / SECONDS:.0f} a second"
    cost = f"{1000 * own:.1f} ms of Herald's and {1000 * theirs:.1f} ms of PostgreSQL's processor for each"
    return [(f"commits of {number} on one PostgreSQL", f"{rate}; {cost}")]


async def _prepared(place: str) -> None:
    await (await Store.open(place)).close()


def _at_work(running: Server, place: str, number: int) -> tuple[list[Share], float]:
    """Return what each has done, and the seconds of a processor that the server has spent on it."""
    pipes, processes = [], []
    for seed in range(number):
        ours, theirs = CONTEXT.Pipe()
        processes.append(CONTEXT.Process(target=_herald, args=(place, seed, theirs)))
        processes[-1].start()
        pipes.append(ours)
    for pipe in pipes:
        pipe.recv()
    before = running.processor()
    for pipe in pipes:
        pipe.send("begin")
    shares: list[Share] = [pipe.recv() for pipe in pipes]
    spent = running.processor() - before
    for pipe, process in zip(pipes, processes, strict=True):
        pipe.send("end")
        process.join()
    return shares, spent


def _herald(place: str, seed: int, parent: Connection) -> None:
    asyncio.run(_herald_plays(place, seed, parent))


async def _herald_plays(place: str, seed: int, parent: Connection) -> None:
    store = await Store.open(place)
    referee = Referee(store)
    lobby = Lobby(store, referee, deadline_hours=48)
    found = [await _begun(lobby, thread) for thread in range(GAMES)]
    parent.send("ready")
    await asyncio.to_thread(parent.recv)
    spent, end, counted = time.process_time(), time.monotonic() + SECONDS, count()
    await asyncio.gather(*(_play(referee, game_id, seed, end, counted) for game_id in found))
    parent.send(Share(next(counted), time.process_time() - spent))
    await asyncio.to_thread(parent.recv)
    await referee.close()
    await store.close()


async def _begun(lobby: Lobby, thread: int) -> str:
    game = await lobby.open_game(guild=1, channel=2, thread=thread, owner=1, rules="kingmaker", variant="base")
    for user in USERS:
        await lobby.join(game.id, user, f"Player {user}", word="rose")
    await lobby.start(game.id, 1)
    return game.id


async def _play(referee: Referee, game_id: str, seed: int, end: float, counted: Iterator[int]) -> None:
    player = Seated(RandomPlayer(), seed)
    while time.monotonic() < end:
        async with referee.reading(game_id) as live:
            seat = live.table.requests()[0].seat
            user, action = live.user_of(seat), player.choose(live.table, seat)
        await referee.submit(game_id, user or 0, action)
        next(counted)

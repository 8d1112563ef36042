"""What a thousand other games cost: a commit beside them, a start with them, and the memory that they take."""

import asyncio
import tempfile
import time
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

from sqlalchemy import insert, select

from bot.delivery.dispatcher import Dispatcher
from bot.services.clock import Clock
from bot.services.lobby import Lobby
from bot.store.database import Store, opened
from bot.store.schema import actions, games, seats, snapshots, timers
from bot.table.referee import Referee
from bot.table.tables import MEGABYTE
from engine.core.computer.players import RandomPlayer, Seated
from tests.bench.at_work import Nowhere, at_work
from tests.bench.timing import Figures

FEW, MANY = 10, 1_000
COMMITS, LOOKS = 60, 200
USERS = (1, 2, 3, 4)

Share = tuple[float, float]
"""Seconds and bytes."""


def measure() -> Figures:
    """Commit beside few and many other games, then start with many of them."""
    with tempfile.TemporaryDirectory() as folder:
        few, many = Path(folder) / "few.db", Path(folder) / "many.db"
        (commit, look), (_, long_look) = (asyncio.run(_played(*how)) for how in ((few, FEW), (many, MANY)))
        none, (started, resting), (_, awake) = (_in_a_process(*how) for how in ((few, 0), (many, 0), (many, MANY)))
    return [
        ("a commit with the delivery of its messages", _ms(commit)),
        (f"what clock and dispatcher do when a game wakes them, beside {FEW} others", _ms(look)),
        (f"… and beside {MANY}", _ms(long_look)),
        (f"start with {MANY} games, until all that is due is done", f"{started:.1f} s"),
        (f"memory with {FEW} games, and with {MANY} at rest", f"{none[1] / 1e6:.0f} MB, {resting / 1e6:.0f} MB"),
        (f"… and with {MANY} of them held in memory", f"{awake / 1e6:.0f} MB"),
    ]


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.2f} ms of the processor"


async def _played(place: Path, number: int) -> tuple[float, float]:
    """Return the processor's seconds for a commit with its deliveries, and for what a game wakes by itself."""
    async with opened(place) as store, at_work(store) as referee:
        lobby = Lobby(store, referee)
        game = await lobby.open_game(guild=1, channel=2, thread=3, owner=1, rules="kingmaker", variant="base")
        for user in USERS:
            await lobby.join(game.id, user, f"Player {user}", word="rose")
        await lobby.start(game.id, 1)
        await _settled()
        await _multiplied(store, game.id, number)
        referee.publish("")
        await _settled()
        player, spent = Seated(RandomPlayer(), 3), time.process_time()
        for _ in range(COMMITS):
            async with referee.reading(game.id) as live:
                seat = live.table.requests()[0].seat
                user_id, action = live.user_of(seat), player.choose(live.table, seat)
            await referee.submit(game.id, user_id or 0, action)
            await _settled()
        commit, spent = (time.process_time() - spent) / COMMITS, time.process_time()
        for _ in range(LOOKS):
            referee.publish(game.id)
            await _settled(0.02)
        return commit, (time.process_time() - spent) / LOOKS


async def _settled(seconds: float = 0.15) -> None:
    """Let clock and dispatcher do what they were woken for."""
    await asyncio.sleep(seconds)


async def _multiplied(store: Store, game_id: str, number: int) -> None:
    """Put copies of a game beside it."""
    async with store.writing() as connection:
        for table, key in ((games, "id"), (seats, "game"), (actions, "game"), (snapshots, "game"), (timers, "game")):
            found = await connection.execute(select(table).where(table.c[key] == game_id))
            rows = [{name: value for name, value in row._mapping.items() if name != "number"} for row in found]
            copies = [{**row, key: f"x{copy}"} for copy in range(number) for row in rows]
            await connection.execute(insert(table), copies)


def _in_a_process(place: Path, awake: int) -> Share:
    """Start in a process of its own; return the seconds until it is ready, and the bytes that it takes then."""
    context = get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_start, args=(place, awake, theirs))
    process.start()
    share: Share = ours.recv()
    process.join()
    return share


def _start(place: Path, awake: int, parent: Connection) -> None:
    import bot.app  # noqa: F401 - everything that a running Herald has in memory

    parent.send(asyncio.run(_started(place, awake)))


async def _started(place: Path, awake: int) -> Share:
    begun = time.monotonic()
    async with opened(place) as store:
        referee = Referee(store, memory=max(awake, 64) * MEGABYTE)
        await referee.mend()
        await referee.adopt_rules()
        await Clock(store, referee).tick()
        await Dispatcher(store, Nowhere()).deliver_due()
        seconds = time.monotonic() - begun
        for copy in range(awake):
            async with referee.reading(f"x{copy}"):
                pass
        await referee.close()
        return seconds, _resident()


def _resident() -> float:
    return 1024 * float(Path("/proc/self/status").read_text().partition("VmRSS:")[2].split()[0])

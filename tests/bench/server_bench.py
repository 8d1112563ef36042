"""How fast Herald answers: commits, cold loads, and presses through the sandbox."""

import asyncio
import tempfile
import time
from pathlib import Path

from bot.services.lobby import Lobby
from bot.store.database import Store
from bot.table.referee import Referee
from engine.core.computer.players import RandomPlayer, Seated
from tests.bench.timing import Figures, spread, timed_async
from tests.e2e.table import evening

ACTIONS = 1_500
PRESSES = 60


def measure() -> Figures:
    """Play a long game through the referee, load it cold, and press buttons in the sandbox."""
    with tempfile.TemporaryDirectory() as folder:
        return [*asyncio.run(_long_game(Path(folder))), *asyncio.run(_presses(Path(folder) / "sandbox"))]


async def _long_game(folder: Path) -> Figures:
    store = await Store.open(folder / "herald.db")
    referee = Referee(store)
    lobby = Lobby(store, referee, deadline_hours=0)
    game = await lobby.open_game(guild=1, channel=2, thread=3, owner=1, rules="kingmaker", variant="base")
    for user in (1, 2, 3, 4):
        await lobby.join(game.id, user, f"Player {user}", word="rose")
    await lobby.start(game.id, 1)
    commits = await _play(referee, game.id)
    loads = await timed_async(lambda: _load(store, game.id), 20)
    size = (folder / "herald.db").stat().st_size / ACTIONS
    await referee.close()
    await store.close()
    return [
        ("action committed by the referee (act, log, snapshot, outbox)", spread(commits)),
        (f"cold load of a game of {ACTIONS} actions", spread(loads)),
        ("database for each action", f"{size / 1000:.1f} kB"),
    ]


async def _play(referee: Referee, game_id: str) -> list[float]:
    player, times = Seated(RandomPlayer(), 3), []
    for number in range(ACTIONS):
        async with referee.reading(game_id) as live:
            waiting = live.table.requests()
            seat = waiting[number % len(waiting)].seat
            user, action = live.user_of(seat), player.choose(live.table, seat)
        assert user is not None
        start = time.perf_counter()
        await referee.submit(game_id, user, action)
        times.append(time.perf_counter() - start)
    return times


async def _load(store: Store, game_id: str) -> None:
    async with Referee(store).reading(game_id) as live:
        assert live.table.version == ACTIONS


async def _presses(folder: Path) -> Figures:
    await asyncio.to_thread(folder.mkdir)
    async with evening(folder, "ann", "ben", "cat", drawn=True) as table:
        await table.open(title="Bench")
        await table.start()
        ann = table.people[0]

        async def press() -> None:
            await ann.slash("/options")
            await ann.answer()

        await press()
        return [("/options in the sandbox, from sending to the answer", spread(await timed_async(press, PRESSES)))]

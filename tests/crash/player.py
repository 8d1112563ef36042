"""A process that plays and delivers until it is killed: random legal actions, each acknowledged after its commit."""

import asyncio
import fcntl
import os
from collections.abc import Callable, Iterable, Sequence
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

from bot.delivery.deliveries import Delivered, Item, Page
from bot.delivery.dispatcher import Dispatcher
from bot.errors import Refused
from bot.services.lobby import Lobby
from bot.store import games
from bot.store.database import Store, opened
from bot.store.rows import Status
from bot.table.referee import Referee
from engine.core.computer.players import RandomPlayer, Seated
from engine.core.errors import EngineError
from engine.core.rules import Rules
from engine.games import rules_of
from tests.referee.relay import relay

OWNER = 1
USERS = (11, 12, 13)


def rules_named(name: str) -> Rules[Any]:
    """Return the rules of the small race, or of a game that Herald moderates."""
    return relay() if name == "relay" else rules_of(name)


class Ledger:
    """A courier that writes each message down, on the disk; like Discord it drops a nonce that it has seen.

    Several processes may have the same.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY)

    async def deliver(self, item: Item) -> Delivered:
        fcntl.flock(self._file, fcntl.LOCK_EX)
        try:
            if item.nonce not in self._path.read_text().split():
                os.write(self._file, f"{item.nonce}\n".encode())
                os.fsync(self._file)
        finally:
            fcntl.flock(self._file, fcntl.LOCK_UN)
        await asyncio.sleep(0)
        return Delivered(item.row.id)

    async def is_last(self, item: Item, message: int) -> bool:
        return True

    async def deliver_page(self, page: Page) -> Delivered:
        """What an edit adds is written down once, as Discord shows a line once however often it is sent."""
        for item in page.news:
            await self.deliver(item)
        return Delivered(page.message or abs(page.items[0].row.page or 0))

    async def deliver_digest(self, items: Sequence[Item]) -> Delivered:
        for item in items:
            await self.deliver(item)
        return Delivered(items[0].row.id)


def play(place: Path | str, ledger: Path, games: Sequence[str], seed: int, parent: Connection) -> None:
    """Play on, one of each of the games at a time, telling the parent of each acknowledged action."""
    asyncio.run(_play(place, ledger, games, seed, parent.send, count()))


def rehearse(folder: Path, games: Sequence[str], actions: int) -> None:
    """Play so many actions and tell nobody, so that whoever plays next in this process finds everything ready."""
    asyncio.run(_play(folder / "herald.db", folder / "delivered", games, 0, lambda _: None, range(actions)))


async def _play(
    place: Path | str,
    ledger: Path,
    played: Sequence[str],
    seed: int,
    tell: Callable[[tuple[str, int]], None],
    rounds: Iterable[int],
) -> None:
    async with opened(place) as store:
        referee = Referee(store, rules_named)
        dispatcher = Dispatcher(store, Ledger(ledger))
        referee.on_commit(dispatcher.wake)
        delivering = asyncio.create_task(dispatcher.run())
        player, chance = Seated(RandomPlayer(), seed), Random(seed)
        running: dict[str, str] = {}
        for _ in rounds:
            assert not delivering.done(), "nothing is delivered any more"
            game = chance.choice(played)
            game_id = running[game] = running.get(game) or await _running(store, referee, game)
            async with referee.reading(game_id) as live:
                if live.table.result is not None:
                    del running[game]
                    continue
                seat = live.table.requests()[0].seat
                user, action = live.user_of(seat), player.choose(live.table, seat)
            try:
                outcome = await referee.submit(game_id, user or 0, action)
            except (EngineError, Refused):  # another process has acted there meanwhile
                continue
            tell((game_id, outcome.version))
            await asyncio.sleep(0)
        delivering.cancel()
        await asyncio.wait([delivering])
        await referee.close()


async def _running(store: Store, referee: Referee, game: str) -> str:
    """Return the game in play; open and start one if there is none."""
    async with store.reading() as connection:
        playing = [found for found in await games.all_with(connection, Status.PLAYING) if found.rules == game]
    if playing:
        return playing[0].id
    lobby = Lobby(store, referee)
    opened = await lobby.open_game(guild=1, channel=2, thread=3, owner=OWNER, rules=game, variant="base")
    for user in USERS:
        await lobby.join(opened.id, user, f"Player {user}")
    await lobby.start(opened.id, OWNER)
    return opened.id

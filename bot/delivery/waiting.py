"""Which lanes of the outbox have something to deliver, in memory: who is woken by a game looks at that game alone."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import games, outbox
from bot.store.database import Store
from bot.store.outbox import Head

DeliveryQueue = str | int
"""The key of a queue: a game by its id, or the digest of a person."""

LOOK_EVERY_S = 60.0
"""Seconds after which everything is looked at: another process may have left something."""


class Look(NamedTuple):
    """What has been found, of some games or of all."""

    heads: dict[str, Head]
    """The first message of each game that has one to deliver."""
    lost: dict[str, int]
    """The games to whose threads Herald cannot write, with their servers."""
    digests: dict[int, Head]
    """The people for whom messages are held: of all games, always."""


class Waiting:
    """The first message of every lane that has one. `sought(game)` tells when the lost thread of a game may be tried.

    It only says where to look: whoever serves a lane reads it afresh.
    """

    def __init__(self, store: Store, sought: Callable[[str], float]) -> None:
        self._store = store
        self._sought = sought
        self._found = Look({}, {}, {})
        self._changed: set[DeliveryQueue] = set()
        self._any_changed = True
        self._looked = 0.0

    def changed(self, lane: DeliveryQueue) -> None:
        """Say that a lane is not as it was; "" if that may be so for any."""
        if lane == "":
            self._any_changed = True
        else:
            self._changed.add(lane)

    def seconds_left(self) -> float:
        """Return the seconds until everything is to be looked at."""
        left = self._looked + LOOK_EVERY_S - asyncio.get_running_loop().time()
        return 0.0 if self._any_changed else max(left, 0.0)

    def is_lost(self, game_id: str) -> bool:
        """Tell whether a game has a thread to which Herald cannot write."""
        return game_id in self._found.lost

    def lost_at(self, guild: int) -> list[str]:
        """Return the games of a server that have lost their thread."""
        return [game_id for game_id, where in self._found.lost.items() if where == guild]

    def heads(self) -> dict[DeliveryQueue, Head]:
        """Return what is first in every lane; a lost thread is to be sought where nothing of its game waits."""
        heads: dict[DeliveryQueue, Head] = {game_id: Head(0, self._sought(game_id)) for game_id in self._found.lost}
        heads.update(self._found.heads.items())
        heads.update(self._found.digests.items())
        return heads

    async def look(self) -> None:
        """Look at what has changed, or at everything where that is due; raises StoreError, and looks again then."""
        if not self.seconds_left():
            await self._look_at_all()
        elif self._changed:
            await self._look_at_some()

    async def _look_at_all(self) -> None:
        self._any_changed, self._changed = False, set()
        try:
            self._found = await self._store.read(_all)
        except BaseException:
            self._any_changed = True
            raise
        self._looked = asyncio.get_running_loop().time()

    async def _look_at_some(self) -> None:
        changed, self._changed = self._changed, set()
        known = self._found
        try:
            found = await self._store.read(lambda connection: _some(connection, changed, known.digests))
        except BaseException:
            self._changed |= changed
            raise
        _renew(known.heads, changed, found.heads)
        _renew(known.lost, changed, found.lost)
        self._found = known._replace(digests=found.digests)


async def _all(connection: AsyncConnection) -> Look:
    return Look(await outbox.waiting(connection), await games.lost(connection), await outbox.digests(connection))


async def _some(connection: AsyncConnection, changed: set[DeliveryQueue], digests: dict[int, Head]) -> Look:
    """Look at some lanes. What happens in a game may make anybody's digest due: but that is so only if there is one."""
    heads: dict[str, Head] = {}
    lost: dict[str, int] = {}
    for game_id in (lane for lane in changed if isinstance(lane, str)):
        if (head := await outbox.first(connection, game_id)) is not None:
            heads[game_id] = head
        if (guild := await games.lost_at(connection, game_id)) is not None:
            lost[game_id] = guild
    if digests or any(isinstance(lane, int) for lane in changed):
        digests = await outbox.digests(connection)
    return Look(heads, lost, digests)


def _renew(known: dict[str, Any], changed: set[DeliveryQueue], found: Mapping[str, Any]) -> None:
    """Put what was found of some games in the place of what was known of them."""
    for game_id in (lane for lane in changed if isinstance(lane, str)):
        known.pop(game_id, None)
    known.update(found)

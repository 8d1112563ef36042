"""Think in a process of its own, which blocks nobody and sees no secret key.

It works out what computer players choose, and what a person is likely to do, with its odds.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any, TypeVar

import msgspec

from bot.table.live_game import LiveGame
from bot.workers import Hire, Pool
from engine.core.actions import Action, Prospect
from engine.core.computer.levels import HARD
from engine.core.computer.players import Seated, seed_of
from engine.core.errors import NoWorld
from engine.core.likely import likely
from engine.core.table import Table
from engine.games import GAMES, rules_of

logger = logging.getLogger(__name__)

NICENESS = 5
"""The niceness of the worker processes."""

GUARD_S = 5.0
"""Seconds after which a computer player takes the best action found so far."""


KEPT = 64
"""The number of cached prospects."""

T = TypeVar("T")

Likely = asyncio.Task[Sequence[Prospect]]
"""The search for what a seat is likely to do."""


@dataclass(frozen=True)
class Look:
    """What a seat is likely to do as a game stands, first without the chances that take long to work out."""

    listed: Likely
    """All of it in its order, with placeholders for those chances."""

    whole: Likely
    """The same with the chances."""

    @property
    def failed(self) -> bool:
        """Whether either could not be found."""
        return any(one.done() and (one.cancelled() or one.exception()) for one in (self.listed, self.whole))


class Thinkers:
    """Asks a worker for computer players, and another for people. One that dies is replaced, and asked once again."""

    def __init__(self, hire: Hire = Pool) -> None:
        self._hire = hire
        self._pools: dict[int, Executor] = {}
        self._looks: OrderedDict[tuple[str, int, str], Look] = OrderedDict()

    async def warm(self) -> None:
        """Start the worker for people and prepare it, so that the first panel after a start has its odds."""
        await self._asked(0, prepared)

    async def choice(self, live: LiveGame, seat: str) -> Action:
        """Return what the computer player of a seat chooses; the same view gives the same choice."""
        asked = live.table.rules.name, live.table.snapshot(), live.regent_of(seat), seat
        action, blind = await self._asked(NICENESS, chosen, *asked)
        live.table.blind += blind
        return action

    def look(self, game: str, table: Table, seat: str) -> Look:
        """Return the search for what a seat is likely to do as a game, or a lesson, stands; it is done once.

        It begins with a world that the seat cannot tell from the true one, so that neither what is found nor when it
        is found depends on anything hidden. Where no world fits, nothing is likely.
        """
        key = game, table.version, seat
        look = self._looks.get(key)
        if look is None or look.failed:
            world = asyncio.create_task(asyncio.to_thread(imagined, table.rules.name, table.snapshot(), seat))
            listed = asyncio.create_task(_listed(table, world, seat))
            whole = asyncio.create_task(self._whole(table.rules.name, world, listed, seat))
            look = self._looks[key] = Look(listed, whole)
        self._looks.move_to_end(key)
        while len(self._looks) > KEPT:
            self._looks.popitem(last=False)
        return look

    def begun(self, game: str, version: int, seat: str) -> Look | None:
        """Return the search that was begun at a version of a game; None where it is kept no longer."""
        return self._looks.get((game, version, seat))

    def likely(self, game: str, table: Table, seat: str) -> Likely:
        """Return the search for what a seat is likely to do, with all chances."""
        return self.look(game, table, seat).whole

    async def _whole(self, game: str, world: asyncio.Task[bytes], listed: Likely, seat: str) -> Sequence[Prospect]:
        found = await listed
        if not any(one.pending for one in found):
            return found
        return await self._asked(0, worked_out, game, await world, seat)

    async def _asked(self, niceness: int, work: Callable[..., T], *about: Any) -> T:
        asked = self._hired(niceness)
        try:
            return await asyncio.wrap_future(asked.submit(work, *about))
        except BrokenProcessPool:
            return await asyncio.wrap_future(asked.submit(work, *about))

    def _hired(self, niceness: int) -> Executor:
        if niceness not in self._pools:
            self._pools[niceness] = self._hire(1, niceness)
        return self._pools[niceness]

    def close(self) -> None:
        """Stop the workers."""
        while self._pools:
            self._pools.popitem()[1].shutdown(wait=False, cancel_futures=True)


async def _listed(table: Table, world: asyncio.Task[bytes], seat: str) -> Sequence[Prospect]:
    try:
        return await asyncio.to_thread(listed, table.rules.name, await world, seat)
    except NoWorld:
        table.blind += 1
        return ()


async def found(look: Likely, patience: float | None = None) -> Sequence[Prospect] | None:
    """Return what has been found to be likely; None where it takes longer, and nothing where it cannot be told."""
    await asyncio.wait([look], timeout=patience)
    if not look.done():
        return None
    if look.cancelled() or look.exception() is not None:
        logger.error("what is likely could not be worked out", exc_info=None if look.cancelled() else look.exception())
        return ()
    return look.result()


def prepared() -> None:
    """Load the data of every game into memory."""
    for rules in GAMES.values():
        rules.options(rules.usual_variant, {})
        rules.cards()


def chosen(game: str, snapshot: bytes, player: str, seat: str) -> tuple[Action, int]:
    """Let a player choose for a seat of a table that is known by its snapshot, without the key of its dice.

    Return its choice, and how often it could not look ahead.
    """
    rules = rules_of(game)
    table = Table.restore(rules, snapshot, b"", careful=False)
    seen = msgspec.json.encode(table.view(seat))
    end = monotonic() + GUARD_S
    seated = Seated(rules.players[player], seed_of(seen), HARD, lambda: monotonic() > end)
    return seated.choose(table, seat), table.blind


def imagined(game: str, snapshot: bytes, seat: str) -> bytes:
    """Return the snapshot of a table that a seat cannot tell from that of a snapshot; raises NoWorld for none.

    It is the same for all tables that the seat cannot tell apart.
    """
    return Table.restore(rules_of(game), snapshot, b"", careful=False).world(seat, 0).snapshot()


def listed(game: str, world: bytes, seat: str) -> Sequence[Prospect]:
    """Return what a seat is likely to do at a table that is known by its snapshot, without what takes long."""
    return listed_at(Table.restore(rules_of(game), world, b"", careful=False), seat)


def listed_at(table: Table, seat: str) -> Sequence[Prospect]:
    """Return what a seat is likely to do at a table, with placeholders for what takes long to work out."""
    return [replace(one, outcome=one.pending or one.comes_of) for one in _prospects(table, seat)]


def worked_out(game: str, snapshot: bytes, seat: str) -> Sequence[Prospect]:
    """Return what a seat is likely to do at a table that is known by its snapshot, all of it in words."""
    return likely_at(Table.restore(rules_of(game), snapshot, b"", careful=False), seat)


def likely_at(table: Table, seat: str) -> Sequence[Prospect]:
    """Return what a seat is likely to do at a table, all of it in words, the most wanted first."""
    return [replace(one, outcome=one.comes_of) for one in _prospects(table, seat)]


def _prospects(table: Table, seat: str) -> Sequence[Prospect]:
    if table.result is not None or seat not in table.game.state.seats:
        return ()
    return likely(table, seat)

"""Computer players that think do so in a process of their own: nobody waits for them, and they see no secret key."""

import asyncio
from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool
from time import monotonic

import msgspec

from bot.table.live_game import LiveGame
from bot.workers import Hire, pool
from engine.core.actions import Action
from engine.core.computer.levels import HARD
from engine.core.computer.players import Seated, seed_of
from engine.core.table import Table
from engine.games import rules_of

NICENESS = 5
"""How nice they are to others that want the processor."""

GUARD_S = 5.0
"""Seconds after which a player decides by what he has found so far."""


class Thinkers:
    """Asks players that think. A worker that dies is replaced, and asked once again."""

    def __init__(self, hire: Hire = pool) -> None:
        self._hire = hire
        self._pool: Executor | None = None

    async def choice(self, live: LiveGame, seat: str) -> Action:
        """Return what the computer player of a seat chooses; the same view gives the same choice."""
        asked = live.table.rules.name, live.table.snapshot(), live.regent_of(seat), seat
        try:
            action, blind = await self._asked(*asked)
        except BrokenProcessPool:
            self.close()
            action, blind = await self._asked(*asked)
        live.table.blind += blind
        return action

    async def _asked(self, game: str, snapshot: bytes, player: str, seat: str) -> tuple[Action, int]:
        if self._pool is None:
            self._pool = self._hire(1, NICENESS)
        return await asyncio.get_running_loop().run_in_executor(self._pool, chosen, game, snapshot, player, seat)

    def close(self) -> None:
        """Stop the worker."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = None


def chosen(game: str, snapshot: bytes, player: str, seat: str) -> tuple[Action, int]:
    """Let a player choose for a seat of a table that is known by its snapshot, without the key of its dice.

    Return his choice, and how often he could not look ahead.
    """
    rules = rules_of(game)
    table = Table.restore(rules, snapshot, b"", careful=False)
    seen = msgspec.json.encode(table.view(seat))
    end = monotonic() + GUARD_S
    seated = Seated(rules.players[player], seed_of(seen), HARD, lambda: monotonic() > end)
    return seated.choose(table, seat), table.blind

"""Computer players on the seats of people who are away, or that nobody took: they decide as soon as they are asked."""

import asyncio
import logging
from zlib import crc32

from bot.errors import HeraldError, Refused, Stale
from bot.promises import Deed, Sitting
from bot.referee import Referee
from bot.store import games
from bot.store.database import Store
from bot.store.records import Via
from engine.core.actions import Action
from engine.core.errors import EngineError

logger = logging.getLogger(__name__)


class Regents:
    """One task that lets computer players decide. `pause` is how many seconds they take over it, all alike."""

    def __init__(self, store: Store, referee: Referee, pause: float = 1.0) -> None:
        self._store = store
        self._referee = referee
        self._pause = pause
        self._woken: set[str] = set()
        self._news = asyncio.Event()

    def wake(self, game_id: str) -> None:
        """Say that a game has moved on."""
        self._woken.add(game_id)
        self._news.set()

    async def run(self) -> None:
        """Decide whatever regents are asked for until cancelled."""
        async with self._store.reading() as connection:
            self._woken |= await games.regencies(connection)
        while True:
            for game_id in sorted(self._woken):
                self._woken.discard(game_id)
                await self.tick(game_id)
            self._news.clear()
            if not self._woken:
                await self._news.wait()

    async def tick(self, game_id: str) -> None:
        """Take a decision of a game that waits for a regent, if there is one; a failure is left to people."""
        try:
            if await self._decide(game_id):
                await asyncio.sleep(self._pause)
                self.wake(game_id)
        except Refused:
            return  # the game has not begun, or its seats have changed
        except (HeraldError, EngineError) as error:
            logger.error("a regent could not decide", extra={"game": game_id}, exc_info=error)

    async def _decide(self, game_id: str) -> bool:
        """Take one decision; False if none waits for a regent."""
        async with self._referee.reading(game_id) as sitting:
            seat = _seat(sitting)
            if not seat:
                return False
            version = sitting.table.version
            action = await asyncio.to_thread(_choice, sitting, seat)

        def claim(now: Sitting) -> Deed:
            if now.table.version != version:
                raise Stale(now.table.version)
            return Deed(seat, action, None, Via.REGENT)

        try:
            await self._referee.carry_out(game_id, claim)
        except Stale:
            logger.debug("somebody acted before a regent", extra={"game": game_id})
        return True


def _seat(sitting: Sitting) -> str:
    """Return a seat that a regent has to decide for now; "" if there is none."""
    if sitting.game.paused is not None or sitting.table.result is not None:
        return ""
    return next((r.seat for r in sitting.table.requests() if sitting.regent_of(r.seat)), "")


def _choice(sitting: Sitting, seat: str) -> Action:
    """Let the computer player of a seat choose; the same moment gives the same choice."""
    make = sitting.table.rules.players()[sitting.regent_of(seat)]
    player = make(crc32(f"{sitting.game.id} {sitting.table.version} {seat}".encode()))
    action: Action = player.choose(sitting.table, seat)
    return action

"""Computer players on the seats of people who are away, or that nobody took: they decide as soon as they are asked."""

import asyncio
import logging
from collections.abc import Set
from functools import partial

from bot.errors import Refused, Stale, Stumbled
from bot.services.computer.thinkers import Thinkers
from bot.store import games, timers
from bot.store.database import Store
from bot.store.rows import TimerKind, Via
from bot.table.live_game import LiveGame
from bot.table.referee import Referee
from bot.table.submission import Submission
from engine.core.actions import Action
from engine.core.answering import answer
from engine.core.computer.levels import thinks
from engine.core.computer.players import Seated, seed_of
from engine.core.errors import EngineError

logger = logging.getLogger(__name__)


LANES = 2
"""Games in which regents think at the same time."""

MAX_ACTIONS = 300
"""Actions that a regent may try out before deciding."""


class Regents:
    """Lets computer players decide. `pause` is the number of seconds before each of their decisions."""

    def __init__(self, store: Store, referee: Referee, pause: float = 1.0, thinkers: Thinkers | None = None) -> None:
        self._store = store
        self._thinkers = thinkers or Thinkers()
        self._referee = referee
        self._pause = pause
        self._woken: set[str] = set()
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._slots = asyncio.Semaphore(LANES)
        self._news = asyncio.Event()

    def wake(self, game_id: str) -> None:
        """Say that a game has moved on."""
        self._woken.add(game_id)
        self._news.set()

    async def run(self) -> None:
        """Decide whatever regents are asked for until cancelled; no game waits for another one's pause."""
        async with self._store.reading() as connection:
            self._woken |= await games.regencies(connection)
        try:
            while True:
                self._news.clear()
                for game_id in sorted(self._woken - self._thinking.keys()):
                    self._begin(game_id)
                await self._news.wait()
        finally:
            thinking = list(self._thinking.values())
            for task in thinking:
                task.cancel()
            await asyncio.gather(*thinking, return_exceptions=True)

    def _begin(self, game_id: str) -> None:
        self._woken.discard(game_id)
        task = asyncio.create_task(self.tick(game_id))
        self._thinking[game_id] = task
        task.add_done_callback(lambda _: self._end(game_id))

    def _end(self, game_id: str) -> None:
        self._thinking.pop(game_id, None)
        self._news.set()

    async def tick(self, game_id: str) -> None:
        """Take one decision in a game that waits for a regent, if it does; a failure is left to people."""
        try:
            async with self._slots:
                decided = await self._decide(game_id)
        except Refused:
            return  # the game has not begun, or its seats have changed
        except Exception as error:
            logger.error("a regent could not decide", extra={"game": game_id}, exc_info=error)
            self._referee.metrics.failures.labels("regents").inc()
            return
        if decided:
            await asyncio.sleep(self._pause)
            self.wake(game_id)

    async def _decide(self, game_id: str) -> bool:
        """Take one decision, or its default if the regent fails; return False if nothing waits for a regent."""
        async with self._referee.reading(game_id) as live:
            seat = _seat(live, await self._ahead(game_id)) if _seat(live, set()) else ""
            version = live.table.version
            default = live.table.default(seat) if seat else None
            if default is None:
                seat, action = await asyncio.to_thread(_reply, live)
            else:
                action = await self._choice(live, seat)
        if action is None and default is None:
            return False
        try:
            await self._act(game_id, version, seat, action or default)
        except (EngineError, Stumbled) as error:
            if action is None or default is None:
                raise
            logger.error("a regent erred", extra={"game": game_id, "seat": seat}, exc_info=error)
            await self._act(game_id, version, seat, default)
        return True

    async def _choice(self, live: LiveGame, seat: str) -> Action | None:
        """Let the computer player of a seat choose, None if it fails at it."""
        name = live.regent_of(seat)
        try:
            with self._referee.metrics.thoughts.labels(name).time():
                if thinks(live.table.rules.players[name]):
                    return await self._thinkers.choice(live, seat)
                return await asyncio.to_thread(_usual_choice, live, seat)
        except Exception as error:
            logger.error("a regent found nothing to do", extra={"game": live.game.id, "seat": seat}, exc_info=error)
            return None

    async def _ahead(self, game_id: str) -> set[str]:
        """Return the seats whose players have given their answer ahead: it counts for more than a regent's."""
        running = await self._store.read(partial(timers.of_game, game_id=game_id))
        return {timer.seat for timer in running if timer.kind is TimerKind.ORDER}

    async def _act(self, game_id: str, version: int, seat: str, action: Action | None) -> None:
        """Carry an action out, unless somebody has acted before it."""
        assert action is not None

        def intent(now: LiveGame) -> Submission:
            if now.table.version != version:
                raise Stale(now.table.version)
            return Submission(seat, action, None, Via.REGENT)

        try:
            await self._referee.carry_out(game_id, intent)
        except Stale:
            logger.debug("somebody acted before a regent", extra={"game": game_id})


def _seat(live: LiveGame, ahead: Set[str]) -> str:
    """Return a seat for which a regent has to decide, none of those `ahead`; "" if there is none."""
    if live.game.paused is not None or live.table.result is not None:
        return ""
    asked = (request.seat for request in live.table.requests())
    return next((seat for seat in asked if live.regent_of(seat) and seat not in ahead), "")


def _reply(live: LiveGame) -> tuple[str, Action | None]:
    """Return a computer player's answer to an offer that does not stop the game, if it has one.

    Nobody trades in the name of a person who is away.
    """
    seats = live.table.seats if live.game.paused is None else []
    for seat in filter(live.computer_of, seats):
        if found := answer(live.table, seat, seed_of(live.game.id, live.table.version)):
            return seat, found
    return "", None


def _usual_choice(live: LiveGame, seat: str) -> Action:
    """Return the choice of a computer player that needs no lookahead; the same position gives the same choice."""
    player = live.table.rules.players[live.regent_of(seat)]
    return Seated(player, seed_of(live.game.id), MAX_ACTIONS).choose(live.table, seat)

"""Live tables: those played lately are held in memory, the others restored from their last snapshot."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import BrokenGame, Refused, StoreError
from bot.metrics import Metrics
from bot.store import drafts, game_log, games, outbox, timers
from bot.store.database import Store
from bot.store.payloads import Log, OutboxMessage, Panel, Trouble
from bot.store.rows import ActionRecord, DeliveryOutcome, Draft, GameRecord, Opening, SeatRecord, Status
from bot.table.live_game import LiveGame, LogEnd, seat_held
from engine.core.dice import game_key
from engine.core.errors import BrokenInvariant
from engine.core.events import Event
from engine.core.rules import Rules
from engine.core.table import Table

logger = logging.getLogger(__name__)

RulesOf = Callable[[str], Rules[Any]]


def key_of(game: GameRecord, opening: Opening) -> bytes:
    """Return the key of a game's dice."""
    return game_key(bytes.fromhex(game.secret), opening.words.items())


REST_S = 3600.0
"""Seconds after which a table that nobody has used is at rest: it is restored in milliseconds."""

MEGABYTE = 1_000_000

SMALLEST_COST = 6_000
"""Bytes of memory that every table takes, whatever is in it."""

COST = 7
"""Bytes of memory that a table takes for each byte of its snapshot: 6 to 7.8 were measured (docs/benchmarks.md)."""


def cost(table: Table) -> int:
    """Return how many bytes of memory a table takes about, with what it has found and asks: rather too many."""
    return SMALLEST_COST + COST * len(table.snapshot())


class Held(NamedTuple):
    """A table in memory with the end of its log, when it was last used, in Unix seconds, and the bytes it takes."""

    table: Table
    log_end: LogEnd
    used: float
    cost: int


class Tables:
    """The live tables of a store; the caller holds the lock of the game that it asks for.

    They take `capacity` bytes of memory together, or what a single one takes. `publish` is called with the id of a game
    that has been put aside or taken up again.
    """

    def __init__(
        self,
        store: Store,
        rules_of: RulesOf,
        now: Callable[[], float],
        capacity: int,
        publish: Callable[[str], None],
        metrics: Metrics,
    ) -> None:
        self._store = store
        self._rules_of = rules_of
        self._now = now
        self._capacity = capacity
        self._publish = publish
        self._metrics = metrics
        self._live: OrderedDict[str, Held] = OrderedDict()
        self._taken = 0

    def hold(self, game_id: str, table: Table, log_end: LogEnd) -> None:
        """Hold a table in memory with the end of its log; let go of those at rest, and of the oldest if need be."""
        now = self._now()
        self.forget(game_id)
        self._live[game_id] = Held(table, log_end, now, cost(table))
        self._taken += self._live[game_id].cost
        while len(self._live) > 1 and (self._taken > self._capacity or self._oldest().used < now - REST_S):
            self.forget(next(iter(self._live)))

    def _oldest(self) -> Held:
        return next(iter(self._live.values()))

    def forget(self, game_id: str) -> None:
        """Drop a table and the end of its log from memory: what is in the database counts."""
        if held := self._live.pop(game_id, None):
            self._taken -= held.cost
            if held.table.blind:
                self._metrics.failures.labels("worlds").inc(held.table.blind)
                held.table.blind = 0

    async def live_game(self, game_id: str) -> LiveGame:
        """Return a game that has begun; raises UnknownGame, and BrokenGame if its state cannot be taken up."""
        return await self._alive(*await self._store.read(lambda connection: _rows(connection, game_id)))

    async def with_draft(self, game_id: str, user: int) -> tuple[LiveGame, Draft | None]:
        """Return the same with what the seat of a person has filled in, both read in one job of the database."""

        async def rows(connection: AsyncConnection) -> tuple[GameRecord, tuple[SeatRecord, ...], Draft | None]:
            game, seats = await _rows(connection, game_id)
            return game, seats, await drafts.get(connection, game_id, seat_held(seats, user))

        game, seats, draft = await self._store.read(rows)
        return await self._alive(game, seats), draft

    async def _alive(self, game: GameRecord, seats: tuple[SeatRecord, ...]) -> LiveGame:
        """Return a game with its table, from memory or restored."""
        game_id = game.id
        if game.status is Status.LOBBY:
            ready = "its game master starts it with “Start the game” or /game start, when everybody is here."
            raise Refused(f"This game has not started; {ready}")
        held = self._live.get(game_id)
        if held is not None and game.version == held.table.version == held.log_end.version:
            table, log_end = held.table, held.log_end
        else:
            table, log_end = await self._load(game, seats)
        self.hold(game_id, table, log_end)
        return LiveGame(game, seats, table, log_end)

    async def _load(self, game: GameRecord, seats: Sequence[SeatRecord]) -> tuple[Table, LogEnd]:
        try:
            opening, last, snapshot = await self._store.read(lambda connection: _saved(connection, game))
            if sha256(snapshot).hexdigest() != last.state_hash:
                raise BrokenGame("Its last saved state does not match its log.")
            table = await asyncio.to_thread(_restored, self._rules_of(game.rules), snapshot, key_of(game, opening))
        except StoreError:
            raise
        except Exception as error:
            await self._break(game, str(error) if isinstance(error, BrokenGame) else UNREADABLE)
            raise BrokenGame(f"{game.title} is out of order; the game master has been told.") from error
        if game.status is Status.BROKEN:
            await self._mend(game, table)
        return table, LogEnd(game.version, opening, last.hash)

    async def _break(self, game: GameRecord, fault: str) -> None:
        """Put a game aside, and tell its thread and its game master when that is news; a fault tells nothing hidden."""
        if game.status is Status.BROKEN:
            return
        logger.error("game put aside", extra={"game": game.id, "version": game.version}, exc_info=True)
        text = (
            f"I cannot read the last saved state of {game.title}, and keep it unchanged. {fault} Ask the person "
            "who runs Herald to update it or restore a backup; then the game continues."
        )
        news = Log((Event("put_aside", PUT_ASIDE),))
        messages = [OutboxMessage(news), OutboxMessage(Panel()), OutboxMessage(Trouble(text), game.owner)]
        async with self._store.writing(game.id) as connection:
            await games.set_status(connection, game.id, Status.BROKEN, fault)
            await games.change(connection, game.id, aside=self._now())
            await outbox.add(connection, game.id, game.version, messages, self._now())
        self._publish(game.id)

    async def _mend(self, game: GameRecord, table: Table) -> None:
        """Mark a game as playable again that had been put aside, and say so."""
        logger.info("game taken up again", extra={"game": game.id, "version": game.version})
        messages = [OutboxMessage(Log((Event("taken_up", TAKEN_UP),))), OutboxMessage(Panel())]
        async with self._store.writing(game.id) as connection:
            status = Status.PLAYING if table.result is None else Status.OVER
            await games.set_status(connection, game.id, status)
            if game.aside is not None:
                await games.change(connection, game.id, aside=None)
                if game.paused is None:  # the end of a pause makes up for all of it
                    await timers.run_on(connection, game.id, self._now() - game.aside)
            await outbox.revive(connection, game.id, DeliveryOutcome.HELD, self._now())
            await outbox.add(connection, game.id, game.version, messages, self._now())
        self._publish(game.id)


UNREADABLE = "This version of the rules cannot read it; the person who runs Herald finds the reason in its log."

PUT_ASIDE = (
    "This game is out of order, so I have put it aside: nothing is lost, and no clock runs. The game master has "
    "been told."
)
TAKEN_UP = "This game is in order again and continues where it stood."


async def _rows(connection: AsyncConnection, game_id: str) -> tuple[GameRecord, tuple[SeatRecord, ...]]:
    return await games.get(connection, game_id), await games.seats_of(connection, game_id)


async def _saved(connection: AsyncConnection, game: GameRecord) -> tuple[Opening, ActionRecord, bytes]:
    """Return the saved data of a table: its opening, the end of its log, and its state."""
    opening = await game_log.opening(connection, game.id)
    last = await game_log.entry(connection, game.id, game.version)
    return opening, last, await game_log.snapshot(connection, game.id, game.version)


def _restored(rules: Rules[Any], snapshot: bytes, key: bytes) -> Table:
    """Restore a table, and check that the rules find nothing wrong with it and know what to ask."""
    table = Table.restore(rules, snapshot, key)
    problems = table.problems()
    if problems:
        raise BrokenInvariant(problems)
    table.requests()
    return table

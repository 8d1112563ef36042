"""The outbox: delivers what commits promised, in order for each game, again and again until it is settled.

A message is sent at least once, and always with the same nonce, so that Discord drops a repetition after a crash.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.errors import HeraldError
from bot.store import games, outbox, people
from bot.store.database import Store
from bot.store.payloads import AnyPayload, Ask, Nudge, Private, Promise, Reminder, Trouble
from bot.store.records import GameRecord, OutboxRow, SeatRecord, Settled

logger = logging.getLogger(__name__)

MOST_ATTEMPTS = 6
"""Failures of the courier itself after which a message is set aside, so that it does not hold up the others."""

LONGEST_WAIT = 600.0
LONGEST_NAP = 60.0
SHORTEST_NAP = 1.0

HIDDEN = (outbox.kind_of(Private), outbox.kind_of(Trouble))
"""The kinds of direct messages that a panel shows to a user who refused them."""


# ---------------------------------------------------------------- what a courier does


@dataclass(frozen=True)
class Item:
    """A message to deliver: `payload` says what, to `user` by direct message or, where that is None, to `game.thread`.

    `version` is the moment of the game that it speaks of; `previous` the message that last delivered the same kind to
    the same place, for edits in place.
    """

    row: OutboxRow
    game: GameRecord
    seats: tuple[SeatRecord, ...]
    previous: int | None

    @property
    def nonce(self) -> str:
        """What every send of this message carries."""
        return self.row.nonce

    @property
    def payload(self) -> AnyPayload:
        """What it says."""
        return self.row.payload

    @property
    def user(self) -> int | None:
        """Who gets it by direct message."""
        return self.row.user

    @property
    def version(self) -> int:
        """The moment of the game that it speaks of."""
        return self.row.version

    @property
    def names(self) -> dict[str, str]:
        """Return the players' names by seat."""
        return {seat.id: seat.name for seat in self.seats}

    @property
    def users(self) -> dict[str, int]:
        """Return the users by seat, without those who have been dropped."""
        return {seat.id: seat.user for seat in self.seats if seat.left is None}


@dataclass(frozen=True)
class Delivered:
    """A message has gone out; `message` is the id that Discord gave it, None where nothing had to be sent."""

    message: int | None = None


class Courier(Protocol):
    """Whoever takes messages to Discord."""

    async def deliver(self, item: Item) -> Delivered:
        """Send or edit a message with the nonce of `item`; raises a DeliveryProblem if that fails."""


class DeliveryProblem(HeraldError):
    """A message that did not go out."""


class Unreachable(DeliveryProblem):
    """The user takes no direct messages."""


class TryLater(DeliveryProblem):
    """Discord is busy or down: try again after `seconds`, None for a growing pause."""

    def __init__(self, reason: str, seconds: float | None = None) -> None:
        super().__init__(reason)
        self.seconds = seconds


class Gone(DeliveryProblem):
    """The thread has been deleted, or Herald may not write there."""


class Rejected(DeliveryProblem):
    """Discord will never take this message as it is."""


_CLOSED = {50007, 50278, 10013}  # no direct messages to this user; no server in common; no such user
_LOST = {10003, 10004, 50001, 50013}  # no such channel or server; no access; no permission


def problem_of(status: int, code: int, reason: str, retry_after: float | None = None) -> DeliveryProblem:
    """Return what Discord's refusal means: HTTP status, Discord's own error code, its words, its Retry-After."""
    if code in _CLOSED:
        return Unreachable(reason)
    if code in _LOST:
        return Gone(reason)
    if status == 429 or status == 401 or status >= 500:
        return TryLater(reason, retry_after)
    return Rejected(reason)


# ---------------------------------------------------------------- the dispatcher


class Dispatcher:
    """Delivers through `courier`: games side by side, at most `lanes` at a time, the messages of each in order."""

    def __init__(self, store: Store, courier: Courier, *, now: Callable[[], float] = time.time, lanes: int = 8) -> None:
        self._store = store
        self._courier = courier
        self._now = now
        self._slots = asyncio.Semaphore(lanes)
        self._serving: dict[str, asyncio.Task[None]] = {}
        self._news = asyncio.Event()

    def wake(self, game_id: str = "") -> None:
        """Say that there is something new to deliver."""
        self._news.set()

    async def run(self) -> None:
        """Deliver until cancelled."""
        try:
            while True:
                self._news.clear()
                nap = await self._serve_all()
                await _wait(self._news, nap)
        finally:
            await self._stop()

    async def deliver_due(self) -> None:
        """Deliver everything that may be tried now, then return."""
        await self._serve_all()
        while self._serving:
            await asyncio.gather(*self._serving.values())
            await self._serve_all()

    async def _stop(self) -> None:
        for task in self._serving.values():
            task.cancel()
        await asyncio.gather(*self._serving.values(), return_exceptions=True)

    async def _serve_all(self) -> float:
        """Begin to serve every game with a message that is due; return the seconds until another will be."""
        try:
            async with self._store.reading() as connection:
                waiting = await outbox.waiting(connection)
        except HeraldError as error:
            logger.error("outbox cannot be read", exc_info=error)
            return SHORTEST_NAP
        now = self._now()
        idle = {game_id: due for game_id, due in waiting.items() if game_id not in self._serving}
        for game_id in [game_id for game_id, due in idle.items() if due <= now]:
            self._begin(game_id)
        later = [due - now for due in idle.values() if due > now]
        return min([LONGEST_NAP, *later])

    def _begin(self, game_id: str) -> None:
        task = asyncio.create_task(self._serve(game_id))
        self._serving[game_id] = task
        task.add_done_callback(lambda _: self._end(game_id))

    def _end(self, game_id: str) -> None:
        self._serving.pop(game_id, None)
        self._news.set()

    async def _serve(self, game_id: str) -> None:
        async with self._slots:
            try:
                while (item := await self._next(game_id)) is not None:
                    await self._deliver(item)
            except Exception as error:
                logger.error("delivery interrupted", extra={"game": game_id}, exc_info=error)
                await asyncio.sleep(SHORTEST_NAP)

    async def _next(self, game_id: str) -> Item | None:
        async with self._store.reading() as connection:
            row = await outbox.head(connection, game_id)
            if row is None or row.next_try > self._now():
                return None
            game = await games.get(connection, game_id)
            seats = await games.seats_of(connection, game_id)
            return Item(row, game, seats, await outbox.last_message(connection, row))

    async def _deliver(self, item: Item) -> None:
        if item.row.user is None and item.game.thread is None:
            await self._settle(item, Settled.HOMELESS)
            return
        try:
            delivered = await self._courier.deliver(item)
        except TryLater as problem:
            await self._postpone(item, problem, problem.seconds)
        except Unreachable as problem:
            await self._unreachable(item, problem)
        except Gone as problem:
            await self._homeless(item, problem)
        except Rejected as problem:
            await self._reject(item, problem)
        except Exception as error:
            await self._failed(item, error)
        else:
            await self._delivered(item, delivered)

    async def _delivered(self, item: Item, delivered: Delivered) -> None:
        async with self._store.writing() as connection:
            await outbox.settle(connection, [item.row.id], Settled.DELIVERED, self._now(), delivered.message)
            if item.row.user is not None:
                await people.note_open(connection, item.row.user)

    async def _settle(self, item: Item, outcome: Settled, *consequences: Promise) -> None:
        """Note what became of a message, and promise what follows from that."""
        async with self._store.writing() as connection:
            await outbox.settle(connection, [item.row.id], outcome, self._now())
            await outbox.add(connection, item.game.id, item.row.version, consequences, self._now())

    async def _postpone(self, item: Item, problem: Exception, seconds: float | None = None) -> None:
        pause = min(LONGEST_WAIT, 2.0**item.row.attempts) if seconds is None else seconds
        logger.warning("delivery put off", extra=_about(item) | {"seconds": pause}, exc_info=problem)
        async with self._store.writing() as connection:
            await outbox.postpone(connection, item.row, self._now() + pause)

    async def _failed(self, item: Item, error: Exception) -> None:
        if item.row.attempts + 1 < MOST_ATTEMPTS:
            await self._postpone(item, error)
        else:
            await self._reject(item, error)

    async def _reject(self, item: Item, problem: Exception) -> None:
        """Set a message aside and tell the game master, unless that is the message."""
        logger.error("message set aside", extra=_about(item), exc_info=problem)
        kind = outbox.kind_of(item.row.payload)
        text = f"A message of {item.game.title} ({kind}) could not be sent and was left out: {problem}"
        trouble = [] if isinstance(item.row.payload, Trouble) else [Promise(Trouble(text), item.game.owner)]
        await self._settle(item, Settled.REJECTED, *trouble)

    async def _homeless(self, item: Item, problem: Gone) -> None:
        """Keep a message until the game has a thread again, and tell the game master when that is news."""
        logger.warning("thread lost", extra=_about(item), exc_info=problem)
        text = (
            f"Herald cannot write to the thread of {item.game.title} ({problem}). Let it write there, or give the game "
            "another thread; what was not posted is kept until then."
        )
        async with self._store.writing() as connection:
            news = not await outbox.any_homeless(connection, item.game.id)
            await outbox.settle(connection, [item.row.id], Settled.HOMELESS, self._now())
            trouble = [Promise(Trouble(text), item.game.owner)] if news else []
            await outbox.add(connection, item.game.id, item.row.version, trouble, self._now())

    async def _unreachable(self, item: Item, problem: Unreachable) -> None:
        """Keep a direct message for the panel, and say in the thread that something waits there."""
        user = item.row.user
        if user is None:
            await self._reject(item, problem)
            return
        decides = isinstance(item.row.payload, Ask | Reminder)
        async with self._store.writing() as connection:
            first = decides or not await outbox.unread(connection, item.game.id, user, *HIDDEN)
            explain = await people.note_closed(connection, user, self._now())
            await outbox.settle(connection, [item.row.id], Settled.UNREACHABLE, self._now())
            seat = next((seat for seat, holder in item.users.items() if holder == user), "")
            nudge = [Promise(Nudge(user, seat, decides, explain))] if first or explain else []
            await outbox.add(connection, item.game.id, item.row.version, nudge, self._now())


async def _wait(news: asyncio.Event, seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            await news.wait()
    except TimeoutError:
        return


def _about(item: Item) -> dict[str, object]:
    return {"game": item.game.id, "row": item.row.id, "attempts": item.row.attempts}


# ---------------------------------------------------------------- what was refused


class Inbox:
    """The direct messages that a user has refused, to be shown on a panel that only the user sees."""

    def __init__(self, store: Store, *, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._now = now

    async def unread(self, game_id: str, user: int) -> list[tuple[int, AnyPayload]]:
        """Return what a user has not read, as (row id, payload), in order."""
        async with self._store.reading() as connection:
            rows = await outbox.unread(connection, game_id, user, *HIDDEN)
        return [(row.id, row.payload) for row in rows]

    async def mark_read(self, rows: Sequence[int]) -> None:
        """Note that messages have been shown; call it once Discord has taken the panel."""
        async with self._store.writing() as connection:
            await outbox.settle(connection, rows, Settled.READ, self._now())

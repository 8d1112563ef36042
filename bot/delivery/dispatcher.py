"""Delivers the messages of the outbox, those of each game in order, again and again until each has come to its end.

A message is sent at least once, and always with the same nonce, so that Discord drops a repetition after a crash. But
Discord knows a nonce for some minutes only. So whatever is oldest goes out first, of all that may go out: what a crash
caught on its way, or Discord did not confirm, is among the first again, however much else there is.
"""

import asyncio
import heapq
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.delivery import pages
from bot.delivery.deliveries import (
    Courier,
    Delivered,
    DeliveryProblem,
    Gone,
    Item,
    Page,
    Rejected,
    TryLater,
    Unreachable,
)
from bot.delivery.digests import MAX_DIGEST, asks_for_later, closed, closings_of, send_after, silenced
from bot.delivery.inbox import HIDDEN
from bot.delivery.waiting import DeliveryQueue, Waiting
from bot.errors import BrokenGame, HeraldError
from bot.metrics import Metrics
from bot.model.people import Person, after_quiet
from bot.store import games, outbox, people
from bot.store.database import Store
from bot.store.payloads import Ask, Letter, Nudge, OutboxMessage, Panel, Reminder, Reworded, Trouble
from bot.store.rows import DeliveryOutcome, GameRecord, OutboxRow
from bot.waits import wait_until

logger = logging.getLogger(__name__)

MAX_ATTEMPTS = 6
"""Failures of the courier itself after which a message is set aside, so that it does not hold up the others."""

MAX_RETRY_S = 600.0
MIN_NAP_S = 1.0

SEEK_EVERY_S = 600.0
"""Seconds between attempts to write to a thread that was lost: refused requests count against a bot."""


@dataclass(frozen=True)
class Found:
    """A message that is next to go out."""

    item: Item
    known: Mapping[int, Person]
    """Those of its people who have changed a setting."""

    behind: Sequence[OutboxRow] = ()
    """What waits behind it, if it is part of the story."""

    said: Sequence[OutboxRow] = ()
    """What stands already in the message of the thread to which it may be added."""


class Dispatcher:
    """Delivers through `courier`: games side by side, at most `lanes` at a time, the messages of each in order."""

    def __init__(
        self,
        store: Store,
        courier: Courier,
        *,
        now: Callable[[], float] = time.time,
        lanes: int = 8,
        metrics: Metrics | None = None,
    ) -> None:
        self._store = store
        self._metrics = metrics or Metrics()
        self._courier = courier
        self._now = now
        self._lanes = lanes
        self._waiting = Waiting(store, self._is_to_be_sought)
        self._elsewhere: dict[DeliveryQueue, float] = {}
        self._serving: dict[DeliveryQueue, asyncio.Task[None]] = {}
        self._sought: dict[str, float] = {}
        self._news = asyncio.Event()
        self._resting = False

    def wake(self, game_id: str = "") -> None:
        """Say that there is something new to deliver in a game, or anywhere."""
        self._waiting.changed(game_id)
        self._news.set()

    def seek(self, guild: int) -> None:
        """Say that Herald may have got permissions on a server: lost threads there are tried again."""
        for game_id in self._waiting.lost_at(guild):
            self._sought.pop(game_id, None)
        self._news.set()

    async def run(self) -> None:
        """Deliver until cancelled."""
        try:
            while True:
                self._news.clear()
                seconds = await self._serve_due()
                await wait_until(self._news, seconds)
        finally:
            await self._stop()

    async def deliver_due(self) -> None:
        """Deliver everything that may be tried now, then return."""
        self._waiting.changed("")
        await self._serve_due()
        while self._serving:
            await asyncio.gather(*self._serving.values())
            await self._serve_due()

    async def rest(self, seconds: float) -> None:
        """Begin no more deliveries, and wait this long for those on their way."""
        self._resting = True
        if self._serving:
            await asyncio.wait(self._serving.values(), timeout=seconds)

    async def _stop(self) -> None:
        for task in self._serving.values():
            task.cancel()
        await asyncio.gather(*self._serving.values(), return_exceptions=True)

    # ------------------------------------------------------------------ whose turn it is

    async def _serve_due(self) -> float:
        """Begin to serve the lanes with the oldest messages that are due; return the seconds until others will be."""
        try:
            await self._waiting.look()
        except HeraldError as error:
            logger.error("outbox cannot be read", exc_info=error)
            return MIN_NAP_S
        now, busy = self._now(), self._serving.keys() | self._others().keys()
        idle = {lane: head for lane, head in self._waiting.heads().items() if lane not in busy}
        free = 0 if self._resting else self._lanes - len(self._serving)
        ready = (lane for lane, head in idle.items() if head.due <= now)
        for lane in heapq.nsmallest(free, ready, key=lambda lane: idle[lane].row):
            self._begin(lane)
        later = [head.due - now for head in idle.values() if head.due > now]
        return min([MIN_NAP_S if self._elsewhere else self._waiting.seconds_left(), *later])

    def _is_to_be_sought(self, game_id: str) -> float:
        """Return from when on the lost thread of a game may be tried again, 0 for at once."""
        return self._sought.get(game_id, 0.0)

    def _others(self) -> dict[DeliveryQueue, float]:
        """Return the lanes that another process serves, as far as is known; after a while they are tried again."""
        now = asyncio.get_running_loop().time()
        self._elsewhere = {lane: until for lane, until in self._elsewhere.items() if until > now}
        return self._elsewhere

    def _begin(self, lane: DeliveryQueue) -> None:
        task = asyncio.create_task(self._serve(lane))
        self._serving[lane] = task
        task.add_done_callback(lambda _: self._end(lane))

    def _end(self, lane: DeliveryQueue) -> None:
        self._serving.pop(lane, None)
        self._waiting.changed(lane)
        self._news.set()

    async def _serve(self, lane: DeliveryQueue) -> None:
        async with self._store.if_alone(f"outbox {lane}") as alone:
            if not alone:  # another process is at it; what it does not see any more is ours
                self._elsewhere[lane] = asyncio.get_running_loop().time() + MIN_NAP_S
                return
            try:
                await (self._serve_digest(lane) if isinstance(lane, int) else self._serve_game(lane))
            except Exception as error:
                logger.error("delivery interrupted", extra={"lane": lane}, exc_info=error)
                self._metrics.failures.labels("delivery").inc()
                await asyncio.sleep(MIN_NAP_S)

    async def _serve_game(self, game_id: str) -> None:
        await self._seek(game_id)
        if not self._resting and (found := await self._next(game_id)) is not None:
            await (self._tell(found) if pages.is_told(found.item) else self._deliver(found.item))

    async def _next(self, game_id: str) -> Found | None:
        """Return the next message of a game; what people do not want to hear now is held for their digests."""
        while True:
            now = self._now()
            found = await self._store.read(partial(_first, game_id=game_id))
            if found is None or found.item.row.next_try > now:
                return None
            item, row = found.item, found.item.row
            until = send_after(row.payload, found.known.get(row.user or 0), now)
            if until <= now:
                return replace(found, item=replace(item, silent=silenced(item, found.known, now)))
            await self._store.write(game_id, partial(outbox.hold_for_digest, rows=[row], until=until))
            if row.user is not None:
                self._waiting.changed(row.user)

    # ------------------------------------------------------------------ the story

    async def _tell(self, head: Found) -> None:
        """Let a message and those that follow it stand in the thread's last message, or together in a new one."""
        first = head.item
        if _is_homeless(first.game):
            await self._finish(first, DeliveryOutcome.HOMELESS)
            return
        if not pages.says(first):
            await self._delivered(first, Delivered())
            return
        try:
            await self._deliver_page(await self._page(head), head)
        except TryLater as problem:
            await self._postpone(first, problem, problem.seconds)
        except Gone as problem:
            await self._homeless(first, problem)
        except BrokenGame:
            await self._finish(first, DeliveryOutcome.HELD)
        except Rejected as problem:
            await self._reject(first, problem)
        except Exception as error:
            await self._failed(first, error)

    async def _page(self, found: Found) -> Page:
        """Return the page that is next to go out; what stands in it is written down before it is sent."""
        first, said, waiting = found.item, found.said, [found.item.row, *found.behind]
        if (page := first.row.page) is not None:  # nobody knows that it has arrived, or what has come to it since
            return self._as_page(first, said, [row for row in waiting if row.page == page], page)
        moved = pages.moving(first.game, said, waiting, self._now())
        fresh = moved or pages.going_on(first.game, said, waiting, self._now())
        if fresh and not await self._courier.is_last(first, pages.message_of(said) or 0):
            moved = fresh = []
        if not fresh:
            said, fresh = [], pages.beginning(first.game, waiting)
        page = -moved[-1].id if moved else (said or fresh)[0].page or fresh[0].id
        await self._store.write(first.game.id, partial(outbox.set_page, ids=[row.id for row in fresh], page=page))
        return self._as_page(first, said, fresh, page)

    def _as_page(self, first: Item, said: Sequence[OutboxRow], fresh: Sequence[OutboxRow], page: int) -> Page:
        rows = [msgspec.structs.replace(row, page=page) for row in (*said, *fresh)]
        items = [replace(first, row=row, silent=frozenset()) for row in rows]
        there, moves = pages.message_of(said), bool(said) and said[0].page != page
        return Page(items, len(fresh), None if moves else there, there if moves else None)

    async def _deliver_page(self, page: Page, head: Found) -> None:
        """Send a page; where its message cannot be edited any more what is new begins another one.

        What it asked is reworded with it, and needs no edit of its own.
        """
        page = self._hushed(page, head.known)
        try:
            delivered = await self._courier.deliver_page(page)
        except Rejected:
            if page.message is None and page.replaces is None and page.fresh == 1:
                raise
            await self._deliver_page(await self._anew(page), head)
            return
        self._count(DeliveryOutcome.DELIVERED)
        first, last, now = page.items[0], page.items[-1], self._now()
        shown = {item.row.id for item in page.items}
        said = [row.id for row in head.behind if isinstance(row.payload, Reworded) and row.payload.row in shown]

        async def note(connection: AsyncConnection) -> None:
            ids = [item.row.id for item in page.news]
            closing = [one for item in page.news for one in await _closings(connection, item.row, delivered.message)]
            await outbox.set_outcome(connection, said, DeliveryOutcome.SUPERSEDED, now)
            await outbox.set_outcome(connection, ids, DeliveryOutcome.DELIVERED, now, delivered.message)
            if page.replaces is not None and delivered.message is not None:
                old = [item.row.id for item in page.items[: -page.fresh]]
                await outbox.move(connection, old, first.row.page, delivered.message)
            later = [ask for item in page.news for ask in asks_for_later(item)]
            await outbox.add(connection, first.game.id, last.version, [*later, *closing], now)

        await self._store.write(first.game.id, note)

    async def _anew(self, page: Page) -> Page:
        """Return what a page has not said as a new one; only the first of it where it was nothing else already."""
        rows = [item.row for item in page.news]
        kept = rows[:1] if page.message is None and page.replaces is None else rows

        async def note(connection: AsyncConnection) -> None:
            await outbox.set_page(connection, [row.id for row in kept], kept[0].id)
            await outbox.let_go(connection, [row.id for row in rows[len(kept) :]])

        await self._store.write(page.items[0].game.id, note)
        return self._as_page(page.items[0], [], kept, kept[0].id)

    def _hushed(self, page: Page, known: Mapping[int, Person]) -> Page:
        """Return a page with those of whom it may ping nobody now."""
        now = self._now()
        return replace(page, items=[replace(item, silent=silenced(item, known, now)) for item in page.items])

    # ------------------------------------------------------------------ digests

    async def _serve_digest(self, user: int) -> None:
        """Deliver a person's digest: what was held back and may go out now."""
        if self._resting or not (due := await self._due_of_digest(user)):
            return
        items = [await self._store.read(partial(_item, row=row)) for row in due]
        await (self._deliver(items[0]) if len(items) == 1 else self._deliver_digest(items))

    async def _due_of_digest(self, user: int) -> list[OutboxRow]:
        now = self._now()
        async with self._store.writing() as connection:
            due = [row for row in await outbox.digest_of(connection, user) if row.next_try <= now]
            later = after_quiet((await people.among(connection, [user])).get(user), now)
            if later > now:
                await outbox.hold_for_digest(connection, due, later)
        return due[:MAX_DIGEST] if later <= now else []

    async def _deliver_digest(self, items: Sequence[Item]) -> None:
        try:
            delivered = await self._courier.deliver_digest(items)
        except TryLater as problem:
            for item in items:
                await self._postpone(item, problem, problem.seconds)
        except Unreachable as problem:
            for item in items:
                await self._unreachable(item, problem)
        except (Gone, Rejected, BrokenGame):
            for item in items:
                await self._deliver(item)
        except Exception as error:
            for item in items:
                await self._failed(item, error)
        else:
            for item in items:
                await self._delivered(item, delivered)
            together = partial(outbox.set_page, ids=[item.row.id for item in items], page=items[0].row.id)
            await self._store.write(items[0].game.id, together)

    # ------------------------------------------------------------------ one message

    async def _deliver(self, item: Item) -> None:
        if item.row.user is None and _is_homeless(item.game):
            await self._finish(item, DeliveryOutcome.HOMELESS)
            return
        try:
            delivered = await self._courier.deliver(item)
        except TryLater as problem:
            await self._postpone(item, problem, problem.seconds)
        except Unreachable as problem:
            await self._unreachable(item, problem)
        except Gone as problem:
            await (self._homeless(item, problem) if item.row.user is None else self._unreachable(item, problem))
        except BrokenGame:
            await self._finish(item, DeliveryOutcome.HELD)
        except Rejected as problem:
            await self._reject(item, problem)
        except Exception as error:
            await self._failed(item, error)
        else:
            await self._delivered(item, delivered)

    async def _delivered(self, item: Item, delivered: Delivered) -> None:
        self._count(DeliveryOutcome.DELIVERED)
        row, now = item.row, self._now()

        async def note(connection: AsyncConnection) -> None:
            closing = await _closings(connection, row, delivered.message)
            outcome = DeliveryOutcome.ANSWERED if closing and row.user else DeliveryOutcome.DELIVERED
            await outbox.set_outcome(connection, [row.id], outcome, now, delivered.message)
            if row.user is not None:
                await people.note_dms_open(connection, row.user)
            await outbox.add(connection, item.game.id, item.version, [*asks_for_later(item), *closing], now)

        await self._store.write(item.game.id, note)

    async def _finish(self, item: Item, outcome: DeliveryOutcome, *consequences: OutboxMessage) -> None:
        """Set what became of a message, and send what follows from that."""
        self._count(outcome)
        now = self._now()

        async def note(connection: AsyncConnection) -> None:
            await outbox.set_outcome(connection, [item.row.id], outcome, now)
            await outbox.add(connection, item.game.id, item.row.version, consequences, now)

        await self._store.write(item.game.id, note)

    async def _postpone(self, item: Item, problem: Exception, seconds: float | None = None) -> None:
        pause = min(MAX_RETRY_S, 2.0**item.row.attempts) if seconds is None else seconds
        logger.warning("delivery put off", extra=_about(item) | {"seconds": pause}, exc_info=problem)
        next_try = self._now() + pause
        await self._store.write(item.game.id, partial(outbox.postpone, row=item.row, next_try=next_try))

    async def _failed(self, item: Item, error: Exception) -> None:
        if item.row.attempts + 1 < MAX_ATTEMPTS:
            await self._postpone(item, error)
        else:
            await self._reject(item, error)

    async def _reject(self, item: Item, problem: Exception) -> None:
        """Set a message aside and tell the game master, unless that is the message."""
        logger.error("message set aside", extra=_about(item), exc_info=problem)
        kind = outbox.kind_of(item.row.payload)
        reason = str(problem) if isinstance(problem, HeraldError) else "Herald failed at it"
        text = f"Discord refused a message of {item.game.title} ({kind}), so it was left out: {reason}"
        trouble = [] if isinstance(item.row.payload, Trouble) else [OutboxMessage(Trouble(text), item.game.owner)]
        await self._finish(item, DeliveryOutcome.REJECTED, *trouble)

    async def _unreachable(self, item: Item, problem: DeliveryProblem) -> None:
        """Mark a direct message as refused, and say in the thread that something waits behind the panel's buttons.

        Of letters for which nobody waits that is said once a turn, and no more than of any news.
        """
        user = item.row.user
        if user is None:
            await self._reject(item, problem)
            return
        self._count(DeliveryOutcome.UNREACHABLE)
        payload = item.row.payload
        decides = isinstance(payload, Ask | Reminder) or (isinstance(payload, Letter) and payload.waits)
        async with self._store.writing() as connection:
            if isinstance(payload, Letter) and not decides:
                told = await outbox.logged_since_nudge(connection, item.game.id, user)
                first = not payload.own and (told is None or pages.turns(item.game, told))
            else:
                first = decides or not await outbox.unread(connection, item.game.id, user, *HIDDEN)
            explain = await people.note_dms_closed(connection, user, self._now())
            await outbox.set_outcome(connection, [item.row.id], DeliveryOutcome.UNREACHABLE, self._now())
            seat = next((seat for seat, holder in item.users.items() if holder == user), "")
            nudge = [OutboxMessage(Nudge(user, seat, decides, explain))] if first or explain else []
            await outbox.add(connection, item.game.id, item.row.version, nudge, self._now())

    def _count(self, outcome: DeliveryOutcome) -> None:
        self._metrics.deliveries.labels(outcome.value).inc()

    # ------------------------------------------------------------------ lost threads

    async def _homeless(self, item: Item, problem: Gone) -> None:
        """Set a message aside until the game has a thread again, and tell the game master."""
        logger.warning("thread lost", extra=_about(item), exc_info=problem)
        self._count(DeliveryOutcome.HOMELESS)
        self._sought[item.game.id] = self._now() + SEEK_EVERY_S
        text = (
            f"Herald cannot write to the thread of {item.game.title} ({problem}). Let it write there, or give the "
            f"game another thread with /game adopt {item.game.id}. Unsent messages are kept until then."
        )
        async with self._store.writing(item.game.id) as connection:
            await games.change(connection, item.game.id, lost=self._now())
            await outbox.let_all_go(connection, item.game.id)
            await outbox.set_outcome(connection, [item.row.id], DeliveryOutcome.HOMELESS, self._now())
            await outbox.add(
                connection, item.game.id, item.row.version, [OutboxMessage(Trouble(text), item.game.owner)], self._now()
            )

    async def _seek(self, game_id: str) -> None:
        """Try whether the lost thread of a game can be written to again; if so, everything kept for it follows."""
        if not self._waiting.is_lost(game_id) or self._sought.get(game_id, 0.0) > self._now():
            return
        async with self._store.reading() as connection:
            if not await games.is_lost(connection, game_id):
                return
            row = await outbox.first_homeless(connection, game_id)
        self._sought[game_id] = self._now() + SEEK_EVERY_S
        if row is None:
            return
        item = await self._store.read(partial(_item, row=row))
        try:
            delivered = await self._courier.deliver(item)
        except Exception as error:
            logger.info("thread still lost", extra=_about(item), exc_info=error)
            return
        await self._delivered(item, delivered)
        async with self._store.writing(game_id) as connection:
            await games.change(connection, game_id, lost=None)
            await outbox.revive(connection, game_id, DeliveryOutcome.HOMELESS, self._now())
            await outbox.add(connection, game_id, item.game.version, [OutboxMessage(Panel())], self._now())


async def _first(connection: AsyncConnection, game_id: str) -> Found | None:
    """Return the message of a game that is next to go out, with what must be known to send it."""
    row = await outbox.head(connection, game_id)
    if row is None:
        return None
    item = await _item(connection, row)
    known = await people.among(connection, [*item.users.values(), row.user or 0])
    if not pages.is_told(item):
        return Found(item, known)
    behind = [other for other in await outbox.next_of(connection, game_id, pages.MOST_ROWS) if other.id > row.id]
    return Found(item, known, behind, await _said(connection, row))


async def _item(connection: AsyncConnection, row: OutboxRow) -> Item:
    return Item(row, await games.get(connection, row.game), await games.seats_of(connection, row.game))


async def _said(connection: AsyncConnection, row: OutboxRow) -> list[OutboxRow]:
    """Return what stands in the message of the thread to which a message may be added, or which it takes the place of.

    Where an attempt has failed that is what has gone out of its page since.
    """
    said = [] if row.page is None else await outbox.page_of(connection, row.page)
    if row.page is None or (row.page < 0 and not said):
        return await outbox.last_page(connection, row.game)
    return said


async def _closings(connection: AsyncConnection, row: OutboxRow, message: int | None) -> list[OutboxMessage]:
    """Return what closes a question that was answered while its message was under way; the thread's is kept closed."""
    closing = closings_of(row, message)
    if not closing or await outbox.outcome_of(connection, row.id) != DeliveryOutcome.SUPERSEDED:
        return []
    await outbox.rewrite(connection, closed(row))
    return closing


def _is_homeless(game: GameRecord) -> bool:
    return game.thread is None or game.lost is not None


def _about(item: Item) -> dict[str, object]:
    return {"game": item.game.id, "row": item.row.id, "attempts": item.row.attempts}

"""Direct messages that Discord would not take to a person, kept for a panel that only that person sees."""

import time
from collections.abc import Callable, Sequence
from functools import partial

from bot.store import outbox
from bot.store.database import Store
from bot.store.payloads import AnyPayload, Notice, Private, Trouble
from bot.store.rows import DeliveryOutcome

HIDDEN = (outbox.kind_of(Private), outbox.kind_of(Trouble), outbox.kind_of(Notice))
"""The kinds of direct messages that a panel shows to a user who refused them."""


class Inbox:
    """The direct messages that a user has refused, to be shown on a panel that only the user sees."""

    def __init__(self, store: Store, *, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._now = now

    async def unread(self, game_id: str, user: int) -> list[tuple[int, AnyPayload]]:
        """Return what a user has not read, as (row id, payload), in order."""
        rows = await self._store.read(lambda connection: outbox.unread(connection, game_id, user, *HIDDEN))
        return [(row.id, row.payload) for row in rows]

    async def mark_read(self, rows: Sequence[int]) -> None:
        """Note that messages have been shown; call it once Discord has taken the panel."""
        if rows:
            change = partial(outbox.set_outcome, ids=rows, outcome=DeliveryOutcome.READ, now=self._now())
            await self._store.write("", change)

"""Herald's parts at work without Discord: whatever is promised is taken at once."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from bot.delivery.deliveries import Delivered, Item, Page
from bot.delivery.dispatcher import Dispatcher
from bot.services.clock import Clock
from bot.store.database import Store
from bot.table.referee import Referee
from bot.table.tables import MEGABYTE


class Nowhere:
    """A courier that takes everything."""

    async def deliver(self, item: Item) -> Delivered:
        return Delivered(item.row.id)

    async def is_last(self, item: Item, message: int) -> bool:
        return True

    async def deliver_page(self, page: Page) -> Delivered:
        return Delivered(page.items[0].row.id)

    async def deliver_digest(self, items: Sequence[Item]) -> Delivered:
        return Delivered(items[0].row.id)


@asynccontextmanager
async def at_work(store: Store, megabytes: int = 8) -> AsyncIterator[Referee]:
    """Give a referee who wakes clock and dispatcher, with so much memory for tables."""
    referee = Referee(store, memory=megabytes * MEGABYTE)
    clock, dispatcher = Clock(store, referee), Dispatcher(store, Nowhere())
    referee.on_commit(clock.wake)
    referee.on_commit(dispatcher.wake)
    tasks = [asyncio.create_task(work) for work in (clock.run(), dispatcher.run())]
    try:
        yield referee
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await referee.close()

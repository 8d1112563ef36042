"""What the pictures of a whole game are made from: the tables that were kept at the milestones of its story."""

import msgspec

from bot.store import record
from bot.store.database import Store
from render.story import Chapters, Kept


async def kept(store: Store, game_id: str, version: int, milestone: str) -> list[Kept]:
    """Return the tables of a game at its milestones up to a version, each with what had happened before it."""
    async with store.reading() as connection:
        actions = await record.log(connection, game_id)
        chapters = Chapters(milestone)
        for action in actions[1:]:
            if action.version <= version:
                chapters.hear(action.version, msgspec.json.decode(action.action), action.happened())
        chapters.close()
        return [
            (await record.snapshot(connection, game_id, moment), changes) for moment, changes in chapters.found.items()
        ]

"""What the pictures that tell a whole game are made from: the states of the table at the milestones of its story."""

import msgspec

from bot.store import game_log
from bot.store.database import Store
from render.story import Kept, Milestones


async def story_snapshots(store: Store, game_id: str, version: int, milestone: str) -> list[Kept]:
    """Return the tables of a game at its milestones up to a version, each with what had happened before it."""
    async with store.reading() as connection:
        actions = await game_log.entries(connection, game_id)
        milestones = Milestones(milestone)
        for action in actions[1:]:
            if action.version <= version:
                milestones.hear(action.version, msgspec.json.decode(action.action), action.happened())
        milestones.close()
        return [(await game_log.snapshot(connection, game_id, at), changes) for at, changes in milestones.found.items()]

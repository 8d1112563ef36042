"""The sources of pictures that tell a whole game: the states of the table at the milestones of its story."""

import msgspec

from bot.errors import Refused
from bot.store import game_log, games
from bot.store.database import Store
from bot.store.rows import Status
from bot.table.live_game import seat_held
from render.replay.course import Kept as KeptMoment
from render.replay.page import Subject
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


async def whole_course(store: Store, game_id: str, user: int) -> tuple[Subject, list[KeptMoment]]:
    """Return a game action by action, with what its page may show somebody; raises Refused before it has begun.

    While it goes on that is what their seat knows, or what everybody does; the secret comes only once it is over.
    """
    async with store.reading() as connection:
        game = await games.get(connection, game_id)
        if game.status is Status.LOBBY:
            raise Refused(f"{game.title} has not begun; there is nothing to step through yet.")
        seats = await games.seats_of(connection, game_id)
        log = await game_log.entries(connection, game_id)
        opening = await game_log.opening(connection, game_id)
        packed = await game_log.packed_snapshots(connection, game_id)
    over = game.status is Status.OVER
    subject = Subject(
        rules=game.rules,
        title=game.title,
        game_id=game.id,
        seats=list(opening.seats),
        names={seat.id: seat.name for seat in seats},
        commitment=game.commitment,
        secret=game.secret if over else "",
        words=opening.words if over else {},
        viewer="" if over else seat_held(seats, user),
    )
    rows = zip(log, packed, strict=True)
    return subject, [KeptMoment(row.seat, body, row.happened(), row.numbers()) for row, body in rows]

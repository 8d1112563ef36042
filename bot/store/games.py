"""Games and seats in the database."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import UnknownGame
from bot.store.rows import GameRecord, RegentReason, SeatRecord, Status
from bot.store.schema import games, seats

_SEAT = [column for column in seats.columns if column.name != "number"]

# What every commit does is made once: to put a statement together takes longer than to run it.
_GAME = select(games).where(games.c.id == bindparam("of_game"))
_ADVANCE = (
    update(games)
    .where(games.c.id == bindparam("of_game"), games.c.version == bindparam("before"))
    .values(version=bindparam("after"), status=bindparam("stands"))
)
_LOST_AT = select(games.c.guild).where(
    games.c.id == bindparam("of_game"), games.c.lost.is_not(None), games.c.thread.is_not(None)
)
_SEATS = select(*_SEAT).where(seats.c.game == bindparam("of_game")).order_by(seats.c.id, seats.c.number)


async def add(connection: AsyncConnection, game: GameRecord) -> None:
    """Insert a new game."""
    await connection.execute(insert(games).values(msgspec.structs.asdict(game)))


async def exists(connection: AsyncConnection, game_id: str) -> bool:
    """Tell whether there is a game of that id."""
    return (await connection.scalar(select(games.c.id).where(games.c.id == game_id))) is not None


async def has_thread(connection: AsyncConnection, thread: int) -> bool:
    """Tell whether a game is played in a thread."""
    return (await connection.scalar(select(games.c.id).where(games.c.thread == thread))) is not None


async def get(connection: AsyncConnection, game_id: str) -> GameRecord:
    """Return a game; raises UnknownGame."""
    row = (await connection.execute(_GAME, {"of_game": game_id})).one_or_none()
    if row is None:
        raise UnknownGame(f"There is no game '{game_id}' here; its panel shows its id, and /mine lists your games.")
    return msgspec.convert(row._mapping, GameRecord)


async def in_thread(connection: AsyncConnection, thread: int) -> GameRecord:
    """Return the game that is played in a thread; raises UnknownGame."""
    query = select(games).where(games.c.thread == thread).order_by(games.c.created.desc()).limit(1)
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        raise UnknownGame("No game is played in this thread; use the command in the thread of a game.")
    return msgspec.convert(row._mapping, GameRecord)


async def of_user(connection: AsyncConnection, user: int) -> list[GameRecord]:
    """Return the games in which somebody has a seat or is game master, the newest first."""
    seated = select(seats.c.game).where(seats.c.user == user, seats.c.left.is_(None))
    query = select(games).where(games.c.id.in_(seated) | (games.c.owner == user)).order_by(games.c.created.desc())
    return [msgspec.convert(row._mapping, GameRecord) for row in await connection.execute(query)]


async def again_after(connection: AsyncConnection, game_id: str) -> GameRecord | None:
    """Return the newest game that was opened for the same people after a game; None if there is none."""
    query = select(games).where(games.c.again == game_id).order_by(games.c.created.desc()).limit(1)
    row = (await connection.execute(query)).one_or_none()
    return msgspec.convert(row._mapping, GameRecord) if row else None


async def all_with(connection: AsyncConnection, status: Status) -> list[GameRecord]:
    """Return the games of one status, the oldest first."""
    query = select(games).where(games.c.status == status).order_by(games.c.created)
    return [msgspec.convert(row._mapping, GameRecord) for row in await connection.execute(query)]


async def lost(connection: AsyncConnection) -> dict[str, int]:
    """Return the games that have a thread to which Herald cannot write, with their servers."""
    query = select(games.c.id, games.c.guild).where(games.c.lost.is_not(None), games.c.thread.is_not(None))
    return {row.id: row.guild for row in await connection.execute(query)}


async def lost_at(connection: AsyncConnection, game_id: str) -> int | None:
    """Return the server of a game that has a thread to which Herald cannot write, None for any other game."""
    found: int | None = await connection.scalar(_LOST_AT, {"of_game": game_id})
    return found


async def is_lost(connection: AsyncConnection, game_id: str) -> bool:
    """Tell whether a game has a thread to which Herald cannot write."""
    return (await lost_at(connection, game_id)) is not None


async def set_panel(connection: AsyncConnection, game_id: str, thread: int, panel: int) -> None:
    """Set the message of a game's panel, unless the game has moved to another thread meanwhile."""
    here = (games.c.id == game_id) & (games.c.thread == thread)
    await connection.execute(update(games).where(here).values(panel=panel))


async def set_options(connection: AsyncConnection, game_id: str, options: dict[str, object]) -> None:
    """Change the options of a game that has not started."""
    await connection.execute(update(games).where(games.c.id == game_id).values(options=options))


async def change(connection: AsyncConnection, game_id: str, **values: object) -> None:
    """Change columns of a game, such as its pause or its assistants."""
    await connection.execute(update(games).where(games.c.id == game_id).values(values))


async def set_regent(
    connection: AsyncConnection, game_id: str, seat: str, regent: str, stead: RegentReason = RegentReason.WILL
) -> None:
    """Set the computer player that decides for a seat; "" gives it back to its player."""
    held = (seats.c.game == game_id) & (seats.c.id == seat) & seats.c.left.is_(None)
    await connection.execute(update(seats).where(held).values(regent=regent, stead=stead))


async def set_away(connection: AsyncConnection, game_id: str, seat: str, since: float | None) -> None:
    """Note that the table was told that a seat's player is away, or back."""
    held = (seats.c.game == game_id) & (seats.c.id == seat) & seats.c.left.is_(None)
    await connection.execute(update(seats).where(held).values(away=since))


async def set_looked(connection: AsyncConnection, game_id: str, seat: str, version: int) -> None:
    """Note that the player of a seat has seen how the game stood at a version."""
    held = (seats.c.game == game_id) & (seats.c.id == seat) & seats.c.left.is_(None)
    await connection.execute(update(seats).where(held).values(looked=version))


async def regencies(connection: AsyncConnection) -> set[str]:
    """Return the games in which computer players decide for seats."""
    query = select(seats.c.game).where(seats.c.regent != "", seats.c.left.is_(None))
    return set(await connection.scalars(query))


async def set_status(connection: AsyncConnection, game_id: str, status: Status, fault: str = "") -> None:
    """Set the status of a game, and the fault of a broken one."""
    await connection.execute(update(games).where(games.c.id == game_id).values(status=status, fault=fault))


async def advance(connection: AsyncConnection, game: GameRecord, version: int, status: Status) -> bool:
    """Move a game on to `version`; False if it no longer stands at the version of `game`."""
    change = {"of_game": game.id, "before": game.version, "after": version, "stands": status}
    return (await connection.execute(_ADVANCE, change)).rowcount == 1


async def seats_of(connection: AsyncConnection, game_id: str) -> tuple[SeatRecord, ...]:
    """Return the seats of a game in joining order; of a seat that changed hands only the present holder's."""
    rows = await connection.execute(_SEATS, {"of_game": game_id})
    latest = {row.id: msgspec.convert(row._mapping, SeatRecord) for row in rows}
    return tuple(latest.values())


async def holders_of(connection: AsyncConnection, game_id: str) -> dict[str, list[SeatRecord]]:
    """Return everybody who has held each seat of a game, in order."""
    query = select(*_SEAT).where(seats.c.game == game_id).order_by(seats.c.id, seats.c.number)
    held: dict[str, list[SeatRecord]] = {}
    for row in await connection.execute(query):
        held.setdefault(row.id, []).append(msgspec.convert(row._mapping, SeatRecord))
    return held


async def seat_all(connection: AsyncConnection, game_id: str, holders: Sequence[SeatRecord]) -> None:
    """Replace all seats of a game that has not started."""
    await connection.execute(delete(seats).where(seats.c.game == game_id))
    if holders:
        await connection.execute(insert(seats), [msgspec.structs.asdict(holder) for holder in holders])


async def seat_one(connection: AsyncConnection, holder: SeatRecord) -> None:
    """Insert the holder of a vacated or new seat of a running game."""
    await connection.execute(insert(seats).values(msgspec.structs.asdict(holder)))


async def vacate(connection: AsyncConnection, game_id: str, seat: str, now: float) -> None:
    """Note that the holder of a seat has left the running game."""
    held = (seats.c.game == game_id) & (seats.c.id == seat) & seats.c.left.is_(None)
    await connection.execute(update(seats).where(held).values(left=now))

"""Results on record in the database, from which ratings are worked out, and the servers that want none."""

from collections.abc import Collection, Mapping
from typing import Any

import msgspec
from sqlalchemy import delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.rows import OutcomeRecord, Status
from bot.store.schema import actions, games, outcomes, seats, servers, tournament_games
from engine.tournament.ladder import Conduct, renamed
from engine.tournament.results import Result


async def unread(connection: AsyncConnection, guild: int | None = None) -> list[str]:
    """Return the games that count and are over, of one server or of all, whose result is not on record."""
    query = (
        select(games.c.id)
        .outerjoin(outcomes, outcomes.c.game == games.c.id)
        .where(games.c.rated, games.c.status == Status.OVER, outcomes.c.game.is_(None))
    )
    if guild is not None:
        query = query.where(games.c.guild == guild)
    return list(await connection.scalars(query.order_by(games.c.created, games.c.id)))


async def save(connection: AsyncConnection, record: OutcomeRecord) -> None:
    """Put a result on record, in place of what was there of its game."""
    await drop(connection, record.game)
    result, conduct = (msgspec.json.encode(part).decode() for part in (record.result, record.conduct))
    values = msgspec.structs.asdict(record) | {"result": result, "conduct": conduct}
    await connection.execute(insert(outcomes).values(values))


async def drop(connection: AsyncConnection, game_id: str) -> None:
    """Take a result off the record; it is read anew from its game when somebody asks."""
    await connection.execute(delete(outcomes).where(outcomes.c.game == game_id))


async def drop_table(connection: AsyncConnection, tournament: str, heat: int, number: int) -> None:
    """Take the result of a table of a tournament off the record, because a ruling has changed it."""
    table = (
        (tournament_games.c.tournament == tournament)
        & (tournament_games.c.heat == heat)
        & (tournament_games.c.number == number)
    )
    played = select(tournament_games.c.game).where(table)
    await connection.execute(delete(outcomes).where(outcomes.c.game.in_(played)))


async def of_guild(connection: AsyncConnection, guild: int) -> list[OutcomeRecord]:
    """Return the results on record of a server's games that are over, in the order in which they ended."""
    query = (
        select(outcomes)
        .join(games, games.c.id == outcomes.c.game)
        .where(outcomes.c.guild == guild, games.c.status == Status.OVER)
    )
    return [
        _record(row._mapping) for row in await connection.execute(query.order_by(outcomes.c.ended, outcomes.c.game))
    ]


def _record(row: Mapping[Any, Any]) -> OutcomeRecord:
    raw = dict(row)
    result = msgspec.json.decode(raw.pop("result"), type=Result)
    conduct = msgspec.json.decode(raw.pop("conduct"), type=dict[str, Conduct])
    return OutcomeRecord(**raw, result=result, conduct=conduct)


async def rename(connection: AsyncConnection, person: str, alias: str) -> None:
    """Replace a person by an alias in all results on record."""
    for row in (await connection.execute(select(outcomes))).all():
        record = _record(row._mapping)
        result = renamed(record.result, person, alias)
        conduct = {alias if one == person else one: kept for one, kept in record.conduct.items()}
        if result != record.result or conduct != record.conduct:
            await save(connection, msgspec.structs.replace(record, result=result, conduct=conduct))


async def ended_of(connection: AsyncConnection, game_id: str) -> float:
    """Return when the last action of a game was taken."""
    found: float | None = await connection.scalar(select(func.max(actions.c.time)).where(actions.c.game == game_id))
    return found or 0.0


async def names(connection: AsyncConnection, users: Collection[int]) -> dict[str, str]:
    """Return the names under which people have played last, by their number in words."""
    query = select(seats.c.user, seats.c.name).where(seats.c.user.in_(users)).order_by(seats.c.number)
    return {str(row.user): row.name for row in await connection.execute(query)}


async def has_ratings(connection: AsyncConnection, guild: int) -> bool:
    """Tell whether a server has a ladder: unless it wants none."""
    return await connection.scalar(select(servers.c.ratings).where(servers.c.guild == guild)) is not False


async def set_ratings(connection: AsyncConnection, guild: int, wanted: bool) -> None:
    """Note whether a server wants a ladder."""
    await connection.execute(delete(servers).where(servers.c.guild == guild))
    await connection.execute(insert(servers).values(guild=guild, ratings=wanted))

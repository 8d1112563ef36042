"""Tournaments in the database: each is its log."""

from typing import Any

import msgspec
from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import Refused
from bot.store import outcomes
from bot.store.rows import TournamentGame, TournamentRecord
from bot.store.schema import games, tournament_games, tournament_log, tournaments
from engine.tournament.log import AnyEntry, Corrected


async def add(connection: AsyncConnection, record: TournamentRecord) -> None:
    """Insert a new tournament."""
    await connection.execute(insert(tournaments).values(msgspec.to_builtins(record)))


async def get(connection: AsyncConnection, tournament: str) -> TournamentRecord:
    """Return a tournament; raises Refused if there is none of that id."""
    row = (await connection.execute(select(tournaments).where(tournaments.c.id == tournament))).one_or_none()
    if row is None:
        raise Refused(f"There is no tournament '{tournament}' here; /tournament list shows those of this server.")
    return msgspec.convert(row._mapping, TournamentRecord)


async def of_guild(connection: AsyncConnection, guild: int) -> list[TournamentRecord]:
    """Return the tournaments of a server, the newest first."""
    query = select(tournaments).where(tournaments.c.guild == guild).order_by(tournaments.c.created.desc())
    return [msgspec.convert(row._mapping, TournamentRecord) for row in await connection.execute(query)]


async def running(connection: AsyncConnection) -> list[TournamentRecord]:
    """Return all tournaments that are not over, the oldest first."""
    query = select(tournaments).where(tournaments.c.ended.is_(None)).order_by(tournaments.c.created)
    return [msgspec.convert(row._mapping, TournamentRecord) for row in await connection.execute(query)]


async def everywhere(connection: AsyncConnection) -> list[TournamentRecord]:
    """Return all tournaments."""
    rows = await connection.execute(select(tournaments).order_by(tournaments.c.created))
    return [msgspec.convert(row._mapping, TournamentRecord) for row in rows]


async def change(connection: AsyncConnection, tournament: str, **values: Any) -> None:
    """Change columns of a tournament."""
    await connection.execute(update(tournaments).where(tournaments.c.id == tournament).values(values))


async def end(connection: AsyncConnection, tournament: str, time: float, *, entries: int, message: int | None) -> None:
    """Let a tournament be over, as a message tells; where more has happened than its `entries` it runs on."""
    now = len(await rows(connection, tournament))
    ended = time if now == entries else None
    await change(connection, tournament, ended=ended, announcement=message, proclaimed=entries)


async def log(connection: AsyncConnection, tournament: str) -> list[AnyEntry]:
    """Return the log of a tournament, in order."""
    return [entry(row) for row in await rows(connection, tournament)]


async def rows(connection: AsyncConnection, tournament: str) -> list[str]:
    """Return the log of a tournament as it is written."""
    query = select(tournament_log.c.entry).where(tournament_log.c.tournament == tournament)
    return list(await connection.scalars(query.order_by(tournament_log.c.number)))


def entry(row: str) -> AnyEntry:
    """Return an entry that is written."""
    return msgspec.json.decode(row, type=AnyEntry)  # type: ignore[no-any-return]


async def append(connection: AsyncConnection, tournament: str, entry: AnyEntry) -> None:
    """Add what has happened, also after the end: the tournament runs again then, until that is told.

    A result that a ruling changes is read anew for the ladder.
    """
    last = await connection.scalar(
        select(func.max(tournament_log.c.number)).where(tournament_log.c.tournament == tournament)
    )
    body = msgspec.json.encode(entry).decode()
    values = {"tournament": tournament, "number": 0 if last is None else last + 1, "entry": body}
    await connection.execute(insert(tournament_log).values(values))
    await change(connection, tournament, ended=None)
    if isinstance(entry, Corrected):
        await outcomes.drop_table(connection, tournament, entry.heat, entry.table)


async def rewrite(connection: AsyncConnection, tournament: str, entries: list[AnyEntry]) -> None:
    """Write a log in place of what it was, entry by entry, as where a person is forgotten."""
    for number, entry in enumerate(entries):
        row = (tournament_log.c.tournament == tournament) & (tournament_log.c.number == number)
        await connection.execute(update(tournament_log).where(row).values(entry=msgspec.json.encode(entry).decode()))


async def add_game(connection: AsyncConnection, game: TournamentGame) -> None:
    """Note which game is to be played at a table."""
    await connection.execute(insert(tournament_games).values(msgspec.to_builtins(game)))


async def games_of(connection: AsyncConnection, tournament: str) -> list[TournamentGame]:
    """Return the games of a tournament, by heat and table."""
    query = select(tournament_games).where(tournament_games.c.tournament == tournament)
    rows = await connection.execute(query.order_by(tournament_games.c.heat, tournament_games.c.number))
    return [msgspec.convert(row._mapping, TournamentGame) for row in rows]


async def game(connection: AsyncConnection, game_id: str) -> TournamentGame | None:
    """Return where in a tournament a game is played; None for one that belongs to none."""
    row = (await connection.execute(select(tournament_games).where(tournament_games.c.game == game_id))).one_or_none()
    return None if row is None else msgspec.convert(row._mapping, TournamentGame)


async def threads(connection: AsyncConnection, tournament: str) -> dict[str, int]:
    """Return the threads of the games of a tournament, by game, of those that have one."""
    joined = select(games.c.id, games.c.thread).join(tournament_games, tournament_games.c.game == games.c.id)
    found = await connection.execute(joined.where(tournament_games.c.tournament == tournament))
    return {row.id: row.thread for row in found if row.thread is not None}


async def credit(connection: AsyncConnection, game_id: str, seconds: float) -> None:
    """Extend the deadline of a tournament's game by these seconds, if it has one."""
    row = (tournament_games.c.game == game_id) & tournament_games.c.started.is_not(None)
    later = tournament_games.c.lost + seconds
    await connection.execute(update(tournament_games).where(row).values(lost=later))


async def change_game(connection: AsyncConnection, game_id: str, **values: Any) -> TournamentGame:
    """Change columns of a table's row, and return it as it is then."""
    row = tournament_games.c.game == game_id
    await connection.execute(update(tournament_games).where(row).values(values))
    changed = await game(connection, game_id)
    assert changed is not None
    return changed

"""How games came out and how their players conducted themselves, as ratings and tournaments take it from their logs."""

from __future__ import annotations

from collections import Counter

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import clocks, game_log, games
from bot.store.database import Store
from bot.store.rows import Miss, SeatRecord, Via
from bot.table.referee import Referee
from engine.tournament.ladder import Conduct
from engine.tournament.results import Result, Tenure, of_game


async def result_of(store: Store, referee: Referee, game_id: str) -> Result:
    """Return how a game came out; one that is not over is counted as it stands."""
    async with referee.reading(game_id) as live:
        tallies, result = live.table.rules.tallies(live.table.game), live.table.result
    async with store.reading() as connection:
        holders = await games.holders_of(connection, game_id)
        tenures = await _tenures(connection, game_id, holders)
    people = {seat: person_of(held[-1]) for seat, held in holders.items()}
    return of_game(tallies, result, people, tenures, game_id)


def person_of(seat: SeatRecord) -> str:
    """Return who held a seat, also if he has left it; "" for a computer player."""
    return str(seat.user) if seat.user > 0 else ""


async def _tenures(
    connection: AsyncConnection, game_id: str, holders: dict[str, list[SeatRecord]]
) -> dict[str, tuple[Tenure, ...]]:
    """Who held each seat that changed hands, for how many of the actions that were taken for it."""
    entries = await game_log.entries(connection, game_id)
    found: dict[str, tuple[Tenure, ...]] = {}
    for seat, held in holders.items():
        if len(held) > 1:
            ends = [*(holder.left or 0.0 for holder in held[:-1]), float("inf")]
            begins = [float("-inf"), *ends[:-1]]
            found[seat] = tuple(
                Tenure(person_of(holder), sum(entry.seat == seat and begin < entry.time <= end for entry in entries))
                for holder, begin, end in zip(held, begins, ends, strict=True)
            )
    return found


async def conduct_of(connection: AsyncConnection, game_id: str) -> dict[str, Conduct]:
    """Return how many decisions each person of a game took in time, and how many were taken for him."""
    entries = await game_log.entries(connection, game_id)
    own = (Via.PLAYER, Via.STANDING)
    taken = Counter(str(entry.user) for entry in entries if entry.user is not None and entry.via in own)
    missed = await clocks.misses(connection, game_id)
    late = Counter(str(miss.user) for miss in missed if miss.what is not Miss.EXCUSED)
    return {person: Conduct(in_time=taken[person], late=late[person]) for person in sorted({*taken, *late})}

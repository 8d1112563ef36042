"""Seats after a rewind: it reopens seats closed since, and removes seats added since."""

from __future__ import annotations

from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import game_log, games
from bot.table import log_view
from engine.core.events import Event
from engine.core.table import Table


async def reseat(connection: AsyncConnection, game: str, table: Table, now: float) -> list[Event]:
    """Close and reopen seats to match the seats of the game; return an announcement.

    A seat that comes back goes to whoever held it last, unless they now sit elsewhere at the table.
    """
    seats = await games.seats_of(connection, game)
    closed = log_view.closed_seats(await game_log.entries(connection, game))
    held = {holder.user for holder in seats if holder.left is None}
    said: list[Event] = []
    for holder in seats:
        plays = holder.id in table.seats and holder.id not in closed
        if not plays and holder.left is None:
            await games.vacate(connection, game, holder.id, now)
            if holder.id not in table.seats:
                said.append(
                    Event("seats", f"{{{holder.id}}} joined later and has no seat now; /game join gives them one.")
                )
        elif plays and holder.left is not None and holder.user not in held:
            regent = "" if holder.user > 0 else holder.regent
            await games.seat_one(connection, replace(holder, left=None, joined=now, away=None, regent=regent))
            said.append(Event("seats", f"{{{holder.id}}} has the seat back."))
    return said

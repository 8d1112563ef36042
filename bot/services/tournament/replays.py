"""Where tournaments stand, worked out from their logs: of one that was read before only what is new is carried out."""

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import tournaments
from engine.tournament import tournament
from engine.tournament.state import State

KEPT = 50
"""Tournaments that are remembered."""


class Replays:
    """Remembers how logs have read and where they led; a log that reads otherwise is carried out from its beginning."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[list[str], bytes]] = {}

    async def state(self, connection: AsyncConnection, tournament_id: str) -> State:
        """Return where a tournament stands; raises Refused if there is none of that id."""
        await tournaments.get(connection, tournament_id)
        rows = await tournaments.rows(connection, tournament_id)
        known, body = self._known.pop(tournament_id, ([], b""))
        if known and rows[: len(known)] == known:
            state = msgspec.json.decode(body, type=State)
            for row in rows[len(known) :]:
                tournament.carry_out(state, tournaments.entry(row))
        else:
            state = tournament.replayed(map(tournaments.entry, rows))
        self._known[tournament_id] = rows, msgspec.json.encode(state)
        if len(self._known) > KEPT:
            del self._known[next(iter(self._known))]
        return state

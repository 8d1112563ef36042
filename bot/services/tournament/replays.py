"""The states of tournaments, replayed from their logs; entries replayed before are cached."""

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import tournaments
from engine.tournament import tournament
from engine.tournament.state import State

KEPT = 50
"""Tournaments that are remembered."""


class Replays:
    """A cache of logs and their states; a log that has been rewritten is replayed from its beginning."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[list[str], bytes]] = {}

    async def state(self, connection: AsyncConnection, tournament_id: str) -> State:
        """Return the state of a tournament; raise Refused if there is none with that id."""
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

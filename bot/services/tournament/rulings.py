"""Rulings of a game master of a tournament that a player questions: judged by others, and kept as precedents."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import Refused
from bot.services.tournament.events import Tournaments
from bot.services.tournament.tables import TournamentTables
from bot.store import games, motions, tournaments
from bot.store.database import Store
from bot.store.rows import Ruling
from bot.table.referee import Referee
from engine.core.events import name_seats
from engine.tournament import log, rulings, wording
from engine.tournament.state import State

WINDOW = timedelta(hours=24)
"""The time to appeal after a decision in a tournament by post; live it is the grace of a heat."""

UNOPENED = "The game of this table is not open yet, so nothing was ruled there. Wait for its thread. [WBC-T12]"


class TournamentRulings:
    """Takes questions, opinions and appeals; whatever is decided can be found with /rulings and /rule."""

    def __init__(self, store: Store, referee: Referee, events: Tournaments, tables: TournamentTables) -> None:
        self._store = store
        self._referee = referee
        self._events = events
        self._tables = tables

    async def question(
        self,
        tournament_id: str,
        user: int,
        heat: int,
        table: int,
        text: str,
        rule: str,
        states: tuple[str, str] = ("", ""),
        version: int = 0,
    ) -> State:
        """Question a ruling of the game master: the table stands until it is decided, and mended where it falls.

        `states` are the state before and after it, in plain words, and `version` is the number of its action.
        """
        state = await self._events.state(tournament_id)
        entry = log.Questioned(
            by=str(user),
            ruling=len(state.rulings) + 1,
            heat=heat,
            table=table,
            text=text,
            rule=rule,
            before=states[0],
            after=states[1],
            version=version,
        )

        async def check(state: State) -> None:
            await self._check_open(tournament_id, heat, table)

        await self._events.append(tournament_id, entry, first=check)
        return await self._tables.keep(tournament_id)

    async def judge(self, tournament_id: str, user: int, ruling: int, upheld: bool, reason: str) -> State:
        """Give an official's opinion; the last one decides, is kept as a precedent, and lets the table go on."""
        entry = log.Judged(by=str(user), ruling=ruling, upheld=upheld, reason=reason)

        async def check(state: State) -> None:
            questioned = rulings.find(state, ruling)
            await self._check_open(tournament_id, questioned.heat, questioned.table)

        async def keep(connection: AsyncConnection, state: State) -> None:
            if rulings.find(state, ruling).upheld is not None:
                await self._set_precedent(connection, tournament_id, state, ruling, user)
                said = wording.verdict(state, ruling)
                await self._events.tell_of_ruling(connection, tournament_id, state, ruling, said)

        await self._events.append(tournament_id, entry, first=check, also=keep)
        return await self._tables.keep(tournament_id)

    async def _check_open(self, tournament_id: str, heat: int, table: int) -> None:
        """Raise Refused where the game of a table does not exist yet: a precedent and its news hang on the game."""
        async with self._store.reading() as connection:
            places = await tournaments.games_of(connection, tournament_id)
            place = next(one for one in places if (one.heat, one.number) == (heat, table))
            if not await games.exists(connection, place.game):
                raise Refused(UNOPENED)

    async def _set_precedent(
        self, connection: AsyncConnection, tournament_id: str, state: State, number: int, user: int
    ) -> None:
        """Let a decision be found: what was ruled, what came of it, and why."""
        record = await tournaments.get(connection, tournament_id)
        found = rulings.find(state, number)
        place = next(
            one
            for one in await tournaments.games_of(connection, tournament_id)
            if (one.heat, one.number) == (found.heat, found.table)
        )
        text = name_seats(f"{state.format.title}: {wording.precedent(state, number)}", state.names)
        made = Ruling(game=place.game, guild=record.guild, user=user, text=text, created=self._referee.now())
        await motions.add_ruling(connection, made)

    async def appeal(self, tournament_id: str, user: int, ruling: int, reason: str) -> State:
        """Have a decided ruling judged once more, by others, as long as the window for that is open."""
        state = await self._events.state(tournament_id)
        until = appeal_until(state, ruling)
        if until is not None and datetime.fromtimestamp(self._referee.now(), UTC) > until:
            raise Refused(
                f"Ruling {ruling} could be appealed until <t:{int(until.timestamp())}:f>; it stands. [WBC-T12]"
            )
        await self._events.append(tournament_id, log.Appealed(by=str(user), ruling=ruling, reason=reason))
        return await self._tables.keep(tournament_id)


def appeal_until(state: State, number: int) -> datetime | None:
    """Return until when a decided ruling can be appealed; None for one that is open."""
    decided = rulings.find(state, number).decided
    window = WINDOW if state.format.clock.by_post else timedelta(minutes=state.format.clock.grace)
    return datetime.fromisoformat(decided) + window if decided else None

"""People who are away: their tables are told, and their clocks stand, run on, or go to a regent."""

from __future__ import annotations

import logging

from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import HeraldError
from bot.model.people import Person
from bot.model.time_control import WhileAway
from bot.store import games, outbox, people, timers
from bot.store.database import Store
from bot.store.payloads import Log, OutboxMessage, Panel
from bot.store.rows import GameRecord, RegentReason, SeatRecord, Status
from bot.table.live_game import LiveGame
from bot.table.referee import Referee
from engine.core.computer.levels import titled
from engine.core.errors import EngineError
from engine.core.events import Event

logger = logging.getLogger(__name__)

RETRY_AFTER_S = 600.0
"""Seconds after which an absence that could not be told to every table is told again."""


class Absences:
    """Keeps people's settings and absences, and changes their tables when an absence begins or ends."""

    def __init__(self, store: Store, referee: Referee) -> None:
        self._store = store
        self._referee = referee

    async def person(self, user: int) -> Person:
        """Return a person's own settings."""
        async with self._store.reading() as connection:
            return await people.get(connection, user)

    async def change(self, user: int, **values: object) -> Person:
        """Change a person's settings, and check again the messages that were held back for them."""
        async with self._store.writing() as connection:
            person = replace(await people.get(connection, user), **values)
            await people.save(connection, person)
            await outbox.release(connection, [user], self._referee.now())
        self._referee.publish("")
        return person

    async def leave(self, user: int, begins: float, until: float | None) -> Person:
        """Note that somebody will be away, or is from now on."""
        person = await self.change(user, away_from=begins, away_until=until, change=begins)
        if begins <= self._referee.now():
            await self._carry(person)
        return person

    async def come_back(self, user: int) -> list[str]:
        """Note that somebody is back; return the titles of the tables where regents decided for them."""
        person = await self.change(user, away_from=None, away_until=None, change=self._referee.now())
        return await self._carry(person, relieve=True)

    async def tick(self) -> None:
        """Carry every absence that begins or ends by now to the tables."""
        async with self._store.reading() as connection:
            due = await people.absences_due_by(connection, self._referee.now())
        for person in due:
            await self._carry(person)

    async def _carry(self, person: Person, *, relieve: bool = False) -> list[str]:
        """Apply a person's absence to all their tables; retry later at tables where that fails now.

        With `relieve` regents go that stood in because of a missed deadline; return the titles where some have gone.
        """
        now = self._referee.now()
        async with self._store.reading() as connection:
            playing = [game for game in await games.of_user(connection, person.user) if game.status is Status.PLAYING]
        relieved, failed = [], False
        for game in playing:
            try:
                if await self.refresh(game.id, person.user, relieve=relieve):
                    relieved.append(game.title)
            except (HeraldError, EngineError) as error:
                logger.error("a table could not be told of an absence", extra={"game": game.id}, exc_info=error)
                failed = True
        await self._save_next_change(person, now + RETRY_AFTER_S if failed else None)
        return relieved

    async def _save_next_change(self, person: Person, again: float | None) -> None:
        """Note when the next change is due, unless the person has said something else meanwhile."""
        now = self._referee.now()
        async with self._store.writing() as connection:
            present = await people.get(connection, person.user)
            if present != person:
                return
            if present.returned(now):
                present = replace(present, away_from=None, away_until=None)
            later = present.away_until if present.away(now) else present.away_from
            await people.save(connection, replace(present, change=again or later))

    async def refresh(self, game_id: str, user: int = 0, *, relieve: bool = False) -> bool:
        """Note at a table which of its players are away now, or whether this one is; True if a regent goes for it."""

        async def look(connection: AsyncConnection, live: LiveGame) -> bool:
            relieved = [await self._seat(connection, live, seat, relieve) for seat in _seats(live, user)]
            return any(relieved)

        return await self._referee.amend(game_id, look)

    async def _seat(self, connection: AsyncConnection, live: LiveGame, seat: SeatRecord, relieve: bool) -> bool:
        person = await people.get(connection, seat.user)
        away = person.away(self._referee.now())
        if away and seat.away is None:
            await self._mark_away(connection, live, seat, person)
        elif not away and seat.away is not None:
            return await self._mark_back(connection, live, seat, relieved=seat.stead is not RegentReason.WILL)
        elif not away and relieve and seat.stead is not RegentReason.WILL:
            return await self._mark_back(connection, live, seat, relieved=True)
        return False

    async def _mark_away(self, connection: AsyncConnection, live: LiveGame, seat: SeatRecord, person: Person) -> None:
        now, game = self._referee.now(), live.game
        await games.set_away(connection, game.id, seat.id, now)
        regent = live.usual_regent if game.pace.away is WhileAway.REGENT and not seat.regent else ""
        if regent:
            await games.set_regent(connection, game.id, seat.id, regent, RegentReason.AWAY)
        elif live.clock_stands_for(replace(seat, away=now)):
            await timers.stop(connection, game.id, seat.id, game.clock_at(now))
        until = f"until <t:{int(person.away_until)}:f>" if person.away_until else "until further notice"
        clock = f"a {titled(regent)} decides" if regent else _clock_words(live, replace(seat, away=now))
        await self._announce(connection, game, f"{{{seat.id}}} is away {until}: {clock}.")

    async def _mark_back(
        self, connection: AsyncConnection, live: LiveGame, seat: SeatRecord, *, relieved: bool
    ) -> bool:
        game = live.game
        await games.set_away(connection, game.id, seat.id, None)
        if relieved:
            await games.set_regent(connection, game.id, seat.id, "")
        await timers.start(connection, game.id, seat.id, game.clock_at(self._referee.now()))
        await self._announce(connection, game, f"{{{seat.id}}} is back{' and decides again' if relieved else ''}.")
        return relieved

    async def _announce(self, connection: AsyncConnection, game: GameRecord, text: str) -> None:
        said = [OutboxMessage(Log((Event("absence", text),))), OutboxMessage(Panel())]
        await outbox.add(connection, game.id, game.version, said, self._referee.now())


def _seats(live: LiveGame, user: int) -> list[SeatRecord]:
    return [seat for seat in live.seats if seat.human and user in (0, seat.user)]


def _clock_words(live: LiveGame, seat: SeatRecord) -> str:
    if seat.regent:
        return f"the {titled(seat.regent)} still decides"
    return "the clock stands still" if live.clock_stands_for(seat) else "the clock runs on"

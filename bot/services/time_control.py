"""Setting the time control of a table, before the game or while it runs."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import Refused
from bot.model.time_control import TimeControl, words
from bot.services.absence import Absences
from bot.services.administration import Administration
from bot.services.moderation import check_master
from bot.store import clocks, games, outbox, timers
from bot.store.database import Store
from bot.store.payloads import Log, OutboxMessage, Panel
from bot.store.rows import GameRecord, RegentReason, Status, Via
from bot.table.live_game import LiveGame
from bot.table.referee import Referee
from engine.core.computer.levels import offered
from engine.core.events import Event


class TimeControls:
    """Sets the time control of tables for their game masters, for everybody to see."""

    def __init__(self, store: Store, referee: Referee) -> None:
        self._store = store
        self._referee = referee
        self._absences = Absences(store, referee)
        self._administration = Administration(store, referee)

    async def set(
        self, game_id: str, user: int, hours: float, pace: TimeControl, roles: Sequence[int] = ()
    ) -> GameRecord:
        """Give a table a pace; in a running game every clock begins anew. Raises Refused."""
        async with self._store.reading() as connection:
            game = await games.get(connection, game_id)
        check_master(game, user, roles)
        known = self._referee.rules_of(game.rules).players
        if pace.regent and pace.regent not in known:
            raise Refused(f"There is no computer player '{pace.regent}'; choose one of {', '.join(offered(known))}.")
        if game.status is Status.OVER:
            raise Refused(f"{game.title} is over; there are no more decisions.")
        if game.status is Status.LOBBY:
            await self._referee.alone(game_id, lambda: self._write(game, hours, pace))
        else:
            await self._administration.put_on_record(
                game_id,
                user,
                Via.MASTER,
                self._announcement(game, hours, pace),
                lambda c, s: self._begin_anew(c, s, hours, pace),
            )
            await self._absences.refresh(game_id)
        return msgspec.structs.replace(game, deadline_hours=hours, pace=pace)

    async def _write(self, game: GameRecord, hours: float, pace: TimeControl) -> None:
        async with self._store.writing(game.id) as connection:
            await games.change(connection, game.id, deadline_hours=hours, pace=pace)
            messages = [
                OutboxMessage(Log((Event("pace", self._announcement(game, hours, pace)),))),
                OutboxMessage(Panel()),
            ]
            await outbox.add(connection, game.id, game.version, messages, self._referee.now())

    async def _begin_anew(self, connection: AsyncConnection, live: LiveGame, hours: float, pace: TimeControl) -> None:
        """Restart every clock with its full time, and apply absences to the clocks again."""
        game = live.game
        await games.change(connection, game.id, deadline_hours=hours, pace=pace)
        await timers.replace(connection, game.id, [])
        for seat in live.seats:
            if seat.away is not None:
                await games.set_away(connection, game.id, seat.id, None)
            if seat.stead is RegentReason.AWAY:
                await games.set_regent(connection, game.id, seat.id, "")
        if pace.bank:
            most = pace.bank.most * 3600
            held = (await clocks.of_game(connection, game.id)).values()
            full = [clock for clock in held if clock.left is not None and clock.left > most]
            await clocks.save(connection, [msgspec.structs.replace(clock, left=most) for clock in full])

    def _announcement(self, game: GameRecord, hours: float, pace: TimeControl) -> str:
        kinds = self._referee.rules_of(game.rules).pace.decision_kinds
        return "The game master has set the pace of this table.\n" + "\n".join(words(pace, hours, kinds))

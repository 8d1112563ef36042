"""Credit clocks with time that nobody could use: outages, and jumps of the machine's clock."""

import logging
from datetime import UTC, datetime

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import games, heartbeat, outbox, timers, tournaments
from bot.store.database import Store
from bot.store.payloads import Log, OutboxMessage, Panel
from bot.store.rows import GameRecord, Status
from bot.table.referee import Referee
from engine.core.errors import EngineError
from engine.core.events import Event
from engine.core.text import counted
from engine.tournament import log, tournament

logger = logging.getLogger(__name__)

BEAT_S = 60.0
"""Seconds between beats."""

LONGEST_S = 600.0
"""The longest gap between beats that is charged; a longer or negative one is credited to every clock."""

SHORT_S = 3000.0
"""A clock that gives less for a decision is charged so much less, down to `LEAST` of what is charged to others."""

LEAST = 0.3

HOUR_S = 3600.0


class Outages:
    """Beats while Herald is at work, and credits what lies between two beats that are too far apart."""

    def __init__(self, store: Store, referee: Referee, longest_s: float = LONGEST_S) -> None:
        self._store = store
        self._referee = referee
        self.longest_s = longest_s
        self._last: float | None = None

    async def look(self) -> None:
        """Note that Herald is at work, and credit an outage that is over, in one transaction."""
        now = self._referee.now()
        if self._last is not None and 0 <= now - self._last < BEAT_S:
            return
        async with self._store.writing() as connection:
            before = await heartbeat.last(connection)
            credited = [] if before is None else await self._credit(connection, now, now - before)
            await heartbeat.beat(connection, now)
        self._last = now
        for game in credited:
            self._referee.publish(game.id)

    async def _credit(self, connection: AsyncConnection, now: float, gap: float) -> list[GameRecord]:
        """Let every running clock go on with what was left of it, and tell the threads; return the games."""
        if -BEAT_S <= gap <= LEAST * self.longest_s:
            return []
        if gap < 0:
            await outbox.try_by(connection, now)
        await self._credit_tournaments(connection, now, gap)
        playing = [game for game in await games.all_with(connection, Status.PLAYING) if game.paused is None]
        running = [game for game in playing if not self._charged(gap, game.deadline_hours * HOUR_S)]
        for game in running:
            await timers.run_on(connection, game.id, gap)
            await tournaments.credit(connection, game.id, gap)
            messages = [OutboxMessage(Log((Event("outage", said(gap)),))), OutboxMessage(Panel())]
            await outbox.add(connection, game.id, game.version, messages, now)
        return running

    def _charged(self, gap: float, decision_s: float) -> bool:
        """Whether a gap is charged to clocks that give so long for a decision; 0 where they give any time."""
        part = min(1.0, decision_s / SHORT_S) if decision_s else 1.0
        return 0 <= gap <= self.longest_s * max(LEAST, part)

    async def _credit_tournaments(self, connection: AsyncConnection, now: float, gap: float) -> None:
        """Extend tournament deadlines beside the games, such as the end of a check-in, by Herald's downtime.

        Each log gets one entry, if that changes anything.
        """
        entry = log.Interrupted(time=datetime.fromtimestamp(now, UTC).isoformat(timespec="seconds"), seconds=gap)
        for record in await tournaments.running(connection):
            try:
                state = tournament.replayed(await tournaments.log(connection, record.id))
                before = msgspec.json.encode(state)
                tournament.carry_out(state, entry)
            except (EngineError, msgspec.MsgspecError) as error:
                logger.warning("a tournament cannot be read", extra={"tournament": record.id}, exc_info=error)
                continue
            charged = self._charged(gap, state.format.clock.grace * 60.0)
            if not charged and msgspec.json.encode(state) != before:
                await tournaments.append(connection, record.id, entry)


def said(gap: float) -> str:
    """Tell everybody how the clocks changed after an outage of these seconds."""
    if gap < 0:
        return (
            f"The machine's clock was put back by {_span(-gap)}. Nobody loses time: every clock continues where it "
            "stopped."
        )
    return f"Herald was down for {_span(gap)}. Nobody loses time: every clock continues where it stopped."


def _span(seconds: float) -> str:
    if seconds < HOUR_S:
        return f"{counted(round(seconds / 60), 'minute')}"
    hours = seconds / HOUR_S
    return f"{hours:.1f} hours" if hours < 48 else f"{hours / 24:.1f} days"

"""One-sided gifts at tables of tournaments, shown to officials who do not play there.

They may name something hidden: whoever is shown one takes no seat at that table. What is one-sided its game says
(`Competition.given_away`). It is shown where it is made after the first warning of the table's clock, or so long before
its giver gives the seat up: a day by post, half an hour live.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from bot import texts
from bot.services.results import seat_of
from bot.services.tournament.events import running
from bot.store import game_log, games, outbox, tournaments
from bot.store.database import Store
from bot.store.payloads import OutboxMessage, Trouble
from bot.store.rows import ActionRecord, GameRecord, TournamentGame
from bot.table.log_view import lasting, raw_action
from bot.table.referee import Referee
from engine.core.actions import tag_of
from engine.core.events import name_seats
from engine.core.parts import Gift
from engine.core.table import Table
from engine.tournament import clocks
from engine.tournament.log import FINAL
from engine.tournament.state import State

BEFORE_LEAVING = {True: timedelta(days=1), False: timedelta(minutes=30)}
"""How long before leaving a seat a player's gifts are shown; the key: whether the tournament is by post."""

JUDGE = "Gifts must not be unfair. You do not play at that table: put it right with /gm, or let it stand [WBC-T12]."


class TournamentGifts:
    """Looks for gifts in the logs of games; what was shown is not shown again."""

    def __init__(self, store: Store, referee: Referee) -> None:
        self._store = store
        self._referee = referee

    async def look(self, place: TournamentGame, state: State) -> None:
        """Show the gifts of a table that were made since its clock has warned, and since the last look."""
        ticking = running(place)
        if ticking is None or "warning" not in place.announced:
            return
        first = clocks.events(state.format.clock, final=place.heat == FINAL)[0]
        late = ticking.at(first).timestamp()
        async with self._store.reading() as connection:
            game = await games.get(connection, place.game)
            gifts = await self._found(connection, game, place.looked) if game.version > place.looked else []
        if game.version == place.looked:
            return
        told = [gift for entry, gift in gifts if entry.time >= late]
        async with self._store.writing(place.game) as connection:
            await self._show(connection, place, state, game, told, "late in the game")
            await tournaments.change_game(connection, place.game, looked=game.version)
        self._referee.publish(place.game)

    async def show_before_leaving(
        self, connection: AsyncConnection, place: TournamentGame, state: State, person: str
    ) -> None:
        """Show what somebody has given away shortly before they give their seat up; before the game, nothing."""
        if not await games.exists(connection, place.game):
            return
        people = state.game(place.heat, place.number).people
        since = self._referee.now() - BEFORE_LEAVING[state.format.clock.by_post].total_seconds()
        game = await games.get(connection, place.game)
        found = await self._found(connection, game, 0)
        seat = seat_of(people.index(person))
        told = [gift for entry, gift in found if entry.time >= since and gift.by == seat]
        await self._show(connection, place, state, game, told, "shortly before its giver left the table")

    async def _found(
        self, connection: AsyncConnection, game: GameRecord, after: int
    ) -> list[tuple[ActionRecord, Gift]]:
        """Return the gifts of a game since a version of it that still hold."""
        rules = self._referee.rules_of(game.rules)
        giving = {tag_of(kind) for kind in rules.competition.giving}
        if not giving:
            return []
        entries = lasting(await game_log.entries(connection, game.id))
        wanted = [entry for entry in entries if entry.version > after and raw_action(entry).get("action") in giving]
        gifts = []
        for entry in wanted:
            snapshot = await game_log.snapshot(connection, game.id, entry.version - 1)
            table = Table.restore(rules, snapshot, b"", careful=False)
            gift = rules.competition.given_away(table.game, entry.seat, rules.codec.decode_action(raw_action(entry)))
            gifts += [(entry, gift)] if gift else []
        return gifts

    async def _show(
        self,
        connection: AsyncConnection,
        place: TournamentGame,
        state: State,
        game: GameRecord,
        gifts: Sequence[Gift],
        when: str,
    ) -> None:
        names = {seat.id: seat.name for seat in await games.seats_of(connection, game.id)}
        said = [texts.safe(name_seats(f"In {game.title}, {when}: {gift.words}", names)) for gift in gifts]
        told = [
            OutboxMessage(Trouble(f"{text} {JUDGE}", looked=True), one)
            for text in said
            for one in _impartial(state, place)
        ]
        await outbox.add(connection, game.id, game.version, told, self._referee.now())


def _impartial(state: State, place: TournamentGame) -> Iterator[int]:
    """Yield the officials who do not play at a table."""
    people = state.game(place.heat, place.number).people
    return (int(one) for one in dict.fromkeys(state.officials) if one not in people and int(one) > 0)

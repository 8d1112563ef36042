"""Deleting a person's data: their seats become a stranger's, and the games and their logs stay valid."""

from __future__ import annotations

from collections.abc import Sequence
from secrets import randbelow

from sqlalchemy.ext.asyncio import AsyncConnection

from bot import texts
from bot.errors import HeraldError
from bot.services.lobby import moved_up, without_places
from bot.services.ratings import Ratings
from bot.store import games, outbox, outcomes, privacy, tournaments
from bot.store.database import Store
from bot.store.payloads import Log, OutboxMessage, Panel
from bot.store.privacy import Eraser
from bot.store.rows import GameRecord, SeatRecord, Status
from bot.table.referee import Referee
from engine.core.events import Event
from engine.tournament import log, tournament

STRANGERS = 10**15
"""Numbers below minus this stand for people who have been forgotten; Discord's are above 0."""


class Forgetting:
    """Deletes what is known of a person, and keeps the games whole."""

    def __init__(self, store: Store, referee: Referee) -> None:
        self._store = store
        self._referee = referee

    async def person(self, user: int) -> int:
        """Forget a person; return in how many games there was something to forget."""
        async with self._store.reading() as connection:
            found = await privacy.traces(connection, user)
            names = await privacy.names_of(connection, user)
        await Ratings(self._store, self._referee).read_those(found)
        for game_id in found:
            await self._in_game(game_id, user, names)
        async with self._store.writing() as connection:
            await privacy.drop_habits(connection, user)
            return len(found) + await self._in_results(connection, user, names)

    async def _in_results(self, connection: AsyncConnection, user: int, names: Sequence[str]) -> int:
        """Replace a person by a stranger in every tournament and result; return the number of tournaments."""
        stranger, changed = str(-STRANGERS - randbelow(STRANGERS)), 0
        await outcomes.rename(connection, str(user), stranger)
        for record in await tournaments.everywhere(connection):
            entries = await tournaments.log(connection, record.id)
            state = tournament.replayed(entries)
            known = {*names, *([state.names[str(user)]] if str(user) in state.names else [])}
            eraser = Eraser(user, sorted(known, key=len, reverse=True), texts.safe)
            kept = tournament.forgotten(entries, str(user), stranger, privacy.SOMEBODY, eraser.clean)
            if kept != entries:
                await tournaments.rewrite(connection, record.id, kept)
                changed += 1
            if record.ended is None and any(str(user) in heat.entered for heat in [*state.heats, state.final]):
                await tournaments.append(connection, record.id, log.Dropped(person=stranger))
        return changed

    async def _in_game(self, game_id: str, user: int, names: Sequence[str]) -> None:
        async def work() -> GameRecord:
            async with self._store.writing(game_id) as connection:
                return await self._forget(connection, game_id, user, names)

        game = await self._referee.alone(game_id, work)
        if game.status is Status.PLAYING:
            try:
                await self._referee.ask_again(game_id)
            except HeraldError:
                return  # the game has just been put aside; it asks when it is taken up again

    async def _forget(self, connection: AsyncConnection, game_id: str, user: int, names: Sequence[str]) -> GameRecord:
        game = await games.get(connection, game_id)
        stranger = -STRANGERS - randbelow(STRANGERS)
        held = await privacy.vacate(connection, game_id, user, stranger)
        if game.status is Status.LOBBY:
            staying = [seat for seat in await games.seats_of(connection, game_id) if seat.user != stranger]
            await games.seat_all(connection, game_id, staying if game.position else moved_up(staying))
            await games.change(connection, game_id, position=without_places(game, [seat.id for seat in held]))
        await privacy.unsign(connection, game_id, user)
        freed = [seat.id.removeprefix("s") for seat in held if seat.left is None]
        said = [f"The player of seat {number} has left for good." for number in freed]
        said += await self._succession(connection, game, user, stranger)
        eraser = Eraser(user, names, texts.safe)
        await privacy.clean_talk(connection, game_id, user, eraser)
        await privacy.clean_messages(connection, game_id, user, eraser)
        await self._announce(connection, game, said)
        return game

    async def _succession(self, connection: AsyncConnection, game: GameRecord, user: int, stranger: int) -> list[str]:
        """Replace a person as game master and assistant of a game; return what is to be said of it."""
        assistants = tuple(assistant for assistant in game.assistants if assistant != user)
        await games.change(connection, game.id, assistants=assistants)
        if game.owner != user:
            return []
        seats = await games.seats_of(connection, game.id)
        heir = successor(assistants, seats)
        await games.change(connection, game.id, owner=heir or stranger)
        if heir is None:
            return ["The game master has left for good, and nobody can take over."]
        name = next((texts.safe(seat.name) for seat in seats if seat.user == heir), "an assistant")
        return [f"The game master has left for good; {name} is the game master from now on."]

    async def _announce(self, connection: AsyncConnection, game: GameRecord, said: Sequence[str]) -> None:
        if game.status is Status.OVER or not said:
            return
        if game.status is Status.PLAYING:
            said = [*said, "The game master can give a free seat to somebody with /gm replace."]
        log = Log((Event("forgotten", " ".join(said)),))
        await outbox.add(
            connection, game.id, game.version, [OutboxMessage(log), OutboxMessage(Panel())], self._referee.now()
        )


def successor(assistants: Sequence[int], seats: Sequence[SeatRecord]) -> int | None:
    """Return who becomes game master: the first assistant, else whoever has played for longest."""
    players = sorted((seat for seat in seats if seat.human), key=lambda seat: seat.joined)
    return next(iter((*assistants, *(seat.user for seat in players))), None)

"""The ladder of a server: results are read from games that count once they are over, and ratings follow from them."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from bot.errors import HeraldError, Refused
from bot.services.results import conduct_of, result_of
from bot.store import games, outcomes, tournaments
from bot.store.database import Store
from bot.store.rows import OutcomeRecord
from bot.table.referee import Referee
from engine.tournament import tournament
from engine.tournament.ladder import Outcome

logger = logging.getLogger(__name__)

OFF = "This server has no ladder; its admins can turn it on with /ratings."


class Ratings:
    """Keeps results on record. No rating is kept: all are worked out anew, so that a correction changes all of them."""

    def __init__(self, store: Store, referee: Referee) -> None:
        self._store = store
        self._referee = referee

    async def check_on(self, guild: int) -> None:
        """Raise Refused where a server keeps no ladder."""
        async with self._store.reading() as connection:
            if not await outcomes.has_ratings(connection, guild):
                raise Refused(OFF)

    async def turn(self, guild: int, *, on: bool) -> None:
        """Turn the ladder of a server on or off; what is on record stays, and counts again when it is turned on."""
        async with self._store.writing() as connection:
            await outcomes.set_ratings(connection, guild, on)

    async def outcomes(self, guild: int) -> list[Outcome]:
        """Return the results of a server's games that count, in the order in which they ended."""
        async with self._store.reading() as connection:
            unread = await outcomes.unread(connection, guild)
        await self._read_all(unread)
        async with self._store.reading() as connection:
            return [record.outcome for record in await outcomes.of_guild(connection, guild)]

    async def read_those(self, game_ids: Sequence[str]) -> None:
        """Put on record what is not, of some games: before somebody who played in them is forgotten."""
        async with self._store.reading() as connection:
            unread = await outcomes.unread(connection)
        await self._read_all([game_id for game_id in unread if game_id in game_ids])

    async def _read_all(self, game_ids: Sequence[str]) -> None:
        """Put the results of games on record; one that cannot be opened is left for later."""
        for game_id in game_ids:
            try:
                await self._read(game_id)
            except HeraldError as error:
                logger.warning("a result cannot be read yet", extra={"game": game_id}, exc_info=error)

    async def _read(self, game_id: str) -> None:
        async with self._store.reading() as connection:
            game = await games.get(connection, game_id)
            place = await tournaments.game(connection, game_id)
            log = await tournaments.log(connection, place.tournament) if place else []
        ruled = tournament.replayed(log).game(place.heat, place.number).result if place else None
        result = ruled or await result_of(self._store, self._referee, game_id)
        async with self._store.writing(game_id) as connection:
            record = OutcomeRecord(
                game=game_id,
                guild=game.guild,
                rules=game.rules,
                ended=await outcomes.ended_of(connection, game_id),
                result=result,
                conduct=await conduct_of(connection, game_id),
            )
            await outcomes.save(connection, record)

    async def names(self, people: Sequence[str]) -> dict[str, str]:
        """Return the names under which people have played last."""
        async with self._store.reading() as connection:
            return await outcomes.names(connection, [int(person) for person in people])

"""Carrying out decisions on rulings at their tables: undo or restore a ruling, and repeat the later actions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import Refused
from bot.services.tournament.events import Before, Tournaments
from bot.services.tournament.tables import TournamentTables
from bot.services.tournament.undoing import game_of
from bot.store import game_log
from bot.store.database import Store
from bot.store.rows import ActionRecord, GameRecord, Status, Via
from bot.table import log_view
from bot.table.log_view import raw_action
from engine.core.actions import Rewind, tag_of
from engine.tournament import log, rulings, wording
from engine.tournament.state import Ruling, State

MOVED_ON = "The game has moved on since you looked. Press *Mend…* again to see what would be undone now."


class Outlook(msgspec.Struct, frozen=True):
    """The effects of correcting a game in its present state."""

    version: int
    """The number of the game's last action."""

    before: int
    """The number of the last action before the ruling is, or was, undone."""

    back_to: int | None = None
    """After which action it would stand; None where it need not go back any more."""

    lost: tuple[ActionRecord, ...] = ()
    """The actions that would be undone besides the ruling itself, in order."""

    again: tuple[ActionRecord, ...] = ()
    """How much of that may be done again: up to the first that drew a die or a card, as the log says.

    Whether it is possible then is not tried before it is done: that would tell something hidden.
    """


class TournamentMending:
    """Puts tables right: what is decided is logged, and the tables see to it that it is done."""

    def __init__(self, store: Store, events: Tournaments, tables: TournamentTables) -> None:
        self._store = store
        self._events = events
        self._tables = tables

    async def game_of(self, tournament_id: str, ruling: Ruling) -> GameRecord:
        """Return the game at whose table it was ruled."""
        return await game_of(self._store, tournament_id, ruling)

    async def outlook(self, tournament_id: str, number: int) -> Outlook | None:
        """Return what mending a ruling would do; None where its game is over, and only its result can be corrected."""
        ruling = rulings.find(await self._events.state(tournament_id), number)
        game = await self.game_of(tournament_id, ruling)
        return await self._outlook(game, ruling) if game.status is Status.PLAYING else None

    async def _outlook(self, game: GameRecord, ruling: Ruling) -> Outlook:
        async with self._store.reading() as connection:
            whole = await game_log.entries(connection, game.id)
        moves = [entry for entry in log_view.lasting(whole) if not log_view.is_note(entry)]
        now = whole[-1].version
        if not ruling.version:
            return Outlook(now, now)
        if rulings.to_mend(ruling) == "restored":
            since = tuple(move for move in moves if move.version > ruling.undone_at)
            return Outlook(now, now, ruling.undone_at, since)
        if all(move.version != ruling.version for move in moves):
            return Outlook(now, _undone_at(whole, ruling.version))
        lost = tuple(move for move in moves if move.version > ruling.version)
        again = tuple(takewhile(lambda move: not move.numbers(), lost))
        return Outlook(now, now, ruling.version - 1, lost, again)

    async def mend(self, tournament_id: str, user: int, number: int, version: int, *, again: bool) -> State:
        """Undo a ruling that falls, or put one back that stands after all, as an official who does not play there.

        `version` is where the game stood when they looked. With `again`, later actions are repeated as long as they
        are possible. Raises Illegal, and Refused if the game has moved on.
        """
        ruling = rulings.find(await self._events.state(tournament_id), number)
        game = await self.game_of(tournament_id, ruling)
        if game.status is not Status.PLAYING:
            raise Refused("This game is over; correct its result instead.")
        outlook = await self._outlook(game, ruling)
        if outlook.version != version:
            raise Refused(MOVED_ON)
        if not ruling.version:
            raise Refused("Choose first which action of the game master it was; “Mend…” lists them.")
        how = rulings.to_mend(ruling) or "undone"
        entry = log.Mended(by=str(user), ruling=number, how=how, version=outlook.before)
        if outlook.back_to is not None:
            entry = msgspec.structs.replace(entry, looked=version, back_to=outlook.back_to, again=again)

        async def unmoved(state: State) -> None:
            if (await self.game_of(tournament_id, ruling)).version != version:
                raise Refused(MOVED_ON)

        await self._mended(tournament_id, entry, first=unmoved)
        return await self._tables.keep(tournament_id)

    async def leave(self, tournament_id: str, user: int, number: int, reason: str) -> State:
        """Leave a table as it is, with a reason that everybody reads."""
        await self._mended(tournament_id, log.Mended(by=str(user), ruling=number, how="left", reason=reason))
        return await self._tables.keep(tournament_id)

    async def by_hand(self, tournament_id: str, user: int, number: int, reason: str) -> State:
        """Note that an official has put a table right by hand, and how."""
        await self._mended(tournament_id, log.Mended(by=str(user), ruling=number, how="by_hand", reason=reason))
        return await self._tables.keep(tournament_id)

    async def candidates(self, tournament_id: str, number: int) -> list[ActionRecord]:
        """Return what the game master has done at the table of a ruling that still holds, the last first."""
        game = await self.game_of(tournament_id, rulings.find(await self._events.state(tournament_id), number))
        async with self._store.reading() as connection:
            whole = await game_log.entries(connection, game.id)
        done = [entry for entry in log_view.lasting(whole) if entry.via is Via.MASTER and not log_view.is_note(entry)]
        return [entry for entry in reversed(done) if log_view.public_text(entry)]

    async def trace(self, tournament_id: str, user: int, number: int, version: int) -> State:
        """Note which action of the game master a ruling was; raises Refused if it is none."""
        if version not in (entry.version for entry in await self.candidates(tournament_id, number)):
            raise Refused("That action has been undone since; press “Mend…” again.")
        return await self._events.append(tournament_id, log.Traced(by=str(user), ruling=number, version=version))

    async def _mended(self, tournament_id: str, entry: log.Mended, first: Before | None = None) -> State:
        """Log how a table was put right, and tell it."""

        async def tell(connection: AsyncConnection, state: State) -> None:
            said = wording.mended(state, entry.ruling)
            await self._events.tell_of_ruling(connection, tournament_id, state, entry.ruling, said)

        return await self._events.append(tournament_id, entry, first=first, also=tell)

    async def corrected(self, tournament_id: str, user: int, number: int) -> State:
        """Note that a ruling was made good in the result of its game."""
        return await self._mended(tournament_id, log.Mended(by=str(user), ruling=number, how="corrected"))


def _undone_at(whole: Sequence[ActionRecord], version: int) -> int:
    """Return the number of the last action before an earlier one was undone by going back to before it."""
    for entry in whole:
        raw = raw_action(entry)
        if entry.version > version and raw.get("action") == tag_of(Rewind) and raw["to"] < version:
            return entry.version - 1
    return whole[-1].version

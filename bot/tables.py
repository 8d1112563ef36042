"""Live tables: those played lately stay in memory, the others are taken up from their last snapshot."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from bot.commit import opening_of
from bot.errors import BrokenGame, Refused, StoreError
from bot.promises import Sitting
from bot.store import games, outbox, record
from bot.store.database import Store
from bot.store.payloads import Promise, Trouble
from bot.store.records import GameRecord, Opening, Status
from engine.core.dice import game_key
from engine.core.errors import BrokenInvariant
from engine.core.rules import Rules
from engine.core.table import Table

logger = logging.getLogger(__name__)

RulesOf = Callable[[str], Rules[Any]]


def key_of(game: GameRecord, opening: Opening) -> bytes:
    """Return the key of a game's dice."""
    return game_key(bytes.fromhex(game.secret), opening.words.items())


class Tables:
    """The live tables of a store; the caller holds the lock of the game that it asks for."""

    def __init__(self, store: Store, rules_of: RulesOf, now: Callable[[], float], capacity: int) -> None:
        self._store = store
        self._rules_of = rules_of
        self._now = now
        self._capacity = capacity
        self._live: OrderedDict[str, Table] = OrderedDict()

    def keep(self, game_id: str, table: Table) -> None:
        """Hold a table in memory, and let go of the one not used for longest if there are too many."""
        self._live[game_id] = table
        self._live.move_to_end(game_id)
        if len(self._live) > self._capacity:
            self._live.popitem(last=False)

    def forget(self, game_id: str) -> None:
        """Let go of a table; what is in the database counts."""
        self._live.pop(game_id, None)

    async def sit(self, game_id: str) -> Sitting:
        """Return a game that has begun; raises UnknownGame, and BrokenGame if its state cannot be taken up."""
        async with self._store.reading() as connection:
            game = await games.get(connection, game_id)
            seats = await games.seats_of(connection, game_id)
        if game.status is Status.LOBBY:
            raise Refused(f"{game.title} has not begun yet; the game master starts it when everybody is there.")
        table = self._live.get(game_id)
        if table is None or table.version != game.version:
            table = await self._load(game)
        self.keep(game_id, table)
        return Sitting(game, seats, table)

    async def _load(self, game: GameRecord) -> Table:
        try:
            async with self._store.reading() as connection:
                opening = await opening_of(connection, game.id)
                last = await record.action(connection, game.id, game.version)
                snapshot = await record.snapshot(connection, game.id, game.version)
            if sha256(snapshot).hexdigest() != last.state_hash:
                raise BrokenGame("Its snapshot is not the one that the log vouches for.")
            table = await asyncio.to_thread(_restored, self._rules_of(game.rules), snapshot, key_of(game, opening))
        except StoreError:
            raise
        except Exception as error:
            await self._break(game, str(error))
            raise BrokenGame(f"{game.title} cannot be taken up; the game master has been told.") from error
        if game.status is Status.BROKEN:
            await self._mend(game, table)
        return table

    async def _break(self, game: GameRecord, fault: str) -> None:
        """Mark a game as broken, and tell the game master when that is news."""
        logger.error("game cannot be taken up", extra={"game": game.id, "version": game.version, "fault": fault})
        if game.status is Status.BROKEN:
            return
        text = (
            f"{game.title} cannot be taken up from its last saved state, which is kept as it is: {fault} "
            "Update Herald or restore a backup; then the game goes on by itself."
        )
        async with self._store.writing() as connection:
            await games.stand(connection, game.id, Status.BROKEN, fault)
            await outbox.add(connection, game.id, game.version, [Promise(Trouble(text), game.owner)], self._now())

    async def _mend(self, game: GameRecord, table: Table) -> None:
        async with self._store.writing() as connection:
            status = Status.PLAYING if table.result is None else Status.OVER
            await games.stand(connection, game.id, status)


def _restored(rules: Rules[Any], snapshot: bytes, key: bytes) -> Table:
    """Take up a table and try whether it stands: the rules find nothing wrong, and know what to ask."""
    table = Table.restore(rules, snapshot, key)
    problems = table.problems()
    if problems:
        raise BrokenInvariant(problems)
    table.requests()
    return table

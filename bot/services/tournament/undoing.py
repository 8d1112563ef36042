"""Carrying out decisions on rulings at their tables, and finishing that after a restart."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import takewhile
from typing import Any

import msgspec

from bot.store import game_log, games, tournaments
from bot.store.database import Store
from bot.store.rows import ActionRecord, GameRecord, Status, Via
from bot.table import log_view
from bot.table.live_game import LiveGame
from bot.table.log_view import raw_action
from bot.table.referee import Referee
from bot.table.submission import Submission
from engine.core.actions import MASTER, Action, Rewind, tag_of
from engine.core.errors import EngineError
from engine.core.rules import Rules
from engine.core.table import Table
from engine.tournament.state import Ruling, State, Work


async def game_of(store: Store, tournament_id: str, ruling: Ruling) -> GameRecord:
    """Return the game at whose table it was ruled."""
    async with store.reading() as connection:
        places = await tournaments.games_of(connection, tournament_id)
        place = next(one for one in places if (one.heat, one.number) == (ruling.heat, ruling.table))
        return await games.get(connection, place.game)


class TournamentUndoing:
    """Lets tables go back, and what came after be done again. What is done already is not done twice."""

    def __init__(self, store: Store, referee: Referee) -> None:
        self._store = store
        self._referee = referee
        self._done: set[tuple[str, int, int]] = set()

    async def finish(self, tournament_id: str, state: State) -> None:
        """Carry out decisions at the tables that were left undone when Herald was stopped."""
        for number, ruling in enumerate(state.rulings, start=1):
            if ruling.work is None or (known := (tournament_id, number, ruling.work.looked)) in self._done:
                continue
            game = await game_of(self._store, tournament_id, ruling)
            if game.status is Status.PLAYING:
                await self._put_right(game, number, ruling, ruling.work)
            self._done.add(known)

    async def _put_right(self, game: GameRecord, number: int, ruling: Ruling, work: Work) -> None:
        """Rewind a table and repeat the later actions in one transaction."""
        async with self._store.reading() as connection:
            whole = await game_log.entries(connection, game.id)
        since = (raw_action(entry) for entry in whole if entry.version > work.looked)
        if any(raw.get("action") == tag_of(Rewind) and raw["to"] == work.back_to for raw in since):
            return
        moves = [entry for entry in log_view.lasting(whole) if not log_view.is_note(entry)]
        lost = [move for move in moves if ruling.version < move.version <= work.looked]
        drawing_nothing = [*takewhile(lambda move: not move.numbers(), lost)] if work.again else []
        title = (
            f"Ruling {number}: the officials put the table right. It goes back to the position after action "
            f"{work.back_to}."
        )

        def back(live: LiveGame) -> Submission:
            return Submission(MASTER, Rewind(work.back_to), int(work.by), Via.MASTER, title=title)

        anew = [partial(_anew, entry) for entry in await self._again(game, work.back_to, drawing_nothing)]
        await self._referee.carry_out(game.id, back, *anew, as_far_as_possible=True)

    async def _again(self, game: GameRecord, back_to: int, lost: Sequence[ActionRecord]) -> tuple[ActionRecord, ...]:
        """Try on a copy how much of what is lost can be done again without drawing anything."""
        rules = self._referee.rules_of(game.rules)
        async with self._store.reading() as connection:
            snapshot = await game_log.snapshot(connection, game.id, back_to)
        table = Table.restore(rules, snapshot, b"", careful=False)
        for number, entry in enumerate(lost):
            if not _goes(table, entry):
                return tuple(lost[:number])
        return tuple(lost)


def _goes(table: Table, entry: ActionRecord) -> bool:
    """Whether an action can be done at a table without drawing anything; it is done there."""
    try:
        return not table.act(entry.seat, _action(table.rules, entry)).draws
    except EngineError:
        return False


def _anew(entry: ActionRecord, live: LiveGame) -> Submission:
    return Submission(entry.seat, _action(live.table.rules, entry), entry.user, entry.via)


def _action(rules: Rules[Any], entry: ActionRecord) -> Action:
    return rules.codec.decode_action(msgspec.json.decode(entry.action))

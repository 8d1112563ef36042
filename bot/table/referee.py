"""The referee: the one writer of running games. A lock per game; load, act, commit, publish.

For whoever builds on it:

- `Store.open(path)`, then `Referee(store)`, `Lobby(store, referee)`, `Dispatcher(store, courier)` and
  `Clock(store, referee)`; `referee.on_commit(dispatcher.wake)` and `referee.on_commit(clock.wake)` join them;
  their `run()` are tasks to be cancelled at the end, before `await referee.close()` and `await store.close()`.
- `await referee.submit(game_id, user_id, action, expected_version=...)` returns what the player may know of the
  outcome, after the commit. It raises Illegal (the rules refuse), Stale, Refused, Stumbled, BrokenGame, StoreError:
  each is one sentence. That of Illegal names seats as `{s1}`: `name_seats(str(error), live.names)`.
- `async with referee.reading(game_id) as live` gives the game, its players and its live `live.table` for views,
  requests, offers and completions. Await nothing slow in it, and never change the table.
- `Moderation` is the game master's hand, through `carry_out`; `transcript` and `history` tell what has happened.
- Messages to people go into the outbox with the commit, and the dispatcher delivers them: a command only answers
  its user.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from secrets import token_hex
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import HeraldError, Refused, Stale, Stumbled
from bot.metrics import Metrics
from bot.store import game_log, games, outbox
from bot.store.database import Store
from bot.store.payloads import OutboxMessage, Trouble
from bot.store.rows import Draft, GameRecord, Opening, SeatRecord, Status, Via
from bot.table import archive, effects, log_view, timekeeping
from bot.table.commit import AppliedAction, renew, save_action
from bot.table.effects import Past
from bot.table.live_game import LiveGame, LogEnd, plays
from bot.table.submission import Submission
from bot.table.tables import MEGABYTE, RulesOf, Tables, key_of
from engine.core import position
from engine.core.actions import MASTER, Action, NewRules, Rewind
from engine.core.errors import EngineError, Illegal
from engine.core.events import Event
from engine.core.files import figures
from engine.core.record.transcript import Transcript
from engine.core.table import Outcome, Table
from engine.games import rules_of

logger = logging.getLogger(__name__)

T = TypeVar("T")
ActionBuilder = Callable[[LiveGame], Submission]
"""An intention: made into a submission once the game is held, or refused by raising Refused."""

Change = Callable[[AsyncConnection, LiveGame], Awaitable[T]]

Fetch = Callable[[Callable[[AsyncConnection], Awaitable[bytes]]], Awaitable[bytes]]
"""Reads a snapshot, alone or within a transaction."""

UPDATED = "Herald has been updated."

STUMBLED = "I failed at this action and undid it. The game stands as before, and I have told the game master."


class Referee:
    """Carries out actions on the games of a store. `now` gives Unix seconds; tables stay in `memory` bytes."""

    def __init__(
        self,
        store: Store,
        rules_of: RulesOf = rules_of,
        *,
        now: Callable[[], float] = time.time,
        memory: int = 8 * MEGABYTE,
        metrics: Metrics | None = None,
    ) -> None:
        self.store = store
        self.rules_of = rules_of
        self.now = now
        self.metrics = metrics or Metrics()
        self._tables = Tables(store, rules_of, now, memory, self.publish, self.metrics)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._running: set[asyncio.Task[Any]] = set()
        self._watchers: list[Callable[[str], None]] = []

    def on_commit(self, watcher: Callable[[str], None]) -> None:
        """Call `watcher` with the id of a game whenever it has something new to deliver or to wait for."""
        self._watchers.append(watcher)

    def publish(self, game_id: str) -> None:
        """Tell the watchers of a game."""
        for watcher in self._watchers:
            watcher(game_id)

    async def close(self) -> None:
        """Wait for what is being carried out."""
        await asyncio.gather(*self._running, return_exceptions=True)

    async def alone(self, game_id: str, work: Callable[[], Awaitable[T]]) -> T:
        """Do `work` under the lock of a game, to its end even if the caller is cancelled; then tell the watchers."""

        async def locked() -> T:
            async with self._lock(game_id), self.store.alone(f"game {game_id}"):
                try:
                    return await work()
                finally:
                    self.publish(game_id)

        task = asyncio.create_task(locked())
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    def _lock(self, game_id: str) -> asyncio.Lock:
        return self._locks.setdefault(game_id, asyncio.Lock())

    # ------------------------------------------------------------------ acting

    async def submit(
        self,
        game_id: str,
        user_id: int,
        action: Action,
        *,
        expected_version: int | None = None,
        pressed: int | None = None,
    ) -> Outcome:
        """Carry out an action for the seat of a user; return what that seat may know of its outcome.

        With `expected_version` an action chosen on an outdated panel is refused as Stale. `pressed` is the message
        whose button was pressed for it; it shows the answer.
        """

        def intent(live: LiveGame) -> Submission:
            seat = live.seat_of(user_id)
            if expected_version not in (None, live.table.version):
                raise Stale(live.table.version)
            return Submission(seat, action, user_id, Via.PLAYER, pressed=pressed)

        return await self.carry_out(game_id, intent)

    async def leave(self, game_id: str, user_id: int) -> Outcome:
        """Close the seat of a player who leaves a running game; raises Refused to whoever has none."""

        def intent(live: LiveGame) -> Submission:
            action = live.table.rules.codec.decode_action({"action": "drop", "seat": live.seat_of(user_id)})
            return Submission(MASTER, action, user_id, Via.PLAYER)

        return await self.carry_out(game_id, intent)

    async def admit(self, game_id: str, user_id: int, name: str) -> SeatRecord:
        """Give a new seat of a running game to a player who comes late, where its rules allow that."""
        async with self.store.reading() as connection:
            log = await game_log.entries(connection, game_id)
            if user_id in log_view.lookers(log) | await outbox.lookers(connection, game_id):
                raise Refused("You have looked at hidden cards of this game, so you may take no seat in it.")
        admitted: list[SeatRecord] = []

        def intent(live: LiveGame) -> Submission:
            admitted[:] = [self._newcomer(live, user_id, name)]
            action = live.table.rules.set_up.join_edit(live.table.game, admitted[0].id)
            if action is None:
                raise Refused(f"{live.game.title} has already started; open or join another game.")
            return Submission(MASTER, action, user_id, Via.PLAYER, new_seat=admitted[0])

        await self.carry_out(game_id, intent)
        return admitted[0]

    def _newcomer(self, live: LiveGame, user_id: int, name: str) -> SeatRecord:
        game = live.game
        if plays(live.seats, user_id):
            raise Refused(f"You have a seat in {game.title} already.")
        number = len(live.table.seats) + 1
        return SeatRecord(
            game=game.id, id=f"s{number}", user=user_id, name=name, word="", salt=token_hex(16), joined=self.now()
        )

    async def open_table(self, game: GameRecord, seats: tuple[SeatRecord, ...], opening: Opening, user: int) -> None:
        """Set a game up and commit its opening; the caller works under the lock of the game (`alone`)."""
        rules, key = self.rules_of(game.rules), key_of(game, opening)
        rules = rules.with_figures(figures.recorded(rules.name, game.figures))
        begun = position.recorded(game.position)
        table = await asyncio.to_thread(Table.new, rules, game.id, opening.seats, game.options, key, position=begun)
        live = LiveGame(game, seats, table, LogEnd(-1, opening, game.commitment))

        async def keep(connection: AsyncConnection, live: LiveGame) -> None:
            await games.change(connection, live.game.id, position=game.position)

        side_effect = keep if game.position else None
        opened = Submission("", opening, user, Via.OPENING, side_effect=side_effect)
        await self._commit(live, opened, table.opening(), Past())

    async def carry_out(
        self, game_id: str, intent: ActionBuilder, *then: ActionBuilder, as_far_as_possible: bool = False
    ) -> Outcome:
        """Carry out intents one after the other, each on the game as it then stands, with nobody else's in between.

        Several are one transaction: all are kept, or none, also where Herald is stopped between them. With
        `as_far_as_possible` one that is refused after the first ends it, and those before it are kept. Return the
        outcome of the last one.
        """

        async def work() -> Outcome:
            live = await self.live_game(game_id)
            if then:
                return await self._apply_all(live, (intent, *then), as_far_as_possible)
            return await self.apply(live, intent(live))

        return await self.alone(game_id, work)

    async def live_game(self, game_id: str) -> LiveGame:
        """Return a game that has begun, with its live table; the caller works under its lock (`alone`)."""
        return await self._tables.live_game(game_id)

    async def apply(self, live: LiveGame, submission: Submission) -> Outcome:
        """Carry out a submission on a game, and commit it; the caller works under the lock of the game."""
        before, submission = _past(live), _answering(live, submission)
        async with self._undone(live, Illegal):
            outcome = await _outcome(self.store.read, live, submission)
        async with self._undone(live, HeraldError):
            await self._commit(live, submission, outcome, before)
        return _heard(outcome, submission)

    async def _apply_all(self, live: LiveGame, intents: Sequence[ActionBuilder], as_far_as_possible: bool) -> Outcome:
        """Carry out intents on a game in one transaction, as `carry_out` has it."""

        async def work(connection: AsyncConnection) -> tuple[LiveGame, AppliedAction]:
            now, deeds = live, list[AppliedAction]()
            for intent in intents:
                try:
                    before, submission = _past(now), _answering(now, intent(now))
                    outcome = await _outcome(lambda work: work(connection), now, submission)
                    deed = AppliedAction.of(now, submission, outcome, before, self.now())
                except (EngineError, HeraldError):
                    if not deeds or not as_far_as_possible:
                        raise
                    break
                now = await save_action(connection, now, deed)
                deeds.append(deed)
            return now, deeds[-1]

        self._tables.forget(live.game.id)
        async with self._undone(live, Illegal, HeraldError):
            now, last = await self.store.write(live.game.id, work)
        self._tables.hold(live.game.id, now.table, now.log_end)
        return _heard(last.outcome, last.submission)

    async def _commit(self, live: LiveGame, submission: Submission, outcome: Outcome, before: Past) -> None:
        """Save a submission with all its effects, all or nothing, while its table is not held in memory."""
        self._tables.forget(live.game.id)
        with self.metrics.commits.labels(submission.via).time():
            deed = AppliedAction.of(live, submission, outcome, before, self.now())
            saved = await self.store.write(live.game.id, lambda connection: save_action(connection, live, deed))
        self._tables.hold(live.game.id, live.table, saved.log_end)

    @asynccontextmanager
    async def _undone(self, live: LiveGame, *refusals: type[Exception]) -> AsyncIterator[None]:
        """Raise Stumbled for whatever fails but refusals, once that is reported; the game stands as it is saved."""
        try:
            yield
        except refusals:
            raise
        except Exception as error:
            await self._stumble(live, error)
            raise Stumbled(STUMBLED) from error

    async def _stumble(self, live: LiveGame, error: Exception) -> None:
        """Report a failure of the rules to the game master, once a version, and check that the saved game is sound."""
        game = live.game
        logger.error("action failed", extra={"game": game.id, "version": game.version}, exc_info=error)
        self._tables.forget(game.id)
        self.metrics.failures.labels("rules").inc()
        await self._tables.live_game(game.id)
        text = f"I failed at an action in {game.title} and undid it; the game continues as it stood before."
        await self.report_trouble(game, f"{text} The person who runs Herald finds the reason in its log.")

    async def take_up(self) -> None:
        """Take games up again at a start: those that were put aside, and those begun by older rules."""
        await self.mend()
        await self.adopt_rules()

    async def mend(self) -> None:
        """Try whether games that were put aside can be taken up again, as after an update."""
        async with self.store.reading() as connection:
            broken = await games.all_with(connection, Status.BROKEN)
        for game in broken:
            try:
                await self.ask_again(game.id)
            except HeraldError as error:
                logger.warning("game still out of order", extra={"game": game.id}, exc_info=error)

    async def adopt_rules(self) -> None:
        """Move games that were begun by an older version of their rules on to today's; each is told of it once."""
        async with self.store.reading() as connection:
            running = await games.all_with(connection, Status.PLAYING)
        for game in running:
            if game.rules_version != self.rules_of(game.rules).version:
                try:
                    await self.alone(game.id, partial(self._adopt, game.id))
                except HeraldError as error:
                    logger.warning("game plays by older rules", extra={"game": game.id}, exc_info=error)

    async def _adopt(self, game_id: str) -> None:
        """Let a game's row keep the version and options of its beginning; its state has the ones that it plays by."""
        live = await self.live_game(game_id)
        rules = live.table.rules
        if live.table.game.state.rules_version != rules.version and live.game.status is Status.PLAYING:
            added = rules.option_book.added(live.game.variant, live.table.game.state.options)
            adoption = NewRules(rules.version, added)
            await self.apply(live, Submission(MASTER, adoption, None, Via.UPDATE, title=UPDATED))

    async def report_trouble(self, game: GameRecord, text: str) -> None:
        """Tell the game master of trouble, once a version."""
        trouble = Trouble(text)
        async with self.store.writing(game.id) as connection:
            if not await outbox.contains(connection, game.id, game.version, trouble):
                await outbox.add(connection, game.id, game.version, [OutboxMessage(trouble, game.owner)], self.now())

    # ------------------------------------------------------------------ deciders and their time

    async def ask_again(self, game_id: str) -> None:
        """Ask everybody for what a game waits for, as if it had just come to it: who decides may have changed."""

        async def work() -> None:
            live = await self.live_game(game_id)
            async with self.store.writing(game_id) as connection:
                await renew(connection, live, (), self.now())

        await self.alone(game_id, work)

    async def amend(self, game_id: str, change: Change[T]) -> T:
        """Change who decides, or how long they have, in one transaction; tell people who have a new decision."""

        async def work() -> T:
            return await self.amend_here(await self.live_game(game_id), change)

        return await self.alone(game_id, work)

    async def amend_here(self, live: LiveGame, change: Change[T]) -> T:
        """Do the same for a caller who works under the lock of the game."""
        game_id = live.game.id
        known = [call for call in effects.calls(live.table) if not live.regent_of(call.seat)]
        async with self.store.writing(game_id) as connection:
            changed = await change(connection, live)
            game, seats = await games.get(connection, game_id), await games.seats_of(connection, game_id)
            await renew(connection, replace(live, game=game, seats=seats), known, self.now())
        return changed

    # ------------------------------------------------------------------ looking

    @asynccontextmanager
    async def reading(self, game_id: str) -> AsyncIterator[LiveGame]:
        """Give a game that has begun, with its live table, for looking only."""
        async with self._lock(game_id):
            yield await self._tables.live_game(game_id)

    @asynccontextmanager
    async def reading_draft(self, game_id: str, user: int) -> AsyncIterator[tuple[LiveGame, Draft | None]]:
        """Give the same with what the seat of a person has filled in of a form."""
        async with self._lock(game_id):
            yield await self._tables.with_draft(game_id, user)

    async def transcript(self, game_id: str) -> Transcript:
        """Return the record of a game that is over, for anybody; raises Refused before that."""
        async with self.store.reading() as connection:
            return await archive.transcript(connection, game_id)

    async def own_export(self, game_id: str, user_id: int) -> archive.OwnExport:
        """Return what a person may know about a running game: their seat's view, or what is public."""
        async with self.reading(game_id) as live, self.store.reading() as connection:
            return await archive.own_export(connection, live, user_id)

    async def history(self, game_id: str, user_id: int, *, after: int = -1) -> list[tuple[float, Event]]:
        """Return what has happened since a version, as (Unix seconds, event), as far as a user may know of it."""
        async with self.store.reading() as connection:
            return await archive.history(connection, game_id, user_id, after)


def _past(live: LiveGame) -> Past:
    """Return the present requests of a game, and the seat that is next."""
    table = live.table
    now = table.rules.pace.round(table.game)
    return Past(effects.calls(table), table.rules.pace.next_seat(table.game), now, effects.proposed(live))


def _answering(live: LiveGame, submission: Submission) -> Submission:
    """Return a submission that knows whether it answers a question to its seat, and a secret one in which words."""
    request, action = live.table.request(submission.seat), submission.action
    if isinstance(action, Opening) or request is None:
        return submission
    if not isinstance(action, tuple(offer.action for offer in request.offers)):
        return submission
    words = ""
    with suppress(Exception):  # an action that is about to be refused may have no words
        words = timekeeping.answer_words(request, action) if request.secret else ""
    return replace(submission, answers=True, answer=words)


async def _outcome(fetch: Fetch, live: LiveGame, submission: Submission) -> Outcome:
    """Carry a submission out on a table; a rewind restores the earlier snapshot."""
    action = submission.action
    assert not isinstance(action, Opening)
    if not isinstance(action, Rewind):
        return live.table.act(submission.seat, action)
    snapshot = await fetch(lambda connection: game_log.snapshot(connection, live.game.id, action.to))
    return live.table.rewind(snapshot, action.to)


def _heard(outcome: Outcome, submission: Submission) -> Outcome:
    """Return an outcome as far as the seat of its submission may know it."""
    return Outcome(outcome.version, tuple(event for event in outcome.events if event.heard_by(submission.seat)), ())

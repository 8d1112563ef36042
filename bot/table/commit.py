"""One transaction for each accepted action: the log, the snapshot, the timers and the messages, all or nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import StoreError
from bot.model.people import Notify
from bot.store import clocks, drafts, game_log, games, outbox, people, plans, timers
from bot.store.payloads import Anchor, Ask, Call, Keyed, Notice, OutboxMessage, Overdue, Reminder
from bot.store.rows import ActionRecord, DeliveryOutcome, Miss, Missed, OutboxRow, PlanRecord, Status, Via
from bot.table import effects, planning, seating
from bot.table.effects import Past
from bot.table.live_game import LiveGame, LogEnd
from bot.table.submission import Submission
from bot.table.timekeeping import Facts
from engine.core.actions import MASTER, Note, Rewind, Word
from engine.core.events import Event, name_seats
from engine.core.orders import Plan
from engine.core.record import chain
from engine.core.table import Outcome

QUESTIONS = (outbox.kind_of(Ask), outbox.kind_of(Reminder), outbox.kind_of(Overdue))
"""The kinds of messages that are pointless once their question is answered."""

ANCHORED_S = 86_400.0
"""Seconds after which the thread shows the hash of the chain again, when a round ends."""


@dataclass(frozen=True)
class AppliedAction:
    """A submission that was carried out on a table, with all that is written down of it."""

    submission: Submission
    outcome: Outcome
    before: Past
    """The requests before it, and the seat that was next."""
    entry: ActionRecord
    snapshot: bytes
    now: float

    @classmethod
    def of(cls, live: LiveGame, submission: Submission, outcome: Outcome, before: Past, now: float) -> AppliedAction:
        """Return what is written down of a submission, while the table stands as it is left by it."""
        entry = _entry(live, submission, outcome, now)
        return cls(submission, outcome, before, entry, live.table.snapshot(), now)


async def save_action(connection: AsyncConnection, live: LiveGame, deed: AppliedAction) -> LiveGame:
    """Save a submission with all its effects within a transaction; return the game as it then is.

    Raise StoreError, with nothing written, if that fails.
    """
    submission, entry = deed.submission, deed.entry
    version, status = live.table.version, Status.PLAYING if live.table.result is None else Status.OVER
    if not await games.advance(connection, live.game, version, status):
        raise StoreError(f"Another program has changed game {live.game.id}; look at the game and try again.")
    advanced = replace(live, game=msgspec.structs.replace(live.game, version=version, status=status))
    await game_log.append(connection, entry, deed.snapshot)
    changed, said = await _apply_side_effects(connection, advanced, submission, deed.now)
    rounded = effects.rounded(changed, deed.before)
    told = effects.outcome_messages(changed, deed.outcome, submission, rounded=rounded)
    first = [*told, *effects.announcement(said)]
    if submission.via is Via.OPENING:
        # Its buttons stand last where nobody is asked in the thread, so that the first press is at its end.
        place = len(told) if all(request.secret for request in live.table.requests()) else 0
        first.insert(place, OutboxMessage(Keyed(changed.log_end.opening.words, entry.hash)))
    if rounded and (status is Status.OVER or await _unanchored(connection, live.game.id, deed.now)):
        first.append(OutboxMessage(Anchor(entry.hash, whole=status is Status.OVER)))
    if live.table.result is not None:
        first += effects.final_messages(changed, live.log_end.opening.words)
        first += effects.to_master(changed, await game_log.entries(connection, live.game.id))
    await drafts.drop(connection, live.game.id, submission.seat)
    if submission.plan:
        await keep_left(connection, submission.plan, submission.left)
    await _follow(connection, changed, submission, first, deed.before, deed.now)
    return replace(changed, log_end=LogEnd(entry.version, live.log_end.opening, entry.hash))


async def _unanchored(connection: AsyncConnection, game_id: str, now: float) -> bool:
    """Tell whether the thread has shown no hash of the chain for a day."""
    return now - await outbox.latest(connection, game_id, Keyed, Anchor) >= ANCHORED_S


async def _apply_side_effects(
    connection: AsyncConnection, live: LiveGame, submission: Submission, now: float
) -> tuple[LiveGame, list[Event]]:
    """Apply changes outside the rules, such as a pause or a new holder of a seat.

    Return the game as it stands then, and what everybody is to be told of it. A game and its seats are changed under
    its lock alone, so that they are read again only after a change.
    """
    said: list[Event] = []
    reseated = submission.seat == MASTER and not isinstance(submission.action, Note | Word)
    if submission.new_seat:
        await games.seat_one(connection, submission.new_seat)
    if submission.side_effect:
        await submission.side_effect(connection, live)
    if reseated:
        said = await seating.reseat(connection, live.game.id, live.table, now)
    if submission.new_seat or submission.side_effect or reseated:
        game, seats = await games.get(connection, live.game.id), await games.seats_of(connection, live.game.id)
        live = replace(live, game=game, seats=seats)
    return live, said


async def renew(connection: AsyncConnection, live: LiveGame, known: Sequence[Call], now: float) -> None:
    """Ask those who are not asked yet (`known` are the questions that are), and let their clocks run."""
    upcoming = live.table.rules.pace.next_seat(live.table.game)
    await _follow(connection, live, effects.ASK_ANEW, [], Past(known, upcoming), now)


async def _follow(
    connection: AsyncConnection,
    live: LiveGame,
    submission: Submission,
    first: list[OutboxMessage],
    before: Past,
    now: float,
) -> None:
    """Queue the resulting messages, and set the timers."""
    game_id = live.game.id
    past = replace(
        before,
        pending=await outbox.pending(connection, game_id, *QUESTIONS),
        running=await timers.of_game(connection, game_id),
        asked_alone=await _asked_alone(connection, live, before),
        letters=await outbox.open_letters(connection, game_id) if effects.gone(live, before) else [],
        asked_openly=await _asked_openly(connection, live, submission, before),
    )
    users = [holder.user for holder in live.seats if holder.human]
    known = Facts(
        await people.among(connection, users),
        await clocks.of_game(connection, live.game.id),
        await _plans(connection, live, now),
    )
    agenda = effects.agenda(live, first, past, submission, now, known)
    await outbox.set_outcome(connection, agenda.dropped, DeliveryOutcome.SUPERSEDED, now)
    await outbox.note_answered(connection, agenda.answered)
    for row in agenda.reworded:
        await outbox.rewrite(connection, row)
    await outbox.add(connection, game_id, live.table.version, agenda.messages, now)
    await timers.replace(connection, game_id, agenda.timers)
    await clocks.save(connection, agenda.clocks)
    if submission.via is Via.DEADLINE and (user := live.user_of(submission.seat)) is not None:
        decision = next((call.decision for call in before.waiting if call.seat == submission.seat), "")
        await clocks.add_miss(
            connection,
            Missed(game=game_id, seat=submission.seat, user=user, decision=decision, what=Miss.DEFAULT, time=now),
        )
    blocked = [user for user in agenda.asked if user in known.people]
    await outbox.hurry(connection, [u for u in blocked if known.people[u].notify is Notify.BLOCKING], now)


async def _asked_alone(connection: AsyncConnection, live: LiveGame, before: Past) -> list[OutboxRow]:
    """Return the questions that stand open in direct messages, if one that was asked in secret is over."""
    secret = {call.key for call in before.waiting if call.secret}
    if not secret or secret <= {call.key for call in effects.calls(live.table)}:
        return []
    return await outbox.open_questions(connection, live.game.id)


async def _asked_openly(
    connection: AsyncConnection, live: LiveGame, submission: Submission, before: Past
) -> list[OutboxRow]:
    """Return the messages of the thread that ask somebody, if a person's question is over or may be open again."""
    over = {call.key for call in before.waiting} - {call.key for call in effects.calls(live.table)}
    asked = any(live.user_of(seat) is not None for seat, _ in over)
    return await outbox.asked_openly(connection, live.game.id) if asked or isinstance(submission.action, Rewind) else []


async def keep_left(connection: AsyncConnection, plan: PlanRecord, left: Plan | None) -> None:
    """Save the rest of a plan; None deletes it."""
    if left is None:
        await plans.drop(connection, plan.id, plan.user)
    else:
        await plans.change(connection, msgspec.structs.replace(plan, entries=left.entries))


async def _plans(connection: AsyncConnection, live: LiveGame, now: float) -> list[PlanRecord]:
    """Return the plans of a game as they stand now; those whose round is over go, and their owners are told."""
    kept = await plans.of_game(connection, live.game.id)
    rounds = planning.rounds(live, effects.calls(live.table), kept)
    for plan in rounds.begun:
        await plans.change(connection, plan)
    for plan in rounds.over:
        await plans.drop(connection, plan.id, plan.user)
        said = name_seats(planning.words(live, plan), live.names)
        notice = Notice(f"{live.game.title}: {plan.round.capitalize()} is over, and your plan ends with it: {said}.")
        await outbox.add(connection, live.game.id, live.table.version, [OutboxMessage(notice, plan.user)], now)
    changed = {plan.id: plan for plan in rounds.begun}
    gone = {plan.id for plan in rounds.over}
    return [changed.get(plan.id, plan) for plan in kept if plan.id not in gone]


def _seated(live: LiveGame, submission: Submission) -> Iterator[Event]:
    """Yield what is put on record of the names of those who take seats by a submission."""
    holders = live.seats if submission.via is Via.OPENING else (submission.new_seat, submission.seated)
    for holder in holders:
        if holder is not None and holder.salt:
            yield chain.seated(holder.id, holder.salt, holder.name)


def _entry(live: LiveGame, submission: Submission, outcome: Outcome, now: float) -> ActionRecord:
    return ActionRecord(
        game=live.game.id,
        version=outcome.version,
        seat=submission.seat,
        user=submission.user,
        via=submission.via,
        action=msgspec.json.encode(submission.action).decode(),
        state_hash=live.table.hash(),
        draws=msgspec.json.encode(outcome.draws).decode(),
        events=msgspec.json.encode((*outcome.events, *_seated(live, submission))).decode(),
        time=now,
        prev_hash=live.log_end.hash,
    ).sealed()

"""What is left after a soak: the record of every game beside what stands on Discord and what people were told."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.discord_adapter import messages
from bot.discord_adapter.messages import Roster
from bot.errors import HeraldError
from bot.ops import backup
from bot.store import game_log, games, outbox
from bot.store.database import Store
from bot.store.payloads import Answered, AnyPayload, Ask, Log, Overdue, Panel, Reminder, Reworded
from bot.store.rows import ActionRecord, DeliveryOutcome, GameRecord, OutboxRow, SeatRecord, Status, Via
from bot.table import archive, telling
from engine.core.errors import EngineError
from engine.core.record.transcript import replay
from engine.core.rules import Rules
from engine.games import rules_of
from tests.harness.reading import Json
from tests.soak.tables import Book

SENT = {DeliveryOutcome.DELIVERED, DeliveryOutcome.ANSWERED}
"""What became of messages that went out."""

SETTLED = SENT | {DeliveryOutcome.SUPERSEDED, DeliveryOutcome.UNREACHABLE, DeliveryOutcome.READ}
"""What may have become of a message in the end."""

DATED = Panel | Ask | Reminder | Reworded | Overdue
"""Messages that are pointless once something newer is promised, their question is answered, or a page has said it."""


@dataclass
class Kept:
    """All that the database holds of a game."""

    game: GameRecord
    seats: Sequence[SeatRecord]
    log: Sequence[ActionRecord]
    rows: Sequence[OutboxRow]

    @property
    def name(self) -> str:
        """How sentences call the game."""
        return f"{self.game.title} ({self.game.id})"


@dataclass
class Verdict:
    """The sentences about what is wrong, and the figures."""

    faults: list[str] = field(default_factory=list)
    games: Counter[str] = field(default_factory=Counter)
    actions: Counter[str] = field(default_factory=Counter)
    messages: Counter[str] = field(default_factory=Counter)
    waits: list[float] = field(default_factory=list)
    """Seconds from the promise of a message to its delivery."""
    numbers: int = 0
    standing: int = 0
    """Messages of Herald's own accord that stand on Discord."""


async def judged(store: Store, book: Book, channels: Mapping[str, Sequence[Json]]) -> Verdict:
    """Compare everything; `channels` are all messages of threads and direct channels, by channel, in order."""
    verdict = Verdict()
    async with store.reading() as connection:
        kept = [await _kept(connection, game) for status in Status for game in await games.all_with(connection, status)]
        for each in kept:
            verdict.faults += [await _replayed(connection, each)] if each.log else []
    verdict.faults = [fault for fault in verdict.faults if fault]
    try:
        await backup.check(store)
    except HeraldError as error:
        verdict.faults.append(str(error))
    for each in kept:
        _count(verdict, each)
        verdict.faults += [*_promises(each), *_outcomes(each)]
    verdict.faults += _told(kept, book)
    verdict.faults += _said(kept, channels, verdict)
    return verdict


async def _kept(connection: AsyncConnection, game: GameRecord) -> Kept:
    return Kept(
        game,
        await games.seats_of(connection, game.id),
        await game_log.entries(connection, game.id),
        await outbox.history(connection, game.id),
    )


async def _replayed(connection: AsyncConnection, kept: Kept) -> str:
    """Play a game again from its record."""
    try:
        table = replay(rules_of(kept.game.rules), await archive.whole(connection, kept.game.id))
    except EngineError as error:
        return f"{kept.name} cannot be played again: {error}"
    return "" if table.version == kept.game.version else f"{kept.name} comes out at action {table.version}."


def _count(verdict: Verdict, kept: Kept) -> None:
    verdict.games[kept.game.status] += 1
    verdict.actions.update(action.via for action in kept.log)
    verdict.numbers += sum(len(action.numbers()) for action in kept.log)
    verdict.messages.update(str(row.outcome or "waiting") for row in kept.rows)
    sent = (row for row in kept.rows if row.outcome in SENT and row.settled is not None)
    verdict.waits += [row.settled - row.created for row in sent if row.settled is not None]


# ---------------------------------------------------------------------- what was promised


def _promises(kept: Kept) -> Iterator[str]:
    """Everything public that happened was promised to the thread, once."""
    told: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for row in kept.rows:
        if isinstance(row.payload, Log):
            told[row.version].update(event.text for event in row.payload.events)
    for action in kept.log:
        public = Counter(event.text for event in action.happened() if event.seats is None and event.text)
        for text, count in public.items():
            if told[action.version][text] != count:
                yield f"{kept.name}, action {action.version}: '{text}' is promised {told[action.version][text]} times."


def _outcomes(kept: Kept) -> Iterator[str]:
    """Every message has come to its end; only what has dated was dropped."""
    for row in kept.rows:
        kind = outbox.kind_of(row.payload)
        if row.outcome not in SETTLED:
            yield f"{kept.name}: {kind} {row.id} is {row.outcome or 'waiting'}."
        elif row.outcome is DeliveryOutcome.SUPERSEDED and not isinstance(row.payload, DATED):
            yield f"{kept.name}: {kind} {row.id} was dropped."
    if kept.game.status is Status.BROKEN:
        yield f"{kept.name} is out of order: {kept.game.fault}"


# ---------------------------------------------------------------------- what people were told


def _told(kept: Sequence[Kept], book: Book) -> Iterator[str]:
    """Everything that was acknowledged to somebody is in the record."""
    by_thread = {str(each.game.thread): each for each in kept}
    for thread in book.opened - by_thread.keys():
        yield f"The table in thread {thread} was opened, and is not there."
    for thread, count in book.filled.items():
        if sum(seat.user < 0 for seat in by_thread[thread].seats) < count:
            yield f"{by_thread[thread].name}: a computer player has lost the seat."
    for thread, user in book.seated:
        if user not in {seat.user for seat in by_thread[thread].seats}:
            yield f"{by_thread[thread].name}: {user} had a seat."
    for thread in book.started:
        if not by_thread[thread].log:
            yield f"{by_thread[thread].name} had begun."
    for (thread, user), answers in book.done.items():
        if lost := _lost(by_thread[thread], user, answers):
            yield f"{by_thread[thread].name}: {user} was told '{lost}', which is not in the record."


def _lost(kept: Kept, user: int, answers: Sequence[str]) -> str:
    """Return the first answer to a user that no action in the record accounts for, in their order; "" if all do."""
    names, rules = {seat.id: seat.name for seat in kept.seats}, rules_of(kept.game.rules)
    own = (action for action in kept.log if action.user == user and action.via is Via.PLAYER)
    answered = (tuple(_answers(action, rules, names)) for action in own)
    return next((said for said in answers if not any(said.startswith(known) for known in answered)), "")


def _answers(action: ActionRecord, rules: Rules[Any], names: Mapping[str, str]) -> Iterator[str]:
    """Yield how what a player may have been told of an action begins, whatever was said below it."""
    yield f"✅ {telling.CHOSE}"  # whose choice had led to nothing yet
    events = action.happened()
    for turn in (False, True):
        for asked in ("", *(event.text for event in events if event.seats is not None and event.text)):
            whole = telling.to_actor(events, action.seat, rules, names, telling.Below(asked, turn))
            yield whole.removesuffix(f"\n{telling.SHORTENED}")  # which stands below what others have done since


# ---------------------------------------------------------------------- what stands on Discord


def _said(kept: Sequence[Kept], channels: Mapping[str, Sequence[Json]], verdict: Verdict) -> Iterator[str]:
    """Every message that went out stands there once, in order, and nothing else does."""
    promised = {row.page_nonce: (each, row) for each in kept for row in reversed(each.rows)}
    found: dict[str, Json] = {}
    for standing in channels.values():
        last: defaultdict[str, int] = defaultdict(int)
        for message in standing:
            nonce = str(message.get("nonce", ""))
            if not nonce:
                continue
            verdict.standing += 1
            if nonce.startswith("panel"):
                continue
            if nonce not in promised:
                yield f"A message that nobody promised ({nonce}): {message['content'][:80]}"
                continue
            each, row = promised[nonce]
            if row.id <= last[each.game.id]:
                yield f"{each.name}: {outbox.kind_of(row.payload)} {row.id} stands behind {last[each.game.id]}."
            last[each.game.id] = row.id
            found[nonce] = message
    for each in kept:
        over = {row.payload.message for row in each.rows if isinstance(row.payload, Answered) and _deletes(row.payload)}
        sent = [row for row in each.rows if row.outcome in SENT and row.message not in (None, *over)]
        for row in sent:
            if not isinstance(row.payload, Panel) and found.get(row.page_nonce, {}).get("id") != str(row.message):
                yield f"{each.name}: {outbox.kind_of(row.payload)} {row.id} went out, and is not there."
        yield from _stories(each, sent, found)
        yield from _panels(each, channels.get(str(each.game.thread), ()))


def _deletes(over: Answered) -> bool:
    """Tell whether a question was answered elsewhere by its player, who need not read it any more."""
    return over.call is not None and not over.how


def _stories(kept: Kept, sent: Sequence[OutboxRow], found: Mapping[str, Json]) -> Iterator[str]:
    """A message that was edited as the story went on tells each action once, in order."""
    roster = Roster(kept.game, kept.seats)
    stories: defaultdict[str, list[tuple[int, AnyPayload]]] = defaultdict(list)
    for row in sent:
        if row.page is not None:
            stories[row.page_nonce].append((row.version, row.payload))
    for nonce, told in stories.items():
        message = found.get(nonce, {})
        shown = message.get("content") or "".join(embed.get("description") or "" for embed in message.get("embeds", ()))
        if not shown.startswith(messages.page(told, (), roster).text):
            yield f"{kept.name}: the message {nonce} does not tell what it should: {shown[:80]}"


def _panels(kept: Kept, messages: Sequence[Json]) -> Iterator[str]:
    """Every thread has one panel, pinned."""
    pinned = [message["id"] for message in messages if message["pinned"]]
    standing = sum(str(message.get("nonce", "")).startswith("panel") for message in messages)
    if pinned != [str(kept.game.panel)]:
        yield f"{kept.name} has the panel {kept.game.panel}; pinned are {pinned}."
    if standing > 1:
        yield f"{kept.name} has {standing} panels."

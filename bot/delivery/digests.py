"""When a message may go to a person, by that person's wishes, and which are sent together as a digest. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256

from msgspec.structs import replace

from bot.delivery.deliveries import Item
from bot.model.people import Person, next_digest, when_to_send
from bot.store.payloads import (
    CLOSED,
    OVER,
    Answered,
    AnyPayload,
    Ask,
    Call,
    HeadsUp,
    Letter,
    Log,
    Notice,
    OutboxMessage,
    Overdue,
    Private,
    Reminder,
    Reworded,
)
from bot.store.rows import OutboxRow

MAX_DIGEST = 10
"""Messages that are sent together as one."""


def digest_nonce(items: Sequence[Item]) -> str:
    """Return what every send of these messages as one carries; other messages, another nonce."""
    return "p" + sha256(" ".join(item.nonce for item in items).encode()).hexdigest()[:20]


def send_after(payload: AnyPayload, person: Person | None, now: float) -> float:
    """Return from when a direct message may go out, by its receiver's settings."""
    if person is None:
        return now
    match payload:
        case Answered():
            return now
        case Ask(calls=calls):
            urgent = any(call.due is not None and call.due <= next_digest(person, now) for call in calls)
            return when_to_send(person, now, urgent=urgent)
        case Reminder() | Overdue():
            return when_to_send(person, now, urgent=True)
        case Letter(waits=True):
            return when_to_send(person, now)
        case Private() | Letter() | HeadsUp() | Notice():
            return when_to_send(person, now, news=True)
    return when_to_send(person, now)


def silenced(item: Item, people: Mapping[int, Person], now: float) -> frozenset[int]:
    """Return whom a message in the thread names, but must not ping now."""
    if item.user is not None:
        return frozenset()
    named = {user for call in asked_by(item.payload) if (user := item.users.get(call.seat)) is not None}
    named |= {*item.payload.heard} if isinstance(item.payload, Log) else set()
    return frozenset(user for user in named if send_after(item.payload, people.get(user), now) > now)


def asks_for_later(item: Item) -> list[OutboxMessage]:
    """Return the questions that those whom a message in the thread did not ping get by direct message later."""
    calls = [(item.users.get(call.seat), call) for call in asked_by(item.payload)]
    return [OutboxMessage(Ask((call,)), user) for user, call in calls if user in item.silent]


def closings_of(row: OutboxRow, message: int | None) -> list[OutboxMessage]:
    """Return what closes a question that was over before its message had arrived."""
    if message is None or not asked_by(row.payload):
        return []
    if row.user is None:
        return [OutboxMessage(Reworded(row.id))]
    calls = row.payload.calls[:1] if isinstance(row.payload, Ask) else ()
    return [OutboxMessage(Answered(message, call, OVER), row.user) for call in calls]


def closed(row: OutboxRow) -> OutboxRow:
    """Return a message of the thread as it is once its question is over."""
    asks = row.user is None and isinstance(row.payload, Ask | Reminder)
    return replace(row, payload=replace(row.payload, closed=CLOSED)) if asks else row


def asked_by(payload: AnyPayload) -> tuple[Call, ...]:
    """Return the questions of an ask or a reminder."""
    if isinstance(payload, Ask):
        return payload.calls
    return (payload.call,) if isinstance(payload, Reminder) else ()

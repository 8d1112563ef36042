"""The outbox: messages that wait in the database until they are delivered, and their outcomes."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import Row, bindparam, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.payloads import AnyPayload, Ask, Letter, Log, Nudge, OutboxMessage, Panel, Reminder, Reworded, Trouble
from bot.store.rows import DeliveryOutcome, OutboxRow
from bot.store.schema import outbox

_SELECT = select(outbox)

_WAITING = outbox.c.outcome.is_(None) & outbox.c.piled.is_(False)
"""Matches messages that are unsent and not held back by their receiver's quiet hours."""

_THESE = outbox.c.id.in_(bindparam("ids", expanding=True))
_OF_GAME = outbox.c.game == bindparam("of_game")
_HEAD = _SELECT.where(_OF_GAME, _WAITING).order_by(outbox.c.id).limit(1)
_FIRST = select(outbox.c.id, outbox.c.next_try).where(_OF_GAME, _WAITING).order_by(outbox.c.id).limit(1)
_WAITS = select(outbox.c.game, outbox.c.id, outbox.c.next_try).where(
    outbox.c.id.in_(select(func.min(outbox.c.id)).where(_WAITING).group_by(outbox.c.game))
)
_DIGESTS = (
    select(outbox.c.user, func.min(outbox.c.id).label("id"), func.min(outbox.c.next_try).label("due"))
    .where(outbox.c.outcome.is_(None), outbox.c.piled.is_(True))
    .group_by(outbox.c.user)
)
_PENDING = _SELECT.where(_OF_GAME, outbox.c.outcome.is_(None)).order_by(outbox.c.id)
_PENDING_OF = _PENDING.where(outbox.c.kind.in_(bindparam("kinds", expanding=True)))
_SUPERSEDE = (
    update(outbox)
    .where(_OF_GAME, outbox.c.outcome.is_(None), outbox.c.kind == bindparam("of_kind"))
    .values(outcome=DeliveryOutcome.SUPERSEDED, settled=bindparam("now"))
)
_ADD = insert(outbox)
_NEXT = _SELECT.where(_OF_GAME, _WAITING).order_by(outbox.c.id).limit(bindparam("most"))
_LAST_PAGE = (
    select(outbox.c.page)
    .where(_OF_GAME, outbox.c.user.is_(None), outbox.c.message.is_not(None), outbox.c.kind != bindparam("but_kind"))
    .order_by(outbox.c.id.desc())
    .limit(1)
)
_SAID = (
    _SELECT.where(outbox.c.page == bindparam("of_page"), outbox.c.outcome == DeliveryOutcome.DELIVERED)
    .order_by(outbox.c.id)
)  # fmt: skip
_LATEST = select(func.max(outbox.c.created)).where(_OF_GAME, outbox.c.kind.in_(bindparam("kinds", expanding=True)))
_SET_PAGE = update(outbox).where(_THESE).values(page=bindparam("on_page"))
_MOVE = update(outbox).where(_THESE).values(page=bindparam("on_page"), message=bindparam("to"))
_SETTLE = (
    update(outbox)
    .where(_THESE)
    .values(outcome=bindparam("became"), settled=bindparam("now"), message=bindparam("posted"))
)


_UNREAD = _SELECT.where(
    _OF_GAME,
    outbox.c.user == bindparam("of_user"),
    outbox.c.kind.in_(bindparam("kinds", expanding=True)),
    outbox.c.outcome == DeliveryOutcome.UNREACHABLE,
).order_by(outbox.c.id)


def kind_of(payload: AnyPayload | type[AnyPayload]) -> str:
    """Return the word for a kind of message."""
    return str(payload.__struct_config__.tag)


async def add(
    connection: AsyncConnection, game_id: str, version: int, messages: Sequence[OutboxMessage], now: float
) -> None:
    """Put messages into the outbox, in this order; a status panel supersedes an earlier one that has not gone out."""
    if any(isinstance(message.payload, Panel) for message in messages):
        await connection.execute(_SUPERSEDE, {"of_game": game_id, "of_kind": kind_of(Panel), "now": now})
    rows = [_row(game_id, version, message, now) for message in messages]
    if rows:
        await connection.execute(_ADD, rows)


def _row(game_id: str, version: int, message: OutboxMessage, now: float) -> dict[str, object]:
    return {
        "game": game_id,
        "version": version,
        "kind": kind_of(message.payload),
        "user": message.user,
        "payload": msgspec.json.encode(message.payload).decode(),
        "created": now,
        "attempts": 0,
        "next_try": now,
    }


async def head(connection: AsyncConnection, game_id: str) -> OutboxRow | None:
    """Return the next message of a game to send."""
    row = (await connection.execute(_HEAD, {"of_game": game_id})).one_or_none()
    return _read(row) if row else None


async def pending(connection: AsyncConnection, game_id: str, *kinds: str) -> list[OutboxRow]:
    """Return the messages of a game, of these kinds or of any, that have not gone out, in order."""
    query = (_PENDING_OF, {"of_game": game_id, "kinds": kinds}) if kinds else (_PENDING, {"of_game": game_id})
    return [_read(row) for row in await connection.execute(*query)]


async def latest(connection: AsyncConnection, game_id: str, *kinds: type[AnyPayload]) -> float:
    """Return when the last message of any of these kinds was put into the outbox of a game, 0 if none was."""
    asked = {"of_game": game_id, "kinds": [kind_of(kind) for kind in kinds]}
    return await connection.scalar(_LATEST, asked) or 0.0


class Head(NamedTuple):
    """The first message of a lane: its number, and from when on it may be tried."""

    row: int
    due: float


async def waiting(connection: AsyncConnection) -> dict[str, Head]:
    """Return the games with messages to deliver, each with its first."""
    return {row.game: Head(row.id, row.next_try) for row in await connection.execute(_WAITS)}


async def first(connection: AsyncConnection, game_id: str) -> Head | None:
    """Return the same for one game, None if nothing of it is to be delivered."""
    row = (await connection.execute(_FIRST, {"of_game": game_id})).one_or_none()
    return Head(row.id, row.next_try) if row else None


# ---------------------------------------------------------------- pages


async def next_of(connection: AsyncConnection, game_id: str, most: int) -> list[OutboxRow]:
    """Return the messages of a game that are next to go out, in order."""
    return [_read(row) for row in await connection.execute(_NEXT, {"of_game": game_id, "most": most})]


async def last_page(connection: AsyncConnection, game_id: str) -> list[OutboxRow]:
    """Return the rows that share the last message of a thread; empty if that is not a shared message."""
    page = await connection.scalar(_LAST_PAGE, {"of_game": game_id, "but_kind": kind_of(Panel)})
    return [] if page is None else await page_of(connection, page)


async def page_of(connection: AsyncConnection, page: int) -> list[OutboxRow]:
    """Return what has gone out of a page, in order."""
    return [_read(row) for row in await connection.execute(_SAID, {"of_page": page})]


async def set_page(connection: AsyncConnection, ids: Collection[int], page: int) -> None:
    """Set with which message others stand together, before they are sent: whoever tries again does the same."""
    await connection.execute(_SET_PAGE, {"ids": list(ids), "on_page": page})


async def move(connection: AsyncConnection, ids: Collection[int], page: int | None, message: int) -> None:
    """Note that what has gone out stands in another message now, as a page of this number."""
    await connection.execute(_MOVE, {"ids": list(ids), "on_page": page, "to": message})


async def let_go(connection: AsyncConnection, ids: Collection[int]) -> None:
    """Let messages stand together with no others, before they are sent."""
    await connection.execute(_SET_PAGE, {"ids": list(ids), "on_page": None})


async def let_all_go(connection: AsyncConnection, game_id: str) -> None:
    """Let whatever waits of a game stand together with nothing that has gone out: its thread is lost."""
    await connection.execute(update(outbox).where(outbox.c.game == game_id, _WAITING).values(page=None))


# ---------------------------------------------------------------- digests


async def hold_for_digest(connection: AsyncConnection, rows: Sequence[OutboxRow], until: float) -> None:
    """Hold messages for their receiver's digest until `until`."""
    change = update(outbox).where(outbox.c.id.in_([row.id for row in rows]))
    await connection.execute(change.values(piled=True, next_try=until))


async def digests(connection: AsyncConnection) -> dict[int, Head]:
    """Return the people for whom messages are held, each with the first and the time from which some may go out."""
    rows = await connection.execute(_DIGESTS)
    return {row.user: Head(row.id, row.due) for row in rows}


async def digest_of(connection: AsyncConnection, user: int) -> list[OutboxRow]:
    """Return the messages that are kept for somebody, in order."""
    query = _SELECT.where(outbox.c.user == user, outbox.c.outcome.is_(None), outbox.c.piled.is_(True))
    return [_read(row) for row in await connection.execute(query.order_by(outbox.c.id))]


async def release(connection: AsyncConnection, users: Collection[int], now: float) -> None:
    """Release the messages held for digests; the dispatcher holds those again that people still want held."""
    kept = outbox.c.user.in_(users) & outbox.c.outcome.is_(None) & outbox.c.piled.is_(True)
    await connection.execute(update(outbox).where(kept).values(piled=False, next_try=now))


async def try_by(connection: AsyncConnection, moment: float) -> None:
    """Let no message wait longer than to a moment: the machine's clock was put back to it."""
    which = outbox.c.outcome.is_(None) & outbox.c.piled.is_(False) & (outbox.c.next_try > moment)
    await connection.execute(update(outbox).where(which).values(next_try=moment))


async def hurry(connection: AsyncConnection, users: Collection[int], now: float) -> None:
    """Make the digests of people due now; the last thing that a transaction does.

    These are messages of other games, too. One at which another transaction is just at work is left to that, as if this
    had come first: two that waited for each other's messages would wait for ever.
    """
    if not users:
        return
    kept = outbox.c.user.in_(users) & outbox.c.outcome.is_(None) & outbox.c.piled.is_(True)
    free = select(outbox.c.id).where(kept, outbox.c.next_try > now).with_for_update(skip_locked=True)
    if ids := list(await connection.scalars(free)):
        await connection.execute(update(outbox).where(outbox.c.id.in_(ids)).values(next_try=now))


async def asked_in(connection: AsyncConnection, game_id: str, seat: str, user: int) -> OutboxRow | None:
    """Return the message that last asked a seat for a decision, in the thread or by direct message."""
    mine = (outbox.c.user == user) | outbox.c.user.is_(None)
    query = _SELECT.where(outbox.c.game == game_id, outbox.c.kind == kind_of(Ask), mine)
    query = query.where(outbox.c.message.is_not(None))
    for row in await connection.execute(query.order_by(outbox.c.id.desc()).limit(20)):
        found = _read(row)
        if isinstance(found.payload, Ask) and any(call.seat == seat for call in found.payload.calls):
            return found
    return None


async def open_questions(connection: AsyncConnection, game_id: str) -> list[OutboxRow]:
    """Return the last questions that stand in direct messages of their own and have not been closed, the newest first.

    Those of a digest stand in a message with others, which asks nothing itself.
    """
    return await _open(connection, game_id, kind_of(Ask))


async def open_letters(connection: AsyncConnection, game_id: str) -> list[OutboxRow]:
    """Return the last letters that stand in direct messages of their own and have not been closed, the newest first."""
    return await _open(connection, game_id, kind_of(Letter))


async def _open(connection: AsyncConnection, game_id: str, kind: str) -> list[OutboxRow]:
    alone = outbox.c.user.is_not(None) & outbox.c.message.is_not(None) & outbox.c.page.is_(None)
    asked = (outbox.c.game == game_id) & (outbox.c.kind == kind) & alone
    query = _SELECT.where(asked, outbox.c.outcome == DeliveryOutcome.DELIVERED)
    return [_read(row) for row in await connection.execute(query.order_by(outbox.c.id.desc()).limit(20))]


async def asked_openly(connection: AsyncConnection, game_id: str) -> list[OutboxRow]:
    """Return the last messages of the thread that ask somebody, the newest first."""
    asked = outbox.c.kind.in_([kind_of(Ask), kind_of(Reminder)]) & outbox.c.user.is_(None)
    there = (outbox.c.outcome == DeliveryOutcome.DELIVERED) & outbox.c.message.is_not(None)
    query = _SELECT.where(outbox.c.game == game_id, asked, there).order_by(outbox.c.id.desc())
    return [_read(row) for row in await connection.execute(query.limit(MOST_ASKED))]


MOST_ASKED = 12
"""Messages of a thread that are looked at for questions that are over."""


async def rewrite(connection: AsyncConnection, row: OutboxRow) -> None:
    """Keep what a message says from now on."""
    text = msgspec.json.encode(row.payload).decode()
    await connection.execute(update(outbox).where(outbox.c.id == row.id).values(payload=text))


async def together_with(connection: AsyncConnection, row_id: int) -> list[OutboxRow]:
    """Return what stands in the same message of the thread as a row, in order; nothing if it stands nowhere."""
    found = (await connection.execute(_SELECT.where(outbox.c.id == row_id))).one_or_none()
    row = _read(found) if found else None
    if row is None or row.message is None:
        return []
    return [row] if row.page is None else await page_of(connection, row.page)


async def note_answered(connection: AsyncConnection, ids: Collection[int]) -> None:
    """Note that the questions of messages are over."""
    if ids:
        await connection.execute(update(outbox).where(outbox.c.id.in_(ids)).values(outcome=DeliveryOutcome.ANSWERED))


# ---------------------------------------------------------------- history


async def history(connection: AsyncConnection, game_id: str) -> list[OutboxRow]:
    """Return every message of a game, delivered or not, in order."""
    rows = await connection.execute(_SELECT.where(outbox.c.game == game_id).order_by(outbox.c.id))
    return [_read(row) for row in rows]


async def lookers(connection: AsyncConnection, game_id: str) -> set[int]:
    """Return the users who were told something hidden of a game, and so may take no seat in it."""
    told = outbox.c.payload.contains('"looked":true', autoescape=True)
    rows = await connection.execute(_SELECT.where(outbox.c.game == game_id, outbox.c.user.is_not(None), told))
    found = [_read(row) for row in rows]
    return {row.user for row in found if row.user and isinstance(row.payload, Trouble) and row.payload.looked}


async def set_outcome(
    connection: AsyncConnection, ids: Collection[int], outcome: DeliveryOutcome, now: float, message: int | None = None
) -> None:
    """Set what became of messages, and the id that Discord gave to one delivered."""
    if ids:
        change = {"ids": list(ids), "became": outcome, "now": now, "posted": message}
        await connection.execute(_SETTLE, change)


async def outcome_of(connection: AsyncConnection, row_id: int) -> str | None:
    """Return what became of a message; None while it waits, or is under way."""
    found: str | None = await connection.scalar(select(outbox.c.outcome).where(outbox.c.id == row_id))
    return found


async def postpone(connection: AsyncConnection, row: OutboxRow, next_try: float) -> None:
    """Count an attempt that failed, and set when to try again."""
    change = update(outbox).where(outbox.c.id == row.id)
    await connection.execute(change.values(attempts=row.attempts + 1, next_try=next_try))


async def revive(connection: AsyncConnection, game_id: str, outcome: DeliveryOutcome, now: float) -> None:
    """Try again what could not go out (`outcome` says why), but for status panels: there will be a newer one."""
    kept = update(outbox).where(outbox.c.game == game_id, outbox.c.outcome == outcome)
    dated = {"outcome": DeliveryOutcome.SUPERSEDED, "settled": now}
    fresh = {"outcome": None, "settled": None, "attempts": 0, "next_try": now, "page": None}
    await connection.execute(kept.where(outbox.c.kind == kind_of(Panel)).values(dated))
    await connection.execute(kept.values(fresh))


async def first_homeless(connection: AsyncConnection, game_id: str) -> OutboxRow | None:
    """Return the first message of a game that found no thread to go to; an edit of one does not look for a thread."""
    homeless = (outbox.c.game == game_id) & (outbox.c.outcome == DeliveryOutcome.HOMELESS)
    homeless &= outbox.c.kind != kind_of(Reworded)
    row = (await connection.execute(_SELECT.where(homeless).order_by(outbox.c.id).limit(1))).one_or_none()
    return _read(row) if row else None


async def unread(connection: AsyncConnection, game_id: str, user: int, *kinds: str) -> list[OutboxRow]:
    """Return the direct messages of these kinds that a user has refused and not yet read on a panel."""
    found = await connection.execute(_UNREAD, {"of_game": game_id, "of_user": user, "kinds": kinds})
    return [_read(row) for row in found]


async def logged_since_nudge(connection: AsyncConnection, game_id: str, user: int) -> list[OutboxRow] | None:
    """Return what the thread has told of a game since a user was last pointed there to a letter; None for never."""
    nudges = _SELECT.where(outbox.c.game == game_id, outbox.c.kind == kind_of(Nudge)).order_by(outbox.c.id.desc())
    rows = [_read(row) for row in await connection.execute(nudges.limit(50))]
    last = next((row.id for row in rows if isinstance(row.payload, Nudge) and row.payload.user == user), None)
    if last is None:
        return None
    told = _SELECT.where(outbox.c.game == game_id, outbox.c.kind == kind_of(Log), outbox.c.id > last)
    return [_read(row) for row in await connection.execute(told.order_by(outbox.c.id))]


async def contains(connection: AsyncConnection, game_id: str, version: int, payload: AnyPayload) -> bool:
    """Tell whether exactly this is in the outbox already for that version of a game."""
    text = msgspec.json.encode(payload).decode()
    query = select(outbox.c.id).where(outbox.c.game == game_id, outbox.c.version == version, outbox.c.payload == text)
    return (await connection.scalar(query.limit(1))) is not None


def _read(row: Row[tuple[object, ...]]) -> OutboxRow:
    raw = {str(name): value for name, value in row._mapping.items()}
    raw["payload"] = msgspec.json.decode(raw["payload"], type=AnyPayload)
    return msgspec.convert(raw, OutboxRow)

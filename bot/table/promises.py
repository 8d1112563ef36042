"""What a commit promises: which messages, asks and deadlines follow from an action. Pure: it only looks and decides."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass

from msgspec.structs import replace

from bot.store.payloads import (
    Ask,
    Call,
    HeadsUp,
    Log,
    Notice,
    Overdue,
    Panel,
    Picture,
    Private,
    Promise,
    Reminder,
    Reveal,
    Tale,
)
from bot.store.rows import Opening, OutboxRow, SeatClock, Timer, TimerKind, Via
from bot.table import pacing
from bot.table.pacing import Facts
from bot.table.sitting import Deed, Key, Past, Sitting
from engine.core.actions import MASTER, Rewind
from engine.core.events import Event
from engine.core.table import Outcome, Table

PAGE = 1800
"""Characters of one log message, so that headings and marks still fit into Discord's 2000."""

NAME = 34
"""Characters that a seat's name may take in place of `{seat}`."""

MAP = "map"
"""The picture of the whole position, shown last."""

_SEAT = re.compile(r"\{[a-z0-9_]+\}")

NOTHING_KNOWN = Facts()

NOBODY = Deed("", Opening((), {}), None, Via.MASTER)
"""What is promised without a deed: everybody is asked anew."""


@dataclass(frozen=True)
class Agenda:
    """What a commit leaves to be done: `promises` in order, `timers` to run, `dropped` outbox rows outdated by it.

    `clocks` are the seats whose use of time has changed, `asked` those people who are asked for something new.
    """

    promises: list[Promise]
    timers: list[Timer]
    dropped: list[int]
    clocks: list[SeatClock]
    asked: list[int]


def agenda(
    sitting: Sitting, promises: Sequence[Promise], past: Past, deed: Deed, now: float, facts: Facts = NOTHING_KNOWN
) -> Agenda:
    """Return what is left to do after a deed.

    The seat that answered begins anew. If its player did so in person, the answer shows what comes next: no ask is
    sent.
    """
    waiting = calls(sitting.table)
    answered = deed.seat if deed.answers else ""
    timers = pacing.timers_after(sitting, waiting, past.running, answered, facts, now)
    known = {call.key for call in past.waiting if call.seat != deed.seat}
    fresh = [call for call in waiting if call.key not in known and call.seat != deed.own]
    fresh = [told_of(sitting, call, timers) for call in fresh if not sitting.regent_of(call.seat)]
    asked, dropped = asks(sitting, fresh, past.pending, known & {call.key for call in waiting})
    panel = [Promise(Panel())] if deed is not NOBODY or fresh or _limits(timers) != _limits(past.running) else []
    return Agenda(
        [*promises, *panel, *asked, *heads_up(sitting, past, facts)],
        timers,
        dropped,
        pacing.clocks_after(sitting, past.running, timers, deed, facts, now),
        [user for call in fresh if (user := sitting.user_of(call.seat)) is not None],
    )


def _limits(running: Sequence[Timer]) -> set[tuple[Key, float]]:
    return {(timer.key, timer.due) for timer in running if timer.kind is TimerKind.DEADLINE}


def calls(table: Table) -> list[Call]:
    """Return the decisions that a table waits for: one of each seat, and all that happens when its time is over."""
    found: dict[Key, Call] = {}
    asked: set[str] = set()
    for request in table.requests():
        if request.seat == MASTER or request.seat not in asked:
            asked.add(request.seat)
            said = (request.seat, request.decision, request.prompt, request.secret, request.together)
            call = Call(*said, hours=request.hours)
            found.setdefault(call.key, call)
    return list(found.values())


def told_of(sitting: Sitting, call: Call, running: Sequence[Timer]) -> Call:
    """Return a question with its deadline among the `running` timers, and with what happens then."""
    limit = (timer.due for timer in running if timer.key == call.key and timer.kind is TimerKind.DEADLINE)
    request = sitting.table.request(call.seat)
    due = next(limit, None)
    return replace(call, due=due, fallback=pacing.fallback(sitting, request) if request and due is not None else "")


def heads_up(sitting: Sitting, past: Past, facts: Facts) -> list[Promise]:
    """Return the message to who wants to know that he is next, when that is news."""
    seat = "" if sitting.table.result else sitting.table.rules.upcoming(sitting.table.game)
    person = facts.people.get(sitting.user_of(seat) or 0)
    if not seat or seat == past.upcoming or person is None or not person.heads_up or sitting.regent_of(seat):
        return []
    return [Promise(HeadsUp(seat), person.user)]


# ---------------------------------------------------------------- messages


def told(sitting: Sitting, outcome: Outcome, deed: Deed) -> list[Promise]:
    """Return the log lines, hidden news and the picture that follow from an outcome."""
    public = [event for event in outcome.events if event.seats is None]
    promises = [Promise(page) for page in pages(public, deed.heading)]
    promises += hidden(sitting, outcome.events)
    if deed.whisper:
        promises.append(Promise(Notice(deed.whisper), deed.user))
    called_for = sitting.table.rules.pictures
    calling = [event for event in public if event.kind in called_for]
    promises += [Promise(Picture(called_for[event.kind], (event,))) for event in calling if event.report]
    if sitting.table.result is None:
        shown = [called_for[event.kind] for event in calling if not event.report]
        promises += [Promise(Picture(kind)) for kind in sorted(set(shown), key=MAP.__eq__)]
        if _calls_for_a_map(deed) and MAP not in shown:
            promises.append(Promise(Picture(MAP)))
    return promises


def _calls_for_a_map(deed: Deed) -> bool:
    """Whether everybody should see the map anew: at the opening, and where others than its player undo something."""
    return deed.via is Via.OPENING or (isinstance(deed.action, Rewind) and deed.via is not Via.PLAYER)


def announced(events: Sequence[Event]) -> list[Promise]:
    """Return what else everybody is told."""
    return [Promise(Log(tuple(events)))] if events else []


def ending(sitting: Sitting, words: dict[str, str]) -> list[Promise]:
    """Return what is shown once a game is over: the last map, the secret behind the dice, the whole story."""
    result = sitting.table.result
    assert result is not None
    game = sitting.game
    reveal = Reveal(game.secret, game.commitment, words, result.winners, result.reason)
    return [Promise(Picture(MAP)), Promise(reveal), *(Promise(Tale(kind)) for kind in sitting.table.rules.keepsakes)]


def hidden(sitting: Sitting, events: Sequence[Event]) -> Iterator[Promise]:
    """Yield the direct messages: to each seat, the events that not everybody may know."""
    for seat in sitting.table.seats:
        user = sitting.user_of(seat)
        own = [event for event in events if event.seats is not None and seat in event.seats]
        if user is not None:
            yield from (Promise(Private(seat, page.events), user) for page in pages(own))


def pages(events: Sequence[Event], heading: str = "") -> Iterator[Log]:
    """Yield the events with a text in log messages that Discord can hold."""
    page: list[Event] = []
    room = PAGE - _length(heading)
    for event in (event for event in events if event.text):
        need = _length(event.text) + len(event.rule) + 4
        if page and need > room:
            yield Log(tuple(page), heading)
            page, heading, room = [], "", PAGE
        page.append(event)
        room -= need
    if page or heading:
        yield Log(tuple(page), heading)


def _length(text: str) -> int:
    return len(_SEAT.sub("x" * NAME, text))


# ---------------------------------------------------------------- asks


def asks(
    sitting: Sitting, fresh: Iterable[Call], pending: Sequence[OutboxRow], still: Set[Key]
) -> tuple[list[Promise], list[int]]:
    """Return the asks to promise, and the undelivered rows that they or the game's progress make pointless.

    `pending` are the undelivered asks and reminders, `still` the questions that were open before and are yet. What
    is asked in the thread goes into one message, with what an outdated message would still have asked.
    """
    outdated = [row for row in pending if any(call.key not in still for call in _calls_of(row))]
    left_over = [
        call
        for row in outdated
        if isinstance(row.payload, Ask) and row.user is None
        for call in row.payload.calls
        if call.key in still
    ]
    public: dict[Key, Call] = {call.key: call for call in left_over}
    promises: list[Promise] = []
    for call in (call for call in fresh if not sitting.regent_of(call.seat)):
        user = sitting.user_of(call.seat)
        if call.secret and user is not None:
            promises.append(Promise(Ask((call,)), user))
        elif user is not None:
            public[call.key] = call
    if public:
        promises.append(Promise(Ask(tuple(public.values()))))
    return promises, [row.id for row in outdated]


def _calls_of(row: OutboxRow) -> tuple[Call, ...]:
    if isinstance(row.payload, Ask):
        return row.payload.calls
    return (row.payload.call,) if isinstance(row.payload, Reminder | Overdue) else ()

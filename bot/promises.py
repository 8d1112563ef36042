"""What a commit promises: which messages, asks and deadlines follow from an action. Pure: it only looks and decides."""

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass

from msgspec.structs import replace

from bot.errors import Refused
from bot.store.payloads import Ask, Call, Log, Panel, Picture, Private, Promise, Reminder, Reveal
from bot.store.records import GameRecord, Opening, OutboxRow, SeatRecord, Timer, TimerKind, Via
from engine.core.actions import MASTER, Action, Rewind
from engine.core.events import Event
from engine.core.table import Outcome, Table

HOUR = 3600.0
PAGE = 1800
"""Characters of one log message, so that headings and marks still fit into Discord's 2000."""

NAME = 34
"""Characters that a seat's name may take in place of `{seat}`."""

MAP = "map"
"""The picture of the whole position, shown last."""

_SEAT = re.compile(r"\{[a-z0-9_]+\}")

Key = tuple[str, str]


@dataclass(frozen=True)
class Deed:
    """An action with the seat that it is for, the person behind it and how it came about.

    The opening of a game is a deed as well, of no seat. `vacated` is the seat whose player leaves by it, `seated` the
    new seat of a player who joins late.
    """

    seat: str
    action: Action | Opening
    user: int | None
    via: Via
    vacated: str = ""
    seated: SeatRecord | None = None

    @property
    def own(self) -> str:
        """The seat whose player has just acted in person, "" if it was somebody else's hand."""
        return self.seat if self.via is Via.PLAYER else ""

    @property
    def heading(self) -> str:
        """What the log says of an action that was not a player's own."""
        if self.via is Via.DEADLINE and self.seat == MASTER:
            return "The time for this is over."
        if self.via is Via.DEADLINE:
            return f"The deadline has passed: the default is taken for {{{self.seat}}}."
        if self.via is Via.MASTER:
            return "The game master overrules." if self.seat == MASTER else f"The game master acts for {{{self.seat}}}."
        if self.via is Via.CONSENT:
            return "The players have agreed on it."
        if isinstance(self.action, Rewind):
            return "An action is taken back."
        return f"The regent decides for {{{self.seat}}}." if self.via is Via.REGENT else ""


NOBODY = Deed("", Opening((), {}), None, Via.MASTER)
"""What is promised without a deed: everybody is asked anew."""


@dataclass(frozen=True)
class Sitting:
    """A game with its players and its live table, held under the game's lock."""

    game: GameRecord
    seats: tuple[SeatRecord, ...]
    table: Table

    @property
    def names(self) -> dict[str, str]:
        """Return the players' names by seat."""
        return {holder.id: holder.name for holder in self.seats}

    def seat_of(self, user: int) -> str:
        """Return the seat that a user holds; raises Refused if there is none."""
        for holder in self.seats:
            if holder.user == user and holder.left is None:
                return holder.id
        raise Refused(f"You have no seat in {self.game.title}; only its players can do that.")

    def check_master(self, user: int) -> None:
        """Raise Refused unless `user` is the game master."""
        if user != self.game.owner:
            raise Refused(f"Only the game master of {self.game.title} can do that; ask the game master.")

    def user_of(self, seat: str) -> int | None:
        """Return the person who holds a seat, None for a vacant one or a computer player's."""
        return next((holder.user for holder in self.seats if holder.id == seat and holder.human), None)

    def regent_of(self, seat: str) -> str:
        """Return the computer player that decides for a seat, "" where its player does."""
        return next((holder.regent for holder in self.seats if holder.id == seat and holder.left is None), "")


def plays(seats: Iterable[SeatRecord], user: int) -> bool:
    """Tell whether a person has a seat, and so may not be told what is hidden."""
    return any(seat.user == user and seat.left is None for seat in seats)


@dataclass(frozen=True)
class Past:
    """What was open before an action: the decisions waited for, their undelivered asks, the timers running."""

    waiting: Sequence[Call] = ()
    pending: Sequence[OutboxRow] = ()
    running: Sequence[Timer] = ()


@dataclass(frozen=True)
class Agenda:
    """What a commit leaves to be done: `promises` in order, `timers` to run, `dropped` outbox rows outdated by it."""

    promises: list[Promise]
    timers: list[Timer]
    dropped: list[int]


def agenda(sitting: Sitting, promises: Sequence[Promise], past: Past, deed: Deed, now: float) -> Agenda:
    """Return what is left to do after a deed.

    The seat that acted begins anew. If its player did so in person, the answer shows what comes next: no ask is sent.
    """
    waiting = calls(sitting.table)
    running = [timer for timer in past.running if timer.seat == MASTER or timer.seat != deed.seat]
    timers = deadlines(sitting, waiting, running, now)
    due = {timer.seat: timer.due for timer in timers if timer.kind is TimerKind.DEADLINE}
    known = {call.key for call in past.waiting if call.seat != deed.seat}
    fresh = [call for call in waiting if call.key not in known and call.seat != deed.own]
    fresh = [replace(call, due=due.get(call.seat)) for call in fresh]
    asked, dropped = asks(sitting, fresh, past.pending, known & {call.key for call in waiting})
    return Agenda([*promises, Promise(Panel()), *asked], timers, dropped)


def calls(table: Table) -> list[Call]:
    """Return the decisions that a table waits for, one of each seat."""
    found: dict[str, Call] = {}
    for request in table.requests():
        asked = (request.seat, request.decision, request.prompt, request.secret, request.together)
        call = Call(*asked, hours=request.hours)
        found.setdefault(request.seat, call)
    return list(found.values())


# ---------------------------------------------------------------- messages


def told(sitting: Sitting, outcome: Outcome, deed: Deed) -> list[Promise]:
    """Return the log lines, hidden news and the picture that follow from an outcome."""
    public = [event for event in outcome.events if event.seats is None]
    promises = [Promise(page) for page in pages(public, deed.heading)]
    promises += hidden(sitting, outcome.events)
    called_for = sitting.table.rules.pictures
    calling = [event for event in public if event.kind in called_for]
    promises += [Promise(Picture(called_for[event.kind], (event,))) for event in calling if event.report]
    if sitting.table.result is None:
        shown = [called_for[event.kind] for event in calling if not event.report]
        promises += [Promise(Picture(kind)) for kind in sorted(set(shown), key=MAP.__eq__)]
        if deed.via is Via.OPENING and MAP not in shown:
            promises.append(Promise(Picture(MAP)))
    return promises


def ending(sitting: Sitting, words: dict[str, str]) -> list[Promise]:
    """Return what is shown once a game is over: the last picture, and the secret behind the dice."""
    result = sitting.table.result
    assert result is not None
    game = sitting.game
    reveal = Reveal(game.secret, game.commitment, words, result.winners, result.reason)
    return [Promise(Picture(MAP)), Promise(reveal)]


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
    return (row.payload.call,) if isinstance(row.payload, Reminder) else ()


def reminder(sitting: Sitting, call: Call, running: Sequence[Timer]) -> Promise:
    """Return the reminder of an open question, with the deadline that is `running` for it."""
    due = next((timer.due for timer in running if timer.seat == call.seat and timer.kind is TimerKind.DEADLINE), None)
    return Promise(Reminder(replace(call, due=due)), sitting.user_of(call.seat) if call.secret else None)


# ---------------------------------------------------------------- deadlines


def deadlines(sitting: Sitting, waiting: Sequence[Call], running: Sequence[Timer], now: float) -> list[Timer]:
    """Return the timers to run: a question with `running` ones keeps them; a vacant seat is given no time."""
    kept: dict[Key, list[Timer]] = {}
    for timer in running:
        kept.setdefault((timer.seat, timer.decision), []).append(timer)
    people = [call for call in waiting if not sitting.regent_of(call.seat)]
    return [timer for call in people for timer in kept.get(call.key) or _fresh_timers(sitting, call, now)]


def _fresh_timers(sitting: Sitting, call: Call, now: float) -> list[Timer]:
    game = sitting.game
    whole = (game.deadline_hours if call.hours is None else call.hours) * HOUR
    deadline = Timer(game=game.id, seat=call.seat, kind=TimerKind.DEADLINE, decision=call.decision, due=now + whole)
    if call.seat == MASTER:
        return [deadline]
    if sitting.user_of(call.seat) is None:
        return [replace(deadline, due=now)]
    return [replace(deadline, kind=TimerKind.REMINDER, due=now + whole / 2), deadline] if whole else []

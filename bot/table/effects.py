"""The effects of an action: messages, questions and timers. Pure: it decides, and writes nothing."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from msgspec.structs import replace

from bot import texts
from bot.store.payloads import (
    CLOSED,
    DECIDED,
    MAP,
    OVER,
    Answered,
    Ask,
    Call,
    Ending,
    HeadsUp,
    Letter,
    Log,
    Notice,
    OutboxMessage,
    Overdue,
    Panel,
    Picture,
    Private,
    Reminder,
    Reworded,
    ToThread,
    answered_by,
)
from bot.store.rows import ActionRecord, Opening, OutboxRow, SeatClock, Telling, Timer, TimerKind, Via
from bot.table import log_view, planning, telling, timekeeping
from bot.table.live_game import LiveGame
from bot.table.submission import Submission
from bot.table.timekeeping import Facts
from engine.core import dealings
from engine.core.actions import MASTER, Annotate, DropAnnotation, HouseRule, Note, Proposal, Rewind
from engine.core.events import Event, seats_in
from engine.core.rules import Rules
from engine.core.table import Outcome, Table

PAGE_CHARS = 1800
"""Characters of one log message, so that headings and marks still fit into Discord's 2000."""

NAME_CHARS = 34
"""Characters that a seat's name may take in place of `{seat}`."""

_SEAT = re.compile(r"\{[a-z0-9_]+\}")

QuestionKey = tuple[str, str]
"""A seat and the id of a decision: see Call.key."""

HEARD = (HouseRule, Annotate, DropAnnotation)
"""The kinds of events that ping everybody at the table."""

HANDS = ("edit", "noted")
"""The kinds of events that tell what a game master has changed, or has put on record."""

NO_FACTS = Facts()

ASK_ANEW = Submission("", Opening((), {}), None, Via.MASTER)
"""Stands for no submission: all open questions are asked again."""


@dataclass(frozen=True)
class Past:
    """The open questions and messages of a game before an action."""

    waiting: Sequence[Call] = ()
    """The decisions that it waited for."""
    upcoming: str = ""
    """The seat that was next, "" for none."""
    round: str = ""
    """The round that was played, in words; "" for none."""
    proposed: Mapping[str, Collection[str]] | None = None
    """The open proposals by the seats that could read them; None if not needed."""
    pending: Sequence[OutboxRow] = ()
    """Asks and reminders that have not gone out."""
    running: Sequence[Timer] = ()
    asked_alone: Sequence[OutboxRow] = ()
    """The questions that stand open in direct messages, the newest first, where one of them may be over."""
    letters: Sequence[OutboxRow] = ()
    """The letters that stand open in direct messages, the newest first, where one of them may be over."""
    asked_openly: Sequence[OutboxRow] = ()
    """The last messages of the thread that ask somebody, the newest first, where one of them may have changed."""


@dataclass(frozen=True)
class Agenda:
    """The messages, timers and clocks that a commit has to write."""

    messages: list[OutboxMessage]
    """The messages, in order."""
    timers: list[Timer]
    """Exactly those that run from now on."""
    dropped: list[int]
    """Rows of the outbox that need not go out any more."""
    clocks: list[SeatClock]
    """The seats whose use of time has changed, with it as it is now."""
    asked: list[int]
    """The people who are asked for something new."""
    answered: list[int]
    """Rows of the outbox that asked in secret, or proposed, what is over now."""
    reworded: list[OutboxRow]
    """Messages of the thread that ask somebody, as they are to be edited."""


def agenda(
    live: LiveGame,
    first: Sequence[OutboxMessage],
    past: Past,
    submission: Submission,
    now: float,
    facts: Facts = NO_FACTS,
) -> Agenda:
    """Return the agenda after a submission; the `first` messages follow from its outcome.

    The time of the seat that answered begins anew. If its player did so in person, no ask is sent to it: the answer to
    the player shows what comes next in the turn. Whoever has ended a turn may have put the phone away, and is asked for
    what comes in the next one. Where a player takes back what they have answered, the question of the thread is
    open again.
    """
    waiting = calls(live.table)
    answered = submission.seat if submission.answers else ""
    timers = timekeeping.timers_after(live, waiting, past.running, answered, facts, now)
    known = {call.key for call in past.waiting if call.seat != submission.seat}
    again = reopened(live, past, submission, waiting, timers)
    known |= again.keys()
    told = (event for message in first if isinstance(message.payload, Log) for event in message.payload.events)
    present = "" if telling.turns(told, live.table.rules) else submission.own_seat
    fresh = [call for call in waiting if call.key not in known and call.seat != present]
    fresh = [with_deadline(live, call, timers) for call in fresh if not answered_without_asking(live, call, facts)]
    asked, dropped = asks(live, fresh, past.pending, known & {call.key for call in waiting})
    changed = submission is not ASK_ANEW or fresh or _limits(timers) != _limits(past.running)
    panel = [OutboxMessage(Panel())] if changed else []
    over = list(answered_alone(live, past, submission, {call.key for call in waiting}))
    done = letters_over(live, past)
    reworded = [*again.values(), *answered_openly(past, submission, {call.key for call in waiting})]
    return Agenda(
        [
            *first,
            *closings(over, submission),
            *letter_closings(done, submission),
            *letters(live, past),
            *asked,
            *(OutboxMessage(Reworded(row.id)) for row in reworded),
            *panel,
            *heads_up(live, past, facts),
        ],
        timers,
        dropped,
        timekeeping.clocks_after(live, past.running, timers, submission, facts, now),
        [user for call in fresh if (user := live.user_of(call.seat)) is not None],
        [row.id for row in (*(row for row, _ in over), *done)],
        reworded,
    )


def answered_without_asking(live: LiveGame, call: Call, facts: Facts) -> bool:
    """Tell whether nobody need be asked: a regent decides, or a plan is looked at that answers at once if it fits."""
    if live.regent_of(call.seat):
        return True
    fitting = planning.plans_for(live, call, facts.plans) if live.game.paused is None else []
    return bool(fitting) and planning.at_once(live, call, fitting)


def _limits(running: Sequence[Timer]) -> set[tuple[QuestionKey, float]]:
    return {(timer.key, timer.due) for timer in running if timer.kind is TimerKind.DEADLINE}


def calls(table: Table) -> list[Call]:
    """Return the decisions that a table waits for: one of each seat, and all that happens when its time is over."""
    open_calls: dict[QuestionKey, Call] = {}
    asked: set[str] = set()
    for request in table.requests():
        if request.seat == MASTER or request.seat not in asked:
            asked.add(request.seat)
            said = (request.seat, request.decision, request.prompt, request.secret, request.together)
            call = Call(*said, hours=request.hours)
            open_calls.setdefault(call.key, call)
    return list(open_calls.values())


def with_deadline(live: LiveGame, call: Call, running: Sequence[Timer]) -> Call:
    """Return a question with its deadline among the `running` timers, and with what happens then."""
    limit = (timer.due for timer in running if timer.key == call.key and timer.kind is TimerKind.DEADLINE)
    request = live.table.request(call.seat)
    due = next(limit, None)
    return replace(call, due=due, fallback=timekeeping.fallback(live, request) if request and due is not None else "")


def heads_up(live: LiveGame, past: Past, facts: Facts) -> list[OutboxMessage]:
    """Return the message to a player who wants to know that they are next, if that is news."""
    seat = "" if live.table.result else live.table.rules.pace.next_seat(live.table.game)
    person = facts.people.get(live.user_of(seat) or 0)
    if not seat or seat == past.upcoming or person is None or not person.heads_up or live.regent_of(seat):
        return []
    return [OutboxMessage(HeadsUp(seat), person.user)]


# ---------------------------------------------------------------- messages


def rounded(live: LiveGame, past: Past) -> bool:
    """Tell whether a round is over, or the game."""
    return live.table.result is not None or past.round not in ("", live.table.rules.pace.round(live.table.game))


def outcome_messages(
    live: LiveGame, outcome: Outcome, submission: Submission, *, rounded: bool = False
) -> list[OutboxMessage]:
    """Return the hidden news, and the log lines with their pictures; a round that is over says who leads."""
    public = [event for event in outcome.events if event.seats is None]
    messages = [*private_messages(live, outcome.events, submission.own_seat)]
    if submission.private_note:
        messages.append(OutboxMessage(Notice(submission.private_note), submission.user))
    if live.game.telling is Telling.EVERYTHING:
        told = list(_everything(live, public, submission))
    else:
        told = list(_chapters(live, public, submission, rounded=rounded))
    if submission.via is Via.MASTER and submission.user is not None:
        told = [replace(payload, ruled=True) if isinstance(payload, Log) else payload for payload in told]
    hears = _heard(live, outcome.events, submission)
    first = next((place for place, payload in enumerate(told) if isinstance(payload, Log)), None)
    if hears and first is not None:
        told[first] = replace(told[first], heard=hears)
    return [*messages, *(OutboxMessage(payload) for payload in told)]


def _heard(live: LiveGame, events: Sequence[Event], submission: Submission) -> tuple[int, ...]:
    """Return the people to ping for an action: those whom a game master's edit concerns, and all for house rules."""
    if isinstance(submission.action, HEARD):
        return tuple(dict.fromkeys(seat.user for seat in live.seats if seat.human and seat.user != submission.user))
    masterly = submission.via is Via.MASTER and submission.user is not None
    return _concerned(live, events, submission) if masterly else ()


def _concerned(live: LiveGame, events: Sequence[Event], submission: Submission) -> tuple[int, ...]:
    """Return the people to notify of a game master's action, without the game master.

    They are those for whose seat it was done, whose seats or hidden things it names, and everybody where it names none.
    What leaves the game as it is, such as a pause, concerns those alone whom it names.
    """
    action = submission.action
    if submission.seat in live.table.seats:
        seats = {submission.seat}
    else:
        told = [event for event in events if event.kind in HANDS]
        seats = {seat for event in told for seat in (*(event.seats or ()), *event.subjects, *seats_in(event.text))}
        if not seats.intersection(live.table.seats) and not (isinstance(action, Note) and not action.looked):
            seats = {*live.table.seats}
    users = (live.user_of(seat) for seat in live.table.seats if seat in seats)
    return tuple(dict.fromkeys(user for user in users if user is not None and user != submission.user))


def _everything(live: LiveGame, public: Sequence[Event], submission: Submission) -> Iterator[ToThread]:
    """Yield a message for all that an action has brought, and the pictures that its events call for."""
    rules = live.table.rules
    yield from pages(public, heading(live, submission))
    yield from _cards(public, rules)
    yield from (Picture(kind) for kind in sorted(_called_for(public, rules) - {MAP}))
    if live.table.result is None and (_calls_for_a_map(submission) or _ends_a_phase(public, rules)):
        yield Picture(MAP)


def _chapters(live: LiveGame, public: Sequence[Event], submission: Submission, *, rounded: bool) -> Iterator[ToThread]:
    """Yield the same chapter by chapter, with the map at the end of each that closes; `rounded` ones say who leads."""
    rules, over = live.table.rules, live.table.result is not None
    parts = telling.parts(public, rules)
    last = max((place for place, part in enumerate(parts) if part.closes), default=-1)
    title, computer = heading(live, submission), live.computer_of(submission.seat)
    for place, part in enumerate(parts):
        ended = tuple(telling.phases(part.events, rules))
        shows = place == last and not over and not (computer and telling.is_quiet(part, rules))
        told = (*part.events, *_lead(live)) if rounded and place == last and not over else part.events
        for page in pages(told, title if place == 0 else ""):
            yield replace(page, computer=computer, phases=ended)
            ended = ()
        yield from _cards(part.events, rules)
        yield from (Picture(kind) for kind in sorted(_called_for(part.events, rules) - {MAP}))
        if shows:
            yield Picture(MAP, chapter=True)
    wanted = live.game.telling is Telling.PHASES and _ends_a_phase(parts[-1].events, rules)
    if not over and (_calls_for_a_map(submission) or (wanted and not parts[-1].closes)):
        yield Picture(MAP)


def _lead(live: LiveGame) -> Iterator[Event]:
    """Yield who leads, in a sentence, where a round does not say it by itself."""
    said = live.table.rules.words.lead(live.table.game)
    if said:
        yield Event("lead", said)


def heading(live: LiveGame, submission: Submission) -> str:
    """Return the heading above an action's events; "" where a computer player moves its own pieces."""
    return "" if live.computer_of(submission.seat) and submission.via is Via.REGENT else submission.heading


def _cards(events: Sequence[Event], rules: Rules[Any]) -> Iterator[Picture]:
    """Yield the pictures of single events, such as battles."""
    return (Picture(rules.story.pictures[e.kind], (e,)) for e in events if e.report and e.kind in rules.story.pictures)


def _called_for(events: Sequence[Event], rules: Rules[Any]) -> set[str]:
    """Return the kinds of picture that events call for."""
    pictures = rules.story.pictures
    return {pictures[event.kind] for event in events if event.kind in pictures and not event.report}


def _ends_a_phase(events: Sequence[Event], rules: Rules[Any]) -> bool:
    return any(rules.story.pictures.get(event.kind) == MAP for event in events if not event.report)


def _calls_for_a_map(submission: Submission) -> bool:
    """Return whether everybody needs a new map: at the opening, and when others than its player undo something."""
    return submission.via is Via.OPENING or (isinstance(submission.action, Rewind) and submission.via is not Via.PLAYER)


def proposals(live: LiveGame) -> dict[str, list[Proposal]]:
    """Return the proposals to and from seats with people, by seat."""
    if live.table.result is not None:
        return {}
    reading = [seat for seat in live.table.seats if live.user_of(seat) is not None and not live.regent_of(seat)]
    return {seat: list(live.table.rules.offering.proposals(live.table.game, seat)) for seat in reading}


def proposed(live: LiveGame) -> dict[str, list[str]]:
    """Return the names of the proposals that there are, by the seats that can read them."""
    return {seat: [one.id for one in found] for seat, found in proposals(live).items()}


def letters(live: LiveGame, past: Past) -> Iterator[OutboxMessage]:
    """Yield a letter for every new proposal, to whom it is made and by whom; the thread hears nothing of it."""
    before = past.proposed
    if before is None:
        return
    for seat, found in proposals(live).items():
        new = [one for one in found if one.id not in before.get(seat, ())]
        if new:
            theirs = [one for one in new if not one.own]
            waits = any(one.waits for one in theirs)
            yield OutboxMessage(Letter(seat, tuple(one.id for one in new), not theirs, waits), live.user_of(seat))


def gone(live: LiveGame, past: Past) -> set[tuple[str, str]]:
    """Return the proposals that have ended, each with a seat that could read it."""
    now, before = proposed(live) if past.proposed else {}, past.proposed or {}
    reading = before.keys() if live.table.result is not None else before.keys() & now.keys()
    return {(seat, one) for seat in reading for one in before[seat] if one not in now.get(seat, ())}


def letters_over(live: LiveGame, past: Past) -> list[OutboxRow]:
    """Return the letters that have just been fully answered."""
    over, now = gone(live, past), proposed(live) if past.letters else {}
    found = [(row, row.payload) for row in past.letters if isinstance(row.payload, Letter)]
    return [
        row
        for row, letter in found
        if any((letter.seat, one) in over for one in letter.proposals)
        and not any(one in now.get(letter.seat, ()) for one in letter.proposals)
    ]


def announcement(events: Sequence[Event]) -> list[OutboxMessage]:
    """Return the further public message of a submission."""
    return [OutboxMessage(Log(tuple(events)))] if events else []


def final_messages(live: LiveGame, words: dict[str, str]) -> list[OutboxMessage]:
    """Return the messages at the end of a game: the winner, the secret behind the dice, and the whole story."""
    result = live.table.result
    assert result is not None
    poster, *others = (*live.table.rules.story.finale_pictures, "")
    tales, game = (MAP, *(kind for kind in others if kind)), live.game
    ending = Ending(result.winners, result.reason, poster, tales, game.secret, game.commitment, words)
    return [OutboxMessage(ending)]


def to_master(live: LiveGame, log: Sequence[ActionRecord]) -> list[OutboxMessage]:
    """Return what the game master of a game that is over reads of it: who has dealt with whom, if anybody has."""
    found = log_view.dealt(log, live.table.rules, live.seats)[:MOST_PAIRS]
    if not found:
        return []
    lines = [f"- {texts.with_names(line, live.names)}" for line in found]
    said = "\n".join([f"{texts.safe(live.game.title)} is over. {dealings.HEADING}", *lines])
    return [OutboxMessage(Notice(said), live.game.owner)]


WORD = "word"
"""The kind of event that is a sentence for another seat."""

MOST_PAIRS = 10
"""The most pairs of players in the game master's report at the end; `/gm diagnose` has all."""


def private_messages(live: LiveGame, events: Sequence[Event], present: str = "") -> Iterator[OutboxMessage]:
    """Yield the direct messages: to each seat, the events that not everybody may know, but what `letters` tell.

    The seat that is `present`, whose player reads the answer to their own action, gets no message that repeats it.
    """
    rules = live.table.rules
    told = [event for event in events if event.seats is not None and event.kind not in rules.story.mailed_events]
    for seat in live.table.seats:
        user = live.user_of(seat)
        left_out = {*rules.story.self_visible_events, WORD} if seat == present else ()
        own = [event for event in told if seat in (event.seats or ()) and event.kind not in left_out]
        if user is not None:
            yield from (OutboxMessage(Private(seat, page.events), user) for page in pages(own))


def pages(events: Sequence[Event], heading: str = "") -> Iterator[Log]:
    """Yield the events with a text in log messages that Discord can hold; what makes one sentence stays together."""
    page: list[Event] = []
    room = PAGE_CHARS - length(heading)
    for alike in _runs(events):
        need = _needed(alike)
        if page and need > room:
            yield Log(tuple(page), heading)
            page, heading, room = [], "", PAGE_CHARS
        page += alike
        room -= need
    if page or heading:
        yield Log(tuple(page), heading)


def _runs(events: Sequence[Event]) -> Iterator[list[Event]]:
    """Yield events with a text, together those of one kind in a row, if one message holds them."""
    for _, found in groupby((event for event in events if event.text), lambda event: event.kind):
        run = list(found)
        yield from [run] if _needed(run) <= PAGE_CHARS else ([event] for event in run)


def _needed(events: Sequence[Event]) -> int:
    """Return the characters that events may take in a message, with names as long as they can be."""
    return sum(length(event.text) + len(event.rule) + 4 for event in events)


def length(text: str) -> int:
    return len(_SEAT.sub("x" * NAME_CHARS, text))


# ---------------------------------------------------------------- asks


def asks(
    live: LiveGame, fresh: Iterable[Call], pending: Sequence[OutboxRow], still: Set[QuestionKey]
) -> tuple[list[OutboxMessage], list[int]]:
    """Return the asks to send, and the undelivered rows that they or the game's progress make pointless.

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
    public: dict[QuestionKey, Call] = {call.key: call for call in left_over}
    messages: list[OutboxMessage] = []
    for call in (call for call in fresh if not live.regent_of(call.seat)):
        user = live.user_of(call.seat)
        if call.secret and user is not None:
            messages.append(OutboxMessage(Ask((call,)), user))
        elif user is not None:
            public[call.key] = call
    if public:
        others = {seat for seat, _ in still - public.keys() if live.user_of(seat) is not None}
        alone = all(live.regent_of(seat) for seat in others)
        messages.append(OutboxMessage(Ask(tuple(public.values()), alone)))
    return messages, [row.id for row in outdated]


def answered_alone(
    live: LiveGame, past: Past, submission: Submission, still: Set[QuestionKey]
) -> Iterator[tuple[OutboxRow, Call]]:
    """Yield the direct messages whose question was open before and is over, each with its question.

    The message whose button was pressed is left out while its player has more to decide.
    """
    for call in past.waiting:
        row = _asking_alone(past.asked_alone, call.seat)
        goes_on = row is not None and row.message == submission.pressed and live.table.request(call.seat) is not None
        if row is not None and call.secret and call.key not in still and not goes_on:
            yield row, call


def _asking_alone(rows: Sequence[OutboxRow], seat: str) -> OutboxRow | None:
    """Return the last direct message that asks a seat; a question that came after it may stand there instead."""
    return next((row for row in rows if any(call.seat == seat for call in _calls_of(row))), None)


def closings(over: Iterable[tuple[OutboxRow, Call]], submission: Submission) -> Iterator[OutboxMessage]:
    """Yield what closes direct messages whose question is over, except the one that was answered."""
    for row, call in over:
        if row.message is not None and row.message != submission.pressed:
            yield OutboxMessage(Answered(row.message, call, _became(call, submission)), row.user)


def letter_closings(done: Iterable[OutboxRow], submission: Submission) -> Iterator[OutboxMessage]:
    """Yield the edits that remove the buttons of letters that are over, except the one that was answered."""
    for row in done:
        if row.message is not None and row.message != submission.pressed:
            yield OutboxMessage(Answered(row.message), row.user)


def _became(call: Call, submission: Submission) -> str:
    """Return a sentence to a player about the fate of a question; "" to whoever has answered it."""
    if submission.seat != call.seat or not submission.answers:
        return OVER
    if submission.via is Via.PLAYER:
        return ""
    became = ANSWERED_BY.get(submission.via, "Somebody has decided for you.")
    return f"{became.removesuffix('.')}: {submission.answer}." if submission.answer else became


def answered_openly(past: Past, submission: Submission, still: Set[QuestionKey]) -> Iterator[OutboxRow]:
    """Yield the messages of the thread that have just been fully answered, each with what became of it."""
    over = {call.key for call in past.waiting} - still
    asked_since: set[QuestionKey] = set()
    for row in past.asked_openly:
        keys = {call.key for call in _calls_of(row)}
        if not _closed(row) and keys & over and not (keys & still) - asked_since:
            yield replace(row, payload=replace(row.payload, closed=_fate(_calls_of(row), submission)))
        asked_since |= keys if isinstance(row.payload, Ask) else set()


def reopened(
    live: LiveGame, past: Past, submission: Submission, waiting: Sequence[Call], timers: Sequence[Timer]
) -> dict[QuestionKey, OutboxRow]:
    """Return the messages of the thread that ask again, because their player has taken the answer back."""
    action, user = submission.action, submission.user
    if not isinstance(action, Rewind) or submission.via is not Via.PLAYER:
        return {}
    found: dict[QuestionKey, OutboxRow] = {}
    known = {call.key for call in past.waiting}
    own = [call for call in waiting if live.user_of(call.seat) == user and not call.secret and call.key not in known]
    for call in own:
        asks_it = (row for row in past.asked_openly if call.key in {one.key for one in _calls_of(row)})
        row = next((row for row in asks_it if isinstance(row.payload, Ask)), None)
        if row is not None and _closed(row) and row.version <= action.to:
            anew = with_deadline(live, call, timers)
            calls = tuple(anew if one.key == call.key else one for one in _calls_of(row))
            found[call.key] = replace(row, payload=replace(row.payload, calls=calls, closed=""))
    return found


def _closed(row: OutboxRow) -> str:
    """Return what became of the question of a message, "" while it is open."""
    return row.payload.closed if isinstance(row.payload, Ask | Reminder) else ""


def _fate(calls: Sequence[Call], submission: Submission) -> str:
    """Return a sentence to everybody about the fate of questions; it tells no plan from its player's own answer."""
    if submission.seat not in {call.seat for call in calls} or not submission.answers:
        return CLOSED
    if len(calls) > 1:
        return DECIDED
    fates = {
        Via.MASTER: "The game master has decided.",
        Via.DEADLINE: "The deadline has passed.",
        Via.REGENT: "A computer player has decided.",
    }
    return fates.get(submission.via, answered_by(submission.seat))


ANSWERED_BY: Mapping[Via, str] = {
    Via.STANDING: "Your plan has decided.",
    Via.MASTER: "The game master has decided for you.",
    Via.DEADLINE: "The deadline passed, so I chose for you.",
    Via.REGENT: "A computer player has decided for you.",
}
"""The fate of a question that somebody else has answered for a seat."""


def _calls_of(row: OutboxRow) -> tuple[Call, ...]:
    if isinstance(row.payload, Ask):
        return row.payload.calls
    return (row.payload.call,) if isinstance(row.payload, Reminder | Overdue) else ()

"""The timers after an action, and the consequences of a missed deadline. Pure: it decides, and writes nothing."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from msgspec.structs import replace

from bot import texts
from bot.model.people import Person, after_quiet
from bot.model.time_control import AtDeadline, Bank, hours_for, on_bank
from bot.store.payloads import Call
from bot.store.rows import Miss, Missed, PlanRecord, SeatClock, Timer, TimerKind, Via
from bot.store.timers import NEVER
from bot.table import planning
from bot.table.live_game import LiveGame
from bot.table.submission import Submission
from engine.core import drafts
from engine.core.actions import MASTER, Action, Request, tag_of
from engine.core.computer.levels import titled

logger = logging.getLogger(__name__)

HOUR = 3600.0
DAY = 24 * HOUR

STAGES = {TimerKind.REMINDER: 0.5, TimerKind.SUMMONS: 0.75, TimerKind.ALERT: 0.9}
"""The share of the time after which each reminder is sent, in order of escalation."""

UNLIMITED = {TimerKind.REMINDER: DAY, TimerKind.SUMMONS: 2 * DAY, TimerKind.ALERT: 4 * DAY}
"""The same where there is no deadline; after the last there is silence."""

MIN_LEFT_S = HOUR
"""The seconds that a seat still gets for a question when its clock has run out."""

LIMITS = (TimerKind.DEADLINE, TimerKind.WAIT)

MIN_ORDER_DELAY_S, MAX_ORDER_DELAY_S = 60.0, 600.0
"""Seconds after which an answer given ahead comes where it may tell nothing: they are drawn evenly."""


@dataclass(frozen=True)
class Facts:
    """What timers depend on beside the table: the people, the seats' own clocks, and the answers given ahead."""

    people: Mapping[int, Person] = field(default_factory=dict)
    clocks: Mapping[str, SeatClock] = field(default_factory=dict)
    plans: Sequence[PlanRecord] = ()


# ---------------------------------------------------------------- after an action


def timers_after(
    live: LiveGame, waiting: Sequence[Call], running: Sequence[Timer], answered: str, facts: Facts, now: float
) -> list[Timer]:
    """Return the timers to run. A question keeps its own; that of the seat which has `answered` begins anew."""
    moment = live.game.clock_at(now)
    kept: dict[tuple[str, str], list[Timer]] = {}
    for timer in running:
        if not answered or timer.seat != answered:
            kept.setdefault(timer.key, []).append(timer)
    closing = _closing(live, moment)
    for call in waiting:
        own = kept.get(call.key, [])
        if not live.regent_of(call.seat):
            closing += [timer for timer in own if timer.kind is not TimerKind.ORDER] or _fresh(
                live, call, facts, moment
            )
        if fitting := planning.plans_for(live, call, facts.plans):
            closing += [timer for timer in own if timer.kind is TimerKind.ORDER] or [
                _ahead(live, call, fitting, moment)
            ]
    return closing


def _closing(live: LiveGame, moment: float) -> list[Timer]:
    """Return the timer that ends play at the table's date, as long as there is something to end."""
    table, closes = live.table, live.game.pace.closes
    if closes is None or table.result is not None or table.rules.pace.end_of_play_edit(table.game) is None:
        return []
    kind = TimerKind.CLOSING
    return [Timer(game=live.game.id, seat=MASTER, kind=kind, decision=kind, due=closes, asked=moment)]


def _fresh(live: LiveGame, call: Call, facts: Facts, moment: float) -> list[Timer]:
    """Return the timers of a question that has just come."""
    wait = Timer(
        game=live.game.id, seat=call.seat, kind=TimerKind.WAIT, decision=call.decision, due=NEVER, asked=moment
    )
    user = live.user_of(call.seat)
    whole = time_for(live, call, facts)
    if call.seat == MASTER:
        return [wait if whole is None else replace(wait, kind=TimerKind.DEADLINE, due=moment + whole)]
    if user is None:
        return [replace(wait, kind=TimerKind.DEADLINE, due=moment)]
    stopped = moment if live.clock_stands(call.seat) else None
    wait = replace(wait, stopped=stopped)
    if whole is None:
        return [wait, *(replace(wait, kind=kind, due=moment + after) for kind, after in UNLIMITED.items())]
    due = after_quiet(facts.people.get(user), moment + whole) if live.game.pace.quiet else moment + whole
    stages = [replace(wait, kind=kind, due=moment + part * (due - moment)) for kind, part in STAGES.items()]
    return [*stages, replace(wait, kind=TimerKind.DEADLINE, due=due)]


def time_for(live: LiveGame, call: Call, facts: Facts) -> float | None:
    """Return the seconds that a seat has for a question that has just come; None for as many as it takes."""
    game, kinds = live.game, live.table.rules.pace.decision_kinds
    if call.hours is not None:
        return call.hours * HOUR
    if game.pace.bank and on_bank(game.pace, kinds, call.decision):
        return max(_left(game.pace.bank, facts.clocks.get(call.seat)), MIN_LEFT_S)
    return hours_for(game.pace, game.deadline_hours, kinds, call.decision) * HOUR or None


def _left(bank: Bank, clock: SeatClock | None) -> float:
    return bank.start * HOUR if clock is None or clock.left is None else clock.left


def _ahead(live: LiveGame, call: Call, fitting: Sequence[PlanRecord], moment: float) -> Timer:
    """Return the timer of an answer given ahead; its delay follows from the game's secret, so a restart draws none."""
    game = live.game
    if planning.at_once(live, call, fitting):
        return Timer(
            game=game.id, seat=call.seat, kind=TimerKind.ORDER, decision=call.decision, due=moment, asked=moment
        )
    said = f"{game.secret} {live.table.version} {call.seat} {call.decision}"
    part = int.from_bytes(sha256(said.encode()).digest()[:6], "big") / 2**48
    due = moment + MIN_ORDER_DELAY_S + part * (MAX_ORDER_DELAY_S - MIN_ORDER_DELAY_S)
    return Timer(game=game.id, seat=call.seat, kind=TimerKind.ORDER, decision=call.decision, due=due, asked=moment)


# ---------------------------------------------------------------- time used


def clocks_after(
    live: LiveGame, running: Sequence[Timer], after: Sequence[Timer], submission: Submission, facts: Facts, now: float
) -> list[SeatClock]:
    """Return what the seats have used of their time, for the questions that a submission ends or answers."""
    asked = {timer.key for timer in after if timer.kind in LIMITS}
    over = [
        timer
        for timer in running
        if timer.kind in LIMITS and (timer.key not in asked or (submission.answers and timer.seat == submission.seat))
    ]
    return [
        _used(live, timer, facts, submission, now, anew=timer.key in asked)
        for timer in over
        if timer.seat != MASTER and live.user_of(timer.seat) is not None
    ]


def _used(live: LiveGame, timer: Timer, facts: Facts, submission: Submission, now: float, *, anew: bool) -> SeatClock:
    """Return a seat's clock after a question; a taken decision adds to it, once for all of its parts."""
    game = live.game
    before = facts.clocks.get(timer.seat) or SeatClock(game=game.id, seat=timer.seat)
    own = submission.answers and timer.seat == submission.seat
    used = max(timer.clock_at(game.clock_at(now)) - timer.asked, 0.0)
    answers = before.answers + (own and submission.via in (Via.PLAYER, Via.STANDING))
    clock = replace(before, used=before.used + used, longest=max(before.longest, used), answers=answers)
    bank = game.pace.bank
    if bank is None or not on_bank(game.pace, live.table.rules.pace.decision_kinds, timer.decision):
        return clock
    gain = bank.gain * HOUR if own and (not anew or submission.via is Via.DEADLINE) else 0.0
    return replace(clock, left=min(max(_left(bank, before) - used, 0.0) + gain, bank.most * HOUR))


# ---------------------------------------------------------------- defaults


def fallback(live: LiveGame, request: Request) -> str:
    """Return in words what happens at the deadline if a seat has not decided."""
    first = "once your excuses are used up, " if live.game.pace.excuses else ""
    return first + _consequence(live, request)


def _consequence(live: LiveGame, request: Request) -> str:
    """Return in words what happens at a deadline that nothing excuses."""
    pace = live.game.pace
    if pace.at_deadline is AtDeadline.MASTER and live.user_of(request.seat) != live.game.owner:
        return "the game master is asked what to do"
    if pace.at_deadline is AtDeadline.REGENT and (name := live.usual_regent):
        return f"a {titled(name)} decides for you until you are back"
    return default_words(request)


def limit_words(live: LiveGame, request: Request, running: Sequence[Timer]) -> str:
    """Return in words until when a seat may decide, and what happens then; "" without a deadline."""
    key = request.seat, request.decision
    limit = next((timer for timer in running if timer.key == key and timer.kind is TimerKind.DEADLINE), None)
    if limit is None:
        return ""
    stands = live.game.paused is not None or limit.stopped is not None
    when = "the clock stands still" if stands else f"deadline {texts.until(limit.due)}"
    return f"{when}, then {texts.with_names(fallback(live, request), live.names)}"


def default_words(request: Request) -> str:
    """Return the default of a decision in words."""
    try:
        return f"I choose “{answer_words(request, request.default())}” for you"
    except Exception as error:  # a flaw in a default must not keep the question from being asked
        logger.error("a default has no words", extra={"decision": request.decision}, exc_info=error)
        return "I choose for you"


def answer_words(request: Request, action: Action) -> str:
    """Return an answer to a question in words."""
    offer = next((offer for offer in request.offers if isinstance(action, offer.action)), None)
    return drafts.words(offer, action) if offer else tag_of(action).replace("_", " ")


# ---------------------------------------------------------------- when a deadline has passed


@dataclass(frozen=True)
class Verdict:
    """The consequence of a missed deadline: postponed to `until`, without a record of it if `what` is None."""

    what: Miss | None
    until: float = 0.0
    left: int = 0


def verdict(live: LiveGame, timer: Timer, person: Person | None, misses: Sequence[Missed], now: float) -> Verdict:
    """Return the consequence of a missed deadline of a person's seat.

    Misses within the hours of one excuse count as one, so that an absent day costs one excuse.
    """
    pace = live.game.pace
    if pace.quiet and (later := after_quiet(person, timer.due)) > now:
        return Verdict(None, until=later)
    excused = [miss.time for miss in misses if miss.what is Miss.EXCUSED and miss.user == live.user_of(timer.seat)]
    window = pace.excuse_hours * HOUR
    spent: list[float] = []
    for moment in sorted(excused):
        if not spent or moment >= spent[-1] + window:
            spent.append(moment)
    if spent and now < spent[-1] + window:
        return Verdict(Miss.EXCUSED, until=spent[-1] + window, left=max(pace.excuses - len(spent), 0))
    if len(spent) < pace.excuses:
        return Verdict(Miss.EXCUSED, until=now + window, left=pace.excuses - len(spent) - 1)
    if pace.at_deadline is AtDeadline.REGENT and live.usual_regent:
        return Verdict(Miss.REGENT)
    if pace.at_deadline is AtDeadline.MASTER and live.user_of(timer.seat) != live.game.owner:
        return Verdict(Miss.MASTER)
    return Verdict(Miss.DEFAULT)

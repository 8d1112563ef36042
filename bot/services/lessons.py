"""Lessons: a few guided turns of a game for one person against computer players, in memory alone."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from bot.errors import Refused, Stale
from bot.services.lobby import COMPUTERS
from bot.store.rows import Draft, GameRecord
from engine.core.actions import MASTER, Action, Pass
from engine.core.computer.players import Seated, seed_of
from engine.core.events import Event
from engine.core.files import welcome
from engine.core.files.welcome import Course
from engine.core.table import Table
from engine.games import rules_of

PREFIX = "lesson-"
"""The prefix of the ids of lessons, which no game's id has."""

PUPIL = "s1"
"""The pupil's seat."""

MOST = 200
"""Lessons that are kept at the same time; the oldest one gives way."""

BUDGET = 60
"""Actions that a computer player tries out before it decides in a lesson."""

LONGEST = 500
"""Actions of others between two decisions of the pupil; a game that needs more has lost its way."""

GONE = (
    "That lesson is over: you have ended it or begun another, or Herald was restarted and lessons are not kept. To "
    "begin again, type /game new and press the “Learn” of that game."
)
"""The answer to a button of a lesson that is over."""


@dataclass
class Lesson:
    """A lesson: its table, how far it has come, and what its pupil has filled in."""

    record: GameRecord
    table: Table
    course: Course
    names: dict[str, str]
    turn: int = 1
    """The turn that is played, of as many as the course has."""
    over: bool = False
    explained: set[str] = field(default_factory=set)
    """What has been explained: decisions, and with sentences of their own the actions that answer them."""
    draft: Draft | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _began: str = ""
    """The decision with which the turn began."""
    _others: bool = False
    """Whether others have acted since."""
    _advice: tuple[int, Action] | None = None

    @cached_property
    def _player(self) -> Seated:
        rules = self.table.rules
        return Seated(next(iter(rules.players.values())), seed_of(self.record.id), BUDGET)

    def go_on(self) -> list[Event]:
        """Let the others decide until the pupil is asked or the lesson is over; return what has happened."""
        events: list[Event] = []
        for _ in range(LONGEST):
            if self.table.result is not None:
                self.over = True
                return events
            mine = self.table.request(PUPIL)
            if mine is not None:
                self._note_turn(mine.decision)
                return events
            self._others = True
            seat = self.table.requests()[0].seat
            events += self.table.act(seat, self._choice(seat)).events
        raise AssertionError(f"Nobody asks the pupil of a lesson of {self.record.rules} any more.")

    def _note_turn(self, decision: str) -> None:
        """Count a new turn where the course says that it begins with this decision.

        One that began with the same decision before begins anew once others have acted since.
        """
        begins = self.course.turns[self.turn - 1]
        if decision in begins and (self._others or self._began not in begins):
            self.turn, self._began, self._others = self.turn + 1, decision, False
            self.over = self.turn > len(self.course.turns)
        self._began = self._began or decision

    def _choice(self, seat: str) -> Action:
        return self.table.default(seat) if seat == MASTER else self._player.choose(self.table, seat)

    def advice(self) -> Action:
        """Return the action that a computer player would take for the pupil, knowing no more than the pupil does."""
        if self._advice is None or self._advice[0] != self.table.version:
            self._advice = self.table.version, self._by_odds() or self._choice(PUPIL)
        return self._advice[1]

    def _by_odds(self) -> Action | None:
        """Return the advice of the odds on the panel in a decision that the course names; None in others."""
        asked = self.table.request(PUPIL)
        if asked is None or asked.decision not in self.course.by_odds:
            return None
        likely = self.table.rules.offering.prospects(self.table.world(PUPIL, 1).game, PUPIL)
        return next((one.action for one in likely if one.likely), Pass())

    def act(self, action: Action, version: int) -> Sequence[Event]:
        """Carry out an action of the pupil, and what the others do then; raises Stale, or Illegal."""
        if version != self.table.version:
            raise Stale(self.table.version)
        events = list(self.table.act(PUPIL, action).events)
        self.draft = None
        return [*events, *self.go_on()]


class Lessons:
    """The lessons that go on now, one for each person. `entropy(n)` gives n unpredictable bytes."""

    def __init__(self, entropy: Callable[[int], bytes] = secrets.token_bytes) -> None:
        self._entropy = entropy
        self._going_on: dict[int, Lesson] = {}

    async def begin(self, game: str, user: int, name: str) -> Lesson:
        """Begin a lesson of a game for a person, in place of any other; raises Refused where it has none."""
        course = welcome.course(game)
        if course is None:
            raise Refused("This game has no lesson; its card, with /help, is a page that teaches it.")
        key = self._entropy(32)
        lesson = await asyncio.to_thread(_begun, course, game, user, name, key)
        self._going_on.pop(user, None)
        while len(self._going_on) >= MOST:
            self._going_on.pop(next(iter(self._going_on)))
        self._going_on[user] = lesson
        return lesson

    def of(self, user: int, lesson: str) -> Lesson:
        """Return the lesson of a person by its id; raises Refused where it is over."""
        found = self._going_on.get(user)
        if found is None or found.record.id != lesson:
            raise Refused(GONE)
        return found

    def end(self, user: int) -> None:
        """Forget the lesson of a person."""
        self._going_on.pop(user, None)


def _begun(course: Course, game: str, user: int, name: str, key: bytes) -> Lesson:
    rules = rules_of(game)
    options = rules.options(rules.usual_variant, rules.option_book.by_post)
    seats = [f"s{number + 1}" for number in range(course.seats)]
    record = GameRecord(
        id=f"{PREFIX}{key[:3].hex()}",
        rules=game,
        rules_version=rules.version,
        variant=rules.usual_variant,
        options=options,
        title=rules.title,
        guild=0,
        channel=0,
        owner=user,
        commitment="",
        secret="",
        deadline_hours=0.0,
        created=0.0,
    )
    table = Table.new(rules, record.id, seats, options, key)
    others = [one for one in COMPUTERS if one.casefold() != name.casefold()]
    lesson = Lesson(record, table, course, dict(zip(seats, [name, *others], strict=False)))
    lesson.go_on()
    lesson.turn, lesson.over = 1, False  # whatever the others did before the first
    return lesson

"""The rows of the database as typed records."""

from datetime import UTC, datetime
from enum import StrEnum
from secrets import token_hex
from typing import Any

import msgspec

from bot.model.time_control import TimeControl
from bot.store.payloads import AnyPayload
from engine.core.actions import MASTER
from engine.core.dice import Draw
from engine.core.events import Event
from engine.core.orders import Entry, IfNothingFits, Plan, Scope
from engine.core.record.chain import Link, blinded
from engine.tournament.ladder import Conduct, Outcome
from engine.tournament.results import Result


class Status(StrEnum):
    """How a game stands."""

    LOBBY = "lobby"
    """It waits for players."""
    PLAYING = "playing"
    OVER = "over"
    BROKEN = "broken"
    """Its saved state cannot be taken up; it is put aside until it can."""


class Via(StrEnum):
    """The source of an action."""

    OPENING = "opening"
    """Nobody's: the game begins."""
    PLAYER = "player"
    """The player's own."""
    MASTER = "master"
    """The game master's."""
    DEADLINE = "deadline"
    """Nobody's: the time for it was over, and the default was taken."""
    CONSENT = "consent"
    """All players' together."""
    REGENT = "regent"
    """A computer player's, in place of a person."""
    STANDING = "standing"
    """The player's, who had answered ahead."""
    UPDATE = "update"


class DeliveryOutcome(StrEnum):
    """The fate of a message of the outbox."""

    DELIVERED = "delivered"
    ANSWERED = "answered"
    """It asked somebody in secret, and its question is over: it has no buttons any more, or is about to lose them."""
    SUPERSEDED = "superseded"
    """Not sent: a newer one takes its place, or its question is answered."""
    UNREACHABLE = "unreachable"
    """Its receiver takes no direct messages; it waits to be read on a panel."""
    READ = "read"
    """It could not be sent, and was read on a panel."""
    HOMELESS = "homeless"
    """Its game has no thread to write to; it waits for one."""
    HELD = "held"
    """Its game is broken; it waits until that is in order again."""
    REJECTED = "rejected"
    """It can never be sent, and was left out."""


class MotionKind(StrEnum):
    """The request of a motion."""

    UNDO = "undo"
    """To go back."""
    PAUSE = "pause"
    RESUME = "resume"
    REPLACE = "replace"
    MASTER = "master"
    """Another game master."""
    END = "end"
    """To end the game."""
    RULES = "rules"
    """Other house rules."""
    OVERRULE = "overrule"
    """Something that a game master wants who plays: an assistant confirms it."""


class TimerKind(StrEnum):
    """The effect of a timer that is due."""

    REMINDER = "reminder"
    """The player is reminded by direct message."""
    SUMMONS = "summons"
    """The player is reminded in the thread."""
    ALERT = "alert"
    """The game master is told."""
    ORDER = "order"
    """The answer that the player has given ahead is taken."""
    DEADLINE = "deadline"
    """The time for the decision is over."""
    WAIT = "wait"
    """Nothing, for it is never due: it says since when a question without a deadline is open."""
    CLOSING = "closing"
    """Time is called for the whole game."""


class Miss(StrEnum):
    """The outcome of a missed deadline."""

    EXCUSED = "excused"
    """It was put off."""
    DEFAULT = "default"
    """The default was taken."""
    REGENT = "regent"
    """A regent decides from then on."""
    MASTER = "master"
    """The game master was asked what to do."""


class RegentReason(StrEnum):
    """Why a regent decides for a player."""

    WILL = ""
    """The player or the game master wants it."""
    AWAY = "away"
    """The player is away."""
    MISSED = "missed"
    """The player has missed a deadline."""


class Telling(StrEnum):
    """How much of a game its thread tells."""

    STORY = "story"
    """One message a turn, with the map at its end."""
    PHASES = "phases"
    """The same with a map after each phase."""
    EVERYTHING = "everything"
    """A message for each action, a map after each phase."""


class GameRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A game: its table, its place on Discord and its secret. Times are Unix seconds."""

    id: str
    """A short word such as k7f2, by which people call it."""
    rules: str
    """The name of the game that is played."""
    rules_version: str
    """The version of its rules by which it was begun."""
    variant: str
    """The variant from which its options were made."""
    options: dict[str, Any]
    """The value of every option."""
    title: str
    guild: int
    """Its server on Discord."""
    channel: int
    """The channel in which it was opened."""
    thread: int | None = None
    """The thread in which it is played."""
    panel: int | None = None
    """The message of its status panel."""
    owner: int
    """The game master."""
    status: Status = Status.LOBBY
    fault: str = ""
    """Why it is broken."""
    commitment: str
    """The SHA-256 of the secret, shown when the table is opened."""
    secret: str
    """The secret behind its dice, in hexadecimal digits; shown once it is over."""
    version: int = 0
    """The number of its last action; the opening is 0."""
    deadline_hours: float
    """The ordinary hours for a decision, 0 for as many as it takes."""
    created: float
    paused: float | None = None
    """Since when its clocks stand."""
    assistants: tuple[int, ...] = ()
    """Who confirms what a game master wants who plays."""
    assistant_role: int | None = None
    """The role of whoever confirms that as well."""
    master_role: int | None = None
    """The role of whoever is game master as well."""
    lost: float | None = None
    """Since when Herald cannot write to its thread."""
    aside: float | None = None
    """Since when it is broken."""
    pace: TimeControl = TimeControl()
    """How it keeps time beside the ordinary hours."""
    figures: str = ""
    """The printed figures of its own edition, as the text of a file (engine.core.files.figures); "" for Herald's."""
    position: str = ""
    """The position from which it goes on, as the text of a record (engine.core.position); "" for the set-up."""
    telling: Telling = Telling.STORY
    """How much its thread tells."""
    rated: bool = False
    """Whether it counts for the ladder of its server."""
    again: str = ""
    """The game after which it was opened for the same people: their seats are drawn by lot; "" for any other."""

    def clock_at(self, now: float) -> float:
        """Return what the clocks of the game show: they stand while it is paused."""
        return now if self.paused is None else self.paused


class SeatRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A player's place at a table. Times are Unix seconds."""

    game: str
    id: str
    """Its name in the game, such as s1."""
    user: int
    """Its holder: a Discord user; computer players and forgotten people have negative numbers."""
    name: str
    """The name under which the player plays."""
    word: str
    """What the player has added to the dice, "" for nothing."""
    salt: str = ""
    """Random digits, so that nobody can guess the name from its hash in the log; "" where the log has none."""
    joined: float
    left: float | None = None
    """When the player has left or was dropped."""
    regent: str = ""
    """The name of the computer player that decides, "" where the player does."""
    stead: RegentReason = RegentReason.WILL
    """Why a regent decides."""
    away: float | None = None
    """Since when the table knows that the player is away."""
    looked: int | None = None
    """The version of the game at which the player last asked for the map."""

    @property
    def human(self) -> bool:
        """Whether a person holds the seat; computer players have negative numbers for users."""
        return self.left is None and self.user > 0


class ActionRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One accepted action: an entry of the log. Each is chained by its hash to all before it.

    The chain holds who acted only as a hash of the user and a random salt. When a person's data are deleted
    both user and salt go: the chain still holds, and nobody can tell any more whom it meant. What nobody did has as
    many random digits in place of that hash, so that no entry can be guessed from its hash.
    """

    game: str
    version: int
    """Its number in the log."""
    seat: str
    """The author of the action, as in Submission."""
    user: int | None
    """The person behind it."""
    salt: str = ""
    """Random digits, so that nobody can guess the user from `who`."""
    who: str = ""
    """The hash of salt and user; random digits where there is no user, "" in what was written before these were."""
    via: Via
    action: str
    """The action, as JSON."""
    state_hash: str
    """The hash of the state after it."""
    draws: str
    """The numbers that were drawn, as JSON; see `numbers`."""
    events: str
    """The events as JSON; see `happened`."""
    time: float
    prev_hash: str
    """The hash of the entry before; of the first, the commitment of the game."""
    hash: str = ""
    """The hash of all this; see `digest`."""

    def digest(self) -> str:
        """Return the hash that this record must carry."""
        return self.link().digest()

    def link(self) -> Link:
        """Return what the hash covers."""
        who = (self.game, self.version, self.seat, self.who, self.via)
        return Link(*who, self.action, self.state_hash, self.draws, self.events, self.time, self.prev_hash)

    def sealed(self) -> "ActionRecord":
        """Return the record with its hashes."""
        salt = token_hex(16) if self.user is not None else ""
        who = token_hex(32) if self.user is None else blinded(salt, self.user)
        known = msgspec.structs.replace(self, salt=salt, who=who)
        return msgspec.structs.replace(known, hash=known.digest())

    @property
    def whole(self) -> bool:
        """Whether the hashes are those of the content."""
        names_the_same = self.user is None or self.who == blinded(self.salt, self.user)
        return names_the_same and self.hash == self.digest()

    def numbers(self) -> tuple[Draw, ...]:
        """Return what was drawn."""
        return msgspec.json.decode(self.draws, type=tuple[Draw, ...])

    def happened(self) -> tuple[Event, ...]:
        """Return the events, secret ones among them."""
        return msgspec.json.decode(self.events, type=tuple[Event, ...])


class Opening(msgspec.Struct, frozen=True):
    """The action of version 0, from which the table was set up."""

    seats: tuple[str, ...]
    words: dict[str, str]
    """What the players have added to the dice, by seat."""
    rules: str = ""
    """The name of the game that is played; "" in what was written before this and the following were."""
    rules_version: str = ""
    """The version of its rules."""
    release: str = ""
    """The release of Herald."""
    options: dict[str, Any] = {}
    """The value of every option."""
    figures: str = ""
    """The SHA-256 of the printed figures of the table's own edition, as the text of a file; "" for Herald's."""
    position: str = ""
    """The SHA-256 of the position from which it goes on, as the text of a record; "" for the set-up."""


class Timer(msgspec.Struct, frozen=True, kw_only=True):
    """Something due for a seat that has not decided. Times are Unix seconds."""

    game: str
    seat: str
    kind: TimerKind
    decision: str
    """The id of the decision, as in Request."""
    due: float
    asked: float
    """When the question came; every stop of the clock puts it off."""
    stopped: float | None = None
    """Since when its clock stands."""

    @property
    def key(self) -> tuple[str, str]:
        """The question that it belongs to, as in Call."""
        return self.seat, self.decision

    def clock_at(self, moment: float) -> float:
        """Return the time on its clock at a moment of the game: the moment itself, unless it was stopped before."""
        return moment if self.stopped is None else self.stopped


class SeatClock(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's use of time, in seconds."""

    game: str
    seat: str
    left: float | None = None
    """The time left on its own clock, None if that has not been started."""
    used: float = 0.0
    """The time used in all."""
    answers: int = 0
    """How many answers it has given in time."""
    longest: float = 0.0
    """What it has used for one question, at most."""


class Missed(msgspec.Struct, frozen=True, kw_only=True):
    """A missed deadline and its consequence."""

    game: str
    seat: str
    user: int
    decision: str
    what: Miss
    time: float
    """When, in Unix seconds."""


class PlanRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A plan: what a player answers ahead when a question comes."""

    id: int = 0
    game: str
    seat: str
    user: int
    decision: str
    """The id of the decision that it answers."""
    words: str = ""
    """What the question must have in it for the plan to be meant."""
    entries: tuple[Entry, ...]
    """Its answers, in order of preference."""
    scope: Scope = Scope.QUESTION
    otherwise: IfNothingFits = IfNothingFits.ASK
    round: str = ""
    """The round with which it ends, "" as long as its question has not come in one."""
    rank: int = 0
    """Its place among the plans of the game."""
    passed: int | None = None
    """The version of the game at which nothing in it fitted."""
    warned: bool = False
    """Whether its owner knows that the first entry is impossible now."""
    usual: bool = False
    """Whether it repeats the owner's usual answer, and so takes as long as a person would."""
    created: float

    @property
    def plan(self) -> Plan:
        """The plan as the engine uses it."""
        return Plan(self.decision, self.entries, self.scope, self.otherwise)


class OutboxRow(msgspec.Struct, frozen=True, kw_only=True):
    """A message of the outbox. Times are Unix seconds."""

    id: int
    game: str
    version: int
    """The version of its game that it is about."""
    user: int | None
    """Who gets it by direct message, None for the thread."""
    payload: AnyPayload
    created: float
    attempts: int
    """How often it could not be sent."""
    next_try: float
    """From when on it may be sent."""
    outcome: DeliveryOutcome | None = None
    """What became of it, None as long as it is to be sent."""
    settled: float | None = None
    """When that was."""
    message: int | None = None
    """The id that Discord gave it."""
    piled: bool = False
    """Whether it is held for the digest of its receiver."""
    page: int | None = None
    """The first message of those with which it stands together in one on Discord, None while it stands in none.

    Below zero: the question for which they were posted anew together, at the end of the thread.
    """

    @property
    def nonce(self) -> str:
        """The token by which Discord drops a message that was sent twice; at most 25 characters."""
        return f"{self.game}:{self.id}"

    @property
    def page_nonce(self) -> str:
        """The same for the message in which it stands, with others or alone."""
        return f"{self.game}:{self.page or self.id}"


class Motion(msgspec.Struct, frozen=True, kw_only=True):
    """Something that others must agree to."""

    id: int = 0
    game: str
    kind: MotionKind
    by: int
    """The person who asks for it."""
    words: str
    """The task, in the words that everybody reads."""
    about: dict[str, Any]
    """The intervention asked for, as plain data."""
    voters: tuple[int, ...]
    """The people who are asked."""
    needed: int
    """How many of them have to agree."""
    ayes: tuple[int, ...] = ()
    nays: tuple[int, ...] = ()
    created: float
    outcome: str | None = None
    """"carried", "lost", "withdrawn" or "lapsed"; None as long as it is open."""

    @property
    def carried(self) -> bool:
        """Whether enough have agreed."""
        return len(self.ayes) >= self.needed

    @property
    def lost(self) -> bool:
        """Whether not enough can agree any more."""
        return len(self.voters) - len(self.nays) < self.needed


class Ruling(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling of a game master, with the outcome of an appeal."""

    id: int = 0
    game: str
    guild: int
    """The server on which it can be looked up."""
    user: int
    """The author of the ruling."""
    text: str
    created: float
    appeal: str = ""
    """Why it should be overturned, "" where nobody has appealed."""
    judges: tuple[int, ...] = ()
    """The people who are asked about the appeal: the game master, and an assistant if there is one."""
    verdicts: dict[str, bool] = {}
    """Whether a judge upholds it, by the number of the user."""
    outcome: str = ""
    """"upheld" or "overturned" after an appeal."""


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """An action that a seat has begun to fill in."""

    game: str
    seat: str
    """The seat, or a mark of the game master's own."""
    version: int
    """The version of the game at which that was."""
    tag: str
    """The tag of the action."""
    fields: dict[str, Any]
    """The answers filled in so far."""


def ahead_of(seat: str) -> str:
    """Return the mark under which the draft of a seat's plan is kept, beside that of its action."""
    return f"ahead:{seat}"


def gm_seat(user: int) -> str:
    """Return the mark under which the draft of a game master is kept, who needs no seat."""
    return f"{MASTER}:{user}"


class TournamentRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament's place on Discord, and the secrets of its draws. Times are Unix seconds."""

    id: str
    """A short word by which people call it."""
    guild: int
    channel: int
    """The channel in which its games get threads."""
    message: int | None = None
    """The message with its buttons and its standings."""
    secrets: dict[str, str] = {}
    """By the number of a heat: the secret of its draw, in hexadecimal digits."""
    created: float
    ended: float | None = None
    """When it was over, or called off."""
    told: int = 1
    """Up to which entry of its log the channel has been told."""
    announcement: int | None = None
    """The message that names the champion, the last one where there were several."""
    proclaimed: int = 0
    """How many entries its log had when that was posted; 0 before."""


class TournamentGame(msgspec.Struct, frozen=True, kw_only=True):
    """Which game is played at a table of a tournament."""

    tournament: str
    heat: int
    number: int
    """The number of the table, from 1."""
    game: str
    """The id of the game; it may not be open yet."""
    announced: tuple[str, ...] = ()
    """The announcements of its clock so far."""
    started: float | None = None
    """When its clock began to run."""
    stopped: float | None = None
    """Since when its clock is stopped; None while it runs."""
    lost: float = 0.0
    """The seconds for which it was stopped before."""
    held: str = ""
    """Why the table stands still until an official has done something, as its thread was told; "" where it does not."""
    looked: int = 0
    """The version of its game up to which one-sided gifts were looked for."""


class OutcomeRecord(msgspec.Struct, frozen=True, kw_only=True):
    """How a game that counts came out. Times are Unix seconds."""

    game: str
    guild: int
    rules: str
    """The name of the game that was played."""
    ended: float
    result: Result
    conduct: dict[str, Conduct]
    """How its people kept its time, by person."""

    @property
    def outcome(self) -> Outcome:
        """The outcome as the ladder uses it."""
        year = datetime.fromtimestamp(self.ended, UTC).year
        return Outcome(game=self.rules, year=year, result=self.result, conduct=self.conduct)

"""The rows of the database as typed records."""

from enum import StrEnum
from hashlib import sha256
from secrets import token_hex
from typing import Any

import msgspec

from bot.model.time_control import TimeControl
from bot.store.payloads import AnyPayload
from engine.core.dice import Draw
from engine.core.events import Event


class Status(StrEnum):
    """Where a game stands."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    BROKEN = "broken"


class Via(StrEnum):
    """Whose hand an action came from."""

    OPENING = "opening"
    PLAYER = "player"
    MASTER = "master"
    DEADLINE = "deadline"
    CONSENT = "consent"
    REGENT = "regent"
    STANDING = "standing"
    UPDATE = "update"


class DeliveryOutcome(StrEnum):
    """What became of an outbox row; what is HELD waits until its broken game is in order again."""

    DELIVERED = "delivered"
    SUPERSEDED = "superseded"
    UNREACHABLE = "unreachable"
    READ = "read"
    HOMELESS = "homeless"
    HELD = "held"
    REJECTED = "rejected"


class MotionKind(StrEnum):
    """What a motion asks for."""

    UNDO = "undo"
    PAUSE = "pause"
    RESUME = "resume"
    REPLACE = "replace"
    MASTER = "master"
    END = "end"
    OVERRULE = "overrule"


class TimerKind(StrEnum):
    """What happens when a timer is due.

    A player is reminded by direct message, then summoned in the thread; then the game master is alerted. ORDER is the
    answer that a player gave ahead. WAIT is never due: it tells since when a question without a deadline is open.
    """

    REMINDER = "reminder"
    SUMMONS = "summons"
    ALERT = "alert"
    ORDER = "order"
    DEADLINE = "deadline"
    WAIT = "wait"
    CLOSING = "closing"


class Miss(StrEnum):
    """What became of a missed deadline."""

    EXCUSED = "excused"
    DEFAULT = "default"
    REGENT = "regent"
    MASTER = "master"


class Stead(StrEnum):
    """Why a regent decides for a player: by his own or the game master's will, or because of his absence."""

    WILL = ""
    AWAY = "away"
    MISSED = "missed"


class GameRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A game: its table, its place on Discord and its secret. Times are Unix seconds.

    `paused` says since when its clocks stand, `lost` since when Herald cannot write to its thread,
    `aside` since when it is broken. `owner` is the game master, and so is whoever has the role
    `master_role`; `assistants` and whoever has the role `assistant_role` confirm what a game master who plays wants to
    overrule.
    """

    id: str
    rules: str
    rules_version: str
    variant: str
    options: dict[str, Any]
    title: str
    guild: int
    channel: int
    thread: int | None = None
    panel: int | None = None
    owner: int
    status: Status = Status.LOBBY
    fault: str = ""
    commitment: str
    secret: str
    version: int = 0
    deadline_hours: float
    created: float
    paused: float | None = None
    assistants: tuple[int, ...] = ()
    assistant_role: int | None = None
    master_role: int | None = None
    lost: float | None = None
    aside: float | None = None
    pace: TimeControl = TimeControl()

    def clock_at(self, now: float) -> float:
        """Return what the clocks of the game show: they stand while it is paused."""
        return now if self.paused is None else self.paused


class SeatRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A player's place at a table; `left` is set once the player has been dropped.

    `regent` is the name of the computer player that decides for the seat, "" where its player does; `stead` says
    why. `away` is the time since which the table knows that the player is away. `looked` is the version of the game
    at which the player last asked for the map.
    """

    game: str
    id: str
    user: int
    name: str
    word: str
    joined: float
    left: float | None = None
    regent: str = ""
    stead: Stead = Stead.WILL
    away: float | None = None
    looked: int | None = None

    @property
    def human(self) -> bool:
        """Whether a person holds the seat; computer players have negative numbers for users."""
        return self.left is None and self.user > 0


class ActionRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One accepted action; `hash` chains it to all before it, back to the commitment of the game.

    The chain holds `who` acted only as a hash of the `user` and a random `salt`. When a person's data are deleted both
    go: the chain still holds, and nobody can tell any more whom it meant.
    """

    game: str
    version: int
    seat: str
    user: int | None
    salt: str = ""
    who: str = ""
    via: Via
    action: str
    state_hash: str
    draws: str
    events: str
    time: float
    prev_hash: str
    hash: str = ""

    def digest(self) -> str:
        """Return the hash that this record must carry."""
        who = (self.game, self.version, self.seat, self.who, self.via)
        what = (self.action, self.state_hash, self.draws, self.events, self.time, self.prev_hash)
        return sha256(msgspec.json.encode(who + what)).hexdigest()

    def sealed(self) -> "ActionRecord":
        """Return the record with its hashes."""
        salt = token_hex(16) if self.user is not None else ""
        known = msgspec.structs.replace(self, salt=salt, who=hidden(self.user, salt))
        return msgspec.structs.replace(known, hash=known.digest())

    @property
    def whole(self) -> bool:
        """Whether the hashes are those of the content."""
        names_the_same = self.user is None or self.who == hidden(self.user, self.salt)
        return names_the_same and self.hash == self.digest()

    def numbers(self) -> tuple[Draw, ...]:
        """Return what was drawn."""
        return msgspec.json.decode(self.draws, type=tuple[Draw, ...])

    def happened(self) -> tuple[Event, ...]:
        """Return the events, secret ones among them."""
        return msgspec.json.decode(self.events, type=tuple[Event, ...])


def hidden(user: int | None, salt: str) -> str:
    """Return what the chain holds of a person: without the salt nobody can find out who it is."""
    return "" if user is None else sha256(f"{salt} {user}".encode()).hexdigest()


class Opening(msgspec.Struct, frozen=True):
    """The action of version 0: what the table was set up from. `words` are the players', by seat."""

    seats: tuple[str, ...]
    words: dict[str, str]


class Timer(msgspec.Struct, frozen=True, kw_only=True):
    """Something due for a seat that has not decided.

    `asked` is when the question came, put off by every stop of the clock; `stopped` since when the clock stands.
    """

    game: str
    seat: str
    kind: TimerKind
    decision: str
    due: float
    asked: float
    stopped: float | None = None

    @property
    def key(self) -> tuple[str, str]:
        """The question that it belongs to, as in Call."""
        return self.seat, self.decision

    def stands(self, moment: float) -> float:
        """Return the time on its clock at a moment of the game: the moment itself, unless it was stopped before."""
        return moment if self.stopped is None else self.stopped


class SeatClock(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's use of time, in seconds: what is `left` on its own clock, None where it has not been started."""

    game: str
    seat: str
    left: float | None = None
    used: float = 0.0
    answers: int = 0
    longest: float = 0.0


class Missed(msgspec.Struct, frozen=True, kw_only=True):
    """A missed deadline, and what became of it."""

    game: str
    seat: str
    user: int
    decision: str
    what: Miss
    time: float


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """A standing order: what `user` answers when `seat` is asked `decision` in a prompt with these `words`.

    `answer` is "default", "decline" or "action"; the last with the plain `action`. It is used once, or `always`.
    """

    id: int = 0
    game: str
    seat: str
    user: int
    decision: str
    words: str = ""
    answer: str
    action: dict[str, Any] = {}
    always: bool = False
    created: float


class OutboxRow(msgspec.Struct, frozen=True, kw_only=True):
    """A promised message. `user` None means the thread; `outcome` None means still to be delivered.

    One that is `piled` waits on the digest of its user until he wants to hear of it.
    """

    id: int
    game: str
    version: int
    user: int | None
    payload: AnyPayload
    created: float
    attempts: int
    next_try: float
    outcome: DeliveryOutcome | None = None
    settled: float | None = None
    message: int | None = None
    piled: bool = False

    @property
    def nonce(self) -> str:
        """What lets Discord drop a message that was sent twice; at most 25 characters."""
        return f"{self.game}:{self.id}"


class Motion(msgspec.Struct, frozen=True, kw_only=True):
    """Something that others must agree to: carried once `needed` of the `voters` (Discord users) say aye.

    `about` is what is to be done, as its `kind` has it; `words` say it to everybody.
    """

    id: int = 0
    game: str
    kind: MotionKind
    by: int
    words: str
    about: dict[str, Any]
    voters: tuple[int, ...]
    needed: int
    ayes: tuple[int, ...] = ()
    nays: tuple[int, ...] = ()
    created: float
    outcome: str | None = None

    @property
    def carried(self) -> bool:
        """Whether enough have agreed."""
        return len(self.ayes) >= self.needed

    @property
    def lost(self) -> bool:
        """Whether not enough can agree any more."""
        return len(self.voters) - len(self.nays) < self.needed


class Ruling(msgspec.Struct, frozen=True, kw_only=True):
    """What a game master has ruled; after an `appeal` each of the `judges` upholds or overturns it."""

    id: int = 0
    game: str
    guild: int
    user: int
    text: str
    created: float
    appeal: str = ""
    judges: tuple[int, ...] = ()
    verdicts: dict[str, bool] = {}
    outcome: str = ""


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """An action that a seat has begun to fill in, at a version of the game."""

    game: str
    seat: str
    version: int
    tag: str
    fields: dict[str, Any]

"""The contents of messages: one typed payload for each kind. The database holds their tags and fields."""

import msgspec

from engine.core.actions import snake
from engine.core.events import Event

MAP = "map"
"""The picture of the whole position; of several pictures it is shown last."""


class Payload(msgspec.Struct, frozen=True, tag=snake, tag_field="kind"):
    """The content of one message; its tag, the class name in snake case, is the kind of its outbox row."""


class Call(msgspec.Struct, frozen=True):
    """A decision that a seat is asked for."""

    seat: str
    decision: str
    """The id of the decision, as in Request."""
    prompt: str
    secret: bool = False
    """Whether nobody else may know what it is about."""
    together: bool = False
    """Whether other seats are asked at the same time."""
    due: float | None = None
    """The deadline in Unix seconds, None for no deadline."""
    hours: float | None = None
    """The hours that the rules give for it, None for what the table gives."""
    fallback: str = ""
    """The default at the deadline, in words."""

    @property
    def key(self) -> tuple[str, str]:
        """The key by which two successive calls are the same question, even if its prompt has changed."""
        return self.seat, self.decision


class Commitment(Payload, frozen=True):
    """For the thread: the table is open; `commitment` is the SHA-256 of the secret behind the dice."""

    commitment: str


class Keyed(Payload, frozen=True):
    """For the thread: the game begins, with these words in the key of the dice; `head` is the hash of the opening."""

    words: dict[str, str]
    head: str


class Log(Payload, frozen=True):
    """For the thread: public events of one action, under a `heading` where it was not a player's own move."""

    events: tuple[Event, ...]
    heading: str = ""
    computer: str = ""
    """The seat, where a computer player has acted that holds it itself: its turn is told as one paragraph."""
    phases: tuple[str, ...] = ()
    """The phases that ended with it, in a word or two: their map can be asked for."""
    ruled: bool = False
    """Whether a game master has done it: at a tournament's table players may question it."""
    heard: tuple[int, ...] = ()
    """Whom it pings; then it begins a new message, which is its own unless a game master has done it."""
    apart: bool = False
    """Whether it is a message of its own, since it is long: a page of a position that is told back."""


class Picture(Payload, frozen=True):
    """For the thread: a picture of the table as it stood at the message's version of the game."""

    shows: str = MAP
    """The kind of picture."""
    about: tuple[Event, ...] = ()
    """The events that it shows; where none are named, all since the last picture."""
    chapter: bool = False
    """Whether it shows a whole chapter of the story, such as a turn, and closes it."""


class Anchor(Payload, frozen=True):
    """For the thread, where the game is over, or a round a day after the last: the hash of the chain up to here.

    It stands in a message of its own, which is never edited or deleted: what was posted then holds the record.
    """

    head: str
    whole: bool = True
    """Whether the game is over."""


class StoryPicture(Payload, frozen=True, tag="tale"):
    """For the thread, of earlier releases: a picture that tells the whole of a game that is over."""

    shows: str
    """The kind of picture."""


class Ending(Payload, frozen=True):
    """For the thread, when the game is over: how it ended, the secret behind the dice, and what tells all of it."""

    winners: tuple[str, ...]
    reason: str
    shows: str = ""
    """The kind of the first picture, "" for none."""
    tales: tuple[str, ...] = ()
    """The kinds of the others."""
    secret: str = ""
    """The secret behind the dice; "" in earlier releases, which told it in a message of its own."""
    commitment: str = ""
    words: dict[str, str] = {}


class Panel(Payload, frozen=True):
    """For the thread: refresh the status panel in place; a newer one supersedes an undelivered older one."""


class Ask(Payload, frozen=True):
    """Decisions asked for: in the thread, mentioning each seat, or by direct message where it is secret."""

    calls: tuple[Call, ...]
    alone: bool = False
    """Whether the thread asks nobody else: whatever it asked before has been answered."""
    closed: str = ""
    """What became of it, as a sentence for everybody, once none of it is open; "" while it is."""


class Answered(Payload, frozen=True):
    """By direct message: what was asked or proposed in one is over; a question says so from now on, and asks no more.

    It is edited, or deleted where its player has answered it elsewhere: nobody is pinged, and nothing else is sent.
    """

    message: int
    """The id that Discord gave to the message."""
    call: Call | None = None
    """The question; None for a letter, whose words stay as they are when its buttons go."""
    how: str = ""
    """The fate of the question, as a whole sentence to the player; "" where the player knows it."""


class Reworded(Payload, frozen=True):
    """For the thread: a message that asks somebody is edited, because it is answered, or open again.

    Nobody is pinged. The message says how things stand when the edit goes out.
    """

    row: int
    """The number of the ask or reminder in the outbox."""


OVER = "This is no longer open. If you have answered it, your answer counts; the thread shows what came of it."
"""The fate of a question that is over, whoever has decided."""

CLOSED = "This is no longer open."
"""The same for everybody, where nobody has answered it."""


DECIDED = "All of this is decided."
"""The same where several have answered."""


def answered_by(seat: str) -> str:
    """Return the fate of a question that a seat has answered itself."""
    return f"{{{seat}}} has answered."


class Reminder(Payload, frozen=True):
    """Time for a decision runs out: first by direct message, then in the thread."""

    call: Call
    closed: str = ""
    """As in Ask."""


class HeadsUp(Payload, frozen=True):
    """By direct message, to who asked for it: this seat is next."""

    seat: str


class Overdue(Payload, frozen=True):
    """By direct message to the game master: a player is late, or their deadline has `passed`."""

    call: Call
    passed: bool


class StoodIn(Payload, frozen=True):
    """By direct message: a regent decides for this seat, because its player missed a deadline."""

    seat: str
    regent: str


class Notice(Payload, frozen=True):
    """By direct message: a sentence for one person."""

    text: str


class Private(Payload, frozen=True):
    """By direct message: events that this seat alone, or only some seats, may know."""

    seat: str
    events: tuple[Event, ...]


class Letter(Payload, frozen=True):
    """By direct message: what another proposes to this seat, or what it proposes itself, with its answers."""

    seat: str
    proposals: tuple[str, ...]
    """Their names at the table as it stood then."""
    own: bool = False
    """Whether the seat proposes all of it itself."""
    waits: bool = False
    """Whether the game waits for its answer."""


class Reveal(Payload, frozen=True):
    """For the thread, of earlier releases: the secret and the words behind the dice of a game that is over."""

    secret: str
    commitment: str
    words: dict[str, str]
    winners: tuple[str, ...]
    reason: str
    head: str = ""
    """The hash of the chain, the last action of the game with it."""


class Nudge(Payload, frozen=True):
    """For the thread: somebody's direct message was refused; what it says waits behind the buttons of the panel."""

    user: int
    """The person mentioned."""
    seat: str
    """The seat of that user, "" for a game master who does not play."""
    decides: bool
    """Whether a decision waits, and not only news."""
    explain: bool
    """Whether to say how direct messages are opened: once for each user."""


class Proposed(Payload, frozen=True):
    """For the thread, of earlier releases: something is proposed to this seat. Nothing is said of it any more."""

    seat: str
    waits: bool = False
    """Whether the game waits for the answer."""


class Trouble(Payload, frozen=True):
    """By direct message to the game master: something needs a human hand."""

    text: str

    looked: bool = False
    """Whether whoever reads it knows something hidden, and takes no seat in the game any more."""


class MotionCall(Payload, frozen=True):
    """For the thread: a motion that people are asked to agree to."""

    motion: int
    """Its number."""
    by: int
    motive: str
    """The kind of motion."""
    words: str
    voters: tuple[int, ...]
    """The people who are asked."""
    needed: int
    """How many of them have to agree."""


class AppealCall(Payload, frozen=True):
    """For the thread: an appeal against a ruling, which its judges are asked to answer."""

    ruling: int
    """The number of the ruling."""
    by: int
    text: str
    reason: str
    judges: tuple[int, ...]
    role: int | None = None
    """A role: whoever has it may answer as well."""


ToThread = (
    Reworded
    | Commitment
    | Keyed
    | Log
    | Picture
    | Anchor
    | StoryPicture
    | Ending
    | Panel
    | Reveal
    | Nudge
    | Proposed
    | MotionCall
    | AppealCall
)
ToPerson = Answered | Private | Letter | Trouble | HeadsUp | Overdue | StoodIn | Notice

AnyPayload = ToThread | ToPerson | Ask | Reminder


class OutboxMessage(msgspec.Struct, frozen=True):
    """A message on its way into the outbox: by direct message to `user`, or for the thread where there is none."""

    payload: AnyPayload
    user: int | None = None

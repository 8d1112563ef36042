"""What can happen in a tournament. A log of these is the tournament: carried out again it gives the same standings."""

from typing import Literal, TypeAlias

import msgspec

from engine.tournament.format import Format
from engine.tournament.results import Result

FINAL = 0
"""The number of the Final where a heat is named."""


class Entry(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", forbid_unknown_fields=True):
    """Something that happened."""

    time: str = ""
    """When, in UTC (ISO 8601); the engine compares no times."""

    by: str = ""
    """Which person did it; "" for Herald."""


class Opened(Entry, frozen=True, kw_only=True, tag="opened"):
    """A tournament is announced."""

    format: Format
    master: str
    """The game master."""

    name: str = ""
    """His name."""

    assistants: dict[str, str] = {}
    """The assistant game masters: person to name."""


class Changed(Entry, frozen=True, kw_only=True, tag="changed"):
    """A change of the agreed format."""

    format: Format


class Appointed(Entry, frozen=True, kw_only=True, tag="appointed"):
    """There are other officials from now on."""

    master: str
    name: str = ""
    assistants: dict[str, str] = {}


class Entered(Entry, frozen=True, kw_only=True, tag="entered"):
    """A person enters for some heats, or for other heats than before."""

    person: str
    name: str
    heats: tuple[int, ...]
    """All the heats that he means to play; none withdraws him."""


class Announced(Entry, frozen=True, kw_only=True, tag="announced"):
    """A heat is open for check-in; its draw is sealed."""

    heat: int
    commitment: str
    """What the secret of the draw hashes to."""

    start: str = ""
    """When play begins, in UTC (ISO 8601); the heat closes when the grace of the format is over [WBC-T07]."""


class CheckedIn(Entry, frozen=True, kw_only=True, tag="checked_in"):
    """A person is there."""

    heat: int
    person: str


class Seated(Entry, frozen=True, kw_only=True, tag="seated"):
    """A heat is closed; who plays at which table."""

    heat: int
    secret: str
    """The secret of the draw, in hex: from it anybody finds the same tables."""

    tables: tuple[tuple[str, ...], ...] = ()
    """The tables that an official set instead of the drawn ones; none for the drawn ones."""

    reason: str = ""
    """Why other tables than the drawn ones."""


class Substituted(Entry, frozen=True, kw_only=True, tag="substituted"):
    """Another person takes a seat over; "" is a computer player who keeps it."""

    heat: int
    table: int
    out: str
    person: str
    name: str = ""


class Vacated(Entry, frozen=True, kw_only=True, tag="vacated"):
    """A person gives a seat up; a substitute is sought, and who gave it up may still take it back."""

    heat: int
    table: int
    person: str
    reason: str = ""
    """Why, where it was not the person's own wish."""


class Finished(Entry, frozen=True, kw_only=True, tag="finished"):
    """A game is over."""

    heat: int
    table: int
    result: Result


class Corrected(Finished, frozen=True, kw_only=True, tag="corrected"):
    """A result is changed by a ruling, which stays visible."""

    reason: str
    rule: str = ""


class Dropped(Entry, frozen=True, kw_only=True, tag="dropped"):
    """A person leaves the tournament, the Final too."""

    person: str


class Readmitted(Entry, frozen=True, kw_only=True, tag="readmitted"):
    """An official lets a person in again who has left, or does not play the Final."""

    person: str


class Confirmed(Entry, frozen=True, kw_only=True, tag="confirmed"):
    """A finalist will play."""

    person: str


class Declined(Entry, frozen=True, kw_only=True, tag="declined"):
    """A finalist will not play, or has not answered in time: the first reserve moves up."""

    person: str


class Decided(Entry, frozen=True, kw_only=True, tag="decided"):
    """The game master has answered what the format leaves to him; Herald has where he did not in time."""

    question: Literal["sole_kings", "level", "sixth"]
    answer: str


class Signed(Entry, frozen=True, kw_only=True, tag="signed"):
    """An official vouches for the results of a heat."""

    heat: int


class Questioned(Entry, frozen=True, kw_only=True, tag="questioned"):
    """A player questions a ruling of the game master; the table waits."""

    ruling: int
    """The number of the ruling, from 1."""

    heat: int
    table: int
    text: str
    """What was ruled."""

    rule: str = ""
    """The rule that it is about."""

    before: str = ""
    """What stands for the game's state before it."""

    after: str = ""
    """The same after it."""

    version: int = 0
    """The number of the action by which it was ruled, in its game; 0 where it was ruled by word alone."""


class Judged(Entry, frozen=True, kw_only=True, tag="judged"):
    """An official (`by`) says what he thinks of a questioned ruling."""

    ruling: int
    upheld: bool
    reason: str


class Appealed(Entry, frozen=True, kw_only=True, tag="appealed"):
    """A player of the table appeals against what was decided."""

    ruling: int
    reason: str


class Reminded(Entry, frozen=True, kw_only=True, tag="reminded"):
    """Whoever has entered for a heat, and is not there yet, is asked once more before it closes."""

    heat: int

    short: bool = False
    """Whether its grace is over with too few for a table, so that it stays open."""


class CalledOff(Entry, frozen=True, kw_only=True, tag="called_off"):
    """A heat is not played, or the Final: the standings decide then."""

    heat: int
    reason: str


class Traced(Entry, frozen=True, kw_only=True, tag="traced"):
    """An official says which action of its game a ruling was that was questioned by its words alone."""

    ruling: int
    version: int
    """The number of that action."""


Mending = Literal["undone", "restored", "corrected", "by_hand", "left"]
"""What is done at a table after a ruling was decided: it is undone or put back, by Herald or by hand, made good in the
result, or left."""


class Mended(Entry, frozen=True, kw_only=True, tag="mended"):
    """An official has put right at the table what was decided of a ruling; the table goes on."""

    ruling: int
    how: Mending
    version: int = 0
    """The number of the last action of the game before it was undone."""

    reason: str = ""
    """Why the table is left as it is, or what was changed there by hand."""

    looked: int = 0
    """The number of the game's last action when the official looked; 0 where Herald has nothing to do at the table."""

    back_to: int = 0
    """After which action the table stands then."""

    again: bool = False
    """Whether what came after is done again, as far as that goes."""


class Interrupted(Entry, frozen=True, kw_only=True, tag="interrupted"):
    """Herald was away until now, or the machine's clock has jumped: that time is charged to nobody."""

    seconds: float
    """For how long; negative where the clock was put back."""


AnyEntry: TypeAlias = (
    Opened
    | Changed
    | Appointed
    | Entered
    | Announced
    | CheckedIn
    | Seated
    | Substituted
    | Finished
    | Corrected
    | Dropped
    | Readmitted
    | Confirmed
    | Declined
    | Decided
    | Signed
    | Questioned
    | Judged
    | Appealed
    | Vacated
    | Interrupted
    | Mended
    | Traced
    | Reminded
    | CalledOff
)

"""What a game has, part by part: each is named once where the game's `Rules` are put together.

Whatever a part does not say has the usual answer that stands here. `G` is the class of the game in play.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, TypeVar

import msgspec

from engine.core.actions import Action, Offer, Proposal, Prospect, Request, Start
from engine.core.conditions import Condition
from engine.core.dealings import Dealing
from engine.core.errors import BadOptions, Illegal
from engine.core.event_grouping import Series
from engine.core.events import Event
from engine.core.files.figures import EditionNumbers
from engine.core.final_score import Tally
from engine.core.game import Game
from engine.core.steps import AnyStep

G = TypeVar("G", bound=Game[Any])


def _no_parts(seats: Sequence[str]) -> Mapping[str, Any]:
    return {}


def _nothing_left_out(game: Game[Any], hidden: Mapping[str, Mapping[str, int]]) -> AnyStep:
    raise Illegal("This game hides nothing; remove 'hidden' from the file.")


def _no_piles(game: Game[Any], piles: Mapping[str, Sequence[str]]) -> None:
    raise BadOptions(f"This game has none of these piles: {', '.join(piles)}.")


def _no_edit(game: Game[Any]) -> Action | None:
    return None


def _nobody_joins(game: Game[Any], seat: str) -> Action | None:
    return None


@dataclass(frozen=True, kw_only=True)
class SetUp(Generic[G]):
    """How a game begins."""

    least_seats: int
    """How many seats a table has at least."""

    most_seats: int
    """How many seats a table has at most."""

    seats: Callable[[Mapping[str, object]], tuple[int, int]] | None = None
    """Returns how many seats a table with some options has, at least and at most, where that depends on them."""

    state: Callable[[Sequence[str]], Mapping[str, Any]] = _no_parts
    """Returns the fields of a new state that have no default, given the seats."""

    deal: Callable[[G], None]
    """Sets a game up, as far as that takes no decision."""

    bare: Callable[[G], None] | None = None
    """Lays out an empty table for scenarios: nothing dealt, the first seat to move; None where `deal` does."""

    entering: Callable[[G, Mapping[str, Mapping[str, int]]], AnyStep] = _nothing_left_out
    """Returns the step in which seats enter what a position leaves out, given how much of each kind each seat has.

    Raises Illegal for what cannot be left out.
    """

    stack: Callable[[G, Mapping[str, Sequence[str]]], None] = _no_piles
    """Puts cards on top of named piles, for scenarios; raises BadOptions where there is no such pile."""

    join_edit: Callable[[G, str], Action | None] = _nobody_joins
    """Returns the edit that gives a late player a new seat; None where nobody can join a running game."""


def _nothing_to_hide(game: Game[Any], viewer: str) -> Collection[str]:
    return ()


def _all_alike(thing: str) -> str:
    return ""


def _nothing_to_choose(game: Game[Any], copy: Any, viewer: str, chance: Random) -> None:
    return


def _always_possible(world: Game[Any]) -> bool:
    return True


@dataclass(frozen=True, kw_only=True)
class Sight(Generic[G]):
    """Visibility: who may know what, and how hidden things are dealt again (engine.core.redeal)."""

    view: Callable[[G, str], msgspec.Struct]
    """Returns the view of a seat, "" (the public) or the game master."""

    hidden: Callable[[G, str], Collection[str]] = _nothing_to_hide
    """Returns the ids whose place a viewer does not know, such as cards in decks and in others' hands."""

    sort: Callable[[str], str] = _all_alike
    """Returns the sort of a hidden id: ids can be exchanged only with others of the same sort."""

    choose_anew: Callable[[G, Any, str, Random], None] = _nothing_to_choose
    """Chooses at random, in a copy of the state, what a viewer may not know but where the `hidden` ids lie.

    Such are plans, and goods behind a screen. Nothing may be left of how it was.
    """

    deal: Callable[[G, str, Random], Any] | None = None
    """Returns a state, as plain data, in which the ids whose place a viewer does not know are dealt anew.

    Without it the `hidden` ids change places. The game need not wait for the same seats then.
    """

    is_possible: Callable[[G], bool] = _always_possible
    """Tells whether a new deal is possible by the rules; if not, another one is tried."""


def _no_dealing(event: Event) -> Dealing | None:
    return None


@dataclass(frozen=True, kw_only=True)
class Story:
    """How the events of a game are told, by their kinds."""

    pictures: Mapping[str, str] = field(default_factory=dict)
    """Which kind of picture an event of a kind calls for: "map" is the whole position."""

    gathering_pictures: frozenset[str] = frozenset()
    """The kinds of picture of which one shows all that several in a message would."""

    finale_pictures: tuple[str, ...] = ()
    """The kinds of picture that tell a whole game once it is over."""

    phase_end_event: str = ""
    """The kind of event that closes a phase; what was resolved in it can be put right until the next one closes."""

    moment_event: str = ""
    """The kind of event that closes a milestone of the story."""

    turn_end_event: str = ""
    """The kind of event that closes a turn, where that is no moment of the story."""

    log_headings: tuple[str, ...] = ()
    """The kinds of events with which a new part of the log begins."""

    series: tuple[Series, ...] = ()
    """Which events of an action the story tells in one sentence."""

    grouping_breaks: tuple[str, ...] = ()
    """The kinds of events past which none is moved into the sentence of an earlier one, as they are its cause."""

    consequences: frozenset[tuple[str, str]] = frozenset()
    """Pairs of kinds of events: the story tells the second in the sentence of the first, if it comes right after it."""

    grave_events: frozenset[str] = frozenset()
    """The kinds of events that have a line of their own in a computer player's paragraph, such as a death."""

    separate_events: frozenset[str] = frozenset()
    """The kinds of events that have a line of their own there without a mark: they are not that player's doing."""

    weighty_events: frozenset[str] = frozenset()
    """The kinds of events that somebody's news, where they are shortened, leave out last, as they do the grave ones."""

    hidden_from_story: frozenset[str] = frozenset()
    """The kinds of events that the story leaves out: they say what is plain, or will be told again."""

    lessons: frozenset[str] = frozenset()
    """The kinds of events that explain rules in the thread; the panel of whoever has just acted says what it needs."""

    self_visible_events: frozenset[str] = frozenset({"answer"})
    """The kinds of hidden events that a seat which has just acted reads in the answer, and needs no message of.

    They tell what it has chosen, as answers of a `SecretBallot` do, or what it sees among its own things from now on.
    """

    quiet_events: frozenset[str] = frozenset()
    """The kinds of events that, where a computer player's turn has no others, need no message and map of their own."""

    mailed_events: frozenset[str] = frozenset()
    """The kinds of hidden events that tell of a proposal, which goes to its seats as a letter of its own."""

    letters: frozenset[str] = frozenset()
    """The kinds of events about requests between players and their results."""

    revelations: frozenset[str] = frozenset()
    """The kinds of events that tell everybody something hidden: ballots that are revealed, what goods are compared."""

    dealing: Callable[[Event], Dealing | None] = _no_dealing
    """Returns the trade or the vote that an event announces; None for other events."""

    @property
    def chapter_event(self) -> str:
        """The kind of event that closes a chapter of the story, such as a turn; "" where it has no chapters."""
        return self.turn_end_event or self.moment_event or self.phase_end_event


def _no_cards(figures: EditionNumbers) -> Mapping[str, str]:
    return {}


def _no_words(game: Game[Any], seat: str) -> str:
    return ""


def _no_sentence(game: Game[Any]) -> str:
    return ""


@dataclass(frozen=True)
class Strength:
    """The strength of a piece where it stands."""

    men: int
    """The number."""

    bonuses: Mapping[str, bool] = field(default_factory=dict)
    """The local bonuses in words, each with whether it counts now."""


def _no_strengths(game: Game[Any], seat: str) -> Mapping[str, Strength]:
    return {}


@dataclass(frozen=True, kw_only=True)
class Words(Generic[G]):
    """The functions that describe a game in words."""

    headline: Callable[[G], str]
    """Returns the public state of the game in a few lines."""

    scores: Callable[[G], list[tuple[str, str]]]
    """Returns public words about each seat: its name (`{seat}`) and a few words."""

    lead: Callable[[G], str] = _no_sentence
    """Returns who leads and why, in a sentence for the end of a round; "" where nobody does, or the round says so."""

    colour: Callable[[G, str], str] = _no_words
    """Returns the colour of a seat's pieces, such as "red"; "" where they have those of the table order."""

    advice: Callable[[G, str], str] = _no_words
    """Returns background for a seat's open question, such as odds; "" for none. Only panels call it."""

    fight: Callable[[G], str] = _no_sentence
    """Returns the odds of the fight under way, from public knowledge; "" without one."""

    sealed: str = "dice"
    """What the game's chance is made of, in the plural: "dice", or "cards" where none are rolled."""

    chance: frozenset[str] = frozenset()
    """The ids of the decisions that dice or cards may settle soon: panels that ask one have a button for the odds."""

    strengths: Callable[[G, str], Mapping[str, Strength]] = _no_strengths
    """Returns the strength of the seat's pieces by name, for those whose strength depends on their place."""

    reports: Mapping[str, Callable[[G, str], str]] = field(default_factory=dict)
    """The reports that can be asked for at any time, such as "odds": name to function (game, viewer) -> text."""

    cards: Callable[[EditionNumbers], Mapping[str, str]] = _no_cards
    """Returns the names of all cards (or printed pieces) of an edition that can be asked about, by id."""

    things: Callable[[G], Sequence[Mapping[str, str]]] | None = None
    """Returns the names of all that the arguments of actions may be about, by id, whatever is hidden: a mapping for
    each kind of thing, such as the nobles or the squares.

    Without it they are the seats and all cards.
    """

    inventory: Callable[[G, Collection[str], str], list[tuple[str, list[str]]]] | None = None
    """Returns all that stands on the table as a viewer may know it: a heading and its lines for each part of it.

    People check with it a position that was written down elsewhere. The names are the ids that its file names: what
    stands as usual because the file does not name it is told as that. Without it headline and scores do.
    """


@dataclass(frozen=True, slots=True)
class DecisionKind:
    """A kind of decisions that a table may give a time of its own."""

    id: str
    """Its name in files and commands."""

    words: str
    """Its name for people."""

    decisions: frozenset[str]
    """The ids of its decisions, such as D30."""

    share: float = 1.0
    """Its share of the ordinary time, where a table sets only its pace."""

    hours: Mapping[str, float] = field(default_factory=dict)
    """Its own time, by the name of the pace, and as "" where the table plays at none of these, whatever the ordinary
    time is; without it, it has its share."""


def _no_round(game: Game[Any]) -> str:
    return ""


def _unknown_order(game: Game[Any], seat: str) -> Sequence[str]:
    return ()


def _not_known(game: Game[Any]) -> int | None:
    return None


def _nothing_timed(game: Game[Any]) -> list[Request]:
    return []


def _no(game: Game[Any]) -> bool:
    return False


@dataclass(frozen=True, kw_only=True)
class Pace(Generic[G]):
    """The course of play: the order of turns, the time for decisions, and the end of play by the clock."""

    decision_key: Callable[[G], str]
    """Returns words that change whenever play moves on (round, seat, phase), to tell stale questions apart."""

    round: Callable[[G], str] = _no_round
    """Returns words that change whenever a round begins; "" where there are no rounds."""

    active: Callable[[G], str] = _no_round
    """Returns the seat whose turn it is; "" before the first turn, and while it is nobody's."""

    seats_before: Callable[[G, str], Sequence[str]] = _unknown_order
    """Returns the seats whose turns come before the next one of a seat, the present one first; none if unknown."""

    amid_turn: Callable[[G], bool] = _no
    """Tells whether the active seat has moved, and only decides what follows from that."""

    next_seat: Callable[[G], str] = _no_round
    """Returns the seat whose turn comes after the present one; "" where that is not known."""

    handovers_left: Callable[[G], int | None] = _not_known
    """Returns the number of decisions left in this round, as an estimate.

    The estimate uses public knowledge; None if the game has no rounds, or cannot tell.
    """

    decision_kinds: Sequence[DecisionKind] = ()
    """The kinds of decisions that may have a time of their own; all others have the ordinary one."""

    timed_requests: Callable[[G], list[Request]] = _nothing_timed
    """Returns further requests that are answered by default when their time is over, besides those of the top step."""

    end_of_play_edit: Callable[[G], Action | None] = _no_edit
    """Returns the edit that ends play at a date the table has set; None where there is nothing (more) to end."""

    stop_edit: Callable[[G], Action | None] = _no_edit
    """Returns the edit that ends a game where it stands; None where there is nothing (more) to end."""

    last_round_edit: Callable[[G], Action | None] = _no_edit
    """Returns the edit that begins the last round of a game whose time is nearly over; None where there is none."""

    in_last_round: Callable[[G], bool] = _no
    """Tells whether the last round of a game has begun because its time is nearly over."""


@dataclass(frozen=True, slots=True)
class Plannable:
    """A decision that a player may answer ahead."""

    words: str
    """The question."""

    answers: tuple[type[Action], ...] = ()
    """The classes of the actions that can answer it."""

    ahead: Callable[[Any, str], None] | None = None
    """Changes a copy of a game so that a seat is asked the question at once, as it would be asked if it were its turn
    now; raises Illegal where it cannot be asked. None where nobody can tell how the question will be."""

    in_turn: bool = False
    """Whether it comes to one seat after the other and hides nothing: then an answer given ahead comes at once."""

    habitual: bool = True
    """Whether a player who has answered it alike several times may want to always; not where the situation decides."""


def _no_conditions(game: Game[Any], seat: str, offer: Offer) -> Sequence[Condition]:
    return ()


@dataclass(frozen=True, kw_only=True)
class Plans(Generic[G]):
    """The questions that players may answer ahead."""

    plannable: Mapping[str, Plannable] = field(default_factory=dict)
    """What a player may answer ahead, by the id of the decision."""

    conditions: Callable[[G, str, Offer], Sequence[Condition]] = _no_conditions
    """Returns what a seat's plan for an offered action may wait for, the likeliest first.

    The game that it is given holds nothing that the seat may not know.
    """


def _no_starts(game: Game[Any], seat: str) -> Sequence[Start]:
    return ()


def _no_proposals(game: Game[Any], seat: str) -> Sequence[Proposal]:
    return ()


def _no_prospects(game: Game[Any], seat: str) -> Sequence[Prospect]:
    return ()


def _nothing_foreseen(game: Game[Any], seat: str, action: Action) -> Prospect | None:
    return None


def _no_objection(game: Game[Any], seat: str, kind: type[Action], action: Action | None) -> Illegal | None:
    return None


def _no_lock(game: Game[Any], seat: str) -> None:
    return


@dataclass(frozen=True, kw_only=True)
class Offering(Generic[G]):
    """The parts of a game's offers that belong to no chapter."""

    lock: Callable[[G, str], None] = _no_lock
    """Raises Illegal while no any-time action is possible for a seat, beside the locks of steps."""

    starts: Callable[[G, str], Sequence[Start]] = _no_starts
    """Returns forms for a seat that have some answers filled in."""

    proposals: Callable[[G, str], Sequence[Proposal]] = _no_proposals
    """Returns the open proposals to a seat, and its own that it may withdraw, the oldest first."""

    prospects: Callable[[G, str], Sequence[Prospect]] = _no_prospects
    """Returns the complete actions that a seat is most likely to want now, the likeliest first."""

    foreseen: Callable[[G, str, Action], Prospect | None] = _nothing_foreseen
    """Returns what comes of an action that a seat has filled in by itself; None where its answers say it."""

    refusals: tuple[type[Action], ...] = ()
    """The actions that decline a request."""

    objection: Callable[[G, str, type[Action], Action | None], Illegal | None] = _no_objection
    """Returns why a seat can do nothing of a kind of action now: the most specific reason that the rules have.

    The table asks for what it refuses because it is not offered; None leaves it at that. The action is what the seat
    has tried, or None where it has named the kind only.
    """


@dataclass(frozen=True, slots=True)
class Gift:
    """A gift from one seat to another without anything in return."""

    by: str
    """The seat that gives it."""

    words: str
    """The gift in words, hidden things included, with seats as `{seat}`."""


def _all_equal(game: Game[Any]) -> list[Tally]:
    return [Tally(seat=seat) for seat in game.state.seats]


def _nothing_given(game: Game[Any], seat: str, action: Action) -> Gift | None:
    return None


@dataclass(frozen=True, kw_only=True)
class Competition(Generic[G]):
    """The scoring of a game in a tournament."""

    variant: str = ""
    """The default variant in tournaments; "" for the usual one."""

    options: Mapping[str, Any] = field(default_factory=dict)
    """The house rules that a tournament begins with, so that points decide rather than lots."""

    tallies: Callable[[G], list[Tally]] = _all_equal
    """Returns each seat's points and tie-breaks, which decide all places."""

    giving: tuple[type[Action], ...] = ()
    """The actions by which something can be given for nothing."""

    given_away: Callable[[G, str, Action], Gift | None] = _nothing_given
    """Returns what an action gives away for nothing, of those that can, as the game stands before it."""

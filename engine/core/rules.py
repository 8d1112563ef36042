"""What a game package offers to the table: one object per game, the same face for all."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property, partial
from random import Random
from typing import Any, ClassVar, Generic, Self, TypeVar, Union

import msgspec

from engine.core import redeal
from engine.core.actions import (
    MASTER,
    ON_RECORD,
    Action,
    AnyAction,
    Close,
    HouseRule,
    NewRules,
    Offer,
    Overrule,
    Proposal,
    Request,
    Rewind,
    Start,
    tag_of,
)
from engine.core.chapter import AnyTime, Chapter
from engine.core.conditions import Condition
from engine.core.dealings import Dealing
from engine.core.deciding import Players
from engine.core.dice import Dice
from engine.core.edits import Edits
from engine.core.errors import BadFile, BadOptions, Illegal, NoWorld, allows
from engine.core.events import Event
from engine.core.files.figures import Fault, Figures
from engine.core.files.figures import read as read_figures
from engine.core.files.options import Options, options_of
from engine.core.game import Game, State
from engine.core.sealed import Sealed
from engine.core.series import Series
from engine.core.steps import AnyStep
from engine.core.tally import Tally

G = TypeVar("G", bound=Game[Any])


@dataclass(frozen=True, slots=True)
class Gift:
    """Something that a seat gives another for nothing."""

    by: str
    """The seat that gives it."""

    words: str
    """What, hidden things among it, with seats as `{seat}`."""


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
    """Its part of the ordinary time, where a table only says how fast it plays."""

    hours: Mapping[str, float] = field(default_factory=dict)
    """Its own time, by the name of the pace, and as "" where the table plays at none of these, whatever the ordinary
    time is; without it, it has its share."""


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


MAX_DEALS = 100
"""Deals that are tried until one fits to what everybody can see."""


def _waited_for(game: Game[Any]) -> list[tuple[str, str]]:
    """Whom a game waits for, and for which decision."""
    return [(request.seat, request.decision) for request in game.top.requests(game)] if game.top else []


class Rules(ABC, Generic[G]):
    """The rules of one game, `G` in play. Subclasses name their types and implement the abstract methods."""

    name: ClassVar[str]
    """Its id: the name of its package, of its data and of its commands."""

    title: ClassVar[str]
    """Its name for people."""

    version: ClassVar[str]
    """The version of the rules that new tables play by."""

    least_seats: ClassVar[int]
    """How many seats a table has at least."""

    most_seats: ClassVar[int]
    """How many seats a table has at most."""

    pictures: ClassVar[Mapping[str, str]] = {}
    """Which kind of picture an event of a kind calls for: "map" is the whole position."""

    gathering_pictures: ClassVar[frozenset[str]] = frozenset()
    """The kinds of picture of which one shows all that several in a message would."""

    finale_pictures: ClassVar[tuple[str, ...]] = ()
    """The kinds of picture that tell a whole game once it is over."""

    story_event: ClassVar[str] = ""
    """The kind of event after which the story of a game has come to its next moment."""

    phase_end_event: ClassVar[str] = ""
    """The kind of event that closes a phase; what was resolved in it can be put right until the next one closes."""

    asides: ClassVar[frozenset[str]] = frozenset()
    """The kinds of events that the story of a game leaves out: they say what is plain, or will be told again."""

    series: ClassVar[tuple[Series, ...]] = ()
    """Which events of an action the story tells in one sentence."""

    revelations: ClassVar[frozenset[str]] = frozenset()
    """The kinds of events that tell everybody something hidden: ballots that are revealed, what goods are compared."""

    log_headings: ClassVar[tuple[str, ...]] = ()
    """The kinds of events with which a new part of the log begins."""

    chapters: ClassVar[tuple[Chapter, ...]]
    """The chapters of the rule book; any-time actions are offered in this order."""

    state_type: ClassVar[type[State]]
    """The class of its state."""

    game_type: ClassVar[type[Any]] = Game
    """The class of its game in play."""

    editing: ClassVar[Edits]
    """What only the game master does, `drop` (a seat leaves the game) among it."""

    figures: Figures = {}
    """The figures of an edition of one's own with which new games are set up; see `with_figures`."""

    letters: ClassVar[frozenset[str]] = frozenset()
    """The kinds of hidden events that tell of a proposal, which goes to its seats as a letter of its own."""

    echoes: ClassVar[frozenset[str]] = frozenset({"answer"})
    """The kinds of hidden events that a seat which has just acted reads in the answer, and needs no message of.

    They tell what it has chosen, as answers of `Sealed` steps do, or what it sees among its own things from now on.
    """

    refusals: ClassVar[tuple[type[Action], ...]] = ()
    """Actions that say no to what is asked."""

    @cached_property
    def catalogue(self) -> Options:
        """The options of the game: those of its file `options.toml`, where it does not say them itself."""
        return options_of(self.name)

    @cached_property
    def variants(self) -> Mapping[str, str]:
        """The names of the variants for people, by id."""
        return {variant.id: variant.name for variant in self.catalogue.variant}

    @property
    def chapter_event(self) -> str:
        """The kind of event that closes a chapter of the story, such as a turn; "" where it has no chapters."""
        return self.story_event or self.phase_end_event

    @property
    def usual_variant(self) -> str:
        """The variant that is meant where nothing tells which: the first."""
        return next(iter(self.variants))

    @property
    def tournament_variant(self) -> str:
        """The variant that a tournament plays where nothing tells which."""
        return self.usual_variant

    def options(self, variant: str, changes: Mapping[str, object]) -> dict[str, object]:
        """Return the option values of a table; raises BadOptions for unknown, impossible or clashing values."""
        return self.catalogue.chosen(variant, changes)

    def changed(self, variant: str, options: Mapping[str, object], changes: Mapping[str, object]) -> dict[str, object]:
        """Return the option values of a table after changes; what followed from the old ones gives way.

        Raises BadOptions like `options`.
        """
        return self.options(variant, self.catalogue.by_hand(variant, options) | dict(changes))

    def with_figures(self, figures: Figures) -> Self:
        """Return these rules for tables that play with figures of their own edition, by address; {} for ours."""
        if figures == self.figures:
            return self
        other = copy(self)
        other.figures = dict(figures)
        return other

    def read_figures(self, text: str) -> dict[str, Any]:
        """Return those figures of an edition's file that are not ours; raises BadFigures with all that is wrong."""
        return read_figures(self.name, text, self.faults)

    def faults(self, figures: Figures) -> Iterable[Fault]:
        """Return what is wrong with the figures of an edition taken together; each by itself has been checked."""
        return ()

    def objection(self, game: G, seat: str, kind: type[Action], action: Action | None) -> Illegal | None:
        """Return why a seat can do nothing of this kind now: the most specific reason that the rules have.

        The table asks for what it refuses because it is not offered; None leaves it at that. `action` is what the seat
        has tried, or None where it has named the kind only.
        """
        return None

    def seats(self, options: Mapping[str, object]) -> tuple[int, int]:
        """Return how many seats a table with these options takes, at least and at most."""
        return self.least_seats, self.most_seats

    def started(self, game_id: str, seats: Sequence[str], options: Mapping[str, object], dice: Dice, **parts: Any) -> G:
        """Return a game whose state has nothing in it but `parts`: what `new` and `bare` set out from."""
        state = self.state_type(
            game_id=game_id,
            rules=self.name,
            rules_version=self.version,
            options=dict(options),
            seats=list(seats),
            figures=dict(self.figures),
            **parts,
        )
        return self.game(state, dice)

    @abstractmethod
    def new(self, game_id: str, seats: Sequence[str], options: Mapping[str, object], dice: Dice) -> G:
        """Set a game up as far as nobody has to decide."""

    def bare(self, game_id: str, seats: Sequence[str], options: Mapping[str, object], dice: Dice) -> G:
        """Lay out an empty table for scenarios: nothing dealt, the first seat to move."""
        return self.new(game_id, seats, options, dice)

    def entering(self, game: G, hidden: Mapping[str, Mapping[str, int]]) -> AnyStep:
        """Return the step in which seats enter what a position leaves out, given how much of each kind each has.

        Raises Illegal for what cannot be left out in this game.
        """
        raise Illegal(f"{self.title} has nothing hidden that could be left out; take 'hidden' out of the file.")

    def game(self, state: Any, dice: Dice) -> G:
        """Take up a game from its state."""
        game: G = self.game_type(state, dice)
        return game

    @cached_property
    def steps(self) -> tuple[type[AnyStep], ...]:
        """The classes of step of all chapters."""
        return tuple(step for chapter in self.chapters for step in chapter.steps)

    @cached_property
    def actions(self) -> tuple[type[Action], ...]:
        """What seats do: the classes of action of all chapters, each once."""
        answers = (action for chapter in self.chapters for action in chapter.actions)
        return tuple(dict.fromkeys([*answers, *self._any_time]))

    @cached_property
    def _any_time(self) -> Mapping[type[Action], AnyTime]:
        """The any-time actions, each with what belongs to it."""
        rows = [row for chapter in self.chapters for row in chapter.any_time]
        return {action: row for row in rows for action in row.handlers}

    def check_any_time(self, game: G, seat: str) -> None:
        """Raise Illegal while no any-time action is possible for a seat, beside the locks of steps."""
        return

    def any_time(self, game: G, seat: str, kinds: Collection[type[Action]] = ()) -> list[Offer]:
        """Return what a seat may do beside the requests of the top step; the table has checked the lock.

        With `kinds` of action only these are looked for.
        """
        if not allows(self.check_any_time, game, seat):
            return []
        rows = [row for chapter in self.chapters for row in chapter.any_time]
        wanted = [row for row in rows if not kinds or not row.handlers.keys().isdisjoint(kinds)]
        found = [offer for row in wanted for offer in row.offers(game, seat)]
        return [offer for offer in found if not kinds or offer.action in kinds]

    def any_time_actions(self) -> tuple[type[Action], ...]:
        """Return the classes of action that are any-time actions."""
        return tuple(self._any_time)

    def offers_any_time(self, game: G, seat: str, action: type[Action]) -> bool:
        """Tell whether this kind of any-time action is offered to a seat now; KeyError if it is none."""
        offers = self._any_time[action].offers
        return allows(self.check_any_time, game, seat) and any(offer.action is action for offer in offers(game, seat))

    def act_any_time(self, game: G, seat: str, action: Action) -> None:
        """Carry out an any-time action, or raise Illegal; KeyError if it is none."""
        self.check_any_time(game, seat)
        self._any_time[type(action)].handlers[type(action)](game, seat, action)

    def starts(self, game: G, seat: str) -> Sequence[Start]:
        """Return the forms of what a seat may do now that are begun for it."""
        return ()

    def proposals(self, game: G, seat: str) -> Sequence[Proposal]:
        """Return what others propose to a seat, and what it proposes to them and may take back, the oldest first."""
        return ()

    def timed_requests(self, game: G) -> list[Request]:
        """Return what happens by itself when its time is over, beside what the top step waits for."""
        return []

    def decision_kinds(self) -> Sequence[DecisionKind]:
        """Return the kinds of decisions that may have a time of their own; all others have the ordinary one."""
        return ()

    def plannable(self) -> Mapping[str, Plannable]:
        """Return what a player may answer ahead, by the id of the decision."""
        return {}

    def conditions(self, game: G, seat: str, offer: Offer) -> Sequence[Condition]:
        """Return what a seat's plan for an offered action may wait for, the likeliest first.

        `game` holds nothing that the seat may not know.
        """
        return ()

    def round(self, game: G) -> str:
        """Return words that change whenever a round begins; "" where there are no rounds."""
        return ""

    def seats_before(self, game: G, seat: str) -> Sequence[str]:
        """Return the seats whose turns come before the next one of `seat`, the present one first; none if unknown."""
        return ()

    def next_seat(self, game: G) -> str:
        """Return the seat whose turn comes after the present one; "" where that is not known."""
        return ""

    def advice(self, game: G, seat: str) -> str:
        """Return what a seat should know for what it is asked now; "" for nothing. Only panels work it out."""
        return ""

    def handovers_left(self, game: G) -> int | None:
        """Return how often the game is still handed from player to player until its round ends, as it stands now.

        It is an estimate from what everybody knows; None where the game has no rounds, or cannot tell.
        """
        return None

    def changes(self, game: G, since: str) -> list[str]:
        """Return in words what has changed for a game in its rules since version `since` of them."""
        return []

    def end_of_play_edit(self, game: G) -> Action | None:
        """Return the edit that ends play at a date the table has set; None where there is nothing (more) to end."""
        return None

    def last_round_edit(self, game: G) -> Action | None:
        """Return the edit that begins the last round of a game whose time is nearly over; None where there is none."""
        return None

    @property
    def giving(self) -> tuple[type[Action], ...]:
        """The actions by which something can be given for nothing."""
        return ()

    def given_away(self, game: G, seat: str, action: Action) -> Gift | None:
        """Return what an action gives away for nothing, of those that can, as the game stands before it."""
        return None

    def in_last_round(self, game: G) -> bool:
        """Tell whether the last round of a game has begun because its time is nearly over."""
        return False

    def stop_edit(self, game: G) -> Action | None:
        """Return the edit that ends a game where it stands; None where there is nothing (more) to end."""
        return self.end_of_play_edit(game)

    @cached_property
    def edits(self) -> tuple[type[Action], ...]:
        """The classes of edit."""
        return tuple(self.editing.kinds)

    @cached_property
    def discreet(self) -> tuple[type[Action], ...]:
        """Edits about hidden things: everybody hears of them, but not what they name."""
        return tuple(self.editing.discreet)

    def edit(self, game: G, action: Action, *, told: bool = False) -> None:
        """Carry out an edit of the game master; raises Illegal if `action` is no edit or makes no sense.

        Where it is `told`, everybody hears what it has changed.
        """
        view = partial(self.view, game, "") if told else None
        self.editing.carry_out(game, action, partial(self.vocabulary, game), view)

    def stack(self, game: G, piles: Mapping[str, Sequence[str]]) -> None:
        """Put cards on top of named piles, for scenarios; raises BadOptions where there is no such pile."""
        raise BadOptions(f"{self.title} has no piles of cards such as {', '.join(piles)}.")

    @abstractmethod
    def view(self, game: G, viewer: str) -> msgspec.Struct:
        """Return what a seat, "" (the public) or the game master may know."""

    def players(self) -> Players:
        """Return the game's own computer players, beside the random one, by name."""
        return {}

    def join_edit(self, game: G, seat: str) -> Action | None:
        """Return the edit that gives a late player the new seat `seat`; None where nobody can join a running game."""
        return None

    @abstractmethod
    def headline(self, game: G) -> str:
        """Return where the game stands, in a line or a few that everybody may read."""

    @abstractmethod
    def scores(self, game: G) -> list[tuple[str, str]]:
        """Return what everybody may know of each seat: its name (`{seat}`) and a few words."""

    def inventory(self, game: G, said: Collection[str], viewer: str) -> list[tuple[str, list[str]]]:
        """Return all that stands on the table as a viewer may know it: a heading and its lines for each part of it.

        People check with it a position that was written down elsewhere. `said` are the ids that its file names: what
        stands as usual because the file does not name it is told as that.
        """
        seats = [(who, words.splitlines()) for who, words in self.scores(game)]
        return [("Where the game stands", self.headline(game).splitlines()), *seats]

    def colour(self, game: G, seat: str) -> str:
        """Return the colour of a seat's pieces, such as "red"; "" where they have those of the table order."""
        return ""

    def tallies(self, game: G) -> list[Tally]:
        """Return what each seat has in points, and what else tells the places beside the winner's."""
        return [Tally(seat=seat) for seat in game.state.seats]

    def dealt(self, event: Event) -> Dealing | None:
        """Return the trade or the vote of which everybody was told by an event; None for all others."""
        return None

    def reports(self) -> Mapping[str, Callable[[G, str], str]]:
        """Return what can be asked about at any time (such as "odds"): name to function (game, viewer) -> text."""
        return {}

    def cards(self) -> Mapping[str, str]:
        """Return the names of all cards (or printed pieces) that can be asked about, by id."""
        return {}

    def vocabulary(self, game: G) -> Mapping[str, str]:
        """Return the names of all that the arguments of actions may be about, by id: the seats, and all cards.

        Whatever is hidden, they are the same.
        """
        return {**{seat: f"{{{seat}}}" for seat in game.state.seats}, **self.cards()}

    @abstractmethod
    def decision_key(self, game: G) -> str:
        """Return words that change whenever play moves on (round, seat, phase), to tell stale questions apart."""

    def resample_hidden(self, game: G, viewer: str, chance: Random) -> State:
        """Return a state that differs at random in all that `viewer` may not know, and in nothing else.

        What comes out depends on `chance` and on what the viewer knows alone: whom the game waits for, for one. Raises
        NoWorld where no deal fits to that.
        """
        waits = _waited_for(game)
        for _ in range(MAX_DEALS):
            world = self.game(self.dealt_anew(game, viewer, chance), game.dice)
            for step in world.state.steps:
                if isinstance(step, Sealed):
                    step.choose_anew(world, viewer, chance)
            if self.is_possible(world) and _waited_for(world) == waits:
                state: State = world.state
                return state
        raise NoWorld("Herald cannot look ahead here without telling what is hidden; decide when you are asked.")

    def is_possible(self, world: G) -> bool:
        """Tell whether what was dealt anew could lie so; where that is not, another deal is tried."""
        return True

    def dealt_anew(self, game: G, viewer: str, chance: Random) -> State:
        """Return a copy of the state with everything that `viewer` may not know dealt or chosen anew by `chance`.

        The `hidden` ids change places, and `choose_anew` sees to what is hidden otherwise. The game master knows all.
        The game need not wait for the same seats then, and answers of a `Sealed` step may stay as they are: these are
        chosen anew afterwards.
        """
        hidden = self.hidden(game, viewer)
        dealt = redeal.exchanged(game.state, hidden, self.sort, chance) if hidden else game.state
        state: State = self.decode(msgspec.json.encode(dealt))
        if viewer != MASTER:
            self.choose_anew(game, state, viewer, chance)
        return state

    def choose_anew(self, game: G, copy: Any, viewer: str, chance: Random) -> None:
        """Choose at random, in a copy of the state, what `viewer` may not know but where the `hidden` ids lie.

        Such are plans, and goods behind a screen. Nothing may be left of how it was (engine.core.redeal).
        """

    def hidden(self, game: G, viewer: str) -> Collection[str]:
        """Return the ids of which `viewer` does not know where they lie (cards in decks and in others' hands)."""
        return ()

    def sort(self, id: str) -> str:
        """Return what a hidden id must be alike in for another to lie in its place."""
        return ""

    def problems(self, game: G) -> list[str]:
        """Return everything that is wrong with the state; empty if it is sound."""
        return []

    def encode(self, state: State) -> bytes:
        """Return the state as JSON; the same state gives the same bytes."""
        return msgspec.json.encode(state)

    def decode(self, snapshot: bytes) -> Any:
        """Return the state of a snapshot; raises BadFile if it is none of this game."""
        try:
            return self._state_decoder.decode(snapshot)
        except msgspec.MsgspecError as error:
            raise BadFile(f"This is no saved state of {self.title}: {error}") from error

    def decode_action(self, raw: Any) -> Action:
        """Return the typed action of a plain mapping; raises Illegal if it is none of this game."""
        tag = raw.get("action") if isinstance(raw, Mapping) else None
        kind = self._kinds.get(tag, self._any_action) if isinstance(tag, str) else self._any_action
        try:
            action: Action = msgspec.convert(raw, type=kind, dec_hook=self._read_tagged)
        except msgspec.ValidationError as error:
            raise Illegal(f"This is not an action of {self.title}: {error}.") from error
        return action

    @cached_property
    def _state_decoder(self) -> msgspec.json.Decoder[State]:
        return msgspec.json.Decoder(self.state_type, dec_hook=self._read_tagged)

    @cached_property
    def _step_decoder(self) -> msgspec.json.Decoder[Any]:
        """The decoder of steps and actions, made once: making it takes far longer than to read one of them."""
        return msgspec.json.Decoder(self._any_step, dec_hook=self._read_tagged)

    @cached_property
    def _action_decoder(self) -> msgspec.json.Decoder[Any]:
        return msgspec.json.Decoder(self._any_action, dec_hook=self._read_tagged)

    @cached_property
    def _any_action(self) -> Any:
        return Union[tuple(self._kinds.values())]  # noqa: UP007

    @cached_property
    def _kinds(self) -> Mapping[str, type[Action]]:
        """Every class of action by its tag: to look at all of them takes far longer than to read one."""
        kinds: Iterable[type[Action]] = (
            *self.actions,
            *self.edits,
            Rewind,
            Overrule,
            *ON_RECORD,
            NewRules,
            HouseRule,
            Close,
        )
        return {tag_of(kind): kind for kind in kinds}

    @cached_property
    def _any_step(self) -> Any:
        return Union[self.steps]  # noqa: UP007

    def _read_tagged(self, kind: type, raw: Any) -> Any:
        """Read what a state holds of any step or any action: the tag says which of this game's it is."""
        decoders: dict[type, Any] = {AnyStep: self._step_decoder, AnyAction: self._action_decoder}
        return decoders[kind].decode(msgspec.json.encode(raw))

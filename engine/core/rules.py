"""The interface of a game package: one `Rules` object per game, composed of the same parts for all."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, Generic, Self, TypeVar, Union

import msgspec

from engine.core.actions import (
    ON_RECORD,
    Action,
    AnyAction,
    Close,
    HouseRule,
    NewRules,
    Offer,
    Overrule,
    Rewind,
    tag_of,
)
from engine.core.chapter import AnyTime, Chapter
from engine.core.computer.deciding import Players
from engine.core.computer.judge import Judge
from engine.core.dice import Dice
from engine.core.editing.edits import Edits
from engine.core.errors import BadFile, Illegal, allows
from engine.core.files.figures import EditionNumbers, Fault
from engine.core.files.figures import read as read_figures
from engine.core.files.options import Options, options_of
from engine.core.game import Game, State
from engine.core.parts import Competition, Offering, Pace, Plans, SetUp, Sight, Story, Words
from engine.core.steps import AnyStep

G = TypeVar("G", bound=Game[Any])


def _no_faults(figures: EditionNumbers) -> Iterable[Fault]:
    return ()


def _no_changes(game: Game[Any], version: str) -> list[str]:
    return []


def _unsaid(game: Game[Any], seat: str, action: Action) -> str:
    return ""


def _sound(game: Game[Any]) -> list[str]:
    return []


class Codec:
    """Reads and writes what belongs to a game: the tags of steps and actions say of which class they are."""

    def __init__(
        self, title: str, state: type[State], steps: Sequence[type[AnyStep]], actions: Iterable[type[Action]]
    ) -> None:
        self._title = title
        self._state = state
        self._steps = steps
        kinds: Iterable[type[Action]] = (*actions, Rewind, Overrule, *ON_RECORD, NewRules, HouseRule, Close)
        self._kinds = {tag_of(kind): kind for kind in kinds}

    def encode(self, state: State) -> bytes:
        """Return the state as JSON; the same state gives the same bytes."""
        return msgspec.json.encode(state)

    def decode(self, snapshot: bytes) -> Any:
        """Return the state of a snapshot; raises BadFile if it belongs to another game."""
        try:
            return self._state_decoder.decode(snapshot)
        except msgspec.MsgspecError as error:
            raise BadFile(f"This is not a saved state of {self._title}: {error}") from error

    def decode_action(self, raw: Any) -> Action:
        """Return the typed action of a plain mapping; raises Illegal if it is none of this game.

        >>> from engine.core.actions import Pass
        >>> Codec("Toy", State, [], [Pass]).decode_action({"action": "pass"})
        Pass()
        """
        tag = raw.get("action") if isinstance(raw, Mapping) else None
        kind = self._kinds.get(tag, self._any_action) if isinstance(tag, str) else self._any_action
        try:
            action: Action = msgspec.convert(raw, type=kind, dec_hook=self._read_tagged)
        except msgspec.ValidationError as error:
            raise Illegal(f"This is not an action of {self._title}: {error}.") from error
        return action

    # Decoders are made once: making one takes far longer than to read with it.

    @cached_property
    def _state_decoder(self) -> msgspec.json.Decoder[State]:
        return msgspec.json.Decoder(self._state, dec_hook=self._read_tagged)

    @cached_property
    def _step_decoder(self) -> msgspec.json.Decoder[Any]:
        return msgspec.json.Decoder(Union[tuple(self._steps)], dec_hook=self._read_tagged)  # noqa: UP007

    @cached_property
    def _action_decoder(self) -> msgspec.json.Decoder[Any]:
        return msgspec.json.Decoder(self._any_action, dec_hook=self._read_tagged)

    @cached_property
    def _any_action(self) -> Any:
        return Union[tuple(self._kinds.values())]  # noqa: UP007

    def _read_tagged(self, kind: type, raw: Any) -> Any:
        """Read what a state holds of any step or any action: the tag says which of this game's it is."""
        decoders: dict[type, Any] = {AnyStep: self._step_decoder, AnyAction: self._action_decoder}
        return decoders[kind].decode(msgspec.json.encode(raw))


@dataclass(kw_only=True, eq=False, repr=False)
class Rules(Generic[G]):
    """The rules of one game, `G` in play, put together of its parts."""

    name: str
    """Its id: the name of its package, of its data and of its commands."""

    title: str
    """Its name for people."""

    version: str
    """The version of the rules that new tables play by."""

    state_type: type[State]
    """The class of its state."""

    chapters: tuple[Chapter, ...]
    """The chapters of the rule book; any-time actions are offered in this order."""

    set_up: SetUp[G]
    """How a game begins."""

    sight: Sight[G]
    """The rules of visibility."""

    pace: Pace[G]
    """How play moves on."""

    words: Words[G]
    """How a game is put into words."""

    editing: Edits
    """The game master's edits, including `drop` (a seat leaves the game)."""

    game_type: Callable[[Any, Dice], Any] = Game
    """Takes up a game from its state, with its dice."""

    story: Story = field(default_factory=Story)
    """How its events are told."""

    offering: Offering[G] = field(default_factory=Offering)
    """The parts of its offers that belong to no chapter."""

    plans: Plans[G] = field(default_factory=Plans)
    """The questions that players may answer ahead."""

    competition: Competition[G] = field(default_factory=Competition)
    """How it counts in a tournament."""

    players: Players = field(default_factory=dict)
    """Its own computer players, beside the random one, by name."""

    judge: Judge | None = None
    """The evaluation for its computer players; None if it has none."""

    reasons: Callable[[G, str, Action], str] = _unsaid
    """Returns in a sentence why a computer player may have done something, as the game stood before; "" where there is
    nothing to say. The game that it is given holds nothing that not everybody may know."""

    changes: Callable[[G, str], list[str]] = _no_changes
    """Returns in words what has changed for a game in its rules since a version of them."""

    problems: Callable[[G], list[str]] = _sound
    """Returns everything that is wrong with a state; empty if it is sound."""

    faults: Callable[[EditionNumbers], Iterable[Fault]] = _no_faults
    """Returns what is wrong with the figures of an edition taken together; each by itself has been checked."""

    figures: EditionNumbers = field(default_factory=dict)
    """The figures of an edition of one's own with which new games are set up; see `with_figures`."""

    # ------------------------------------------------------------------ options and editions

    @cached_property
    def option_book(self) -> Options:
        """The options of the game, from its file `options.toml`."""
        return options_of(self.name)

    @cached_property
    def variants(self) -> Mapping[str, str]:
        """The names of the variants for people, by id."""
        return {variant.id: variant.name for variant in self.option_book.variant}

    @property
    def usual_variant(self) -> str:
        """The variant that is meant where nothing tells which: the first."""
        return next(iter(self.variants))

    def options(self, variant: str, changes: Mapping[str, object]) -> dict[str, object]:
        """Return the option values of a table; raises BadOptions for unknown, impossible or clashing values."""
        return self.option_book.chosen(variant, changes)

    def changed(self, variant: str, options: Mapping[str, object], changes: Mapping[str, object]) -> dict[str, object]:
        """Return the option values of a table after changes, with consequences of the old values replaced.

        Raises BadOptions like `options`.
        """
        return self.options(variant, self.option_book.by_hand(variant, options) | dict(changes))

    def with_figures(self, figures: EditionNumbers) -> Self:
        """Return these rules for tables that play with figures of their own edition, by address; {} for ours."""
        if figures == self.figures:
            return self
        other = copy(self)
        other.figures = dict(figures)
        return other

    def read_figures(self, text: str) -> dict[str, Any]:
        """Return those figures of an edition's file that are not ours; raises BadFigures with all that is wrong."""
        return read_figures(self.name, text, self.faults)

    # ------------------------------------------------------------------ a game begins

    def seats(self, options: Mapping[str, object]) -> tuple[int, int]:
        """Return how many seats a table with these options takes, at least and at most."""
        by_options = self.set_up.seats
        return by_options(options) if by_options else (self.set_up.least_seats, self.set_up.most_seats)

    def new(self, game_id: str, seats: Sequence[str], options: Mapping[str, object], dice: Dice) -> G:
        """Set a game up, as far as that takes no decision."""
        game = self._started(game_id, seats, options, dice)
        self.set_up.deal(game)
        return game

    def bare(self, game_id: str, seats: Sequence[str], options: Mapping[str, object], dice: Dice) -> G:
        """Lay out an empty table for scenarios: nothing dealt, the first seat to move."""
        game = self._started(game_id, seats, options, dice)
        (self.set_up.bare or self.set_up.deal)(game)
        return game

    def _started(self, game_id: str, seats: Sequence[str], options: Mapping[str, object], dice: Dice) -> G:
        """Return a game before anything is laid out."""
        state = self.state_type(
            game_id=game_id,
            rules=self.name,
            rules_version=self.version,
            options=dict(options),
            seats=list(seats),
            figures=dict(self.figures),
            **self.set_up.state(seats),
        )
        return self.game(state, dice)

    def game(self, state: Any, dice: Dice) -> G:
        """Take up a game from its state."""
        game: G = self.game_type(state, dice)
        return game

    # ------------------------------------------------------------------ seats

    @cached_property
    def steps(self) -> tuple[type[AnyStep], ...]:
        """The classes of step of all chapters."""
        return tuple(step for chapter in self.chapters for step in chapter.steps)

    @cached_property
    def actions(self) -> tuple[type[Action], ...]:
        """The classes of action of all chapters, each once."""
        answers = (action for chapter in self.chapters for action in chapter.actions)
        return tuple(dict.fromkeys([*answers, *self.any_time_actions]))

    @cached_property
    def any_time_actions(self) -> Mapping[type[Action], AnyTime]:
        """The classes of action that are any-time actions, each with what belongs to it."""
        rows = [row for chapter in self.chapters for row in chapter.any_time]
        return {action: row for row in rows for action in row.handlers}

    def any_time(self, game: G, seat: str, kinds: Collection[type[Action]] = ()) -> list[Offer]:
        """Return what a seat may do beside the requests of the top step; the table has checked the lock.

        With `kinds` of action only these are looked for.
        """
        if not allows(self.offering.lock, game, seat):
            return []
        rows = [row for chapter in self.chapters for row in chapter.any_time]
        wanted = [row for row in rows if not kinds or not row.handlers.keys().isdisjoint(kinds)]
        possible = [offer for row in wanted for offer in row.offers(game, seat)]
        return [offer for offer in possible if not kinds or offer.action in kinds]

    def offers_any_time(self, game: G, seat: str, action: type[Action]) -> bool:
        """Tell whether this kind of any-time action is offered to a seat now; KeyError if it is none."""
        offers = self.any_time_actions[action].offers
        return allows(self.offering.lock, game, seat) and any(offer.action is action for offer in offers(game, seat))

    def act_any_time(self, game: G, seat: str, action: Action) -> None:
        """Carry out an any-time action, or raise Illegal; KeyError if it is none."""
        self.offering.lock(game, seat)
        self.any_time_actions[type(action)].handlers[type(action)](game, seat, action)

    # ------------------------------------------------------------------ game master

    @cached_property
    def edits(self) -> tuple[type[Action], ...]:
        """The classes of edit."""
        return tuple(self.editing.kinds)

    @cached_property
    def discreet(self) -> tuple[type[Action], ...]:
        """Edits about hidden cards: they are announced without the names of the cards."""
        return tuple(self.editing.discreet)

    def edit(self, game: G, action: Action, *, told: bool = False) -> None:
        """Carry out an edit of the game master; raises Illegal if `action` is no edit or makes no sense.

        Where it is `told`, everybody hears what it has changed.
        """
        view = partial(self.sight.view, game, "") if told else None
        self.editing.carry_out(game, action, partial(self.vocabulary, game), view)

    # ------------------------------------------------------------------ names, and files

    def cards(self) -> Mapping[str, str]:
        """Return the names of all cards (or printed pieces) that can be asked about, by id."""
        return self.words.cards(self.figures)

    def vocabulary(self, game: G) -> Mapping[str, str]:
        """Return the names of all that the arguments of actions may be about, by id, whatever is hidden."""
        return {thing: name for kind in self.things(game) for thing, name in kind.items()}

    def things(self, game: G) -> Sequence[Mapping[str, str]]:
        """Return the same by their kinds: the seats, and those of the game."""
        seats = {seat: f"{{{seat}}}" for seat in game.state.seats}
        kinds = self.words.things(game) if self.words.things else [self.words.cards(game.state.figures)]
        return [seats, *kinds]

    @cached_property
    def codec(self) -> Codec:
        """What reads and writes its states and actions."""
        return Codec(self.title, self.state_type, self.steps, (*self.actions, *self.edits))

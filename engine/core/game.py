"""A game in play: its state, the stream of its dice, and what has just happened."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from typing import Any, Generic, TypeVar, cast

import msgspec

from engine.core.actions import Action, Request
from engine.core.dice import Dice, Thrown
from engine.core.drafts import sole, words
from engine.core.errors import DeadEnd
from engine.core.events import Event
from engine.core.files.options import options_of
from engine.core.steps import AnyStep

MAX_STEPS = 10_000
"""The number of steps without a decision after which the flow is treated as an endless loop."""


class Result(msgspec.Struct, frozen=True):
    """How a game ended."""

    winners: tuple[str, ...]
    """The winning seats; none: drawn."""

    reason: str
    """Why, in a sentence."""

    rule: str = ""
    """The rule by which it ended; "" for none."""


class Part(msgspec.Struct, omit_defaults=True):
    """A part of a state. Fields with their defaults are not written, so that later releases can add fields."""


class RuleNote(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game master's ruling, kept as a note to the rules of a table."""

    number: int
    """Its number at this table."""

    text: str
    """The ruling, in the words of the game master."""

    rule: str = ""
    """The id of the rule that it is about; "" for none."""

    @property
    def words(self) -> str:
        """The note as people read it below a rule or a refusal."""
        about = f" on {self.rule}" if self.rule else ""
        return f"House note {self.number}{about}: {self.text}"


class State(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What every game's state has. A state is plain data: ids, numbers, lists; never a reference."""

    game_id: str
    """The id of the game, from which its dice come too."""

    rules: str
    """The name of the game that is played."""

    rules_version: str
    """The version of the rules by which it is played."""

    options: dict[str, Any]
    """The values that the table has chosen, by option."""

    seats: list[str]
    """The seats in the order of the table."""

    steps: list[AnyStep] = []
    """The stack of steps under way: the last one is active, the others wait for it to end."""

    version: int = 0
    """How many actions have been carried out."""

    draws: int = 0
    """How many numbers have been drawn."""

    result: Result | None = None
    """How the game ended; None while it goes on."""

    figures: dict[str, Any] = {}
    """The printed figures of the table's own edition, by address, where they are not ours (engine.core.files)."""

    thrown: list[Thrown] = []
    """Dice that were rolled at the table, by the game master's word, and wait for the roll that they are for."""

    tolerated: list[str] = []
    """Problems that the game master has accepted with an overruling edit, and that checks ignore."""

    amended: dict[str, Any] = {}
    """The values of options that were changed while the game was played; they go before `options`."""

    notes: list[RuleNote] = []
    """The notes to the rules."""

    noted: int = 0
    """How many such notes there have been."""

    @property
    def chosen(self) -> dict[str, Any]:
        """The options by which the table plays now."""
        return {**self.options, **self.amended}

    def notes_to(self, rule: str) -> list[RuleNote]:
        """Return the notes to a rule; of "" none."""
        return [note for note in self.notes if rule and note.rule == rule]


S = TypeVar("S", bound=State)


class Game(Generic[S]):
    """The state of a game together with its dice and the events of the current action."""

    def __init__(self, state: S, dice: Dice, state_based: Callable[[Any], None] = lambda _: None) -> None:
        """`state_based` carries out the state-based actions; it is called between any two steps."""
        self.state = state
        self.dice = dice
        self.state_based = state_based
        self.events: list[Event] = []
        self.cache: dict[Any, Any] | None = None
        """What look-ups have found in the state that waits for a decision; None while the state may change."""

        self.found: dict[Any, Any] = {}
        """What the last look of the flow has found: it holds for the decision that the flow has come to."""

        self.asked: dict[Any, Any] = {}
        """What look-ups have found while the game waited for the action that is carried out now."""

        self.options_cache: dict[Any, Any] = {}
        """What look-ups have found in the options, until they change."""

        self.until: Callable[[], bool] | None = None
        """Where this holds, which only scenarios set, the flow stops."""

        self.stopped = False
        """Whether the flow has stopped because of `until`, and not because somebody is asked."""

    @property
    def top(self) -> AnyStep | None:
        """The active step, or None when the game is over."""
        return self.state.steps[-1] if self.state.steps else None

    @property
    def locked(self) -> bool:
        """Whether the any-time actions are closed."""
        return any(step.locks(self) for step in self.state.steps)

    def option(self, name: str) -> object:
        """Return the value of an option of this table; KeyError if there is none of that name.

        Where a table was begun before there was such an option it has the option's default, until it plays by newer
        rules: see `Table.act` with `NewRules`.
        """
        if name in self.state.amended:
            return self.state.amended[name]
        chosen = self.state.options
        return chosen[name] if name in chosen else options_of(self.state.rules).by_id[name].default

    def number(self, name: str) -> int:
        """Return the value of an option that is a number."""
        value = self.option(name)
        return value if isinstance(value, int) else int(str(value))

    def includes(self, name: str, value: str) -> bool:
        """Tell whether the value of an option that is a list has `value` in it."""
        chosen = self.option(name)
        return isinstance(chosen, list) and value in chosen

    def push(self, *steps: AnyStep) -> None:
        """Put steps on the stack so that the first one given is active first."""
        self.state.steps.extend(reversed(steps))

    def pop(self, step: AnyStep) -> None:
        """Take `step` off the stack, wherever steps pushed after it have left it."""
        steps = self.state.steps
        place = len(steps) - 1
        while steps[place] is not step:
            place -= 1
        del steps[place]

    def emit(
        self,
        kind: str,
        text: str,
        *,
        to: Iterable[str] | None = None,
        about: Iterable[str] = (),
        track: Iterable[str] = (),
        rule: str = "",
        report: Mapping[str, Any] | None = None,
        outcome: str = "",
    ) -> None:
        """Tell what happened: to everybody, or only to the seats in `to`."""
        audience = None if to is None else tuple(to)
        told = Event(kind, text, audience, tuple(about), tuple(track), rule, dict(report or {}), outcome)
        self.events.append(told)

    def finish(self, winners: Iterable[str], reason: str, rule: str = "") -> None:
        """End the game."""
        self.state.result = Result(tuple(winners), reason, rule)
        self.state.steps.clear()
        self.emit("victory", reason, rule=rule)

    def stale(self) -> list[str]:
        """Return the indices that disagree with the state; tests check this after every action."""
        return []

    def at_rest(self) -> "Rest":
        """Cache what look-ups find while a step of the flow only looks; nothing may change meanwhile.

        A step that waits for a decision after such a look has changed nothing since, so what it has found still holds.
        """
        return Rest(self)

    @contextmanager
    def as_asked(self) -> Iterator[None]:
        """Reuse the look-ups cached while the game waited, for checks before an action changes anything."""
        self.cache, self.asked = self.asked, {}
        try:
            yield
        finally:
            self.cache = None

    def flow(self) -> None:
        """Let the steps go on until one waits for a decision or the game is over."""
        for _ in range(MAX_STEPS):
            self.state_based(self)
            self.found = {}
            self.stopped = self.until is not None and self.until()
            top = self.top
            if self.stopped or top is None or not (top.proceed(self) or self._answers_itself(top)):
                return
        raise DeadEnd(f"The game goes round in circles at {type(self.top).__name__}.")

    def _answers_itself(self, top: AnyStep) -> bool:
        """Take the only possible answer if a step allows that; return whether there was one."""
        if not top.answers_itself:
            return False
        with self.at_rest():
            only = ((request, sole(request.offers)) for request in waited_for(self))
            request, action = next(((request, action) for request, action in only if action), (None, None))
            told = _only(request, action) if request and action else ""
        if request is None or action is None:
            return False
        heard = [request.seat] if top.hides_why else None
        said = f"You had only one choice{told}, so I took it for you."
        if heard is None:
            said = f"{{{request.seat}}} has only one choice{told}."
        self.emit("no_choice", said, to=heard, about=[request.seat])
        self.asked = self.found
        top.act(self, request.seat, action)
        return True


def _only(request: Request, action: Action) -> str:
    """Return an automatic answer as the end of a sentence; "" if nobody is told."""
    if request.secret:
        return ""
    offer = next(offer for offer in request.offers if isinstance(action, offer.action))
    return f" ({words(offer, action)})"


class Rest:
    """A context in which a game does not change, so that look-ups are cached; entered some ten times an action."""

    __slots__ = ("before", "game")

    def __init__(self, game: Game[Any]) -> None:
        """Rest `game`, which may be at rest already."""
        self.game = game
        self.before = game.cache

    def __enter__(self) -> None:
        """Cache what look-ups find from now on."""
        if self.before is None:
            self.game.cache = self.game.found = {}

    def __exit__(self, *_: object) -> None:
        """Cache nothing more, unless the game was at rest before."""
        self.game.cache = self.before


L = TypeVar("L", bound=Callable[..., Any])

UNKNOWN = object()
"""Marks a look-up that has not been made yet."""


def cached_while_waiting(look: L) -> L:
    """Cache a look-up while the game waits for a decision, as nothing changes then.

    What it finds must not be changed.
    """

    @wraps(look)
    def recall(game: Game[Any], *about: Any) -> Any:
        cache = game.cache
        if cache is None:
            return look(game, *about)
        key = (look, about)
        kept = cache.get(key, UNKNOWN)
        if kept is UNKNOWN:
            kept = cache[key] = look(game, *about)
        return kept

    return cast(L, recall)


@cached_while_waiting
def waited_for(game: Game[Any]) -> list[Request]:
    """Return the decisions that the top step waits for, as found by the flow."""
    return game.top.requests(game) if game.top else []


def only_looks(look: L) -> L:
    """Cache all look-ups made by a function that changes nothing, even while the game goes on."""

    @wraps(look)
    def rest(game: Game[Any], *about: Any) -> Any:
        if game.cache is not None:
            return look(game, *about)
        with game.at_rest():
            return look(game, *about)

    return cast(L, rest)


def cached_by_options(look: L) -> L:
    """Cache a look-up that depends on the options of a game alone. Callers must not change its result."""

    @wraps(look)
    def recall(game: Game[Any], *about: Any) -> Any:
        key = (look, about)
        if key not in game.options_cache:
            game.options_cache[key] = look(game, *about)
        return game.options_cache[key]

    return cast(L, recall)

"""The game master's hand: typed changes of a state, the same for a running game and for the set-up of scenarios.

A game says in one `Edits` how each kind of edit is carried out, which names there are, and which edits are discreet;
how an edit is checked and told is the same in every game.
"""

from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, NamedTuple

import msgspec

from engine.core.actions import Action, Draft, snake
from engine.core.data import numbers_in, strings_in
from engine.core.editing import at_the_table, differences
from engine.core.errors import Illegal
from engine.core.game import Game

Handler = Callable[[Any, Any], None]
"""Carries out an edit of its kind in a game, or raises Illegal."""


class Drop(Action, frozen=True):
    """Close a seat whose player has left."""

    seat: str
    """The seat."""


class SetRound(Action, frozen=True, tag="round"):
    """Set the number of the round."""

    number: int
    """The number."""


class Goto(Action, frozen=True):
    """Go to the beginning of a phase of a seat's turn; a game names its phases in a class of its own."""

    seat: str
    """The seat."""

    phase: str
    """The phase."""


def _no_names(game: Any, edit: Action) -> Mapping[str, Container[str]]:
    return {}


class Settled(NamedTuple):
    """Something that an edit sets, and that no other edit of the same file may set again."""

    thing: str
    """The id of the card, piece or place that it is about; "" where there is only one such thing."""

    twice: str = "{} stands twice in the file"
    """The mistake if two edits set it, with `{}` for the thing."""

    by: str = ""
    """The new owner, if several edits may give it to the same one; "" if only one edit may set it."""

    again: bool = False
    """Whether later edits may set it again, for example after the board was cleared."""


def _nothing_settled(game: Any, edit: Action) -> Iterable[Settled]:
    return ()


Vocabulary = Callable[[], Mapping[str, str]]
"""Gives the names of things by id."""

Among = Callable[[Any, Draft], Iterable[str] | Mapping[str, str]]
"""Returns what a field can mean in a game, given the answers before it, perhaps with words for each."""

View = Callable[[], msgspec.Struct]
"""Gives what everybody may see of a game as it stands."""


@dataclass(frozen=True)
class Edits:
    """The edits of a game."""

    handlers: Mapping[type[Action], Handler]
    """Carries out each kind of edit, or raises Illegal."""

    known: Callable[[Any, Any], Mapping[str, Container[str]]] = _no_names
    """Returns, for a game and an edit, the names that exist, by the field of the edit, such as `seat`; "" among them
    where a field that has to be given may also name nothing."""

    checks: Mapping[str, Callable[[Any, str], None]] = field(default_factory=dict)
    """Looks more closely at the value of a field, by the field's name; raises Illegal."""

    discreet: Mapping[type[Action], str] = field(default_factory=dict)
    """The kinds of edit that are about hidden things, each with the field that is told to nobody but the seat whose
    things they are (the edit's field `seat`, if it has one)."""

    settles: Callable[[Any, Any], Iterable[Settled]] = _nothing_settled
    """Returns what an edit settles, for a game and the edit: a file that settles the same twice has a mistake in it."""

    after: Mapping[type[Action], Collection[type[Action]]] = field(default_factory=dict)
    """The kinds of edit after which one of this kind may settle the same again: a noble is placed, then captured."""

    said_as: Mapping[type[Action], Mapping[str, str]] = field(default_factory=dict)
    """The fields, by kind, that could be taken for something else, each with the name that files have to give it."""

    rolls: Mapping[str, at_the_table.Roll] = field(default_factory=dict)
    """The rolls of dice that may also be made at the table, by name."""

    piles: Mapping[str, at_the_table.Pile] = field(default_factory=dict)
    """The piles that can be shuffled again after a card was seen, by name."""

    among: Mapping[tuple[type[Action], str], Among] = field(default_factory=dict)
    """The possible values of an edit's field, if they are fewer than `known`."""

    first: Container[tuple[type[Action], str]] = ()
    """The fields that are asked for before those above them."""

    repeats: Container[tuple[type[Action], str]] = ()
    """The lists that may name one thing more than once."""

    @cached_property
    def kinds(self) -> Mapping[type[Action], Handler]:
        """All kinds of edit with what carries each out, those of dice and cards at the table among them."""
        found: dict[type[Action], Handler] = dict(self.handlers)
        if self.rolls:
            found[at_the_table.DieShows] = at_the_table.rolled_edit(self.rolls)
        if self.piles:
            found[at_the_table.ShuffleAnew] = at_the_table.shuffled_edit(self.piles)
        return found

    def names(self, game: Any, edit: Action) -> Mapping[str, Container[str]]:
        """Return, for a game and an edit, the names that exist, by the field of the edit."""
        match edit:
            case at_the_table.DieShows():
                return {"roll": self.rolls, "seat": game.state.seats}
            case at_the_table.ShuffleAnew():
                return {"pile": self.piles, "seat": game.state.seats}
        return self.known(game, edit)

    def choices(self, game: Any, kind: type[Action], name: str, draft: Draft) -> Mapping[str, str] | None:
        """Return the possible values of an edit's field after the answers before it; None where none are known here.

        Values are ids, with words where the name of a thing would not do.
        """
        by = at_the_table.among(kind, name, self.rolls, self.piles, game.state.seats)
        among: Among | None = by or self.among.get((kind, name))
        if among is None:
            return None
        found = among(game, draft)
        return found if isinstance(found, Mapping) else dict.fromkeys(found, "")

    def may_repeat(self, kind: type[Action], name: str) -> bool:
        """Tell whether a list may name one thing more than once, as the dice of one roll may show the same."""
        return (kind, name) in self.repeats or (kind, name) == (at_the_table.DieShows, "shows")

    def carry_out(self, game: Game[Any], edit: Action, vocabulary: Vocabulary = dict, view: View | None = None) -> None:
        """Carry out an edit; with a `view` tell of it by what it changes there, in the words of a vocabulary.

        Raises Illegal if it is none, or names what does not exist.
        """
        if type(edit) not in self.kinds:
            raise Illegal("This is not one of the game master's edits.")
        self._check_names(game, edit)
        before = view() if view else None
        self.kinds[type(edit)](game, edit)
        if view:
            known = vocabulary()
            self._tell(game, edit, known, _changes(edit, before, view(), known))

    def _check_names(self, game: Game[Any], edit: Action) -> None:
        known = self.names(game, edit)
        for described in _fields(type(edit)):
            name, value = described.name, getattr(edit, described.name)
            if name in known and (value or described.required) and value not in known[name]:
                raise Illegal(f"There is no {name} called '{value}' in this game." if value else f"Say which {name}.")
            if value and name in self.checks:
                self.checks[name](game, value)
            if any(abs(number) > MOST for number in numbers_in(value)):
                raise Illegal(f"'{name}' is out of range; write a number from {-MOST} to {MOST}.")

    def words(self, edit: Action, known: Mapping[str, str], hidden: str = "") -> str:
        """Return an edit in words without a full stop; of its `hidden` field only how much it names."""
        said = at_the_table.in_words(edit, self.rolls, self.piles) or in_words(edit, known, hidden=hidden)
        return said.removesuffix(".")

    def _tell(self, game: Game[Any], edit: Action, known: Mapping[str, str], changes: Sequence[str]) -> None:
        """Tell everybody the changes, but of hidden things only the number; tell their owner all."""
        hidden = self.discreet.get(type(edit), "")
        plain = f"{self.words(edit, known, hidden)}."
        if isinstance(edit, at_the_table.ShuffleAnew):
            changes = [plain, *changes]
        game.emit("edit", f"{TELLS}{' '.join(changes) if changes and not hidden else plain}")
        seat = getattr(edit, "seat", "")
        if hidden and seat:
            game.emit("edit", f"{TELLS}{in_words(edit, known)}.", to=[seat])


@cache
def _fields(kind: type[Action]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """Return the fields of a kind of edit, cached because msgspec is slow to find them."""
    return msgspec.structs.fields(kind)


def _changes(edit: Action, before: Any, after: Any, known: Mapping[str, str]) -> list[str]:
    """Return sentences about the public changes of an edit."""
    found = differences.words(before, after, known, [*strings_in(msgspec.to_builtins(edit))])
    left = len(found) - MOST_TOLD
    return found if left <= 0 else [*found[:MOST_TOLD], f"And {left} more."]


TELLS = "The game master: "
"""The words that introduce an edit in the log."""

MOST = 1_000_000
"""The greatest number that an edit may name, above 0 or below: nothing in any game comes near it."""

MOST_TOLD = 8
"""Things that the telling of one edit names."""


def in_words(edit: Action, known: Mapping[str, str], *, hidden: str = "") -> str:
    """Return an edit in words: 'place Percy, in the open at Durham, {ann}'.

    Of a `hidden` field it tells only how many things it names, and nothing where it has parts. `known` are the names of
    things by id.
    """
    values = [_value(name, getattr(edit, name), name == hidden, known) for name in edit.__struct_fields__]
    verb = snake(type(edit).__name__).replace("_", " ").replace("goto", "go to")
    return f"{verb} {', '.join(value for value in values if value)}".strip()


def _value(name: str, value: object, hidden: bool, known: Mapping[str, str]) -> str:
    """Return a value as the log shows it."""
    if hidden and isinstance(value, msgspec.Struct):
        return ""
    if hidden:
        number = len(value) if isinstance(value, list) else 1
        return f"a {name.removesuffix('s')}" if number == 1 else f"{number} {name}"
    return differences.value_words(value, known) if value else ""

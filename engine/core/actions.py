"""Typed actions, and the offers that guide a player through them."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, overload

import msgspec

MASTER = "master"
"""The seat name under which the game master acts."""


def snake(name: str) -> str:
    """Return the words of a class name in lower case.

    >>> snake("RaiseSiege")
    'raise_siege'
    """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.rpartition(".")[2]).lower()


class AnyAction:
    """An action of any game, for steps that store one to carry it out later."""

    __slots__ = ()


class Action(msgspec.Struct, AnyAction, frozen=True, tag=snake, tag_field="action"):
    """Something that a seat does. Its tag, the class name in snake case, names it everywhere."""


class Pass(Action, frozen=True):
    """Do nothing, or nothing more: it ends a phase or declines a question."""


REWOUND = "rewound"
"""The kind of event that tells of it when a table goes back."""


class Rewind(Action, frozen=True):
    """Take the table back to the state after an earlier action; later draws are not repeated."""

    to: int
    """The number of that earlier action; 0 for the opening."""


class Overrule(Action, frozen=True):
    """An edit of the game master that is carried out although it breaks invariants."""

    edit: AnyAction
    """The edit."""


class Note(Action, frozen=True):
    """Record something done outside the rules, without changing the state."""

    text: str
    """A sentence about it that names seats, never people."""

    looked: bool = False
    """Whoever did it has seen something hidden by it."""


class Word(Action, frozen=True):
    """Record a message from one seat to another about a question, without changing the state."""

    by: str
    """The seat that says it."""

    to: str
    """The seat that reads it; only these two do."""

    about: str
    """The question, in a few words."""

    text: str
    """The sentence."""


class NewRules(Action, frozen=True):
    """Continue the table under another version of its game's rules, and tell everybody."""

    version: str
    """The version that it plays by from now on."""

    options: dict[str, Any] = {}
    """The values of options that did not exist when the table was begun."""


class HouseRule(Action, frozen=True):
    """Change options of the table from now on, and tell everybody; a rewind past it restores them."""

    options: dict[str, Any]
    """The new values by option."""


class Annotate(Action, frozen=True):
    """Keep a game master's ruling beside the rules for everybody to read; a rewind does not remove it."""

    text: str
    """The ruling."""

    rule: str = ""
    """The id of the rule that it speaks of; "" where there is none."""


class DropAnnotation(Action, frozen=True, tag="unannotate"):
    """Remove a note to the rules."""

    number: int
    """The number of the note."""


ON_RECORD = (Note, Word, Annotate, DropAnnotation)
"""What is put on record beside the play: taking back and going back pass it over."""


class Close(Action, frozen=True):
    """End the game from outside the rules; without winners it is drawn."""

    reason: str
    """Why, in a sentence."""

    winners: list[str] = []
    """The winning seats; none: drawn."""


class Choice(msgspec.Struct, frozen=True):
    """One legal value of a field, in plain words."""

    value: str
    """The value as an action holds it."""

    label: str
    """The value in words."""

    hint: str = ""
    """More about it, in a few words; "" for none."""

    group: str = ""
    """The heading under which it stands in a long list, such as a part of the country; "" for none."""

    under: str = ""
    """The group of a choice: choices of one group share a line in a list, and the player then picks among them."""

    rank: int = 0
    """The rank in the list: choices of rank 0 come before those of rank 1, otherwise the order is kept."""


class Listing(Sequence[Choice]):
    """Choices that are put into words when they are read: whoever only wants their values does without."""

    def __init__(self, values: Sequence[str], worded: Callable[[str], Choice]) -> None:
        """`worded` puts a value into words, as the game stands."""
        self.values = values
        self._worded = worded

    @cached_property
    def _read(self) -> list[Choice]:
        return [self._worded(value) for value in self.values]

    def __len__(self) -> int:
        return len(self.values)

    @overload
    def __getitem__(self, place: int) -> Choice: ...
    @overload
    def __getitem__(self, place: slice) -> list[Choice]: ...
    def __getitem__(self, place: int | slice) -> Choice | list[Choice]:
        return self._read[place]

    def __iter__(self) -> Iterator[Choice]:
        return iter(self._read)

    def __repr__(self) -> str:
        return repr(self._read)


def values_of(found: Sequence[Choice]) -> Sequence[str]:
    """Return the values of choices, without any words."""
    return found.values if isinstance(found, Listing) else [choice.value for choice in found]


Draft = Mapping[str, Any]
"""The fields of an action filled in so far, by name."""

Choices = Callable[[Draft], Sequence[Choice]]


def always(_: Draft) -> bool:
    """Return the condition of a field that is always asked."""
    return True


def as_said(value: str) -> str:
    """Return the meaning of a value that has one name only."""
    return value


class Field(msgspec.Struct, frozen=True):
    """One question of an offer."""

    name: str
    """The field of the action that the answer fills."""

    prompt: str
    """The question."""

    choices: Choices
    """Returns the legal values, given the draft: the answers to the fields before it. With `many` the draft also holds
    what has been picked so far, and the choices are what may be added."""

    many: bool = False
    """Whether the value is a list, which grows by one pick at a time."""

    least: int = 1
    """How many picks are needed; a single value with `least` 0 may be left ""."""

    when: Callable[[Draft], bool] = always
    """Tells, given the draft, whether the question is asked at all."""

    means: Callable[[str], str] = as_said
    """Translates a single value that was said in other words than those of the choices."""

    reach: str = ""
    """The earlier field whose answer these choices are reached from, for a map of the reach; "" for none."""

    places: bool = False
    """Whether its choices are places, so that a panel shows them on the board; their values are what maps find."""

    note: str = ""
    """What to know as long as it is open, said behind the question; "" for nothing."""

    more: str = ""
    """The question of a list that has picks and may still grow; "" for the prompt behind "Anything else?"."""

    after: tuple[str, ...] | None = None
    """The fields before it on which it depends; None: all of them. What depends on none that is open can be asked
    together with them."""


class Offer(msgspec.Struct, frozen=True):
    """One kind of action that a seat may take now, with the questions that fill it in."""

    action: type[Action]
    """The class of the action."""

    label: str
    """Its name, as on a button."""

    fields: tuple[Field, ...] = ()
    """The questions, in the order in which they are asked."""

    remark: str | Callable[[], str] = ""
    """More about it, in a few words; "" for none. What takes time is worked out when somebody reads it."""

    drastic: bool = False
    """Whether it gives the game up: people are asked to confirm it, and players at random leave it alone."""

    forgoes: bool = False
    """Whether it gives up more than this decision, such as those that follow: people are asked to confirm it."""

    reversible: bool = False
    """Whether it can be undone or repeated, so that it is carried out as soon as its last question is answered."""

    undoes: bool = False
    """Whether it undoes an earlier action."""

    ready: bool = False
    """Whether it continues without further changes, so that all other offers are optional; it is shown first."""

    answers: bool = False
    """Whether it only answers another seat's proposal, whose own buttons show it already."""

    seldom: bool = False
    """Whether hardly anybody wants it now, so that it stands behind everything else."""

    otherwise: str = ""
    """Its name where its usual answers stand above it as buttons, such as "Vote with markers"; "" for its label."""

    says: str = ""
    """The whole action as a button says it, with `{name}` for the answer to each question; "" for label and answers."""

    says_none: str = ""
    """The whole action where nothing is chosen at any of its questions, such as "Excuse nobody"; "" for its label."""

    @property
    def tag(self) -> str:
        """The word that names the action in commands, transcripts and scenarios."""
        return tag_of(self.action)

    @property
    def hint(self) -> str:
        """More about it, in a few words; "" for none."""
        return self.remark if isinstance(self.remark, str) else self.remark()

    def field(self, name: str) -> Field:
        """Return the field called `name`; KeyError if the offer has none."""
        for field in self.fields:
            if field.name == name:
                return field
        raise KeyError(name)


@dataclass(frozen=True, slots=True)
class Start:
    """A form with some answers filled in, such as a counter-offer based on an offer."""

    id: str
    """Its name among those of its seat."""

    label: str
    """Its name, as on a button."""

    action: type[Action]
    """The class of the action."""

    draft: Draft
    """The answers to fill in, as far as they are legal."""


AWAITED = "…\u2007%"
"""What stands for a chance that is still being worked out."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """A complete action that a seat may take now, with the result that the seat can foresee."""

    action: Action
    """The action."""

    words: str
    """Its effect, in a line; "" where the label of its offer says it all."""

    outcome: str | Callable[[], str] = ""
    """The result, such as exact odds; "" if the words say it. A function, if it takes time to work out."""

    short: str = ""
    """What its button says; "" for the label of the offer."""

    likely: bool = True
    """Whether people would usually do it: the first that is likely looks like it."""

    pending: str = ""
    """What stands for the result until it has been worked out, about as long as that; "" where that takes no time."""

    plain: bool = False
    """Whether its button says all of the action, so that it may stand without the words where room is short."""

    @property
    def comes_of(self) -> str:
        """The result in words; "" if `words` says it."""
        return self.outcome if isinstance(self.outcome, str) else self.outcome()


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposal or request from one seat to another, with the possible answers."""

    id: str
    """Its name among those of its seat."""

    short: str
    """What tells it apart from the others on a button."""

    words: str
    """The proposal, in a sentence."""

    effect: str = ""
    """The present state and the result of accepting; "" if the words say it."""

    answers: tuple[Start, ...] = ()
    """The possible answers, the likeliest first."""

    own: bool = False
    """Whether the seat proposes it itself: then its answers take it back."""

    waits: bool = False
    """Whether the game waits for the answer."""

    by: str = ""
    """The seat that proposes it; "" where there are several, or none that could say something with it."""


def pass_offer(label: str, remark: str | Callable[[], str] = "", *, forgoes: bool = False) -> Offer:
    """Return an offer to pass, with a label that explains its meaning here; it may forgo more than this decision."""
    return Offer(Pass, label, remark=remark, forgoes=forgoes)


def distinct(values: Sequence[object]) -> bool:
    """Tell whether a list has everything in it only once."""
    return len(set(values)) == len(values)


def tag_of(action: type[Action] | Action) -> str:
    """Return the tag of an action or of a class of actions."""
    kind = action if isinstance(action, type) else type(action)
    return str(kind.__struct_config__.tag)


class Request(msgspec.Struct, frozen=True):
    """A decision that the game waits for."""

    seat: str
    """The seat that decides. A request to the game master is answered by default when its time is over."""

    decision: str
    """Its id in the rules, such as D30."""

    prompt: str
    """The question, in a sentence or two."""

    offers: tuple[Offer, ...]
    """The kinds of action that answer it."""

    default: Callable[[], Action]
    """Returns the action that is taken when the deadline passes; it is always legal."""

    secret: bool = False
    """Whether it is asked and answered by direct message."""

    together: bool = False
    """Whether several seats decide at the same time."""

    guessed: bool = False
    """Whether others gain if they guess the answer; none is proposed then."""

    hours: float | None = None
    """The time for it, where that is not the table's usual one."""

    leaflet: str = ""
    """The leaflet of the game that explains it, which is a button away; "" for none."""

    about: tuple[str, ...] = ()
    """The ids that it asks about, or what stands where, if neither its step nor its choices say so; with others it is
    another question."""

"""What a player can say to a game: typed actions, and the offers that tell how to say them."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

MASTER = "master"
"""The seat name under which the game master acts."""


def snake(name: str) -> str:
    """Return the words of a class name in lower case: RaiseSiege becomes raise_siege."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.rpartition(".")[2]).lower()


class AnyAction:
    """An action of any game: what a step may hold to carry it out later."""

    __slots__ = ()


class Action(msgspec.Struct, AnyAction, frozen=True, tag=snake, tag_field="action"):
    """Something that a seat does. Its tag, the class name in snake case, names it everywhere."""


class Pass(Action, frozen=True):
    """Do nothing, or nothing more: it ends a phase or declines a question."""


class Rewind(Action, frozen=True):
    """The table goes back to how it stood after action `to`; what was drawn since stays drawn."""

    to: int


class Overrule(Action, frozen=True):
    """An edit of the game master that is carried out although it breaks invariants."""

    edit: AnyAction


class Note(Action, frozen=True):
    """Something that was done beside the rules is put on record; the state stays as it is."""

    text: str
    looked: bool = False
    """Whoever did it has seen something hidden by it."""


class NewRules(Action, frozen=True):
    """The table plays on by another version of its game's rules, which everybody is told.

    `options` are values of options that there were not when the table was begun.
    """

    version: str
    options: dict[str, Any] = {}


class Close(Action, frozen=True):
    """The game is ended from outside; without winners it is drawn."""

    reason: str
    winners: list[str] = []


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal value of a field, in plain words."""

    value: str
    label: str
    hint: str = ""


Draft = Mapping[str, Any]
"""The fields of an action filled in so far, by name."""

Choices = Callable[[Draft], Sequence[Choice]]


def always(_: Draft) -> bool:
    """The condition of a field that is always asked."""
    return True


def as_said(value: str) -> str:
    """The meaning of a value that has one name only."""
    return value


@dataclass(frozen=True, slots=True)
class Field:
    """One question of an offer.

    `choices(draft)` gives the legal values, given the fields before it. With `many` the value is a list that
    grows by one pick at a time: the draft holds the picks so far and `choices` what may be added; `least` picks
    are needed; a single value with `least` 0 may be left "". The field is asked only where `when(draft)` holds.
    `means` translates a single value that may be said in other words than those of the choices.
    """

    name: str
    prompt: str
    choices: Choices
    many: bool = False
    least: int = 1
    when: Callable[[Draft], bool] = always
    means: Callable[[str], str] = as_said


@dataclass(frozen=True, slots=True)
class Offer:
    """One kind of action that a seat may take now, with the questions that fill it in.

    A `drastic` one gives the game up: people are asked to confirm it, and players at random leave it alone.
    """

    action: type[Action]
    label: str
    fields: tuple[Field, ...] = ()
    hint: str = ""
    drastic: bool = False

    @property
    def tag(self) -> str:
        """The word that names the action in commands, transcripts and scenarios."""
        return tag_of(self.action)

    def field(self, name: str) -> Field:
        """Return the field called `name`; KeyError if the offer has none."""
        for field in self.fields:
            if field.name == name:
                return field
        raise KeyError(name)


def pass_offer(label: str) -> Offer:
    """Offer to pass, in words that say what that means here."""
    return Offer(Pass, label)


def distinct(values: Sequence[object]) -> bool:
    """Tell whether a list has everything in it only once."""
    return len(set(values)) == len(values)


def tag_of(action: type[Action] | Action) -> str:
    """Return the tag of an action or of a class of actions."""
    kind = action if isinstance(action, type) else type(action)
    return str(kind.__struct_config__.tag)


@dataclass(frozen=True, slots=True)
class Request:
    """A decision that the game waits for.

    `decision` is its id in the rules (such as D30). `default` gives the action taken when the deadline passes
    and is always legal. `secret` decisions are asked and answered by direct message; `together` means that
    several seats decide at the same time. `hours` is the time for it where that is not the table's usual one. A
    request to the game master stands for something that happens when its time is over.
    """

    seat: str
    decision: str
    prompt: str
    offers: tuple[Offer, ...]
    default: Callable[[], Action]
    secret: bool = False
    together: bool = False
    hours: float | None = None

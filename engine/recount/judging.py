"""What the judges of all games have in common: what is put before them, what they say, and how they read sentences.

A judge has a page of its own, the state before an action as plain data. It reads the events one after the other, says
for each figure what it should be, and changes its page as the document says. When all are read, the page must be what
the table has come to.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from engine.core.dice import Draw
from engine.core.events import Event
from engine.core.files.figures import Edition

Plain = dict[str, Any]
"""A state, or a part of one, as plain data; what has its usual value may be left out of it."""

FIGURE = re.compile(r"(?<![\w.])[+-]?\d+(?!\w)")
"""A figure in a sentence. The digits of `K1` or `{s1}` are none."""

NAMED = re.compile(r"\{(\w+)\}")
"""A seat in a sentence."""


class Act(NamedTuple):
    """An action that was carried out: what was there before it, what happened, and what came of it."""

    number: int
    """The number of the action; 0 for the set-up."""

    action: Plain
    before: Plain
    """Nothing for the set-up."""

    after: Plain
    events: Sequence[Event]
    draws: Sequence[Draw] = ()
    """The numbers that were drawn for it, in order."""


class Sum(NamedTuple):
    """A figure that a judge has recomputed."""

    what: str
    said: Any
    expected: Any
    rule: str = ""
    """The rule from which it follows, if that is not the one that the event names."""


class Doubt(NamedTuple):
    """A figure that is not what the document says."""

    number: int
    """The action after which it was said."""

    event: Event | None
    """The event in which it was said; None for what came of the whole action."""

    rule: str
    what: str
    said: Any
    expected: Any

    def words(self) -> str:
        """Return the doubt in a line."""
        told = f"{self.event.kind}: {self.event.text}" if self.event else "what came of it"
        rule = f" [{self.rule}]" if self.rule else ""
        return f"action {self.number}{rule}: {self.what}: said {self.said}, expected {self.expected} ({told})"


class Judge:
    """Whoever judges the events of one action. What is to be said of the kind `xyz` is in the method `on_xyz`."""

    game = ""

    def __init__(self, act: Act) -> None:
        self.act = act
        self.page: Plain = act.before
        self._dice_read = 0

    def read(self, event: Event) -> Iterator[Sum]:
        """Yield the figures of the next event."""
        look: Callable[[Event], Iterator[Sum]] | None = getattr(self, f"on_{event.kind}", None)
        if look is not None:
            yield from look(event)

    def end(self) -> Iterator[Sum]:
        """Yield what must be so after the last event."""
        yield from ()

    def option(self, name: str) -> Any:
        """Return what the table has chosen."""
        return self.page.get("amended", {}).get(name, self.page["options"].get(name))

    @cached_property
    def data(self) -> Edition:
        """The printed figures of the table."""
        return Edition(self.game, self.page.get("figures", {}))

    def thrown(self, *rolls: int, dice: int = 1) -> bool:
        """Tell whether rolls of so many dice were thrown one after the other, later than those asked for before."""
        drawn = [draw.result for draw in self.act.draws]
        length = dice * len(rolls)
        for start in range(self._dice_read, len(drawn) - length + 1):
            if [sum(drawn[place : place + dice]) for place in range(start, start + length, dice)] == [*rolls]:
                self._dice_read = start + length
                return True
        return False

    def rows(self, file: str, key: str, by: str = "id") -> dict[Any, Plain]:
        """Return the rows of a table of the data, by what names them."""
        return {row[by]: row for row in self.data.file(file)[key]}


def figures(event: Event) -> list[int]:
    """Return the figures in the sentence of an event, in order; what stands below it takes the sum apart."""
    return [int(figure) for figure in FIGURE.findall(event.text.split("\n", 1)[0])]


def named(text: str) -> list[str]:
    """Return the seats that a text names, in order."""
    return NAMED.findall(text)


def positive(amounts: Mapping[str, int]) -> dict[str, int]:
    """Return amounts without those that are nothing."""
    return {what: number for what, number in amounts.items() if number}


def compared(what: str, now: Mapping[str, Any], then: Mapping[str, Any]) -> Sum:
    """Return what many things have come to beside what they should: only those that differ are named."""
    differ = sorted(key for key in {*now, *then} if now.get(key) != then.get(key))
    return Sum(what, {key: now.get(key) for key in differ}, {key: then.get(key) for key in differ})

"""The tables of a soak as people know them, and what people were told that the record must hold."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from tests.harness.reading import Json, buttons
from tests.harness.sandbox import Person

SORTS = (
    ("kingmaker", "base", ("fickle", "steward")),
    ("kingmaker", "covault", ("fickle", "fickle")),
    ("kingmaker", "wbc", ("steward", "fickle")),
    ("warlord", "base", ("fickle",)),
    ("lancaster", "henry", ("fickle", "courtier")),
    ("warriors", "liw", ("fickle",)),
)
"""Game, variant and computer players of the tables, in turns."""

FOR_TWO = ("warlord", "warriors")
"""Games in which nobody else is at the table where two people are."""

SLEEPY = 5
"""Every so manieth table has a player who never answers, so that the clock decides for him."""

SLEEPERS_HOURS = 0.03
"""The time for a decision at such a table."""


@dataclass
class Place:
    """A table: who opens it and sits there, and how far it has come. A `sleeper` answers nothing until woken."""

    number: int
    channel: str
    game: str
    variant: str
    regents: tuple[str, ...]
    people: list[str]
    sleeper: str = ""
    thread: str = ""
    filled: int = 0
    joined: set[str] = field(default_factory=set)
    started: bool = False
    over: bool = False
    paused: bool = False

    @property
    def hours(self) -> float:
        """The time for a decision; days where everybody is awake."""
        return SLEEPERS_HOURS if self.sleeper else 48.0

    async def panel(self, person: Person) -> Json:
        """Return the pinned panel of the thread, as a player looks for it."""
        for message in await person.messages(self.thread, limit=10_000):
            if message["pinned"] and any(button["label"] == "My options" for button in buttons(message)):
                return message
        raise AssertionError(f"Table {self.number} has no panel.")


def laid(count: int, people: list[str], channels: list[str]) -> list[Place]:
    """Return so many tables, with everybody at some of them; a game for two without a second person has a regent."""
    return [_place(number, people, channels) for number in range(count)]


def _place(number: int, people: list[str], channels: list[str]) -> Place:
    game, variant, regents = SORTS[number % len(SORTS)]
    host, guest = (people[(number + step) % len(people)] for step in (0, 1 + number // len(people)))
    sleepy = number % SLEEPY == SLEEPY - 1
    company = sleepy or (number // len(SORTS)) % 2 == 0
    return Place(
        number,
        channels[number % len(channels)],
        game,
        variant,
        regents[1:] if company and game in FOR_TWO else regents,
        [host, guest] if company else [host],
        guest if sleepy else "",
    )


@dataclass
class Book:
    """What people were told was done, and what became of the rest of what they tried."""

    opened: set[str] = field(default_factory=set)
    filled: Counter[str] = field(default_factory=Counter)
    seated: set[tuple[str, int]] = field(default_factory=set)
    started: set[str] = field(default_factory=set)
    done: defaultdict[tuple[str, int], list[str]] = field(default_factory=lambda: defaultdict(list))
    """The answers "✅ …" to actions, by thread and user."""
    refused: Counter[str] = field(default_factory=Counter)
    unanswered: Counter[str] = field(default_factory=Counter)
    waits: list[float] = field(default_factory=list)
    """Seconds from a press of "My options" to what it shows."""

    @property
    def acknowledged(self) -> int:
        """How many actions people know to have been done."""
        return sum(map(len, self.done.values()))

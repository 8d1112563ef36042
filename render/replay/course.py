"""The course of a game for those who may see it: step by step, what happened, how the board stood, and who led."""

import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from engine.core import event_grouping
from engine.core.dice import Draw
from engine.core.events import Event, name_seats, seats_in
from engine.core.record import transcript
from engine.core.rules import Rules
from engine.core.table import Table
from engine.core.text import visible
from engine.games import rules_of

PUBLIC = ""
"""The eyes of everybody."""

TURN = "turn"
"""The kind of event with which a turn begins, in every game that has turns."""


class Kept(NamedTuple):
    """What was kept of one action: who did it, the compressed snapshot after it, what happened, what was drawn."""

    seat: str
    snapshot: bytes
    events: tuple[Event, ...]
    draws: tuple[Draw, ...]


class Moment(NamedTuple):
    """A table after one action, which is over for whoever asks for the next moment."""

    table: Table
    seat: str
    events: tuple[Event, ...]
    draws: tuple[Draw, ...]


def replayed(record: transcript.Transcript) -> Iterator[Moment]:
    """Play a transcript, the opening first."""
    table = transcript.opened(rules_of(record.rules), record)
    opening = table.opening()
    yield Moment(table, "", opening.events, opening.draws)
    for entry, outcome in transcript.played(table, record):
        yield Moment(table, entry.seat, outcome.events, outcome.draws)


def recalled(game: str, kept: Iterable[Kept]) -> Iterator[Moment]:
    """Return the moments of a game whose tables were kept, the opening first."""
    rules = rules_of(game)
    for row in kept:
        table = Table.restore(rules, zlib.decompress(row.snapshot), b"", careful=False)
        yield Moment(table, row.seat, row.events, row.draws)


class Told(msgspec.Struct, frozen=True):
    """One thing that happened, as the page tells it."""

    text: str
    kind: str
    about: tuple[str, ...]
    """The seats that it names."""
    heard: tuple[str, ...] | None
    """Whose eyes have seen it; None for everybody's."""


class Step(msgspec.Struct):
    """One step of the page."""

    seat: str
    """Who acted; "" for the opening, and for the game master."""
    told: list[Told]
    round: str
    headline: str
    action: int = 0
    """The number of the action in the game's log that it shows."""
    board: int = 0
    """The number of its board."""
    score: list[int] = []
    """What everybody may compare the seats by, in the order of the table."""
    hidden: dict[str, list[str]] = {}
    """What one pair of eyes knows beside everybody, where that has changed."""
    draws: int = 0
    """How many numbers were drawn up to its end."""
    fight: str = ""
    """How the fight that goes on may end; "" where none does, or where it was said at the step before."""


class Eyes(NamedTuple):
    """Who looks: everybody, and perhaps a seat of its own; or, once a game is over, all of them."""

    seats: tuple[str, ...]
    """Whose eyes can be chosen, beside everybody's; the game master's see everything."""

    def hear(self, event: Event) -> tuple[str, ...] | None:
        """Return whose eyes have seen an event; None for everybody's."""
        return None if event.seats is None else tuple(seat for seat in self.seats if event.heard_by(seat))


class Teller:
    """Tells the moments of a game one by one, as the eyes may know them."""

    def __init__(self, rules: Rules[Any], eyes: Eyes, names: Mapping[str, str]) -> None:
        self.rules, self.eyes = rules, eyes
        self.names = {seat: visible(name) for seat, name in names.items()}
        self.drawn = 0
        self._known: dict[str, list[Any]] = {}
        self._headline = self._odds = ""

    def step(self, moment: Moment, view: msgspec.Struct, *, moved: bool) -> Step | None:
        """Return the step of a moment whose board has `moved`; None where there is nothing new to see."""
        table = moment.table
        self.drawn += len(moment.draws)
        told = list(self._told(moment.events))
        headline = self._said(self.rules.words.headline(table.game))
        hidden = self._hidden(table, view)
        if not (told or moved or hidden or headline != self._headline):
            return None
        self._headline = headline
        seat = moment.seat if moment.seat in table.seats else ""
        now = self.rules.pace.round(table.game)
        return Step(
            seat, told, now[:1].upper() + now[1:], headline, hidden=hidden, draws=self.drawn, fight=self._fight(table)
        )

    def _fight(self, table: Table) -> str:
        """Return how the fight of a table may end, unless that has been said last."""
        last, self._odds = self._odds, self._said(self.rules.words.fight(table.game))
        return self._odds if self._odds != last else ""

    def _told(self, events: Sequence[Event]) -> Iterator[Told]:
        """Return what the page tells of some events; those without words stand for a mark on its line of time."""
        heard = [event for event in events if self.eyes.hear(event) != ()]
        left_out = {*self.rules.story.hidden_from_story, self.rules.story.phase_end_event}
        for event in event_grouping.gathered(heard, self.rules.story.series):
            if event.kind in left_out:
                continue
            about = dict.fromkeys([*seats_in(event.text), *(word for word in event.subjects if word in self.names)])
            yield Told(self._said(event.text), event.kind, tuple(about), self.eyes.hear(event))

    def _said(self, text: str) -> str:
        return name_seats(text, self.names).replace("**", "")

    def _hidden(self, table: Table, view: msgspec.Struct) -> dict[str, list[str]]:
        """Return what each pair of eyes knows beside everybody, of those for whom it has changed."""
        found = {}
        open_to_all: set[str] = set()
        for seat in self.eyes.seats:
            own = table.view(seat)
            fields = [name for name in own.__struct_fields__ if name != "viewer"]
            beside = [(name, getattr(own, name)) for name in fields if getattr(own, name) != getattr(view, name, None)]
            if self._known.get(seat, []) != beside:
                self._known[seat] = beside
                open_to_all = open_to_all or {line for _, lines in _inventory(table, PUBLIC) for line in lines}
                found[seat] = [self._said(line) for line in _beside(open_to_all, _inventory(table, seat))]
        return found


def _inventory(table: Table, seat: str) -> Sequence[tuple[str, Sequence[str]]]:
    """Return all that stands on the table as a seat knows it, by heading."""
    inventory = table.rules.words.inventory
    return inventory(table.game, (), seat) if inventory else ()


def _beside(everybody: set[str], own: Iterable[tuple[str, Sequence[str]]]) -> list[str]:
    """Return the lines of a seat's list that everybody's does not have."""
    found = []
    for head, lines in own:
        hidden = [line for line in lines if line not in everybody]
        found += [f"{head}: {'; '.join(hidden)}"] if hidden else []
    return found

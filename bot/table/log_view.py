"""The log of a game read as a whole: the actions that still hold, the phase that can be corrected, and its parts."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from typing import Any

import msgspec

from bot import texts
from bot.store.rows import ActionRecord, SeatRecord
from engine.core import dealings, drafts
from engine.core.actions import ON_RECORD, Overrule, Rewind, tag_of
from engine.core.events import Event
from engine.core.rules import Rules
from engine.core.table import Table

DROP = "drop"
"""The tag of the edit by which every game closes a seat."""


NOTES = tuple(tag_of(kind) for kind in ON_RECORD)
"""The tags of actions that only put something on record."""


def raw_action(entry: ActionRecord) -> dict[str, Any]:
    """Return an action as plain data; for an overruling, the edit inside it."""
    raw: dict[str, Any] = msgspec.json.decode(entry.action)
    inner: dict[str, Any] = raw["edit"] if raw.get("action") == tag_of(Overrule) else raw
    return inner


def public_text(entry: ActionRecord) -> str:
    """Return what everybody heard of an action."""
    return " ".join(event.text for event in entry.happened() if event.seats is None and event.text)


def is_note(entry: ActionRecord) -> bool:
    """Whether an entry only puts something on record."""
    return raw_action(entry).get("action") in NOTES


def lookers(log: Sequence[ActionRecord]) -> set[int]:
    """Return the users who have looked at something hidden of a game, and so may take no seat in it."""
    return {entry.user for entry in log if entry.user and is_note(entry) and raw_action(entry).get("looked")}


def lasting(log: Sequence[ActionRecord]) -> list[ActionRecord]:
    """Return the actions of a log, or of its last part, that no rewind has undone, in order."""
    entries = {entry.version: entry for entry in log}
    before: dict[int, int | None] = {}
    last: dict[int, int | None] = {}
    at: int | None = None
    for version, entry in entries.items():
        raw = raw_action(entry)
        before[version] = at
        at = last.get(raw["to"]) if raw.get("action") == tag_of(Rewind) else version
        last[version] = at
    holding: list[ActionRecord] = []
    while at is not None:
        holding.append(entries[at])
        at = before[at]
    return holding[::-1]


def last_own(log: Sequence[ActionRecord], seat: str, user: int) -> ActionRecord | None:
    """Return the last action in a log that somebody has taken for a seat, and that still holds; None without one."""
    own = (entry for entry in reversed(lasting(log)) if (entry.seat, entry.user) == (seat, user) and not is_note(entry))
    return next(own, None)


def what_was_done(entry: ActionRecord, rules: Rules[Any]) -> str:
    """Return an action in a few words, as its seat may know it: what came of it first, or its kind.

    What another seat has done, which came to light with it, is not told.
    """
    heard = (event for event in entry.happened() if event.heard_by(entry.seat) and event.text)
    own = (event for event in heard if not event.text.startswith("{") or event.text.startswith(f"{{{entry.seat}}}"))
    first = next((event for event in own if event.kind not in texts.UNSAID), None)
    if first is None or first.kind in (*rules.story.log_headings, rules.story.phase_end_event):
        return str(raw_action(entry)["action"]).replace("_", " ")
    return first.text.removesuffix(".")


def as_chosen(entry: ActionRecord, before: Table) -> str:
    """Return an action in a few words, those of its answers, at the table as it stood `before`."""
    action = before.rules.codec.decode_action(raw_action(entry))
    offers = before.offers(entry.seat)
    offer = next((one for one in offers if drafts.admits(one, action)), None)
    return drafts.brief(offer, action) if offer else ""


def taken_back(log: Sequence[ActionRecord]) -> frozenset[int]:
    """Return the versions of a whole log that a going back has undone; the goings back and notes stay what they are."""
    standing = {entry.version for entry in lasting(log)}
    kept = (*NOTES, tag_of(Rewind))
    return frozenset(e.version for e in log if e.version not in standing and raw_action(e).get("action") not in kept)


def closed_seats(log: Sequence[ActionRecord]) -> set[str]:
    """Return the seats that have been closed, and have not come back since by going back."""
    actions = [raw_action(entry) for entry in lasting(log)]
    return {str(raw["seat"]) for raw in actions if raw.get("action") == DROP}


# ---------------------------------------------------------------- the correction window


@dataclass(frozen=True)
class CorrectionWindow:
    """The actions that can be put right as those of the last resolved phase: `first` is the earliest of them.

    `title` says which phase that is, as the log does.
    """

    first: int
    title: str


def correction_window(log: Sequence[ActionRecord], resolved: str) -> CorrectionWindow | None:
    """Return what can be put right: the phase that was `resolved` last, and all since; None before any was."""
    moves = [entry for entry in lasting(log) if not is_note(entry)]
    ends = [at for at, entry in enumerate(moves) if any(event.kind == resolved for event in entry.happened())]
    if not ends:
        return None
    start = ends[-2] + 1 if len(ends) > 1 else 1
    said = [event.text for event in moves[ends[-1]].happened() if event.kind == resolved]
    return CorrectionWindow(moves[min(start, ends[-1])].version, " ".join(said))


# ---------------------------------------------------------------- parts


VisibleEvent = tuple[str, Event]
"""An event that somebody may know of, with the seat whose action it belongs to."""


@dataclass
class Part:
    """A part of the log from one heading to the next."""

    number: int
    title: str
    events: list[VisibleEvent] = field(default_factory=list)


def visible(log: Sequence[ActionRecord], viewer: str, undone: Set[int] = frozenset()) -> list[VisibleEvent]:
    """Return what `viewer` may know of a log; what happened in the `undone` versions is struck out."""
    return [
        (entry.seat, _struck(event) if entry.version in undone else event)
        for entry in log
        for event in entry.happened()
        if event.heard_by(viewer)
    ]


def _struck(event: Event) -> Event:
    return msgspec.structs.replace(event, text=f"~~{event.text}~~") if event.text else event


def parts(log: Sequence[ActionRecord], openers: Sequence[str], viewer: str) -> list[Part]:
    """Cut a whole log at the events that open a part, as far as `viewer` may know of them; headings in a row open one.

    What comes first among the openers heads the parts that follow, too: a turn its phases.
    """
    cuts = [Part(0, "Before the first turn")]
    heading, turn, undone = False, "", taken_back(log)
    for entry in log:
        for seat, event in visible([entry], viewer, undone):
            turn = event.text if event.kind == openers[0] else turn
            if event.kind in openers and not heading:
                cuts.append(Part(len(cuts), turn if turn == event.text else f"{turn} {event.text}"))
            elif event.kind in openers:
                cuts[-1].title += f" {event.text}"
            heading = event.kind in openers
            cuts[-1].events.append((seat, event))
    return cuts


def dealt(log: Sequence[ActionRecord], rules: Rules[Any], seats: Sequence[SeatRecord]) -> list[str]:
    """Return a sentence for each pair of people who have dealt with each other, from public events that still hold.

    There is nothing to tell where only two play.
    """
    people = [seat.id for seat in seats if seat.human]
    if len({seat.id for seat in seats}) < LEAST_SEATS:
        return []
    entries = [entry for entry in lasting(log) if any(kind in entry.events for kind in DEALT)]
    told = [event for entry in entries for event in entry.happened() if event.seats is None]
    return dealings.lines(filter(None, map(rules.story.dealing, told)), list(dict.fromkeys(people)))


DEALT = ('"traded"', '"vote_closes"')
"""The kinds of events that may tell of trades and votes; all others need not be read."""

LEAST_SEATS = 3
"""Seats from which on it is worth telling who deals with whom."""

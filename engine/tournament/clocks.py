"""The clock of a game of a tournament: what happens when, however often it was stopped between."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from math import ceil
from typing import Literal, NamedTuple

import msgspec

from engine.tournament.format import Clock

Kind = Literal["warning", "last_round", "stop_warning", "stop", "time"]
"""What a clock announces: a warning before the last round, the last round, a warning before play stops, the stop; or
time, after which each player has one more turn."""


class Event(NamedTuple):
    """An action of a clock, some minutes after the start."""

    minutes: int
    kind: Kind


def events(clock: Clock, *, final: bool) -> list[Event]:
    """Return what the clock of a game does, in order [WBC-T06, WBC-T08, WBC-T09, WBC-DUR].

    A heat stops before its end, also in the middle of the last round; the Final plays that round to its end.
    """
    length = clock.final if final else clock.heat
    if clock.ending == "one_more_turn":
        return list(_warned(clock, Event(length, "time")))
    last = list(_warned(clock, Event(length - clock.last_round, "last_round")))
    if final:
        return last
    stop = length - clock.stop
    warned = stop - min(clock.warning, clock.last_round - clock.stop) // 2
    return [*last, Event(warned, "stop_warning"), Event(stop, "stop")]


def _warned(clock: Clock, event: Event) -> Iterator[Event]:
    """Yield an event, with the warning before it."""
    if clock.warning:
        yield Event(max(0, event.minutes - clock.warning), "warning")
    yield event


class Running(msgspec.Struct, frozen=True, kw_only=True):
    """A clock that runs, or is stopped."""

    started: datetime
    """When play began."""

    stopped: datetime | None = None
    """Since when it is stopped; None while it runs."""

    lost: timedelta = timedelta(0)
    """How long it was stopped before."""

    def pause(self, now: datetime) -> "Running":
        """Return the clock stopped; as it is if it is stopped already."""
        return self if self.stopped else msgspec.structs.replace(self, stopped=now)

    def resume(self, now: datetime) -> "Running":
        """Return the clock running on; as it is if it runs."""
        if not self.stopped:
            return self
        return msgspec.structs.replace(self, stopped=None, lost=self.lost + max(now - self.stopped, timedelta(0)))

    def played(self, now: datetime) -> timedelta:
        """Return how long was played."""
        return max((self.stopped or now) - self.started - self.lost, timedelta(0))

    def at(self, event: Event) -> datetime:
        """Return when an event comes if the clock runs on from now on without a stop."""
        return self.started + self.lost + timedelta(minutes=event.minutes)


def due(running: Running, clock: Clock, now: datetime, done: Sequence[str], *, final: bool) -> list[Event]:
    """Return the events whose time has come, in order, without those that were announced."""
    played = running.played(now)
    return [
        event
        for event in events(clock, final=final)
        if timedelta(minutes=event.minutes) <= played and event.kind not in done
    ]


def left(event: Event, clock: Clock, played: timedelta, *, final: bool) -> int:
    """Return the minutes from now to what a warning warns of; 0 for any other event, or where that is due as well."""
    after = next(iter(_after(event, clock, final=final)), None)
    return max(0, ceil(after.minutes - played / timedelta(minutes=1))) if after else 0


def _after(event: Event, clock: Clock, *, final: bool) -> list[Event]:
    found = events(clock, final=final)
    return found[found.index(event) + 1 :] if event.kind in ("warning", "stop_warning") else []


def closing(running: Running, clock: Clock, *, final: bool) -> datetime:
    """Return when time is called in a game if its clock runs on from now on without a stop."""
    last = next(event for event in events(clock, final=final) if event.kind in ("last_round", "time"))
    return running.at(last)


def latest_finish(clock: Clock, start: datetime, heats: int, *, final: bool) -> datetime:
    """Return when a tournament is over at the latest if it starts at `start`, its heats one after another.

    Known at entry: nothing but a pause that an official announces makes it later.
    """
    minutes = heats * (clock.grace + clock.heat) + (clock.grace + clock.final) * final
    return start + timedelta(minutes=minutes)

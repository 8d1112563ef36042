"""A person's own hours: time zone, quiet hours, when messages may come, and absence. Pure; zones by zoneinfo."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

import msgspec

from bot.errors import Refused

MAX_QUIET_MINUTES = 14 * 60
"""Minutes of a day that may be quiet."""

DIGEST_HOURS = (8, 18)
"""Hours of a person's day at which batched messages come."""

MAX_NEWS_DELAY_S = 7 * 86400.0
"""The most seconds that news waits for a person who is only told when a game waits for them."""

DAY = 86400.0

MAX_AWAY_DAYS = 3660
"""How many days off the farthest moment is that somebody may name."""


class Notify(StrEnum):
    """When somebody wants to be written to."""

    EACH = "each"
    BATCHED = "batched"
    BLOCKING = "blocking"


NOTIFY = {
    Notify.EACH: "about everything immediately",
    Notify.BATCHED: f"twice a day, at {DIGEST_HOURS[0]}:00 and {DIGEST_HOURS[1]}:00, all in one message",
    Notify.BLOCKING: "only when a game waits for me, with all news since the last time",
}


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """A person's own settings."""

    user: int
    zone: str = "UTC"
    """His time zone."""
    quiet_from: int | None = None
    """When the quiet hours begin, in minutes after midnight in the person's zone."""
    quiet_to: int | None = None
    """When they end, in the same way."""
    notify: Notify = Notify.EACH
    heads_up: bool = False
    """Whether the person wants to be told that their turn is next."""
    away_from: float | None = None
    """When an absence begins, in Unix seconds."""
    away_until: float | None = None
    """When it ends, None for until the person comes back."""
    change: float | None = None
    """When the person's tables are told about an absence next: at its beginning, or its end."""

    def away(self, now: float) -> bool:
        """Whether the person is away."""
        return self.away_from is not None and self.away_from <= now and not self.returned(now)

    def returned(self, now: float) -> bool:
        """Whether the absence has ended."""
        return self.away_until is not None and self.away_until <= now


# ---------------------------------------------------------------- zones


@lru_cache(maxsize=1)
def zones() -> Sequence[str]:
    """Return the names of all time zones."""
    return sorted(available_timezones())


def zone_named(text: str) -> str:
    """Return the time zone that somebody means; raises Refused with those that it could be."""
    word = text.strip().replace(" ", "_").casefold()
    exact = [zone for zone in zones() if zone.casefold() == word]
    near = exact or [zone for zone in zones() if zone.casefold().rpartition("/")[2] == word]
    near = near or [zone for zone in zones() if word and word in zone.casefold()]
    if len(near) == 1:
        return near[0]
    could = f"did you mean {', '.join(near[:5])}?" if near else "write it like Europe/London"
    raise Refused(f"'{text.strip()[:40]}' is not the name of a time zone; {could}.")


def local(person: Person, moment: float) -> datetime:
    """Return a moment as a person's clocks show it."""
    return datetime.fromtimestamp(moment, ZoneInfo(person.zone))


def _at(person: Person, day: date, minutes: int) -> float:
    """Return the moment at which a person's clocks first show a time of a day; one left out counts an hour later."""
    return datetime.combine(day, time(minutes // 60, minutes % 60), ZoneInfo(person.zone)).astimezone(UTC).timestamp()


# ---------------------------------------------------------------- quiet hours


def quiet_end(person: Person, moment: float) -> float | None:
    """Return the end of the quiet hours in which a moment lies; None if it lies in none."""
    if person.quiet_from is None or person.quiet_to is None:
        return None
    today = local(person, moment).date()
    for day in (today - timedelta(days=1), today):
        until = day + timedelta(days=1) if person.quiet_to <= person.quiet_from else day
        begins, ends = _at(person, day, person.quiet_from), _at(person, until, person.quiet_to)
        if begins <= moment < ends:
            return ends
    return None


def after_quiet(person: Person | None, moment: float) -> float:
    """Return a moment, or the end of the quiet hours in which it lies."""
    return (quiet_end(person, moment) or moment) if person else moment


def next_digest(person: Person, moment: float) -> float:
    """Return when batched messages come next after a moment."""
    today = local(person, moment).date()
    times = [_at(person, today + timedelta(days=days), hour * 60) for days in (0, 1) for hour in DIGEST_HOURS]
    return min(found for found in times if found > moment)


def when_to_send(person: Person | None, moment: float, *, urgent: bool = False, news: bool = False) -> float:
    """Return from when a message may go out that comes up at a moment.

    Only quiet hours hold back what is `urgent`; `news` is what waits for no answer.
    """
    if person is None:
        return moment
    found = moment
    if person.notify is Notify.BATCHED and not urgent:
        found = next_digest(person, moment)
    elif person.notify is Notify.BLOCKING and news:
        found = moment + MAX_NEWS_DELAY_S
    return after_quiet(person, found)


# ---------------------------------------------------------------- what people write


def read_quiet(text: str) -> tuple[int, int] | tuple[None, None]:
    """Return quiet hours from a text such as "22-7" or "22:30 - 06:45"; nothing or "none" for none. Raises Refused."""
    if text.strip().casefold() in ("", "none", "off", "no"):
        return None, None
    found = re.fullmatch(r"(\d{1,2})(?::([0-5]\d))?\s*(?:-|–|to)\s*(\d{1,2})(?::([0-5]\d))?", text.strip().casefold())
    if found is None:
        raise Refused("Write quiet hours as '22:00-07:00', in your own time; 'none' for none.")
    begins, ends = (int(found[at]) * 60 + int(found[at + 1] or 0) for at in (1, 3))
    if max(begins, ends) >= 24 * 60:
        raise Refused("The hours of a day go from 0:00 to 23:59; write quiet hours as '22:00-07:00'.")
    if not 0 < (ends - begins) % (24 * 60) <= MAX_QUIET_MINUTES:
        raise Refused(f"Quiet hours last up to {MAX_QUIET_MINUTES // 60} hours; for a longer time use /away.")
    return begins, ends


def clock_words(minutes: int) -> str:
    """Return a time of the day in words."""
    return f"{minutes // 60:02}:{minutes % 60:02}"


def read_time(text: str, person: Person, now: float) -> float:
    """Return the moment that somebody means by "now", "3d", "tomorrow", "2026-03-28" or "2026-03-28 18:00".

    A day alone means its beginning, in the person's own time. Raises Refused.
    """
    found = _moment(text, person, now)
    if abs(found - now) > MAX_AWAY_DAYS * DAY:
        raise Refused(f"'{text.strip()[:30]}' is more than {MAX_AWAY_DAYS // 366} years away; write a nearer day.")
    return found


def _moment(text: str, person: Person, now: float) -> float:
    word = text.strip().casefold()
    if word == "now":
        return now
    ahead = re.fullmatch(r"(?:in\s+)?(\d{1,3})\s*(h|hours?|d|days?|w|weeks?)", word)
    if ahead:
        return now + int(ahead[1]) * {"h": 3600.0, "d": DAY, "w": 7 * DAY}[ahead[2][0]]
    today = local(person, now).date()
    day, _, hour = word.partition(" ")
    relative = {"today": today, "tomorrow": today + timedelta(days=1)}
    try:
        on = relative.get(day) or date.fromisoformat(day)
        clock = time.fromisoformat(hour.strip().zfill(5)) if hour.strip() else time()
        return _at(person, on, clock.hour * 60 + clock.minute)
    except (ValueError, OverflowError):
        raise Refused(
            f"'{text.strip()[:30]}' is not a day; write it like 2026-03-28, 2026-03-28 18:00, tomorrow or 5d."
        ) from None

"""People's own hours: zones, quiet hours over changes of the clocks, digests, and what people write."""

from datetime import UTC, datetime

import pytest

from bot.delivery.digests import send_after
from bot.errors import Refused
from bot.model import people
from bot.model.people import Notify, Person
from bot.store.payloads import Ask, Call, Private, Reminder, Trouble

BERLIN = Person(user=1, zone="Europe/Berlin", quiet_from=22 * 60, quiet_to=7 * 60)


def at(text: str) -> float:
    """A moment in universal time."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("moment", "ends"),
    [
        ("2026-01-10 20:59", None),
        ("2026-01-10 21:00", "2026-01-11 06:00"),
        ("2026-01-11 05:59", "2026-01-11 06:00"),
        ("2026-01-11 06:00", None),
        ("2026-07-10 20:00", "2026-07-11 05:00"),
        ("2026-03-28 21:00", "2026-03-29 05:00"),  # the night in which an hour is left out
        ("2026-10-24 20:00", "2026-10-25 06:00"),  # the night in which an hour comes twice
    ],
)
def test_quiet_hours_follow_the_persons_own_clocks(moment: str, ends: str | None) -> None:
    assert people.quiet_end(BERLIN, at(moment)) == (at(ends) if ends else None)


def test_quiet_hours_that_end_in_an_hour_that_comes_twice_end_once() -> None:
    person = Person(user=1, zone="Europe/Berlin", quiet_from=0, quiet_to=150)
    assert people.quiet_end(person, at("2026-10-25 00:15")) == at("2026-10-25 00:30")
    assert people.quiet_end(person, at("2026-10-25 01:15")) is None


def test_quiet_hours_that_end_in_an_hour_left_out_end_after_it() -> None:
    person = Person(user=1, zone="Europe/Berlin", quiet_from=0, quiet_to=150)
    assert people.quiet_end(person, at("2026-03-29 00:30")) == at("2026-03-29 01:30")


def test_quiet_hours_within_a_day() -> None:
    person = Person(user=1, zone="America/New_York", quiet_from=9 * 60, quiet_to=17 * 60)
    assert people.quiet_end(person, at("2026-01-12 14:00")) == at("2026-01-12 22:00")
    assert people.quiet_end(person, at("2026-01-12 22:00")) is None


@pytest.mark.parametrize(
    ("now", "comes"),
    [
        ("2026-01-10 06:59", "2026-01-10 07:00"),
        ("2026-01-10 07:00", "2026-01-10 17:00"),
        ("2026-01-10 17:00", "2026-01-11 07:00"),
        ("2026-03-28 18:00", "2026-03-29 06:00"),
    ],
)
def test_digests_come_at_the_persons_own_hours(now: str, comes: str) -> None:
    assert people.next_digest(BERLIN, at(now)) == at(comes)


def test_what_is_held_back_depends_on_what_it_is() -> None:
    now = at("2026-01-10 10:00")
    news, trouble, reminder = Private("s1", ()), Trouble("!"), Reminder(Call("s1", "D", "?"))
    pressing, patient = (Ask((Call("s1", "D", "?", due=now + hours * 3600),)) for hours in (3, 30))
    batched = Person(user=1, notify=Notify.BATCHED)
    assert [send_after(p, batched, now) == now for p in (news, trouble, reminder, pressing, patient)] == [
        *(False, False, True, True, False)
    ]
    blocking = Person(user=1, notify=Notify.BLOCKING)
    assert [send_after(p, blocking, now) == now for p in (news, trouble, reminder, pressing, patient)] == [
        *(False, True, True, True, True)
    ]
    assert send_after(pressing, BERLIN, at("2026-01-10 23:00")) == at("2026-01-11 06:00")
    assert send_after(news, None, now) == now


@pytest.mark.parametrize(("text", "zone"), [("europe/berlin", "Europe/Berlin"), ("new york", "America/New_York")])
def test_zones_are_found_by_what_people_call_them(text: str, zone: str) -> None:
    assert people.zone_named(text) == zone


@pytest.mark.parametrize(
    ("text", "minutes"), [("22-7", (1320, 420)), ("22:30 – 06:45", (1350, 405)), ("none", (None, None))]
)
def test_quiet_hours_as_people_write_them(text: str, minutes: tuple[int | None, int | None]) -> None:
    assert people.read_quiet(text) == minutes


@pytest.mark.parametrize("text", ["late", "25-7", "0-23", "7-7", "22:60-7"])
def test_quiet_hours_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(Refused):
        people.read_quiet(text)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("now", "2026-03-27 12:00"),
        ("2d", "2026-03-29 12:00"),
        ("in 3 hours", "2026-03-27 15:00"),
        ("tomorrow", "2026-03-27 23:00"),
        ("2026-03-30", "2026-03-29 22:00"),
        ("2026-03-30 9:30", "2026-03-30 07:30"),
    ],
)
def test_days_as_people_write_them(text: str, moment: str) -> None:
    assert people.read_time(text, BERLIN, at("2026-03-27 12:00")) == at(moment)


@pytest.mark.parametrize("text", ["", "soon", "2026-02-30", "tomorrow at noon", "9999d"])
def test_days_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(Refused, match="write it like"):
        people.read_time(text, BERLIN, 0.0)


@pytest.mark.parametrize("text", ["", "Atlantis", "america"])
def test_zones_that_are_none_or_several_are_refused(text: str) -> None:
    with pytest.raises(Refused):
        people.zone_named(text)


def test_quiet_hours_may_last_fourteen_hours_and_a_day_of_absence_may_be_ten_years_away() -> None:
    assert people.read_quiet("18-8") == (18 * 60, 8 * 60)
    assert people.read_quiet("0:00-0:01") == (0, 1)
    assert people.read_quiet("12-23:59") == (12 * 60, 23 * 60 + 59)
    for long in ("18-8:01", "7-7", "12-24"):
        with pytest.raises(Refused):
            people.read_quiet(long)
    now = at("2026-01-10 12:00")
    assert people.read_time("2036-01-18 13:00", BERLIN, now) == now + 3660 * 86400
    with pytest.raises(Refused, match="more than 10 years away"):
        people.read_time("2036-01-18 13:01", BERLIN, now)

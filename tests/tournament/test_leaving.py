"""Leaving a tournament, the Final too, and being let in again."""

import pytest

from engine.core.errors import Illegal
from engine.tournament import finalists, log, tournament
from engine.tournament.log import FINAL
from tests.tournament.event import Event, opened

pytestmark = pytest.mark.rule("WBC-T03")


def heats_over() -> Event:
    """One heat is over; Ann and Ben are in the Final, and Cat is the first reserve."""
    event = opened(heats=1, fewest=2, usual=2, most=4, finalists=2, widened=2)
    event.enter("ann", "ben", "cat", "dan")
    event.play(1, {"ann": 40, "ben": 30}, {"cat": 20, "dan": 10})
    return event


def playing(event: Event) -> list[str]:
    return finalists.qualified(event.state).finalists


def test_who_left_is_let_in_again_where_he_stood() -> None:
    event = heats_over()
    event.do(log.Dropped(person="ann", by="ann"))
    assert playing(event) == ["ben", "cat"] and tournament.outside(event.state) == ["ann"]
    event.do(log.Readmitted(person="ann", by="gm"))
    assert playing(event) == ["ann", "ben"] and tournament.outside(event.state) == []


def test_once_the_final_is_seated_nobody_is_to_be_let_in_again() -> None:
    event = heats_over()
    event.do(log.Dropped(person="ann", by="ann"))
    assert tournament.outside(event.state) == ["ann"]
    event.start(FINAL, playing(event))
    assert tournament.outside(event.state) == []


def test_who_enters_again_after_leaving_is_back_and_nobody_else_is() -> None:
    event = opened(heats=2, fewest=2, usual=2, most=4)
    event.enter("ann", "ben", "cat")
    for person in ("ann", "ben"):
        event.do(log.Dropped(person=person, by=person))
    event.enter("ann")
    assert event.state.dropped == ["ben"] and event.state.heat(1).entered == ["cat", "ann"]


def test_who_leaves_is_in_no_heat_that_is_to_come_and_stays_in_what_was_played() -> None:
    event = opened(heats=2, fewest=2, usual=2, most=4)
    event.enter("ann", "ben")
    event.play(1, {"ann": 40, "ben": 30})
    event.announce(2)
    event.check_in(2, "ann", "ben")
    event.do(log.Dropped(person="ann", by="ann"))
    event.do(log.Dropped(person="zoe", by="gm"))
    first, second = event.state.heats
    assert (second.entered, second.present) == (["ben"], ["ben"])
    assert (first.entered, first.present) == (["ann", "ben"], ["ann", "ben"])


def test_a_finalist_who_would_not_play_is_let_in_again() -> None:
    event = heats_over()
    event.do(log.Declined(person="ben", by="ben"))
    event.do(log.Readmitted(person="ben", by="al"))
    assert playing(event) == ["ann", "ben"]


def test_until_the_final_is_seated_and_whoever_had_moved_up_is_not_in_it_any_more() -> None:
    event = heats_over()
    event.do(log.Dropped(person="ann", by="ann"))
    event.announce(FINAL)
    event.check_in(FINAL, "ben", "cat")
    event.do(log.Readmitted(person="ann", by="gm"))
    assert event.state.final.present == ["ben"]
    event.check_in(FINAL, "ann")
    event.do(log.Dropped(person="cat", by="cat"))
    event.seat(FINAL)
    with pytest.raises(Illegal, match="The Final is seated"):
        event.do(log.Readmitted(person="cat", by="gm"))


@pytest.mark.parametrize(
    ("person", "by", "why"), [("dan", "gm", "has not left"), ("ann", "ann", "Only the game master")]
)
def test_who_has_not_left_or_is_no_official(person: str, by: str, why: str) -> None:
    event = heats_over()
    event.do(log.Dropped(person="ann", by="ann"))
    with pytest.raises(Illegal, match=why):
        event.do(log.Readmitted(person=person, by=by))

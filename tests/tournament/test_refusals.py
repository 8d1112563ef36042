"""What cannot be done in a tournament is refused with what to do, and leaves the tournament as it is."""

from collections.abc import Callable

import msgspec
import pytest

from engine.core.errors import Illegal
from engine.tournament import log
from engine.tournament.format import preset
from engine.tournament.log import FINAL
from tests.harness.rows import rows
from tests.tournament.event import Event, opened, result, secret

FOUR = ("ann", "ben", "cat", "dan")
POINTS = dict(zip(FOUR, (4, 3, 2, 1), strict=True))
OTHERS = {"eve": 4, "fay": 3, "gus": 0}


def entered() -> Event:
    event = opened()
    event.enter(*FOUR, *OTHERS)
    return event


def there(*people: str) -> Event:
    """Heat 1 is announced, and some have checked in."""
    event = entered()
    event.announce(1)
    event.check_in(1, *people)
    return event


def four_there() -> Event:
    return there(*FOUR)


def two_there() -> Event:
    return there("ann", "ben")


def asked() -> Event:
    event = four_there()
    event.do(log.Reminded(heat=1))
    return event


def too_few_asked() -> Event:
    event = asked()
    event.do(log.Reminded(heat=1, short=True))
    return event


def playing() -> Event:
    event = entered()
    event.start(1, FOUR)
    return event


def played() -> Event:
    event = playing()
    event.finish(1, 1, POINTS)
    return event


def all_played() -> Event:
    event = entered()
    for heat in (1, 2, 3):
        event.play(heat, POINTS, OTHERS)
    return event


def final_announced() -> Event:
    event = all_played()
    event.announce(FINAL)
    return event


def final_seated() -> Event:
    event = final_announced()
    five = ("ann", "eve", "ben", "fay", "cat")
    event.check_in(FINAL, *five)
    event.seat(FINAL, five)
    return event


def duels() -> Event:
    event = opened(preset("knockout", title="Cup", year=0, game="warlord", variant="base", seats=(2, 2)))
    event.enter(*FOUR, heats=(1,))
    event.announce(1)
    event.check_in(1, *FOUR)
    return event


def duels_seated() -> Event:
    event = duels()
    event.seat(1, FOUR[:2], FOUR[2:])
    return event


def second_round() -> Event:
    event = duels_seated()
    event.finish(1, 1, {"ann": 1, "ben": 0})
    event.finish(1, 2, {"cat": 1, "dan": 0})
    event.announce(2)
    return event


def questioned() -> Event:
    event = playing()
    event.do(log.Questioned(ruling=1, heat=1, table=1, text="A noble was moved.", by="ann"))
    return event


def judged_once() -> Event:
    event = questioned()
    event.do(judged())
    return event


def assistant_plays() -> Event:
    event = questioned()
    event.do(log.Appointed(master="gm", assistants={"al": "al", "ben": "ben"}, by="gm"))
    event.do(log.Substituted(heat=1, table=1, out="ben", person="al", name="al"))
    return event


def decided() -> Event:
    event = questioned()
    for judge in ("gm", "al"):
        event.do(log.Judged(ruling=1, upheld=True, reason="It was right.", by=judge))
    return event


def without_assistant() -> Event:
    event = questioned()
    event.do(log.Appointed(master="gm", assistants={}, by="gm"))
    return event


def tables(*people: str) -> log.Seated:
    return log.Seated(heat=1, secret=secret(1).hex(), tables=(people,), reason="So they wish.", by="gm")


def judged(ruling: int = 1, by: str = "gm") -> log.Judged:
    return log.Judged(ruling=ruling, upheld=True, reason="It was right.", by=by)


ODD = msgspec.structs.replace(
    result(POINTS), places=tuple(msgspec.structs.replace(place, place=2) for place in result(POINTS).places)
)
"""A result in which nobody is first."""


@rows(
    "event, entry, why",
    [
        (two_there, log.Seated(heat=1, secret=secret(1).hex()), "A table needs 3 people; 2 checked in."),
        (four_there, tables("ann", "ben", "ann"), "{ann} sits in two places"),
        (four_there, tables("ann", "ben", "eve"), "{eve} has not checked in for heat 1"),
        (four_there, tables("ann", "ben"), "Table 1 has 2 people; a table has 3 to"),
        (four_there, log.CheckedIn(heat=9, person="ann"), "There is no heat 9; there are 3."),
        (asked, log.Reminded(heat=1), "asked once more already"),
        (too_few_asked, log.Reminded(heat=1, short=True), "asked once more already"),
        (playing, log.Finished(heat=1, table=2, result=result(POINTS)), "has no table 2; it has 1"),
        (playing, log.Finished(heat=1, table=1, result=ODD), "The places of a result count from 1"),
        (playing, log.Entered(person="zoe", name="Zoe", heats=(1,)), "closed to everybody without a seat"),
        (
            playing,
            log.Corrected(heat=1, table=1, result=result(POINTS), reason="Counted anew.", by="gm"),
            "no result yet",
        ),
        (playing, log.Substituted(heat=1, table=1, out="ann", person="ann"), "holds this seat already"),
        (playing, log.Signed(heat=1, by="gm"), "is not over; sign it when"),
        (playing, log.Decided(question="level", answer="rule", by="gm"), "Wait until all heats are played"),
        (all_played, log.Decided(question="level", answer="all", by="gm"), "has no such question to decide"),
        (all_played, log.Decided(question="sixth", answer="all", by="gm"), "cut exactly one player"),
        (played, log.Decided(question="level", answer="rule", by="gm"), "Wait until all heats are played"),
        (
            played,
            log.Corrected(heat=1, table=1, result=result(POINTS), reason="", by="gm"),
            "Say why the result changes",
        ),
        (
            played,
            log.Corrected(heat=1, table=1, result=result({"ann": 1, "zoe": 0}), reason="Counted anew.", by="gm"),
            "must name the people at this table",
        ),
        (entered, log.Entered(person="zoe", name="Zoe", heats=(FINAL,)), "Players do not enter for the Final"),
        (final_announced, log.CheckedIn(heat=FINAL, person="gus"), "Only finalists can do that"),
        (final_announced, log.Confirmed(person="gus"), "Only finalists can do that"),
        (final_announced, log.Declined(person="gus"), "Only finalists can do that"),
        (final_announced, log.Decided(question="level", answer="rule", by="gm"), "its seats do not change any more"),
        (final_seated, log.Confirmed(person="ann"), "The Final is seated"),
        (final_seated, log.Declined(person="ann"), "The Final is seated"),
        (duels, log.CalledOff(heat=1, reason="Rain.", by="gm"), "In a knock-out everybody who is present plays on"),
        (duels_seated, log.Announced(heat=2, commitment=""), "First heat 1 has to be played"),
        (second_round, log.Entered(person="zoe", name="Zoe", heats=(2,)), "enter for the first round"),
        (questioned, log.Questioned(ruling=5, heat=1, table=1, text="That.", by="ben"), "is number 2"),
        (questioned, judged(7), "No ruling has the number 7"),
        (questioned, log.Appealed(ruling=1, reason="No.", by="ann"), "not decided yet"),
        (without_assistant, judged(), "Name an assistant who does not play at this table"),
        (questioned, judged(0), "No ruling has the number 0"),
        (judged_once, judged(), "one who neither plays there nor has judged it"),
        (assistant_plays, judged(by="al"), "one who neither plays there nor has judged it"),
        (decided, judged(), "a player of the table can appeal"),
        (decided, log.Appealed(ruling=1, reason="No.", by="fay"), "Only the players of the table can appeal"),
        (decided, log.Appealed(ruling=1, reason="", by="ann"), "published with the appeal"),
    ],
)
def test_what_cannot_be_done_is_refused_and_changes_nothing(
    event: Callable[[], Event], entry: log.AnyEntry, why: str
) -> None:
    stands = event()
    before = msgspec.json.encode(stands.state)
    with pytest.raises(Illegal) as refused:
        stands.do(entry)
    assert why in refused.value.reason
    assert msgspec.json.encode(stands.state) == before

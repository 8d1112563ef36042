"""The event as its sheet describes it: three heats, a Final, tie-breaks, clocks, and a game master who plays."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from engine.core.errors import Illegal
from engine.tournament import clocks, finalists, log, records, rulings, seating, standings, tournament, wording
from engine.tournament.format import BY_POST, Clock
from engine.tournament.log import FINAL
from engine.tournament.results import Tenure
from tests.harness.rows import rows
from tests.tournament.event import Event, opened, result, secret

FIVE = {"ann": 60, "ben": 50, "cat": 40, "dan": 30, "eve": 20}
OTHERS = {"fay": 55, "gus": 45, "hal": 35, "ida": 25, "jon": 15}


def three_heats(*heats: tuple[dict[str, int], ...]) -> Event:
    event = opened()
    event.enter(*dict.fromkeys(person for tables in heats for table in tables for person in table))
    for number, tables in enumerate(heats, start=1):
        event.play(number, *tables)
    return event


def order(event: Event) -> list[str]:
    return [line.person for line in standings.standings(event.state)]


def refused(event: Event, entry: log.AnyEntry) -> Illegal:
    with pytest.raises(Illegal) as caught:
        event.do(entry)
    return caught.value


# ---------------------------------------------------------------------- heats and the Final


@pytest.mark.rule("WBC-T01")
def test_after_three_heats_a_final_of_five_is_played() -> None:
    event = three_heats((FIVE, OTHERS), (FIVE,), (OTHERS,))
    found = finalists.qualified(event.state)
    assert found.seats == 5
    assert found.finalists == ["ann", "fay", "ben", "gus", "cat"]
    event.start(FINAL, found.finalists)
    assert event.state.final.games[0].people == found.finalists


@pytest.mark.rule("WBC-T01")
def test_no_final_before_the_third_heat_is_over() -> None:
    event = three_heats((FIVE,), (FIVE,))
    assert refused(event, log.Announced(heat=FINAL, commitment="x")).rule == "WBC-T01"


@pytest.mark.rule("WBC-T02")
def test_a_sole_king_advances_whatever_his_points() -> None:
    event = opened()
    event.enter(*FIVE, *OTHERS)
    event.play(1, FIVE, OTHERS, kings=["jon"])
    event.play(2, FIVE)
    event.play(3, FIVE)
    assert order(event)[0] == "jon"
    assert "jon" in finalists.qualified(event.state).finalists


@pytest.mark.rule("WBC-T03")
def test_the_best_single_heat_counts_and_not_the_sum() -> None:
    event = three_heats(
        ({"ann": 70, "ben": 60, "cat": 1},), ({"ben": 55, "cat": 2, "dan": 3},), ({"cat": 4, "dan": 5, "eve": 6},)
    )
    assert order(event)[:2] == ["ann", "ben"]


@pytest.mark.rule("WBC-T04")
def test_as_good_a_heat_is_settled_by_all_heats_together() -> None:
    event = three_heats(
        ({"ann": 60, "ben": 35, "cat": 1},), ({"ben": 60, "ann": 50, "cat": 2},), ({"cat": 4, "dan": 5, "eve": 6},)
    )
    assert order(event)[:2] == ["ann", "ben"]
    assert standings.standings(event.state)[0].settled_by == "total"


@pytest.mark.rule("WBC-T05")
def test_one_who_is_cut_by_the_tie_break_alone_may_be_let_in() -> None:
    event = opened()
    event.enter("ann", "ben", "cat", "dan", "eve", "fay", "low")
    event.play(1, {"ann": 90, "ben": 80, "cat": 70, "dan": 65}, {"eve": 50, "fay": 50, "low": 1})
    event.play(2, {"eve": 30, "fay": 20, "low": 2})
    event.play(3, {"low": 1, "ann": 2, "ben": 3})
    question = finalists.qualified(event.state).question
    assert question is not None
    assert (question.about, question.default, question.rule) == ("sixth", "by_rule", "WBC-T05")
    event.do(log.Decided(question="sixth", answer="all", by="gm"))
    assert finalists.qualified(event.state).finalists == ["ann", "ben", "cat", "dan", "eve", "fay"]


@pytest.mark.rule("WBC-T05")
def test_the_final_is_not_enlarged_where_two_would_be_cut() -> None:
    event = opened()
    event.enter("ann", "ben", "cat", "dan", "eve", "fay", "gus", "low")
    event.play(1, {"ann": 90, "ben": 80, "cat": 70, "dan": 65}, {"eve": 50, "fay": 50, "gus": 50, "low": 1})
    event.play(2, {"eve": 30, "fay": 20, "gus": 10, "low": 2})
    event.play(3, {"low": 1, "ann": 2, "ben": 3})
    assert finalists.qualified(event.state).question is None
    assert refused(event, log.Decided(question="sixth", answer="all", by="gm")).rule == "WBC-T05"


@pytest.mark.rule("WBC-T05")
def test_the_final_is_not_enlarged_where_nobody_is_cut_by_the_tie_break() -> None:
    event = three_heats((FIVE, OTHERS), (FIVE,), (OTHERS,))
    assert refused(event, log.Decided(question="sixth", answer="all", by="gm")).rule == "WBC-T05"


def level_behind_the_fifth() -> Event:
    """Three heats after which Fay and Gus, the sixth and the seventh, are level but for the tie-break."""
    event = opened()
    event.enter("ann", "ben", "cat", "dan", "eve", "fay", "gus", "low")
    event.play(1, {"ann": 90, "ben": 80, "cat": 70, "dan": 65}, {"eve": 60, "fay": 50, "gus": 50, "low": 1})
    event.play(2, {"fay": 30, "gus": 20, "low": 2})
    event.play(3, {"low": 1, "ann": 2, "ben": 3})
    return event


@pytest.mark.rule("WBC-T05")
def test_a_question_that_comes_up_because_somebody_leaves_has_its_own_time() -> None:
    """The game master is not passed over because the heats have been over for long."""
    event = level_behind_the_fifth()
    assert event.state.pending == {} and list(event.state.asked) == ["ann", "ben", "cat", "dan", "eve"]
    event.do(log.Dropped(person="eve", time="2026-03-02T12:00:00+00:00"))
    assert list(event.state.pending.values()) == ["2026-03-02T12:00:00+00:00"] and event.state.asked == {}
    event.do(log.Interrupted(time="2026-03-02T14:00:00+00:00", seconds=3600))
    assert list(event.state.pending.values()) == ["2026-03-02T13:00:00+00:00"]
    event.do(log.Decided(question="sixth", answer="all", by="gm", time="2026-03-02T15:00:00+00:00"))
    assert event.state.pending == {} and list(event.state.asked) == ["ann", "ben", "cat", "dan", "fay", "gus"]


@pytest.mark.rule("WBC-T05", "WBC-T03")
def test_once_the_final_is_announced_nothing_more_is_asked_and_its_finalists_still_answer() -> None:
    """One of five leaves: the next moves up, and of the two who are level behind him nobody has to be judged."""
    event = level_behind_the_fifth()
    event.announce(FINAL)
    event.do(log.Dropped(person="eve"))
    found = finalists.qualified(event.state)
    assert (found.finalists, found.question) == (["ann", "ben", "cat", "dan", "fay"], None)
    event.do(log.Confirmed(person="fay"))
    event.do(log.Declined(person="dan"))
    assert (event.state.confirmed, event.state.declined) == (["fay"], ["dan"])
    event.check_in(FINAL, "ann", "ben", "cat", "fay", "gus")


def two_ties() -> Event:
    """Three heats after which Eve and Fay are level but for the tie-break, fifth and sixth, and so are Gus and Hal."""
    event = opened()
    event.enter("ann", "ben", "cat", "dan", "eve", "fay", "gus", "hal", "low")
    event.play(1, {"ann": 90, "ben": 80, "cat": 70, "dan": 65, "eve": 50}, {"fay": 50, "gus": 40, "hal": 40, "low": 1})
    event.play(2, {"eve": 30, "fay": 20, "gus": 15, "hal": 10})
    event.play(3, {"low": 1, "ann": 2, "ben": 3})
    return event


@pytest.mark.rule("WBC-T05")
def test_a_second_tie_does_not_take_the_answer_to_the_first() -> None:
    event = two_ties()
    event.do(log.Decided(question="sixth", answer="all", by="gm"))
    event.do(log.Dropped(person="low"))
    assert finalists.qualified(event.state).question is None
    event.do(log.Dropped(person="ann"))
    event.do(log.Dropped(person="ben"))
    question = finalists.qualified(event.state).question
    assert question is not None and question.people == ["gus", "hal"]
    event.do(log.Decided(question="sixth", answer="by_rule", by="gm"))
    assert finalists.qualified(event.state).finalists == ["cat", "dan", "eve", "fay", "gus"]


@pytest.mark.rule("WBC-T05")
def test_nobody_moves_up_to_the_seat_by_which_a_final_was_enlarged() -> None:
    """The sixth seat is for whom the tie-break alone would have cut; once it is gone the next moves up as ever."""
    event = two_ties()
    event.do(log.Decided(question="sixth", answer="all", by="gm"))
    assert finalists.qualified(event.state).next_up == []
    event.do(log.Declined(person="ben"))
    found = finalists.qualified(event.state)
    assert (found.seats, found.finalists) == (5, ["ann", "cat", "dan", "eve", "fay"])
    assert found.next_up == ["gus"]
    event.do(log.Declined(person="fay"))
    assert finalists.qualified(event.state).finalists == ["ann", "cat", "dan", "eve", "gus"]


def four_sole_kings(**tournament_format: Any) -> Event:
    """Three heats of twelve at four tables, each with a sole King in the first."""
    event = opened(**tournament_format)
    people = "abcdefghijkl"
    event.enter(*people)
    tables = [dict.fromkeys(people[start : start + 3], 10) for start in (0, 3, 6, 9)]
    event.play(1, *tables, kings=["a", "d", "g", "j"])
    event.play(2, *tables)
    event.play(3, *tables)
    return event


@pytest.mark.rule("WBC-T02")
def test_a_sole_king_for_whom_a_table_had_no_room_moves_up_to_an_added_seat() -> None:
    event = four_sole_kings(finalists=2, widened=2, most=3)
    event.do(log.Decided(question="sole_kings", answer="all", by="gm"))
    found = finalists.qualified(event.state)
    assert set(found.finalists) | set(found.next_up) == {"a", "d", "g", "j"} and len(found.finalists) == 3
    event.do(log.Declined(person=found.finalists[0]))
    assert finalists.qualified(event.state).finalists == [*found.finalists[1:], *found.next_up]


@pytest.mark.rule("WBC-T02")
def test_more_sole_kings_than_seats_are_put_to_the_game_master() -> None:
    event = four_sole_kings(finalists=3, widened=3)
    found = finalists.qualified(event.state)
    assert found.question is not None
    assert (found.question.about, found.question.default) == ("sole_kings", "all")
    assert set(found.finalists) == {"a", "d", "g", "j"}
    event.do(log.Decided(question="sole_kings", answer="by_rule", by="gm"))
    assert len(finalists.qualified(event.state).finalists) == 3


@pytest.mark.rule("WBC-T04")
def test_who_is_level_in_everything_is_put_to_the_game_master_and_else_to_the_lot() -> None:
    event = opened(finalists=3, widened=4)
    event.enter("ann", "ben", "cat", "dan", "low")
    for heat in (1, 2, 3):
        event.play(heat, {"ann": 9, "ben": 8, "cat": 7, "dan": 7, "low": 1})
    found = finalists.qualified(event.state)
    assert found.question is not None
    assert found.question.about == "level"
    assert found.question.choices["all"] == "A Final of 4."
    lots = sorted(("cat", "dan"), key=lambda person: standings.lot(event.state, person))
    assert found.finalists == ["ann", "ben", lots[0]]
    with pytest.raises(Illegal, match="level in"):
        event.announce(FINAL)
    event.do(log.Decided(question="level", answer="by_rule", by="gm"))
    event.announce(FINAL)


@pytest.mark.rule("WBC-T01")
def test_the_final_ranks_everybody_who_plays_it_and_the_standings_the_rest() -> None:
    event = three_heats((FIVE, OTHERS), (FIVE,), (OTHERS,))
    event.final({"ann": 40, "fay": 60, "ben": 50, "gus": 50, "cat": 10})
    assert tournament.champion(event.state) == "fay"
    assert wording.honours(event.state) == [
        "Champion: {fay}", "Second: {ben} and {gus}", "Fourth: {ann}", "Fifth: {cat}", "Sixth: {hal}"
    ]  # fmt: skip
    assert sorted(tournament.places(event.state)) == sorted([*FIVE, *OTHERS])


@pytest.mark.rule("WBC-T03")
def test_who_declines_the_final_makes_room_for_the_first_reserve() -> None:
    event = three_heats((FIVE, OTHERS), (FIVE,), (OTHERS,))
    event.do(log.Declined(person="fay"))
    assert finalists.qualified(event.state).finalists == ["ann", "ben", "gus", "cat", "hal"]
    assert refused(event, log.Confirmed(person="fay")).rule == "WBC-T03"


# ---------------------------------------------------------------------- coming in, and seats


@pytest.mark.rule("WBC-T07")
def test_whoever_has_not_checked_in_when_a_heat_closes_is_not_in_it() -> None:
    event = opened()
    event.enter(*FIVE, "late")
    event.announce(1)
    event.check_in(1, *FIVE)
    event.seat(1)
    assert refused(event, log.CheckedIn(heat=1, person="late")).rule == "WBC-T07"
    assert "late" not in event.state.entrants()


@pytest.mark.rule("WBC-T01")
def test_one_may_enter_for_any_of_the_heats_and_change_that() -> None:
    event = opened()
    event.enter("ann", heats=(1, 3))
    event.enter("ann", heats=(2,))
    assert [heat.number for heat in event.state.heats if "ann" in heat.entered] == [2]


@pytest.mark.rule("WBC-T10")
def test_twelve_are_drawn_to_tables_and_each_sits_once() -> None:
    people = [f"p{number}" for number in range(12)]
    event = opened()
    event.enter(*people)
    event.announce(1)
    event.check_in(1, *people)
    event.seat(1)
    seated = [person for game in event.state.heats[0].games for person in game.people]
    assert sorted(seated) == sorted(people)
    assert seated != people
    assert [len(game.people) for game in event.state.heats[0].games] == [6, 6]


@rows("people, tables", [(29, [5, 5, 5, 5, 5, 4]), (10, [5, 5]), (7, [4, 3]), (11, [6, 5]), (3, [3])])
@pytest.mark.rule("WBC-T10")
def test_tables_are_of_equal_size_as_far_as_they_go(people: int, tables: list[int]) -> None:
    assert seating.sizes(people, opened().state.format) == tables


@pytest.mark.rule("WBC-T10")
def test_another_secret_than_the_sealed_one_draws_nothing() -> None:
    event = opened()
    event.enter(*FIVE)
    event.announce(1)
    event.check_in(1, *FIVE)
    assert refused(event, log.Seated(heat=1, secret="00" * 32)).rule == "WBC-T10"


@pytest.mark.rule("WBC-T10")
def test_tables_other_than_the_drawn_ones_need_a_reason_and_an_official() -> None:
    event = opened()
    event.enter(*FIVE)
    event.announce(1)
    event.check_in(1, *FIVE)
    named = (tuple(FIVE),)
    assert refused(event, log.Seated(heat=1, secret=secret(1).hex(), tables=named, by="gm")).rule == "WBC-T10"
    assert (
        refused(event, log.Seated(heat=1, secret=secret(1).hex(), tables=named, reason="So.", by="ann")).rule
        == "WBC-T11"
    )


# ---------------------------------------------------------------------- a game master who plays


@pytest.mark.rule("WBC-T11")
def test_a_game_master_who_plays_has_an_assistant_at_another_table() -> None:
    people = ["gm", "al", *FIVE, *OTHERS]
    event = opened()
    event.enter(*people)
    event.announce(1)
    event.check_in(1, *people)
    event.seat(1)
    mine = next(game.people for game in event.state.heats[0].games if "gm" in game.people)
    assert "al" not in mine


@pytest.mark.rule("WBC-T11")
def test_without_an_assistant_elsewhere_he_gets_no_seat() -> None:
    event = opened()
    event.enter("gm", "al", "ann", "ben", "cat")
    event.announce(1)
    event.check_in(1, "gm", "al", "ann", "ben", "cat")
    event.seat(1)
    assert event.state.heats[0].idle == ["gm"]


@pytest.mark.rule("WBC-T11")
def test_no_official_seats_him_without_one_either() -> None:
    event = opened(assistants=())
    event.enter("gm", *FIVE)
    event.announce(1)
    event.check_in(1, "gm", *FIVE)
    with pytest.raises(Illegal) as caught:
        event.seat(1, ["gm", *FIVE])
    assert caught.value.rule == "WBC-T11"


def questioned() -> Event:
    event = opened(assistants=("al", "bea"))
    event.enter("gm", *FIVE)
    event.start(1, ["gm", *FIVE])
    event.do(log.Questioned(ruling=1, heat=1, table=1, text="Ann's King may sail.", rule="BASE-MOV-1", by="ben"))
    return event


def appealed() -> Event:
    """Return a tournament whose ruling stood with everybody who could judge it, before a player appealed."""
    event = questioned()
    event.do(log.Appointed(master="gm", assistants={"al": "al"}, by="gm"))
    for official in ("gm", "al"):
        event.do(log.Judged(ruling=1, upheld=True, reason="Yes.", by=official))
    event.do(log.Appealed(ruling=1, reason="Look at the map.", by="ann"))
    return event


@pytest.mark.rule("WBC-T12")
def test_a_questioned_ruling_waits_for_the_assistants() -> None:
    event = questioned()
    event.do(log.Judged(ruling=1, upheld=True, reason="I said so.", by="gm"))
    assert event.state.rulings[0].upheld is None
    assert wording.ruling(event.state, 1).endswith("It waits for {al} and {bea}.")
    event.do(log.Judged(ruling=1, upheld=False, reason="The harbour is closed.", by="al"))
    event.do(log.Judged(ruling=1, upheld=False, reason="It is.", by="bea"))
    assert event.state.rulings[0].upheld is False


@pytest.mark.rule("WBC-T12")
def test_where_officials_are_divided_the_assistant_decides() -> None:
    """The game master is held to a higher standard."""
    event = questioned()
    event.do(log.Appointed(master="gm", assistants={"al": "al"}, by="gm"))
    event.do(log.Judged(ruling=1, upheld=True, reason="I said so.", by="gm"))
    event.do(log.Judged(ruling=1, upheld=False, reason="The harbour is closed.", by="al"))
    assert event.state.rulings[0].upheld is False


@pytest.mark.rule("WBC-T12")
def test_where_others_are_divided_over_an_appeal_the_ruling_falls() -> None:
    event = appealed()
    event.do(log.Appointed(master="gm", assistants={"al": "al", "bea": "bea", "cyd": "cyd"}, by="gm"))
    assert rulings.awaited(event.state, event.state.rulings[0]) == ["bea", "cyd"]
    for official, upheld in (("bea", True), ("cyd", False)):
        event.do(log.Judged(ruling=1, upheld=upheld, reason="The map says so.", by=official))
    assert event.state.rulings[0].upheld is False


@pytest.mark.rule("WBC-T12")
def test_nobody_else_judges_and_nobody_without_a_reason() -> None:
    event = questioned()
    assert refused(event, log.Judged(ruling=1, upheld=True, reason="Fine.", by="ann")).rule == "WBC-T11"
    assert refused(event, log.Judged(ruling=1, upheld=True, reason="", by="al")).rule == "WBC-T12"
    assert refused(event, log.Questioned(ruling=2, heat=1, table=1, text="That too.", by="fay")).rule == "WBC-T12"


@pytest.mark.rule("WBC-T12")
def test_an_appeal_is_judged_by_others_and_once() -> None:
    event = appealed()
    event.do(log.Appointed(master="gm", assistants={"al": "al", "bea": "bea"}, by="gm"))
    assert rulings.awaited(event.state, event.state.rulings[0]) == ["bea"]
    event.do(log.Judged(ruling=1, upheld=False, reason="The map says no.", by="bea"))
    assert event.state.rulings[0].upheld is False
    assert refused(event, log.Appealed(ruling=1, reason="Again.", by="ann")).rule == "WBC-T12"


# ---------------------------------------------------------------------- clocks


@pytest.mark.rule("WBC-T06", "WBC-T08", "WBC-T09")
def test_a_heat_lasts_four_hours_and_the_final_five() -> None:
    heat = [(event.minutes, event.kind) for event in clocks.events(Clock(), final=False)]
    assert heat == [(210, "warning"), (225, "last_round"), (230, "stop_warning"), (235, "stop")]
    final = [(event.minutes, event.kind) for event in clocks.events(Clock(), final=True)]
    assert final == [(270, "warning"), (285, "last_round")]


@pytest.mark.rule("WBC-DUR")
def test_the_paragraph_duration_gives_each_player_one_more_turn() -> None:
    clock = Clock(ending="one_more_turn")
    assert [event.kind for event in clocks.events(clock, final=False)] == ["warning", "time"]
    assert clocks.events(clock, final=False)[-1].minutes == 240


@pytest.mark.rule("WBC-T06")
def test_a_clock_that_is_stopped_loses_nothing() -> None:
    start = datetime(2007, 8, 1, 9, tzinfo=UTC)
    running = clocks.Running(started=start).pause(start + timedelta(minutes=200)).resume(start + timedelta(minutes=260))
    assert clocks.due(running, Clock(), start + timedelta(minutes=269), [], final=False) == []
    due = clocks.due(running, Clock(), start + timedelta(minutes=286), ["warning"], final=False)
    assert [event.kind for event in due] == ["last_round"]


def test_a_clock_that_runs_runs_on_and_one_that_stands_is_not_stopped_again() -> None:
    start = datetime(2007, 8, 1, 9, tzinfo=UTC)
    running = clocks.Running(started=start)
    assert running.resume(start + timedelta(minutes=5)) == running
    stopped = running.pause(start + timedelta(minutes=10))
    assert stopped.pause(start + timedelta(minutes=20)) == stopped


@pytest.mark.rule("WBC-T06")
def test_the_latest_finish_is_known_at_entry() -> None:
    start = datetime(2007, 8, 1, tzinfo=UTC)
    assert clocks.latest_finish(BY_POST, start, 3, final=True) - start == timedelta(days=3 * 61 + 76)


@pytest.mark.rule("WBC-T08")
def test_a_warning_says_how_long_it_is_until_what_it_warns_of() -> None:
    on_time = {event.kind: left(event) for event in clocks.events(Clock(), final=False)}
    assert on_time == {"warning": 15, "last_round": 0, "stop_warning": 5, "stop": 0}


def left(event: clocks.Event, late: float = 0.0) -> int:
    return clocks.left(event, Clock(), timedelta(minutes=event.minutes + late), final=False)


@pytest.mark.rule("WBC-T08")
def test_a_warning_that_comes_late_says_how_long_it_still_is() -> None:
    """A look every half minute makes no minute of difference; a warning after its event has nothing left to say."""
    stop_warning = next(event for event in clocks.events(Clock(), final=False) if event.kind == "stop_warning")
    assert [left(stop_warning, late) for late in (0.5, 3, 5, 90)] == [5, 2, 0, 0]


# ---------------------------------------------------------------------- heats that overlap


@pytest.mark.rule("WBC-T01")
def test_the_next_heat_begins_while_tables_of_the_one_before_still_play() -> None:
    event = opened()
    event.enter(*FIVE, *OTHERS)
    event.start(1, list(FIVE), list(OTHERS))
    event.finish(1, 2, OTHERS)
    event.start(2, ["fay", "gus", "hal"])
    event.finish(2, 1, {"fay": 70, "gus": 1, "hal": 2})
    event.finish(1, 1, FIVE)
    assert order(event)[:2] == ["fay", "ann"]


@pytest.mark.rule("WBC-T03")
def test_a_correction_before_the_final_lets_in_who_has_more_now_and_asks_him() -> None:
    event = three_heats((FIVE, OTHERS), (FIVE,), (OTHERS,))
    assert "hal" not in event.state.asked
    event.do(log.Corrected(heat=1, table=2, result=result({**OTHERS, "hal": 99}), reason="Miscounted.", by="gm"))
    assert "hal" in event.state.asked and "cat" not in event.state.asked
    assert finalists.qualified(event.state).finalists == ["hal", "ann", "fay", "ben", "gus"]


@pytest.mark.rule("WBC-T03")
def test_a_finalist_who_leaves_makes_room_for_the_first_reserve_who_is_asked() -> None:
    event = three_heats((FIVE, OTHERS), (FIVE,), (OTHERS,))
    event.do(log.Dropped(person="ann"))
    assert "hal" in event.state.asked and "ann" not in event.state.asked


# ---------------------------------------------------------------------- heats that are called off


def test_a_heat_to_which_too_few_come_is_called_off_and_the_final_is_played() -> None:
    event = three_heats((FIVE, OTHERS), (FIVE,))
    event.announce(3)
    event.check_in(3, "ann")
    assert "Say why" in refused(event, log.CalledOff(heat=3, reason="", by="gm")).reason
    event.do(log.CalledOff(heat=3, reason="Too few came.", by="gm"))
    assert refused(event, log.CheckedIn(heat=3, person="ben")).rule == "WBC-T07"
    assert "called off" in refused(event, log.Announced(heat=3, commitment="x", by="gm")).reason
    assert finalists.qualified(event.state).finalists == list(event.state.asked)
    event.final({"ann": 40, "fay": 60, "ben": 50, "gus": 45, "cat": 10})
    assert tournament.champion(event.state) == "fay"


def test_a_final_that_is_called_off_leaves_the_title_to_the_standings() -> None:
    event = three_heats((FIVE, OTHERS), (FIVE,), (OTHERS,))
    event.do(log.CalledOff(heat=FINAL, reason="The hall is closed.", by="gm"))
    assert tournament.champion(event.state) == "ann"
    assert event.state.asked == {}


@pytest.mark.rule("WBC-T01")
def test_where_every_heat_is_called_off_there_is_no_final_and_nobody_has_won() -> None:
    event = opened()
    event.enter("ann", "ben")
    for heat in (1, 2, 3):
        assert not tournament.over(event.state)
        event.do(log.CalledOff(heat=heat, reason="The hall is closed.", by="gm"))
    assert tournament.over(event.state) and not tournament.under_review(event.state)
    assert not tournament.final_to_come(event.state) and event.state.asked == {}
    assert (tournament.places(event.state), tournament.champion(event.state)) == ({}, "")
    assert wording.honours(event.state) == ["Nobody has won: no game was played."]
    assert wording.year(records.year_of(event.state)) == "2007, Wars of the Roses: nobody has won; game master gm"


@pytest.mark.rule("WBC-T01")
def test_calling_the_final_off_as_well_changes_nothing_about_that() -> None:
    event = opened(heats=1)
    event.do(log.CalledOff(heat=1, reason="Rain.", by="gm"))
    event.do(log.CalledOff(heat=FINAL, reason="Rain.", by="gm"))
    assert tournament.over(event.state)
    assert wording.honours(event.state) == ["Nobody has won: no game was played."]


def test_a_tournament_is_over_when_its_final_is_and_not_before() -> None:
    event = three_heats((FIVE, OTHERS), (FIVE,), (OTHERS,))
    assert not tournament.over(event.state)
    assert "2007, Wars of the Roses: no champion yet" in wording.year(records.year_of(event.state))
    event.final({"ann": 40, "fay": 60, "ben": 50, "gus": 45, "cat": 10})
    assert tournament.over(event.state)
    assert wording.year(records.year_of(event.state)) == (
        "2007, Wars of the Roses: fay (10 entrants); then ben, gus, ann, cat, hal; game master gm"
    )


def test_a_heat_that_is_seated_is_not_called_off_and_nobody_else_does_that() -> None:
    event = three_heats((FIVE,))
    assert "closed" in refused(event, log.CalledOff(heat=1, reason="Rain.", by="gm")).reason
    assert refused(event, log.CalledOff(heat=2, reason="Rain.", by="ann")).rule == "WBC-T11"


# ---------------------------------------------------------------------- sums that can be followed


@pytest.mark.rule("WBC-T04")
def test_the_points_of_all_heats_stand_with_those_of_each() -> None:
    last = {"ann": 3, "ben": 2, "dan": 1}
    event = three_heats(({"ann": 40, "ben": 30, "cat": 5},), ({"ann": 31, "ben": 12, "cat": 6},), (last,))
    first, second, third, fourth = wording.standing(event.state)
    assert (
        "points in the best heat: 40, points in all heats: 74 (40 + 31 + 3)" in first
        and "all heats: 44 (30 + 12 + 2)" in second
    )
    assert "all heats: 11 (5 + 6)" in third and "all heats: 1 (in the Final" in fourth


def test_the_points_of_a_seat_that_changed_hands_are_shared_in_words() -> None:
    places = result({"ann": 40, "ben": 30}).places
    tenures = (Tenure("cat", 22), Tenure("", 3), Tenure("ann", 15))
    played = msgspec.structs.replace(
        result({}), places=(msgspec.structs.replace(places[0], tenures=tenures), places[1])
    )
    assert wording.shares(played) == [
        "The 40 points of {ann} are shared: {cat} 22 for 22 of 40 turns, nobody 3 for 3 that a computer player took, "
        "{ann} 15 for 15 of 40 turns."
    ]


# ---------------------------------------------------------------------- what is told of it


def finished(final: Sequence[str]) -> Event:
    """Three heats, and a Final in which five come in so."""
    event = three_heats((FIVE,), (FIVE,), (FIVE,))
    event.final({person: -place for place, person in enumerate(final)})
    return event


def test_it_is_told_who_is_champion_now_in_place_of_whom() -> None:
    five = list(FIVE)
    before, after, nobody = (
        finished(five).state,
        finished(five[::-1]).state,
        three_heats((FIVE,), (FIVE,), (FIVE,)).state,
    )
    assert wording.succession(before, before) == f"The champion is still {{{five[0]}}}."
    assert wording.succession(before, after) == f"The champion is now {{{five[-1]}}}, and no longer {{{five[0]}}}."
    assert wording.succession(nobody, after) == f"The champion is now {{{five[-1]}}}."
    assert wording.succession(before, nobody) == f"Nobody is champion alone, and no longer {{{five[0]}}}."
    assert wording.succession(nobody, nobody) == "Nobody is champion alone."


def test_whose_place_is_announced_already_is_not_named_again() -> None:
    one, two, three, *others = FIVE
    before, after = finished([one, two, three, *others]).state, finished([one, three, two, *others]).state
    assert set(wording.honoured(before, None)) >= {one, two, three}
    assert wording.honoured(before, before) == []
    assert {*wording.honoured(after, before)} == {two, three}


def test_the_records_of_all_tournaments_are_held_by_who_has_the_most() -> None:
    first = next(iter(FIVE))
    event = finished([first, *[person for person in FIVE if person != first]])
    held = {best.what: (best.people, best.figure) for best in records.bests([event.state, event.state])}
    assert held["tournaments won"] == ((first,), 2)
    assert held["heats played"][1] == 6 and {*held["heats played"][0]} == set(FIVE)
    assert "games with the sole King" not in held, "nobody has won with him"
    assert records.bests([]) == []


def test_while_herald_was_away_no_wait_went_on_and_what_is_to_come_stays() -> None:
    event = three_heats((FIVE,))
    away = log.Interrupted(time="2026-03-02T14:00:00+00:00", seconds=3600)
    event.announce(2)
    waits = {"2026-03-02T12:30:00+00:00": "2026-03-02T13:30:00+00:00", "": ""}
    waits["2026-03-02T15:00:00+00:00"] = "2026-03-02T15:00:00+00:00"
    for begun, on in waits.items():
        event.state.heat(2).start = begun
        event.do(away)
        assert event.state.heat(2).start == on
    questions = questioned()
    questions.state.rulings[0].decided = "2026-03-02T12:30:00+00:00"
    questions.do(away)
    assert questions.state.rulings[0].decided == "2026-03-02T13:30:00+00:00"


# ---------------------------------------------------------------------- clocks at their bounds

BEGUN = datetime(2007, 8, 1, 9, tzinfo=UTC)


def minute(number: float) -> datetime:
    return BEGUN + timedelta(minutes=number)


@pytest.mark.rule("WBC-T08")
def test_a_heat_by_post_stops_two_days_before_its_end_and_half_a_warning_before_that_it_says_so() -> None:
    heat = [(event.minutes / 1440, event.kind) for event in clocks.events(BY_POST, final=False)]
    assert heat == [(47, "warning"), (50, "last_round"), (56.5, "stop_warning"), (58, "stop")]
    assert (BY_POST.by_post, Clock().by_post, Clock(heat=1440).by_post) == (True, False, True)


@rows("warning, kinds", [(0, ["last_round"]), (50, ["warning", "last_round"])])
def test_a_warning_comes_at_the_beginning_at_the_earliest_and_not_at_all_where_none_is_agreed(
    warning: int, kinds: list[str]
) -> None:
    found = clocks.events(Clock(heat=60, final=60, warning=warning, last_round=15), final=True)
    assert [event.kind for event in found] == kinds
    assert found[0].minutes == (0 if warning else 45)


def test_what_a_clock_announces_is_due_on_the_minute_and_once() -> None:
    running = clocks.Running(started=BEGUN)
    assert clocks.due(running, Clock(), minute(209.9), [], final=False) == []
    assert [event.kind for event in clocks.due(running, Clock(), minute(210), [], final=False)] == ["warning"]
    assert [event.kind for event in clocks.due(running, Clock(), minute(285), ["warning"], final=True)] == [
        "last_round"
    ]


def test_a_clock_that_is_put_back_while_a_game_is_stopped_or_before_it_begins_gives_no_time() -> None:
    stopped = clocks.Running(started=BEGUN).pause(minute(30))
    assert stopped.played(minute(99)) == timedelta(minutes=30)
    assert stopped.resume(minute(10)).lost == timedelta(0)
    twice = stopped.resume(minute(40)).pause(minute(50)).resume(minute(55))
    assert (twice.lost, twice.played(minute(60))) == (timedelta(minutes=15), timedelta(minutes=45))
    assert twice.played(minute(-5)) == timedelta(0)
    assert twice.at(clocks.Event(100, "stop")) == minute(115)


@rows(
    "clock, final, closes", [(Clock(), False, 225), (Clock(), True, 285), (Clock(ending="one_more_turn"), False, 240)]
)
def test_time_is_called_when_the_last_round_begins(clock: Clock, final: bool, closes: int) -> None:
    assert clocks.closing(clocks.Running(started=BEGUN), clock, final=final) == minute(closes)
    assert clocks.latest_finish(Clock(), BEGUN, 2, final=final) == minute(2 * 245 + 305 * final)


def test_every_wait_goes_on_with_what_it_had_left_after_herald_was_away() -> None:
    """From one hour to two nobody could do anything; what began in that hour begins now."""
    hour = {number: f"2026-03-02T{number:02}:00:00+00:00" for number in range(10, 16)}
    half = "2026-03-02T13:30:00+00:00"
    event = three_heats((FIVE,))
    event.start(2, list(FIVE))
    event.do(log.Vacated(heat=2, table=1, person="ann", time=hour[12]))
    event.state.heat(2).start = hour[12]
    event.state.asked, event.state.pending = {"ann": hour[12], "ben": half}, {"It is so.": hour[11]}
    event.do(log.Interrupted(time=hour[14], seconds=3600))
    game = event.state.game(2, 1)
    assert (game.sought, game.vacated) == ({"ann": hour[13]}, {"ann": hour[12]})
    assert event.state.heat(2).start == hour[12], "nobody waits for a heat that is closed"
    assert event.state.asked == {"ann": hour[13], "ben": hour[14]}
    assert event.state.pending == {"It is so.": hour[12]}
    event.do(log.Interrupted(time=hour[12], seconds=-3600))
    assert event.state.asked == {"ann": hour[12], "ben": hour[14]}, "put back by an hour; what is to come stays"


# ---------------------------------------------------------------------- coming in, leaving, and seats


def noted(event: Event) -> tuple[list[str], list[str]]:
    return event.state.heat(1).entered, event.state.heat(1).present


def test_who_enters_otherwise_keeps_their_check_in_and_who_withdraws_loses_it() -> None:
    event = opened(heats=2)
    event.enter("ann", "ben")
    event.announce(1)
    event.check_in(1, "ann", "ben", "ann")
    event.enter("ann", heats=(1,))
    assert noted(event) == (["ann", "ben"], ["ann", "ben"]) and event.state.heat(2).entered == ["ben"]
    event.do(log.Entered(person="ann", name="Ann", heats=()))
    assert noted(event) == (["ben"], ["ben"])
    event.enter("ann", heats=(1,))
    assert noted(event) == (["ben", "ann"], ["ben"])
    assert tournament.missing(event.state, event.state.heat(1)) == ["ann"]


@rows("start", ["", "2026-03-02T18:00:00+00:00"])
def test_a_heat_begins_when_it_was_announced_unless_another_time_is_set(start: str) -> None:
    event = opened()
    now = "2026-03-02T12:00:00+00:00"
    event.do(log.Announced(heat=1, commitment="x", start=start, time=now))
    heat = event.state.heat(1)
    assert (heat.opened, heat.start) == (now, start or now)
    assert (heat.announced, heat.closed, heat.over, heat.results_known) == (True, False, False, False)


@pytest.mark.rule("WBC-T03")
def test_who_advances_to_the_final_and_is_not_there_is_missing_from_it() -> None:
    event = three_heats((FIVE, OTHERS), (FIVE,), (OTHERS,))
    event.announce(FINAL)
    event.check_in(FINAL, "fay", "ann")
    assert tournament.missing(event.state, event.state.final) == ["ben", "gus", "cat"]
    assert tournament.places(event.state) == {}


@pytest.mark.rule("WBC-T07")
def test_who_are_missing_are_asked_once_more_and_officials_once_where_too_few_came() -> None:
    event = opened()
    event.enter("ann")
    event.announce(1)
    event.do(log.Reminded(heat=1))
    assert (event.state.heat(1).reminded, event.state.heat(1).short) == (True, False)
    event.do(log.Reminded(heat=1, short=True))
    assert (event.state.heat(1).reminded, event.state.heat(1).short) == (True, True)
    assert refused(event, log.Reminded(heat=2)).rule == "WBC-T07"


def test_who_was_there_for_a_heat_that_is_called_off_has_no_seat_in_it() -> None:
    event = opened()
    event.enter("ann", "ben")
    event.announce(1)
    event.check_in(1, "ben")
    event.do(log.CalledOff(heat=1, reason="Rain.", by="gm"))
    assert (event.state.heat(1).off, event.state.heat(1).idle, event.state.heat(1).closed) == ("Rain.", ["ben"], True)


def test_tables_of_an_official_stand_with_the_reason_and_others_with_none() -> None:
    event = opened()
    event.enter(*FIVE, *OTHERS)
    event.start(1, ["ben", "ann", "cat"], ["dan", "eve", "fay"])
    heat = event.state.heat(1)
    assert ([game.began for game in heat.games], heat.idle, heat.overridden) == (
        [["ben", "ann", "cat"], ["dan", "eve", "fay"]], [], "As the test needs it."
    )  # fmt: skip
    event.announce(2)
    event.check_in(2, *FIVE)
    event.do(log.Seated(heat=2, secret=secret(2).hex(), reason="So they wish."))
    assert event.state.heat(2).overridden == "", "these are those of the draw"
    assert event.state.heat(2).secret == secret(2).hex()


def test_a_seat_is_taken_over_kept_or_minded_and_everybody_who_sat_there_is_an_entrant() -> None:
    event = opened(fewest=2)
    event.enter("ann", "ben", "cat", "dan")
    event.start(1, ["ann", "ben"], ["cat", "dan"])
    game = event.state.game(1, 1)
    event.do(log.Vacated(heat=1, table=1, person="ann", time="now"))
    assert (game.vacant, game.vacated, game.sought) == (["ann"], {"ann": "now"}, {"ann": "now"})
    event.do(log.Substituted(heat=1, table=1, out="ann", person="ann"))
    assert (game.vacant, game.people, game.stand_ins) == ([], ["ann", "ben"], [])
    event.do(log.Substituted(heat=1, table=1, out="ben", person="eve", name="Eve"))
    event.do(log.Substituted(heat=1, table=1, out="ann", person=""))
    assert (game.people, game.began) == (["", "eve"], ["ann", "ben"])
    assert game.stand_ins == [("ben", "eve"), ("ann", "")]
    assert event.state.names["eve"] == "Eve" and "" not in event.state.names
    assert event.state.entrants() == ["ann", "ben", "cat", "dan", "eve"]
    again = log.Substituted(heat=1, table=1, out="eve", person="cat", by="gm")
    assert refused(event, again).rule == "WBC-T10"
    event.do(log.Substituted(heat=1, table=2, out="cat", person="zoe"))
    assert event.state.names["zoe"] == "zoe"


def test_an_official_vouches_once_until_a_result_is_corrected_and_what_was_thought_before_stays() -> None:
    event = three_heats((FIVE,))
    heat, before = event.state.heat(1), event.state.game(1, 1).result
    assert tournament.under_review(event.state)
    for official in ("gm", "al", "gm"):
        event.do(log.Signed(heat=1, by=official))
    assert heat.signed == ["gm", "al"] and not tournament.under_review(event.state)
    after = result({**FIVE, "eve": 99})
    event.do(log.Corrected(heat=1, table=1, result=after, reason="Miscounted.", rule="WBC-VIC.2", by="al"))
    assert heat.signed == [] and event.state.game(1, 1).result == after
    (kept,) = event.state.game(1, 1).corrections
    assert (kept.result, kept.by, kept.reason, kept.rule) == (before, "al", "Miscounted.", "WBC-VIC.2")


@pytest.mark.rule("WBC-T03")
def test_who_confirms_and_then_declines_is_not_in_the_final_and_who_is_let_in_again_may_confirm() -> None:
    event = three_heats((FIVE, OTHERS), (FIVE,), (OTHERS,))
    event.announce(FINAL)
    event.do(log.Confirmed(person="ann"))
    event.check_in(FINAL, "ann", "fay")
    event.do(log.Declined(person="ann"))
    state = event.state
    assert (state.confirmed, state.declined, state.final.present) == ([], ["ann"], ["fay"])
    event.do(log.Readmitted(person="ann", by="gm"))
    event.do(log.Confirmed(person="ann"))
    assert (state.confirmed, state.declined, tournament.outside(state)) == (["ann"], [], [])


@rows("table, heat", [(0, 1), (2, 1), (1, 0), (1, 4)])
def test_a_table_or_heat_that_there_is_not_is_refused(table: int, heat: int) -> None:
    event = three_heats((FIVE,))
    if not heat:
        event.state.format = msgspec.structs.replace(event.state.format, finalists=0)
    with pytest.raises(Illegal, match=r"There is no heat|has no table"):
        event.state.game(heat, table)

"""The officials' side: what is agreed as it is written, corrected results, tables that stand still, other seats."""

from typing import Any

import msgspec
import pytest

from engine.core.errors import BadOptions, Illegal
from engine.tournament import corrections, format_forms, log, rulings, seating, wording
from engine.tournament.blocked_tables import holds
from engine.tournament.format import BY_POST, Clock, preset
from tests.harness.rows import rows
from tests.tournament.event import WBC, Event, opened, result

NAMES = {"ann": "Ann", "ben": "Ben", "cat": "Cat Mac Cat"}


def refused(event: Event, entry: log.AnyEntry) -> Illegal:
    with pytest.raises(Illegal) as refusal:
        event.do(entry)
    return refusal.value


# ---------------------------------------------------------------------- corrections that cannot be, or are odd


@pytest.mark.rule("WBC-VIC.1")
@rows(
    "text, why",
    [
        ("Ann 40 king, Ben 31 king, Cat Mac Cat 5", "Only one can be the sole King, not Ann and Ben."),
        ("Ann 40, Ben 31 king, Cat Mac Cat 5", "The sole King wins alone. Write Ben first"),
        ("Ann 40 king = Ben 31, Cat Mac Cat 5", "The sole King wins alone. Write Ann first and without “=”"),
    ],
)
def test_a_king_who_cannot_be_the_sole_one_is_refused(text: str, why: str) -> None:
    with pytest.raises(Illegal) as refusal:
        corrections.read(result({"ann": 40, "ben": 31, "cat": 5}), text, NAMES)
    assert why in refusal.value.reason and refusal.value.rule == "WBC-VIC.1"


@rows(
    "text, odd",
    [
        ("Ann 49, Ben 62, Cat Mac Cat 5", ["{ann} (49) comes before {ben} (62), who has more points."]),
        ("Ann 49 king, Ben 62, Cat Mac Cat 5", []),
        ("Ann 40, Ben 31 = Cat Mac Cat 5", ["{ben} (31) and {cat} (5) share place 2."]),
        (
            "Ann 40, Ben 31, Cat Mac Cat 31",
            ["{ben} (31) comes before {cat} (31), who has as many points; “=” lets them share the place."],
        ),
        ("Ann 40, Ben 31 = Cat Mac Cat 31", []),
        ("Cat Mac Cat 50, Ann 40, Ben 31", []),
    ],
)
def test_what_is_odd_about_a_correction_is_said_before_it_counts(text: str, odd: list[str]) -> None:
    played = result({"ann": 40, "ben": 31, "cat": 5})
    assert corrections.doubts(played, corrections.read(played, text, NAMES)) == odd


def test_what_was_so_before_a_correction_is_not_odd_and_who_left_comes_last() -> None:
    places = result({"ann": 40, "ben": 31, "cat": 5}).places
    swapped = tuple(msgspec.structs.replace(place, place=1 + number) for number, place in enumerate(places[::-1]))
    odd = msgspec.structs.replace(result({}), places=swapped)
    assert len(corrections.doubts(result({"ann": 40, "ben": 31, "cat": 5}), odd)) == 3
    assert corrections.doubts(odd, odd) == []
    left = tuple(msgspec.structs.replace(place, dropped=place.seat != "cat") for place in swapped)
    assert corrections.doubts(result({}), msgspec.structs.replace(odd, places=left[:2])) == []


def test_a_correction_shows_who_moves_in_the_standings_and_into_the_final() -> None:
    event = opened(heats=1, fewest=2, finalists=2, widened=2)
    event.enter("ann", "ben", "cat")
    event.play(1, {"ann": 40, "ben": 31, "cat": 5})
    after = opened(heats=1, fewest=2, finalists=2, widened=2)
    after.enter("ann", "ben", "cat")
    after.play(1, {"ann": 40, "ben": 31, "cat": 5})
    after.do(log.Corrected(heat=1, table=1, result=result({"ann": 40, "ben": 31, "cat": 35}), reason="So.", by="gm"))
    assert wording.moves(event.state, after.state) == [
        "{cat}: 3 → 2 in the standings",
        "{ben}: 2 → 3 in the standings",
        "In the Final: {cat}.",
        "Out of the Final: {ben}.",
    ]
    assert wording.moves(event.state, event.state) == ["Nobody's place in the standings changes."]


# ---------------------------------------------------------------------- what is agreed


@rows("text, minutes", [("4 hours", 240), ("60 days", 86400), ("90m", 90), ("1h 30m", 90), ("1.5 hours", 90)])
def test_a_time_is_written_as_people_write_it(text: str, minutes: int) -> None:
    assert format_forms.read_span(text) == minutes


@rows("minutes", [5, 60, 225, 1440, 86400])
def test_a_time_in_words_is_read_as_the_same_time(minutes: int) -> None:
    assert format_forms.read_span(format_forms.span(minutes)) == minutes


@rows("text", ["", "soon", "4", "4 hours or so"])
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(BadOptions, match="write it like 4 hours"):
        format_forms.read_span(text)


def test_sizes_of_tables_are_read_as_they_are_shown() -> None:
    assert format_forms.read_sizes(format_forms.written_sizes(WBC)) == {"fewest": 3, "most": 7, "usual": 5}
    assert format_forms.read_sizes("4") == {"usual": 4}
    with pytest.raises(BadOptions, match="usually 5"):
        format_forms.read_sizes("3 to 7")


def test_what_is_left_empty_stays_as_it_is() -> None:
    assert format_forms.read_shape({"title": " ", "heats": "2"}) == {"heats": 2}
    assert format_forms.read_clock({"heat": "", "grace": "10 minutes"}) == {"grace": 10}


@pytest.mark.rule("WBC-T08", "WBC-DUR")
def test_what_comes_before_the_end_is_written_as_three_times() -> None:
    found = format_forms.read_clock({"before": "3 days, 10 days, 2 days", "ending": "one more turn"})
    assert found == {"warning": 4320, "last_round": 14400, "stop": 2880, "ending": "one_more_turn"}
    with pytest.raises(BadOptions, match="three times"):
        format_forms.read_clock({"before": "3 days"})


def test_an_ending_and_a_number_are_written_as_herald_knows_them() -> None:
    with pytest.raises(BadOptions, match="A heat ends by one of: "):
        format_forms.read_clock({"ending": "when we are tired"})
    with pytest.raises(BadOptions, match="'three' is no number; write heats as digits"):
        format_forms.read_number("three", "heats")
    with pytest.raises(BadOptions, match="There is no format 'cup'; there are: wbc, league, knockout"):
        preset("cup", title="Cup", year=0, game="warlord", variant="base", seats=(2, 2))


@rows(
    "ending, said",
    [("one_more_turn", "one more turn for each"), ("last_round_and_stop", "last round, then stop")],
)
def test_a_change_says_how_a_heat_ends_now(ending: Any, said: str) -> None:
    other: Any = "last_round_and_stop" if ending == "one_more_turn" else "one_more_turn"
    old, new = (msgspec.structs.replace(WBC, clock=Clock(ending=each)) for each in (other, ending))
    assert format_forms.differences(old, new) == [f"- how a heat ends: {said}"]


@rows("clock, text", [(Clock(rounds=12), "12, 0"), (Clock(rounds_final=15), "0, 15"), (Clock(), "none")])
def test_rounds_are_shown_as_they_are_written(clock: Clock, text: str) -> None:
    assert format_forms.written_rounds(clock) == text


@pytest.mark.rule("WBC-T12")
def test_a_ruling_tells_what_it_changed_and_who_thinks_so() -> None:
    event = seated("gm", "ann", "ben")
    first = log.Questioned(ruling=1, heat=1, table=1, text="A noble was moved.", by="ann")
    event.do(msgspec.structs.replace(first, before="Percy in York", after="Percy in Hull"))
    event.do(log.Questioned(ruling=2, heat=1, table=1, text="A ship was sunk.", by="ann"))
    for judge, upheld in (("gm", True), ("al", False)):
        for number in (1, 2):
            event.do(log.Judged(ruling=number, upheld=upheld, reason=f"So says {judge}.", by=judge))
    assert wording.ruling(event.state, 1).splitlines()[:3] == [
        "Ruling 1 (heat 1, table 1): A noble was moved.",
        "Before it: Percy in York",
        "After it: Percy in Hull",
    ]
    said = wording.verdict(event.state, 1)
    assert (
        said.startswith("⚖️ Ruling 1 falls: A noble was moved.") and "So says al." in said and "So says gm" not in said
    )


@pytest.mark.rule("WBC-T12")
@rows("mended, after", [("left", ""), ("undone", "undone"), ("", "")])
def test_an_appeal_takes_up_a_table_that_was_left_as_it_is_and_no_other(mended: Any, after: str) -> None:
    event = seated("gm", "ann", "ben")
    event.do(log.Questioned(ruling=1, heat=1, table=1, text="A noble was moved.", by="ann"))
    for judge in ("gm", "al"):
        event.do(log.Judged(ruling=1, upheld=False, reason="It was wrong.", by=judge))
    event.state.rulings[0].mended = mended
    event.do(log.Appealed(ruling=1, reason="It was right.", by="ann"))
    assert event.state.rulings[0].mended == after


def test_house_rules_are_written_a_line_each() -> None:
    assert format_forms.read_rules("bishops: one\nlast_round = none\n") == {"bishops": "one", "last_round": "none"}
    with pytest.raises(BadOptions, match="a colon"):
        format_forms.read_rules("bishops")


def test_a_change_says_what_it_has_changed() -> None:
    new = format_forms.changed(WBC, heats=2, clock=BY_POST, options={"last_round": "none"})
    assert format_forms.differences(WBC, new) == [
        "- heats: 3 → 2",
        "- a game of a heat: 4 hours → 60 days",
        "- the Final: 5 hours → 75 days",
        "- the warning before time is called: 15 minutes → 3 days",
        "- time is called before the end: 15 minutes → 10 days",
        "- play stops before the end: 5 minutes → 2 days",
        "- check-in ends after the start of a heat: 5 minutes → 1 day",
        "- rounds of a heat and of the Final: none → 12, 15",
        "- house rule last_round: none",
    ]


@pytest.mark.rule("WBC-T05")
def test_a_final_of_other_seats_can_still_be_widened_by_one() -> None:
    assert format_forms.changed(WBC, finalists=4).widened == 5
    assert format_forms.changed(WBC, finalists=7).widened == 7


@pytest.mark.rule("WBC-T10")
def test_a_sealed_draw_keeps_the_title_under_which_it_is_drawn() -> None:
    event = opened()
    event.announce(1)
    other = msgspec.structs.replace(WBC, title="Lilies")
    assert "sealed" in refused(event, log.Changed(format=other, by="gm")).reason
    event.do(log.Changed(format=msgspec.structs.replace(WBC, clock=BY_POST), by="gm"))
    assert event.state.format.clock == BY_POST


@pytest.mark.rule("WBC-T11")
def test_a_game_master_does_not_assist_himself() -> None:
    entry = log.Appointed(master="gm", assistants={"gm": "gm"}, by="gm")
    assert refused(opened(), entry).rule == "WBC-T11"


# ---------------------------------------------------------------------- corrected results


def test_a_result_that_is_read_as_it_is_written_is_the_same() -> None:
    played = result({"ann": 40, "ben": 31, "cat": 31}, king="ann")
    assert corrections.written(played, NAMES) == "Ann 40 king, Ben 31 = Cat Mac Cat 31"
    assert corrections.read(played, corrections.written(played, NAMES), NAMES) == played


def test_points_that_a_ruling_gives_stand_beside_the_others() -> None:
    played = result({"ann": 40, "ben": 31, "cat": 20})
    found = corrections.read(played, "ben 45, ann, cat mac cat 20", NAMES)
    ben, ann, _ = found.places
    assert (ben.place, ben.points, ben.parts) == (1, 45, {corrections.BY_RULING: 14})
    assert (ann.place, ann.points) == (2, 40)
    assert corrections.differences(played, found) == [
        "{ben}: place 2 with 31 points → place 1 with 45 points",
        "{ann}: place 1 with 40 points → place 2 with 40 points",
    ]


@pytest.mark.rule("WBC-T02")
def test_a_correction_may_take_the_sole_king_away() -> None:
    played = result({"ann": 40, "ben": 31}, king="ann")
    found = corrections.read(played, "Ben 31, Ann 40", NAMES)
    assert [place.clear for place in found.places] == [False, False]


@rows("text", ["Ann 40", "Ann 40, Ann 31", "Ann 40, Zoe 31", "", "Ann 40, Ben 31, Cat 2"])
def test_a_correction_that_does_not_name_each_once_is_refused(text: str) -> None:
    with pytest.raises(Illegal):
        corrections.read(result({"ann": 40, "ben": 31}), text, NAMES)


# ---------------------------------------------------------------------- tables that stand still, and vacant seats


def seated(*people: str, assistants: tuple[str, ...] = ("al",)) -> Event:
    event = opened(fewest=2, assistants=assistants)
    event.enter(*people)
    event.start(1, list(people))
    return event


@pytest.mark.rule("WBC-T11")
def test_a_table_of_a_game_master_who_plays_stands_while_no_assistant_can_judge() -> None:
    event = seated("gm", "ann", "ben")
    assert holds(event.state) == []
    event.do(log.Appointed(master="gm", assistants={}, by="gm"))
    (hold,) = holds(event.state)
    assert (hold.heat, hold.table, hold.rule) == (1, 1, "WBC-T11")
    event.do(log.Appointed(master="gm", assistants={"ann": "ann"}, by="gm"))
    assert holds(event.state) != []
    event.do(log.Appointed(master="gm", assistants={"al": "al"}, by="gm"))
    assert holds(event.state) == []


def test_a_table_at_which_its_game_master_does_not_play_needs_no_assistant() -> None:
    event = seated("ann", "ben")
    event.do(log.Appointed(master="gm", assistants={}, by="gm"))
    assert holds(event.state) == []


@pytest.mark.rule("WBC-T12")
def test_a_ruling_at_the_second_table_is_judged_and_mended_by_who_does_not_play_there() -> None:
    event = opened(fewest=2, assistants=("al", "bo"))
    event.enter("gm", "al", "ann", "ben")
    event.start(1, ["gm", "ann"], ["al", "ben"])
    event.do(log.Questioned(ruling=1, heat=1, table=2, text="A noble was moved.", by="ben"))
    for judge in ("gm", "bo"):
        event.do(log.Judged(ruling=1, upheld=False, reason="It was wrong.", by=judge))
    (hold,) = holds(event.state)
    assert (hold.heat, hold.table) == (1, 2)
    event.do(log.Questioned(ruling=2, heat=1, table=2, text="Time was given.", by="ben"))
    event.do(log.Judged(ruling=2, upheld=False, reason="Too much.", by="gm"))
    event.do(log.Judged(ruling=2, upheld=True, reason="So it is written.", by="bo"))
    assert event.state.rulings[1].upheld, "the assistant decides who does not play there"
    assert rulings.menders(event.state, event.state.rulings[0]) == ["gm", "bo"]
    event.do(log.Mended(ruling=1, how="undone", version=9, by="gm"))
    assert holds(event.state) == []


@pytest.mark.rule("WBC-T12")
def test_a_questioned_ruling_holds_its_table_until_it_is_decided() -> None:
    event = seated("gm", "ann", "ben")
    event.do(log.Questioned(ruling=1, heat=1, table=1, text="A noble was moved.", by="ann"))
    (hold,) = holds(event.state)
    assert "{gm} and {al}" in hold.why
    event.do(log.Questioned(ruling=2, heat=1, table=1, text="Time was given.", by="ann"))
    assert holds(event.state) == [hold], "of two reasons the first is told"
    for ruling, judge in ((1, "gm"), (1, "al"), (2, "gm"), (2, "al")):
        event.do(log.Judged(ruling=ruling, upheld=True, reason="It was right.", by=judge))
    assert holds(event.state) == []
    assert "stands" in wording.precedent(event.state, 1)


def test_a_seat_is_given_up_once_and_by_whom_it_belongs_to() -> None:
    event = seated("gm", "ann", "ben")
    event.do(log.Vacated(heat=1, table=1, person="ann", by="ann"))
    assert event.state.game(1, 1).vacant == ["ann"]
    assert "already" in refused(event, log.Vacated(heat=1, table=1, person="ann")).reason
    assert "holds no seat" in refused(event, log.Vacated(heat=1, table=1, person="cat")).reason


def test_nobody_gives_up_or_takes_a_seat_of_a_game_that_is_over() -> None:
    event = seated("gm", "ann", "ben")
    event.finish(1, 1, {"gm": 1, "ann": 2, "ben": 3})
    assert "over" in refused(event, log.Vacated(heat=1, table=1, person="ann")).reason
    assert "over" in refused(event, log.Substituted(heat=1, table=1, out="ann", person="cat")).reason


@pytest.mark.rule("WBC-T11")
def test_a_game_master_takes_a_seat_only_where_an_assistant_can_judge() -> None:
    event = seated("al", "ann", "ben")
    entry = log.Substituted(heat=1, table=1, out="ann", person="gm", by="gm")
    assert refused(event, entry).rule == "WBC-T11"
    event.do(log.Appointed(master="gm", assistants={"al": "al", "bo": "bo"}, by="gm"))
    event.do(entry)
    assert "gm" in event.state.game(1, 1).people


# ---------------------------------------------------------------------- other seats than those of the draw


@pytest.mark.rule("WBC-T10")
def test_two_people_change_seats_and_all_others_keep_theirs() -> None:
    tables = [["ann", "ben", "cat"], ["dan", "eve"]]
    assert seating.exchanged(tables, [(0, 4)]) == [["eve", "ben", "cat"], ["dan", "ann"]]
    assert seating.exchanged(tables, [(0, 4), (4, 0)]) == tables
    with pytest.raises(Illegal, match="look at the draw again"):
        seating.exchanged(tables, [(0, 5)])


@pytest.mark.rule("WBC-T06")
def test_clocks_of_a_live_event_are_those_of_the_sheet() -> None:
    assert format_forms.CLOCKS["live"] == Clock()


# ---------------------------------------------------------------------- what becomes of a ruling at its table


def decided(falls: bool, version: int = 0) -> Event:
    """A ruling of the game master, who plays with Ann and Ben, was questioned and decided by him and by Al."""
    event = seated("gm", "ann", "ben", assistants=("al", "bo"))
    event.do(log.Questioned(ruling=1, heat=1, table=1, text="A noble was moved.", by="ann", version=version))
    for judge in ("gm", "al", "bo"):
        event.do(log.Judged(ruling=1, upheld=not falls, reason="I say so.", by=judge))
    return event


@pytest.mark.rule("WBC-T12")
def test_a_ruling_that_falls_holds_its_table_until_an_official_who_does_not_play_mends_it() -> None:
    event = decided(falls=True, version=7)
    (hold,) = holds(event.state)
    assert "{al} or {bo} puts the table right" in hold.why
    assert "does not play" in refused(event, log.Mended(ruling=1, how="undone", by="gm")).reason
    event.do(log.Mended(ruling=1, how="undone", version=9, by="al"))
    assert holds(event.state) == []
    assert wording.ruling(event.state, 1).endswith("It falls, and is undone at the table.")
    assert "Nothing is left to mend" in refused(event, log.Mended(ruling=1, how="undone", by="al")).reason


@pytest.mark.rule("WBC-T12")
def test_a_ruling_that_stands_after_all_is_put_back_where_it_was_undone() -> None:
    event = decided(falls=True, version=7)
    event.do(log.Mended(ruling=1, how="undone", version=9, by="al"))
    event.do(log.Appointed(master="gm", assistants={"al": "al", "bo": "bo", "cy": "cy"}, by="gm"))
    event.do(log.Appealed(ruling=1, reason="Look again.", by="ben"))
    event.do(log.Judged(ruling=1, upheld=True, reason="It was right.", by="cy"))
    assert rulings.to_mend(event.state.rulings[0]) == "restored"
    assert "decided differently" in refused(event, log.Mended(ruling=1, how="undone", by="al")).reason
    event.do(log.Mended(ruling=1, how="restored", by="al"))
    assert holds(event.state) == [] and rulings.to_mend(event.state.rulings[0]) == ""


@pytest.mark.rule("WBC-T12")
def test_a_table_that_is_left_as_it_is_needs_a_reason() -> None:
    event = decided(falls=True, version=7)
    assert "Say why" in refused(event, log.Mended(ruling=1, how="left", by="al")).reason
    event.do(log.Mended(ruling=1, how="left", reason="It made no difference.", by="al"))
    assert holds(event.state) == []
    assert wording.ruling(event.state, 1).endswith("the table is left as it is: It made no difference.")


@pytest.mark.rule("WBC-T12")
def test_a_ruling_by_word_alone_that_falls_is_mended_by_hand_or_as_the_action_that_it_was() -> None:
    event = decided(falls=True)
    assert "puts the table right with *Mend…*" in holds(event.state)[0].why
    assert "does not play" in refused(event, log.Traced(ruling=1, version=7, by="gm")).reason
    event.do(log.Traced(ruling=1, version=7, by="al"))
    assert event.state.rulings[0].version == 7
    assert "known already" in refused(event, log.Traced(ruling=1, version=8, by="al")).reason
    assert "what you have changed" in refused(event, log.Mended(ruling=1, how="by_hand", by="al")).reason
    event.do(log.Mended(ruling=1, how="by_hand", reason="Percy is back.", by="al"))
    assert holds(event.state) == []
    assert wording.ruling(event.state, 1).endswith("mended the table by hand: Percy is back.")


@pytest.mark.rule("WBC-T12")
def test_what_was_undone_by_hand_and_stands_after_an_appeal_is_put_back_by_hand() -> None:
    event = decided(falls=True)
    event.do(log.Mended(ruling=1, how="by_hand", reason="Percy is back.", by="al"))
    event.do(log.Appointed(master="gm", assistants={"al": "al", "bo": "bo", "cy": "cy"}, by="gm"))
    event.do(log.Appealed(ruling=1, reason="Look again.", by="ben"))
    event.do(log.Judged(ruling=1, upheld=True, reason="It was right.", by="cy"))
    assert rulings.to_mend(event.state.rulings[0]) == "restored"
    event.do(log.Mended(ruling=1, how="by_hand", reason="Percy is away again.", by="bo"))
    assert holds(event.state) == [] and rulings.to_mend(event.state.rulings[0]) == ""
    assert wording.ruling(event.state, 1).splitlines()[1:] == [
        "- {gm}: the ruling falls. I say so.",
        "- {al}: the ruling falls. I say so.",
        "- {bo}: the ruling falls. I say so.",
        "Appeal: Look again.",
        "- {cy}: the ruling stands. It was right.",
        "It stands; an official has mended the table by hand: Percy is away again.",
    ]


@pytest.mark.rule("WBC-T12")
def test_what_herald_has_undone_and_an_official_puts_back_by_hand_is_in_force_again() -> None:
    event = decided(falls=True, version=7)
    event.do(log.Mended(ruling=1, how="undone", version=9, by="al"))
    event.do(log.Appealed(ruling=1, reason="Look again.", by="ben"))
    for judge in ("gm", "al", "bo"):
        event.do(log.Judged(ruling=1, upheld=True, reason="It was right.", by=judge))
    event.do(log.Mended(ruling=1, how="by_hand", reason="Percy is away again.", by="bo"))
    ruling = event.state.rulings[0]
    assert (rulings.to_mend(ruling), ruling.undone_at, ruling.by_hand) == ("", 0, False)
    assert (ruling.mended, ruling.left) == ("by_hand", "Percy is away again.")


@pytest.mark.rule("WBC-T12")
def test_nothing_is_mended_of_a_ruling_that_stands() -> None:
    event = decided(falls=False, version=7)
    assert holds(event.state) == []
    assert refused(event, log.Mended(ruling=1, how="undone", by="al")).rule == "WBC-T12"


@pytest.mark.rule("WBC-T06")
def test_rounds_are_written_as_two_numbers_as_one_or_as_none() -> None:
    assert format_forms.read_rounds("12, 15") == {"rounds": 12, "rounds_final": 15}
    assert format_forms.read_rounds("9") == {"rounds": 9, "rounds_final": 9}
    assert format_forms.read_rounds("none") == {"rounds": 0, "rounds_final": 0}
    assert format_forms.read_rounds(format_forms.written_rounds(BY_POST)) == {"rounds": 12, "rounds_final": 15}
    assert format_forms.read_rounds("") == {}
    with pytest.raises(BadOptions, match="a comma"):
        format_forms.read_rounds("1, 2, 3")


def test_the_variant_and_the_way_of_seating_are_changed_by_their_names() -> None:
    assert format_forms.read_play({"variant": "base", "seating": "Drawn and bettered"}) == {
        "variant": "base",
        "seating": "weighed",
    }
    assert format_forms.read_play({"variant": "", "seating": " "}) == {}
    with pytest.raises(BadOptions, match="drawn and bettered"):
        format_forms.read_play({"seating": "by strength"})


# ---------------------------------------------------------------------- forms at their bounds


@rows(
    "minutes, text",
    [(0, "0 minutes"), (1, "1 minute"), (61, "1 hour 1 minute"), (1440, "1 day"), (3005, "2 days 2 hours 5 minutes")],
)
def test_a_time_is_said_in_days_hours_and_minutes(minutes: int, text: str) -> None:
    assert format_forms.span(minutes) == text


def test_what_is_agreed_is_read_field_by_field() -> None:
    shape = {"title": " Cup ", "year": "2027", "heats": "2", "tables": "2 to 4, usually 3", "finalists": "4"}
    sizes = {"fewest": 2, "most": 4, "usual": 3}
    assert format_forms.read_shape(shape) == {"title": "Cup", "year": 2027, "heats": 2, "finalists": 4, **sizes}
    assert format_forms.read_clock({"heat": "2h", "final": "3h", "ending": "Stop"}) == {
        "heat": 120,
        "final": 180,
        "ending": "last_round_and_stop",
    }
    assert format_forms.read_rules("last: a: b = c; bishops = one") == {"last": "a: b = c", "bishops": "one"}
    assert (format_forms.read_rules(" \n"), format_forms.read_number(" 12 ", "heats")) == ({}, 12)
    with pytest.raises(BadOptions):
        format_forms.read_number("12345", "heats")
    with pytest.raises(BadOptions):
        format_forms.read_sizes("3 to 7, usually 5, or 6")


@pytest.mark.rule("WBC-T05")
@rows(
    "widened, changes, after",
    [
        (7, {"heats": 2}, 7),
        (6, {"finalists": 5}, 6),
        (6, {"finalists": 0}, 6),
        (6, {"finalists": 6}, 7),
        (6, {"finalists": 4, "most": 4}, 4),
    ],
)
def test_a_final_is_widened_by_one_only_where_its_seats_change(widened: int, changes: Any, after: int) -> None:
    assert format_forms.changed(msgspec.structs.replace(WBC, widened=widened), **changes).widened == after


def test_every_change_of_what_is_agreed_is_said() -> None:
    old = msgspec.structs.replace(WBC, options={"bishops": "one", "caps": 1, "same": 2})
    new = format_forms.changed(
        old, title="Cup", variant="base", year=0, fewest=2, usual=4, most=6, finalists=4, seating="weighed",
        options={"caps": 2, "zeal": 0, "same": 2}, clock=Clock(rounds=3),
    )  # fmt: skip
    assert format_forms.differences(old, new) == [
        "- the title: Wars of the Roses → Cup",
        "- the variant: wbc → base",
        "- the year: 2007 → 0",
        "- the least at a table: 3 → 2",
        "- usually at a table: 5 → 4",
        "- the most at a table: 7 → 6",
        "- seats of the Final: 5 → 4",
        "- how people are seated: random → weighed",
        "- rounds of a heat and of the Final: none → 3, 0",
        "- house rule bishops: the default",
        "- house rule caps: 2",
        "- house rule zeal: 0",
    ]
    assert format_forms.differences(old, old) == []


# ---------------------------------------------------------------------- corrections, seat by seat


def test_a_second_correction_of_the_points_adds_to_the_first_and_the_same_points_keep_their_parts() -> None:
    first, *others = result({"ann": 40, "ben": 31}).places
    parts = {"votes": 30, corrections.BY_RULING: 10}
    played = msgspec.structs.replace(result({}), places=(msgspec.structs.replace(first, parts=parts), *others))
    for text, after in (("Ann 40, Ben", parts), ("Ann 35, Ben", {**parts, corrections.BY_RULING: 5})):
        assert corrections.read(played, text, NAMES).places[0].parts == after


def test_what_a_correction_changes_of_a_king_or_a_computer_players_seat_is_said() -> None:
    before = result({"ann": 40, "ben": 31, "": 1}, king="ann")
    after = corrections.read(before, "Ann 40, Ben 31, '' 2".replace("''", NAMES.get("", "x")), {**NAMES, "": "x"})
    assert corrections.differences(before, after) == [
        "{ann}: place 1 with 40 points, sole King → place 1 with 40 points",
        "A computer player: place 3 with 1 point → place 3 with 2 points",
    ]


def test_two_without_points_may_stand_one_behind_the_other() -> None:
    played = result({"ann": 0, "ben": 0, "cat": -3})
    assert corrections.doubts(played, corrections.read(played, "Ann 0, Ben 0, Cat Mac Cat -3", NAMES)) == []


@rows("text", ["Ann -40, Ben 31", "Ann, Ben 31", "Ann 1234567, Ben 31", "Ann 40 king king, Ben 31"])
def test_points_have_six_digits_at_most_and_may_be_left_out(text: str) -> None:
    played = result({"ann": 40, "ben": 31})
    if "1234567" in text:
        with pytest.raises(Illegal, match="nobody at this table"):
            corrections.read(played, text, NAMES)
    else:
        ann, ben = corrections.read(played, text, NAMES).places
        assert (ann.points, ben.points, ann.place, ben.place) == (-40 if "-" in text else 40, 31, 1, 2)
        assert ann.clear == ("king" in text)


@pytest.mark.rule("WBC-T10")
@rows("swaps", [[(-1, 0)], [(0, 5)], [(0, 1), (5, 0)]])
def test_nobody_changes_seats_with_a_seat_that_there_is_not(swaps: list[tuple[int, int]]) -> None:
    with pytest.raises(Illegal):
        seating.exchanged([["ann", "ben", "cat"], ["dan", "eve"]], swaps)


@pytest.mark.rule("WBC-T10", "WBC-T11")
@rows(
    "tables, why",
    [
        ([["ann", "ben", "cat", "dan", "eve", "fay", "gus", "hal"]], "Table 1 has 8 people; a table has 3 to 7."),
        ([["ann", "ben", "cat"], ["dan", "eve"]], "Table 2 has 2 people; a table has 3 to 7."),
        ([["gm", "al", "cat"]], "{gm} is the game master: name an assistant"),
        ([["gm", "ann", "ben", "cat", "dan", "eve", "fay"]], ""),
    ],
)
def test_tables_that_an_official_sets_are_of_a_size_and_can_be_judged(tables: list[list[str]], why: str) -> None:
    event = opened()
    people = ["ann", "ben", "cat", "dan", "eve", "fay", "gus", "hal", "gm", "al"]
    event.enter(*people)
    event.announce(1)
    event.check_in(1, *people)
    if why:
        with pytest.raises(Illegal) as refusal:
            seating.check_tables(event.state, event.state.heat(1), tables)
        assert why in refusal.value.reason
    else:
        seating.check_tables(event.state, event.state.heat(1), tables)


@pytest.mark.rule("WBC-T11")
def test_an_assistant_who_has_left_or_plays_there_judges_nothing() -> None:
    event = opened(assistants=("al", "bo", "cy"))
    event.enter("al")
    event.do(log.Dropped(person="al"))
    assert seating.judge_of(event.state, ["ann", "bo"]) == "cy"
    assert seating.judge_of(event.state, ["bo", "cy"]) == ""

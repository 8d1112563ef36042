"""What a tournament says of itself, sentence by sentence: results, places, standings, rulings, and its history."""

from typing import Any

import msgspec
import pytest

from engine.tournament import blocked_tables, finalists, log, records, wording
from engine.tournament.log import FINAL
from engine.tournament.results import Result, Tenure
from engine.tournament.state import Work
from tests.harness.rows import rows
from tests.tournament.event import Event, opened, result

TWO = {"ann": 40, "ben": 31}
THREE = {**TWO, "cat": 5}


def small(**changes: Any) -> Event:
    """One heat, and a Final of two."""
    return opened(**{"heats": 1, "fewest": 2, "usual": 2, "most": 4, "finalists": 2, "widened": 2, **changes})


def played(*tables: dict[str, int], **changes: Any) -> Event:
    """The same after its heat."""
    event = small(**changes)
    event.enter(*(person for table in tables for person in table))
    event.play(1, *tables)
    return event


def over() -> Event:
    """The same after its Final, which Ben has won."""
    event = played(THREE)
    event.final({"ben": 9, "ann": 8})
    return event


def alone(found: Result, **changes: Any) -> Result:
    """A result with other words about its first seat."""
    first, *others = found.places
    return msgspec.structs.replace(found, places=(msgspec.structs.replace(first, **changes), *others))


# ---------------------------------------------------------------------- how a game came out


@rows("heat, table, where", [(FINAL, 1, "the Final"), (1, 2, "heat 1, table 2"), (2, 1, "heat 2, table 1")])
def test_a_table_is_called_by_its_heat_and_number_and_the_final_by_its_name(heat: int, table: int, where: str) -> None:
    assert blocked_tables.where(heat, table) == where


@rows(
    "heat, found, text",
    [
        (2, result(THREE), "Heat 2, table 1: {ann} wins with 40 points; then {ben} (31) and {cat} (5)."),
        (FINAL, result(THREE), "Final: {ann} wins with 40 points; then {ben} (31) and {cat} (5)."),
        (1, result(THREE, "cat"), "Heat 1, table 1: {cat} wins with the sole King; then {ann} (40) and {ben} (31)."),
        (1, result({"ann": 0, "ben": -1}), "Heat 1, table 1: {ann} wins; then {ben} (-1)."),
        (1, result({"ann": 1}), "Heat 1, table 1: {ann} wins with 1 point."),
        (
            1,
            result({"ann": 9, "ben": 9, "cat": 2, "dan": 2}),
            "Heat 1, table 1: {ann} and {ben} share the first place with 9 points; then {cat} and {dan} (2).",
        ),
        (
            1,
            msgspec.structs.replace(result(TWO), adjudicated=True),
            "Heat 1, table 1: {ann} wins with 40 points; then {ben} (31). It was stopped when its time was over.",
        ),
        (1, alone(result(TWO), person=""), "Heat 1, table 1: a computer player wins with 40 points; then {ben} (31)."),
    ],
)
def test_a_game_is_told_in_the_order_of_its_places(heat: int, found: Result, text: str) -> None:
    by_seat = msgspec.structs.replace(found, places=tuple(sorted(found.places, key=lambda place: place.place % 3)))
    assert wording.result(heat, 1, found) == wording.result(heat, 1, by_seat) == text


def test_only_a_seat_that_changed_hands_and_has_points_is_shared_by_turns() -> None:
    changed = alone(result(TWO), tenures=(Tenure("eve", 1), Tenure("ann", 2), Tenure("eve", 1), Tenure("fay", 0)))
    assert wording.shares(changed) == [
        "The 40 points of {ann} are shared: {eve} 20 for 2 of 4 turns, {ann} 20 for 2 of 4 turns."
    ]
    assert wording.shares(alone(changed, points=0)) == wording.shares(result(TWO)) == []


def test_people_at_a_table_are_named_in_the_order_in_which_they_were_seated() -> None:
    event = small()
    event.enter("ann", "ben", "cat", "dan")
    event.start(1, ["ben", "ann"], ["dan", "cat"])
    event.do(log.Substituted(heat=1, table=1, out="ann", person=""))
    assert wording.tables(event.state.heat(1)) == ["Table 1: {ben} and {ann}", "Table 2: {dan} and {cat}"]
    assert wording.people(event.state.game(1, 1).people) == "{ben} and a computer player"
    assert wording.people([]) == "nobody"


# ---------------------------------------------------------------------- standings, and who is in the Final


def test_a_line_of_the_standings_says_why_somebody_is_in_the_final_or_out_of_it() -> None:
    event = opened(heats=2, fewest=2, usual=3, most=4, finalists=2, widened=2)
    event.enter("ann", "ben", "cat", "dan", "eve", "fay")
    assert wording.standing(event.state) == []
    event.play(1, THREE, {"dan": 12, "eve": 10, "fay": 1}, kings=["fay"])
    event.play(2, {"ann": 3, "ben": 1, "cat": 31})
    event.do(log.Dropped(person="eve"))
    event.do(log.Declined(person="ann"))
    best, whole = "points in the best heat", "points in all heats"
    assert wording.standing(event.state) == [
        f"1. {{fay}}: won with the sole King in heat 1, {best}: 1, {whole}: 1 (in the Final for the sole King in "
        "heat 1)",
        f"2. {{ann}}: {best}: 40, {whole}: 43 (40 + 3) (has declined the Final)",
        f"3. {{cat}}: {best}: 31, {whole}: 36 (5 + 31) (in the Final with 31 points in heat 2)",
        f"4. {{ben}}: {best}: 31, {whole}: 32 (31 + 1) (not in the Final, 4 short in {whole})",
        f"5. {{dan}}: {best}: 12, {whole}: 12 (not in the Final, 19 short in {best})",
        f"6. {{eve}}: {best}: 10, {whole}: 10 (has left the tournament)",
    ]


@rows(
    "points, king, why",
    [
        (THREE, "", "not in the Final, 26 short in points in the best heat"),
        ({"ann": 40, "ben": 5, "cat": 5}, "", "not in the Final: equal to the last finalist, and the lot decided"),
    ],
)
def test_who_is_not_in_the_final_reads_by_how_little(points: dict[str, int], king: str, why: str) -> None:
    event = played(points)
    assert list(wording.reasons(event.state).values())[-1] == why


def test_who_lacks_a_sole_king_among_finalists_who_have_one_reads_that() -> None:
    event = small()
    event.enter("ann", "ben", "cat", "dan")
    event.play(1, {"ann": 1, "cat": 0}, {"ben": 2, "dan": 60}, kings=["ann", "ben"])
    assert wording.reasons(event.state)["dan"] == "not in the Final: no win with the sole King"


def test_where_there_is_no_final_nobody_is_in_it_or_out() -> None:
    event = played(THREE, scheme="league", finalists=0)
    assert wording.reasons(event.state) == {}
    assert wording.standing(event.state)[0] == "1. {ann}: points in the best heat: 40, points in all heats: 40"


@rows("when", ["before the heats are over", "before the Final", "once the Final is seated"])
def test_a_correction_tells_who_comes_into_a_final_that_is_still_to_come(when: str) -> None:
    states = []
    for points in (THREE, {**THREE, "cat": 35}):
        event = small(heats=2 if when == "before the heats are over" else 1)
        event.enter(*THREE)
        event.play(1, THREE)
        if when == "once the Final is seated":
            event.start(FINAL, ["ann", "ben"])
        if points != THREE:
            event.do(log.Corrected(heat=1, table=1, result=result(points), reason="So.", by="gm"))
        states.append(event.state)
    places = ["{cat}: 3 → 2 in the standings", "{ben}: 2 → 3 in the standings"]
    final = ["In the Final: {cat}.", "Out of the Final: {ben}."] if when == "before the Final" else []
    assert wording.moves(*states) == [*places, *final]


def test_a_correction_of_a_league_tells_of_no_final() -> None:
    before, after = (played(points, scheme="league", finalists=0).state for points in (TWO, {"ann": 1, "ben": 2}))
    assert wording.moves(before, after) == [
        "{ben}: 2 → 1 in the standings", "{ann}: 1 → 2 in the standings"
    ]  # fmt: skip


# ---------------------------------------------------------------------- what the game master is asked


def asked(event: Event) -> finalists.Question:
    question = finalists.qualified(event.state).question
    assert question is not None
    return question


@pytest.mark.rule("WBC-T02")
@rows(
    "most, wide",
    [
        (4, "A Final of 3."),
        (3, "A Final of 3."),
        (2, "A Final of 2, the most that a table holds, by their best totals."),
    ],
)
def test_who_are_sole_kings_beyond_the_seats_are_named_with_what_each_answer_does(most: int, wide: str) -> None:
    event = small(most=most)
    event.enter("ann", "ben", "cat", "dan", "eve", "fay")
    tables = [{"ann": 3, "dan": 0}, {"ben": 2, "eve": 0}, {"cat": 1, "fay": 0}]
    event.play(1, *tables, kings=["ann", "ben", "cat"])
    assert asked(event) == finalists.Question(
        "sole_kings",
        ["ann", "ben", "cat"],
        "3 players have won with the sole King, and the Final has 2 seats: {ann}, {ben} and {cat}.",
        {"all": wide, "by_rule": "A Final of 2, by their best totals."},
        "all",
        "WBC-T02",
    )


@pytest.mark.rule("WBC-T04")
def test_who_are_level_in_everything_are_named_with_what_each_answer_does() -> None:
    event = played({"ann": 40, "ben": 5, "cat": 5, "dan": 1})
    first, second = sorted(("ben", "cat"), key=lambda person: finalists.qualified(event.state).finalists != [
        "ann", person
    ])  # fmt: skip
    assert asked(event) == finalists.Question(
        "level",
        [first, second],
        f"{{{first}}} and {{{second}}} are level in a win with the sole King, the best total of one heat and the "
        "points of all heats.",
        {"by_rule": f"The lot decides: {{{first}}} in.", "all": "A Final of 3."},
        "by_rule",
        "WBC-T04",
    )
    event.do(log.Decided(question="level", answer="all", by="gm"))
    assert finalists.qualified(event.state).finalists == ["ann", first, second]


@pytest.mark.rule("WBC-T04")
@rows("most, about", [(3, "level"), (2, "")])
def test_where_a_table_has_no_room_for_all_who_are_level_nobody_is_asked(most: int, about: str) -> None:
    event = small(most=most)
    event.enter("ann", "ben", "cat", "dan")
    event.play(1, {"ann": 9, "ben": 5}, {"cat": 5, "dan": 1})
    question = finalists.qualified(event.state).question
    assert (question.about if question else "") == about


@pytest.mark.rule("WBC-T05")
def test_who_is_cut_by_the_tie_break_alone_is_named_with_what_each_answer_does() -> None:
    event = opened(heats=2, fewest=2, usual=2, most=4, finalists=2, widened=3)
    event.enter("ann", "ben", "cat", "dan")
    event.play(1, {"ann": 40, "ben": 30}, {"cat": 30, "dan": 1})
    event.play(2, {"ben": 5, "cat": 4})
    assert asked(event) == finalists.Question(
        "sixth",
        ["ben", "cat"],
        "{cat} alone is out by the tie-break: 30 in the best heat like {ben}, but 34 against 35 in all heats.",
        {"by_rule": "A Final of 2.", "all": "A Final of 3, with {cat}."},
        "by_rule",
        "WBC-T05",
    )
    with pytest.raises(Exception, match="Answer with one of: by_rule and all"):
        event.do(log.Decided(question="sixth", answer="perhaps", by="gm"))


# ---------------------------------------------------------------------- the end, and the history


def test_the_places_of_a_tournament_are_announced_with_the_first_six_of_it() -> None:
    event = over()
    assert wording.honours(event.state) == ["Champion: {ben}", "Second: {ann}", "Third: {cat}"]
    assert wording.honoured(event.state, None) == ["ben", "ann", "cat"]
    many = played({person: -number for number, person in enumerate("abcd")}, {"e": -9, "f": -10}, {"g": -11, "h": -12})
    many.final({"a": 2, "b": 1})
    assert [line.partition(":")[0] for line in wording.honours(many.state)] == list(wording.ORDINALS)
    assert wording.honoured(many.state, None) == list("abcdef")


@rows(
    "year, text",
    [
        (records.Year(2006, "Dale Long", 29), "2006: Dale Long (29 entrants)"),
        (records.Year(2006, "Dale Long", 1), "2006: Dale Long (1 entrant)"),
        (records.Year(0, "", 0, title="Cup"), "Cup: no champion yet"),
        (records.Year(0, "", 0, title="Cup", unplayed=True), "Cup: nobody has won"),
        (
            records.Year(2026, "Ann", 3, ("Ann", "Ben", "Cat"), "Olga", "Roses"),
            "2026, Roses: Ann (3 entrants); then Ben, Cat; game master Olga",
        ),
    ],
)
def test_a_year_of_history_is_a_line(year: records.Year, text: str) -> None:
    assert wording.year(year) == text


def test_a_record_is_held_by_everybody_who_has_as_much() -> None:
    held = {best.what: wording.best(best) for best in records.bests([over().state])}
    assert held == {
        "tournaments won": "Tournaments won: {ben} (1)",
        "best total of one game": "Best total of one game: {ann} (40)",
        "heats played": "Heats played: {ann}, {ben} and {cat} (1)",
    }


def test_a_record_counts_heats_and_finals_apart_and_whom_one_has_met() -> None:
    event = over()
    assert records.record_of("ben", [event.state, played({"cat": 2, "dan": 1}).state]) == records.Record(
        tournaments=1,
        titles=1,
        finals=1,
        heats=1,
        games=2,
        wins=1,
        clear_wins=0,
        best=31,
        dropped=0,
        met={"ann": (1, 1), "cat": (0, 1)},
    )
    left = played(THREE)
    left.state.heat(1).games[0].result = alone(result(THREE, "ann"), dropped=True, tenures=(Tenure("eve", 3),))
    seen = records.record_of("ann", [left.state])
    assert (seen.dropped, seen.clear_wins, seen.wins, seen.best, seen.finals) == (1, 1, 1, 0, 0)
    held = records.met("eve", left.state.heat(1).results())
    assert held == {"ann": (0, 0), "ben": (0, 1), "cat": (0, 1)}
    nobody = alone(result(TWO), person="")
    assert records.met("ben", [nobody]) == {}


# ---------------------------------------------------------------------- rulings


def questioned(rule: str = "WBC-MOV", table: str = "ann", **more: Any) -> Event:
    event = small(assistants=("al", "bo"))
    event.enter("ann", "ben", "cat", "dan")
    event.start(1, ["cat", "dan"], ["ann", "ben"])
    event.do(log.Questioned(ruling=1, heat=1, table=2, text="A ship sails.", rule=rule, by=table, **more))
    return event


def decide(event: Event, upheld: bool, *judges: str) -> None:
    for judge in judges:
        event.do(log.Judged(ruling=1, upheld=upheld, reason=f"{judge} has looked.", by=judge, time="now"))


def test_a_questioned_ruling_says_for_whom_its_table_waits() -> None:
    event = questioned()
    assert blocked_tables.holds(event.state) == [
        blocked_tables.Hold(
            1, 2, "Ruling 1 is questioned; the table waits for {gm} and {al} and {bo}.", "WBC-T12"
        )
    ]  # fmt: skip
    decide(event, False, "gm")
    assert wording.ruling(event.state, 1) == (
        "Ruling 1 (heat 1, table 2): A ship sails. [WBC-MOV]\n- {gm}: the ruling falls. gm has looked.\n"
        "It waits for {al} and {bo}."
    )


@rows(
    "upheld, how, says",
    [
        (True, "", "stands"),
        (False, "", "falls; at the table it is to be undone, by an official who does not play there, with *Mend…*"),
        (False, "undone", "falls, and is undone at the table"),
        (False, "corrected", "falls; the result is corrected"),
        (False, "left", "falls; the table is left as it is: So."),
        (False, "by_hand", "falls; an official has mended the table by hand: So."),
    ],
)
def test_a_decided_ruling_says_what_became_of_its_table(upheld: bool, how: Any, says: str) -> None:
    event = questioned(rule="")
    decide(event, upheld, "gm", "al", "bo")
    if how:
        event.do(log.Mended(ruling=1, how=how, reason="So.", version=9, by="al"))
    lines = [
        f"- {{{one}}}: the ruling {'stands' if upheld else 'falls'}. {one} has looked." for one in event.state.officials
    ]
    said = f"It {says.removesuffix('.')}."
    verb = "stands" if upheld else "falls"
    assert wording.ruling(event.state, 1).splitlines() == [
        "Ruling 1 (heat 1, table 2): A ship sails.", *lines, said
    ]  # fmt: skip
    assert wording.verdict(event.state, 1).splitlines() == [f"⚖️ Ruling 1 {verb}: A ship sails.", *lines, said]
    assert wording.mended(event.state, 1) == f"⚖️ Ruling 1: {said}"
    reasons = " ".join(f"{one} has looked." for one in event.state.officials)
    assert wording.precedent(event.state, 1) == f"“A ship sails.” {verb}: {reasons}"
    holds = blocked_tables.holds(event.state)
    puts = "{gm} or {al} or {bo} puts the table right with *Mend…*; then it can continue."
    assert [hold.why for hold in holds] == ([f"Ruling 1 falls; {puts}"] if not upheld and not how else [])


def test_an_appeal_is_told_with_what_was_thought_before() -> None:
    event = questioned(before="Percy in York", after="Percy in Hull", version=7)
    decide(event, False, "gm", "al", "bo")
    event.do(log.Mended(ruling=1, how="undone", version=9, looked=8, back_to=6, again=True, by="al"))
    (ruling,) = event.state.rulings
    work = ruling.work, ruling.undone_at
    assert work == (Work("al", 8, 6, True), 9)
    event.do(log.Appealed(ruling=1, reason="Look at the map.", by="ben"))
    assert (ruling.upheld, ruling.decided) == (None, "")
    decide(event, True, "gm", "al", "bo")
    assert (ruling.upheld, ruling.decided) == (True, "now")
    to_be = "It stands; at the table it is to be put back, by an official who does not play there, with *Mend…*."
    assert wording.ruling(event.state, 1).splitlines()[1:4] == [
        "Before it: Percy in York", "After it: Percy in Hull", "- {gm}: the ruling falls. gm has looked."
    ]  # fmt: skip
    assert wording.ruling(event.state, 1).splitlines()[-1] == to_be
    assert wording.verdict(event.state, 1).startswith("⚖️ Ruling 1 stands after the appeal: A ship sails. [WBC-MOV]\n")
    assert wording.precedent(event.state, 1).startswith("“A ship sails.” [WBC-MOV] stands after an appeal: ")
    assert blocked_tables.holds(event.state)[0].why.startswith("Ruling 1 stands after all; {gm} or ")
    event.do(log.Mended(ruling=1, how="restored", version=12, by="al"))
    assert ruling.work is None and not ruling.undone_at
    assert wording.ruling(event.state, 1).endswith("It stands, and is put back at the table.")


def test_a_table_that_is_over_stands_still_no_more() -> None:
    event = questioned()
    event.finish(1, 2, {"ann": 2, "ben": 1})
    assert blocked_tables.holds(event.state) == []


def test_a_ruling_of_the_final_says_that_it_was_there() -> None:
    event = over()
    event.state.final.games[0].result = None
    event.do(log.Questioned(ruling=1, heat=FINAL, table=1, text="A ship sails.", by="ann"))
    assert wording.ruling(event.state, 1).startswith("Ruling 1 (the Final): A ship sails.\n")

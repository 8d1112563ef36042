"""Whole tournaments of every game and format, rough ones, under all invariants; `make test-long` plays 200 of them."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from engine.core.computer.players import RandomPlayer
from engine.core.errors import BrokenInvariant, Illegal
from engine.core.record.transcript import Transcript
from engine.core.trials import simulation
from engine.tournament import log, standings, trial
from engine.tournament.format import Format
from engine.tournament.results import Result
from tests.core.toy.rules import RULES
from tests.harness.rows import rows
from tests.tournament import masses
from tests.tournament.event import WBC, result

FEW = len(masses.formats())


@pytest.fixture(scope="module")
def found() -> Counter[str]:
    whole: Counter[str] = Counter()
    for seed in range(FEW):
        whole.update(masses.played(seed))
    return whole


def test_rough_tournaments_of_every_game_and_format_hold_their_invariants(found: Counter[str]) -> None:
    assert found["tournaments"] == FEW
    assert found["games"] >= 20 * FEW


def test_they_have_what_makes_them_rough(found: Counter[str]) -> None:
    rough = ("lots", "questions", "substitutes", "corrections", "reserves who moved up")
    assert {name: bool(found[name]) for name in rough} == dict.fromkeys(rough, True)


def test_a_game_is_played_for_every_table_and_some_people_leave() -> None:
    rough = masses.rough(0)
    course = trial.Trial(rough.state.format, 40, 1, masses.out_of_a_hat(1))
    heats = list(course.play())
    assert course.games == sum(len(heat.games) for heat in heats) > 0
    wished = {entry.heats for entry in course.log if isinstance(entry, log.Entered)}
    assert {len(heats) for heats in wished} == set(range(1, course.state.format.heats + 1))
    assert course.state.dropped and set(course.state.dropped) < set(course.state.entrants())


def spoiled(seed: int) -> trial.Trial:
    course = masses.rough(seed)
    next(course.play())
    return course


def test_somebody_who_sits_twice_is_noticed() -> None:
    course = spoiled(0)
    games = course.state.heats[0].games
    games[0].began[0] = games[1].began[0]
    with pytest.raises(BrokenInvariant, match="sits twice"):
        trial.check(course.state, course.log)


def test_somebody_without_a_seat_is_noticed() -> None:
    course = spoiled(0)
    heat = course.state.heats[0]
    heat.idle.append(heat.games[0].began.pop())
    with pytest.raises(BrokenInvariant, match="no seat although"):
        trial.check(course.state, course.log)


def test_a_game_master_whom_nobody_can_judge_is_noticed_at_that_table() -> None:
    course = spoiled(0)
    number, game = next((n, one) for n, one in enumerate(course.state.heats[0].games, 1) if "gm" in one.began)
    course.state.assistants[:] = game.began[:1]
    with pytest.raises(BrokenInvariant, match=f"judge the game master at table {number} of heat 1"):
        trial.check(course.state, course.log)


def test_where_the_worst_happens_every_table_changes_hands_and_is_corrected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "HAZARD", 1.0)
    course = masses.rough(0)
    heat = next(course.play())
    tables = list(range(1, len(heat.games) + 1))
    assert [entry.table for entry in course.log if isinstance(entry, log.Substituted)] == tables
    corrected = [entry for entry in course.log if isinstance(entry, log.Corrected)]
    assert [entry.table for entry in corrected] == tables
    assert [entry.result for entry in corrected] == [game.result for game in heat.games]


def test_a_log_that_leads_elsewhere_is_noticed() -> None:
    course = spoiled(0)
    course.state.names["p1"] = "Somebody else"
    with pytest.raises(BrokenInvariant, match="gives another state"):
        trial.check(course.state, course.log)


def test_each_fault_of_the_seats_is_noticed_where_it_is() -> None:
    course = spoiled(0)
    heat = course.state.heats[0]
    stranger = heat.games[-1].began[-1]
    heat.present.remove(stranger)
    with pytest.raises(BrokenInvariant, match="in heat 1 other people are seated than checked in"):
        trial.check(course.state, course.log)
    heat.present.append(stranger)
    heat.games[0].began.append(heat.games[1].began.pop())
    heat.games[0].began.append(heat.games[1].began.pop())
    with pytest.raises(BrokenInvariant, match="the tables of heat 1 are not of equal size"):
        trial.check(course.state, course.log)
    heat.overridden = "So they wish."
    with pytest.raises(BrokenInvariant) as found:
        trial.check(course.state, course.log)
    assert "equal size" not in str(found.value), "an official may set tables of other sizes"


def test_each_fault_of_the_standings_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    course = spoiled(0)
    first, second, *others = standings.standings(course.state)
    order = course.state.format.order
    less = msgspec.structs.replace(first, figures=dict.fromkeys(order, -99.0), settled_by=order[0])
    faults = {
        "no strict order": [msgspec.structs.replace(first, place=2), second, *others],
        "other people than have been seated": [first, second, *others[:-1]],
        f"what put {first.person} before {second.person} is not explained": [
            msgspec.structs.replace(first, settled_by="luck"), second, *others
        ],
        f"{first.person} stands before {second.person} with less": [less, second, *others],
    }  # fmt: skip
    for fault, lines in faults.items():
        monkeypatch.setattr(standings, "standings", lambda state, lines=lines: lines)
        with pytest.raises(BrokenInvariant, match=fault):
            trial.check(course.state, course.log)


def test_a_computer_player_plays_for_each_person_by_their_number_and_its_record_is_seen() -> None:
    """Of two players the second plays for p1, and for s3; the first for p2, and for a seat that nobody holds."""
    asked: list[list[RandomPlayer]] = []
    seen: list[Transcript] = []
    players = [RandomPlayer(), RandomPlayer()]
    with pytest.MonkeyPatch.context() as patch:
        usual = simulation.play

        def play(*given: Any, **named: Any) -> simulation.Played:
            asked.append(named["players"])
            return usual(*given, **named)

        patch.setattr(simulation, "play", play)
        wanted = Format(title="Cup", year=0, game="high_card", variant=RULES.usual_variant, fewest=2)
        found = trial.by_computer(RULES, wanted, 3, players, seen.append)(["p2", "p1", "s3", ""], 7, False)
    assert [[one is players[1] for one in row] for row in asked] == [[False, True, True, False]]
    assert [len(record.seats) for record in seen] == [4]
    assert {place.person for place in found.places} == {"p2", "p1", "s3", ""} and found.game == "game 7"
    assert [place.seat for place in found.places if place.person == "p1"] == [seen[0].seats[1]]


@rows("rough, answers", [(True, {"all", "by_rule"}), (False, {"by_rule"})])
def test_what_is_asked_is_answered_by_its_default_unless_the_tournament_is_rough(
    rough: bool, answers: set[str]
) -> None:
    """Six people who are level in everything, for a Final of five: the lot decides, or all six play."""

    def level(people: Sequence[str], number: int, final: bool) -> Result:
        return result(dict.fromkeys(people, 0))

    given = set()
    for seed in range(8):
        course = trial.Trial(WBC, 6 - rough, seed, level, rough=rough)
        with suppress(Illegal):  # too few come to a heat
            list(course.play())
        given |= {found.answer for found in course.state.decided}
    assert given == answers

"""Whole tournaments of every game and format, rough ones, under all invariants; `make test-long` plays 200 of them."""

from collections import Counter

import pytest

from engine.core.errors import BrokenInvariant
from engine.tournament import trial
from tests.tournament import masses

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


def test_a_log_that_leads_elsewhere_is_noticed() -> None:
    course = spoiled(0)
    course.state.names["p1"] = "Somebody else"
    with pytest.raises(BrokenInvariant, match="does not lead"):
        trial.check(course.state, course.log)

"""What may be answered ahead in each game, and which decisions a table may give a time of their own."""

import re

import pytest

from engine.core.actions import Action
from engine.games import GAMES
from tests.harness.rows import rows

AT_ONCE = {
    "lancaster": {"D03", "D04", "D05", "D07"},
    "warlord": {"W-03"},
    "warriors": {f"D-{number:02}" for number in range(2, 19)} - {"D-06"},
}
"""The decisions that come to one seat after the other and hide nothing."""

TIMES = {
    "lancaster": {
        "setup": ({"D00", "D01", "D02"}, 1.0),
        "ballot": ({"D09"}, 1.0),
        "reward": ({f"D{number}" for number in range(12, 17)}, 0.5),
        "choice": ({*(f"D{number:02}" for number in (4, 5, 6, 7, 8, 10, 11)), "D17", "D18", "D19", "D20"}, 0.5),
    },
    "warlord": {
        "setup": ({"W-01"}, 1.0),
        "duel": ({"W-07", "W-11"}, 1.0),
        "fate": ({"W-08", "W-09", "W-10", "W-12"}, 0.5),
    },
    "warriors": {
        "setup": ({"D-01", "D-19"}, 1.0),
        "impulse": ({"D-02"}, 0.5),
        "battle": ({f"D-{number:02}" for number in range(3, 11)}, 0.5),
        "upkeep": ({f"D-{number:02}" for number in range(11, 19)}, 1.0),
    },
}
"""The kinds of decisions with their ids, and the part of the ordinary time that each has."""


@pytest.mark.parametrize("game", AT_ONCE)
def test_an_answer_comes_at_once_where_it_is_asked_of_one_after_the_other_in_the_open(game: str) -> None:
    assert {decision for decision, known in GAMES[game].plans.plannable.items() if known.in_turn} == AT_ONCE[game]


@rows("game", GAMES)
def test_what_can_be_answered_ahead_is_said_in_words_with_the_kinds_of_answer(game: str) -> None:
    for known in GAMES[game].plans.plannable.values():
        assert re.fullmatch(r"[A-Z][a-zA-Z ,:'-]+", known.words)
        assert all(issubclass(kind, Action) for kind in known.answers)


@pytest.mark.parametrize("game", TIMES)
def test_kinds_of_decisions_have_a_part_of_the_time(game: str) -> None:
    kinds = GAMES[game].pace.decision_kinds
    assert {kind.id: ({*kind.decisions}, kind.share) for kind in kinds} == TIMES[game]
    assert all(re.fullmatch(r"[a-z]\w+", kind.id) and kind.words != kind.id for kind in kinds)

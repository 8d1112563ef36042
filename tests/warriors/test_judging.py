"""How the players that think judge Warriors of God: what one side has ahead the other has behind."""

import pytest

from engine.warriors.edits import SetControl, SetLeader, SetScore, Station
from engine.warriors.judging import lead
from tests.warriors.tables import game, table


def test_the_score_counts_for_the_side_in_the_lead() -> None:
    for seat, sign in (("ann", 1), ("ben", -1)):
        gained = lead(game(table(SetScore(7))), seat) - lead(game(table(SetScore(0))), seat)
        assert gained == pytest.approx(7 * sign)


def test_areas_leaders_and_prisoners_are_worth_something() -> None:
    before = table(Station("fastolf", "poitou"), SetControl(["aquitaine"], None))
    english = lead(game(before), "ann")
    assert lead(game(table(Station("fastolf", "poitou"), SetControl(["aquitaine"], "english"))), "ann") > english
    assert lead(game(table(Station("fastolf", "poitou", {"infantry": 2}))), "ann") > english
    assert lead(game(table(SetLeader("fastolf", "captured", side="english"))), "ann") < english

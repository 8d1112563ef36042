"""How the players that think judge Warriors of God: what one side has ahead the other has behind."""

import pytest

from engine.core.actions import Action, Pass
from engine.core.table import Table
from engine.warriors.edits import Goto, SetControl, SetKing, SetLeader, SetRound, SetScore, Station
from engine.warriors.judging import horizon, lead, settled, turn
from engine.warriors.rules import RULES
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


# ---------------------------------------------------------------------- reckoned by hand

LIFE = 5 / 6 + 5 * 4 / 36 + 5 * 4 * 3 / 216 + 5 * 4 * 3 * 2 / 1296 + 5 * 4 * 3 * 2 / 7776
"""The turns on which a young leader acts after this one."""

FAR = (Station("lionel_antwerp", "ireland"), Station("jean_vienne", "switzerland"))
"""A leader of each side far away, so that the impulses are not over at once."""


def gained(seat: str, before: tuple[Action, ...], after: tuple[Action, ...]) -> float:
    """By how much more a seat is ahead at one table than at another."""
    return lead(game(table(*FAR, *after)), seat) - lead(game(table(*FAR, *before)), seat)


@pytest.mark.parametrize(
    ("leader", "king", "points"), [("philippe_vi", False, 2), ("philippe_vi", True, 3), ("la_hire", False, 1)]
)
def test_an_enemy_who_was_killed_this_turn_will_be_scored(leader: str, king: bool, points: int) -> None:
    """Three stars count two, fewer one, and a King one more."""
    crowned = (SetKing("french", leader),) if king else ()
    dead, killed = SetLeader(leader, "dead"), SetLeader(leader, "killed")
    assert gained("ann", (*crowned, dead), (*crowned, killed)) == pytest.approx(points)
    assert gained("ben", (*crowned, dead), (*crowned, killed)) == pytest.approx(-points)


def test_a_prisoner_scores_his_stars_on_each_turn_that_he_is_likely_to_live() -> None:
    for leader, stars, side in (("philippe_vi", 3, "ann"), ("talbot", 2, "ben")):
        captured = gained(side, (SetLeader(leader, "dead"),), (SetLeader(leader, "captured"),))
        assert captured == pytest.approx(stars * LIFE)
    last = (SetRound(12),)
    assert gained(
        "ann", (*last, SetLeader("talbot", "dead")), (*last, SetLeader("talbot", "captured"))
    ) == pytest.approx(-2 * (3 / 6 + 3 * 2 / 36 + 3 * 2 * 1 / 216))


def test_a_king_is_worth_one_point() -> None:
    here = (Station("edward_iii", "england"), SetControl(["england"], "english"))
    assert gained("ann", here, (*here, SetKing("english", "edward_iii"))) == pytest.approx(1)
    assert gained("ben", here, (*here, SetKing("english", "edward_iii"))) == pytest.approx(-1)


def test_leaders_are_worth_their_price_and_what_they_could_gain_next_door() -> None:
    """Talbot in Ireland could take Wales, or go to England, his home, which is worth most."""
    england = 2.45 * 1.8
    price = 0.5 * 2 * (1 + LIFE) + 0.15 * 2
    assert gained("ann", (), (Station("talbot", "ireland", {"infantry": 2}),)) == pytest.approx(price + england / 4)
    assert gained("ben", (), (Station("talbot", "ireland", {"infantry": 2}),)) == pytest.approx(-price)


def test_a_plan_is_followed_to_the_end_of_the_turn_through_all_battles() -> None:
    opened = table(*FAR)
    reached = horizon(game(opened), "ann")
    assert not reached(game(opened)) and reached(game(table(*FAR, SetRound(2))))
    assert settled(game(opened))
    met = (Station("talbot", "anjou", {"infantry": 3}), Station("dunois", "anjou", {"infantry": 3}))
    fought = table(*FAR, *met, SetControl(["anjou"], "french"), Goto("battles"))
    assert not settled(game(fought))


def test_an_impulse_is_decided_at_once() -> None:
    opened = table(*FAR)
    first = turn(game(opened))
    assert first == turn(game(table(*FAR)))
    opened.act("ann", Pass())
    assert turn(game(opened)) != first
    assert turn(game(table(*FAR, SetRound(2)))) != first != turn(game(table(*FAR, Goto("raising"))))


def test_before_the_sides_are_settled_nobody_is_ahead() -> None:
    bidding = Table.new(RULES, "g", ["ann", "ben"], RULES.options("hyw", {"sides": "bid"}), bytes(32))
    assert bidding.asked("ann").decision == "D-19"
    assert lead(game(bidding), "ann") == lead(game(bidding), "ben") == 0

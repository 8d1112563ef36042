"""What things promise the courtier, in power points, reckoned by hand (docs/computer-players.md)."""

from collections import Counter
from math import exp
from typing import Literal

import pytest

from engine.core.actions import Action
from engine.lancaster.edits import (
    OpenConflict,
    SetGoods,
    SetLaws,
    SetLord,
    SetNobles,
    SetRound,
    SetTiles,
    Stand,
)
from engine.lancaster.outlook import Outlook, Seen, _meets
from engine.lancaster.views import LancasterView
from tests.harness.rows import rows
from tests.lancaster.tables import table

AT_COURT = [f"{house}_{knight}" for house in ("blue", "green", "yellow", "red") for knight in ("1a", "2a")]
"""The knights with which everybody begins."""

NOBODY_WAITS = [Stand(knight, "reserve") for knight in AT_COURT]


def outlook(*edits: Action, seat: str = "ann", variant: str = "henry", seats: int = 4) -> Outlook:
    """What a seat makes of a table."""
    names = ("ann", "ben", "cat", "dan")[:seats]
    view = table(*edits, seats=names, variant=variant).view(seat)
    assert isinstance(view, LancasterView)
    return Outlook(view, seat)


# ---------------------------------------------------------------------- goods


@rows(
    "good, worth",
    [
        ("gold", (0.05, 0.6, 0.75, 0.75)),
        ("squires", (0.05, 0.7, 0.9, 0.9)),
        ("voting_markers", (0.02, 0.3, 0.45, 0.45)),
        ("power_points", (1, 1, 1, 1)),
        ("dishonor", (-1.6, -1.6, -1.6, -1.6)),
    ],
)
def test_goods_are_worth_more_the_more_rounds_there_are_to_use_them(good: str, worth: tuple[float, ...]) -> None:
    seen = outlook()
    assert tuple(seen.worth(good, rounds) for rounds in range(4)) == worth


def test_a_seal_is_worth_the_bishops_that_one_will_have() -> None:
    assert outlook().worth("seals", 0) == 1 + 0.25 * 4
    assert outlook(SetRound(5), SetGoods("ann", "bishops", 2)).seal == 3
    assert outlook(SetGoods("ann", "bishops", 3)).seal == 4


def test_a_bishop_is_worth_the_seals_that_one_will_have() -> None:
    seen = outlook(SetRound(3), SetGoods("ann", "seals", 4))
    assert seen.bishop("blue") == pytest.approx(4 + 0.7 * 2 + 0.3 * 2)
    assert outlook(SetRound(5), SetGoods("ann", "seals", 4)).bishop("blue") == 4


def test_what_is_behind_another_screen_is_guessed() -> None:
    seen = outlook(*(SetGoods(seat, good, 6) for seat in ("ann", "ben") for good in ("gold", "squires", "seals")))
    assert [seen.has("ann", good) for good in ("gold", "squires", "seals")] == [6, 6, 6]
    assert [seen.has("ben", good) for good in ("gold", "squires", "seals", "dishonor")] == [3, 2, 2, 1]
    assert outlook(SetGoods("ben", "voting_markers", 5)).has("ben", "voting_markers") == 5


@rows(
    "gain, worth",
    [
        ({"recruit": 1}, 0.5 + 2.2 * 2),
        ({"upgrade": 1}, 0.7 + 0.8 * 2),
        ({"upgrade_deployed": 1}, 0.7 + 0.8 * 2),
        ({"extension": 1}, 1 + 1.3 * 2),
        ({"dishonor_removed": 1}, 1.6),
        ({"gold": 2, "power_points": 3}, 2 * 0.75 + 3),
    ],
)
def test_a_gain_is_worth_what_it_brings_in_the_rounds_that_are_left(gain: dict[str, int], worth: float) -> None:
    assert outlook().gains(gain, 2) == pytest.approx(worth)


# ---------------------------------------------------------------------- nobles, tiles, castles


def test_each_noble_is_worth_more_than_the_one_before_and_the_last_ones_no_more() -> None:
    assert outlook().noble("ann") == pytest.approx(1 + 0.8 * 4 + 0.3 * 4)
    assert outlook(SetRound(5)).noble("ann") == 1
    assert outlook(SetRound(4), SetNobles("ann", [*"ABC"])).noble("ann") == pytest.approx(1 + 3 + 0.8 + 0.3)
    assert outlook(SetNobles("ann", [*"ABCDEFG"])).noble("ann") == pytest.approx(8 + 0.3 * 4)
    assert outlook(SetNobles("ann", [*"ABCDEFGH"])).noble("ann") == 0.2


def test_nobody_takes_a_noble_twice_nor_one_who_is_gone() -> None:
    seen = outlook(SetNobles("ann", ["A"]))
    assert not seen.takes_noble("ann", "A") and seen.takes_noble("ben", "A") and seen.takes_noble("ann", "B")


def test_a_castle_space_pays_what_it_gains_less_its_price() -> None:
    book = outlook().book
    seen, spaces = outlook(SetRound(3)), book.castle
    assert seen.space(spaces["K1"], 2) == pytest.approx(2 * 0.75)
    assert seen.space(spaces["K4"], 2) == pytest.approx(0.75 + 0.45)
    assert seen.space(spaces["K5"], 2) == pytest.approx(0.7 + 1.6 - 0.9)
    assert seen.space(spaces["K6"], 1) == pytest.approx(0.5 + 2.2 - 2 * 0.7)


def test_a_tile_pays_in_every_round_and_counts_at_the_end() -> None:
    seen = outlook()
    assert seen.tile("X1", 0) == 1
    assert seen.tile("X1", 3) == pytest.approx(1 + 2 * (0.05 + 0.6 + 0.75))
    assert seen.tile("X5", 2) == pytest.approx(1 + (0.7 - 0.05) + (0.7 + 0.8 - 0.7))


# ---------------------------------------------------------------------- counties


@rows(
    "letter, worth",
    [
        ("A", 0.5 + 2.2 * 2),
        ("B", 4 * 0.75),
        ("C", 3 * 0.9),
        ("D", 1.5 + 1.3 * 2),
        ("E", 3 * 0.45),
        ("F", 0.7 + 0.8 * 2),
        ("G", 6),
        ("H", 1.5),
        ("I", 3.5),
    ],
)
def test_a_county_pays_its_reward(letter: str, worth: float) -> None:
    assert outlook(SetRound(3)).reward("blue", letter) == pytest.approx(worth)


def test_no_reward_is_worth_anything_that_cannot_be_taken() -> None:
    full = outlook(SetRound(3), SetTiles("ann", ["X1", "X2", "X3", "X4", "X5", "X6"]))
    assert full.reward("blue", "D") == 0
    assert outlook(SetRound(5)).reward("blue", "I") == 0
    knights = [Stand(f"blue_1{letter}", "court") for letter in "abc"]
    assert outlook(SetRound(3), *knights).reward("blue", "A") == 0


def test_noble_or_reward_or_both_for_three_gold() -> None:
    poor, rich = (outlook(SetRound(3), SetGoods("ann", "gold", gold)) for gold in (2, 3))
    noble = 1 + 0.8 * 2 + 0.3 * 2
    assert poor.county("blue", "E") == pytest.approx(max(noble, 3 * 0.45))
    assert rich.county("blue", "G") == pytest.approx(noble + 6 - 3 * 0.75)
    assert rich.county("blue", "E") == pytest.approx(noble)
    had = outlook(SetRound(3), SetGoods("ann", "gold", 9), SetNobles("ann", ["G"]))
    assert had.county("blue", "G") == 6


def test_who_may_still_be_expelled_is_less_likely_to_stay() -> None:
    """Each rival who can reach more makes it a little less likely, by how much more he can bring."""
    alone = outlook(*NOBODY_WAITS, Stand("green_4", "court"))
    assert alone.stays("A", 6) == 1, "a strength-4 knight with two squires that are guessed"
    assert alone.stays("A", 5) == pytest.approx(1 - (0.22 + 0.06))
    assert alone.stays("A", 2) == pytest.approx(1 - (0.22 + 0.24))
    assert alone.stays("A", 1) == pytest.approx(0.5)
    two = outlook(*NOBODY_WAITS, Stand("green_4", "court"), Stand("red_4", "court"))
    assert two.stays("A", 5) == pytest.approx((1 - 0.28) ** 2)


def test_a_knight_who_is_too_weak_for_a_county_expels_nobody_there() -> None:
    seen = outlook(*NOBODY_WAITS, Stand("green_3", "court"))
    assert seen.stays("G", 1) == 1 and seen.stays("F", 4) == pytest.approx(1 - 0.28)


# ---------------------------------------------------------------------- conflicts


def conflict(*edits: Action, row: Literal["upper", "lower"] = "lower") -> Outlook:
    """What ann makes of Harfleur in round 3: of a strength of 5, for 6, 4 and 2 power points."""
    return outlook(SetRound(3), OpenConflict("C03", row, 0), *edits)


def test_a_knight_joins_his_own_or_takes_the_topmost_free_space() -> None:
    seen = conflict(Stand("green_2a", "conflict:C03/1"))
    first = Seen("green", 2, False, 1)
    assert seen.spaces["C03"] == [first, Seen("", 0), Seen("", 0)]
    assert seen.joined("C03", "blue", 3, ()) == [first, Seen("blue", 3, False, 1), Seen("", 0)]
    assert seen.joined("C03", "blue", 3, ("archer", "tudor_knight")) == [
        first, Seen("blue", 5, False, 1), Seen("blue", 2, True),
    ]  # fmt: skip
    assert seen.joined("C03", "green", 1, ()) == [Seen("green", 3, False, 2), Seen("", 0), Seen("", 0)]


def test_england_wins_by_what_stands_there_and_what_may_come() -> None:
    knights = [Stand(knight_id, "reserve") for knight_id in AT_COURT]
    seen = conflict(*knights, Stand("blue_4", "court"))
    others = len(seen.open)
    assert seen.victory("C03", [Seen("green", 5)], 0) == 1
    assert seen.victory("C03", [Seen("green", 4)], 0) == pytest.approx(1 / (1 + exp((1 - 1.6 / others) / 1.1)))
    assert seen.victory("C03", [Seen("green", 4)], 4) == pytest.approx(1 / (1 + exp(1 / 1.1)))
    assert seen.victory("C03", [], 4) == pytest.approx(1 / (1 + exp(5 / 1.1)))


@rows(
    "row, likely, worth",
    [
        ("lower", 1.0, 6.0),
        ("lower", 0.0, -(0.4 * (0.5 + 2.2 * 2) + 3)),
        ("upper", 0.0, 0.5 * 6 - (1.2 + 0.3 * 3)),
        ("upper", 0.5, 0.5 * 6 + 0.5 * (3 - 2.1)),
    ],
)
def test_a_conflict_promises_points_by_rank_and_costs_who_stands_there_when_it_is_lost(
    row: Literal["upper", "lower"], likely: float, worth: float
) -> None:
    seen = conflict(row=row)
    spaces = [Seen("green", 2, False, 1), Seen("blue", 3, False, 1), Seen("", 0)]
    assert seen.share("C03", row, spaces, "ann", likely) == pytest.approx(worth)


def test_of_equals_the_upper_one_ranks_first_and_an_archer_takes_a_rank_of_his_own() -> None:
    seen = conflict()
    spaces = [Seen("green", 3, False, 1), Seen("blue", 3, False, 1), Seen("blue", 2, True)]
    assert seen.share("C03", "lower", spaces, "ann", 1.0) == 4 + 2
    assert seen.share("C03", "lower", spaces, "ben", 1.0) == 6


def test_what_the_others_win_counts_a_little() -> None:
    seen = conflict()
    spaces = [Seen("green", 5, False, 1), Seen("blue", 3, False, 1), Seen("", 0)]
    assert seen.war("C03", spaces) == pytest.approx(4 - 0.35 / 3 * 6)
    two = outlook(SetRound(3), OpenConflict("C03", "lower", 0), seats=2)
    assert two.spite == 1


# ---------------------------------------------------------------------- offices


def test_an_office_gives_seals_and_a_privilege_and_in_the_last_round_what_is_printed_for_it() -> None:
    seen, last = outlook(SetRound(3)), outlook(SetRound(5))
    assert seen.office("blue", "chancellor") == pytest.approx(2 * 1.5 + 1.0)
    assert seen.office("blue", "constable") == pytest.approx(1.5 + 2.5)
    assert seen.office("blue", "chamberlain") == pytest.approx(2.2)
    assert last.office("blue", "chancellor") == 2
    assert last.office("blue", "chamberlain") == pytest.approx(1.2)


def test_a_lord_stays_where_no_lord_who_waits_can_bring_more() -> None:
    gone = [SetLord(colour, "treasury") for colour in ("green", "yellow", "red")]
    assert outlook(*gone).lord_stays(1) == 1
    seen = outlook(*gone[:2], SetGoods("dan", "bishops", 1))
    assert seen.lord_stays(5) == 1, "a lord, a bishop, and knights of strength 1 and 2"
    assert seen.lord_stays(4) == 0.8
    assert outlook(gone[0], SetGoods("dan", "bishops", 1), SetGoods("cat", "bishops", 1)).lord_stays(4) == (
        pytest.approx(0.64)
    )


# ---------------------------------------------------------------------- laws


def test_what_laws_count_is_counted() -> None:
    seen = outlook(
        *(SetRound(3), OpenConflict("C03", "lower", 0), SetNobles("ann", ["A", "B"]), SetTiles("ann", ["X1"])),
        *(Stand("blue_1a", "county:E"), Stand("blue_2a", "castle:K1"), Stand("blue_3", "conflict:C03/1")),
        *(Stand("blue_4", "conflict:C03/1"), Stand("blue_1b", "court"), SetGoods("ann", "bishops", 2)),
    )
    found = seen.counts("ann")
    assert {name: number for name, number in found.items() if number and name not in ("gold", "squires")} == {
        "deployed_1": 1, "deployed_2": 1, "deployed_3": 1, "deployed_4": 1, "counties": 1, "strength_in_counties": 1,
        "castle_knights": 1, "conflicts": 1, "strength_in_conflicts": 7, "nobles": 2, "extensions": 1, "bishops": 2,
        "voting_markers": found["voting_markers"], "voting_markers_after_vote": found["voting_markers"],
    }  # fmt: skip


def test_a_law_for_each_so_many_counts_what_is_short_of_the_next_a_little() -> None:
    seen = outlook(SetRound(3))
    counts = Counter(counties=3, conflicts=1)
    assert seen.law("B03", "ann", counts) == pytest.approx((0.75 + 0.25 * 1.5) * 3)
    assert seen.law("B12", "ann", counts) == pytest.approx(3)
    assert seen.law("B13", "ann", Counter(counties=2)) == pytest.approx(0.25 * 2 / 3 * 8)


def test_who_has_the_most_of_what_is_hidden_is_a_guess() -> None:
    """The others are thought to have three gold each."""
    seen = outlook(SetRound(3))
    upgrade = 0.7 + 0.8 * 2
    for gold, likely in ((3, 0.5), (4, 1 / (1 + exp(-1))), (1, 1 / (1 + exp(2))), (0, 0)):
        assert seen.law("B01", "ann", Counter(gold=gold)) == pytest.approx(likely * upgrade)


def test_who_has_the_most_loses_no_more_than_he_has() -> None:
    seen = outlook(SetRound(3))
    counts = Counter(squires=1, gold=9)
    most_squires, most_gold = 1 / (1 + exp(2 - 1)), 1 / (1 + exp(3 - 9))
    assert seen.law("KL1", "ann", counts) == pytest.approx(-(most_squires * 1 * 0.9 + most_gold * 3 * 0.75))


def test_a_law_for_the_fewest_and_one_with_a_condition_give_all_or_nothing() -> None:
    seen = outlook()
    assert [seen.law("KL3", "ann", Counter(dishonor=number)) for number in (0, 1, 2)] == [5, 5, 0]
    assert seen.law("KL2", "ann", Counter(dishonor=1)) == 1.6
    assert seen.law("KL2", "ann", Counter(dishonor=1, bishops=1)) == seen.law("KL2", "ann", Counter()) == 0


def test_what_can_be_bought_is_worth_its_gain_less_its_price_as_often_as_it_can_be_paid() -> None:
    seen = outlook(SetRound(4))
    assert seen.law("B05", "ann", Counter(gold=3, squires=2)) == pytest.approx(2 * (3 - 0.6 - 0.7))
    assert seen.law("B04", "ann", Counter(gold=4)) == 0, "a voting marker is worth less than gold"
    assert seen.law("B16", "ann", Counter(gold=4)) == pytest.approx(4 * 0.4)


def test_accolade_helps_who_has_a_knight_of_three_out() -> None:
    assert outlook().law("B10", "ann", Counter(deployed_3=1)) == 1.5 and outlook().law("B10", "ann", Counter()) == 0


def test_a_law_is_worth_what_it_gives_beyond_the_average_of_the_others() -> None:
    seen = outlook(
        SetRound(3),
        OpenConflict("C03", "lower", 0),
        Stand("blue_1a", "conflict:C03/1"),
        Stand("red_1a", "conflict:C03/2"),
    )
    assert seen.net("B12") == pytest.approx(3 - 1)


def test_laws_that_are_in_force_and_that_are_proposed_may_come() -> None:
    seen = outlook(SetLaws(current=["B12", "B13", "B14"]), SetLaws(proposed=["B03", "B05", "B06"]))
    assert seen.likely_laws == [("B12", 0.2), ("B13", 0.5), ("B14", 0.8), ("B03", 0.5), ("B05", 0.5), ("B06", 0.5)]


@rows(
    "condition, counts, met",
    [
        ("no_deployed_2", {}, True),
        ("no_deployed_2", {"deployed_2": 1}, False),
        ("three_deployed_1", {"deployed_1": 2}, False),
        ("three_deployed_1", {"deployed_1": 3}, True),
        ("no_bishop", {"dishonor": 1}, True),
        ("no_bishop", {}, False),
        ("no_bishop", {"dishonor": 1, "bishops": 1}, False),
        ("everywhere", {"counties": 1, "conflicts": 1, "castle_knights": 1}, True),
        ("everywhere", {"counties": 1, "conflicts": 1}, False),
    ],
)
def test_a_condition_is_met_by_what_is_counted(condition: str, counts: dict[str, int], met: bool) -> None:
    assert _meets(condition, Counter(counts)) is met


def test_a_knight_more_is_worth_what_laws_would_give_for_him() -> None:
    laws = (SetLaws(current=["B01", "B02", "B12"]), SetLaws(proposed=["B04", "B05", "B16"]))
    seen = outlook(SetRound(3), *laws)
    assert seen.deployed("conflict", 1) == pytest.approx(0.8 * 3)
    assert seen.deployed("conflict", 1, again=True) == 0 == seen.deployed("castle", 1)

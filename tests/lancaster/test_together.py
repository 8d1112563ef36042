"""What players decide at the same time, so that nobody waits without need (rules 13: D01, D09, D12, D15, D16)."""

from typing import Any

import pytest

from engine.core.actions import MASTER, Action, Pass
from engine.core.editing.edits import Drop
from engine.core.table import Table
from engine.lancaster.common.building import Extend
from engine.lancaster.common.upgrading import BISHOP, Upgrade
from engine.lancaster.edits import Goto, OpenConflict, SetBishops, SetFavours, SetGoods, SetTiles, Stand
from engine.lancaster.parliament.voting import Vote
from engine.lancaster.placing.knights import Place
from engine.lancaster.rewards.battles import Ransom
from engine.lancaster.rewards.counties import March, Reap
from engine.lancaster.rules import RULES
from engine.lancaster.sequence.setup import ChooseTile
from tests.lancaster.tables import KEY, asked, game, said, table

SEATS = ("ann", "ben", "cat", "dan")


def harvest(*edits: Action, **options: Any) -> Table:
    """Counties with knights of ann (A and F), ben (D) and cat (I), about to be evaluated."""
    stands = (
        Stand("blue_2a", "county:A"),
        Stand("green_3", "county:D"),
        Stand("blue_3", "county:F"),
        Stand("yellow_1a", "county:I"),
    )
    return table(*stands, *edits, Goto("counties"), **options)


def test_first_tiles_are_chosen_together_and_secretly() -> None:
    opened = Table.new(RULES, "g", list(SEATS), RULES.options("henry", {}), KEY)
    assert asked(opened) == dict.fromkeys(SEATS, "D01")
    assert all(request.secret and request.together for request in opened.requests())
    assert "X3" not in said(opened.act("ann", ChooseTile("X3")))
    opened.act("ann", ChooseTile("X4"))  # a choice may be changed until the last one is in
    for seat in SEATS[1:]:
        opened.act(seat, ChooseTile("X1"))
    assert game(opened).player("ann").tiles == ["X4"]


def test_three_ballots_go_out_together_where_the_table_wants_it() -> None:
    opened = table(Goto("parliament"), vote_windows="batch")
    laws = list(game(opened).state.laws.proposed)
    game(opened).player("ann").voting_markers = 2
    for law, markers in zip(laws, ("1", "", "1"), strict=True):
        assert "yes" not in said(opened.act("ann", Vote(law, "yes", markers)))
    assert asked(opened) == dict.fromkeys(("ben", "cat", "dan"), "D09")
    opened.act("ann", Vote(laws[0], "no", "1"))
    for seat in ("ben", "cat", "dan"):
        for law in laws:
            told = opened.act(seat, Vote(law, "yes"))
    assert [event.kind for event in told.events].count("vote_closes") == 3
    assert game(opened).state.laws.current == laws


def test_a_vote_on_one_law_after_the_other_is_the_rule() -> None:
    opened = table(Goto("parliament"))
    first = game(opened).state.laws.proposed[0]
    for seat in SEATS:
        told = opened.act(seat, Vote(first, "yes"))
    assert [event.kind for event in told.events].count("vote_closes") == 1
    assert asked(opened) == dict.fromkeys(SEATS, "D09")


def test_counties_that_do_not_touch_each_other_are_decided_together() -> None:
    opened = harvest()
    assert asked(opened) == {"ann": "D12", "ben": "D12", "cat": "D12"}
    assert all(request.together for request in opened.requests())
    opened.act("ben", Reap("reward"))
    assert asked(opened) == {"ann": "D12", "ben": "D08", "cat": "D12"}
    opened.act("ann", Reap("noble"))  # York; then her next county, whatever others do meanwhile
    assert "Warwick" in opened.asked("ann").prompt
    opened.act("cat", Reap("noble"))
    opened.act("ben", Extend("X2"))
    assert asked(opened) == {"ann": "D12"}
    opened.act("ann", Reap("noble"))
    assert game(opened).player("ann").nobles == ["A", "F"] and game(opened).player("cat").nobles == ["I"]


def test_a_player_decides_his_own_counties_in_the_order_of_the_letters() -> None:
    opened = harvest(SetGoods("ann", "gold", 3))
    assert "York" in opened.asked("ann").prompt
    opened.act("ann", Reap("both"))
    assert not any(choice.value == "both" for choice in opened.complete("ann", "reap", {}, "take"))


def test_a_county_waits_for_one_that_may_take_its_noble() -> None:
    march = (Stand("red_1a", "county:H"), SetFavours(["F6"]))
    opened = harvest(*march)
    assert "dan" not in asked(opened) and "cat" not in asked(opened)
    opened.act("ann", Reap("noble"))
    opened.act("ann", Reap("noble"))
    opened.act("ben", Reap("noble"))
    assert asked(opened) == {"dan": "D12"}
    opened.act("dan", Reap("reward"))
    opened.act("dan", March(next(iter(game(opened).state.conflicts))))
    assert asked(opened) == {"dan": "D05"}


def test_counties_wait_for_each_other_where_the_supply_is_limited() -> None:
    assert asked(harvest(supply_limits=True)) == {"ann": "D12"}


def test_whoever_may_take_the_last_bishop_comes_in_the_order_of_the_letters() -> None:
    opened = table(
        Stand("blue_3", "county:F"), Stand("green_1a", "county:H"), SetFavours(["F5"]), SetBishops(1), Goto("counties")
    )
    assert asked(opened) == {"ann": "D12"}
    opened.act("ann", Reap("reward"))
    opened.act("ann", Upgrade(BISHOP))
    assert asked(opened) == {"ben": "D12"}


def test_nobody_waits_for_a_player_who_leaves_in_the_middle_of_it() -> None:
    opened = harvest()
    opened.act("ben", Reap("reward"))
    opened.act(MASTER, Drop("ben"))
    assert asked(opened) == {"ann": "D12", "cat": "D12"}


def test_a_harvest_half_done_can_be_put_away_and_taken_up() -> None:
    opened = harvest()
    opened.act("ben", Reap("reward"))
    again = Table.restore(RULES, opened.snapshot(), KEY)
    assert asked(again) == asked(opened)
    again.act("ben", Extend("X1"))
    assert game(again).player("ben").tiles == ["X1"]


def test_castles_are_decided_together() -> None:
    opened = table(SetTiles("ann", ["X5"]), SetTiles("ben", ["X6"]), Goto("castles"))
    assert asked(opened) == {"ann": "D15", "ben": "D15"}
    opened.act("ben", Pass())
    assert asked(opened) == {"ann": "D15"}


def test_ransoms_are_paid_together_and_may_be_thought_over() -> None:
    opened = table(
        OpenConflict("C12", "lower", 0),
        Stand("blue_1a", "conflict:C12/1"),
        Stand("green_2a", "conflict:C12/2"),
        SetGoods("ann", "gold", 5),
        SetGoods("ben", "gold", 1),
        SetGoods("cat", "gold", 5),
        Goto("conflicts"),
    )
    assert asked(opened) == {"ann": "D16"}
    told = opened.act("ann", Ransom(["blue_1a"]))
    assert game(opened).knight("blue_1a").at == "court" and game(opened).knight("green_2a").at == "reserve"
    assert "ransoms a strength-1 knight for 1 gold" in said(told)


@pytest.mark.parametrize(("squires", "at"), [(0, "castle:K1"), (1, "court")])
def test_a_turn_with_one_legal_placement_is_taken_at_once(squires: int, at: str) -> None:
    own = zip(("blue_2a", "blue_2b", "blue_3", "blue_1b", "blue_1c"), range(2, 7), strict=True)
    weak = zip(("green_1a", "green_1b", "green_1c"), "EHI", strict=True)
    full = [
        (card, place, f"{colour}_2{letter}")
        for card, letter in (("C01", "a"), ("C02", "b"))
        for place, colour in enumerate(("green", "yellow", "red"), 1)
    ]
    opened = table(
        *(Stand(knight, f"castle:K{space}") for knight, space in own),
        *(Stand(knight, f"county:{letter}") for knight, letter in weak),
        *(OpenConflict(card, "upper", column) for column, card in enumerate(("C01", "C02"))),
        *(Stand(knight, f"conflict:{card}/{place}") for card, place, knight in full),
        SetGoods("ann", "squires", squires),
        variant="base",
    )
    assert game(opened).knight("blue_1a").at == at
    assert ("ann" in asked(opened)) == (at == "court")


# ---------------------------------------------------------------------- how long it still takes


def test_the_hand_overs_of_a_round_are_counted() -> None:
    opened = table()  # two knights and a lord each
    assert RULES.pace.handovers_left(game(opened)) == 12 + 3
    opened.act("ann", Place("blue_1a", "castle:K1"))
    assert RULES.pace.handovers_left(game(opened)) == 11 + 3
    opened.act("ben", Place("green_1a", "county:I"))
    assert RULES.pace.handovers_left(game(opened)) == 10 + 3 + 1  # what ben takes from Surrey


def test_several_placements_of_one_player_in_a_row_are_one_hand_over() -> None:
    alone = [Stand(f"{colour}_{one}", "reserve") for colour in ("green", "yellow", "red") for one in ("1a", "2a")]
    opened = table(*alone, variant="base", vote_windows="batch")
    assert RULES.pace.handovers_left(game(opened)) == 1 + 1


def test_hand_overs_tell_nothing_of_what_lies_behind_screens() -> None:
    poor, rich = (
        table(SetTiles("ann", ["X5"]), SetGoods("ann", "squires", number), Goto("parliament")) for number in (0, 9)
    )
    assert RULES.pace.handovers_left(game(poor)) == RULES.pace.handovers_left(game(rich)) == 3 + 1

"""The worked examples of the rules (docs/rules/lancaster.md, section 16), number by number."""

import pytest

from engine.core.actions import MASTER
from engine.core.errors import Illegal
from engine.lancaster.board import spots
from engine.lancaster.board.state import PrivilegeKind
from engine.lancaster.edits import (
    Goto,
    Grant,
    OpenConflict,
    SetGoods,
    SetLaws,
    SetLord,
    SetOffice,
    SetRound,
    SetTrack,
    Stand,
)
from engine.lancaster.parliament.voting import Vote
from engine.lancaster.placing import conflicts, counties, lords
from engine.lancaster.placing.knights import Place
from engine.lancaster.placing.lords import Court
from engine.lancaster.placing.treasury import Claim
from engine.lancaster.rewards import battles
from engine.lancaster.rewards.counties import March, Reap
from tests.harness.rows import rows
from tests.lancaster.tables import SEATS, asked, defaults, game, table


def test_example_1_and_2_a_stronger_lord_expels_and_the_tribute_stays() -> None:
    opened = table()
    opened.act("ann", Court("chancellor"))
    assert lords.total(game(opened), "chancellor") == 1
    opened.act("ben", Court("chancellor", knights=["green_2a"]))
    assert game(opened).state.stacks["chancellor"].house == "green"
    assert lords.total(game(opened), "chancellor") == 3
    assert game(opened).house("blue").lord == "court"
    assert game(opened).state.treasury == {"voting_markers": 2}


def test_an_equal_lord_expels_nobody() -> None:
    opened = table()
    opened.act("ann", Court("chancellor"))
    with pytest.raises(Illegal, match="higher total") as refusal:
        opened.act("ben", Court("chancellor"))
    assert refusal.value.rule == "LAN2-COURT-17"


def test_example_3_the_treasury_is_emptied_of_one_kind() -> None:
    opened = table()
    opened.act("ann", Court("chancellor"))
    opened.act("ben", Court("constable"))
    opened.act("cat", Court("treasury"))
    before = game(opened).player("cat").voting_markers
    opened.act("cat", Claim("voting_markers"))
    assert game(opened).player("cat").voting_markers == before + 1
    assert game(opened).state.treasury == {"squires": 1}


def test_example_4_the_office_brings_card_seals_and_privilege_and_all_go_home() -> None:
    opened = table(
        SetLord("green", "office:chancellor"), Stand("green_2a", "office:chancellor"), SetLord("red", "treasury")
    )
    opened.arrange(Goto("offices"))
    opened.begin()
    state = game(opened).state
    assert state.holders == {"chancellor": "green"}
    assert game(opened).player("ben").seals == 2
    assert [(piece.kind, piece.house, piece.granted) for piece in state.privileges] == [("shield", "green", 1)]
    assert {house.lord for house in state.houses.values()} == {"court"}
    assert game(opened).knight("green_2a").at == spots.COURT


def test_example_5_behind_a_shield_nobody_is_expelled() -> None:
    opened = table(SetRound(2), Grant("blue", "shield", 1), Stand("green_4", "court"))
    opened.act("ann", Place("blue_2a", "county:C", ["shield"], "0"))
    with pytest.raises(Illegal, match="shield") as refusal:
        opened.act("ben", Place("green_4", "county:C", squires="0"))
    assert refusal.value.rule == "LAN2-COURT-34"


def test_example_6_and_7_the_archer_stands_directly_below_his_knight() -> None:
    opened = table(SetRound(2), Grant("blue", "archer", 1), OpenConflict("C03", "upper", 0))
    opened.act("ann", Place("blue_1a", "conflict:C03", ["archer"]))
    assert conflicts.totals(game(opened), "C03") == [1, 2, 0]
    taken = (Stand("green_1a", "conflict:C03/1"), Stand("yellow_1a", "conflict:C03/2"))
    low = table(SetRound(2), Grant("blue", "archer", 1), OpenConflict("C03", "upper", 0), *taken)
    with pytest.raises(Illegal, match="lowest space") as refusal:
        low.act("ann", Place("blue_1a", "conflict:C03", ["archer"]))
    assert refusal.value.rule == "LAN2-COURT-39"


def test_example_8_a_lost_first_battle_moves_down_with_knight_and_archer() -> None:
    opened = table(
        SetRound(2),
        OpenConflict("C12", "upper", 0),
        Stand("blue_1a", "conflict:C12/1"),
        Grant("blue", "archer", 1, "conflict:C12/2"),
        Goto("conflicts"),
    )
    assert game(opened).state.conflicts["C12"].row == "lower"
    assert conflicts.totals(game(opened), "C12") == [1, 2, 0]
    assert [space.archer for space in game(opened).state.conflicts["C12"].spaces] == [False, True, False]


def test_example_9_the_tudor_knight_goes_to_county_conflict_or_with_a_knight_to_the_lord() -> None:
    edits = (SetRound(2), Grant("blue", "tudor_knight", 1), OpenConflict("C03", "upper", 0))
    county, conflict, lord = table(*edits), table(*edits), table(*edits)
    county.act("ann", Place("blue_2a", "county:G", ["tudor_knight"], "0"))
    assert counties.total(game(county), "G") == 4
    conflict.act("ann", Place("blue_2a", "conflict:C03", ["tudor_knight"]))
    assert conflicts.total(game(conflict), "C03", 0) == 4
    with pytest.raises(Illegal, match="together with a knight"):
        lord.act("ann", Court("chancellor", tudor="tudor_knight"))
    lord.act("ann", Court("chancellor", knights=["blue_1a"], tudor="tudor_knight"))
    assert lords.total(game(lord), "chancellor") == 4


def test_example_10_bishops_and_the_lord_multiply_the_seals() -> None:
    opened = table(SetRound(5), SetGoods("ann", "bishops", 2), SetGoods("ann", "seals", 8), Goto("upkeep"))
    line = next(line for line in game(opened).state.sheet if (line.seat, line.what) == ("ann", "seals"))
    assert line.points == 24


def test_example_11_the_tower_takes_back_as_much_dishonor_as_the_knight_is_strong() -> None:
    opened = table(SetGoods("ann", "dishonor", 4), Stand("blue_3", "court"))
    opened.act("ann", Place("blue_3", "tower"))
    assert game(opened).player("ann").dishonor == 1


def test_example_12_who_stays_away_from_a_lost_conflict_takes_dishonor() -> None:
    opened = table(
        OpenConflict("C12", "upper", 0),
        OpenConflict("C11", "upper", 1),
        *(Stand(f"{colour}_1a", "conflict:C12/" + place) for colour, place in (("blue", "1"), ("green", "2"))),
        *(Stand(f"{colour}_2a", "conflict:C11/" + place) for colour, place in (("blue", "1"), ("green", "2"))),
        Stand("red_1a", "conflict:C12/3"),
        Stand("red_2a", "conflict:C11/3"),
        Goto("conflicts"),
    )
    assert [game(opened).player(seat).dishonor for seat in SEATS] == [0, 0, 2, 0]


def test_example_13_the_most_dishonor_costs_more_and_third_nothing_more() -> None:
    markers = {"cat": 4, "ben": 3, "dan": 2, "ann": 2}
    opened = table(
        SetRound(5),
        SetTrack([0, 0, 0, 4, 4, 4]),
        *(SetGoods(seat, "dishonor", number) for seat, number in markers.items()),
        Goto("upkeep"),
    )
    lost = {line.seat: line.points for line in game(opened).state.sheet if line.what == "dishonor"}
    assert lost == {"cat": -10, "ben": -6, "dan": -2, "ann": -2}


def test_example_14_a_conflict_is_won_in_its_second_battle_with_the_joint_total() -> None:
    opened = table(
        OpenConflict("C03", "lower", 0),
        Stand("green_1a", "conflict:C03/1"),
        Stand("yellow_1a", "conflict:C03/2"),
        Stand("blue_1a", "conflict:C03/3"),
        Stand("blue_2a", "court"),
    )
    opened.act("ann", Place("blue_2a", "conflict:C03"))
    assert battles.ranks(game(opened), "C03") == [2, 0, 1]
    opened.arrange(Goto("conflicts"))
    opened.begin()
    assert [game(opened).player(seat).points for seat in SEATS] == [6, 4, 2, 0]


def test_example_15_squires_do_not_reach_a_minimum_but_they_expel() -> None:
    opened = table(SetGoods("ann", "squires", 3), Stand("green_2a", "county:C", 1))
    with pytest.raises(Illegal, match="knight of strength 2 or more") as refusal:
        opened.act("ann", Place("blue_1a", "county:C", squires="3"))
    assert refusal.value.rule == "LAN-BASE-11"
    with pytest.raises(Illegal, match="at least 2 squires"):
        opened.act("ann", Place("blue_2a", "county:C", squires="1"))
    opened.act("ann", Place("blue_2a", "county:C", squires="2"))
    assert game(opened).state.counties["C"].house == "blue"
    assert game(opened).knight("green_2a").at == spots.COURT


def test_example_16_the_tudor_knight_counts_for_the_minimum() -> None:
    opened = table(SetRound(2), Grant("blue", "tudor_knight", 1))
    opened.act("ann", Place("blue_1a", "county:D", ["tudor_knight"], "0"))
    assert counties.total(game(opened), "D") == 3


@pytest.mark.parametrize(("extra", "came"), [("1", "rejected"), ("3", "approved")])
def test_example_17_ballots_count_one_and_their_markers_and_a_tie_approves(extra: str, came: str) -> None:
    five = (*SEATS, "eve")
    opened = table(
        SetLaws(proposed=["B04", "B05", "B06"]),
        SetGoods("ben", "voting_markers", 3),
        SetGoods("cat", "voting_markers", 2),
        Goto("parliament"),
        seats=five,
    )
    assert set(asked(opened)) == set(five)
    for seat, side, markers in (("ann", "yes", "0"), ("ben", "yes", extra), ("cat", "no", "2"), ("dan", "no", "0")):
        opened.act(seat, Vote("B04", side, markers))
    outcome = opened.act("eve", Vote("B04", "no", "0"))
    closed = next(event for event in outcome.events if event.kind == "vote_closes")
    assert came in closed.text
    assert game(opened).player("ben").voting_markers == 3 - int(extra)


def test_example_18_the_tower_has_room_for_seven() -> None:
    opened = table(Stand("blue_3", "court"))
    opened.act("ann", Place("blue_3", "tower"))
    opened.act("ben", Place("green_2a", "tower"))
    with pytest.raises(Illegal, match="room for a strength of 0") as refusal:
        opened.act("cat", Place("yellow_1a", "tower"))
    assert refusal.value.rule == "LAN2-RES-04"


def test_example_19_an_old_privilege_lasts_until_the_end_of_its_round_a_new_one_comes_after() -> None:
    opened = table(
        SetRound(2),
        SetOffice("constable", "blue"),
        Grant("blue", "archer", 1),
        Stand("blue_1a", "county:H"),
        OpenConflict("C12", "upper", 0),
        Goto("offices"),
    )
    assert [piece.granted for piece in game(opened).state.privileges] == [1, 2]
    assert [piece.granted for piece in game(opened).usable("blue")] == [1]
    opened.act("ann", Reap("reward"))
    opened.act("ann", March("C12", ["archer"]))
    assert conflicts.totals(game(opened), "C12") == [1, 2, 0]
    defaults(opened, "round_end")
    assert [(piece.granted, piece.at) for piece in game(opened).state.privileges] == [(1, "conflict:C12/2"), (2, "")]


def test_an_unused_privilege_goes_back_at_the_end_of_its_round() -> None:
    opened = table(SetRound(2), SetOffice("constable", "blue"), Grant("blue", "archer", 1), Goto("offices"))
    assert [piece.granted for piece in game(opened).state.privileges] == [2]


def test_example_20_offices_are_independent() -> None:
    opened = table(SetRound(2), SetOffice("chancellor", "blue"), SetLord("blue", "office:constable"), Goto("offices"))
    assert game(opened).state.holders == {"chancellor": "blue", "constable": "blue"}
    assert game(opened).player("ann").seals == 3
    assert {piece.kind for piece in game(opened).state.privileges} == {"shield", "archer"}


@rows("at", ["conflict:C03", "conflict:C03/0", "conflict:C03/99", "conflict:C12/1"])
@rows("privilege", ["archer", "shield"])
def test_a_privilege_is_put_on_a_space_of_a_conflict_that_lies_open(privilege: PrivilegeKind, at: str) -> None:
    opened = table(SetRound(2), OpenConflict("C03", "upper", 0))
    with pytest.raises(Illegal, match="named by its number"):
        opened.act(MASTER, Grant("blue", privilege, 1, at))

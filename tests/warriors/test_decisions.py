"""The decisions of the rules (section 10): ids, defaults, and the hours that the table has for them."""

from typing import Any

import pytest

from engine.core.actions import Pass
from engine.warriors.battles.retreat import LetStay, Retreat, Stay
from engine.warriors.battles.siege import GiveBattle, StandSiege
from engine.warriors.board.steps import AsProposed
from engine.warriors.edits import Goto, SetAggressor, SetBattle, SetControl, SetLeader, SetLoose, SetRound, Station
from engine.warriors.leaders import reception
from engine.warriors.leaders.arrivals import Place
from tests.warriors.tables import asked, game, table


def test_impulses_and_all_else_have_hours_of_their_own_where_the_table_says_so() -> None:
    here = Station("edward_iii", "england")
    opened = table(here, deadline_impulse_hours=12, deadline_other_hours=30)
    assert opened.asked("ann").hours == 12
    opened = table(
        SetControl(["wales"], "english"), Goto("raising"), deadline_impulse_hours=12, deadline_other_hours=30
    )
    assert opened.asked("ann").hours == 30
    assert table(here).asked("ann").hours is None


def test_an_impulse_is_passed_by_default() -> None:
    assert table(Station("edward_iii", "england")).default("ann") == Pass()


@pytest.mark.parametrize(
    ("attacker", "infantry", "default"),
    [
        ("clarence", 6, StandSiege()),  # siege number 5: safe
        ("henry_v", 0, StandSiege()),  # siege number 4: the walls hold 4 times of 6, the field is likely lost
        ("henry_v", 6, GiveBattle()),  # the same walls, but the field is almost surely won
    ],
)
def test_a_side_stands_behind_its_walls_by_default_unless_the_field_promises_more(
    attacker: str, infantry: int, default: Any
) -> None:
    men = {"infantry": infantry} if infantry else {}
    opened = table(
        Station("dunois", "anjou", men), Station(attacker, "anjou"), SetControl(["anjou"], "french"), Goto("battles")
    )
    assert opened.default("ben") == default


def test_twice_the_strength_is_avoided_where_all_can_go() -> None:
    for troops, default in ((0, Stay()), (6, Retreat("brittany"))):
        opened = table(
            Station("dunois", "anjou", {"infantry": 6}),
            Station("henry_v", "anjou", {"infantry": 9 if troops else 4}),
            Station("clarence", "anjou", {"infantry": troops} if troops else {}),
        )
        opened.game.dice.force(6, [1] * 60)
        opened.act("master", Goto("battles"))
        assert asked(opened) == {"ben": "D-08"}
        assert opened.default("ben") == default
        proposed = opened.rules.offering.prospects(opened.game, "ben")[0]
        assert proposed.action == Retreat("brittany"), "Henry V is likely to win in both cases"
        assert proposed.comes_of.startswith(
            "the English in Anjou are more than twice" if troops else "you are likely to lose less"
        )


def test_staying_is_proposed_where_it_promises_more() -> None:
    opened = table(Station("dunois", "anjou", {"infantry": 6}), Station("talbot", "anjou", {"infantry": 1}))
    opened.game.dice.force(6, [1] * 60)
    opened.act("master", Goto("battles"))
    assert opened.rules.offering.prospects(opened.game, "ben")[0].action == Stay()


def test_nobody_is_forced_to_retreat_by_default() -> None:
    others = (Station("fastolf", "wales"), Station("la_hire", "gascony"))
    opened = table(Station("dunois", "anjou"), Station("talbot", "anjou"), SetAggressor("anjou", "english"), *others)
    opened.game.dice.force(6, [1] * 9)
    opened.act("master", Goto("battles"))
    opened.act("master", SetBattle(2, 2))
    opened.act("ben", Stay())
    opened.act("ann", Stay())
    assert asked(opened) == {"ben": "D-07"}
    assert opened.default("ben") == LetStay()


def test_attackers_flee_to_friendly_areas_first() -> None:
    opened = table(
        Station("dunois", "anjou"),
        Station("talbot", "anjou"),
        SetControl(["anjou"], "french"),
        SetControl(["berry"], "english"),
        Goto("battles"),
    )
    opened.game.dice.force(6, [1])
    opened.act("ben", StandSiege())
    assert opened.default("ann") == AsProposed()
    opened.act("ann", AsProposed())
    assert game(opened).leader("talbot").area == "berry"


def test_losses_follow_the_casualty_order_by_default() -> None:
    opened = table(
        Station("dunois", "anjou", {"infantry": 2, "longbow_welsh": 2}),
        Station("talbot", "anjou", {"infantry": 3}),
        hit_allocation="owner",
    )
    opened.game.dice.force(6, [6, 1, 1, 1, *[1] * 12])
    opened.act("master", Goto("battles"))
    assert asked(opened) == {"ben": "D-06"}
    assert opened.default("ben") == AsProposed()
    opened.act("ben", AsProposed())
    assert game(opened).leader("dunois").troops == {"infantry": 1, "longbow_welsh": 2}


def test_troops_are_raised_as_proposed_by_default() -> None:
    opened = table(SetControl(["england", "wales"], "english"), Goto("raising"))
    assert opened.default("ann") == AsProposed()
    opened.act("ann", AsProposed())
    assert game(opened).state.loose == {"england": {"longbow_english": 3}, "wales": {"longbow_welsh": 1}}


def test_non_aligned_leaders_are_taken_by_merit_and_come_home_or_where_troops_wait_if_enemies_stand_there() -> None:
    opened = table(SetControl(["england"], "english"), Goto("arrivals"))
    assert opened.default("ben") == Place("edward_balliol", "scotland")
    held = SetControl(["champagne"], "french"), SetLoose("champagne", {"infantry": 3})
    opened = table(Station("edward_iii", "scotland"), *held, Goto("arrivals"))
    assert opened.default("ben") == Place("edward_balliol", "champagne")


def test_nobody_is_proposed_where_an_enemy_may_still_come_home() -> None:
    held = SetControl(["aquitaine"], "french"), SetLoose("aquitaine", {"infantry": 6})
    opened = table(*held, Goto("arrivals"))
    assert opened.default("ben") == Place("edward_balliol", "scotland")
    found = reception.facts(game(opened), "french", "edward_balliol", "aquitaine", 0)
    assert found[:2] == ["can take the 6 pieces there", "Black Prince ★★★ 4-7 may still come against you"]
    game(opened).state.turn.first = "french"
    found = reception.facts(game(opened), "french", "edward_balliol", "aquitaine", 0)
    assert found[:2] == [
        "Black Prince ★★★ 4-7 may still come against you and take the 6 pieces there first",
        "else you can take the 6 pieces there",
    ]
    found = reception.facts(game(opened), "french", "jean_montfort", "aquitaine", 0, [("edward_balliol", 0)])
    assert found[1] == "else Balliol can already take the 6 pieces there"
    game(opened).state.loose["aquitaine"] = {"knight_french": 3}
    found = reception.facts(game(opened), "french", "edward_balliol", "aquitaine", 0)
    assert found[1] == "may not lead 3 French chevaliers there"


def test_whoever_takes_a_leader_reads_what_one_of_his_own_would_leave_him() -> None:
    lying = (
        SetControl(["picardy", "scotland", "ile_de_france"], "french"),
        SetLoose("picardy", {"knight_french": 4, "infantry": 4}),
    )
    opened = table(*lying, *(SetLeader(one, "dead") for one in ("charles_blois", "jean_montfort")), Goto("arrivals"))
    (offer,) = (one for one in opened.asked("ben").offers if one.ready)
    assert offer.hint.startswith(
        "Proposed: Balliol ★★ 2-3 in Picardy: can take 4 of the 8 pieces there; 4 French chevaliers only for leaders "
        "with 3 stars"
    )
    assert offer.hint.endswith(
        " I propose Jean II there next: the 8 pieces there find a leader, without this one only 4 (Balliol then takes "
        "none)."
    )


def test_a_leader_whose_home_is_besieged_goes_where_troops_wait() -> None:
    opened = table(
        SetRound(9),
        Station("salisbury", "orleanais"),
        SetControl(["champagne", "picardy"], "french"),
        SetLoose("champagne", {"infantry": 3}),
        SetLoose("picardy", {"infantry": 1}),
        *(SetLeader(leader_id, "dead") for leader_id in ("jean_v_brittany", "jean_ligny", "jeanne_darc")),
        Goto("arrivals"),
    )
    assert asked(opened) == {"ben": "D-16"}
    opened.act("ben", opened.default("ben"))
    assert game(opened).leader("dunois").area == "champagne"


def test_the_best_leaders_take_knights_and_longbowmen_first() -> None:
    opened = table(
        Station("henry_v", "england", {"infantry": 7}),
        Station("talbot", "england"),
        SetLoose("england", {"infantry": 2, "knight_english": 1, "longbow_english": 2}),
        Goto("assigning"),
    )
    assert opened.default("ann") == AsProposed()
    opened.act("ann", AsProposed())
    played = game(opened)
    assert played.leader("henry_v").troops == {"infantry": 7, "knight_english": 1, "longbow_english": 1}
    assert played.leader("talbot").troops == {"longbow_english": 1, "infantry": 2}

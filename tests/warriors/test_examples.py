"""The worked example of the rules (docs/rules/warriors.md, section 14), number by number."""

import pytest

from engine.warriors.battles import strength
from engine.warriors.battles.retreat import Retreat
from engine.warriors.board.state import SIDES, Battle
from engine.warriors.edits import Goto, SetControl, SetImpulses, SetKing, Station
from engine.warriors.impulses.impulses import Move
from engine.warriors.realm import control
from tests.warriors.tables import asked, game, reports, table

EDWARD = {"knight_english": 2, "longbow_english": 3, "infantry": 2}
CHANDOS = {"longbow_english": 1, "infantry": 2}
PHILIPPE = {"knight_french": 3, "infantry": 5}

SETUP = (
    Station("edward_iii", "england", EDWARD),
    Station("john_chandos", "england", CHANDOS),
    Station("philippe_vi", "normandy", PHILIPPE),
    SetControl(["england"], "english"),
    SetControl(["ile_de_france"], "french"),
    SetKing("english", "edward_iii"),
    SetKing("french", "philippe_vi"),
    SetImpulses(1, 1, "english"),
)


def test_the_battle_in_normandy_number_by_number() -> None:
    opened = table(*SETUP)
    english = [5, 5, 6, 1, 1, 2, 2, 3, 4, 4]
    french = [6, 5, 2, 1]
    game(opened).dice.force(6, [*english, *french])
    outcome = opened.act("ann", Move(["edward_iii", "john_chandos"], "normandy"))
    fought = game(opened)
    assert fought.state.aggressors == {"normandy": "english"}
    (round_,) = reports(outcome, "round")
    assert {side: len(rolls) for side, rolls in round_["rolls"].items()} == {"english": 10, "french": 4}
    assert round_["plus"] == {"english": 1, "french": 0}
    assert round_["hits"] == {"english": 3, "french": 1}
    assert fought.battle.misses == 0
    assert fought.leader("philippe_vi").troops == {"knight_french": 3, "infantry": 2}
    lost = [fought.leader(leader_id).troops["infantry"] for leader_id in ("edward_iii", "john_chandos")]
    assert sum(lost) == 3

    assert asked(opened) == {"ben": "D-08"}
    fought.dice.force(6, [4, 4, 5, 6, 6, 1, 1, 2, 3, 3])
    fought.dice.force(6, [3])  # control of Normandy, in Phase Four
    outcome = opened.act("ben", Retreat("ile_de_france"))
    (pursuit,) = reports(outcome, "pursuit")
    assert (len(pursuit["rolls"]), pursuit["plus"], pursuit["hits"]) == (10, 2, 5)
    assert [event.kind for event in outcome.events].count("disgrace") == 1
    philippe = game(opened).leader("philippe_vi")
    assert (philippe.area, philippe.troops) == ("ile_de_france", {"knight_french": 1, "infantry": 1})
    assert game(opened).controller("normandy") == "english"


def test_strengths_and_dice_before_the_first_round() -> None:
    opened = table(*SETUP[1:], Station("edward_iii", "normandy", EDWARD), Station("john_chandos", "normandy", CHANDOS))
    fought = game(opened)
    battle = Battle("normandy", "english", {"english": "edward_iii", "french": "philippe_vi"})
    hosts = [strength.host(fought, battle, side) for side in SIDES]
    assert [strength.strength(fought, host) for host in hosts] == [12, 9]
    assert [strength.longbows(fought, host) for host in hosts] == [4, 0]
    assert [strength.dice(fought, host) for host in hosts] == [10, 4]


def test_edward_needs_three_or_less_to_control_normandy() -> None:
    opened = table(Station("edward_iii", "normandy"))
    assert control.threshold(game(opened), "normandy", "english") == (3, "WOG-4.6")


@pytest.mark.parametrize(("rolled", "side"), [(3, "english"), (4, "")])
def test_what_the_pictures_are_told_of_the_roll_for_normandy(rolled: int, side: str) -> None:
    opened = table(Station("edward_iii", "normandy"), Station("philippe_vi", "champagne"))
    game(opened).dice.force(6, [6, rolled])
    (champagne, normandy) = reports(opened.act("master", Goto("control")), "control")
    assert (champagne["area"], champagne["side"]) == ("champagne", "")
    assert normandy == {"area": "normandy", "roll": rolled, "needed": 3, "side": side}

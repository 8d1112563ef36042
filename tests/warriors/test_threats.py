"""How strong the enemy can still come to an area this turn."""

from engine.core.actions import Pass
from engine.warriors import threats
from engine.warriors.edits import SetControl, Station
from tests.warriors.tables import game, table

PHILIP = Station("philippe_vi", "ile_de_france", {"infantry": 4})


def test_leaders_come_from_as_far_as_their_impulses_take_them() -> None:
    opened = table(Station("edward_iii", "flanders"), PHILIP)
    assert threats.coming(game(opened), "french", "flanders") == 5
    assert threats.coming(game(opened), "french", "ireland") == 5


def test_nobody_comes_farther_than_the_impulses_that_are_left() -> None:
    opened = table(Station("edward_iii", "england"), PHILIP)
    game(opened).state.turn.impulses["french"] = 1
    assert threats.coming(game(opened), "french", "picardy") == 5
    assert threats.coming(game(opened), "french", "flanders") == 0


def test_several_groups_come_if_there_are_impulses_for_them() -> None:
    opened = table(Station("edward_iii", "england"), PHILIP, Station("jean_ii", "normandy", {"infantry": 1}))
    game(opened).state.turn.impulses["french"] = 1
    assert threats.coming(game(opened), "french", "picardy") == 5
    game(opened).state.turn.impulses["french"] = 2
    assert threats.coming(game(opened), "french", "picardy") == 7


def test_whoever_faces_an_enemy_does_not_come() -> None:
    opened = table(Station("edward_iii", "ile_de_france"), PHILIP)
    assert threats.coming(game(opened), "french", "flanders") == 0


def test_a_lone_leader_does_not_pass_through_an_area_with_an_enemy_marker() -> None:
    near = SetControl(["picardy", "normandy", "champagne", "orleanais", "flanders"], "english")
    opened = table(Station("edward_iii", "england"), PHILIP, near)
    game(opened).state.turn.impulses["french"] = 2
    assert threats.coming(game(opened), "french", "luxembourg") == 0


def test_without_impulses_nobody_comes() -> None:
    opened = table(Station("edward_iii", "flanders"), PHILIP)
    while opened.requests()[0].decision == "D-02" and game(opened).state.turn.impulses["french"]:
        opened.act(opened.requests()[0].seat, Pass())
    assert threats.coming(game(opened), "french", "flanders") == 0

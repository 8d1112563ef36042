"""What a side's panel lists for its impulse, its battles, its troops and its arrivals, with what comes of each."""

from engine.core.actions import Action, Prospect
from engine.core.table import Table
from engine.warriors.edits import Goto, SetControl, SetLeader, SetLoose, SetRound, Station
from engine.warriors.impulses.impulses import Move, Unmark
from engine.warriors.leaders.arrivals import Place
from engine.warriors.prospects import VARIETY, prospects
from tests.warriors.tables import game, table


def listed(opened: Table, seat: str = "ann") -> list[Prospect]:
    return list(prospects(game(opened), seat))


def told(found: list[Prospect], action: Action) -> str:
    one = next(one for one in found if one.action == action)
    return one.outcome if isinstance(one.outcome, str) else one.outcome()


def test_a_move_says_what_becomes_of_the_area() -> None:
    found = listed(
        table(
            Station("edward_iii", "normandy"),
            SetControl(["picardy"], "french"),
            SetControl(["brittany"], "english"),
            Station("jean_ii", "champagne"),
        )
    )
    assert told(found, Move(["edward_iii"], "anjou")) == (
        "you have a 50% chance to gain control in Phase Four (raises 2, scores 1)"
    )
    assert told(found, Move(["edward_iii"], "picardy")) == (
        "the French lose it (raises 1, scores 1), you do not gain it yet"
    )
    assert told(found, Move(["edward_iii"], "brittany")) == "you control it already (raises 2, scores 1)"


def test_a_group_can_remove_the_marker_of_what_it_takes() -> None:
    two = (Station("edward_iii", "normandy"), Station("talbot", "normandy"))
    found = listed(table(*two, SetControl(["picardy"], "french"), Station("jean_ii", "champagne")))
    assert told(found, Move(["edward_iii", "talbot"], "picardy")) == (
        "the French lose it (raises 1, scores 1); remove their marker by another impulse for a 50% chance to gain it"
    )


def test_a_move_against_enemies_has_the_odds_of_field_and_siege() -> None:
    strong = Station("edward_iii", "normandy", {"longbow_english": 3})
    found = listed(table(strong, Station("dunois", "anjou"), SetControl(["anjou"], "french")))
    said = told(found, Move(["edward_iii"], "anjou"))
    assert said == (
        "in the field, win more than 99%; if the French hold the walls, there is a 17% chance that they fall"
    )


def test_an_attack_says_first_how_strong_both_sides_are_together() -> None:
    there = Station("talbot", "anjou", {"infantry": 2})
    found = listed(table(Station("edward_iii", "normandy", {"infantry": 3}), there, Station("dunois", "anjou")))
    (words,) = (one.words for one in found if one.action == Move(["edward_iii"], "anjou"))
    assert words == "Strength 7 against 1: Edward III from Normandy to Anjou to join John Talbot against Jean de Dunois"


def test_an_enemy_who_can_take_what_is_left_behind_is_told_of() -> None:
    held = (Station("edward_iii", "normandy"), SetControl(["normandy"], "english"), Station("jean_ii", "picardy"))
    assert told(listed(table(*held)), Move(["edward_iii"], "anjou")).endswith("none of yours stays in Normandy")


def test_land_that_nobody_can_control_is_listed_last() -> None:
    found = listed(table(Station("john_chandos", "england"), Station("jean_ii", "champagne")))
    to = [one.action.to for one in found if isinstance(one.action, Move)]
    assert to[-1] == "ireland" and told(found, found[-1].action) == "neutral: nobody can control it"


def test_no_area_fills_the_list() -> None:
    leaders = [Station(one, "normandy") for one in ("edward_iii", "talbot", "fastolf")]
    found = listed(table(*leaders, Station("jean_ii", "champagne")))
    first = [one.action.to for one in found[:8] if isinstance(one.action, Move)]
    assert max(first.count(area) for area in first) == VARIETY


def test_a_marker_to_be_removed_is_listed() -> None:
    held = (Station("talbot", "wales"), Station("fastolf", "wales"), SetControl(["wales"], "french"))
    found = {str(one.action): one.words for one in listed(table(*held, Station("jean_ii", "champagne")))[:5]}
    assert found[str(Unmark("wales"))] == "Remove the marker of the French in Wales"


def test_battles_are_listed_with_their_odds_and_the_other_side_sees_none() -> None:
    met = [
        Station("edward_iii", "normandy"), Station("philippe_vi", "normandy"),
        Station("talbot", "anjou"), Station("dunois", "anjou"),
    ]  # fmt: skip
    opened = table(*met)
    opened.act("master", Goto("battles"))
    seat, other = (opened.requests()[0].seat, "ben")
    assert seat == "ann"
    first = listed(opened)[0]
    assert first.words == "John Talbot (strength 1) against Jean de Dunois (strength 1) in Anjou"
    assert told(listed(opened), first.action).startswith("if nobody retreats, win ")
    assert not listed(opened, other)


def test_mercenaries_are_listed_for_those_who_have_room() -> None:
    opened = table(
        Station("edward_iii", "england"), SetControl(["england"], "english"), SetLoose("england", {"infantry": 1}),
        Station("jean_ii", "champagne"), Goto("deploying"),
    )  # fmt: skip
    while opened.requests() and opened.requests()[0].decision != "D-12":
        opened.act(opened.requests()[0].seat, opened.requests()[0].default())
    found = listed(opened, opened.requests()[0].seat)
    one = next(one for one in found if "Irish kerns for Edward III in England" in one.words)
    assert one.outcome == (
        "room for 7 more then; his die to gain control must be 2 lower; if one of them is hit, all of yours there go"
    )


def test_gunners_say_whose_place_they_take_and_who_can_command_them() -> None:
    held = SetControl(["aquitaine", "normandy"], "english")
    near = (Station("john_chandos", "aquitaine", {"infantry": 3}), SetControl(["poitou"], "french"))
    opened = table(SetRound(4), held, *near, Station("jean_ii", "champagne"), Goto("raising"))
    while opened.requests()[0].seat != "ann":
        opened.act("ben", opened.default("ben"))
    (one,) = listed(opened)
    assert one.words == "To storm walls, 1 gunner for 1 of the 3 infantry in Aquitaine"
    assert one.outcome == "only for John Chandos"


def test_a_ransom_is_explained_once_and_its_areas_are_asked_for() -> None:
    opened = table(SetLeader("jean_ii", "captured"), SetControl(["flanders", "berry"], "french"), Goto("captives"))
    assert not listed(opened, "ben")
    assert opened.asked("ben").prompt == (
        "In the prison of the English: Jean II, for whom they score 3 points every turn. To free Jean II, give up "
        "control of areas that raise at least 3. You place him in Phase Nine, unless he dies before (17%)."
    )


def test_a_leader_whom_either_side_may_take_is_not_said_to_come_back() -> None:
    opened = table(
        SetLeader("charles_blois", "captured", "french"), SetControl(["normandy"], "french"), Goto("captives")
    )
    assert opened.asked("ben").prompt.endswith(
        " In Phase Nine either side may take him (you choose first), unless he dies before (17%)."
    )


def test_of_several_prisoners_each_says_how_he_comes_back() -> None:
    prisoners = [SetLeader("jean_ii", "captured"), SetLeader("charles_blois", "captured", "french")]
    opened = table(*prisoners, SetControl(["flanders", "normandy"], "french"), Goto("captives"))
    assert opened.asked("ben").prompt.endswith("give up control of areas that raise at least as many as he has stars.")
    found = {one.value: one.hint for one in opened.complete("ben", "ransom", {}, "leader")}
    assert found["jean_ii"].endswith("; you place him in Phase Nine, unless he dies before (17%)")


def test_a_leader_who_is_proposed_in_an_area_is_not_listed_there_again() -> None:
    opened = table(SetControl(["england"], "english"), Goto("arrivals"))
    assert opened.default("ben") == Place("edward_balliol", "scotland")
    found = [one.action for one in listed(opened, "ben")]
    assert Place("edward_balliol", "scotland") not in found and Place("edward_balliol", "ireland") in found


def test_arrivals_say_who_is_met_and_what_waits() -> None:
    opened = table(
        *(SetRound(9), Station("salisbury", "orleanais"), Station("clarence", "champagne")),
        *(SetControl(["champagne", "berry"], "french"), SetLoose("berry", {"infantry": 2}), Goto("arrivals")),
    )
    for seat in ("ben", "ann"):
        opened.act(seat, opened.default(seat))
    found = listed(opened, "ben")
    assert "his home" in told(found, Place("dunois", "orleanais"))
    (words,) = (one.words for one in found if one.action == Place("dunois", "orleanais"))
    assert words.endswith(" first, in Orleanais")
    assert "against Thomas Montagu, Earl of Salisbury" in told(found, Place("dunois", "orleanais"))
    assert "2 pieces without a leader wait there" in told(found, Place("dunois", "berry"))
